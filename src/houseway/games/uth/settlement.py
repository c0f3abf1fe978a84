"""Settlement of Ultimate Texas Hold 'Em, to be read beside Sections 10 to 15.

A hand is folded, void, or compared with the dealer's. Ante, blind and play
follow the comparison; trips, progressive and Cover All go their own way. Limits
come last and only ever cut winnings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from houseway.cards import FiveCard, FiveCardRank, rank_best_five, wraps_round_the_ace
from houseway.chips import EVEN_MONEY
from houseway.games.coupons import with_coupon
from houseway.games.irregularities import Ruling
from houseway.games.results import (
    HandResult,
    Outcome,
    Settlement,
    WagerResult,
    cut_winnings,
    forfeit,
    pay_or_lose,
    return_stakes,
    winnings,
)
from houseway.games.usual import compare_ranks
from houseway.games.uth.decisions import UthHand, UthRound, placed_after_the_deal
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.meter import prizes_won
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND, cover_all_table
from houseway.games.uth.progressive import Prize
from houseway.rulebook import Citation, cite, cites, cites_part, join, see

CATEGORY_CLAUSES = {
    FiveCard.ROYAL_FLUSH: cite("uth.5.b.1", "uth.5.b.2"),
    FiveCard.STRAIGHT_FLUSH: cite("uth.5.b.2"),
    FiveCard.FOUR_OF_A_KIND: cite("uth.5.b.3"),
    FiveCard.FULL_HOUSE: cite("uth.5.b.4"),
    FiveCard.FLUSH: cite("uth.5.b.5"),
    FiveCard.STRAIGHT: cite("uth.5.b.6"),
    FiveCard.THREE_OF_A_KIND: cite("uth.5.b.7"),
    FiveCard.TWO_PAIR: cite("uth.5.b.8"),
    FiveCard.PAIR: cite("uth.5.b.9"),
    FiveCard.HIGH_CARD: cite("uth.5.b"),
}
PLAY_CLAUSES = {
    "preflop": see("uth.10.a", "uth.10.a.1"),
    "flop": see("uth.10.c", "uth.10.c.1"),
    "river": see("uth.10.e", "uth.10.e.1"),
}
LIMITS = see("uth.11.e", "uth.14.d")
SETTLEMENT_ORDER = ("ante", "blind", "play", "trips", "progressive", "cover_all")
# What each limit counts, in the order of settlement, in which the limit is drawn on.
MAIN_WAGERS = ("ante", "blind", "play", "trips")
ALL_BETS = (*MAIN_WAGERS, "cover_all")
LARGEST_PLAY = 4


@dataclass(frozen=True, slots=True)
class Showdown:
    """What is known once the dealer has turned his cards: the same for every seat."""

    ruling: Ruling
    ranks: Mapping[int, FiveCardRank]
    """The best five of seven at each seat that can be ranked."""
    dealer: FiveCardRank | None
    highest: FiveCardRank | None
    """The highest hand shown at the table, for Cover All."""
    hands: int
    """Hands dealt in, the dealer's included; fixed at delivery (U16, U55)."""
    wrapped: frozenset[int]
    """Seats holding a run through king, ace and two, which is no straight."""
    prizes: Mapping[int, tuple[Prize, int]]
    """The progressive prize won at each seat, and what it comes to."""


def resolve(options: UthOptions, round_: UthRound) -> Settlement:
    """Settles a round that `check` has found in order."""
    shown = _show_down(options, round_)
    return Settlement(tuple(_settle_hand(options, shown, hand) for hand in round_.hands))


@cites("uth.1.hand", "uth.1.community_card", "uth.1.rank")
def _show_down(options: UthOptions, round_: UthRound) -> Showdown:
    """Each hand is the best five of the player's two cards and the five community cards."""
    ruling = rule_on(round_.irregularity)
    has_board = len(round_.community) == 5
    ranks = {
        hand.seat: rank_best_five(hand.cards + round_.community)
        for hand in round_.hands
        if has_board and len(hand.cards) == 2 and hand.seat not in ruling.void_seats
    }
    dealer = None if ruling.all_void else rank_best_five(round_.dealer + round_.community)
    return Showdown(
        ruling,
        ranks,
        dealer,
        _highest_shown(round_, ranks, dealer) if options.cover_all else None,
        len(round_.hands) + 1,
        frozenset(
            hand.seat
            for hand in round_.hands
            if hand.seat in ranks
            and ranks[hand.seat].category < FiveCard.STRAIGHT
            and wraps_round_the_ace(hand.cards + round_.community)
        ),
        prizes_won(options, round_, ranks, ruling) if options.progressive else {},
    )


@cites("uth.10.h", "uth.10.h.4")
def _settle_hand(options: UthOptions, shown: Showdown, hand: UthHand) -> HandResult:
    """All wagers of one hand: ante, blind and play, then trips, then the bonuses."""
    if shown.ruling.voids(hand.seat):
        results = _void_hand(options, shown, hand)
    else:
        results = [
            *_settle_main_wagers(options, shown, hand),
            *_settle_other_wagers(options, shown, hand),
        ]
    results = with_coupon(results, hand.coupons, see("uth.6.a"))
    return HandResult(hand.seat, apply_limits(options, results))


@cites("uth.5.c", "uth.1.push", "uth.1.suit")
def _settle_main_wagers(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
    ante, blind = hand.wagers["ante"], hand.wagers["blind"]
    if hand.actions.folded:
        clauses = _cite_fold(trips="trips" in hand.wagers)
        return forfeit(hand.wagers, ("ante", "blind"), clauses)
    assert shown.dealer is not None
    player = shown.ranks[hand.seat]
    outcome = compare_ranks(player, shown.dealer)
    why = join(
        _cite_comparison(outcome, player, shown.dealer),
        see("uth.5.b.6") if hand.seat in shown.wrapped else (),
        shown.ruling.clauses,
    )
    street = hand.actions.bet_on
    assert street is not None, "a hand that is not folded has a play wager"
    play = ante * hand.actions.multiple
    return [
        _settle_ante(options, ante, outcome, shown.dealer, why),
        _settle_blind(options, blind, outcome, player, why),
        _settle_even_money(options, "play", play, outcome, join(why, PLAY_CLAUSES[street.name])),
    ]


@cites("uth.10.g")
def dealer_opens(dealer: FiveCardRank) -> bool:
    """Whether the dealer's best hand is a pair or better; a pair on the board counts (U7)."""
    return dealer.category >= FiveCard.PAIR


@cites("uth.10.g", "uth.10.h.1", "uth.10.h.2", "uth.10.h.3")
def _settle_ante(
    options: UthOptions, ante: int, outcome: Outcome, dealer: FiveCardRank, why: Citation
) -> WagerResult:
    """Returned if the dealer has less than a pair, else won, lost or pushed at 1 to 1."""
    if not dealer_opens(dealer):
        return WagerResult("ante", ante, 0, Outcome.PUSH, join(see("uth.10.g"), why))
    return _settle_even_money(options, "ante", ante, outcome, why)


@cites("uth.11.b")
def _settle_even_money(
    options: UthOptions, wager: str, stake: int, outcome: Outcome, why: Citation
) -> WagerResult:
    if outcome is Outcome.WIN:
        won = EVEN_MONEY.payout(stake, options.payout_unit_cents)
        return WagerResult(wager, stake, won, outcome, _cite_payment(why, "uth.11.b"))
    net = -stake if outcome is Outcome.LOSE else 0
    return WagerResult(wager, stake, net, outcome, why)


@cites("uth.11.c", "uth.10.h.2")
def _settle_blind(
    options: UthOptions, blind: int, outcome: Outcome, player: FiveCardRank, why: Citation
) -> WagerResult:
    """A winning hand is paid from a straight up; a lower winning hand pushes (U8)."""
    if outcome is not Outcome.WIN:
        net = -blind if outcome is Outcome.LOSE else 0
        return WagerResult("blind", blind, net, outcome, why)
    odds, why = BLIND.odds(player.category.key), _cite_payment(why, "uth.11.c")
    if odds is None:
        return WagerResult("blind", blind, 0, Outcome.PUSH, why)
    won = odds.payout(blind, options.payout_unit_cents)
    return WagerResult("blind", blind, won, Outcome.WIN, why)


def _settle_other_wagers(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
    """Trips, progressive and Cover All, which a fold does not touch."""
    results = []
    if "trips" in hand.wagers:
        results.append(_settle_trips(options, hand, shown.ranks[hand.seat]))
    if "progressive" in hand.wagers:
        results.append(_settle_progressive(options, shown, hand))
    if "cover_all" in hand.wagers:
        results.append(_settle_cover_all(options, shown, hand.wagers["cover_all"]))
    return results


@cites("uth.10.h.4", "uth.11.d", "uth.1.trips_wager")
def _settle_trips(options: UthOptions, hand: UthHand, player: FiveCardRank) -> WagerResult:
    """Paid for three-of-a-kind or better, whatever happened to the other wagers."""
    kept = see("uth.10.e.2.i") if hand.actions.folded else ()
    why = join(see("uth.10.h.4", "uth.11.d"), CATEGORY_CLAUSES[player.category], kept, LIMITS)
    odds = options.trips.odds(player.category.key)
    return pay_or_lose("trips", hand.wagers["trips"], odds, why, options.payout_unit_cents)


@cites("uth.13.b", "uth.13.g", "uth.13.h", "uth.13.j")
def _settle_cover_all(options: UthOptions, shown: Showdown, stake: int) -> WagerResult:
    """Paid once, for the highest hand shown, by the number of hands dealt (U14, U16)."""
    assert shown.highest is not None
    table = cover_all_table(shown.hands, dict(options.cover_all_low_rows))
    category = shown.highest.category
    why = join(
        see("uth.13.b", "uth.13.k", "uth.13.c", "uth.13.g"), CATEGORY_CLAUSES[category], LIMITS[1:]
    )
    odds = table.odds(category.key)
    return pay_or_lose("cover_all", stake, odds, why, options.payout_unit_cents)


@cites("uth.13.b")
@cites_part("uth.10.e.2.ii")
def _highest_shown(
    round_: UthRound, ranks: Mapping[int, FiveCardRank], dealer: FiveCardRank | None
) -> FiveCardRank | None:
    """The highest hand turned up: a hand folded without trips is racked unseen (U17)."""
    shown = [
        ranks[hand.seat]
        for hand in round_.hands
        if hand.seat in ranks and not (hand.actions.folded and "trips" not in hand.wagers)
    ]
    return max([*shown, dealer]) if dealer is not None else None


@cites("uth.14.c")
def _settle_progressive(options: UthOptions, shown: Showdown, hand: UthHand) -> WagerResult:
    assert options.progressive is not None
    stake = hand.wagers["progressive"]
    why = see("uth.14.c", "uth.14.a", "uth.14.b")
    if hand.seat not in shown.prizes:
        return WagerResult("progressive", stake, -stake, Outcome.LOSE, why)
    _, paid = shown.prizes[hand.seat]
    net = paid - (0 if options.progressive.stake_returned else stake)
    return WagerResult("progressive", stake, net, Outcome.WIN, why)


@cites_part("uth.15.a", "uth.15.b", "uth.15.d", "uth.15.f", "uth.7.f.2")
def _void_hand(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
    """Every wager is returned (U44), but trips are settled where Section 15 saves them."""
    ruling = shown.ruling
    final = []
    # A hand that was misdealt besides cannot be ranked, and its trips are returned (U29).
    if "trips" in ruling.surviving & hand.wagers.keys() and hand.seat in shown.ranks:
        trips = _settle_trips(options, hand, shown.ranks[hand.seat])
        final.append(replace(trips, clauses=join(ruling.clauses, trips.clauses)))
    if hand.actions.folded and not options.void_unwinds_settled and not ruling.during_deal:
        clauses = join(see("uth.10.e.2"), ruling.clauses)
        final += forfeit(hand.wagers, ("ante", "blind"), clauses)
    placed = {**hand.wagers, **placed_after_the_deal(options, hand)}
    stakes = {wager: placed[wager] for wager in SETTLEMENT_ORDER if wager in placed}
    return return_stakes(stakes, ruling.clauses, final)


@cache
@cites("uth.10.e.2")
def _cite_fold(*, trips: bool) -> Citation:
    """A fold collects ante and blind; the cards wait under a trips wager or are racked."""
    return join(see("uth.10.e.2"), see("uth.10.e.2.i") if trips else see("uth.10.e.2.ii"))


_DECIDING = {
    Outcome.LOSE: see("uth.10.h.1"),
    Outcome.WIN: see("uth.10.h.2"),
    Outcome.PUSH: see("uth.10.h.3"),
}


def _cite_comparison(outcome: Outcome, player: FiveCardRank, dealer: FiveCardRank) -> Citation:
    """The clauses that decide a comparison and rank its two hands."""
    clauses = _cite_ranking(outcome, player.category, dealer.category)
    return join(clauses, see("uth.5.a")) if _ace_low(player) or _ace_low(dealer) else clauses


@cache
@cites("uth.5.b", "uth.5.c")
def _cite_ranking(outcome: Outcome, player: FiveCard, dealer: FiveCard) -> Citation:
    return join(
        _DECIDING[outcome],
        see("uth.10.h", "uth.1.hand", "uth.10.f"),
        CATEGORY_CLAUSES[player],
        CATEGORY_CLAUSES[dealer],
        see("uth.5.c") if player == dealer else (),
    )


@cites("uth.5.a")
def _ace_low(rank: FiveCardRank) -> bool:
    return rank.tiebreak == (5,)


@cache
def _cite_payment(why: Citation, odds: str) -> Citation:
    """A payment rests on the odds and on the limits as well."""
    return join((odds,), why, LIMITS)


def minimum_wager_win(options: UthOptions) -> int:
    """The most one patron can win in a round with every main wager at its minimum (U12).

    One hand wins all of them together, so this is the best row over the whole
    table: with a royal flush 505 antes and 50 trips wagers.
    """
    ante, trips = options.minimums.get("ante", 0), options.minimums.get("trips", 0)
    unit = options.payout_unit_cents
    even = EVEN_MONEY.payout(ante, unit) + EVEN_MONEY.payout(ante * LARGEST_PLAY, unit)
    best = 0
    for row in options.trips.rows:
        blind = BLIND.odds(row.key)
        won = even + (blind.payout(ante, unit) if blind else 0) + row.odds.payout(trips, unit)
        best = max(best, won)
    return best


@cites("uth.11.e")
def main_limit(options: UthOptions) -> int:
    """The limit on ante, blind, play and trips: the fixed sum or the minimum-wager win."""
    return max(options.limits.main_cents, minimum_wager_win(options))


def minimum_bettor_may_be_cut(options: UthOptions) -> bool:
    return minimum_wager_win(options) > options.limits.all_bets_cents


@cites("uth.11.e", "uth.14.d")
def apply_limits(options: UthOptions, results: Sequence[WagerResult]) -> tuple[WagerResult, ...]:
    """The results with winnings cut to both limits; the progressive is outside them."""
    # Hardly any hand comes near a limit; adding up first spares the others the rest.
    if winnings(results) <= min(options.limits.main_cents, options.limits.all_bets_cents):
        return tuple(results)
    main = cut_winnings(results, MAIN_WAGERS, main_limit(options))
    return cut_winnings(main, ALL_BETS, options.limits.all_bets_cents)
