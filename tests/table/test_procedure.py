"""Procedure: whole rounds, decks, counts and cuts, and the refusals of a step out of order."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Refused
from houseway.table import TableState, due, evolve, read_setup
from houseway.table.agenda import list_preparation_tasks
from houseway.table.commands import (
    Actor,
    ChangeMethod,
    Do,
    Happen,
    Leave,
    OrderRecut,
    RemoveDevice,
    Role,
    Sit,
)
from houseway.table.events import MoneyMoved
from houseway.table.setup import ALL_ACTS
from houseway.table.state import Shuffler
from houseway.table.trials import DEALER, DEVICE, EQUIPMENT, SUPERVISOR, Trial, replay
from tests.table.helpers import (
    DEVICE_SHUFFLE,
    WORLD,
    finish_round,
    list_racks,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.clause("pikit.39.8.a", "pikit.39.8.b", "pikit.39.9.a", "pikit.39.9.b")
@pytest.mark.clause("uth.8.a", "uth.8.b", "uth.9.a", "uth.9.b")
@pytest.mark.clause("hilo.40.8.a", "hilo.40.8.b", "hilo.shoes.b.1", "hilo.40.9.a")
@pytest.mark.clause("hilo.40.9.b", "pikit.39.6.a", "uth.4.a", "hilo.40.4.a")
@given(
    st.sampled_from(list(GAMES)),
    st.sampled_from(EQUIPMENT),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_every_round_ends_as_settlement_computes_it(
    game: str, equipment: dict[str, Any], automated: bool, seed: int
) -> None:
    """Dealt, played and settled act by act, the chips end where `settle` puts them."""
    table = open_table(game, seed, ALL_ACTS if automated else frozenset(), **equipment)
    for _ in range(3):
        table.prepare()
        before = list_racks(table)
        table.bet_at_random()
        logged = len(table.log)
        table.play_round()
        after = list_racks(table)
        gained = {player: after[player] - before[player] for player in before}
        moved = [event for event in table.log[logged:] if isinstance(event, MoneyMoved)]
        assert moved, seed
        assert gained == settle_last_round(table), seed
    assert replay(table) == table.state


def settle_last_round(table: Trial) -> dict[str, int]:
    """Each player's total as `settle` computes it for the last round in the log."""
    state = table.start
    last = None
    for event in table.log:
        state = evolve(state, event)
        if state.round is not None and state.round.settlement is not None:
            last = state.round
    assert last is not None
    rules = table.state.setup.game
    settlement = rules.settle(table.state.setup.options, last.described())
    totals = dict.fromkeys(table.state.seats.values(), 0)
    for hand, result in zip(last.hands.values(), settlement.hands, strict=True):
        totals[hand.player] += result.total
    return totals


@pytest.mark.clause("pikit.39.7.d", "pikit.39.7.e", "pikit.39.7.e.1", "uth.7.e")
@pytest.mark.clause("uth.7.f", "uth.7.f.1", "hilo.40.7.e", "hilo.40.7.f")
@pytest.mark.clause("hilo.40.7.f.1")
@pytest.mark.clause("pikit.39.8.d", "pikit.39.8.e", "pikit.39.9.d", "pikit.39.9.e")
@pytest.mark.clause("uth.8.d", "uth.8.e", "uth.9.d", "uth.9.e")
@pytest.mark.clause("hilo.40.8.d", "hilo.40.8.e", "hilo.40.9.d", "hilo.40.9.e")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_the_stub_is_counted_at_least_every_five_rounds(game: str, method: str) -> None:
    table = open_table(game, method=method, shuffle="automated")
    counted = []
    for number in range(1, 12):
        table.prepare()
        table.bet_at_random()
        start = len(table.log)
        table.play_round()
        acts = [type(event).__name__ for event in table.log[start:]]
        if "StubCounted" in acts:
            counted.append(number)
    assert counted == [5, 10]


def test_a_counting_shuffler_spares_the_count_where_the_text_allows() -> None:
    config = {**DEVICE_SHUFFLE, "method": "hand", "shuffler_counts": True}
    assert read_setup("pikit", config).counts_spared
    assert not read_setup("uth", config).counts_spared
    assert not read_setup("hilo", config).counts_spared
    assert read_setup("hilo", {**config, "method": "automated_shoe"}).counts_spared


@pytest.mark.clause("pikit.39.2.b.3", "pikit.39.2.b.4", "uth.2.b.3", "uth.2.b.4")
@pytest.mark.clause("hilo.40.2.b.3", "hilo.40.2.b.4")
@pytest.mark.parametrize("game", GAMES)
def test_two_decks_alternate_and_one_is_shuffled_while_the_other_plays(game: str) -> None:
    table = open_table(game, shuffle="automated", method="hand", decks=2)
    used = []
    for _ in range(6):
        table.prepare()
        used.append(table.state.in_use)
        table.bet_at_random()
        table.submit(Do(DEALER, "no_more_bets"))
        other = table.state.decks[(table.state.in_use + 1) % 2]
        table.submit(Do(DEVICE, "shuffle", data=table.chance.sample(other, 52)))
        finish_round(table)
        assert due(table.state)[0].act == "load"
    assert used == [0, 1, 0, 1, 0, 1]


@pytest.mark.clause("pikit.39.3.d", "uth.6.e", "hilo.40.6.h", "pikit.39.7.b")
@pytest.mark.clause("uth.7.b", "hilo.40.7.b")
@pytest.mark.clause("pikit.39.8.b.3", "pikit.39.9.b.2", "uth.8.b.3", "uth.9.b.2")
@pytest.mark.clause("hilo.40.8.b.3", "hilo.40.9.b.2")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_no_card_leaves_the_deck_before_the_call(game: str, method: str) -> None:
    table = open_table(game, method=method, shuffle="automated")
    table.prepare()
    table.bet_at_random()
    act = "deal_stack" if method == "automated_shoe" else "deal"
    with pytest.raises(Refused, match="until the dealer announces 'No more bets'"):
        table.submit(Do(DEALER, act, seat=1))
    with pytest.raises(Refused, match="the dealer makes the call"):
        table.submit(Do(SUPERVISOR, "no_more_bets"))
    table.submit(Do(DEALER, "no_more_bets"))
    assert (due(table.state)[0].act, due(table.state)[0].seat) == (act, 1)
    with pytest.raises(Refused, match="bets are not open"):
        table.submit(Do(DEALER, "no_more_bets"))


@pytest.mark.clause("pikit.39.6.b.2", "pikit.39.6.c", "pikit.39.6.c.1", "pikit.39.6.c.1.ii")
@pytest.mark.clause("pikit.39.6.c.1.iii", "pikit.39.6.d", "uth.4.b.2", "uth.4.c")
@pytest.mark.clause("uth.4.c.1", "uth.4.c.1.ii", "uth.4.c.1.iii", "uth.4.d")
@pytest.mark.clause("hilo.40.4.b.2", "hilo.40.4.c", "hilo.40.4.c.1", "hilo.40.4.c.1.ii")
@pytest.mark.clause("hilo.40.4.c.1.iii", "hilo.40.4.d")
@pytest.mark.parametrize("game", GAMES)
def test_a_deck_is_cut_and_a_supervisor_may_order_a_recut(game: str) -> None:
    table = open_table(game)
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    while due(table.state)[0].act != "cut":
        act = due(table.state)[0].act
        table.perform(list(NEW_DECK) if act == "shuffle" else None)
    for cards, clause in ((9, "cut_least"), (52, "cut_rest")):
        with pytest.raises(Refused) as refused:
            table.submit(Do(DEALER, "cut", data=cards))
        assert refused.value.clauses == getattr(GAMES[game].handling, clause)
    table.submit(Do(DEALER, "cut", data=10))
    assert table.state.stock == NEW_DECK[10:] + NEW_DECK[:10]
    with pytest.raises(Refused, match="supervisor may order it"):
        table.submit(OrderRecut(DEALER, "a bad cut"))
    with pytest.raises(Refused, match="a reason is recorded"):
        table.submit(OrderRecut(SUPERVISOR, " "))
    table.submit(OrderRecut(SUPERVISOR, "a bad cut"))
    table.perform()
    table.submit(Do(DEALER, "cut", data=20))
    table.prepare()
    table.submit(OrderRecut(SUPERVISOR, "again"))
    assert [task.act for task in table.state.agenda] == ["place_cover", "cut", "rack_cover", "load"]


@pytest.mark.clause("pikit.39.2.b.1", "uth.2.b.1", "hilo.40.2.b.1")
@pytest.mark.parametrize("game", GAMES)
def test_an_incomplete_deck_is_not_verified(game: str) -> None:
    two = open_table(game, shuffle="automated", decks=2)
    two.submit(Do(DEALER, "receive", data=[list(NEW_DECK), [*NEW_DECK[:51], NEW_DECK[0]]]))
    two.perform()
    with pytest.raises(Refused, match="not the 52 cards"):
        two.perform()
    table = open_table(game)
    with pytest.raises(Refused, match="this table uses 1"):
        table.submit(Do(DEALER, "receive", data=[]))
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK[:51])]))
    table.perform()
    with pytest.raises(Refused, match="not the 52 cards"):
        table.perform()


@pytest.mark.clause("pikit.39.5.a", "pikit.39.5.b", "pikit.39.5.c", "pikit.39.5.d")
@pytest.mark.clause("uth.3.a", "uth.3.b", "uth.3.c", "uth.3.d")
@pytest.mark.clause("hilo.40.3.a", "hilo.40.3.b", "hilo.40.3.c", "hilo.40.3.d")
@pytest.mark.clause("pikit.39.6.b", "pikit.39.6.b.1", "uth.4.b", "uth.4.b.1")
@pytest.mark.clause("hilo.40.4.b", "hilo.40.4.b.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_table_opens_with_the_prescribed_tasks(game: str) -> None:
    """Each deck by itself; a device's shuffle is not cut; pre-shuffled cards skip the spread."""

    def list_opening(**config: Any) -> list[tuple[str, str]]:
        tasks = list_preparation_tasks(TableState(read_setup(game, config)))
        return [(task.act, task.by.value) for task in tasks]

    received = [("receive", "dealer")]
    checked = [("inspect", "dealer"), ("verify", "floorperson")]
    mixed = [("spread", "dealer"), ("look", "player"), ("wash", "dealer"), ("stack", "dealer")]
    cut = [(act, "dealer") for act in ("place_cover", "cut", "rack_cover", "load")]
    by_hand = [("shuffle", "dealer"), *cut]
    inside = [("insert", "dealer"), ("start", "dealer")]
    by_device = [*inside, ("shuffle", "device"), ("load", "dealer")]
    secured = [("secure", "dealer")] if game == "hilo" else []
    assert list_opening() == [*received, *checked, *mixed, *secured, *by_hand]
    two = list_opening(shuffle="automated", decks=2)
    assert two == [*received, *checked * 2, *mixed * 2, *secured, *by_device, *inside]
    skipped = by_hand if game == "uth" else by_hand[1:]
    assert list_opening(preshuffled=True) == [*received, *checked, *secured, *skipped]
    hand = list_opening(preshuffled=True, shuffle="automated", method="hand")
    assert hand == [*received, *checked, *by_device]


@pytest.mark.clause("pikit.39.6.e", "uth.4.e", "hilo.40.4.e")
@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_is_spread_and_a_player_looks_again(game: str) -> None:
    table = Trial(read_setup(game, {}), Random(0))
    alice = Actor(Role.PLAYER, "A")
    table.submit(Sit(alice, 1))
    table.prepare()
    with pytest.raises(Refused, match="gaming activity"):
        table.submit(Do(DEALER, "spread_idle"))
    table.submit(Leave(alice, 1))
    table.submit(Do(DEALER, "spread_idle"))
    with pytest.raises(Refused, match="not at the table"):
        table.submit(Do(alice, "look"))
    table.submit(Sit(alice, 2))
    table.submit(Do(alice, "look"))
    acts = [task.act for task in table.state.agenda]
    assert acts == ["wash", "stack", "shuffle", "place_cover", "cut", "rack_cover", "load"]


def test_a_shuffle_keeps_every_card() -> None:
    table = open_table("uth")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "shuffle")
    twice = [*NEW_DECK[:51], NEW_DECK[0]]
    with pytest.raises(Refused, match="every card of the deck, each once"):
        table.perform(twice)
    start_round(other := open_table("uth"))
    with pytest.raises(Refused, match="only a second deck"):
        other.submit(Do(DEVICE, "shuffle", data=list(NEW_DECK)))


@pytest.mark.clause("pikit.39.2.b", "uth.2.b", "hilo.40.2.b", "pikit.39.8.b.1")
@pytest.mark.clause("uth.8.b.1", "hilo.40.8.b.1")
@pytest.mark.parametrize(
    ("game", "config", "clause"),
    [
        ("pikit", {"decks": 2, "shuffle": "manual"}, "pikit.39.2.b"),
        ("uth", {"decks": 2}, "uth.2.b"),
        ("hilo", {"decks": 2}, "hilo.40.2.b"),
        ("pikit", {"method": "hand"}, "pikit.39.8.b.1"),
        ("uth", {"method": "hand"}, "uth.8.b.1"),
        ("hilo", {"method": "hand"}, "hilo.40.8.b.1"),
        ("uth", {"cover_all": True}, "uth.13.d"),
        (
            "pikit",
            {"decks": 2, "shuffle": "automated", "stub_count_interval": 4},
            "pikit.39.7.e",
        ),
    ],
)
def test_equipment_the_texts_forbid_is_refused(game: str, config: Any, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        read_setup(game, config)
    assert clause in refused.value.clauses


@pytest.mark.clause("pikit.39.12.e", "uth.15.e", "hilo.40.12.e")
@pytest.mark.parametrize("game", GAMES)
def test_a_jammed_shuffler_means_another_shuffle(game: str) -> None:
    table = open_table(game, shuffle="automated", method="hand")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "shuffle")
    table.submit(Happen(WORLD, "jam"))
    table.perform(list(NEW_DECK))
    assert table.state.kit.shuffler is Shuffler.JAM
    assert due(table.state)[0].act == "start"
    table.perform()
    table.perform(list(reversed(NEW_DECK)))
    assert table.state.stock == tuple(reversed(NEW_DECK))
    assert due(table.state)[0].act == "load"


@pytest.mark.clause("pikit.39.12.g", "uth.15.g", "hilo.40.12.g")
@pytest.mark.parametrize("game", GAMES)
def test_a_device_is_removed_before_the_method_changes(game: str) -> None:
    table = open_table(game, shuffle="automated", method="automated_shoe")
    change = ChangeMethod(SUPERVISOR, "manual_shoe", "manual")
    start_round(table)
    with pytest.raises(Refused, match="between rounds"):
        table.submit(RemoveDevice(DEALER, "shuffler"))
    finish_round(table)
    table.prepare()
    with pytest.raises(Refused, match="the shuffler is still on the table"):
        table.submit(change)
    table.submit(RemoveDevice(DEALER, "shuffler"))
    with pytest.raises(Refused, match="the automated shoe is still on the table"):
        table.submit(change)
    with pytest.raises(Refused, match="it is not on the table"):
        table.submit(RemoveDevice(DEALER, "shuffler"))
    table.submit(RemoveDevice(DEALER, "automated_shoe"))
    with pytest.raises(Refused, match="floorperson or supervisor"):
        table.submit(ChangeMethod(DEALER, "manual_shoe", "manual"))
    with pytest.raises(Refused, match="shuffled by a device"):
        table.submit(ChangeMethod(SUPERVISOR, "hand", "manual"))
    table.submit(change)
    secured = ["secure"] if game == "hilo" else []
    by_hand = ["shuffle", "place_cover", "cut", "rack_cover", "load"]
    assert [task.act for task in table.state.agenda] == [*secured, *by_hand]
    table.prepare()
    table.bet_at_random()
    table.play_round()
    assert replay(table) == table.state
