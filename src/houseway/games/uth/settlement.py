"""Settlement of Ultimate Texas Hold 'Em, to be read beside Sections 10 to 15.

A hand is folded, void, or compared with the dealer's. Ante, blind and play
follow the comparison; trips, progressive and Cover All go their own way. Limits
come last and only ever cut winnings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from houseway.cards import FiveCard, FiveCardRank, rank_best_five, wraps_round_the_ace
from houseway.chips import EVEN_MONEY, Odds
from houseway.games.coupons import with_coupon
from houseway.games.irregularities import Ruling
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult, pay_or_lose
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.limits import apply_limits
from houseway.games.uth.meter import prizes_won
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND, cover_all_table
from houseway.rulebook import Citation, cite, cites, cites_part, join, see

UthHand = Hand[UthActions]
UthRound = Round[UthActions]

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
    prizes: Mapping[int, int]
    """The progressive prize won at each seat."""


def resolve(options: UthOptions, round_: UthRound) -> Settlement:
    """Settles a round that `check` has found in order."""
    shown = _show_down(options, round_)
    return Settlement(tuple(_settle_hand(options, shown, hand) for hand in round_.hands))


@cites("uth.1.hand", "uth.1.community_card", "uth.1.rank")
def rank_hand(hand: UthHand, round_: UthRound) -> FiveCardRank:
    """The best five of the player's two cards and the five community cards."""
    return rank_best_five(hand.cards + round_.community)


def _show_down(options: UthOptions, round_: UthRound) -> Showdown:
    ruling = rule_on(round_.irregularity)
    board = len(round_.community) == 5
    ranks = {
        hand.seat: rank_hand(hand, round_)
        for hand in round_.hands
        if board and len(hand.cards) == 2 and hand.seat not in ruling.void_seats
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
        _progressive_prizes(options, round_, ranks, ruling) if options.progressive else {},
    )


@cites("uth.10.h", "uth.10.h.4")
def _settle_hand(options: UthOptions, shown: Showdown, hand: UthHand) -> HandResult:
    """All wagers of one hand: ante, blind and play, then trips, then the bonuses."""
    if shown.ruling.voids(hand.seat):
        results = _void_hand(options, shown, hand)
    else:
        results = [*_main_wagers(options, shown, hand), *_other_wagers(options, shown, hand)]
    results = with_coupon(results, hand.coupons, see("uth.6.a"))
    return HandResult(hand.seat, apply_limits(options, results))


def _main_wagers(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
    ante, blind = hand.wagers["ante"], hand.wagers["blind"]
    if hand.actions.folded:
        clauses = _fold_clauses(trips="trips" in hand.wagers)
        return [
            WagerResult("ante", ante, -ante, Outcome.FORFEIT, clauses),
            WagerResult("blind", blind, -blind, Outcome.FORFEIT, clauses),
        ]
    assert shown.dealer is not None
    player = shown.ranks[hand.seat]
    outcome = compare(player, shown.dealer)
    why = join(
        _comparison_clauses(outcome, player, shown.dealer),
        see("uth.5.b.6") if hand.seat in shown.wrapped else (),
        shown.ruling.clauses,
    )
    street = hand.actions.bet_on
    assert street is not None, "a hand that is not folded has a play wager"
    play = ante * hand.actions.multiple
    return [
        _settle_ante(options, ante, outcome, shown.dealer, why),
        _settle_blind(options, blind, outcome, player, why),
        _even_money(options, "play", play, outcome, join(why, PLAY_CLAUSES[street.name])),
    ]


@cites("uth.5.c", "uth.1.push", "uth.1.suit")
def compare(player: FiveCardRank, dealer: FiveCardRank) -> Outcome:
    """The higher rank wins; equal ranks push, whatever the suits."""
    if player == dealer:
        return Outcome.PUSH
    return Outcome.WIN if player > dealer else Outcome.LOSE


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
    return _even_money(options, "ante", ante, outcome, why)


@cites("uth.11.b")
def _even_money(
    options: UthOptions, wager: str, stake: int, outcome: Outcome, why: Citation
) -> WagerResult:
    if outcome is Outcome.WIN:
        won = EVEN_MONEY.payout(stake, options.payout_unit_cents)
        return WagerResult(wager, stake, won, outcome, _paid(why, "uth.11.b"))
    net = -stake if outcome is Outcome.LOSE else 0
    return WagerResult(wager, stake, net, outcome, why)


@cites("uth.11.c", "uth.10.h.2")
def _settle_blind(
    options: UthOptions, blind: int, outcome: Outcome, player: FiveCardRank, why: Citation
) -> WagerResult:
    """A winning hand is paid from a straight up; a lower winning hand pushes (U8)."""
    odds = BLIND.odds(player.category.key)
    if outcome is Outcome.WIN:
        return _pay_or_push("blind", blind, odds, options.payout_unit_cents, _paid(why, "uth.11.c"))
    net = -blind if outcome is Outcome.LOSE else 0
    return WagerResult("blind", blind, net, outcome, why)


def _pay_or_push(
    wager: str, stake: int, odds: Odds | None, unit: int, why: Citation
) -> WagerResult:
    if odds is None:
        return WagerResult(wager, stake, 0, Outcome.PUSH, why)
    return WagerResult(wager, stake, odds.payout(stake, unit), Outcome.WIN, why)


def _other_wagers(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
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
def _progressive_prizes(
    options: UthOptions, round_: UthRound, ranks: Mapping[int, FiveCardRank], ruling: Ruling
) -> dict[int, int]:
    """The prize at each seat, the meter being read at that seat's turn (U24, U49)."""
    won = prizes_won(options, round_, ranks, ruling)
    return {seat: paid for seat, (_, paid) in won.items()}


@cites("uth.14.c")
def _settle_progressive(options: UthOptions, shown: Showdown, hand: UthHand) -> WagerResult:
    assert options.progressive is not None
    stake = hand.wagers["progressive"]
    why = see("uth.14.c", "uth.14.a", "uth.14.b")
    if hand.seat not in shown.prizes:
        return WagerResult("progressive", stake, -stake, Outcome.LOSE, why)
    net = shown.prizes[hand.seat] - (0 if options.progressive.stake_returned else stake)
    return WagerResult("progressive", stake, net, Outcome.WIN, why)


@cites_part("uth.15.a", "uth.15.b", "uth.15.d", "uth.15.f", "uth.7.f.2")
def _void_hand(options: UthOptions, shown: Showdown, hand: UthHand) -> list[WagerResult]:
    """Every wager is returned (U44), but trips are settled where Section 15 saves them."""
    stakes = _stakes(hand)
    results = [
        WagerResult(wager, stake, 0, Outcome.VOID, shown.ruling.clauses)
        for wager, stake in stakes.items()
    ]
    # A hand that was misdealt besides cannot be ranked, and its trips are returned (U29).
    if "trips" in shown.ruling.surviving & hand.wagers.keys() and hand.seat in shown.ranks:
        trips = _settle_trips(options, hand, shown.ranks[hand.seat])
        results = [_saved(trips, shown) if r.wager == "trips" else r for r in results]
    if hand.actions.folded and not options.void_unwinds_settled and not shown.ruling.during_deal:
        results = [_stays_forfeited(r) if r.wager in {"ante", "blind"} else r for r in results]
    return results


def _saved(trips: WagerResult, shown: Showdown) -> WagerResult:
    clauses = join(shown.ruling.clauses, trips.clauses)
    return WagerResult(trips.wager, trips.stake, trips.net, trips.outcome, clauses)


def _stays_forfeited(result: WagerResult) -> WagerResult:
    clauses = join(see("uth.10.e.2"), result.clauses)
    return WagerResult(result.wager, result.stake, -result.stake, Outcome.FORFEIT, clauses)


def _stakes(hand: UthHand) -> dict[str, int]:
    """What lies on the layout at this position, in settlement order."""
    placed = dict(hand.wagers)
    if hand.actions.multiple and not hand.actions.folded:
        placed["play"] = hand.wagers["ante"] * hand.actions.multiple
    order = ("ante", "blind", "play", "trips", "progressive", "cover_all")
    return {wager: placed[wager] for wager in order if wager in placed}


@cache
@cites("uth.10.e.2")
def _fold_clauses(*, trips: bool) -> Citation:
    """A fold collects ante and blind; the cards wait under a trips wager or are racked."""
    return join(see("uth.10.e.2"), see("uth.10.e.2.i") if trips else see("uth.10.e.2.ii"))


_DECIDING = {
    Outcome.LOSE: see("uth.10.h.1"),
    Outcome.WIN: see("uth.10.h.2"),
    Outcome.PUSH: see("uth.10.h.3"),
}


def _comparison_clauses(outcome: Outcome, player: FiveCardRank, dealer: FiveCardRank) -> Citation:
    """The clauses that decide a comparison and rank its two hands."""
    clauses = _ranking_of(outcome, player.category, dealer.category)
    return join(clauses, see("uth.5.a")) if _ace_low(player) or _ace_low(dealer) else clauses


@cache
@cites("uth.5.b", "uth.5.c")
def _ranking_of(outcome: Outcome, player: FiveCard, dealer: FiveCard) -> Citation:
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
def _paid(why: Citation, odds: str) -> Citation:
    """A payment rests on the odds and on the limits as well."""
    return join((odds,), why, LIMITS)
