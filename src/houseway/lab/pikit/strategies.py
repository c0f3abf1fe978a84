"""Compact strategies of Pik-it poker: thresholds that are found for each configuration.

A strategy asks up to four questions in turn: are the best three cards so good, are the five
so good, and both once more with less. The whole family is searched: hands fall into steps
that a person can name, and sums over blocks of steps give the exact worth of every
strategy in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, FiveCardRank, ThreeCard, ThreeCardRank
from houseway.games.options import as_config
from houseway.games.pikit.options import PikitOptions
from houseway.lab.exact.five_cards import DEALS, encode
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import FIVE_SHIFT, THREE_SHIFT
from houseway.lab.exact.results import Line, line
from houseway.lab.exact.strategies import Chart, Compact, Playbook
from houseway.lab.pikit.kernels import settlement as kernel
from houseway.lab.pikit.solver import ACTIONS, count_deals, rules_of
from houseway.lab.pikit.thresholds import Threshold, Thresholds, five_steps, three_steps

Numbers = NDArray[np.int64]
Choices = NDArray[np.uint8]
FOLD, PLAY_3, PLAY_5 = range(3)
MARKS = "F35"
BEGINNER = Thresholds((FiveCardRank(FiveCard.PAIR, ()), ThreeCardRank(ThreeCard.FLUSH, ())))
"""As the robots play, whatever the configuration."""
NOTES = (
    "Ante and play wager only: the 5 card bonus is the same however a hand is played.",
    "easy and better were found for this configuration: of their kind none is worth more.",
    "easy asks up to three questions; better asks up to four, with finer steps.",
)


@dataclass(frozen=True)
class Blocks:
    """Worth by steps: sums over all hands below a step of five and a step of three cards."""

    fives: Sequence[FiveCardRank]
    threes: Sequence[ThreeCardRank]
    fold: Numbers
    three: Numbers
    five: Numbers

    def worth(self, first_three: int, first_five: int, then_three: int, then_five: int) -> int:
        """What questions at these steps are worth, over all deals; past the last step is never.

        Three cards from `first_three` on play 3; of the rest, five from `first_five` on play
        5; of the rest, three from `then_three` on play 3 and five from `then_five` on play 5.
        """
        fold, three, five = self.fold, self.three, self.five
        worth = (
            (three[-1, -1] - three[-1, first_three])
            + (five[-1, first_three] - five[first_five, first_three])
            + (three[first_five, first_three] - three[first_five, then_three])
            + (five[first_five, then_three] - five[then_five, then_three])
            + fold[then_five, then_three]
        )
        return int(worth)

    def thresholds(
        self, first_three: int, first_five: int, then_three: int, then_five: int
    ) -> Thresholds:
        """The questions that some hand answers with yes."""
        steps: list[Threshold] = [*self.threes[first_three : first_three + 1]]
        steps += self.fives[first_five : first_five + 1]
        if then_three < first_three:
            steps.append(self.threes[then_three])
        if then_five < first_five:
            steps.append(self.fives[then_five])
        return Thresholds(tuple(steps))


def count_blocks(worths: Numbers, *, fine: bool) -> Blocks:
    dealt = count_deals()
    fives, threes = five_steps(fine=fine), three_steps(fine=fine)
    five_at = np.searchsorted([encode(step) for step in fives], dealt.hands.values, "right")
    three_at = np.searchsorted([encode(step) for step in threes], dealt.threes, "right")
    below = []
    for action in (FOLD, PLAY_3, PLAY_5):
        sums = np.zeros((len(fives) + 1, len(threes) + 1), np.int64)
        np.add.at(sums, (five_at, three_at), dealt.hands.sets * worths[:, action])
        below.append(sums.cumsum(axis=0).cumsum(axis=1))
    return Blocks(fives, threes, *below)


def find_best(blocks: Blocks, *, questions: int) -> Thresholds:
    """The best four questions, or the best three of which the first is on five cards.

    The worth of a strategy is a sum in which each step stands beside at most one other on
    either side. So the best last step is found for every step before it, then the best last
    two, and so on; nothing is left out.
    """
    fold, three, five = blocks.fold, blocks.three, blocks.five
    last = np.maximum.accumulate(fold - five, axis=0)
    last_two = np.maximum.accumulate(five - three + last, axis=1)
    whole = last_two + three - five + (five[-1] - three[-1])
    if questions == 3:
        whole[:, :-1] = whole.min() - 1
    first_five, first_three = map(int, np.argwhere(whole == whole.max())[-1])
    then_three = _simplest(
        blocks.threes,
        (five - three + last)[first_five, : first_three + 1],
        last_two[first_five, first_three],
    )
    then_five = _simplest(
        blocks.fives,
        (fold - five)[: first_five + 1, then_three],
        last[first_five, then_three],
    )
    return blocks.thresholds(first_three, first_five, then_three, then_five)


def _simplest(steps: Sequence[Threshold], values: Numbers, value: int) -> int:
    """Of the steps with this value the one that names the fewest ranks, and of those the highest.

    Equal values come from hands that the questions before have taken: after a pair of fives a
    question for three cards that are a pair of fives asks for a flush.
    """

    def ranks(place: int) -> int:
        return len(steps[place].tiebreak) if place < len(steps) else 0

    return min(map(int, np.flatnonzero(values == value)), key=lambda at: (ranks(at), -at))


def choices_of(thresholds: Thresholds) -> Choices:
    """The action with every hand of `count_deals`."""
    dealt = count_deals()
    choices = np.zeros(len(dealt.threes), np.uint8)
    for threshold in reversed(thresholds.steps):
        three = isinstance(threshold, ThreeCardRank)
        values = dealt.threes if three else dealt.hands.values
        choices[values >= encode(threshold)] = PLAY_3 if three else PLAY_5
    return choices


def line_of(options: PikitOptions, choices: Choices) -> Line:
    """What these choices bring over all deals."""
    dealt = count_deals()
    deals = kernel.follow(dealt.known, dealt.hands.sets, rules_of(options), choices)
    nets = {Fraction(n - kernel.NO_NET): int(count) for n, count in enumerate(deals.sum(axis=0))}
    actions = dict(zip(ACTIONS, deals.sum(axis=1).tolist(), strict=True))
    played = sum(options.multiple(play) * actions[play] for play in ("play_3", "play_5"))
    return line({net: count for net, count in nets.items() if count}, DEALS + played, actions)


STRATEGIES = ("beginner", "easy", "better")
BY_NAME = {"simple": "beginner"}
"""What the simulation calls simple, because the robots play so, is the beginner's strategy."""


def find_thresholds(options: PikitOptions, strategy: str) -> Thresholds:
    if strategy == "beginner":
        return BEGINNER
    worths = kernel.weigh_all(count_deals().known, DEALERS, rules_of(options))
    fine = strategy == "better"
    return find_best(count_blocks(worths, fine=fine), questions=4 if fine else 3)


def playbook(options: PikitOptions) -> Playbook:
    dealt, rules = count_deals(), rules_of(options)
    _, best = kernel.settle(dealt.known, dealt.hands.sets, dealt.hands.values, rules)
    optimum = line_of(options, best).ev
    by_name = {name: find_thresholds(options, name) for name in STRATEGIES}
    strategies = []
    for name, thresholds in by_name.items():
        choices = choices_of(thresholds)
        line = line_of(options, choices)
        strategies.append(
            Compact("pikit", name, thresholds.words(), thresholds.choose, line, optimum - line.ev)
        )
    charts = (_chart("best play", best), _chart("better", choices_of(by_name["better"])))
    return Playbook("pikit", as_config(options), optimum, tuple(strategies), charts, NOTES)


def _chart(name: str, choices: Choices) -> Chart:
    """Best three by five cards: the action, and where they differ the share of the commonest."""
    dealt = count_deals()
    shares = np.zeros((len(ThreeCard), len(FiveCard), len(ACTIONS)), np.int64)
    kinds = (dealt.threes >> THREE_SHIFT, dealt.hands.values >> FIVE_SHIFT, choices)
    np.add.at(shares, kinds, dealt.hands.sets)
    rows, columns = list(reversed(ThreeCard)), list(FiveCard)
    return Chart(
        title=f"By what the cards make, with percent where not all do it: {name}",
        across="all five cards",
        down="best three cards",
        columns=tuple(_short(kind) for kind in columns),
        rows=tuple(_short(kind) for kind in rows),
        cells=tuple(tuple(_mark(shares[row, column]) for column in columns) for row in rows),
        legend={"5": "play 5", "3": "play 3", "F": "fold"},
    )


def _mark(counts: Numbers) -> str:
    total, most = int(counts.sum()), int(counts.argmax())
    if not total:
        return ""
    share = 100 * int(counts[most]) // total
    return MARKS[most] + ("" if counts[most] == total else f" {share}")


_SHORT: Mapping[str, str] = {
    "high_card": "high card",
    "three_of_a_kind": "three",
    "four_of_a_kind": "four",
    "straight_flush": "str. flush",
    "royal_flush": "royal",
}


def _short(kind: FiveCard | ThreeCard) -> str:
    return _SHORT.get(kind.key, kind.key.replace("_", " "))
