"""Who may do what and when: bets, seats, roles, the clock, and the refusals that say so."""

from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import check, due, read_setup
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
from houseway.table.events import InventoryCounted
from houseway.table.robots import beginner
from houseway.table.trial import (
    ALL_ACTS,
    DEALER,
    DEVICE,
    Trial,
    run_trial,
)
from houseway.table.wire import COMMANDS
from tests.table.helpers import (
    start_round,
    table,
    until,
)


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
