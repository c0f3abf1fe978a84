"""Events in words: a sentence for every audience that may know of them, without hidden cards."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import parse_cards
from houseway.games import find_games
from houseway.games.irregularities import Irregularity, Kind
from houseway.table import TableState, events, evolve, read_setup
from houseway.table.event_views import PUBLIC_FIELDS, STAFF_FIELDS, view_event
from houseway.table.narration import (
    ALOUD,
    EVERYBODY,
    RECORD,
    Audience,
    narrate,
    narrate_aloud,
    narrate_data,
)
from houseway.table.setup import ALL_ACTS
from houseway.table.trials import Trial
from houseway.table.view_data import view_data
from houseway.table.wire import EVENTS
from tests.table.helpers import cards_in, played

AUDIENCES = [EVERYBODY, *(Audience(role) for role in ("dealer", "floorperson", "supervisor"))]
PLAYERS = [Audience("player", name) for name in "ABC"]


@settings(max_examples=30)
@given(st.sampled_from(list(find_games())), st.integers(0, 2**32), st.booleans())
def test_a_sentence_names_no_card_that_its_audience_does_not_see(
    game: str, seed: int, faults: bool
) -> None:
    table = played(game, seed, faults=faults)
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert narrate(event, RECORD).endswith((".", ".)"))
        for audience in (*AUDIENCES, *PLAYERS):
            data = view_event(state, event, audience.role, audience.name)
            words = narrate(event, audience, state)
            assert bool(words) == bool(data)
            visible = cards_in(view_data(state, audience.role, audience.name))
            assert cards_in(words) <= visible, (audience, words)
            assert not data or cards_in(narrate_aloud(data)) <= visible


def test_every_event_has_its_sentence() -> None:
    public = {name for name, kind in EVENTS.items() if kind in {*PUBLIC_FIELDS, *STAFF_FIELDS}}
    assert public == EVENTS.keys() - {"fault_happened"}
    assert public >= ALOUD
    with pytest.raises(KeyError):
        narrate_data({"type": "nothing"})


@pytest.mark.parametrize(
    ("event", "record", "everybody"),
    [
        (
            events.CardsDealt((), "dealer:D", "2", parse_cards(["As", "Kd"])),
            "As Kd dealt to seat 2.",
            "2 cards are dealt to seat 2.",
        ),
        (
            events.CardsDealt((), "dealer:D", "burned", parse_cards(["As"])),
            "As burned.",
            "A card is burned.",
        ),
        (
            events.CardsDealt((), "dealer:D", "dealer", parse_cards(["As"]), covered=True),
            "As dealt to the dealer, under the cover card.",
            "A card is dealt to the dealer, under the cover card.",
        ),
        (
            events.CardsRacked((), "dealer:D", "2", parse_cards(["As", "Kd"])),
            "The cards of seat 2 to the discard rack: As Kd.",
            "The cards of seat 2 to the discard rack: 2.",
        ),
        (
            events.Chosen((), "system:clock", 2, "x", {"decision": "play", "low": ["As"]}),
            "Seat 2 chooses play, As low (time is up).",
            "Seat 2 chooses play (time is up).",
        ),
        (
            events.BreachReported((), "dealer:D", "two_hands", 1, "both at once"),
            "A breach is reported: two hands both at once.",
            "A breach is reported: two hands.",
        ),
        (
            events.IrregularityFound((), "d:D", Irregularity(Kind.STUB_COUNT, cards_in_deck=51)),
            "Irregularity: stub count (cards in deck 51).",
            "Irregularity: stub count (cards in deck 51).",
        ),
        (events.FaultHappened((), "system:w", "jam"), "(Fault: jam.)", ""),
        (
            events.PlayerLeft((), "floorperson:F", 3),
            "Seat 3 is freed, by the floor; its chips are at the cage.",
            "Seat 3 is freed, by the floor; its chips are at the cage.",
        ),
        (events.PlayerLeft((), "player:A", 3), "Seat 3 is left.", "Seat 3 is left."),
    ],
)
def test_the_record_names_more_than_the_public_sentence(
    event: events.Event, record: str, everybody: str
) -> None:
    after = TableState(read_setup("uth", {}))
    assert narrate(event) == record
    assert narrate(event, EVERYBODY, after) == everybody


def test_the_sentence_of_a_revealed_hand_names_its_cards() -> None:
    table = Trial(
        read_setup("uth", {"shuffle": "automated", "method": "hand"}, ALL_ACTS), Random(1)
    )
    table.seat("A")
    table.prepare()
    table.bet_at_random()
    table.play_round()
    state, sentences = table.start, []
    for event in table.log:
        state = evolve(state, event)
        if isinstance(event, events.HandRevealed):
            assert narrate(event, EVERYBODY, state) == narrate(event, RECORD, state)
            sentences.append(narrate(event, EVERYBODY, state))
    assert any(words.startswith("The dealer shows ") for words in sentences)


def test_only_important_events_are_read_aloud() -> None:
    table = played("uth", 3)
    state, aloud, all_words = table.start, [], []
    for event in table.log:
        state = evolve(state, event)
        if data := view_event(state, event, "spectator"):
            aloud.append(narrate_aloud(data))
            all_words.append(narrate_data(data))
    spoken = [words for words in aloud if words]
    assert set(spoken) < set(all_words)
    assert any("dealt to the board" in words for words in spoken)
    assert not any("burned" in words or "discard rack" in words for words in spoken)
