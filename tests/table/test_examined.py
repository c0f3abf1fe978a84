"""What an examiner who had not written the table found wrong with it, one test each."""

import json
from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import Phase, due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    CashOut,
    ChangeMethod,
    Choose,
    CloseTable,
    Do,
    DrawInError,
    ExposeDealerCard,
    Happen,
    Leave,
    LookAtHand,
    PlaceCoupon,
    RemoveDevice,
    Role,
    Sit,
    TakeBack,
)
from houseway.table.state import Shuffler
from houseway.table.trial import ALL_ACTS, DEALER, DEVICE, FLOOR, SUPERVISOR, Trial, replayed
from houseway.table.views import view
from houseway.table.wire import command_from_data, event_from_data
from tests.table.helpers import WORLD, finish, irregularities, racks, start_round, table, until

DEVICES: dict[str, Any] = {"shuffle": "automated", "method": "automated_shoe"}
CLOCK = Actor(Role.SYSTEM, "clock")


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def deck(names: str) -> list[Card]:
    """A deck that begins with these cards."""
    first = parse_cards(names.split())
    return [*first, *(card for card in NEW_DECK if card not in first)]


def alone(game: str, order: str, wagers: dict[str, int], chips: int = 10**6, **more: Any) -> Trial:
    """One player with these wagers, dealt by device from a deck that begins so."""
    automation = more.pop("automation", frozenset())
    config = {"shuffle": "automated", "method": "hand", **more}
    found = Trial(read_setup(game, config, automation), Random(0))
    found.tell(Sit(player("A"), 1))
    found.tell(BuyIn(player("A"), chips))
    found.prepare(deck(order))
    for wager, cents in wagers.items():
        found.tell(Bet(player("A"), 1, wager, cents))
    return found


# --- decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_made_only_by_choosing(game: str) -> None:
    found = table(game)
    start_round(found)
    until(found, "decide")
    seat = due(found.state)[0].seat
    for who in ("A", "B", "C", "stranger"):
        with pytest.raises(Refused, match="its player's own choice"):
            found.tell(Do(player(who), "decide", seat))


def test_a_choice_is_checked_though_the_dealer_completes_his_hand() -> None:
    """The choice that brings the dealer's short hand to light is a choice like any other."""
    found = alone("hilo", "2c 3c 5d 6c 7d 8c 9s Tc Jh Qc Kc", {"ante": 500})
    found.tell(Happen(WORLD, "skip_dealer"))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    stolen = {"decision": "play", "high": ["As", "Ah", "Ad"], "low": ["2s", "2h"]}
    with pytest.raises(Refused, match="exactly the cards dealt"):
        found.tell(Choose(player("A"), 1, stolen))
    uth = alone("uth", "2c 3c 5d 6c 7d 8c", {"ante": 500, "blind": 500}, chips=2000)
    uth.tell(Happen(WORLD, "skip_dealer"))
    uth.tell(Do(DEALER, "no_more_bets"))
    until(uth, "decide")
    for choice in ("9x", "1x", "2x"):
        with pytest.raises(Refused, match="does not offer it"):
            uth.tell(Choose(player("A"), 1, choice))
    with pytest.raises(Malformed):
        uth.tell(Choose(player("A"), 1, ["4x"]))
    with pytest.raises(Refused, match="does not have that many chips"):
        uth.tell(Choose(player("A"), 1, "4x"))
    with pytest.raises(Refused, match="only the adopted choice"):
        uth.tell(Choose(CLOCK, 1, "4x"))
    uth.tell(Choose(player("A"), 1, "check"))
    finish(uth)


def two_hands(**config: Any) -> Trial:
    found = Trial(read_setup("hilo", {"max_hands_per_player": 2, **config}), Random(2))
    for seat in (1, 2):
        found.tell(Sit(player("A"), seat))
    return found


def test_a_hand_that_is_bet_can_be_set_without_another_chip() -> None:
    found = two_hands()
    found.tell(BuyIn(player("A"), 2000))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    while found.state.agenda[0].stage != "setting":
        if found.state.agenda[0].stage == "election":
            hand = found.state.round.hands[1] if found.state.round else None
            assert hand is not None
            task = found.state.agenda[0]
            rest = GAMES["hilo"].simple(found.state.setup.options, hand, (), task)
            chosen = (
                rest
                if rest != "fold"
                else GAMES["hilo"].script.timeout(hand, task._replace(stage="setting"))
            )
            found.tell(Choose(player("A"), 1, chosen))
        else:
            found.perform()
    assert found.state.rack_of("A") == 0
    found.perform()
    finish(found)


def test_three_places_are_three() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    found = alone("pikit", "2c 3c", wagers)
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    for pick in ([1, 2, 3, 3], [1, 2, 3, 9], [1, 2], [True, 2, 3]):
        with pytest.raises((Refused, Malformed)):
            found.tell(Choose(player("A"), 1, pick))


@pytest.mark.parametrize("game", GAMES)
def test_who_decides_for_a_player_learns_no_card(game: str) -> None:
    for timeout in ("fold", "supervisor"):
        found = table(game, timeout=timeout)
        start_round(found)
        until(found, "decide")
        task = due(found.state)[0]
        assert found.state.round is not None
        held = {str(card) for card in found.state.round.hands[task.seat or 0].cards}
        for choice in ("wave", {"high": ["As"], "low": []}, [1, 2, 9], {"decision": "play"}):
            with pytest.raises((Refused, Malformed)) as refused:
                found.tell(Choose(SUPERVISOR, task.seat or 0, choice))
            assert not any(card in str(refused.value) for card in held), str(refused.value)


# --- looking


def test_a_void_first_hand_does_not_hide_the_others() -> None:
    found = two_hands()
    found.tell(BuyIn(player("A"), 10**6))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Happen(WORLD, "stuck", found.state.stock[0]))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "fold"))  # he sees how many cards there are
    assert [one.seat for one in irregularities(found)] == [1]
    while due(found.state)[0].stage != "setting":
        found.perform()
    found.tell(LookAtHand(player("A"), 2))
    assert "cards" in view(found.state, "player", "A")["round"]["hands"]["2"]


def test_a_hand_folded_unseen_is_not_seen_later() -> None:
    found = two_hands(additional_hand_blind_fold=True)
    found.tell(BuyIn(player("A"), 10**6))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "fold"))
    until(found, "decide")
    found.tell(Choose(player("A"), 2, "fold"))
    with pytest.raises(Refused, match="folded unseen"):
        found.tell(LookAtHand(player("A"), 2))
    assert "cards" not in view(found.state, "player", "A")["round"]["hands"]["2"]


def test_a_seen_pick_is_seen_though_the_dealers_stack_waits() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    more: dict[str, Any] = {
        "method": "automated_shoe",
        "dealer_stack": "deferred",
        "three_card_pick": "seen",
    }
    found = alone("pikit", "2c 3c", wagers, **more)
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(LookAtHand(player("A"), 1))


# --- money


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
        with pytest.raises(Refused, match="it has no face"):
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
    found.bet_at_random()
    with pytest.raises(Refused, match="off the table"):
        found.tell(Do(DEALER, "no_more_bets"))


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
