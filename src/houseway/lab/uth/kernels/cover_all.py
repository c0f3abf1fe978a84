"""The holes of a board that reach a category, as a graph of cards.

Cards are joined where, as a hole, they reach the category. Kinds of cards that are joined
to the same others become one class, so that a graph is a few numbers, and the same graph
serves for thousands of boards.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.ranks import CHOOSE, RANK_BOARDS, RANK_PAIRS, RANKS, number_board
from houseway.lab.uth.kernels import suited
from houseway.lab.uth.kernels.boards import all_boards
from houseway.lab.uth.kernels.rows import CATEGORY, FIRST, KINDS, PAIR_FIELD, SECOND, field

GRAPHS = RANK_BOARDS + 36_608
SELF_BIT = 6
NEIGHBOURS = SELF_BIT + 1
"""A class is its size, whether its own cards are joined, and the classes it is joined to."""


class Graphs(NamedTuple):
    """Graphs of boards, and how many boards of real cards have each."""

    classes: NDArray[np.int64]
    boards: NDArray[np.int64]


@njit(cache=True)
def hit_graphs(ranked, compared, least):
    """The graph of every board, for holes of the category `least` or better."""
    graphs = Graphs(np.zeros((GRAPHS, KINDS), np.int64), np.zeros(GRAPHS, np.int64))
    joined = np.zeros(KINDS, np.int64)
    add_suited_graphs(compared, least, joined, graphs)
    left = np.zeros(KINDS, np.int32)
    for ranks in all_boards():
        board = number_board(ranks)
        left[:RANKS] = 4
        joined[:] = 0
        for rank in ranks:
            left[rank] -= 1
        graphs.boards[board] += ways(left, 4)
        for pair in range(RANK_PAIRS):
            if field(ranked.packed[board, pair], CATEGORY) >= least:
                join(pair, left, joined)
        merge(left, joined, graphs.classes[board])
    return graphs


@njit(cache=True)
def add_suited_graphs(compared, least, joined, graphs):
    board = suited.new_board()
    done, at = 0, RANK_BOARDS
    for mask in suited.suits_on_boards():
        missing, _ = suited.put_suit(board, mask)
        start, stop = suited.outside_sets(missing)
        for outside in range(start, stop):
            suited.put_outside(board, outside)
            joined[:] = 0
            size = suited.count_holes(missing)
            # The holes stand in the order of their values: those that reach it come last.
            for hole in compared[done : done + size][::-1]:
                if field(hole, CATEGORY) < least:
                    break
                join(hole >> PAIR_FIELD, board.left, joined)
            done += size
            merge(board.left, joined, graphs.classes[at])
            # Each suit may be the one; and such boards are no longer boards of ranks alone.
            graphs.boards[at] = 4 * ways(board.left[:RANKS], 3)
            graphs.boards[suited.ranks_of_board(board)] -= graphs.boards[at]
            at += 1


@njit(cache=True)
def ways(left, full):
    """How many sets of cards leave so many of each of the first kinds."""
    sets = 1
    for kind in range(RANKS):
        sets *= CHOOSE[full, full - left[kind]]
    return sets


@njit(cache=True)
def join(pair, left, joined):
    """Joins two kinds, if there are cards of both for a hole."""
    a, b = np.int64(FIRST[pair]), np.int64(SECOND[pair])
    if left[a] and left[b] and (a != b or left[a] > 1):
        joined[a] |= 1 << b
        joined[b] |= 1 << a


@njit(cache=True)
def merge(left, joined, classes):
    """Puts kinds that are joined to the same others into one class, and writes the classes down."""
    if not joined.any():
        return
    members = np.zeros(KINDS, np.int64)
    size = np.zeros(KINDS, np.int64)
    loops = np.zeros(KINDS, np.int64)  # 1 joined among themselves, 0 not, -1 a single card
    count = 0
    for kind in range(KINDS):
        if left[kind] and joined[kind]:
            own = joined[kind] >> kind & 1 if left[kind] > 1 else -1
            into = 0
            while into < count and not fits(kind, own, joined, members[into], loops[into]):
                into += 1
            if into == count:
                count += 1
                loops[into] = own
            else:
                loops[into] = joined[kind] & members[into] != 0
            members[into] |= 1 << kind
            size[into] += left[kind]
    write(count, members, size, loops, joined, classes)


@njit(cache=True)
def fits(kind, own, joined, members, loop):
    """Whether a kind may enter a class: joined to the same others, and within as the class is."""
    first = 0
    while not members >> first & 1:
        first += 1
    outside = ~(members | 1 << kind)
    if (joined[kind] ^ joined[first]) & outside:
        return False
    within = 1 if joined[kind] & members else 0
    return own in (-1, within) and loop in (-1, within)


@njit(cache=True)
def write(count, members, size, loops, joined, classes):
    """Writes the classes in an order that depends little on which cards they are."""
    keys = np.zeros(count, np.int64)
    for member in range(count):
        degree = 0
        for other in range(count):
            if joined_classes(joined, members[member], members[other]):
                degree += size[other]
        keys[member] = ((size[member] * 2 + (loops[member] == 1)) * 64 + degree) * 32 + member
    keys.sort()
    for place in range(count):
        member = keys[place] % 32
        code = size[member] | (loops[member] == 1) << SELF_BIT
        for near in range(count):
            other = keys[near] % 32
            if other != member and joined_classes(joined, members[member], members[other]):
                code |= 1 << (NEIGHBOURS + near)
        classes[place] = code


@njit(cache=True)
def joined_classes(joined, members, others):
    kind = 0
    while not members >> kind & 1:
        kind += 1
    return joined[kind] & others != 0
