"""Settlement of Pik-it, to be read beside 39.10 and 39.11.

The two bonuses are settled first, on the player's own cards. Then the ante and
the play wager follow one comparison with the dealer: three-card hands with play
3, five-card hands with play 5 (P4).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards import (
    Card,
    FiveCard,
    FiveCardRank,
    Rank,
    ThreeCard,
    ThreeCardRank,
    best_three,
    rank_five,
    rank_three,
    wraps_round_the_ace,
)
from houseway.games.coupons import with_coupon
from houseway.games.irregularities import Ruling
from houseway.games.pikit.decisions import PikitHand, PikitRound, placed_after_the_deal
from houseway.games.pikit.irregularities import rule_on
from houseway.games.pikit.options import PikitOptions
from houseway.games.results import (
    HandResult,
    Outcome,
    Settlement,
    WagerResult,
    forfeit,
    pay_or_lose,
    return_stakes,
)
from houseway.games.rounds import players_with_several_hands
from houseway.games.usual import compare_ranks
from houseway.rulebook import Citation, cite, cites, cites_part, join, see

FIVE_CARD_CLAUSES = {
    FiveCard.ROYAL_FLUSH: cite("pikit.39.4.b.1"),
    FiveCard.STRAIGHT_FLUSH: cite("pikit.39.4.b.2"),
    FiveCard.FOUR_OF_A_KIND: cite("pikit.39.4.b.3"),
    FiveCard.FULL_HOUSE: cite("pikit.39.4.b.4"),
    FiveCard.FLUSH: cite("pikit.39.4.b.5"),
    FiveCard.STRAIGHT: cite("pikit.39.4.b.6"),
    FiveCard.THREE_OF_A_KIND: cite("pikit.39.4.b.7"),
    FiveCard.TWO_PAIR: cite("pikit.39.4.b.8"),
    FiveCard.PAIR: cite("pikit.39.4.b.9"),
    FiveCard.HIGH_CARD: cite("pikit.39.4.b"),
}
THREE_CARD_CLAUSES = {
    ThreeCard.ROYAL_FLUSH: cite("pikit.39.4.c.1"),
    ThreeCard.STRAIGHT_FLUSH: cite("pikit.39.4.c.2"),
    ThreeCard.THREE_OF_A_KIND: cite("pikit.39.4.c.3"),
    ThreeCard.STRAIGHT: cite("pikit.39.4.c.4"),
    ThreeCard.FLUSH: cite("pikit.39.4.c.5"),
    ThreeCard.PAIR: cite("pikit.39.4.c.6"),
    ThreeCard.HIGH_CARD: cite("pikit.39.4.c"),
}
SETTLEMENT_ORDER = ("three_card_bonus", "five_card_bonus", "ante", "play_3", "play_5")
LOWEST_QUALIFYING = FiveCardRank(
    FiveCard.HIGH_CARD, (Rank.ACE, Rank.KING, Rank.FOUR, Rank.THREE, Rank.TWO)
)

PokerRank = FiveCardRank | ThreeCardRank


@dataclass(frozen=True, slots=True)
class Showdown:
    """What is the same for every hand of the round: the dealer's best hands, and the ruling."""

    ruling: Ruling
    five: FiveCardRank
    three: ThreeCardRank
    several: frozenset[str]
    """The players who bet on more than one position."""


@cites("pikit.39.1.hand", "pikit.39.1.qualifying_hand")
def resolve(options: PikitOptions, round_: PikitRound) -> Settlement:
    """Settles a round that `check` has found in order."""
    ruling = rule_on(round_.irregularity)
    if ruling.all_void:
        return Settlement(tuple(_void_hand(options, ruling, hand) for hand in round_.hands))
    five, (three, _) = rank_five(round_.dealer), best_three(round_.dealer)
    shown = Showdown(ruling, five, three, players_with_several_hands(round_))
    return Settlement(tuple(_settle_hand(options, shown, hand) for hand in round_.hands))


@cites("pikit.39.1.qualifying_hand")
def qualifies(dealer: FiveCardRank) -> bool:
    """A-K-4-3-2 or anything above it (P8)."""
    return dealer >= LOWEST_QUALIFYING


def _settle_hand(options: PikitOptions, shown: Showdown, hand: PikitHand) -> HandResult:
    """The bonuses, then the ante and the play wager or the fold."""
    results = []
    if "three_card_bonus" in hand.wagers:
        results.append(settle_three_card_bonus(options, hand))
    results.append(settle_five_card_bonus(options, hand))
    if hand.actions.folded:
        results += _forfeit_ante(hand)
    else:
        results += _settle_ante_and_play(options, shown, hand)
    return HandResult(hand.seat, tuple(with_coupon(results, hand.coupons, see("pikit.39.3.c"))))


@cites("pikit.39.10.b", "pikit.39.11.c", "pikit.39.1.3_card_bonus_wager", "pikit.39.3.a")
def settle_three_card_bonus(options: PikitOptions, hand: PikitHand) -> WagerResult:
    """On the three cards the player picked, even where three others would pay more (P10)."""
    assert hand.actions.select_3 is not None
    rank = rank_three(hand.actions.select_3)
    why = join(
        see(
            "pikit.39.10.b",
            "pikit.39.11.c",
            "pikit.39.1.3_card_bonus_wager",
            "pikit.39.3.a",
        ),
        THREE_CARD_CLAUSES[rank.category],
        _cite_ace(hand.actions.select_3, rank),
    )
    odds = options.three_card.odds(rank.category.key)
    return pay_or_lose("three_card_bonus", hand.wagers["three_card_bonus"], odds, why)


@cites("pikit.39.10.c.2", "pikit.39.11.b", "pikit.39.1.5_card_bonus_wager")
def settle_five_card_bonus(options: PikitOptions, hand: PikitHand) -> WagerResult:
    """On the five cards dealt, before the player decides, so that a fold leaves it (P12)."""
    rank = rank_five(hand.cards)
    why = join(
        see("pikit.39.10.c.2", "pikit.39.11.b"),
        FIVE_CARD_CLAUSES[rank.category],
        _cite_ace(hand.cards, rank),
        _cite_declaration(hand),
    )
    odds = options.five_card.odds(rank.category.key)
    return pay_or_lose("five_card_bonus", hand.wagers["five_card_bonus"], odds, why)


@cites("pikit.39.3.b", "pikit.39.10.c.4", "pikit.39.1.fold")
@cites_part("pikit.39.10.c.3")
def _forfeit_ante(hand: PikitHand) -> list[WagerResult]:
    clauses = see("pikit.39.3.b", "pikit.39.10.c.3", "pikit.39.10.c.4")
    return forfeit(hand.wagers, ("ante",), clauses)


@cites("pikit.39.1.ante_wager", "pikit.39.1.play_3_wager", "pikit.39.1.play_5_wager")
@cites("pikit.39.3.e")
def _settle_ante_and_play(
    options: PikitOptions, shown: Showdown, hand: PikitHand
) -> list[WagerResult]:
    """Both follow the hand that was elected: the best three cards, or the five (P4)."""
    play, ante = hand.actions.decision, hand.wagers["ante"]
    assert play in {"play_3", "play_5"}
    stake = ante * options.multiple(play)
    outcome, ranking = _compare(hand, shown, play)
    why = join(
        _PROCEDURES[options.settlement_procedure],
        ranking,
        _cite_qualifier(options, play),
        _cite_declaration(hand),
        see("pikit.39.3.e") if hand.player in shown.several else (),
        shown.ruling.clauses,
    )
    sized = join(see("pikit.39.3.b"), _PLAY_CLAUSES[play])
    if play == "play_5" and options.dealer_must_qualify and not qualifies(shown.five):
        return _settle_against_a_non_qualifier(options, outcome, ante, stake, join(why, sized))
    return [
        _settle_even_money("ante", ante, outcome, why),
        _settle_even_money(play, stake, outcome, join(why, sized)),
    ]


@cites("pikit.39.10.f", "pikit.39.11.a")
def _settle_against_a_non_qualifier(
    options: PikitOptions, outcome: Outcome, ante: int, stake: int, why: Citation
) -> list[WagerResult]:
    """Play 5 is void whoever is ahead (P7); the ante has its ordinary result (P5)."""
    if outcome is Outcome.LOSE and options.nonqualifying_ante == "push":
        outcome = Outcome.PUSH
    clauses = join(see("pikit.39.10.f", "pikit.39.11.a"), why)
    return [
        _settle_even_money("ante", ante, outcome, clauses),
        WagerResult("play_5", stake, 0, Outcome.VOID, clauses),
    ]


@cites("pikit.39.11.a", "pikit.39.10.e.1.ii", "pikit.39.10.e.1.iii", "pikit.39.10.e.2.ii")
def _settle_even_money(wager: str, stake: int, outcome: Outcome, why: Citation) -> WagerResult:
    """Paid 1 to 1 on a win, collected on a loss, returned on a tie (P9)."""
    net = {Outcome.WIN: stake, Outcome.LOSE: -stake}.get(outcome, 0)
    return WagerResult(wager, stake, net, outcome, join(see("pikit.39.11.a"), why))


@cites("pikit.39.4.d", "pikit.39.4.e", "pikit.39.1.hand", "pikit.39.1.suit")
def _compare(hand: PikitHand, shown: Showdown, play: str) -> tuple[Outcome, Citation]:
    """The result of the comparison that the play wager calls for, and the clauses behind it."""
    if play == "play_3":
        three, cards = best_three(hand.cards)
        return compare_ranks(three, shown.three), _cite_ranking(cards, three, shown.three)
    five = rank_five(hand.cards)
    return compare_ranks(five, shown.five), _cite_ranking(hand.cards, five, shown.five)


@cites("pikit.39.3.c")
@cites_part("pikit.39.7.e.2", "pikit.39.12.a", "pikit.39.12.c", "pikit.39.12.d")
def _void_hand(options: PikitOptions, ruling: Ruling, hand: PikitHand) -> HandResult:
    """Every wager is returned, what was settled or forfeited before included (P24)."""
    placed = {**hand.wagers, **placed_after_the_deal(options, hand)}
    stakes = {wager: placed[wager] for wager in SETTLEMENT_ORDER if wager in placed}
    # A deferred dealer stack is dealt when bonuses and folds are settled already (P22).
    may_be_late = not ruling.during_deal or options.dealer_stack == "deferred"
    is_final = may_be_late and not options.void_unwinds_settled
    final = _settle_before_the_void(options, hand) if is_final else ()
    results = return_stakes(stakes, ruling.clauses, final)
    return HandResult(hand.seat, tuple(with_coupon(results, hand.coupons, see("pikit.39.3.c"))))


def _settle_before_the_void(options: PikitOptions, hand: PikitHand) -> list[WagerResult]:
    """What was settled before the round was void, for a licensee who holds it final."""
    settled = []
    if hand.actions.select_3 is not None and "three_card_bonus" in hand.wagers:
        settled.append(settle_three_card_bonus(options, hand))
    turned_up = hand.actions.shown or hand.actions.decision is not None
    if turned_up and len(hand.cards) == 5:
        settled.append(settle_five_card_bonus(options, hand))
    if hand.actions.folded:
        settled += _forfeit_ante(hand)
    return settled


_PROCEDURES = {
    1: see("pikit.39.10.e.1.iii", "pikit.39.10.e.1.ii"),
    2: see("pikit.39.10.e.2.ii"),
}
_PLAY_CLAUSES = {
    "play_3": see("pikit.39.1.play_3_wager"),
    "play_5": see("pikit.39.1.play_5_wager"),
}


@cites("pikit.layout.d.2.ii")
def _cite_qualifier(options: PikitOptions, play: str) -> Citation:
    """In the qualifier version, what qualification means for this wager: nothing for play 3."""
    if not options.dealer_must_qualify:
        return ()
    if play == "play_3":
        return see("pikit.layout.d.2.ii", "pikit.39.10.f")
    return see("pikit.39.1.qualifying_hand")


@cites("pikit.39.4.b", "pikit.39.4.c", "pikit.39.4.d")
def _cite_ranking(cards: Sequence[Card], player: PokerRank, dealer: PokerRank) -> Citation:
    """The clauses that rank the player's cards and the dealer's, and that settle a tie of kind."""
    return join(
        see("pikit.39.1.hand"),
        _cite_category(player),
        _cite_category(dealer),
        see("pikit.39.4.d") if player.category == dealer.category else (),
        _cite_ace(cards, player),
        _cite_ace((), dealer),
    )


def _cite_category(rank: PokerRank) -> Citation:
    if isinstance(rank, FiveCardRank):
        return FIVE_CARD_CLAUSES[rank.category]
    return THREE_CARD_CLAUSES[rank.category]


@cites("pikit.39.4.a", "pikit.39.4.b.6", "pikit.39.4.c.4")
def _cite_ace(cards: Sequence[Card], rank: PokerRank) -> Citation:
    """What the text says of an ace that ends a straight low, or stands in the middle of a run."""
    length = 5 if isinstance(rank, FiveCardRank) else 3
    if rank.tiebreak == (length,):
        return see("pikit.39.4.a")
    if rank.category < type(rank.category).STRAIGHT and wraps_round_the_ace(cards, length):
        return see("pikit.39.4.b.6") if length == 5 else see("pikit.39.4.c.4")
    return ()


@cites("pikit.39.4.e")
def _cite_declaration(hand: PikitHand) -> Citation:
    """What the player says of his hand is on record and decides nothing."""
    return see("pikit.39.4.e") if hand.declared is not None else ()
