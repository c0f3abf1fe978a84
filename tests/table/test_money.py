"""Defects that an independent examiner reported: money."""

import pytest

from houseway.chips import MOST_BET, MOST_CENTS, MOST_ODDS, MOST_ON_ACCOUNT, MOST_UNIT, Move, post
from houseway.codec import LARGEST
from houseway.games import GAMES
from houseway.rulebook import Refused
from houseway.table import due
from houseway.table.commands import (
    Bet,
    BuyIn,
    CashOut,
    Choose,
    CloseTable,
    Do,
    EmptyBox,
    ExposeDealerCard,
    Leave,
    MoveInventory,
    PlaceCoupon,
    Sit,
    TakeBack,
)
from houseway.table.state import replace_fast
from houseway.table.trials import DEALER, FLOOR, replay
from tests.table.helpers import finish_round, open_table, perform_until
from tests.table.stacked import open_stacked, player


def test_a_paid_bonus_is_taken_back_after_the_stakes_are_returned() -> None:
    """Two pair paid the 5 card bonus; every chip is on the layout when the round is void."""
    order = "Ah 2c Ad 3d Js 4c Jd 5s 7c 6d"
    wagers = {"ante": 500, "five_card_bonus": 500}
    for cash in (False, True):
        table = open_stacked("pikit", order, wagers, chips=1000, play_5_multiple=1)
        table.submit(Do(DEALER, "no_more_bets"))
        while due(table.state)[0].stage != "play":
            table.perform()
        assert table.state.rack_of("A") > 0
        if cash:
            table.submit(CashOut(player("A"), table.state.rack_of("A")))
        else:
            table.submit(Choose(player("A"), 1, "play_5"))
        paid = table.state.balances.get("cash:A", 0) + 1000
        table.submit(ExposeDealerCard(DEALER))
        finish_round(table)
        owes = table.state.balances.get("debt:A", 0)
        assert table.state.rack_of("A") + paid + owes == 1000
        assert sum(table.state.balances.values()) == 0


def test_a_coupon_stays_within_its_ante_and_leaves_with_it() -> None:
    table = open_table("uth", match_play=True)
    table.prepare()
    alice = player("A")
    for wager in ("ante", "blind"):
        table.submit(Bet(alice, 1, wager, 5000))
    for face in (-500, 0):
        with pytest.raises(Refused, match="without a face cannot"):
            table.submit(PlaceCoupon(alice, 1, face))
    table.submit(PlaceCoupon(alice, 1, 5000))
    for wager in ("ante", "blind"):
        table.submit(Bet(alice, 1, wager, 500))
    with pytest.raises(Refused, match="above the chips beside it"):
        table.submit(Do(DEALER, "no_more_bets"))
    table.submit(PlaceCoupon(alice, 1, 0))
    assert not table.state.coupons
    table.submit(PlaceCoupon(alice, 1, 500))
    table.submit(TakeBack(alice, 1, "ante"))
    assert not table.state.coupons
    table.submit(TakeBack(alice, 1, "blind"))
    table.submit(Leave(alice, 1))


def test_coupons_move_by_double_entry_too() -> None:
    """Won or lost, the house keeps the coupon; on a push or in a void round it goes back."""
    wagers = {"ante": 500, "blind": 500}
    wins, loses = "Ac 2c Ad 2d 9s 4h 7s Jh 8s Kd Tc", "2c Ac 3d Ad 9s 4h 7s Jh 8s Kd Tc"
    not_open = "Ac 2c Ad 3d 9s 4h 7s Jh 8s Kd Tc"
    cases = ((wins, "4x", 300), (loses, "4x", 300), (loses, "fold", 300), (not_open, "4x", 0))
    for order, choice, house in cases:
        table = open_stacked("uth", order, wagers, match_play=True)
        table.submit(PlaceCoupon(player("A"), 1, 300))
        assert table.state.balances["spot:1:match_play"] == 300
        table.submit(Do(DEALER, "no_more_bets"))
        perform_until(table, "decide")
        while table.state.round is not None:
            task = due(table.state)[0]
            if task.act == "decide":
                last = choice != "fold" or task.stage == "river"
                table.submit(Choose(player("A"), 1, choice if last else "check"))
            else:
                table.perform()
        assert table.state.balances.get("coupons", 0) == house
        assert table.state.balances.get("coupons:A", 0) == -house
    void = open_stacked("uth", loses, wagers, match_play=True)
    void.submit(Sit(player("B"), 2))
    void.submit(BuyIn(player("B"), 10**6))
    for wager, cents in wagers.items():
        void.submit(Bet(player("B"), 2, wager, cents))
    void.submit(PlaceCoupon(player("A"), 1, 300))
    void.submit(Do(DEALER, "no_more_bets"))
    for choice in ("check", "check", "check", "check", "fold"):
        perform_until(void, "decide")
        seat = due(void.state)[0].seat or 0
        void.submit(Choose(player(void.state.seats[seat]), seat, choice))
    perform_until(void, "decide")
    assert void.state.balances["coupons"] == 300, "a fold takes it"
    void.submit(ExposeDealerCard(DEALER))
    finish_round(void)
    assert "coupons" not in void.state.balances
    assert "coupons:A" not in void.state.balances
    assert void.state.rack_of("A") == 10**6
    assert replay(void) == void.state


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_returns_a_bet_that_is_not_allowed(game: str) -> None:
    table = open_table(game)
    table.prepare()
    lonely = {"pikit": "ante", "uth": "ante", "hilo": "tie"}[game]
    table.submit(Bet(player("A"), 1, lonely, 500))
    with pytest.raises(Refused):
        table.submit(Do(DEALER, "no_more_bets"))
    table.submit(TakeBack(DEALER, 1, lonely))
    assert table.state.rack_of("A") == 10_000_000
    table.submit(CloseTable(DEALER))


def test_bonuses_settled_at_the_reveal_are_final_where_that_is_adopted() -> None:
    order, wagers = "Ah 2c Ad 3d Js 4c Jd 5s 7c 6d", {"ante": 500, "five_card_bonus": 500}
    for final in (True, False):
        table = open_stacked("pikit", order, wagers, void_unwinds_settled=not final)
        table.submit(Do(DEALER, "no_more_bets"))
        while due(table.state)[0].stage != "play":
            table.perform()
        won = table.state.rack_of("A") + 500 - 10**6
        assert won > 0
        table.submit(ExposeDealerCard(DEALER))
        finish_round(table)
        assert table.state.rack_of("A") == 10**6 + (won if final else 0)


PROGRESSIVE = {
    "table": {"pair": {"meter_percent": 100}, "two_pair": {"cents": 300}},
    "meter_cents": 10_000,
    "start_cents": 2_000,
    "contribution_cents": 100,
}


def test_the_meter_grows_pays_and_starts_again() -> None:
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    # Holding a pair of aces; the board pairs nothing.
    table = open_stacked("uth", "Ac 2c Ad 3d 9s 4h 7s Jh 8s Kd Tc", wagers, progressive=PROGRESSIVE)
    table.submit(Do(DEALER, "no_more_bets"))
    assert table.state.setup.options.progressive.meter_cents == 10_100
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 1, "4x"))
    finish_round(table)
    assert table.state.balances["progressive"] == -10_100
    assert table.state.setup.options.progressive.meter_cents == 2_000
    table.prepare()
    for wager, cents in wagers.items():
        table.submit(Bet(player("A"), 1, wager, cents))
    table.submit(Do(DEALER, "no_more_bets"))
    assert table.state.setup.options.progressive.meter_cents == 2_100
    perform_until(table, "decide")
    table.submit(ExposeDealerCard(DEALER))
    finish_round(table)
    assert table.state.setup.options.progressive.meter_cents == 2_000, "a void bet is taken back"
    assert replay(table) == table.state


def test_a_prize_may_be_less_than_the_stake_it_consumes() -> None:
    offered = {**PROGRESSIVE, "stake_returned": False}
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    table = open_stacked("uth", "Ac 2c Kd 3d 9s Ah Ks Jh 8s 4d Tc", wagers, progressive=offered)
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 1, "4x"))
    finish_round(table)
    assert table.state.balances["progressive"] == 200


def test_a_wager_has_a_largest_amount() -> None:
    table = open_table("uth")
    table.prepare()
    table.submit(BuyIn(player("A"), 10 * MOST_BET))
    with pytest.raises(Refused, match=r"no wager is above \$1,000,000"):
        table.submit(Bet(player("A"), 1, "ante", MOST_BET + 1))
    table.submit(Bet(player("A"), 1, "ante", MOST_BET))


@pytest.mark.parametrize("sign", [1, -1])
def test_an_account_that_has_grown_too_large_grows_no_further(sign: int) -> None:
    table = open_table("uth")
    table.prepare()
    moved = [Move("cage", "inventory", 2 * MOST_ON_ACCOUNT)]
    if sign < 0:
        moved = [Move("inventory", "cage", 2 * MOST_ON_ACCOUNT)]
    table.state = replace_fast(table.state, balances=post(table.state.balances, moved))
    for command in (
        Bet(player("A"), 1, "ante", 500),
        BuyIn(player("A"), 500),
        MoveInventory(FLOOR, "fill", 500),
    ):
        with pytest.raises(Refused, match=r"has passed \$4,000,000,000,000.* another table"):
            table.submit(command)
    table.submit(CashOut(player("A"), table.state.rack_of("A")))


def test_a_box_is_not_emptied_beyond_what_the_record_can_hold() -> None:
    table = open_table("uth")
    full = {**table.state.balances, "drop": 2, "count_room": LARGEST - 1}
    table.state = replace_fast(table.state, balances=full)
    with pytest.raises(Refused, match="Close the table"):
        table.submit(EmptyBox(FLOOR, "drop", 2))


def test_the_most_that_a_round_can_pay_fits_into_the_record() -> None:
    """The reckoning beside the limits of money, for every installed game."""
    for game in GAMES.values():
        options = game.read_options({"seats": game.most_seats})
        wagers = len([wager for wager in game.wagering.wagers if not wager.price_cents])
        assert options.seats * wagers <= 126
    largest = 126 * (MOST_BET * MOST_ODDS + MOST_UNIT) + 21 * MOST_CENTS
    assert 2 * MOST_ON_ACCOUNT + largest < LARGEST
