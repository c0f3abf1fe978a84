"""Bad input is refused with a precise message, and never settled in part."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games import GAMES
from tests.conftest import answer, load_rounds, message_of

GOOD = {game: load_rounds(game)[0] for game in GAMES}


def changed(game: str, path: str, value: Any) -> dict[str, Any]:
    """A good round with one thing changed; a value of `...` takes the thing away."""
    document = copy.deepcopy(GOOD[game])
    place: Any = document
    *parents, last = path.split(".")
    for part in parents:
        place = place[int(part)] if part.isdigit() else place[part]
    key = int(last) if last.isdigit() else last
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("game", "baccarat", "no game 'baccarat'; the games are uth, pikit or hilo"),
        ("game", 5, "no game 5"),
        ("game", ..., "has no 'game'"),
        ("hands", ..., "has no 'hands'"),
        ("hands", {}, "hands must be a list"),
        ("hands", [], "A round without hands"),
        ("hands", [5], "Hand 1 must be an object"),
        ("dealer", "As", "The dealer's cards must be a list"),
        ("dealer.0", "1s", "The dealer's cards: '1s' is not a card"),
        ("dealer.0", None, "None is not a card"),
        ("hands.0.cards.0", "Xx", "Seat 1: the cards: 'Xx' is not a card"),
        ("hands.0.seat", 0, "the seat must be a whole number from 1 to 10000, not 0"),
        ("hands.0.seat", "1", "the seat must be a whole number"),
        ("hands.0.seat", True, "the seat must be a whole number"),
        ("hands.0.seat", 30, "A hand at seat 30"),
        ("hands.0.seat", ..., "Hand 1 has no 'seat'"),
        ("hands.0.player", 7, "the player must be text"),
        ("hands.0.wagers", ..., "Seat 1 has no 'wagers'"),
        ("hands.0.wagers", [1], "wagers must be an object"),
        ("hands.0.wagers.ante", -1000, "the ante wager: -1000 cents is below 1"),
        ("hands.0.wagers.ante", 0, "the ante wager: 0 cents is below 1"),
        ("hands.0.wagers.ante", 10.5, "10.5 is not a whole number of cents"),
        ("hands.0.wagers.ante", "1000", "'1000' is not a whole number of cents"),
        ("hands.0.wagers.insurance", 500, "There is no wager 'insurance'"),
        ("hands.0.coupons", {"ante": "x"}, "is not a whole number of cents"),
        ("hands.0.tender", "gold", "tender is 'gold'; it can be chips"),
        ("hands.0.tender", 5, "tender must be a word or an object"),
        ("hands.0.actions", [], "actions must be an object"),
        ("hands.0.actions.wave", "hello", "an unknown field: 'wave'"),
        ("hands.0.colour", "red", "Seat 1 has an unknown field: 'colour'"),
        ("colour", "red", "The round has an unknown field: 'colour'"),
        ("config", 5, "The configuration must be an object"),
        ("config", {"colour": 1}, "There is no option 'colour'"),
        ("irregularity", {"type": "fire"}, "The irregularity's type is 'fire'"),
        ("irregularity", {}, "The irregularity has no 'type'"),
        ("irregularity", {"type": []}, "The irregularity's type is []"),
        ("irregularity", {"type": "shoe_fault", "who": "dealer"}, "unknown field: 'who'"),
        ("irregularity", {"type": "face_up_cards", "count": 0}, "from 1 to 10000, not 0"),
        (
            "irregularity",
            {"type": "incorrect_number_of_cards", "who": "", "count": 3},
            "who is ''; it can be player or dealer",
        ),
        ("irregularity", {"type": "dealer_card_exposed", "stage": 0}, "stage is 0"),
        ("irregularity", {"type": "dealer_card_exposed", "stage": []}, "stage is []"),
        ("hands.0.wagers.ante", 10**13, "cannot be meant"),
        ("hands.0.tender", {"insurance": "chips"}, "There is no wager 'insurance'"),
        ("hands", [{}] * 27, "27 hands are more than one deck can serve"),
        ("game", "x" * 1000, "..."),
        ("irregularity", {"type": "face_up_cards"}, "face_up_cards needs count"),
        ("irregularity", {"type": "stub_count"}, "stub_count needs cards_in_deck"),
        ("irregularity", {"type": "incorrect_number_of_cards"}, "needs who"),
        ("irregularity", {"type": "incorrect_number_of_cards", "who": "player"}, "needs seat"),
        (
            "irregularity",
            {"type": "face_up_cards", "count": 1, "stage": "lunch"},
            "stage is 'lunch'",
        ),
        ("irregularity", {"type": "stub_count", "cards_in_deck": -1}, "from 0 to 10000"),
        (
            "irregularity",
            {"type": "stub_count", "cards_in_deck": 52, "misdealt": 1},
            "misdealt must be true or false",
        ),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_unreadable_input_is_refused_with_a_precise_message(
    game: str, path: str, value: Any, words: str
) -> None:
    assert words in message_of(changed(game, path, value))


@pytest.mark.parametrize("game", GAMES)
def test_a_card_in_two_places_is_refused(game: str) -> None:
    dealer = GOOD[game]["dealer"][0]
    document = changed(game, "hands.0.cards.0", dealer)
    assert f"{dealer} in more than one place" in message_of(document)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whose", ["dealer", "hands.0.cards"])
def test_a_wrong_number_of_cards_is_refused(game: str, whose: str) -> None:
    document = changed(game, f"{whose}.0", ...)
    assert "If the cards were misdealt, describe the irregularity" in message_of(document)


def test_a_seat_taken_twice_is_refused() -> None:
    document = copy.deepcopy(GOOD["hilo"])
    document["hands"].append(copy.deepcopy(document["hands"][0]))
    assert "Two hands at seat 1" in message_of(document)


def test_everything_wrong_is_reported_at_once() -> None:
    document = changed("uth", "hands.0.wagers.blind", 1)
    document["hands"][0]["actions"] = {"preflop": "2x"}
    document["community"] = document["community"][:4]
    message = message_of(document)
    assert "The board with 4 cards" in message
    assert "the blind must equal the ante" in message
    assert "2x before the flop" in message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.sampled_from(list(GAMES)), st.data())
def test_no_change_to_a_round_makes_the_engine_fault(game: str, data: st.DataObject) -> None:
    """Any part of a good round replaced by any JSON: settled or refused, never anything else."""
    document = copy.deepcopy(GOOD[game])
    parent, key = data.draw(st.sampled_from(list(_places(document))))
    parent[key] = data.draw(JSON)
    response = answer(document)
    assert (response.settlement is None) == (response.refused is not None)


@given(JSON)
def test_no_document_makes_the_engine_fault(document: Any) -> None:
    assert answer(document).refused is not None


@given(st.sampled_from(list(GAMES)), st.dictionaries(st.text(max_size=8), JSON, max_size=3))
def test_no_attempt_makes_the_engine_fault(game: str, attempt: dict[str, Any]) -> None:
    answer({"game": game, "attempt": attempt})


@given(st.sampled_from(load_rounds("refusals")), st.data())
def test_no_change_to_an_attempt_makes_the_engine_fault(
    entry: dict[str, Any], data: st.DataObject
) -> None:
    document = copy.deepcopy(entry)
    parent, key = data.draw(st.sampled_from(list(_places(document["attempt"]))))
    parent[key] = data.draw(JSON)
    answer(document)


def _places(value: Any) -> Any:
    """Every place in a document that can be replaced."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(entries):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)
