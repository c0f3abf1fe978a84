"""The shuffler: its states, its count, two decks in turn, and who inspects them."""

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
from houseway.table.preparing import into_rack
from houseway.table.state import Shuffler, but
from houseway.table.trial import DEALER, DEVICE, FLOOR, SUPERVISOR, Trial, replayed
from tests.table.helpers import (
    TWO_DECKS,
    WORLD,
    finish,
    irregularities,
    shuffler,
    start_round,
    table,
    until,
)


@pytest.mark.parametrize("game", GAMES)
def test_the_shuffler_goes_through_its_states(game: str) -> None:
    found = table(game, shuffle="automated", method="hand")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "insert")
    states = [found.state.kit.shuffler]
    for data in (None, None, list(NEW_DECK), "left"):
        found.perform(data)
        states.append(found.state.kit.shuffler)
    idle, loaded, shuffling, complete, again = states
    assert (idle, loaded, shuffling) == (Shuffler.IDLE, Shuffler.LOADED, Shuffler.SHUFFLING)
    assert (complete, again) == (Shuffler.COMPLETE, Shuffler.IDLE)


@pytest.mark.clause("pikit.39.7.f", "hilo.40.9.f")
@pytest.mark.parametrize("fault", ["lose_card", "stray_card"])
@pytest.mark.parametrize("game", ["pikit", "hilo"])
def test_a_counting_shuffler_spares_the_count_and_finds_a_wrong_one(
    game: str, fault: Fault
) -> None:
    config: dict[str, Any] = {"shuffle": "automated", "method": "automated_shoe"}
    config["shuffler_counts"] = True
    found = table(game, **config)
    for _ in range(7):
        found.prepare()
        found.bet_at_random()
        found.play_round()
    acts = [type(event).__name__ for event in found.log]
    assert "StubCounted" not in acts
    assert acts.count("ShufflerReported") == 7
    until(found, "shuffle")
    card = found.state.stock[7] if fault == "lose_card" else None
    found.tell(Happen(WORLD, fault, card))
    made = found.perform_all(found.state.stock)
    assert [type(event).__name__ for event in made] == ["ShufflerReported", "DeckRemoved"]
    assert isinstance(made[1], DeckRemoved)
    assert GAMES[game].handling.automated_shoe.counting_shuffler_exempts == made[1].clauses
    assert due(found.state)[0].act == "receive"
    found.prepare()
    assert len(found.state.stock) == 52
    found.bet_at_random()
    found.play_round()
    assert not list(irregularities(found))
    assert replayed(found) == found.state


@pytest.mark.clause("pikit.39.2.b.5", "uth.2.b.5", "hilo.40.2.b.5")
@pytest.mark.parametrize("game", GAMES)
def test_the_rack_holds_one_decks_cards_only(game: str) -> None:
    found = table(game, **TWO_DECKS)
    start_round(found)
    finish(found)
    assert found.state.rack
    assert found.state.rack_deck == 0
    assert found.state.in_use == 1
    with pytest.raises(AssertionError, match="cards of the other deck"):
        into_rack(found.state, "burned", found.state.stock[:1])
    until(found, "insert")
    with pytest.raises(Refused) as refused:
        found.tell(Do(DEALER, "no_more_bets"))
    assert "Next: insert" in str(refused.value)
    assert GAMES[game].handling.one_deck_in_rack[0] in due(found.state)[0].clauses
    found.perform()
    assert not found.state.rack


@pytest.mark.clause("pikit.39.2.b.3", "uth.2.b.3", "hilo.40.2.b.3", "pikit.39.12.e")
@pytest.mark.parametrize("game", GAMES)
def test_the_other_deck_is_shuffled_jams_and_is_miscounted_beside_the_round(game: str) -> None:
    """A fault of the idle deck leaves the round alone; a retired deck is replaced before play."""
    found = table(game, **TWO_DECKS, shuffler_counts=True)
    start_round(found)
    other = list(NEW_DECK)
    found.tell(Happen(WORLD, "jam"))
    found.tell(Do(DEVICE, "shuffle", data=other))
    assert shuffler(found) is Shuffler.JAM
    with pytest.raises(Refused, match="jam, not shuffling"):
        found.tell(Do(DEVICE, "shuffle", data=other))
    found.tell(Do(DEALER, "start"))
    found.tell(Do(DEVICE, "shuffle", data={"order": [str(c) for c in other], "commitment": "c0"}))
    assert shuffler(found) is Shuffler.VERIFIED
    assert found.state.waiting_seal.commitment == "c0"
    with pytest.raises(Refused, match="verified, not shuffling"):
        found.tell(Do(DEVICE, "shuffle", data=other))
    finish(found)
    assert not list(irregularities(found))
    assert found.state.seal.commitment == "c0"
    found.prepare()
    found.bet_at_random()
    found.tell(Do(DEALER, "no_more_bets"))
    short = but(found.state, decks=(NEW_DECK[:51], found.state.decks[1]), lost=((0, NEW_DECK[51]),))
    found.state = short
    made = found.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK[:51])))
    assert [type(event).__name__ for event in made] == ["ShufflerReported", "DeckRemoved"]
    finish(found)
    assert not list(irregularities(found))
    assert due(found.state)[0].act == "receive"
    found.prepare()
    assert [len(deck) for deck in found.state.decks] == [52, 52]
    assert found.state.in_use == 0


@pytest.mark.parametrize("game", GAMES)
def test_two_decks_go_on_as_one_when_the_shuffler_leaves(game: str) -> None:
    found = table(game, shuffle="automated", method="manual_shoe", decks=2)
    start_round(found)
    finish(found)
    found.tell(RemoveDevice(DEALER, "shuffler"))
    found.tell(ChangeMethod(SUPERVISOR, "manual_shoe", "manual"))
    found.prepare()
    assert len(found.state.decks) == 1
    found.bet_at_random()
    found.play_round()
    assert replayed(found) == found.state


def test_an_idle_table_waits_for_the_shuffler() -> None:
    found = Trial(read_setup("uth", TWO_DECKS), Random(0))
    found.tell(Sit(Actor(Role.PLAYER, "A"), 1))
    found.prepare()
    found.state = but(found.state, seats={})
    with pytest.raises(Refused, match="at work on the other deck"):
        found.tell(Do(DEALER, "spread_idle"))
    found.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK)))
    found.tell(Do(DEALER, "spread_idle"))
    assert due(found.state)[0].act == "look"


def test_inspection_and_verification_are_two_people() -> None:
    found = table("pikit")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    found.tell(Do(Actor(Role.DEALER, "Kim"), "inspect"))
    with pytest.raises(Refused, match="a second person verifies it"):
        found.tell(Do(Actor(Role.FLOORPERSON, "Kim"), "verify"))
    found.tell(Do(FLOOR, "verify"))


# --- a card drawn in error
