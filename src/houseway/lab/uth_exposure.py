"""What it is worth to see a card at Ultimate Texas Hold 'Em, over all deals, in whole numbers.

The player knows the seen cards before his first choice and plays best with them to the end.
The kernels take one hole at a time; here they are asked, for each of the 169 classes of
holes, and the answers become fractions.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.games.uth.options import UthOptions
from houseway.lab.exposed import Exposure
from houseway.lab.kernels import uth_exposed as kernel
from houseway.lab.kernels import uth_exposed_boards as listing
from houseway.lab.kernels import uth_exposed_choices as real
from houseway.lab.kernels.ranks import RANK_FLOPS, RANK_PAIRS, RANKS, number_pair
from houseway.lab.kernels.uth_boards import Rules, rank_boards
from houseway.lab.kernels.uth_exposed import DEALERS, GONE, NONE
from houseway.lab.kernels.uth_flops import KIND_FLOPS
from houseway.lab.kernels.uth_rows import FIRST, KINDS, PAIRS, RANKS_OF_PAIR, SECOND
from houseway.lab.uth import read_rules
from houseway.rulebook import Malformed

Progress = Callable[[str, int, int], None]
"""Told the name of a question, how many steps of it are done, and how many there are."""

BY_RANK = np.array([4] * RANKS + [0] * (KINDS + 1 - RANKS))
BY_SUIT = np.array([3] * RANKS + [1] * RANKS + [0])
"""How many cards of each kind there are: by ranks alone, and as a suit sees them."""


@dataclass(frozen=True)
class Question:
    """What is seen before the first choice."""

    name: str
    says: str
    where: int
    """Whether the dealer holds the seen cards, or they are gone."""
    cards: int
    flop_card: bool = False
    """Whether one card of the flop is seen as well."""

    @property
    def hands(self) -> int:
        """How many hands the dealer may hold on a board."""
        if self.where == GONE:
            return math.comb(45 - self.cards, 2)
        return math.comb(45 - self.cards, 2 - self.cards)

    @property
    def deals(self) -> int:
        """A board counts once for each of its flops, and for each card shown of that."""
        boards = math.comb(50, self.cards) * math.comb(50 - self.cards, 5) * self.hands
        return math.comb(52, 2) * boards * 10 * (3 if self.flop_card else 1)


QUESTIONS = {
    one.name: one
    for one in (
        Question("burn_card", "One card that is out of play, such as a burn card.", GONE, 1),
        Question("one_flop_card", "One card of the flop.", GONE, 0, flop_card=True),
        Question("one_dealer_card", "One of the dealer's two cards.", DEALERS, 1),
        Question(
            "dealer_and_flop_card",
            "One of the dealer's two cards and one card of the flop.",
            DEALERS,
            1,
            flop_card=True,
        ),
        Question("both_dealer_cards", "Both of the dealer's cards.", DEALERS, 2),
        Question("other_players_1", "Both cards of one other player.", GONE, 2),
    )
}


@dataclass(frozen=True)
class Boards:
    """All boards, by their ranks and as a suit sees them."""

    rules: Rules
    ranked: listing.Boards
    suited: listing.Boards


def list_boards(rules: Rules) -> Boards:
    ranked = rank_boards(rules)
    return Boards(
        rules,
        listing.list_ranked(ranked, rules.opens),
        listing.list_suited(ranked, rules.opens),
    )


@dataclass(frozen=True)
class Tables:
    """The sums for two ranks of a hole: by ranks, and as suits see the hole.

    Variant 0 has no card of the suit, 1 the lower, 2 the higher, 3 both.
    """

    ranked: kernel.Sums
    suited: tuple[kernel.Sums, ...]
    gain: NDArray[np.int32]
    """The gains of all variants."""


def answer(
    asked: Sequence[Question], boards: Boards, progress: Progress | None = None
) -> dict[str, Fraction]:
    """The player's expectation in antes, for questions that see as many cards in one place.

    They differ only in whether a card of the flop is shown, and share all sums.
    """
    totals = dict.fromkeys((one.name for one in asked), 0)
    by_card = any(one.flop_card for one in asked)
    for done, (low, high) in enumerate(_rank_pairs()):
        tables = sum_tables(asked[0], boards, low, high, by_card=by_card)
        for hole, holes in _classes(low, high):
            real_cards = _meet(asked[0], tables, hole)
            for one in asked:
                totals[one.name] += holes * _best(one, tables, real_cards)
        if progress:
            progress(asked[0].name, done + 1, RANK_PAIRS)
    unit = boards.rules.unit
    return {one.name: Fraction(totals[one.name], unit * one.deals) for one in asked}


def _rank_pairs() -> list[tuple[int, int]]:
    return [(low, high) for high in range(RANKS) for low in range(high + 1)]


def _classes(low: int, high: int) -> list[tuple[NDArray[np.int64], int]]:
    """One hole of each class with these ranks, and how many holes it stands for."""
    mixed = np.array((4 * low, 4 * high + 1))
    if low == high:
        return [(mixed, 6)]
    return [(np.array((4 * low, 4 * high)), 4), (mixed, 12)]


def sum_tables(
    question: Question, boards: Boards, low: int, high: int, *, by_card: bool = False
) -> Tables:
    """The sums over all boards for the holes of two ranks; `by_card` also for each board card."""
    by_rank, by_kind = seen_sets(question, RANKS), seen_sets(question, KINDS)
    rules, size = boards.rules, len(by_rank.first)
    listed = kernel.new_list(size)
    ranked = kernel.room(RANK_FLOPS, RANKS * by_card, size)
    pair = number_pair(low, high)
    none = kernel.no_plain()
    kernel.sum_hole(boards.ranked, BY_RANK, pair, by_rank, rules, none, listed, ranked)
    plain = kernel.spread(listed, by_kind.ranks)
    suited: list[kernel.Sums] = []
    for variant in range(4):
        if low == high and variant == 2:
            suited.append(suited[1])
            continue
        kinds = sorted((low + RANKS * (variant % 2), high + RANKS * (variant // 2)))
        sums = kernel.room(KIND_FLOPS, KINDS * by_card, len(by_kind.first))
        if kinds[0] != kinds[1] or kinds[0] < RANKS:
            pair = number_pair(*kinds)
            kernel.sum_hole(boards.suited, BY_SUIT, pair, by_kind, rules, plain, listed, sums)
        suited.append(sums)
    return Tables(ranked, tuple(suited), np.stack([sums.gain for sums in suited]))


def seen_sets(question: Question, kinds: int) -> kernel.Seen:
    """All that may be seen, in ranks (13 kinds) or as a suit sees it (26)."""
    pairs = kinds * (kinds + 1) // 2
    if question.cards == 2:
        first, second = FIRST[:pairs].astype(np.int64), SECOND[:pairs].astype(np.int64)
        ranks = RANKS_OF_PAIR[:pairs].astype(np.int64)
    elif question.cards == 1:
        first, second = np.arange(kinds), np.full(kinds, NONE)
        ranks = first % RANKS
    else:
        first = second = np.array([NONE])
        ranks = np.array([0])
    return kernel.Seen(first, second, ranks, question.where, question.hands)


@dataclass(frozen=True)
class RealCards:
    """A hole with all that may be seen beside it."""

    hole: NDArray[np.int64]
    seen: real.RealSeen
    ways: NDArray[np.int64]
    """The exchanges of suits that change nothing for the hole."""
    variants: NDArray[np.int64]
    """Which variant of the hole each suit sees."""
    gains: NDArray[np.int64]
    """What 2x gains after the flop, by the card that is shown of it, and by what is seen."""


def _meet(question: Question, tables: Tables, hole: NDArray[np.int64]) -> RealCards:
    seen = real.real_seen(hole, question.cards)
    ways = real.exchanges(hole)
    variants = np.array([(hole[0] % 4 == suit) + 2 * (hole[1] % 4 == suit) for suit in range(4)])
    flops, weights = real.real_flops(real.bits_after(hole, np.arange(4)), ways)
    gain = tables.ranked.gain, tables.gain
    gains = real.sum_gains(flops, weights, seen, *gain, variants)
    return RealCards(hole, seen, ways, variants, gains)


def _best(question: Question, tables: Tables, cards: RealCards) -> int:
    """The best first choice for each class of what is seen, over all deals to a hole."""
    if question.flop_card:
        shown = [card for card in range(real.CARDS) if card not in cards.hole]
    else:
        shown = [real.NO_CARD]
    values, keys = zip(*(_values(tables, cards, card) for card in shown), strict=True)
    _, classes = np.unique(np.concatenate(keys), return_inverse=True)
    sums = np.zeros((classes.max() + 1, 3), np.int64)
    np.add.at(sums, classes, np.concatenate(values))
    return int(sums.max(axis=1).sum())


def _values(
    tables: Tables, cards: RealCards, shown: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The worth of 4x, 3x and check over all deals, by what is seen; and the classes of that.

    A board counts for each of its ten flops; six of them have a given card.
    """
    seen = cards.seen
    left = np.flatnonzero((seen.cards != shown).all(axis=1) | (shown == real.NO_CARD))
    flops = 10 if shown == real.NO_CARD else 6
    worth = _worth(tables.ranked, shown // 4, shown)[:, seen.ranks[left]]
    for suit in range(4):
        kind = shown // 4 + (RANKS if shown % 4 == suit else 0)
        sums = _worth(tables.suited[cards.variants[suit]], kind, shown)
        worth = worth + sums[:, seen.kinds[suit, left]]
    edge, rest, river = flops * worth
    checked = river + cards.gains[shown, left]
    rows = np.column_stack((seen.cards[left], np.full(len(left), shown)))
    keys = real.classify(rows, cards.ways)
    return np.column_stack((4 * edge + rest, 3 * edge + rest, checked)), keys


def _worth(sums: kernel.Sums, kind: int, shown: int) -> NDArray[np.int64]:
    """Edge, rest and river by what is seen: over the boards with a card of a kind, or all."""
    return sums.worth if shown == real.NO_CARD else sums.by_card[kind]
