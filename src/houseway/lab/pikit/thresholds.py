"""Thresholds of Pik-it poker: questions about a hand that people can remember, and their words."""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards import (
    FiveCard,
    FiveCardRank,
    Rank,
    ThreeCard,
    ThreeCardRank,
    best_three,
    rank_five,
)
from houseway.lab.exact.strategies import Cards, Move

Threshold = FiveCardRank | ThreeCardRank
"""A question: is the hand at least this? A category without ranks is the whole category."""


@dataclass(frozen=True)
class Thresholds:
    """Questions in turn. A step of five cards plays 5, a step of the best three plays 3."""

    steps: tuple[Threshold, ...]

    def choose(self, cards: Cards, _board: Cards = ()) -> Move:
        three, five = best_three(cards)[0], rank_five(cards)
        for threshold in self.steps:
            if isinstance(threshold, ThreeCardRank):
                if three >= threshold:
                    return Move("play_3")
            elif five >= threshold:
                return Move("play_5")
        return Move("fold")

    def words(self) -> tuple[str, ...]:
        lines: list[str] = []
        for threshold in self.steps:
            three = isinstance(threshold, ThreeCardRank)
            start = ("Otherwise play " if lines else "Play ") + ("3" if three else "5")
            if not threshold.category and not threshold.tiebreak:
                return (*lines, f"{start} with any hand.")
            cards = "your best three cards" if three else "all five cards"
            lines.append(f"{start} if {cards} make {in_words(threshold)} or better.")
        return (*lines, "Otherwise fold.")


def in_words(threshold: Threshold) -> str:
    """A threshold as people say it."""
    key = threshold.category.key
    ranks = [Rank(number) for number in threshold.tiebreak]
    name = key.replace("_of_a_kind", " of a kind").replace("_", " ")
    if not ranks:
        return name if key in ("two_pair", "three_of_a_kind", "four_of_a_kind") else f"a {name}"
    top = ranks[0]
    if key == "high_card":
        return "-".join(rank.word for rank in ranks) + " high"
    article = "an" if top in (Rank.ACE, Rank.EIGHT) else "a"
    by_category = {
        "pair": f"a pair of {top.plural}",
        "two_pair": f"two pair with {top.plural}",
        "three_of_a_kind": f"three {top.plural}",
    }
    return by_category.get(key, f"{article} {top.word}-high {name}")


def five_steps(*, fine: bool) -> list[FiveCardRank]:
    """Where a threshold of five cards may stand, from the lowest up.

    Fine steps tell two cards of a hand without a pair apart.
    """
    steps = [FiveCardRank(FiveCard.HIGH_CARD, ())]
    for top in range(Rank.EIGHT, Rank.ACE + 1):
        # The second card of five that make no straight is at least a five.
        seconds = range(Rank.FIVE, top) if fine else ()
        steps.append(FiveCardRank(FiveCard.HIGH_CARD, (top,)))
        steps += [FiveCardRank(FiveCard.HIGH_CARD, (top, second)) for second in seconds]
    for category in (FiveCard.PAIR, FiveCard.TWO_PAIR, FiveCard.THREE_OF_A_KIND):
        steps.append(FiveCardRank(category, ()))
        lowest = Rank.THREE if category != FiveCard.TWO_PAIR else Rank.FOUR
        steps += [FiveCardRank(category, (top,)) for top in range(lowest, Rank.ACE + 1)]
    return steps + [FiveCardRank(kind, ()) for kind in FiveCard if kind >= FiveCard.STRAIGHT]


def three_steps(*, fine: bool) -> list[ThreeCardRank]:
    """Where a threshold of three cards may stand; coarse steps are pairs and categories."""
    tops: dict[ThreeCard, Sequence[int]] = {ThreeCard.PAIR: range(Rank.THREE, Rank.ACE + 1)}
    if fine:
        tops[ThreeCard.FLUSH] = range(Rank.SIX, Rank.ACE + 1)
        tops[ThreeCard.STRAIGHT] = range(Rank.FOUR, Rank.ACE + 1)
        tops[ThreeCard.STRAIGHT_FLUSH] = range(Rank.FOUR, Rank.ACE)
    steps = []
    for category in ThreeCard:
        steps.append(ThreeCardRank(category, ()))
        steps += [ThreeCardRank(category, (top,)) for top in tops.get(category, ())]
    return steps
