"""Procedure: whole rounds, who may do what and when, and the refusals that say so."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import TableState, check, due, evolve, read_setup
from houseway.table.agenda import preparing_tasks
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    CashOut,
    ChangeMethod,
    Choose,
    CloseTable,
    ColourUp,
    CountInventory,
    Do,
    DrawInError,
    EmptyBox,
    ExposeDealerCard,
    Happen,
    Leave,
    LookAtHand,
    MoveInventory,
    OrderRecut,
    PlaceCoupon,
    RemoveDevice,
    ReportBreach,
    Role,
    Sit,
    TakeBack,
    Tip,
)
from houseway.table.events import CardsRacked, InventoryCounted, MoneyMoved
from houseway.table.robots import beginner
from houseway.table.state import Shuffler
from houseway.table.trial import (
    ALL_ACTS,
    DEALER,
    DEVICE,
    EQUIPMENT,
    SUPERVISOR,
    Trial,
    replayed,
    run_trial,
)
from houseway.table.wire import COMMANDS
from tests.table.helpers import (
    DEVICE_SHUFFLE,
    WORLD,
    finish,
    irregularities,
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


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_step_is_refused_with_what_comes_next(game: str) -> None:
    found = table(game)
    start_round(found)
    log = len(found.log)
    with pytest.raises(Refused, match="it is not what comes next"):
        found.tell(Do(DEALER, "burn", seat=9))
    with pytest.raises(Refused, match="bets are closed"):
        found.tell(Bet(Actor(Role.PLAYER, "A"), 1, "ante", 500))
    with pytest.raises(Refused, match="stays until the round is over"):
        found.tell(Leave(Actor(Role.PLAYER, "A"), 1))
    with pytest.raises(Refused, match="not that seat's turn"):
        found.tell(Choose(Actor(Role.PLAYER, "A"), 1, "fold"))
    with pytest.raises(Refused, match="by the dealer"):
        found.tell(Do(DEVICE, due(found.state)[0].act, due(found.state)[0].seat))
    assert len(found.log) == log


def test_bets_are_complete_and_the_players_own() -> None:
    found = table("uth")
    found.prepare()
    alice, bob = Actor(Role.PLAYER, "A"), Actor(Role.PLAYER, "B")
    with pytest.raises(Refused, match="nobody has bet"):
        found.tell(Do(DEALER, "no_more_bets"))
    found.tell(Bet(alice, 1, "ante", 1000))
    with pytest.raises(Refused, match="no blind"):
        found.tell(Do(DEALER, "no_more_bets"))
    with pytest.raises(Refused, match="only who sits there"):
        found.tell(Bet(bob, 1, "blind", 1000))
    with pytest.raises(Refused, match="made with cash"):
        found.tell(Bet(alice, 1, "blind", 1000, tender="cash"))
    with pytest.raises(Refused, match="the player has chips for"):
        found.tell(Bet(alice, 1, "blind", 10**9))
    with pytest.raises(Refused, match="no wager that goes down before"):
        found.tell(Bet(alice, 1, "play", 1000))
    with pytest.raises(Refused, match="there is none to take back"):
        found.tell(TakeBack(alice, 1, "trips"))
    with pytest.raises(Refused, match="Take it back first"):
        found.tell(Leave(alice, 1))
    found.tell(Bet(alice, 1, "ante", 2000))
    found.tell(TakeBack(alice, 1, "ante"))
    assert found.state.rack_of("A") == 10_000_000
    with pytest.raises(Refused, match="not that player's seat"):
        found.tell(Leave(Actor(Role.PLAYER, "B"), 1))
    found.tell(Leave(alice, 1))
    with pytest.raises(Refused, match="nobody sits there"):
        found.tell(Leave(alice, 1))


def test_sitting_buying_and_closing_have_their_limits() -> None:
    found = table("hilo")
    with pytest.raises(Refused, match="the table has 7 seats"):
        found.tell(Sit(Actor(Role.PLAYER, "Z"), 8))
    with pytest.raises(Refused, match="the seat is taken"):
        found.tell(Sit(Actor(Role.PLAYER, "Z"), 1))
    with pytest.raises(Refused, match="name an amount"):
        found.tell(BuyIn(Actor(Role.PLAYER, "A"), 0))
    with pytest.raises(Refused, match="no hidden cards"):
        found.tell(ExposeDealerCard(DEALER))
    found.prepare()
    found.bet_at_random()
    with pytest.raises(Refused, match="bets are down"):
        found.tell(CloseTable(DEALER))
    found.play_round()
    found.tell(CloseTable(DEALER))
    assert found.state.phase.value == "closed"
    found.prepare()
    assert found.state.phase.value == "betting"


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


@pytest.mark.clause("uth.10.a", "uth.10.c", "uth.10.e", "uth.10.b", "uth.10.d", "uth.10.f")
@pytest.mark.clause("pikit.39.10.a", "pikit.39.10.c", "pikit.39.10.c.1", "pikit.39.10.c.3")
@pytest.mark.clause("pikit.39.10.d", "hilo.40.10.a", "hilo.40.10.c")
def test_the_order_of_play() -> None:
    def order(game: str) -> list[tuple[str, int | None, str | None]]:
        found = table(game, seed=9)
        start_round(found)
        played = [task for task in found.state.agenda if not task.act.startswith("deal_s")]
        return [(t.act, t.seat, t.stage) for t in played if t.act != "deal"]

    uth = order("uth")
    streets = [(seat, stage) for act, seat, stage in uth if act == "decide"]
    assert streets == [(n, s) for s in ("preflop", "flop", "river") for n in (1, 2, 3)]
    acts = [act for act, _, _ in uth]
    assert acts[3:7] == ["burn", "deal_community", "deal_community", "deal_community"]
    assert acts[10:13] == ["burn", "deal_community", "deal_community"]
    assert acts[-2:] == ["rack_stub", "reveal"]
    pikit = [(act, seat) for act, seat, stage in order("pikit") if stage != "pick"]
    assert pikit == [
        ("rack_stub", None),
        ("reveal", 3),
        ("decide", 3),
        ("reveal", 2),
        ("decide", 2),
        ("reveal", 1),
        ("decide", 1),
        ("reveal", None),
    ]
    picks = [seat or 0 for _, seat, stage in order("pikit") if stage == "pick"]
    assert picks == sorted(picks, reverse=True)
    hilo = table("hilo")
    start_round(hilo)
    until(hilo, "decide")
    assert [task.seat for task in due(hilo.state)] == [1, 2, 3]
    hilo.choose(3)
    until(hilo, "decide")
    assert [task.seat for task in due(hilo.state)] == [1, 2]


@pytest.mark.clause("uth.10.a.2", "uth.10.c.2", "uth.10.a.1")
def test_who_checks_is_asked_again_and_who_bets_is_not() -> None:
    found = table("uth")
    start_round(found)
    asked: list[tuple[int, str]] = []
    while found.state.round is not None:
        task = due(found.state)[0]
        if task.act != "decide":
            found.perform()
            continue
        seat, stage = task.seat or 0, task.stage or ""
        asked.append((seat, stage))
        # Seat 1 bets at once, seat 2 after the flop, seat 3 checks to the end.
        choice = {(1, "preflop"): "4x", (2, "flop"): "2x", (3, "river"): "1x"}
        player = Actor(Role.PLAYER, found.state.seats[seat])
        found.tell(Choose(player, seat, choice.get((seat, stage), "check")))
    assert asked == [
        *[(1, "preflop"), (2, "preflop"), (3, "preflop")],
        *[(2, "flop"), (3, "flop")],
        (3, "river"),
    ]


@pytest.mark.clause("hilo.40.10.b", "uth.10.e.2.i", "uth.10.e.2.ii")
@pytest.mark.parametrize(("game", "kept_by"), [("hilo", "poker_bonus"), ("uth", "trips")])
def test_a_folded_hand_is_kept_for_its_bonus_or_racked_at_once(game: str, kept_by: str) -> None:
    found = table(game)
    found.prepare()
    for seat, player in enumerate("ABC", 1):
        wagers = ["ante", "blind"] if game == "uth" else ["ante"]
        for wager in [*wagers, kept_by] if seat == 1 else wagers:
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    while found.state.round is not None and not found.state.round.dealer_revealed:
        task = due(found.state)[0]
        if task.act == "decide":
            owner = Actor(Role.PLAYER, found.state.seats[task.seat or 0])
            last = task.stage in {"river", "election"}
            found.tell(Choose(owner, task.seat or 0, "fold" if last else "check"))
        else:
            found.perform()
    assert found.state.round is not None
    assert ("tuck", 1, None) in found.state.round.done
    racked = [owner for owner, _ in found.state.rack]
    assert "1" not in racked
    assert {"2", "3"} <= set(racked)
    assert not found.state.round.revealed
    finish(found)
    assert [e.owner for e in found.log if isinstance(e, CardsRacked)][-2:] == ["1", "dealer"]


@pytest.mark.clause("pikit.39.9.c.1", "pikit.39.9.c.2")
@pytest.mark.parametrize("stack", ["immediate", "deferred"])
def test_the_dealers_stack_comes_at_once_or_after_the_decisions(stack: str) -> None:
    found = table("pikit", method="automated_shoe", dealer_stack=stack)
    start_round(found)
    acts = [(task.act, task.seat) for task in found.state.agenda if task.act != "reveal"]
    own, last = (
        acts.index(("deal_stack", 0)),
        max(n for n, a in enumerate(acts) if a[0] == "decide"),
    )
    assert (own > last) is (stack == "deferred")
    finish(found)
    assert not list(irregularities(found))


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


@pytest.mark.clause("uth.10.i")
@pytest.mark.clause("pikit.39.10.g", "hilo.40.10.g")
@pytest.mark.parametrize("game", GAMES)
def test_the_rack_is_in_the_order_cards_were_picked_up(game: str) -> None:
    found = table(game)
    found.prepare()
    found.bet_at_random()
    start = len(found.log)
    found.play_round()
    owners = [event.owner for event in found.log[start:] if isinstance(event, CardsRacked)]
    assert owners[0] in {"stub", "1", "2", "3"}
    assert owners[-1] == "dealer"
    assert sorted(owners) == ["1", "2", "3", "dealer", "stub"]


def test_the_clock_may_decide_for_a_player() -> None:
    for game in GAMES:
        found = table(game)
        start_round(found)
        until(found, "decide")
        while found.state.round is not None:
            task = due(found.state)[0]
            if task.act == "decide":
                script = GAMES[game].script
                hand = found.state.round.hands[task.seat or 0]
                clock = Actor(Role.SYSTEM, "clock")
                found.tell(Choose(clock, hand.seat, script.timeout(hand, task)))
            else:
                found.perform()


def test_a_refusal_is_never_silent_and_check_agrees_with_decide() -> None:
    found = table("pikit")
    refusals = list(check(found.state, Do(DEALER, "deal", seat=1)))
    assert len(refusals) == 1
    assert "Next: receive" in str(refusals[0])


@pytest.mark.parametrize("game", GAMES)
def test_random_tables_with_faults_and_wrong_commands(game: str) -> None:
    """A short run of `houseway selftest`."""
    for seed in range(12):
        run_trial(game, Random(seed), 5)


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_plays_by_a_strategy_that_the_rules_accept(game: str) -> None:
    """And better than at random: over the same decks it loses less."""
    lost = {}
    for name, robot in (("beginner", beginner), ("random", None)):
        found = Trial(read_setup(game, DEVICES_BY_HAND, ALL_ACTS), Random(1), robot)
        found.seat("A")
        order = Random(7)
        for _ in range(300):
            found.prepare(order.sample(NEW_DECK, 52))
            for wager in GAMES[game].wagering.before_the_deal:
                if wager.required:
                    found.tell(Bet(Actor(Role.PLAYER, "A"), 1, wager.id, 500))
            found.play_round()
        lost[name] = 10_000_000 - found.state.rack_of("A")
    assert lost["beginner"] < lost["random"], lost


DEVICES_BY_HAND = {"shuffle": "automated", "method": "hand"}


def test_tips_colour_ups_and_coupons_move_what_they_should() -> None:
    found = table("uth", match_play=True)
    alice = Actor(Role.PLAYER, "A")
    found.tell(Tip(alice, 500))
    found.tell(ColourUp(alice, 10_000))
    assert found.state.balances["tips"] == 500
    assert found.state.rack_of("A") == 10_000_000 - 500
    with pytest.raises(Refused, match=r"the player has .* at this table"):
        found.tell(Tip(alice, 10**9))
    with pytest.raises(Refused, match="bets are closed"):
        found.tell(PlaceCoupon(alice, 1, 500))
    found.prepare()
    with pytest.raises(Refused, match="above the chips beside it"):
        found.tell(PlaceCoupon(alice, 1, 500))
    found.tell(Bet(alice, 1, "ante", 1000))
    with pytest.raises(Refused, match="only who sits there"):
        found.tell(PlaceCoupon(Actor(Role.PLAYER, "B"), 1, 500))
    found.tell(PlaceCoupon(alice, 1, 500))
    assert found.state.coupons == {1: 500}


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


SAMPLES: list[Any] = [
    (Sit, (5,), {Role.PLAYER}),
    (Leave, (1,), {Role.PLAYER, Role.FLOORPERSON, Role.SUPERVISOR, Role.SYSTEM}),
    (BuyIn, (500,), {Role.PLAYER}),
    (Bet, (1, "ante", 500), {Role.PLAYER}),
    (TakeBack, (1, "trips"), {Role.PLAYER, Role.DEALER}),
    (PlaceCoupon, (1, 500), {Role.PLAYER}),
    (Tip, (500,), {Role.PLAYER}),
    (ColourUp, (500,), {Role.PLAYER}),
    (Choose, (1, "fold"), {Role.PLAYER, Role.SYSTEM, Role.SUPERVISOR}),
    (LookAtHand, (1,), {Role.PLAYER}),
    (CashOut, (500,), {Role.PLAYER}),
    (DrawInError, (), {Role.DEALER}),
    (
        ReportBreach,
        ("cards_away_from_the_tray",),
        {Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR},
    ),
    (Do, ("no_more_bets",), {Role.DEALER}),
    (OrderRecut, ("why",), {Role.SUPERVISOR}),
    (ExposeDealerCard, (), {Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR}),
    (RemoveDevice, ("shuffler",), {Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR}),
    (ChangeMethod, ("manual_shoe", "manual"), {Role.FLOORPERSON, Role.SUPERVISOR}),
    (MoveInventory, ("fill", 500), {Role.FLOORPERSON, Role.SUPERVISOR}),
    (CountInventory, (500,), {Role.FLOORPERSON, Role.SUPERVISOR}),
    (EmptyBox, ("drop", 500), {Role.FLOORPERSON, Role.SUPERVISOR}),
    (CloseTable, (), {Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR}),
    (Happen, ("jam",), {Role.SYSTEM}),
]


@pytest.mark.parametrize(("game", "stage"), [("uth", "deal"), ("pikit", "river"), ("hilo", "x")])
def test_a_card_is_seen_at_a_stage_that_the_game_has(game: str, stage: str) -> None:
    found = table(game)
    start_round(found)
    with pytest.raises(Malformed, match="The stage is"):
        found.tell(ExposeDealerCard(DEALER, stage))


def test_every_command_has_its_roles() -> None:
    """Every command by every role: the wrong role is told so, the right one never is."""
    assert {kind for kind, _, _ in SAMPLES} == set(COMMANDS.values())
    found = table("uth")
    found.prepare()
    words = ("it is for the", "makes the call", "may order it", "decides it")
    for kind, fields, allowed in SAMPLES:
        for role in Role:
            refusals = check(found.state, kind(Actor(role, "A"), *fields))
            told = any(word in str(refusal) for refusal in refusals for word in words)
            assert told is (role not in allowed), (kind.__name__, role)


def test_the_inventory_moves_by_slips_and_is_counted() -> None:
    """An opener, a fill and a credit move chips from and to the cage; a count moves none."""
    found = table("uth")
    found.prepare()
    floor = Actor(Role.FLOORPERSON, "Flo")
    found.tell(MoveInventory(floor, "opener", 10**8, "O-1"))
    found.tell(MoveInventory(floor, "fill", 50_000, "F-7"))
    found.tell(MoveInventory(floor, "credit", 20_000, "C-2"))
    sold = sum(found.state.rack_of(player) for player in found.players)
    assert found.state.balances["inventory"] == 10**8 + 30_000 - sold
    assert found.state.balances["cage"] == -(10**8 + 30_000)
    with pytest.raises(Refused, match="does not hold that much"):
        found.tell(MoveInventory(floor, "credit", 10**9))
    before = dict(found.state.balances)
    counted = found.tell(CountInventory(floor, 129_000))[0]
    assert isinstance(counted, InventoryCounted)
    assert (counted.counted, counted.expected) == (129_000, 10**8 + 30_000 - sold)
    assert found.state.balances == before
    found.tell(EmptyBox(floor, "drop", sold))
    assert not found.state.balances.get("drop")
    assert found.state.balances["count_room"] == sold
    for wrong in (MoveInventory(floor, "fill", 0), CountInventory(floor, -1)):
        with pytest.raises(Refused, match="it is an amount"):
            found.tell(wrong)
    with pytest.raises(Malformed, match="The box"):
        found.tell(EmptyBox(floor, "bread", 1))  # type: ignore[arg-type]


def test_a_table_that_runs_by_itself_waits_for_somebody_to_look() -> None:
    """The spread lies open on a screen; but the first player must have come (pikit.39.4.a)."""
    found = Trial(
        read_setup("pikit", {"shuffle": "automated", "method": "hand"}, ALL_ACTS), Random(1)
    )
    found.perform([list(NEW_DECK)])
    assert due(found.state)[0].act == "look"
    found.tell(Sit(Actor(Role.PLAYER, "A"), 1))
    assert due(found.state)[0].act == "shuffle"
