"""The battery: whether decks look as chance alone would make them.

It reads only the finished decks, whatever produced them. Each test gives a statistic
and how likely a fair source is to be this far out. Holm's method turns these into
one verdict: a fair source fails once in a million runs, however the tests depend on
each other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.fairness import chances
from houseway.fairness.chances import CARDS
from houseway.fairness.counts import Block, Counts, Numbers
from houseway.fairness.errors import FairnessError
from houseway.fairness.tails import chi_square_p, normal_p, poisson_p

FAMILY_WISE = 1e-6
FEWEST_DECKS = 1_000  # below, the tails are not near enough to what is claimed
SMALLEST_EXPECTED = 10
BLOCK = 1_000


@dataclass(frozen=True)
class Outcome:
    """One test: its statistic, what a fair source gives, and the chance of being so far out."""

    name: str
    words: str
    statistic: float
    expected: str
    p: float


@dataclass(frozen=True)
class Report:
    """All tests of one run. `adjusted` is Holm's p of each test, in the same order."""

    decks: int
    outcomes: tuple[Outcome, ...]
    adjusted: tuple[float, ...]
    family_wise: float = FAMILY_WISE

    @property
    def passed(self) -> bool:
        return not self.failed

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the tests that fail by themselves, all others allowed for."""
        both = zip(self.outcomes, self.adjusted, strict=True)
        return tuple(outcome.name for outcome, p in both if p <= self.family_wise)


def run_battery(
    decks: Iterable[Sequence[int]], count: int, progress: Callable[[int], None] | None = None
) -> Report:
    """Tests the first `count` decks of a source; reports to `progress` how many it has taken."""
    if count < FEWEST_DECKS:
        raise FairnessError(f"The battery needs at least {FEWEST_DECKS:,} decks.")
    source = iter(decks)
    counts = Counts()
    while counts.decks < count:
        rows = list(islice(source, min(BLOCK, count - counts.decks)))
        if not rows:
            raise FairnessError(f"The source ended after {counts.decks:,} of {count:,} decks.")
        counts.add(as_block(rows))
        if progress is not None:
            progress(len(rows))
    return judge(counts)


def as_block(rows: Sequence[Sequence[int]]) -> Block:
    """Decks as one table of bytes."""
    try:
        whole = b"".join(map(bytes, rows))
        return np.frombuffer(whole, dtype=np.uint8).reshape(len(rows), CARDS)
    except (TypeError, ValueError):
        raise FairnessError("A deck is 52 numbers from 0 to 51.") from None


def judge(counts: Counts) -> Report:
    """Every test on what was counted, and the verdict."""
    if counts.decks < FEWEST_DECKS:
        raise FairnessError(f"The battery needs at least {FEWEST_DECKS:,} decks.")
    outcomes = tuple(test(counts) for test in TESTS)
    return Report(counts.decks, outcomes, holm([outcome.p for outcome in outcomes]))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Each p adjusted for all the others: valid however the tests depend on each other."""
    adjusted = [1.0] * len(p_values)
    reached = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, place in enumerate(order):
        reached = max(reached, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = reached
    return tuple(adjusted)


def card_by_position(counts: Counts) -> Outcome:
    """2,704 cells. Every row and every column adds up to the number of decks.

    The cells of one fair deck have the covariance C x C / 51, where C takes the mean
    away from a row or a column. So 51/n times the sum of squares is a chi-square of
    51 * 51 degrees of freedom: 51/52 of Pearson's statistic.
    """
    n = counts.decks
    spread = _squares(counts.by_position - n / CARDS)
    words = "Each card at each position"
    return _chi_square("card_by_position", words, (CARDS - 1) / n * spread, (CARDS - 1) ** 2)


def adjacent_pairs(counts: Counts) -> Outcome:
    """2,652 ordered pairs. What follows what in one deck is a path through all cards.

    The symmetries of the deck split the table into four parts that do not depend on
    each other: symmetric and antisymmetric, each with what the first and the last
    card explain and with the rest. For a single deck the squares of each part add up
    to a constant, 1/52, 1/52, 49/2 and 1325/52, over 51, 51, 1274 and 1275 degrees of
    freedom; that gives the scale of each.
    """
    n = counts.decks
    off = counts.pairs - n / CARDS
    np.fill_diagonal(off, 0.0)
    even, odd = (off + off.T) / 2, (off - off.T) / 2
    even_ends = 2 / (CARDS - 2) * _squares(even.sum(axis=1))
    odd_ends = 2 / CARDS * _squares(odd.sum(axis=1))
    ends = CARDS * (CARDS - 1) * (even_ends + odd_ends)
    even_rest = CARDS * (_squares(even) - even_ends)
    odd_rest = CARDS * (CARDS - 1) / (CARDS + 1) * (_squares(odd) - odd_ends)
    freedom = CARDS * (CARDS - 1) - 1
    words = "Each card after each other"
    return _chi_square("adjacent_pairs", words, (ends + even_rest + odd_rest) / n, freedom)


def rising_sequences(counts: Counts) -> Outcome:
    expected = chances.rising_chances()
    return _histogram("rising_sequences", "Rising sequences", counts.rising, expected)


def fixed_points(counts: Counts) -> Outcome:
    expected = chances.fixed_point_chances()
    return _histogram("fixed_points", "Cards at their own place", counts.fixed, expected)


def five_card_hands(counts: Counts) -> Outcome:
    expected = chances.hand_chances(chances.FIVE_CARD_HANDS)
    return _histogram("five_card_hands", "Hands of the first five", counts.five, expected)


def seven_card_hands(counts: Counts) -> Outcome:
    expected = chances.hand_chances(chances.SEVEN_CARD_HANDS)
    return _histogram("seven_card_hands", "Hands of the first seven", counts.seven, expected)


def serial_moves(counts: Counts) -> Outcome:
    """How far each card moved, round the deck, from one deck to the next."""
    return _serial("serial_moves", "Moves of each card, deck to deck", counts.moves)


def serial_steps(counts: Counts) -> Outcome:
    """Which card follows at each place, counted round the new deck."""
    return _serial("serial_steps", "Cards at each place, deck to deck", counts.steps)


def _serial(name: str, words: str, observed: Numbers) -> Outcome:
    """52 rows of 52 steps. What leads from a fair deck to the next is itself fair.

    So every row is spread evenly, with the covariance C/52 a deck, and any two rows
    have the covariance C/(52 * 51 * 51), where C takes the mean away. Then the sum of
    the rows over 52 has the scale 1/51, what is left the scale 50/(51 * 51).
    """
    n = int(observed[0].sum())
    off = observed - n / CARDS
    common = _squares(off.sum(axis=0)) / CARDS
    rest = (CARDS - 1) / (CARDS - 2) * (_squares(off) - common)
    statistic = (CARDS - 1) / n * (common + rest)
    return _chi_square(name, words, statistic, CARDS * (CARDS - 1))


def serial_correlation(counts: Counts) -> Outcome:
    """Spearman's correlation of each deck with the next; its variance is 1/51 exactly."""
    n = counts.decks - 1
    largest = sum((2 * place - (CARDS - 1)) ** 2 for place in range(CARDS))
    z = counts.drift / largest / sqrt(n / (CARDS - 1))
    words = "Correlation from deck to deck"
    return Outcome("serial_correlation", words, z, "0 ± 1", normal_p(z))


def repeated_decks(counts: Counts) -> Outcome:
    """One-sided: too few repeats is no fault when none are expected."""
    mean = chances.repeat_mean(counts.decks)
    p = poisson_p(counts.repeats, mean)
    return Outcome("repeated_decks", "Decks seen before", counts.repeats, "0", p)


TESTS = (
    card_by_position,
    adjacent_pairs,
    rising_sequences,
    fixed_points,
    five_card_hands,
    seven_card_hands,
    serial_moves,
    serial_steps,
    serial_correlation,
    repeated_decks,
)


def _squares(values: NDArray[Any]) -> float:
    # Not in whole numbers: the squares of a very bad source may not fit.
    return float(np.square(values.astype(np.float64)).sum())


def _chi_square(name: str, words: str, statistic: float, freedom: int) -> Outcome:
    expected = f"{freedom:,} ± {sqrt(2 * freedom):.0f}"
    return Outcome(name, words, statistic, expected, chi_square_p(statistic, freedom))


def _histogram(name: str, words: str, observed: Numbers, expected: Sequence[float]) -> Outcome:
    """The likelihood ratio of a histogram, with Williams's correction.

    Pearson's statistic overstates a rare cell far out in the tail, where the verdict
    is made. The likelihood ratio does not: its tail is that of the exact chances.
    """
    decks = int(observed.sum())
    cells = pool_cells([int(count) for count in observed], expected, decks)
    ratio = 2 * sum(count * log(count / (decks * chance)) for count, chance in cells if count)
    freedom = len(cells) - 1
    correction = 1 + (sum(1 / chance for _, chance in cells) - 1) / (6 * decks * freedom)
    return _chi_square(name, words, max(0.0, ratio / correction), freedom)


def pool_cells(
    observed: Sequence[int], expected: Sequence[float], decks: int
) -> list[tuple[int, float]]:
    """Neighbouring cells together until each is expected often enough; what is left joins the last.

    Which cells are joined depends on what is expected only, never on what was observed.
    """
    cells: list[tuple[int, float]] = []
    count, chance = 0, 0.0
    for more, likely in zip(observed, expected, strict=True):
        count, chance = count + more, chance + likely
        if chance * decks >= SMALLEST_EXPECTED:
            cells.append((count, chance))
            count, chance = 0, 0.0
    last = cells.pop()
    return [*cells, (last[0] + count, last[1] + chance)]
