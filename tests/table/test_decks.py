"""Defects that an independent examiner reported: decks, devices, closing, data."""

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
from houseway.table.setup import ALL_ACTS
from houseway.table.state import Shuffler
from houseway.table.trials import DEALER, DEVICE, FLOOR, Trial
from houseway.table.view_data import view_data
from houseway.table.wire import command_from_data, event_from_data
from tests.table.helpers import (
    WORLD,
    finish_round,
    list_irregularities,
    list_racks,
    open_table,
    perform_until,
    start_round,
)
from tests.table.stacked import DEVICES, player

# --- decks, devices, counts


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_method_skips_nothing(game: str) -> None:
    table = open_table(game, **DEVICES)
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK[:51])]))
    for device in ("shuffler", "automated_shoe"):
        table.submit(RemoveDevice(FLOOR, device))
    with pytest.raises(Refused, match="the decks are not ready yet"):
        table.submit(ChangeMethod(FLOOR, "manual_shoe", "manual"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [[], list(NEW_DECK[:51]), [*NEW_DECK[:51], NEW_DECK[0]]])
def test_nobody_verifies_a_bad_deck_and_it_is_sent_back(game: str, cards: list[Card]) -> None:
    table = open_table(game, automation=ALL_ACTS)
    table.submit(Do(DEALER, "receive", data=[cards]))
    assert due(table.state)[0].act == "verify"
    with pytest.raises(Refused, match="Send it back"):
        table.submit(Do(FLOOR, "verify"))
    with pytest.raises(Refused, match="done by the staff"):
        table.submit(Do(player("A"), "reject"))
    table.submit(Do(FLOOR, "reject"))
    assert due(table.state)[0].act == "receive"
    with pytest.raises(Refused, match="no deck is being inspected"):
        table.submit(Do(FLOOR, "reject"))
    table.prepare()
    assert table.state.phase is Phase.BETTING


def test_names_that_look_alike_belong_to_the_same_person() -> None:
    table = open_table("uth")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    table.submit(Do(DEALER, "inspect"))
    for name in ("Dana", "dana", "Dana ", "\uff24ana"):
        with pytest.raises(Refused, match="a second person"):
            table.submit(Do(Actor(Role.FLOORPERSON, name), "verify"))


def test_only_a_shuffler_that_counts_spares_the_count() -> None:
    assert not read_setup("pikit", {"shuffler_counts": True}).counts_spared
    table = open_table("pikit", shuffle="automated", shuffler_counts=True)
    table.prepare()
    assert table.state.setup.counts_spared
    table.submit(RemoveDevice(FLOOR, "shuffler"))
    table.submit(ChangeMethod(FLOOR, "manual_shoe", "manual"))
    assert not table.state.setup.counts_spared


@pytest.mark.parametrize("game", GAMES)
def test_void_rounds_count_towards_the_next_count_of_the_stub(game: str) -> None:
    table = open_table(game)
    counted = []
    for number in range(1, 8):
        table.prepare()
        table.bet_at_random()
        start = len(table.log)
        if number <= 3:
            for card in table.state.stock[:2]:
                table.submit(Happen(WORLD, "face_up", card))
        table.play_round()
        if any(type(event).__name__ == "StubCounted" for event in table.log[start:]):
            counted.append(number)
    assert counted == [5]


def test_the_count_does_not_report_a_misdeal_a_second_time() -> None:
    table = open_table("uth", stub_count_interval=1)
    table.prepare()
    for seat, name in enumerate("AB", 1):
        for wager in ("ante", "blind"):
            table.submit(Bet(player(name), seat, wager, 500))
    table.submit(Happen(WORLD, "stuck", table.state.stock[0]))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 1, "check"))
    table.submit(Choose(player("B"), 2, "4x"))
    finish_round(table)
    assert [each.kind.value for each in list_irregularities(table)] == ["incorrect_number_of_cards"]
    assert table.state.rack_of("A") == 10_000_000
    assert table.state.last_round is not None
    assert table.state.last_round.moved[2, "play"] != 0 or table.state.rack_of("B") == 10_000_000


def test_a_deck_that_the_shuffler_rejected_is_not_used_again() -> None:
    two: dict[str, Any] = {"shuffle": "automated", "method": "manual_shoe", "decks": 2}
    two["shuffler_counts"] = True
    table = open_table("pikit", **two)
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)] * 2))
    perform_until(table, "shuffle")
    table.submit(Happen(WORLD, "lose_card", NEW_DECK[5]))
    table.perform(list(table.state.stock))
    assert table.state.retired == {0}
    table.submit(RemoveDevice(FLOOR, "shuffler"))
    with pytest.raises(Refused, match="the decks are not ready yet"):
        table.submit(ChangeMethod(FLOOR, "manual_shoe", "manual"))


@pytest.mark.parametrize("game", GAMES)
def test_a_removed_device_deals_no_more(game: str) -> None:
    table = open_table(game, **DEVICES)
    table.prepare()
    for device in ("shuffler", "automated_shoe"):
        table.submit(RemoveDevice(DEALER, device))
    for act in (table.bet_at_random, lambda: table.submit(Do(DEALER, "no_more_bets"))):
        with pytest.raises(Refused, match="off the table"):
            act()


def test_a_jam_stops_only_the_device_it_is_in() -> None:
    """Once the stacks are out the board comes from the hand (UTH 9(d)); the idle deck waits."""
    table = open_table("uth", **DEVICES)
    start_round(table)
    perform_until(table, "decide")
    assert table.state.kit.holding == "hand"
    table.submit(Happen(WORLD, "shoe_jam"))
    finish_round(table)
    assert not list_irregularities(table)
    two = open_table("pikit", **DEVICES, decks=2)
    start_round(two)
    two.submit(Happen(WORLD, "shuffler_jam"))
    two.submit(Do(DEVICE, "shuffle", data=list(NEW_DECK)))
    assert two.state.kit.shuffler is Shuffler.JAM
    finish_round(two)
    assert not list_irregularities(two)


@pytest.mark.parametrize("game", ["uth", "hilo"])
def test_a_dealer_completes_a_hand_with_no_exposed_card(game: str) -> None:
    table = open_table(game)
    start_round(table)
    table.submit(Happen(WORLD, "skip_dealer"))
    while due(table.state)[0].act in {"deal", "rack_stub"}:
        if due(table.state)[0].act == "rack_stub":
            break
        table.perform()
    top = table.state.stock[0]
    table.submit(Happen(WORLD, "face_up", top))
    finish_round(table)
    assert table.state.last_round is not None
    assert top not in table.state.last_round.dealer
    assert top in table.state.last_round.set_aside


def test_no_card_is_drawn_in_error_after_the_deal() -> None:
    table = open_table("pikit")
    start_round(table)
    perform_until(table, "rack_stub")
    with pytest.raises(Refused, match="no cards are being dealt"):
        table.submit(DrawInError(DEALER, exposed=True))


def test_a_deck_that_runs_out_voids_the_round() -> None:
    table = Trial(read_setup("uth", {"seats": 21}), Random(0))
    table.seat(*[f"P{n}" for n in range(1, 22)])
    before = start_round(table)
    table.submit(Happen(WORLD, "lose_card", table.state.stock[-1]))
    table.submit(Happen(WORLD, "face_up", table.state.stock[0]))
    finish_round(table)
    assert list_racks(table) == before
    assert due(table.state)[0].act == "receive"


# --- the idle table, closing


@pytest.mark.clause("pikit.39.6.e", "uth.4.e", "hilo.40.4.e")
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_everybody_leaves_is_spread_for_the_next_player(game: str) -> None:
    table = open_table(game)
    table.prepare()
    for seat, name in enumerate("ABC", 1):
        table.submit(Leave(player(name), seat))
    assert due(table.state)[0].act == "spread_idle"
    table.submit(Sit(player("D"), 1))
    with pytest.raises(Refused, match="Next: spread idle"):
        table.submit(Do(player("D"), "look"))
    with pytest.raises(Refused, match="by the player"):
        table.submit(Do(player("D"), "spread_idle"))
    table.submit(Do(DEALER, "spread_idle", data="face_down"))
    table.submit(Do(player("D"), "look"))
    assert [task.act for task in table.state.agenda][:3] == ["wash", "stack", "shuffle"]


@pytest.mark.parametrize("game", GAMES)
def test_both_decks_of_an_idle_table_are_washed(game: str) -> None:
    table = Trial(read_setup(game, {"shuffle": "automated", "decks": 2}), Random(0))
    table.submit(Sit(player("A"), 1))
    table.prepare()
    table.submit(Leave(player("A"), 1))
    table.submit(Do(DEALER, "spread_idle"))
    acts = [task.act for task in table.state.agenda]
    assert acts.count("wash") == 2
    assert acts[-6:] == ["insert", "start", "shuffle", "load", "insert", "start"]
    assert not table.state.waiting


def test_faults_of_an_old_deck_leave_with_it() -> None:
    table = open_table("pikit", preshuffled=True)
    table.prepare()
    table.submit(Happen(WORLD, "face_up", table.state.stock[0]))
    table.submit(Happen(WORLD, "skip_dealer"))
    table.submit(CloseTable(DEALER))
    assert not table.state.face_up
    assert not table.state.skips_dealer


# --- data from outside


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


def test_the_table_refuses_data_of_the_wrong_kind() -> None:
    table = open_table("uth", shuffle="automated", method="hand")
    with pytest.raises(Refused, match="a deck has 52 cards"):
        table.submit(Do(DEALER, "receive", data=[[*NEW_DECK, NEW_DECK[0]]]))
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "load")
    wrong_data: list[Any] = [[], {}, None, 7]
    for data in wrong_data:
        with pytest.raises(Malformed):
            table.submit(Do(DEALER, "load", data=data))
    table.submit(Do(DEALER, "load", data="left"))
    with pytest.raises(Malformed, match="tender"):
        table.submit(Bet(player("A"), 1, "ante", 500, tender="bananas"))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="nobody holds more"):
        table.submit(BuyIn(player("A"), 10**14))
    json.dumps(view_data(table.state, "player", "A"))
