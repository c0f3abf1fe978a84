"""Procedure: whole rounds, who may do what and when, and the refusals that say so."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Refused
from houseway.table import TableState, due, evolve, read_setup
from houseway.table.agenda import preparing_tasks
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
from houseway.table.state import Shuffler
from houseway.table.trial import (
    ALL_ACTS,
    DEALER,
    DEVICE,
    EQUIPMENT,
    SUPERVISOR,
    Trial,
    replayed,
)
from tests.table.helpers import (
    DEVICE_SHUFFLE,
    WORLD,
    finish,
    racks,
    start_round,
    table,
    until,
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
def test_any_round_comes_to_what_settlement_says(
    game: str, equipment: dict[str, Any], automated: bool, seed: int
) -> None:
    """Dealt, played and settled act by act, the chips end where `settle` puts them."""
    found = table(game, seed, ALL_ACTS if automated else frozenset(), **equipment)
    for _ in range(3):
        found.prepare()
        before = racks(found)
        found.bet_at_random()
        logged = len(found.log)
        found.play_round()
        after = racks(found)
        gained = {player: after[player] - before[player] for player in before}
        moved = [event for event in found.log[logged:] if isinstance(event, MoneyMoved)]
        assert moved, seed
        assert gained == settled_totals(found), seed
    assert replayed(found) == found.state


def settled_totals(found: Trial) -> dict[str, int]:
    """What `settle` says of the last round in the log."""
    state = found.start
    last = None
    for event in found.log:
        state = evolve(state, event)
        if state.round is not None and state.round.settlement is not None:
            last = state.round
    assert last is not None
    rules = found.state.setup.game
    settlement = rules.settle(found.state.setup.options, last.described())
    totals = dict.fromkeys(found.state.seats.values(), 0)
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
    found = table(game, method=method, shuffle="automated")
    counted = []
    for number in range(1, 12):
        found.prepare()
        found.bet_at_random()
        start = len(found.log)
        found.play_round()
        acts = [type(event).__name__ for event in found.log[start:]]
        if "StubCounted" in acts:
            counted.append(number)
    assert counted == [5, 10]


def test_a_counting_shuffler_spares_the_count_where_the_text_says_so() -> None:
    config = {**DEVICE_SHUFFLE, "method": "hand", "shuffler_counts": True}
    assert read_setup("pikit", config).counts_spared
    assert not read_setup("uth", config).counts_spared
    assert not read_setup("hilo", config).counts_spared
    assert read_setup("hilo", {**config, "method": "automated_shoe"}).counts_spared


@pytest.mark.clause("pikit.39.2.b.3", "pikit.39.2.b.4", "uth.2.b.3", "uth.2.b.4")
@pytest.mark.clause("hilo.40.2.b.3", "hilo.40.2.b.4")
@pytest.mark.parametrize("game", GAMES)
def test_two_decks_alternate_and_one_is_shuffled_while_the_other_plays(game: str) -> None:
    found = table(game, shuffle="automated", method="hand", decks=2)
    used = []
    for _ in range(6):
        found.prepare()
        used.append(found.state.in_use)
        found.bet_at_random()
        found.tell(Do(DEALER, "no_more_bets"))
        other = found.state.decks[(found.state.in_use + 1) % 2]
        found.tell(Do(DEVICE, "shuffle", data=found.chance.sample(other, 52)))
        finish(found)
        assert due(found.state)[0].act == "load"
    assert used == [0, 1, 0, 1, 0, 1]


@pytest.mark.clause("pikit.39.3.d", "uth.6.e", "hilo.40.6.h", "pikit.39.7.b")
@pytest.mark.clause("uth.7.b", "hilo.40.7.b")
@pytest.mark.clause("pikit.39.8.b.3", "pikit.39.9.b.2", "uth.8.b.3", "uth.9.b.2")
@pytest.mark.clause("hilo.40.8.b.3", "hilo.40.9.b.2")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_no_card_leaves_the_deck_before_the_call(game: str, method: str) -> None:
    found = table(game, method=method, shuffle="automated")
    found.prepare()
    found.bet_at_random()
    act = "deal_stack" if method == "automated_shoe" else "deal"
    with pytest.raises(Refused, match="until the dealer announces 'No more bets'"):
        found.tell(Do(DEALER, act, seat=1))
    with pytest.raises(Refused, match="the dealer makes the call"):
        found.tell(Do(SUPERVISOR, "no_more_bets"))
    found.tell(Do(DEALER, "no_more_bets"))
    assert (due(found.state)[0].act, due(found.state)[0].seat) == (act, 1)
    with pytest.raises(Refused, match="bets are not open"):
        found.tell(Do(DEALER, "no_more_bets"))


@pytest.mark.clause("pikit.39.6.b.2", "pikit.39.6.c", "pikit.39.6.c.1", "pikit.39.6.c.1.ii")
@pytest.mark.clause("pikit.39.6.c.1.iii", "pikit.39.6.d", "uth.4.b.2", "uth.4.c")
@pytest.mark.clause("uth.4.c.1", "uth.4.c.1.ii", "uth.4.c.1.iii", "uth.4.d")
@pytest.mark.clause("hilo.40.4.b.2", "hilo.40.4.c", "hilo.40.4.c.1", "hilo.40.4.c.1.ii")
@pytest.mark.clause("hilo.40.4.c.1.iii", "hilo.40.4.d")
@pytest.mark.parametrize("game", GAMES)
def test_the_cut_and_the_supervisors_recut(game: str) -> None:
    found = table(game)
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    while due(found.state)[0].act != "cut":
        act = due(found.state)[0].act
        found.perform(list(NEW_DECK) if act == "shuffle" else None)
    for cards, clause in ((9, "cut_least"), (52, "cut_rest")):
        with pytest.raises(Refused) as refused:
            found.tell(Do(DEALER, "cut", data=cards))
        assert refused.value.clauses == getattr(GAMES[game].handling, clause)
    found.tell(Do(DEALER, "cut", data=10))
    assert found.state.stock == NEW_DECK[10:] + NEW_DECK[:10]
    with pytest.raises(Refused, match="supervisor may order it"):
        found.tell(OrderRecut(DEALER, "a bad cut"))
    with pytest.raises(Refused, match="a reason is recorded"):
        found.tell(OrderRecut(SUPERVISOR, " "))
    found.tell(OrderRecut(SUPERVISOR, "a bad cut"))
    found.perform()
    found.tell(Do(DEALER, "cut", data=20))
    found.prepare()
    found.tell(OrderRecut(SUPERVISOR, "again"))
    assert [task.act for task in found.state.agenda] == ["place_cover", "cut", "rack_cover", "load"]


@pytest.mark.clause("pikit.39.2.b.1", "uth.2.b.1", "hilo.40.2.b.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_deck_that_is_not_whole_is_not_verified(game: str) -> None:
    two = table(game, shuffle="automated", decks=2)
    two.tell(Do(DEALER, "receive", data=[list(NEW_DECK), [*NEW_DECK[:51], NEW_DECK[0]]]))
    two.perform()
    with pytest.raises(Refused, match="not the 52 cards"):
        two.perform()
    found = table(game)
    with pytest.raises(Refused, match="this table uses 1"):
        found.tell(Do(DEALER, "receive", data=[]))
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK[:51])]))
    found.perform()
    with pytest.raises(Refused, match="not the 52 cards"):
        found.perform()


@pytest.mark.clause("pikit.39.5.a", "pikit.39.5.b", "pikit.39.5.c", "pikit.39.5.d")
@pytest.mark.clause("uth.3.a", "uth.3.b", "uth.3.c", "uth.3.d")
@pytest.mark.clause("hilo.40.3.a", "hilo.40.3.b", "hilo.40.3.c", "hilo.40.3.d")
@pytest.mark.clause("pikit.39.6.b", "pikit.39.6.b.1", "uth.4.b", "uth.4.b.1")
@pytest.mark.clause("hilo.40.4.b", "hilo.40.4.b.1")
@pytest.mark.parametrize("game", GAMES)
def test_the_opening_of_a_table(game: str) -> None:
    """Each deck by itself; a device's shuffle is not cut; pre-shuffled cards skip the spread."""

    def opening(**config: Any) -> list[tuple[str, str]]:
        tasks = preparing_tasks(TableState(read_setup(game, config)))
        return [(task.act, task.by.value) for task in tasks]

    received = [("receive", "dealer")]
    checked = [("inspect", "dealer"), ("verify", "floorperson")]
    mixed = [("spread", "dealer"), ("look", "player"), ("wash", "dealer"), ("stack", "dealer")]
    cut = [(act, "dealer") for act in ("place_cover", "cut", "rack_cover", "load")]
    by_hand = [("shuffle", "dealer"), *cut]
    inside = [("insert", "dealer"), ("start", "dealer")]
    by_device = [*inside, ("shuffle", "device"), ("load", "dealer")]
    secured = [("secure", "dealer")] if game == "hilo" else []
    assert opening() == [*received, *checked, *mixed, *secured, *by_hand]
    two = opening(shuffle="automated", decks=2)
    assert two == [*received, *checked * 2, *mixed * 2, *secured, *by_device, *inside]
    skipped = by_hand if game == "uth" else by_hand[1:]
    assert opening(preshuffled=True) == [*received, *checked, *secured, *skipped]
    hand = opening(preshuffled=True, shuffle="automated", method="hand")
    assert hand == [*received, *checked, *by_device]


@pytest.mark.clause("pikit.39.6.e", "uth.4.e", "hilo.40.4.e")
@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_is_spread_and_looked_at_again(game: str) -> None:
    found = Trial(read_setup(game, {}), Random(0))
    alice = Actor(Role.PLAYER, "A")
    found.tell(Sit(alice, 1))
    found.prepare()
    with pytest.raises(Refused, match="gaming activity"):
        found.tell(Do(DEALER, "spread_idle"))
    found.tell(Leave(alice, 1))
    found.tell(Do(DEALER, "spread_idle"))
    with pytest.raises(Refused, match="not at the table"):
        found.tell(Do(alice, "look"))
    found.tell(Sit(alice, 2))
    found.tell(Do(alice, "look"))
    acts = [task.act for task in found.state.agenda]
    assert acts == ["wash", "stack", "shuffle", "place_cover", "cut", "rack_cover", "load"]


def test_a_shuffle_keeps_every_card() -> None:
    found = table("uth")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "shuffle")
    twice = [*NEW_DECK[:51], NEW_DECK[0]]
    with pytest.raises(Refused, match="every card of the deck, each once"):
        found.perform(twice)
    start_round(other := table("uth"))
    with pytest.raises(Refused, match="only a second deck"):
        other.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK)))


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
    found = table(game, shuffle="automated", method="hand")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "shuffle")
    found.tell(Happen(WORLD, "jam"))
    found.perform(list(NEW_DECK))
    assert found.state.kit.shuffler is Shuffler.JAM
    assert due(found.state)[0].act == "start"
    found.perform()
    found.perform(list(reversed(NEW_DECK)))
    assert found.state.stock == tuple(reversed(NEW_DECK))
    assert due(found.state)[0].act == "load"


@pytest.mark.clause("pikit.39.12.g", "uth.15.g", "hilo.40.12.g")
@pytest.mark.parametrize("game", GAMES)
def test_a_device_comes_off_the_table_before_another_method(game: str) -> None:
    found = table(game, shuffle="automated", method="automated_shoe")
    change = ChangeMethod(SUPERVISOR, "manual_shoe", "manual")
    start_round(found)
    with pytest.raises(Refused, match="between rounds"):
        found.tell(RemoveDevice(DEALER, "shuffler"))
    finish(found)
    found.prepare()
    with pytest.raises(Refused, match="the shuffler is still on the table"):
        found.tell(change)
    found.tell(RemoveDevice(DEALER, "shuffler"))
    with pytest.raises(Refused, match="the automated shoe is still on the table"):
        found.tell(change)
    with pytest.raises(Refused, match="it is not on the table"):
        found.tell(RemoveDevice(DEALER, "shuffler"))
    found.tell(RemoveDevice(DEALER, "automated_shoe"))
    with pytest.raises(Refused, match="floorperson or supervisor"):
        found.tell(ChangeMethod(DEALER, "manual_shoe", "manual"))
    with pytest.raises(Refused, match="shuffled by a device"):
        found.tell(ChangeMethod(SUPERVISOR, "hand", "manual"))
    found.tell(change)
    secured = ["secure"] if game == "hilo" else []
    by_hand = ["shuffle", "place_cover", "cut", "rack_cover", "load"]
    assert [task.act for task in found.state.agenda] == [*secured, *by_hand]
    found.prepare()
    found.bet_at_random()
    found.play_round()
    assert replayed(found) == found.state
