"""What an examiner who had not written the table found wrong: decks, devices, closing, data."""

import json
from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card
from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import Phase, due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    ChangeMethod,
    Choose,
    CloseTable,
    Do,
    DrawInError,
    Happen,
    Leave,
    RemoveDevice,
    Role,
    Sit,
)
from houseway.table.state import Shuffler
from houseway.table.trial import ALL_ACTS, DEALER, DEVICE, FLOOR, Trial
from houseway.table.views import view
from houseway.table.wire import command_from_data, event_from_data
from tests.table.examining import DEVICES, player
from tests.table.helpers import WORLD, finish, irregularities, racks, start_round, table, until

# --- decks, devices, counts


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_method_skips_nothing(game: str) -> None:
    found = table(game, **DEVICES)
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK[:51])]))
    for device in ("shuffler", "automated_shoe"):
        found.tell(RemoveDevice(FLOOR, device))
    with pytest.raises(Refused, match="the decks are not ready yet"):
        found.tell(ChangeMethod(FLOOR, "manual_shoe", "manual"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [[], list(NEW_DECK[:51]), [*NEW_DECK[:51], NEW_DECK[0]]])
def test_a_bad_deck_is_verified_by_nobody_and_sent_back(game: str, cards: list[Card]) -> None:
    found = table(game, automation=ALL_ACTS)
    found.tell(Do(DEALER, "receive", data=[cards]))
    assert due(found.state)[0].act == "verify"
    with pytest.raises(Refused, match="Send it back"):
        found.tell(Do(FLOOR, "verify"))
    with pytest.raises(Refused, match="done by the staff"):
        found.tell(Do(player("A"), "reject"))
    found.tell(Do(FLOOR, "reject"))
    assert due(found.state)[0].act == "receive"
    with pytest.raises(Refused, match="no deck is being inspected"):
        found.tell(Do(FLOOR, "reject"))
    found.prepare()
    assert found.state.phase is Phase.BETTING


def test_names_that_look_alike_are_one_person() -> None:
    found = table("uth")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    found.tell(Do(DEALER, "inspect"))
    for name in ("Dana", "dana", "Dana ", "\uff24ana"):
        with pytest.raises(Refused, match="a second person"):
            found.tell(Do(Actor(Role.FLOORPERSON, name), "verify"))


def test_only_a_shuffler_that_counts_spares_the_count() -> None:
    assert not read_setup("pikit", {"shuffler_counts": True}).counts_spared
    found = table("pikit", shuffle="automated", shuffler_counts=True)
    found.prepare()
    assert found.state.setup.counts_spared
    found.tell(RemoveDevice(FLOOR, "shuffler"))
    found.tell(ChangeMethod(FLOOR, "manual_shoe", "manual"))
    assert not found.state.setup.counts_spared


@pytest.mark.parametrize("game", GAMES)
def test_void_rounds_count_towards_the_count(game: str) -> None:
    found = table(game)
    counted = []
    for number in range(1, 8):
        found.prepare()
        found.bet_at_random()
        start = len(found.log)
        if number <= 3:
            for card in found.state.stock[:2]:
                found.tell(Happen(WORLD, "face_up", card))
        found.play_round()
        if any(type(event).__name__ == "StubCounted" for event in found.log[start:]):
            counted.append(number)
    assert counted == [5]


def test_a_misdeal_that_is_ruled_on_is_not_found_again_by_the_count() -> None:
    found = table("uth", stub_count_interval=1)
    found.prepare()
    for seat, name in enumerate("AB", 1):
        for wager in ("ante", "blind"):
            found.tell(Bet(player(name), seat, wager, 500))
    found.tell(Happen(WORLD, "stuck", found.state.stock[0]))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "check"))
    found.tell(Choose(player("B"), 2, "4x"))
    finish(found)
    assert [one.kind.value for one in irregularities(found)] == ["incorrect_number_of_cards"]
    assert found.state.rack_of("A") == 10_000_000
    assert found.state.last_round is not None
    assert found.state.last_round.moved[2, "play"] != 0 or found.state.rack_of("B") == 10_000_000


def test_a_deck_that_the_shuffler_rejected_does_not_come_back() -> None:
    two: dict[str, Any] = {"shuffle": "automated", "method": "manual_shoe", "decks": 2}
    two["shuffler_counts"] = True
    found = table("pikit", **two)
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)] * 2))
    until(found, "shuffle")
    found.tell(Happen(WORLD, "lose_card", NEW_DECK[5]))
    found.perform(list(found.state.stock))
    assert found.state.retired == {0}
    found.tell(RemoveDevice(FLOOR, "shuffler"))
    with pytest.raises(Refused, match="the decks are not ready yet"):
        found.tell(ChangeMethod(FLOOR, "manual_shoe", "manual"))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_off_the_table_deals_no_more(game: str) -> None:
    found = table(game, **DEVICES)
    found.prepare()
    for device in ("shuffler", "automated_shoe"):
        found.tell(RemoveDevice(DEALER, device))
    for act in (found.bet_at_random, lambda: found.tell(Do(DEALER, "no_more_bets"))):
        with pytest.raises(Refused, match="off the table"):
            act()


def test_a_jam_stops_only_the_device_it_is_in() -> None:
    """Once the stacks are out the board comes from the hand (UTH 9(d)); the idle deck waits."""
    found = table("uth", **DEVICES)
    start_round(found)
    until(found, "decide")
    assert found.state.kit.holding == "hand"
    found.tell(Happen(WORLD, "shoe_jam"))
    finish(found)
    assert not list(irregularities(found))
    two = table("pikit", **DEVICES, decks=2)
    start_round(two)
    two.tell(Happen(WORLD, "shuffler_jam"))
    two.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK)))
    assert two.state.kit.shuffler is Shuffler.JAM
    finish(two)
    assert not list(irregularities(two))


@pytest.mark.parametrize("game", ["uth", "hilo"])
def test_a_dealer_who_completes_his_hand_takes_no_card_that_was_seen(game: str) -> None:
    found = table(game)
    start_round(found)
    found.tell(Happen(WORLD, "skip_dealer"))
    while due(found.state)[0].act in {"deal", "rack_stub"}:
        if due(found.state)[0].act == "rack_stub":
            break
        found.perform()
    top = found.state.stock[0]
    found.tell(Happen(WORLD, "face_up", top))
    finish(found)
    assert found.state.last_round is not None
    assert top not in found.state.last_round.dealer
    assert top in found.state.last_round.set_aside


def test_a_card_seen_after_the_deal_is_the_stubs() -> None:
    found = table("pikit")
    start_round(found)
    until(found, "rack_stub")
    with pytest.raises(Refused, match="no cards are being dealt"):
        found.tell(DrawInError(DEALER, exposed=True))


def test_a_deck_that_runs_out_voids_the_round() -> None:
    found = Trial(read_setup("uth", {"seats": 21}), Random(0))
    found.seat(*[f"P{n}" for n in range(1, 22)])
    before = start_round(found)
    found.tell(Happen(WORLD, "lose_card", found.state.stock[-1]))
    found.tell(Happen(WORLD, "face_up", found.state.stock[0]))
    finish(found)
    assert racks(found) == before
    assert due(found.state)[0].act == "receive"


# --- the idle table, closing


@pytest.mark.clause("pikit.39.6.e", "uth.4.e", "hilo.40.4.e")
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_everybody_leaves_is_spread_and_looked_at(game: str) -> None:
    found = table(game)
    found.prepare()
    for seat, name in enumerate("ABC", 1):
        found.tell(Leave(player(name), seat))
    assert due(found.state)[0].act == "spread_idle"
    found.tell(Sit(player("D"), 1))
    with pytest.raises(Refused, match="Next: spread idle"):
        found.tell(Do(player("D"), "look"))
    with pytest.raises(Refused, match="by the player"):
        found.tell(Do(player("D"), "spread_idle"))
    found.tell(Do(DEALER, "spread_idle", data="face_down"))
    found.tell(Do(player("D"), "look"))
    assert [task.act for task in found.state.agenda][:3] == ["wash", "stack", "shuffle"]


@pytest.mark.parametrize("game", GAMES)
def test_both_decks_of_an_idle_table_are_washed(game: str) -> None:
    found = Trial(read_setup(game, {"shuffle": "automated", "decks": 2}), Random(0))
    found.tell(Sit(player("A"), 1))
    found.prepare()
    found.tell(Leave(player("A"), 1))
    found.tell(Do(DEALER, "spread_idle"))
    acts = [task.act for task in found.state.agenda]
    assert acts.count("wash") == 2
    assert acts[-6:] == ["insert", "start", "shuffle", "load", "insert", "start"]
    assert not found.state.waiting


def test_what_was_wrong_with_the_old_deck_goes_with_it() -> None:
    found = table("pikit", preshuffled=True)
    found.prepare()
    found.tell(Happen(WORLD, "face_up", found.state.stock[0]))
    found.tell(Happen(WORLD, "skip_dealer"))
    found.tell(CloseTable(DEALER))
    assert not found.state.face_up
    assert not found.state.skips_dealer


# --- what can be sent


@pytest.mark.parametrize(
    "data",
    [
        {"type": "bet", "by": {"role": "player"}, "seat": 1, "wager": "ante", "cents": 5},
        {"type": "happen", "by": {"role": "system", "name": "w"}, "kind": "stuck", "card": "zz"},
        {"type": "happen", "by": {"role": "system", "name": "w"}, "kind": "stuck", "card": {}},
        {"type": "buy_in", "by": {"role": "player", "name": "A"}, "cents": 10**4000},
    ],
)
def test_a_bad_command_is_malformed(data: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        command_from_data({"v": 1, **data})


def test_a_bad_event_is_malformed() -> None:
    bought = {"type": "chips_bought", "by": "x", "clauses": [], "player": "A"}
    for move in ({"source": "a", "target": "a", "cents": 1}, {"source": "a"}):
        with pytest.raises(Malformed):
            event_from_data({"v": 1, **bought, "moves": [move]})


def test_wild_data_are_refused_by_the_table() -> None:
    found = table("uth", shuffle="automated", method="hand")
    with pytest.raises(Refused, match="a deck has 52 cards"):
        found.tell(Do(DEALER, "receive", data=[[*NEW_DECK, NEW_DECK[0]]]))
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "load")
    wild: list[Any] = [[], {}, None, 7]
    for data in wild:
        with pytest.raises(Malformed):
            found.tell(Do(DEALER, "load", data=data))
    found.tell(Do(DEALER, "load", data="left"))
    with pytest.raises(Malformed, match="tender"):
        found.tell(Bet(player("A"), 1, "ante", 500, tender="bananas"))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="nobody holds more"):
        found.tell(BuyIn(player("A"), 10**14))
    json.dumps(view(found.state, "player", "A"))
