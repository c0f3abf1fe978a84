"""Settlement of 5 Card Hi-Lo, to be read beside 40.10 and 40.11.

Ante and play follow the two point comparisons. The tie bet looks at the same
totals, the poker bonus at the five cards as a poker hand, the ante bonus at the
number of aces. The payout limit comes last and only ever cuts winnings.
"""

from collections.abc import Sequence

from houseway.cards import FiveCard, Rank, rank_five, wraps_round_the_ace
from houseway.chips import Odds
from houseway.games.coupons import with_coupon
from houseway.games.hilo.decisions import HiloHand, HiloRound, placed_after_the_deal
from houseway.games.hilo.irregularities import rule_on
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import TIE, poker_bonus_odds
from houseway.games.hilo.points import Setting, aces, point_clauses, set_dealer
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
from houseway.games.rounds import players_with_several_hands
from houseway.rulebook import Citation, cite, cites, cites_part, join, see

CATEGORY_CLAUSES = {
    FiveCard.ROYAL_FLUSH: cite("hilo.40.5.d.1"),
    FiveCard.STRAIGHT_FLUSH: cite("hilo.40.5.d.2"),
    FiveCard.FOUR_OF_A_KIND: cite("hilo.40.5.d.3"),
    FiveCard.FULL_HOUSE: cite("hilo.40.5.d.4"),
    FiveCard.FLUSH: cite("hilo.40.5.d.5"),
    FiveCard.STRAIGHT: cite("hilo.40.5.d.6"),
    FiveCard.THREE_OF_A_KIND: cite("hilo.40.5.d.7"),
    FiveCard.TWO_PAIR: cite("hilo.40.5.d.8"),
    FiveCard.PAIR: cite("hilo.40.5.d.9"),
    FiveCard.HIGH_CARD: cite("hilo.40.5.d"),
}
LIMIT = see("hilo.40.11.f")
SETTLEMENT_ORDER = ("ante", "play", "tie", "poker_bonus", "ante_bonus")
"""Also the order in which the payout limit is drawn on (H18)."""


def resolve(options: HiloOptions, round_: HiloRound) -> Settlement:
    """Settles a round that `check` has found in order."""
    ruling = rule_on(options, round_.irregularity)
    dealer = set_dealer(round_.dealer) if ruling.dealer_stands else Setting((), ())
    several = players_with_several_hands(round_)
    return Settlement(
        tuple(
            _void_hand(options, ruling, hand)
            if ruling.voids(hand.seat)
            else _settle_hand(options, ruling, dealer, hand, several=hand.player in several)
            for hand in round_.hands
        )
    )


@cites("hilo.40.10.d", "hilo.40.10.e", "hilo.40.6.g")
def _settle_hand(
    options: HiloOptions, ruling: Ruling, dealer: Setting, hand: HiloHand, *, several: bool
) -> HandResult:
    """Ante and play, then tie, poker bonus and ante bonus."""
    permission = see("hilo.40.6.g", "hilo.40.6.g.1") if several else ()
    also = join(permission, ruling.clauses)
    results = _settle_fold(hand) if hand.actions.folded else _settle_played(dealer, hand, also)
    if "poker_bonus" in hand.wagers:
        results.append(_settle_poker_bonus(options, hand))
    if not hand.actions.folded:
        results.extend(_settle_ante_bonus(options, hand))
    return HandResult(
        hand.seat, apply_limit(options, with_coupon(results, hand.coupons, see("hilo.40.6.a")))
    )


@cites("hilo.40.10.a.1", "hilo.40.1.fold")
def _settle_fold(hand: HiloHand) -> list[WagerResult]:
    """A fold forfeits ante and tie; the poker bonus stays live (H3)."""
    return forfeit(hand.wagers, ("ante", "tie"), see("hilo.40.10.a.1", "hilo.layout.c.4"))


@cites("hilo.40.1.ante_bet", "hilo.40.1.play_bet", "hilo.40.11.b", "hilo.40.6.c")
def _settle_played(dealer: Setting, hand: HiloHand, also: Citation) -> list[WagerResult]:
    setting, ante = hand.actions.setting, hand.wagers["ante"]
    assert setting is not None
    outcome = compare(setting, dealer)
    net = {Outcome.WIN: ante, Outcome.LOSE: -ante}.get(outcome, 0)
    why = join(_COMPARISON_CLAUSES[outcome], point_clauses(setting, dealer), also)
    results = [
        WagerResult("ante", ante, net, outcome, why),
        WagerResult("play", ante, net, outcome, why),
    ]
    if "tie" in hand.wagers:
        results.append(_settle_tie(hand.wagers["tie"], setting, dealer, also))
    return results


@cites("hilo.40.10.d.i", "hilo.40.10.d.ii", "hilo.40.10.d.iii", "hilo.40.1.push")
def compare(player: Setting, dealer: Setting) -> Outcome:
    """Win with both hands better, lose with neither, push with exactly one."""
    player_high, player_low = player.points
    dealer_high, dealer_low = dealer.points
    better = (player_high > dealer_high) + (player_low < dealer_low)
    return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[better]


@cites("hilo.40.11.c", "hilo.40.1.tie_bet", "hilo.40.10.e", "hilo.40.1.suit")
def _settle_tie(stake: int, player: Setting, dealer: Setting, also: Citation) -> WagerResult:
    """One payment: for both hands equal, or for the one that is (H1, H2)."""
    (player_high, player_low), (dealer_high, dealer_low) = player.points, dealer.points
    tied = {
        (True, True): "both",
        (True, False): "high",
        (False, True): "low",
        (False, False): "neither",
    }[player_high == dealer_high, player_low == dealer_low]
    odds = TIE.odds(tied)
    why = join(see("hilo.40.11.c", "hilo.40.10.e"), point_clauses(player, dealer), also)
    return pay_or_lose("tie", stake, odds, join(why, LIMIT) if odds else why)


@cites("hilo.40.11.d", "hilo.40.1.poker_bonus_bet", "hilo.40.1.rank", "hilo.40.5.d")
def _settle_poker_bonus(options: HiloOptions, hand: HiloHand) -> WagerResult:
    """On the five cards alone, folded or not, once for the highest category (H19)."""
    rank = rank_five(hand.cards)
    odds = poker_bonus_odds(options.poker_bonus, options.poker_bonus_table, rank)
    stake = hand.wagers["poker_bonus"]
    kept = see("hilo.40.10.b") if hand.actions.folded else ()
    ranked = join(see("hilo.40.5.d"), CATEGORY_CLAUSES[rank.category])
    if rank.category < FiveCard.STRAIGHT and wraps_round_the_ace(hand.cards):
        ranked = join(ranked, see("hilo.40.5.d.6"))
    why = join(see("hilo.40.11.d"), ranked, see("hilo.40.10.e"), kept)
    return pay_or_lose("poker_bonus", stake, odds, join(why, LIMIT) if odds else why)


@cites("hilo.40.10.f", "hilo.40.11.e", "hilo.40.1.ante_bonus")
def _settle_ante_bonus(options: HiloOptions, hand: HiloHand) -> list[WagerResult]:
    """Paid on the ante for three or four aces, whatever ante and play did (H4, H21, H22)."""
    held = aces(hand.cards)
    if held < 3:
        return []
    with_two = any(card.rank is Rank.TWO for card in hand.cards)
    four = "four_aces_and_a_two" if with_two else "four_aces"
    odds = options.ante_bonus.odds(four if held == 4 else "three_aces")
    assert odds is not None
    net = odds.payout(hand.wagers["ante"])
    why = join(see("hilo.40.10.f", "hilo.40.11.e", "hilo.layout.c.5"), LIMIT)
    return [WagerResult("ante_bonus", 0, net, Outcome.WIN, why)]


@cites_part("hilo.40.12.a", "hilo.40.12.d", "hilo.40.12.f", "hilo.40.7.f.2")
def _void_hand(options: HiloOptions, ruling: Ruling, hand: HiloHand) -> HandResult:
    """Every wager of the hand is returned, forfeits included (H25, H36)."""
    placed = {**hand.wagers, **placed_after_the_deal(options, hand)}
    stakes = {wager: placed[wager] for wager in SETTLEMENT_ORDER if wager in placed}
    may_be_late = hand.actions.folded and not ruling.during_deal
    final = _settle_fold(hand) if may_be_late and not options.void_unwinds_settled else ()
    results = return_stakes(stakes, ruling.clauses, final)
    return HandResult(hand.seat, tuple(with_coupon(results, hand.coupons, see("hilo.40.6.a"))))


_COMPARED = see("hilo.40.10.d", "hilo.40.10.c", "hilo.40.10.a.2", "hilo.40.1.point_total")
_COMPARISON_CLAUSES = {
    Outcome.WIN: join(see("hilo.40.10.d.i", "hilo.40.11.b", "hilo.40.11.f"), _COMPARED),
    Outcome.LOSE: join(see("hilo.40.10.d.ii"), _COMPARED),
    Outcome.PUSH: join(see("hilo.40.10.d.iii"), _COMPARED),
}


def minimum_wager_win(options: HiloOptions) -> int:
    """The most a single hand can win with every bet at its own minimum (H17).

    No hand wins every bet at its top odds, so the candidates are the hands that
    win most together: a royal flush; four aces and a two, which always wins
    against the dealer; four aces; and aces full. Beside each, either ante and
    play win, or the tie does: four aces can tie on the low side only.
    """
    ante = options.minimums.get("ante", 0)
    tie = options.minimums.get("tie", 0)
    poker = options.minimums.get("poker_bonus", 0)
    win = 2 * ante
    low_tie, both_tie = _payout(TIE.odds("low"), tie), _payout(TIE.odds("both"), tie)

    def bonus(key: str) -> int:
        return _payout(options.ante_bonus.odds(key), ante)

    def poker_bonus(key: str) -> int:
        return _payout(options.poker_bonus.odds(key), poker)

    return max(
        poker_bonus("royal_flush") + max(win, both_tie),
        bonus("four_aces_and_a_two") + poker_bonus("four_of_a_kind") + win,
        bonus("four_aces") + poker_bonus("four_of_a_kind") + max(win, low_tie),
        bonus("three_aces") + poker_bonus("full_house") + max(win, both_tie),
    )


def _payout(odds: Odds | None, stake: int) -> int:
    assert odds is not None
    return odds.payout(stake)


@cites("hilo.40.11.f")
def payout_limit(options: HiloOptions) -> int:
    """The fixed sum or the minimum-wager win, whichever is greater."""
    return max(options.limit_cents, minimum_wager_win(options))


@cites("hilo.40.11.f")
def apply_limit(options: HiloOptions, results: Sequence[WagerResult]) -> tuple[WagerResult, ...]:
    """The results with winnings cut to the limit, hand by hand (H18)."""
    if winnings(results) <= options.limit_cents:
        return tuple(results)
    return cut_winnings(results, SETTLEMENT_ORDER, payout_limit(options))
