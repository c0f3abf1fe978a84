"""The order of the deal: which card goes where, for every method."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card
from houseway.games import GAMES
from houseway.games.dealing import Method, deal
from houseway.games.documents import deal_document
from tests.conftest import load_rounds

DEALS = load_rounds("deals")


@pytest.mark.parametrize("entry", DEALS, ids=[entry["id"] for entry in DEALS])
def test_a_deck_is_dealt_as_described(entry: dict[str, Any]) -> None:
    response = deal_document(entry, GAMES).as_data()
    expected = entry["expect"]
    if expected.get("void"):
        assert response == {"id": entry["id"], "void": True, "clauses": entry["clauses"]}
        return
    nothing: dict[str, Any] = {"burned": [], "community": [], "set_aside": []}
    assert response == {"id": entry["id"], **nothing, **expected}


def deck(**more: Any) -> dict[str, Any]:
    cards = [str(card) for card in NEW_DECK]
    return {"id": 1, "game": "uth", "method": "hand", "seats": [1, 2], "deck": cards, **more}


def test_late_face_up_cards_void_the_hands_and_the_board_is_completed() -> None:
    """UTH 15(b): found after the first two cards, the board is dealt for the trips wagers."""
    response = deal_document(deck(face_up=["8c", "Tc"]), GAMES).as_data()
    assert response["void"] is True
    assert response["clauses"] == ["uth.15.b"]
    assert response["community"] == ["Jc", "Qc", "Kc", "2d", "3d"]
    assert response["set_aside"] == ["8c", "Tc"]
    early = deal_document(deck(face_up=["2c", "Tc", "3c"]), GAMES).as_data()
    assert early == {"id": 1, "void": True, "clauses": ["uth.15.b"]}
    unmet = deal_document(deck(face_up=["As", "Ks"]), GAMES).as_data()
    assert "void" not in unmet


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cut": 9}, "uth.4.c.1.ii"),
        ({"cut": 52}, "uth.4.c.1.iii"),
        ({"cut": -1}, "from 0 to 10000"),
        ({"seats": []}, "A deal to nobody"),
        ({"seats": [1, 1]}, "Seat 1 twice"),
        ({"seats": [22]}, "the table has 21 positions"),
        ({"seats": [7], "config": {}}, "the table has 6 positions"),
        ({"deck": ["As", "As"]}, "As twice"),
        ({"deck": ["As", "Ks"], "deck_rest": 51}, "A deck of 53 cards"),
        ({"deck": ["As", "Ks"], "deck_rest": 50}, "run out before the deal is done"),
        ({"deck": ["As", "Ks"], "deck_rest": 50, "cut": 10}, "must be named whole"),
        ({"method": "machine"}, "The method is 'machine'"),
        ({"game": "faro"}, "no game 'faro'"),
        ({"colour": "red"}, "unknown field"),
    ],
)
def test_a_wrong_deal_is_refused(change: dict[str, Any], words: str) -> None:
    response = deal_document(deck(**change), GAMES)
    assert response.refused is not None
    assert words in str(response.refused)
    assert "refused" in response.as_data()


@pytest.mark.clause("pikit.39.1.stub", "hilo.40.1.stub", "uth.1.stub", "hilo.40.1.hand")
@given(
    st.sampled_from(list(GAMES)),
    st.permutations(NEW_DECK),
    st.integers(1, 7),
    st.sampled_from(Method),
    st.sampled_from([None, 0, 9, 30]),
)
def test_every_card_is_in_one_place_and_the_stub_is_the_rest(
    game: str, deck: list[Card], players: int, method: Method, face_up: int | None
) -> None:
    recipe = GAMES[game].recipe
    seats = range(1, players + 1)
    turned = frozenset() if face_up is None else frozenset({deck[face_up]})
    dealt = deal(recipe, method, seats, deck, turned)
    used = [card for held in dealt.hands.values() for card in held]
    everywhere = [*used, *dealt.burned, *dealt.community, *dealt.set_aside, *dealt.stub]
    assert sorted(everywhere) == sorted(NEW_DECK)
    assert all(len(held) == recipe.hand_size for held in dealt.hands.values())
    assert len(dealt.stub) == 52 - recipe.cards_used(players) - len(dealt.set_aside)
