"""The shuffler: its states, its count, two decks in turn, and their inspection."""

from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Refused
from houseway.table import due, read_setup
from houseway.table.commands import (
    Actor,
    ChangeMethod,
    Do,
    Fault,
    Happen,
    RemoveDevice,
    Role,
    Sit,
)
from houseway.table.events import DeckRemoved
from houseway.table.preparation import put_in_rack
from houseway.table.state import Shuffler, replace_fast
from houseway.table.trials import DEALER, DEVICE, FLOOR, SUPERVISOR, Trial, replay
from tests.table.helpers import (
    TWO_DECKS,
    WORLD,
    finish_round,
    get_shuffler,
    list_irregularities,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.parametrize("game", GAMES)
def test_the_shuffler_goes_through_its_states(game: str) -> None:
    table = open_table(game, shuffle="automated", method="hand")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "insert")
    states = [table.state.kit.shuffler]
    for data in (None, None, list(NEW_DECK), "left"):
        table.perform(data)
        states.append(table.state.kit.shuffler)
    idle, loaded, shuffling, complete, again = states
    assert (idle, loaded, shuffling) == (Shuffler.IDLE, Shuffler.LOADED, Shuffler.SHUFFLING)
    assert (complete, again) == (Shuffler.COMPLETE, Shuffler.IDLE)


@pytest.mark.clause("pikit.39.7.f", "hilo.40.9.f")
@pytest.mark.parametrize("fault", ["lose_card", "stray_card"])
@pytest.mark.parametrize("game", ["pikit", "hilo"])
def test_a_counting_shuffler_spares_the_count_and_reports_a_wrong_number(
    game: str, fault: Fault
) -> None:
    config: dict[str, Any] = {"shuffle": "automated", "method": "automated_shoe"}
    config["shuffler_counts"] = True
    table = open_table(game, **config)
    for _ in range(7):
        table.prepare()
        table.bet_at_random()
        table.play_round()
    acts = [type(event).__name__ for event in table.log]
    assert "StubCounted" not in acts
    assert acts.count("ShufflerReported") == 7
    perform_until(table, "shuffle")
    card = table.state.stock[7] if fault == "lose_card" else None
    table.submit(Happen(WORLD, fault, card))
    before = len(table.log)
    table.perform(table.state.stock)
    events = table.log[before:]
    assert [type(event).__name__ for event in events] == ["ShufflerReported", "DeckRemoved"]
    assert isinstance(events[1], DeckRemoved)
    assert GAMES[game].handling.automated_shoe.counting_shuffler_exempts == events[1].clauses
    assert due(table.state)[0].act == "receive"
    table.prepare()
    assert len(table.state.stock) == 52
    table.bet_at_random()
    table.play_round()
    assert not list_irregularities(table)
    assert replay(table) == table.state


@pytest.mark.clause("pikit.39.2.b.5", "uth.2.b.5", "hilo.40.2.b.5")
@pytest.mark.parametrize("game", GAMES)
def test_the_rack_holds_one_decks_cards_only(game: str) -> None:
    table = open_table(game, **TWO_DECKS)
    start_round(table)
    finish_round(table)
    assert table.state.rack
    assert table.state.rack_deck == 0
    assert table.state.in_use == 1
    with pytest.raises(AssertionError, match="cards of the other deck"):
        put_in_rack(table.state, "burned", table.state.stock[:1])
    perform_until(table, "insert")
    with pytest.raises(Refused) as refused:
        table.submit(Do(DEALER, "no_more_bets"))
    assert "Next: insert" in str(refused.value)
    assert GAMES[game].handling.one_deck_in_rack[0] in due(table.state)[0].clauses
    table.perform()
    assert not table.state.rack


@pytest.mark.clause("pikit.39.2.b.3", "uth.2.b.3", "hilo.40.2.b.3", "pikit.39.12.e")
@pytest.mark.parametrize("game", GAMES)
def test_the_other_deck_is_shuffled_jams_and_is_miscounted_during_the_round(game: str) -> None:
    """A fault of the idle deck leaves the round alone; a retired deck is replaced before play."""
    table = open_table(game, **TWO_DECKS, shuffler_counts=True)
    start_round(table)
    other = list(NEW_DECK)
    table.submit(Happen(WORLD, "jam"))
    table.submit(Do(DEVICE, "shuffle", data=other))
    assert get_shuffler(table) is Shuffler.JAM
    with pytest.raises(Refused, match="jam, not shuffling"):
        table.submit(Do(DEVICE, "shuffle", data=other))
    table.submit(Do(DEALER, "start"))
    table.submit(Do(DEVICE, "shuffle", data={"order": [str(c) for c in other], "commitment": "c0"}))
    assert get_shuffler(table) is Shuffler.VERIFIED
    assert table.state.waiting_seal.commitment == "c0"
    with pytest.raises(Refused, match="verified, not shuffling"):
        table.submit(Do(DEVICE, "shuffle", data=other))
    finish_round(table)
    assert not list_irregularities(table)
    assert table.state.seal.commitment == "c0"
    table.prepare()
    table.bet_at_random()
    table.submit(Do(DEALER, "no_more_bets"))
    short = replace_fast(
        table.state, decks=(NEW_DECK[:51], table.state.decks[1]), lost=((0, NEW_DECK[51]),)
    )
    table.state = short
    events = table.submit(Do(DEVICE, "shuffle", data=list(NEW_DECK[:51])))
    assert [type(event).__name__ for event in events] == ["ShufflerReported", "DeckRemoved"]
    finish_round(table)
    assert not list_irregularities(table)
    assert due(table.state)[0].act == "receive"
    table.prepare()
    assert [len(deck) for deck in table.state.decks] == [52, 52]
    assert table.state.in_use == 0


@pytest.mark.parametrize("game", GAMES)
def test_one_of_two_decks_stays_when_the_shuffler_leaves(game: str) -> None:
    table = open_table(game, shuffle="automated", method="manual_shoe", decks=2)
    start_round(table)
    finish_round(table)
    table.submit(RemoveDevice(DEALER, "shuffler"))
    table.submit(ChangeMethod(SUPERVISOR, "manual_shoe", "manual"))
    table.prepare()
    assert len(table.state.decks) == 1
    table.bet_at_random()
    table.play_round()
    assert replay(table) == table.state


def test_an_idle_table_waits_for_the_shuffler() -> None:
    table = Trial(read_setup("uth", TWO_DECKS), Random(0))
    table.submit(Sit(Actor(Role.PLAYER, "A"), 1))
    table.prepare()
    table.state = replace_fast(table.state, seats={})
    with pytest.raises(Refused, match="at work on the other deck"):
        table.submit(Do(DEALER, "spread_idle"))
    table.submit(Do(DEVICE, "shuffle", data=list(NEW_DECK)))
    table.submit(Do(DEALER, "spread_idle"))
    assert due(table.state)[0].act == "look"


def test_two_people_inspect_and_verify_a_deck() -> None:
    table = open_table("pikit")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    table.submit(Do(Actor(Role.DEALER, "Kim"), "inspect"))
    with pytest.raises(Refused, match="a second person verifies it"):
        table.submit(Do(Actor(Role.FLOORPERSON, "Kim"), "verify"))
    table.submit(Do(FLOOR, "verify"))


# --- a card drawn in error
