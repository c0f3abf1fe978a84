"""Cover All, exactly: how often the best of several hands on one board reaches a category.

With G the graph of cards that reach it as a hole, and m(k) the number of ways to choose k
holes of G that share no card, the holes that all miss are counted by taking those that hit
off, putting back those where two hit, and so on. So the sums of m(k) over all boards answer
for every number of hands. Every hand dealt counts, the dealer's among them.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard
from houseway.lab.uth.kernels.boards import Ranked
from houseway.lab.uth.kernels.cover_all import NEIGHBOURS, SELF_BIT, hit_graphs
from houseway.lab.uth.kernels.rows import KINDS

MOST_HANDS = 7
CARDS_LEFT = 47

Class = tuple[int, bool, int]
"""How many cards, whether they are joined among themselves, and a mask of joined classes."""
Graph = tuple[Class, ...]
Counts = tuple[int, ...]
"""For k = 0 up to seven, the ways to choose k holes that share no card."""
NONE: Counts = (1, *[0] * MOST_HANDS)


def holes_of(cards: int, count: int) -> int:
    """The ways to deal so many holes of so many cards, in no order."""
    if 2 * count > cards:
        return 0
    dealt = math.perm(cards, 2 * count)
    return dealt // (math.factorial(count) << count)


def best_of(hands: int, reached: Mapping[FiveCard, Counts]) -> dict[str, int]:
    """Deals by the best hand's category, `less` for all below; from the sums for each category."""
    deals = math.comb(52, 5) * holes_of(CARDS_LEFT, hands)
    counts: dict[str, int] = {}
    above = 0
    for category in sorted(reached, reverse=True):
        missed = sum(
            (-1) ** k * hit * holes_of(CARDS_LEFT - 2 * k, hands - k)
            for k, hit in enumerate(reached[category][: hands + 1])
        )
        counts[category.key] = deals - missed - above
        above = deals - missed
    counts["less"] = deals - above
    return counts


def sum_over_boards(ranked: Ranked, compared: NDArray[np.int64], least: FiveCard) -> Counts:
    """The sums of m(k) over all boards, for holes of the category `least` or better."""
    graphs = hit_graphs(ranked, compared, int(least))
    used = np.flatnonzero(graphs.classes[:, 0])
    data = graphs.classes[used].tobytes()
    size = len(data) // len(used)
    boards: Counter[bytes] = Counter()
    for at, count in enumerate(graphs.boards[used].tolist()):
        boards[data[at * size : (at + 1) * size]] += count
    sums = [0] * (MOST_HANDS + 1)
    for coded, count in boards.items():
        for k, ways in enumerate(choose_apart(_read(coded))):
            sums[k] += count * ways
    # A board on which no hole reaches the category still has the choice of none.
    return (math.comb(52, 5), *sums[1:])


def _read(coded: bytes) -> Graph:
    width = len(coded) // KINDS
    codes = [int.from_bytes(coded[at : at + width], "little") for at in range(0, len(coded), width)]
    return tuple(
        (code & (1 << SELF_BIT) - 1, bool(code >> SELF_BIT & 1), code >> NEIGHBOURS)
        for code in codes
        if code
    )


@cache
def choose_apart(graph: Graph) -> Counts:
    """The ways to choose holes of a graph that share no card: its matchings, by their number."""
    graph = _without_loose(graph)
    if not graph:
        return NONE
    everyone = (1 << len(graph)) - 1
    for place, (size, inner, joined) in enumerate(graph):
        if (inner or size == 1) and joined | 1 << place == everyone:
            return _with_hub(graph, place)
    parts = list(_components(graph))
    if len(parts) > 1:
        ways = NONE
        for part in parts:
            ways = _times(ways, choose_apart(_keep(graph, part)))
        return ways
    return _with_one_card_less(graph)


def _with_hub(graph: Graph, hub: int) -> Counts:
    """One class is joined to all cards, its own too: choose among the others, then fill up."""
    size = graph[hub][0]
    rest = _keep(graph, ~(1 << hub))
    others = sum(count for count, _, _ in rest)
    among = choose_apart(rest)
    counts = [0] * (MOST_HANDS + 1)
    for k in range(MOST_HANDS + 1):
        for inner in range(k + 1):
            for across in range(k - inner + 1):
                apart = k - inner - across
                if not among[apart]:
                    continue
                ways = holes_of(size, inner) * math.comb(max(size - 2 * inner, 0), across)
                counts[k] += ways * among[apart] * math.perm(others - 2 * apart, across)
    return tuple(counts)


def _with_one_card_less(graph: Graph) -> Counts:
    """Takes one card of the class with most neighbours: it is in no hole, or in one."""
    place = max(range(len(graph)), key=lambda at: graph[at][2].bit_count())
    size, inner, joined = graph[place]
    less = _less(graph, place)
    counts = list(choose_apart(less))
    partners = [(at, graph[at][0]) for at in range(len(graph)) if joined >> at & 1]
    partners += [(place, size - 1)] if inner and size > 1 else []
    for at, cards in partners:
        for k, ways in enumerate(choose_apart(_less(less, at))[:-1]):
            counts[k + 1] += cards * ways
    return tuple(counts)


def _less(graph: Graph, place: int) -> Graph:
    size, inner, joined = graph[place]
    return (*graph[:place], (size - 1, inner, joined), *graph[place + 1 :])


def _without_loose(graph: Graph) -> Graph:
    """Without classes that have run out, or whose cards are joined to none.

    Where a hub is joined to all, none of the others is loose, so their cards still count.
    """
    used = 0
    for place, (size, inner, joined) in enumerate(graph):
        near = any(graph[at][0] for at in range(len(graph)) if joined >> at & 1)
        if size and (near or (inner and size > 1)):
            used |= 1 << place
    return _keep(graph, used)


def _keep(graph: Graph, kept: int) -> Graph:
    """The graph of some of the classes, numbered anew."""
    places = [place for place in range(len(graph)) if kept >> place & 1]
    return tuple(
        (
            graph[place][0],
            graph[place][1],
            sum(1 << new for new, old in enumerate(places) if graph[place][2] >> old & 1),
        )
        for place in places
    )


def _components(graph: Graph) -> Iterator[int]:
    """The connected parts, as masks of classes."""
    left = (1 << len(graph)) - 1
    while left:
        part = grown = left & -left
        while grown:
            place = grown.bit_length() - 1
            grown &= ~(1 << place)
            new = graph[place][2] & left & ~part
            part |= new
            grown |= new
        left &= ~part
        yield part


def _times(left: Counts, right: Counts) -> Counts:
    return tuple(sum(left[i] * right[k - i] for i in range(k + 1)) for k in range(MOST_HANDS + 1))
