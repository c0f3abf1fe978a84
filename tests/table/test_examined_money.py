"""What an examiner who had not written the table found wrong: money."""

import pytest

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
    ExposeDealerCard,
    Leave,
    PlaceCoupon,
    Sit,
    TakeBack,
)
from houseway.table.trial import DEALER, replayed
from tests.table.examining import alone, player
from tests.table.helpers import finish, table, until


def test_a_bonus_is_taken_back_after_the_stakes_went_home() -> None:
    """Two pair paid the 5 card bonus; every chip is on the layout when the round is void."""
    order = "Ah 2c Ad 3d Js 4c Jd 5s 7c 6d"
    wagers = {"ante": 500, "five_card_bonus": 500}
    for cash in (False, True):
        found = alone("pikit", order, wagers, chips=1000, play_5_multiple=1)
        found.tell(Do(DEALER, "no_more_bets"))
        while due(found.state)[0].stage != "play":
            found.perform()
        assert found.state.rack_of("A") > 0
        if cash:
            found.tell(CashOut(player("A"), found.state.rack_of("A")))
        else:
            found.tell(Choose(player("A"), 1, "play_5"))
        paid = found.state.balances.get("cash:A", 0) + 1000
        found.tell(ExposeDealerCard(DEALER))
        finish(found)
        owes = found.state.balances.get("debt:A", 0)
        assert found.state.rack_of("A") + paid + owes == 1000
        assert sum(found.state.balances.values()) == 0


def test_a_coupon_stays_within_its_ante_and_leaves_with_it() -> None:
    found = table("uth", match_play=True)
    found.prepare()
    alice = player("A")
    for wager in ("ante", "blind"):
        found.tell(Bet(alice, 1, wager, 5000))
    for face in (-500, 0):
        with pytest.raises(Refused, match="without a face cannot"):
            found.tell(PlaceCoupon(alice, 1, face))
    found.tell(PlaceCoupon(alice, 1, 5000))
    for wager in ("ante", "blind"):
        found.tell(Bet(alice, 1, wager, 500))
    with pytest.raises(Refused, match="above the chips beside it"):
        found.tell(Do(DEALER, "no_more_bets"))
    found.tell(PlaceCoupon(alice, 1, 0))
    assert not found.state.coupons
    found.tell(PlaceCoupon(alice, 1, 500))
    found.tell(TakeBack(alice, 1, "ante"))
    assert not found.state.coupons
    found.tell(TakeBack(alice, 1, "blind"))
    found.tell(Leave(alice, 1))


def test_coupons_move_by_double_entry_too() -> None:
    """Won or lost, the house keeps the coupon; on a push or in a void round it goes back."""
    wagers = {"ante": 500, "blind": 500}
    wins, loses = "Ac 2c Ad 2d 9s 4h 7s Jh 8s Kd Tc", "2c Ac 3d Ad 9s 4h 7s Jh 8s Kd Tc"
    not_open = "Ac 2c Ad 3d 9s 4h 7s Jh 8s Kd Tc"
    cases = ((wins, "4x", 300), (loses, "4x", 300), (loses, "fold", 300), (not_open, "4x", 0))
    for order, choice, house in cases:
        found = alone("uth", order, wagers, match_play=True)
        found.tell(PlaceCoupon(player("A"), 1, 300))
        assert found.state.balances["spot:1:match_play"] == 300
        found.tell(Do(DEALER, "no_more_bets"))
        until(found, "decide")
        while found.state.round is not None:
            task = due(found.state)[0]
            if task.act == "decide":
                last = choice != "fold" or task.stage == "river"
                found.tell(Choose(player("A"), 1, choice if last else "check"))
            else:
                found.perform()
        assert found.state.balances.get("coupons", 0) == house
        assert found.state.balances.get("coupons:A", 0) == -house
    void = alone("uth", loses, wagers, match_play=True)
    void.tell(Sit(player("B"), 2))
    void.tell(BuyIn(player("B"), 10**6))
    for wager, cents in wagers.items():
        void.tell(Bet(player("B"), 2, wager, cents))
    void.tell(PlaceCoupon(player("A"), 1, 300))
    void.tell(Do(DEALER, "no_more_bets"))
    for choice in ("check", "check", "check", "check", "fold"):
        until(void, "decide")
        seat = due(void.state)[0].seat or 0
        void.tell(Choose(player(void.state.seats[seat]), seat, choice))
    until(void, "decide")
    assert void.state.balances["coupons"] == 300, "a fold takes it"
    void.tell(ExposeDealerCard(DEALER))
    finish(void)
    assert "coupons" not in void.state.balances
    assert "coupons:A" not in void.state.balances
    assert void.state.rack_of("A") == 10**6
    assert replayed(void) == void.state


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_hands_back_a_bet_that_cannot_stand(game: str) -> None:
    found = table(game)
    found.prepare()
    lonely = {"pikit": "ante", "uth": "ante", "hilo": "tie"}[game]
    found.tell(Bet(player("A"), 1, lonely, 500))
    with pytest.raises(Refused):
        found.tell(Do(DEALER, "no_more_bets"))
    found.tell(TakeBack(DEALER, 1, lonely))
    assert found.state.rack_of("A") == 10_000_000
    found.tell(CloseTable(DEALER))


def test_bonuses_settled_at_the_reveal_are_final_where_that_is_adopted() -> None:
    order, wagers = "Ah 2c Ad 3d Js 4c Jd 5s 7c 6d", {"ante": 500, "five_card_bonus": 500}
    for final in (True, False):
        found = alone("pikit", order, wagers, void_unwinds_settled=not final)
        found.tell(Do(DEALER, "no_more_bets"))
        while due(found.state)[0].stage != "play":
            found.perform()
        won = found.state.rack_of("A") + 500 - 10**6
        assert won > 0
        found.tell(ExposeDealerCard(DEALER))
        finish(found)
        assert found.state.rack_of("A") == 10**6 + (won if final else 0)


PROGRESSIVE = {
    "table": {"pair": {"meter_percent": 100}, "two_pair": {"cents": 300}},
    "meter_cents": 10_000,
    "start_cents": 2_000,
    "contribution_cents": 100,
}


def test_the_meter_grows_pays_and_starts_again() -> None:
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    # Holding a pair of aces; the board pairs nothing.
    found = alone("uth", "Ac 2c Ad 3d 9s 4h 7s Jh 8s Kd Tc", wagers, progressive=PROGRESSIVE)
    found.tell(Do(DEALER, "no_more_bets"))
    assert found.state.setup.options.progressive.meter_cents == 10_100
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "4x"))
    finish(found)
    assert found.state.balances["progressive"] == -10_100
    assert found.state.setup.options.progressive.meter_cents == 2_000
    found.prepare()
    for wager, cents in wagers.items():
        found.tell(Bet(player("A"), 1, wager, cents))
    found.tell(Do(DEALER, "no_more_bets"))
    assert found.state.setup.options.progressive.meter_cents == 2_100
    until(found, "decide")
    found.tell(ExposeDealerCard(DEALER))
    finish(found)
    assert found.state.setup.options.progressive.meter_cents == 2_000, "a void bet is taken back"
    assert replayed(found) == found.state


def test_a_prize_may_be_less_than_the_stake_it_consumes() -> None:
    offered = {**PROGRESSIVE, "stake_returned": False}
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    found = alone("uth", "Ac 2c Kd 3d 9s Ah Ks Jh 8s 4d Tc", wagers, progressive=offered)
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "4x"))
    finish(found)
    assert found.state.balances["progressive"] == 200
