"""Ultimate Texas Hold 'Em for a player who sees further cards, over all deals, in whole numbers.

The player knows the seen cards before the first choice and plays best with them to the end.
The kernels take one hole at a time; here they are called for each of the 169 classes of
holes, and the results become fractions.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import RANK_FLOPS, RANKS, number_pair
from houseway.lab.uth.kernels import exposed as kernel
from houseway.lab.uth.kernels import exposed_boards as listing
from houseway.lab.uth.kernels import exposed_choices as real
from houseway.lab.uth.kernels.boards import Ranked, Rules
from houseway.lab.uth.kernels.exposed import GONE, NONE
from houseway.lab.uth.kernels.flops import KIND_FLOPS
from houseway.lab.uth.kernels.rows import FIRST, KINDS, RANKS_OF_PAIR, SECOND

BY_RANK = np.array([4] * RANKS + [0] * (KINDS + 1 - RANKS))
BY_SUIT = np.array([3] * RANKS + [1] * RANKS + [0])
"""How many cards of each kind there are: by ranks alone, and as a suit sees them."""


@dataclass(frozen=True)
class View:
    """What is seen before the first choice."""

    where: int
    """DEALERS if the dealer holds the seen cards, GONE if they are out of play."""
    cards: int
    """None, one or two."""
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
        """A board counts once for each of its flops, and again for each card shown of that."""
        boards = math.comb(50, self.cards) * math.comb(50 - self.cards, 5) * self.hands
        return math.comb(52, 2) * boards * 10 * (3 if self.flop_card else 1)


@dataclass(frozen=True)
class Boards:
    """All boards, by their ranks and as a suit sees them."""

    rules: Rules
    ranked: listing.Boards
    suited: listing.Boards


def list_boards(rules: Rules, ranked: Ranked) -> Boards:
    # Sums over the boards of a flop must fit into 32 bits.
    assert rules.unit <= 10, "odds in parts finer than a tenth of an ante"
    assert max(rules.blind) <= 2_000, "odds beyond two thousand parts of an ante"
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


def value_views(views: Sequence[View], boards: Boards) -> list[Fraction]:
    """The player's expectation in antes, for views of as many cards in one place.

    They differ only in whether a card of the flop is shown, and share all sums.
    """
    totals = [0] * len(views)
    by_card = any(view.flop_card for view in views)
    for low, high in combinations_with_replacement(range(RANKS), 2):
        tables = sum_tables(views[0], boards, low, high, by_card=by_card)
        for hole, holes in classes(low, high):
            cards = meet(views[0], tables, hole)
            for n, view in enumerate(views):
                totals[n] += holes * best(view, tables, cards)
    unit = boards.rules.unit
    return [Fraction(total, unit * view.deals) for total, view in zip(totals, views, strict=True)]


def classes(low: int, high: int) -> list[tuple[NDArray[np.int64], int]]:
    """One hole of each class with these ranks, and how many holes it stands for."""
    mixed = np.array((4 * low, 4 * high + 1))
    if low == high:
        return [(mixed, 6)]
    return [(np.array((4 * low, 4 * high)), 4), (mixed, 12)]


def sum_tables(view: View, boards: Boards, low: int, high: int, *, by_card: bool = False) -> Tables:
    """The sums over all boards for the holes of two ranks; `by_card` also for each board card."""
    by_rank, by_kind = list_sets(view, RANKS), list_sets(view, KINDS)
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


def list_sets(view: View, kinds: int) -> kernel.ExposedSets:
    """All that may be seen, in ranks (13 kinds) or as a suit sees it (26)."""
    pairs = kinds * (kinds + 1) // 2
    if view.cards == 2:
        first, second = FIRST[:pairs].astype(np.int64), SECOND[:pairs].astype(np.int64)
        ranks = RANKS_OF_PAIR[:pairs].astype(np.int64)
    elif view.cards == 1:
        first, second = np.arange(kinds), np.full(kinds, NONE)
        ranks = first % RANKS
    else:
        first = second = np.array([NONE])
        ranks = np.array([0])
    return kernel.ExposedSets(first, second, ranks, view.where, view.hands)


@dataclass(frozen=True)
class RealCards:
    """A hole with all that may be seen beside it."""

    hole: NDArray[np.int64]
    exposed: real.RealSets
    ways: NDArray[np.int64]
    """The exchanges of suits that change nothing for the hole."""
    variants: NDArray[np.int64]
    """Which variant of the hole each suit sees."""
    gains: NDArray[np.int64]
    """What 2x gains after the flop, by the card that is shown of it, and by what is seen."""


def meet(view: View, tables: Tables, hole: NDArray[np.int64]) -> RealCards:
    exposed = list_real_sets(hole, view.cards)
    ways = real.exchanges(hole)
    variants = np.array([(hole[0] % 4 == suit) + 2 * (hole[1] % 4 == suit) for suit in range(4)])
    flops, weights = real.real_flops(real.bits_after(hole, np.arange(4)), ways)
    gain = tables.ranked.gain, tables.gain
    gains = real.sum_gains(flops, weights, exposed, *gain, variants)
    return RealCards(hole, exposed, ways, variants, gains)


def list_real_sets(hole: NDArray[np.int64], size: int) -> real.RealSets:
    """Every set of so many cards that are not in the hole."""
    left = np.setdiff1d(np.arange(real.CARDS), hole).tolist()
    sets = list(combinations(left, size))
    cards = np.full((len(sets), 2), real.NO_CARD)
    if size:
        cards[:, :size] = sets
    bits = np.array([sum(1 << card for card in cards_seen) for cards_seen in sets], np.uint64)
    kinds = np.array([_number_seen(cards, size, suit) for suit in range(4)])
    return real.RealSets(cards, bits, _number_seen(cards, size, -1), kinds)


def _number_seen(cards: NDArray[np.int64], size: int, suit: int) -> NDArray[np.int64]:
    """The numbers of seen sets as a suit sees them; by ranks for suit -1."""
    kinds = cards // 4 + RANKS * (cards % 4 == suit)
    low, high = kinds.min(axis=1), kinds.max(axis=1)
    numbers: NDArray[np.int64] = high * (high + 1) // 2 + low if size == 2 else kinds[:, 0] * size
    return numbers


def best(view: View, tables: Tables, cards: RealCards) -> int:
    """The best first choice for each class of what is seen, over all deals to a hole."""
    if view.flop_card:
        shown = [card for card in range(real.CARDS) if card not in cards.hole]
    else:
        shown = [real.NO_CARD]
    values, keys = zip(*(first_values(tables, cards, card) for card in shown), strict=True)
    distinct, number = np.unique(np.concatenate(keys), return_inverse=True)
    sums = np.zeros((len(distinct), 3), np.int64)
    np.add.at(sums, number, np.concatenate(values))
    return int(sums.max(axis=1).sum())


def first_values(
    tables: Tables, cards: RealCards, shown: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The worth of 4x, 3x and check over all deals, by what is seen; and the classes of that.

    A board counts for each of its ten flops; six of them have a given card. As only one flop
    was taken of those alike, the check is right for a class, not for each set in it.
    """
    exposed = cards.exposed
    left = np.flatnonzero((exposed.cards != shown).all(axis=1) | (shown == real.NO_CARD))
    flops = 10 if shown == real.NO_CARD else 6
    worth = _worth(tables.ranked, shown // 4, shown)[:, exposed.ranks[left]]
    for suit in range(4):
        kind = shown // 4 + (RANKS if shown % 4 == suit else 0)
        sums = _worth(tables.suited[cards.variants[suit]], kind, shown)
        worth = worth + sums[:, exposed.kinds[suit, left]]
    edge, rest, river = flops * worth
    checked = river + cards.gains[shown, left]
    rows = np.column_stack((exposed.cards[left], np.full(len(left), shown)))
    keys = real.classify(rows, cards.ways)
    return np.column_stack((4 * edge + rest, 3 * edge + rest, checked)), keys


def _worth(sums: kernel.Sums, kind: int, shown: int) -> NDArray[np.int64]:
    """Edge, rest and river by what is seen: over the boards with a card of a kind, or all."""
    return sums.worth if shown == real.NO_CARD else sums.by_card[kind]
