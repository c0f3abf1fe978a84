"""Settlement of Pik-it, to be read beside 39.10 and 39.11.

The two bonuses are settled first, on the player's own cards. Then the ante and
the play wager follow one comparison with the dealer: three-card hands with play
3, five-card hands with play 5 (P4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

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
from houseway.games.pikit.decisions import PikitActions, PikitHand
from houseway.games.pikit.irregularities import rule_on
from houseway.games.pikit.options import PikitOptions
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult, pay_or_lose
from houseway.games.rounds import Round, players_with_several_hands
from houseway.rulebook import Citation, cite, cites, cites_part, join, see

PikitRound = Round[PikitActions]

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
LOWEST_QUALIFYING = FiveCardRank(
    FiveCard.HIGH_CARD, (Rank.ACE, Rank.KING, Rank.FOUR, Rank.THREE, Rank.TWO)
)


@dataclass(frozen=True, slots=True)
class DealerHand:
    """The dealer's best five-card and best three-card hand, and whether he qualifies."""

    five: FiveCardRank
    three: ThreeCardRank
    qualifies: bool


@dataclass(frozen=True, slots=True)
class Table:
    """What is the same for every hand of the round."""

    ruling: Ruling
    dealer: DealerHand
    several: frozenset[str]
    """The players who bet on more than one position."""


def resolve(options: PikitOptions, round_: PikitRound) -> Settlement:
    """Settles a round that `check` has found in order."""
    ruling = rule_on(round_.irregularity)
    if ruling.all_void:
        return Settlement(tuple(_void_hand(options, ruling, hand) for hand in round_.hands))
    table = Table(ruling, read_dealer(round_), players_with_several_hands(round_))
    return Settlement(tuple(_settle_hand(options, table, hand) for hand in round_.hands))


@cites("pikit.39.1.hand", "pikit.39.1.qualifying_hand")
def read_dealer(round_: PikitRound) -> DealerHand:
    five = rank_five(round_.dealer)
    return DealerHand(five, best_three(round_.dealer)[0], qualifies(five))


@cites("pikit.39.1.qualifying_hand")
def qualifies(dealer: FiveCardRank) -> bool:
    """A-K-4-3-2 or anything above it (P8)."""
    return dealer >= LOWEST_QUALIFYING


def _settle_hand(options: PikitOptions, table: Table, hand: PikitHand) -> HandResult:
    """The bonuses, then the ante and the play wager or the fold."""
    results = _bonuses(options, hand)
    if hand.actions.folded:
        results.append(_forfeit_ante(hand))
    else:
        results.extend(_ante_and_play(options, table, hand))
    return HandResult(hand.seat, tuple(with_coupon(results, hand.coupons, see("pikit.39.3.c"))))


def _bonuses(options: PikitOptions, hand: PikitHand) -> list[WagerResult]:
    results = []
    if "three_card_bonus" in hand.wagers:
        results.append(_settle_three_card_bonus(options, hand))
    results.append(_settle_five_card_bonus(options, hand))
    return results


def settle_bonus(options: PikitOptions, hand: PikitHand, wager: str) -> WagerResult:
    """One of the two bonuses by itself: both are settled before the dealer's hand is known."""
    if wager == "three_card_bonus":
        return _settle_three_card_bonus(options, hand)
    return _settle_five_card_bonus(options, hand)


@cites("pikit.39.10.b", "pikit.39.11.c", "pikit.39.1.3_card_bonus_wager", "pikit.39.3.a")
def _settle_three_card_bonus(options: PikitOptions, hand: PikitHand) -> WagerResult:
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
        _ace_in_three(hand.actions.select_3, rank),
    )
    odds = options.three_card.odds(rank.category.key)
    return pay_or_lose("three_card_bonus", hand.wagers["three_card_bonus"], odds, why)


@cites("pikit.39.10.c.2", "pikit.39.11.b", "pikit.39.1.5_card_bonus_wager")
def _settle_five_card_bonus(options: PikitOptions, hand: PikitHand) -> WagerResult:
    """On the five cards dealt, before the player decides, so that a fold leaves it (P12)."""
    rank = rank_five(hand.cards)
    why = join(
        see("pikit.39.10.c.2", "pikit.39.11.b"),
        FIVE_CARD_CLAUSES[rank.category],
        _ace_in_five(hand.cards, rank),
        _declared(hand),
    )
    odds = options.five_card.odds(rank.category.key)
    return pay_or_lose("five_card_bonus", hand.wagers["five_card_bonus"], odds, why)


@cites("pikit.39.3.b", "pikit.39.10.c.4", "pikit.39.1.fold")
@cites_part("pikit.39.10.c.3")
def _forfeit_ante(hand: PikitHand) -> WagerResult:
    ante = hand.wagers["ante"]
    clauses = see("pikit.39.3.b", "pikit.39.10.c.3", "pikit.39.10.c.4")
    return WagerResult("ante", ante, -ante, Outcome.FORFEIT, clauses)


@cites("pikit.39.1.ante_wager", "pikit.39.1.play_3_wager", "pikit.39.1.play_5_wager")
@cites("pikit.39.3.e")
def _ante_and_play(options: PikitOptions, table: Table, hand: PikitHand) -> list[WagerResult]:
    """Both follow the hand that was elected: the best three cards, or the five (P4)."""
    play, ante = hand.actions.decision, hand.wagers["ante"]
    assert play in {"play_3", "play_5"}
    stake = ante * options.multiple(play)
    outcome, ranking = _compare(hand, table.dealer, play)
    why = join(
        _PROCEDURES[options.settlement_procedure],
        ranking,
        _qualifier_clauses(options, play),
        _declared(hand),
        see("pikit.39.3.e") if hand.player in table.several else (),
        table.ruling.clauses,
    )
    sized = join(see("pikit.39.3.b"), _PLAY_CLAUSES[play])
    if play == "play_5" and options.dealer_must_qualify and not table.dealer.qualifies:
        return _against_a_non_qualifier(options, outcome, ante, stake, join(why, sized))
    return [
        _even_money("ante", ante, outcome, why),
        _even_money(play, stake, outcome, join(why, sized)),
    ]


@cites("pikit.39.10.f", "pikit.39.11.a")
def _against_a_non_qualifier(
    options: PikitOptions, outcome: Outcome, ante: int, stake: int, why: Citation
) -> list[WagerResult]:
    """Play 5 is void whoever is ahead (P7); the ante has its ordinary result (P5)."""
    if outcome is Outcome.LOSE and options.nonqualifying_ante == "push":
        outcome = Outcome.PUSH
    clauses = join(see("pikit.39.10.f", "pikit.39.11.a"), why)
    return [
        _even_money("ante", ante, outcome, clauses),
        WagerResult("play_5", stake, 0, Outcome.VOID, clauses),
    ]


@cites("pikit.39.11.a", "pikit.39.10.e.1.ii", "pikit.39.10.e.1.iii", "pikit.39.10.e.2.ii")
def _even_money(wager: str, stake: int, outcome: Outcome, why: Citation) -> WagerResult:
    """Paid 1 to 1 on a win, collected on a loss, returned on a tie (P9)."""
    net = {Outcome.WIN: stake, Outcome.LOSE: -stake}.get(outcome, 0)
    return WagerResult(wager, stake, net, outcome, join(see("pikit.39.11.a"), why))


@cites("pikit.39.4.d", "pikit.39.4.e", "pikit.39.1.hand", "pikit.39.1.suit")
def _compare(hand: PikitHand, dealer: DealerHand, play: str) -> tuple[Outcome, Citation]:
    """The result of the comparison that the play wager calls for, and the clauses behind it."""
    if play == "play_3":
        three, cards = best_three(hand.cards)
        ranking = join(
            _ranking_of_three(three.category, dealer.three.category),
            _ace_in_three(cards, three),
            _ace_in_three((), dealer.three),
        )
        return _outcome(three > dealer.three, three == dealer.three), ranking
    five = rank_five(hand.cards)
    ranking = join(
        _ranking_of_five(five.category, dealer.five.category),
        _ace_in_five(hand.cards, five),
        _ace_in_five((), dealer.five),
    )
    return _outcome(five > dealer.five, five == dealer.five), ranking


def _outcome(higher: bool, equal: bool) -> Outcome:  # noqa: FBT001  # the two comparisons
    if equal:
        return Outcome.PUSH
    return Outcome.WIN if higher else Outcome.LOSE


@cites("pikit.39.3.c")
@cites_part("pikit.39.7.e.2", "pikit.39.12.a", "pikit.39.12.c", "pikit.39.12.d")
def _void_hand(options: PikitOptions, ruling: Ruling, hand: PikitHand) -> HandResult:
    """Every wager is returned, what was settled or forfeited before included (P24)."""
    results = [
        WagerResult(wager, stake, 0, Outcome.VOID, ruling.clauses)
        for wager, stake in _stakes(options, hand).items()
    ]
    # A deferred dealer stack is dealt when bonuses and folds are settled already (P22).
    may_be_late = not ruling.during_deal or options.dealer_stack == "deferred"
    if may_be_late and not options.void_unwinds_settled:
        final = _already_settled(options, hand)
        results = [final.get(result.wager, result) for result in results]
    return HandResult(hand.seat, tuple(with_coupon(results, hand.coupons, see("pikit.39.3.c"))))


def _already_settled(options: PikitOptions, hand: PikitHand) -> dict[str, WagerResult]:
    """What was settled before the round was void, for a licensee who holds it final."""
    settled = []
    if hand.actions.select_3 is not None and "three_card_bonus" in hand.wagers:
        settled.append(_settle_three_card_bonus(options, hand))
    turned_up = hand.actions.shown or hand.actions.decision is not None
    if turned_up and len(hand.cards) == 5:
        settled.append(_settle_five_card_bonus(options, hand))
    if hand.actions.folded:
        settled.append(_forfeit_ante(hand))
    return {result.wager: result for result in settled}


def _stakes(options: PikitOptions, hand: PikitHand) -> dict[str, int]:
    """What lies on the layout at this position, in settlement order."""
    placed = dict(hand.wagers)
    play = hand.actions.decision
    if play in {"play_3", "play_5"}:
        placed[play] = placed["ante"] * options.multiple(play)
    order = ("three_card_bonus", "five_card_bonus", "ante", "play_3", "play_5")
    return {wager: placed[wager] for wager in order if wager in placed}


_PROCEDURES = {
    1: see("pikit.39.10.e.1.iii", "pikit.39.10.e.1.ii"),
    2: see("pikit.39.10.e.2.ii"),
}
_PLAY_CLAUSES = {
    "play_3": see("pikit.39.1.play_3_wager"),
    "play_5": see("pikit.39.1.play_5_wager"),
}


@cites("pikit.layout.d.2.ii")
def _qualifier_clauses(options: PikitOptions, play: str) -> Citation:
    """In the qualifier version, what qualification means for this wager: nothing for play 3."""
    if not options.dealer_must_qualify:
        return ()
    if play == "play_3":
        return see("pikit.layout.d.2.ii", "pikit.39.10.f")
    return see("pikit.39.1.qualifying_hand")


@cites("pikit.39.4.a", "pikit.39.4.b.6")
def _ace_in_five(cards: Sequence[Card], rank: FiveCardRank) -> Citation:
    """What the text says of an ace that ends a straight low, or stands in the middle of a run."""
    if rank.tiebreak == (5,):
        return see("pikit.39.4.a")
    if rank.category < FiveCard.STRAIGHT and wraps_round_the_ace(cards):
        return see("pikit.39.4.b.6")
    return ()


@cites("pikit.39.4.a", "pikit.39.4.c.4")
def _ace_in_three(cards: Sequence[Card], rank: ThreeCardRank) -> Citation:
    if rank.tiebreak == (3,):
        return see("pikit.39.4.a")
    if rank.category < ThreeCard.STRAIGHT and wraps_round_the_ace(cards, length=3):
        return see("pikit.39.4.c.4")
    return ()


@cites("pikit.39.4.e")
def _declared(hand: PikitHand) -> Citation:
    """What the player says of his hand is on record and decides nothing."""
    return see("pikit.39.4.e") if hand.declared is not None else ()


@cache
@cites("pikit.39.4.b", "pikit.39.4.d")
def _ranking_of_five(player: FiveCard, dealer: FiveCard) -> Citation:
    return join(
        see("pikit.39.1.hand"),
        FIVE_CARD_CLAUSES[player],
        FIVE_CARD_CLAUSES[dealer],
        see("pikit.39.4.d") if player == dealer else (),
    )


@cache
@cites("pikit.39.4.c", "pikit.39.4.d")
def _ranking_of_three(player: ThreeCard, dealer: ThreeCard) -> Citation:
    return join(
        see("pikit.39.1.hand"),
        THREE_CARD_CLAUSES[player],
        THREE_CARD_CLAUSES[dealer],
        see("pikit.39.4.d") if player == dealer else (),
    )
