"""Permissions: bets, seats, roles, the clock, and the refusals of everything else."""

from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import check, decide, due, read_setup
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
from houseway.table.setup import ALL_ACTS
from houseway.table.trials import DEALER, DEVICE, Trial, beginner, run_trial
from houseway.table.wire import COMMANDS
from tests.table.helpers import (
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_step_is_refused_and_the_next_step_named(game: str) -> None:
    table = open_table(game)
    start_round(table)
    log = len(table.log)
    with pytest.raises(Refused, match="it is not what comes next"):
        table.submit(Do(DEALER, "burn", seat=9))
    with pytest.raises(Refused, match="bets are closed"):
        table.submit(Bet(Actor(Role.PLAYER, "A"), 1, "ante", 500))
    with pytest.raises(Refused, match="stays until the round is over"):
        table.submit(Leave(Actor(Role.PLAYER, "A"), 1))
    with pytest.raises(Refused, match="not that seat's turn"):
        table.submit(Choose(Actor(Role.PLAYER, "A"), 1, "fold"))
    with pytest.raises(Refused, match="by the dealer"):
        table.submit(Do(DEVICE, due(table.state)[0].act, due(table.state)[0].seat))
    assert len(table.log) == log


def test_bets_must_be_complete_and_the_players_own() -> None:
    table = open_table("uth")
    table.prepare()
    alice, bob = Actor(Role.PLAYER, "A"), Actor(Role.PLAYER, "B")
    with pytest.raises(Refused, match="nobody has bet"):
        table.submit(Do(DEALER, "no_more_bets"))
    table.submit(Bet(alice, 1, "ante", 1000))
    with pytest.raises(Refused, match="no blind"):
        table.submit(Do(DEALER, "no_more_bets"))
    with pytest.raises(Refused, match="only the player seated there"):
        table.submit(Bet(bob, 1, "blind", 1000))
    with pytest.raises(Refused, match="made with cash"):
        table.submit(Bet(alice, 1, "blind", 1000, tender="cash"))
    with pytest.raises(Refused, match="the player has chips for"):
        table.submit(Bet(alice, 1, "blind", 10**9))
    with pytest.raises(Refused, match="not a wager placed before"):
        table.submit(Bet(alice, 1, "play", 1000))
    with pytest.raises(Refused, match="there is none to take back"):
        table.submit(TakeBack(alice, 1, "trips"))
    with pytest.raises(Refused, match="Take it back first"):
        table.submit(Leave(alice, 1))
    table.submit(Bet(alice, 1, "ante", 2000))
    table.submit(TakeBack(alice, 1, "ante"))
    assert table.state.rack_of("A") == 10_000_000
    with pytest.raises(Refused, match="not that player's seat"):
        table.submit(Leave(Actor(Role.PLAYER, "B"), 1))
    table.submit(Leave(alice, 1))
    with pytest.raises(Refused, match="nobody sits there"):
        table.submit(Leave(alice, 1))


def test_sitting_buying_and_closing_have_their_limits() -> None:
    table = open_table("hilo")
    with pytest.raises(Refused, match="the table has 7 seats"):
        table.submit(Sit(Actor(Role.PLAYER, "Z"), 8))
    with pytest.raises(Refused, match="the seat is taken"):
        table.submit(Sit(Actor(Role.PLAYER, "Z"), 1))
    with pytest.raises(Refused, match="name an amount"):
        table.submit(BuyIn(Actor(Role.PLAYER, "A"), 0))
    with pytest.raises(Refused, match="no hidden cards"):
        table.submit(ExposeDealerCard(DEALER))
    table.prepare()
    table.bet_at_random()
    with pytest.raises(Refused, match="bets are down"):
        table.submit(CloseTable(DEALER))
    table.play_round()
    table.submit(CloseTable(DEALER))
    assert table.state.phase.value == "closed"
    table.prepare()
    assert table.state.phase.value == "betting"


def test_the_clock_may_decide_for_a_player() -> None:
    for game in GAMES:
        table = open_table(game)
        start_round(table)
        perform_until(table, "decide")
        while table.state.round is not None:
            task = due(table.state)[0]
            if task.act == "decide":
                script = GAMES[game].script
                hand = table.state.round.hands[task.seat or 0]
                clock = Actor(Role.SYSTEM, "clock")
                table.submit(Choose(clock, hand.seat, script.timeout(hand, task)))
            else:
                table.perform()


def test_a_refusal_names_the_next_step_and_check_agrees_with_decide() -> None:
    table = open_table("pikit")
    command = Do(DEALER, "deal", seat=1)
    refusals = list(check(table.state, command))
    assert len(refusals) == 1
    assert "Next: receive" in str(refusals[0])
    with pytest.raises(Refused, match="Next: receive"):
        decide(table.state, command)


@pytest.mark.parametrize("game", GAMES)
def test_random_tables_survive_faults_and_wrong_commands(game: str) -> None:
    """A short run of `houseway selftest`."""
    for seed in range(12):
        run_trial(GAMES[game], Random(seed), 5)


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_plays_by_a_strategy_that_the_rules_accept(game: str) -> None:
    """It also plays better than at random: over the same decks it loses less."""
    lost = {}
    for name, robot in (("beginner", beginner), ("random", None)):
        table = Trial(read_setup(game, DEVICES_BY_HAND, ALL_ACTS), Random(1), robot)
        table.seat("A")
        order = Random(7)
        for _ in range(300):
            table.prepare(order.sample(NEW_DECK, 52))
            for wager in GAMES[game].wagering.before_the_deal:
                if wager.required:
                    table.submit(Bet(Actor(Role.PLAYER, "A"), 1, wager.id, 500))
            table.play_round()
        lost[name] = 10_000_000 - table.state.rack_of("A")
    assert lost["beginner"] < lost["random"], lost


DEVICES_BY_HAND = {"shuffle": "automated", "method": "hand"}


def test_tips_colour_ups_and_coupons_move_the_right_amounts() -> None:
    table = open_table("uth", match_play=True)
    alice = Actor(Role.PLAYER, "A")
    table.submit(Tip(alice, 500))
    table.submit(ColourUp(alice, 10_000))
    assert table.state.balances["tips"] == 500
    assert table.state.rack_of("A") == 10_000_000 - 500
    with pytest.raises(Refused, match=r"the player has .* at this table"):
        table.submit(Tip(alice, 10**9))
    with pytest.raises(Refused, match="bets are closed"):
        table.submit(PlaceCoupon(alice, 1, 500))
    table.prepare()
    with pytest.raises(Refused, match="above the chips beside it"):
        table.submit(PlaceCoupon(alice, 1, 500))
    table.submit(Bet(alice, 1, "ante", 1000))
    with pytest.raises(Refused, match="only the player seated there"):
        table.submit(PlaceCoupon(Actor(Role.PLAYER, "B"), 1, 500))
    table.submit(PlaceCoupon(alice, 1, 500))
    assert table.state.coupons == {1: 500}


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
def test_an_exposed_card_is_reported_at_a_stage_of_the_game(game: str, stage: str) -> None:
    table = open_table(game)
    start_round(table)
    with pytest.raises(Malformed, match="The stage is"):
        table.submit(ExposeDealerCard(DEALER, stage))


def test_every_command_has_its_roles() -> None:
    """Every command by every role: only a role without permission is refused for its role."""
    assert {kind for kind, _, _ in SAMPLES} == set(COMMANDS.values())
    table = open_table("uth")
    table.prepare()
    words = ("it is for the", "makes the call", "may order it", "decides it")
    for kind, fields, allowed in SAMPLES:
        for role in Role:
            refusals = check(table.state, kind(Actor(role, "A"), *fields))
            refused_role = any(word in str(refusal) for refusal in refusals for word in words)
            assert refused_role is (role not in allowed), (kind.__name__, role)


def test_the_inventory_moves_by_slips_and_is_counted() -> None:
    """An opener, a fill and a credit move chips from and to the cage; a count moves none."""
    table = open_table("uth")
    table.prepare()
    floor = Actor(Role.FLOORPERSON, "Flo")
    table.submit(MoveInventory(floor, "opener", 10**8, "O-1"))
    table.submit(MoveInventory(floor, "fill", 50_000, "F-7"))
    table.submit(MoveInventory(floor, "credit", 20_000, "C-2"))
    sold = sum(table.state.rack_of(player) for player in table.players)
    assert table.state.balances["inventory"] == 10**8 + 30_000 - sold
    assert table.state.balances["cage"] == -(10**8 + 30_000)
    with pytest.raises(Refused, match="does not hold that much"):
        table.submit(MoveInventory(floor, "credit", 10**9))
    before = dict(table.state.balances)
    counted = table.submit(CountInventory(floor, 129_000))[0]
    assert isinstance(counted, InventoryCounted)
    assert (counted.counted, counted.expected) == (129_000, 10**8 + 30_000 - sold)
    assert table.state.balances == before
    table.submit(EmptyBox(floor, "drop", sold))
    assert not table.state.balances.get("drop")
    assert table.state.balances["count_room"] == sold
    for wrong in (MoveInventory(floor, "fill", 0), CountInventory(floor, -1)):
        with pytest.raises(Refused, match="it is an amount"):
            table.submit(wrong)
    with pytest.raises(Malformed, match="The box"):
        table.submit(EmptyBox(floor, "bread", 1))  # type: ignore[arg-type]


def test_an_automated_table_waits_for_a_player_to_look() -> None:
    """The spread is open on a screen, but the first player must be there (pikit.39.4.a)."""
    table = Trial(
        read_setup("pikit", {"shuffle": "automated", "method": "hand"}, ALL_ACTS), Random(1)
    )
    table.perform([list(NEW_DECK)])
    assert due(table.state)[0].act == "look"
    table.submit(Sit(Actor(Role.PLAYER, "A"), 1))
    assert due(table.state)[0].act == "shuffle"
