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


def answer(question: Question, boards: Boards, progress: Progress | None = None) -> Fraction:
    """The player's expectation in antes."""
    total = 0
    for done, (low, high) in enumerate(_rank_pairs()):
        tables = sum_tables(question, boards, low, high)
        for hole, holes in _classes(low, high):
            total += holes * _best(question, tables, hole)
        if progress:
            progress(question.name, done + 1, RANK_PAIRS)
    return Fraction(total, boards.rules.unit * question.deals)


def _rank_pairs() -> list[tuple[int, int]]:
    return [(low, high) for high in range(RANKS) for low in range(high + 1)]


def _classes(low: int, high: int) -> list[tuple[NDArray[np.int64], int]]:
    """One hole of each class with these ranks, and how many holes it stands for."""
    mixed = np.array((4 * low, 4 * high + 1))
    if low == high:
        return [(mixed, 6)]
    return [(np.array((4 * low, 4 * high)), 4), (mixed, 12)]


def sum_tables(question: Question, boards: Boards, low: int, high: int) -> Tables:
    by_rank, by_kind = seen_sets(question, RANKS), seen_sets(question, KINDS)
    rules, size = boards.rules, len(by_rank.first)
    listed = kernel.new_list(size)
    ranked = kernel.room(RANK_FLOPS, RANKS * question.flop_card, size)
    pair = number_pair(low, high)
    none = kernel.no_plain()
    kernel.sum_hole(boards.ranked, BY_RANK, pair, by_rank, rules, none, listed, ranked)
    suited = []
    for variant in range(4):
        if low == high and variant == 2:
            suited.append(suited[1])
            continue
        kinds = sorted((low + RANKS * (variant % 2), high + RANKS * (variant // 2)))
        sums = kernel.room(KIND_FLOPS, KINDS * question.flop_card, len(by_kind.first))
        if kinds[0] != kinds[1] or kinds[0] < RANKS:
            pair = number_pair(*kinds)
            kernel.sum_hole(boards.suited, BY_SUIT, pair, by_kind, rules, listed, none, sums)
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


def _best(question: Question, tables: Tables, hole: NDArray[np.int64]) -> int:
    """The best first choice for each class of what is seen, over all deals to a hole."""
    gone = np.zeros(0, np.int64)
    seen = real.real_seen(hole, gone, question.cards)
    variants = np.array([(hole[0] % 4 == suit) + 2 * (hole[1] % 4 == suit) for suit in range(4)])
    ways = real.exchanges(hole)
    flops, weights = real.real_flops(hole, gone, ways)
    gains = np.zeros((len(seen.bits), real.CARDS if question.flop_card else 1), np.int64)
    real.add_gains(hole, flops, weights, seen, tables.ranked.gain, tables.gain, variants, gains)
    if question.flop_card:
        worth, rows = _worth_by_card(tables, seen, variants, hole)
        gained = gains[rows[:, 3], rows[:, 2]]
    else:
        worth, rows = _worth(tables, seen, variants)
        gained = gains[:, 0]
    keys = real.classify(rows[:, :3], ways)
    edge, rest, river = worth
    choices = np.array([4 * edge + rest, 3 * edge + rest, river + gained])
    _, classes = np.unique(keys, return_inverse=True)
    sums = np.zeros((3, classes.max() + 1), np.int64)
    for choice in range(3):
        np.add.at(sums[choice], classes, choices[choice])
    return int(sums.max(axis=0).sum())


def _worth(
    tables: Tables, seen: real.RealSeen, variants: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Edge, rest and river for each seen set, ten times a board; and the cards of the sets."""
    worth = tables.ranked.worth[:, seen.ranks]
    for suit in range(4):
        worth = worth + tables.suited[variants[suit]].worth[:, seen.kinds[suit]]
    rows = np.full((len(seen.bits), 3), real.NO_CARD)
    rows[:, :2] = seen.cards
    return 10 * worth, rows


def _worth_by_card(
    tables: Tables, seen: real.RealSeen, variants: NDArray[Any], hole: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same for each seen set and card of the flop: six flops of a board have that card."""
    worths, rows = [], []
    for card in range(real.CARDS):
        left = np.flatnonzero(~(seen.cards == card).any(axis=1)) if card not in hole else []
        if not len(left):
            continue
        worth = tables.ranked.by_card[card // 4][:, seen.ranks[left]]
        for suit in range(4):
            kind = card // 4 + (RANKS if card % 4 == suit else 0)
            sums = tables.suited[variants[suit]].by_card[kind]
            worth = worth + sums[:, seen.kinds[suit, left]]
        worths.append(worth)
        card_of = np.full(len(left), card)
        rows.append(np.column_stack((seen.cards[left], card_of, left)))
    return 6 * np.concatenate(worths, axis=1), np.concatenate(rows)
