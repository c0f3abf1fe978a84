"""Hi-Lo by points: every setting of every hand against all dealers.

Only points matter, so tens, jacks, queens and kings are one kind of sixteen cards: ten
kinds, and 1,993 hands that differ in them. A dealer's hand of given kinds can be drawn from
what the player leaves in a product of binomials, one for each kind. Hands that begin with
the same kinds share the product so far: they hang together as a tree, and each costs one
multiplication.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.exact.kernels.hands import Counts

KINDS, TENS, HANDS = 10, 9, 1993
"""Kind 0 is the ace, kinds 1 to 8 are two to nine, kind 9 counts ten."""
HIGH_POINTS = np.array([11, 2, 3, 4, 5, 6, 7, 8, 9, 10])
LOW_POINTS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
SETTINGS = 10
HIGHS, LOWS = 35, 22
"""One more than the highest point totals, 33 and 20, and one for counting below."""
LOW_TOTALS = 2
"""Where a setting's high and low total stand; after them nine counts of dealers."""
COLUMNS = 11
_MOST_NODES = 3003
_RUNS = 6

Kinds = NDArray[np.int64]


@njit(cache=True)
def list_hands() -> tuple[Kinds, Kinds]:
    """All hands of five, each as five kinds in ascending order; and the tree they hang on.

    A node of the tree is the node before it and one more run of cards of a higher kind. Its
    columns: that node, the run as 6 x kind + cards, and the hand it completes or -1.
    """
    hands = np.zeros((HANDS, 5), np.int64)
    tree = np.zeros((_MOST_NODES, 3), np.int64)
    held = np.zeros((_MOST_NODES, 5), np.int64)
    sizes = np.zeros(_MOST_NODES, np.int64)
    tree[0, 2] = -1
    node, nodes, done = 0, 1, 0
    while node < nodes:
        size = sizes[node]
        start = held[node, size - 1] + 1 if size else 0
        for kind in range(start, KINDS):
            for more in range(1, min(5 - size, 5 if kind == TENS else 4) + 1):
                held[nodes] = held[node]
                held[nodes, size : size + more] = kind
                sizes[nodes] = size + more
                tree[nodes] = (node, _RUNS * kind + more, -1)
                if size + more == 5:
                    tree[nodes, 2] = done
                    hands[done] = held[nodes]
                    done += 1
                nodes += 1
        node += 1
    assert done == HANDS
    return hands, tree[:nodes]


@njit(cache=True)
def count_ways(tree: Kinds, gone: Kinds) -> Counts:
    """How many hands of five there are of each, when the cards in `gone` have left the deck."""
    left = np.full(KINDS, 4)
    left[TENS] = 16
    for kind in gone:
        left[kind] -= 1
    return count_ways_from(tree, left)


@njit(cache=True)
def count_ways_from(tree: Kinds, left: Counts) -> Counts:
    """How many hands of five there are of each, from so many cards of each kind."""
    # Of each kind 0 to 5 cards: falling factors over n!.
    runs = np.zeros(_RUNS * KINDS, np.int64)
    for kind in range(KINDS):
        runs[_RUNS * kind] = 1
        for n in range(1, _RUNS):
            at = _RUNS * kind + n
            runs[at] = runs[at - 1] * max(left[kind] - n + 1, 0) // n
    ways = np.ones(len(tree), np.int64)
    counts = np.empty(HANDS, np.int64)
    for node in range(1, len(tree)):
        ways[node] = ways[tree[node, 0]] * runs[tree[node, 1]]
        if tree[node, 2] >= 0:
            counts[tree[node, 2]] = ways[node]
    return counts


@njit(cache=True)
def set_dealers(hands: Kinds) -> Kinds:
    """High and low total of each hand as the dealer sets it: aces, tens and so on down, high."""
    totals = np.zeros((len(hands), 2), np.int64)
    for row in range(len(hands)):
        aces = 0
        for kind in hands[row]:
            aces += kind == 0
        for n in range(5):
            # Kinds ascend with the aces in front; points ascend from the place after them.
            kind = hands[row, (n + aces) % 5]
            if n < 2:
                totals[row, 1] += LOW_POINTS[kind]
            else:
                totals[row, 0] += HIGH_POINTS[kind]
    return totals


@njit(cache=True)
def list_settings(hand: Kinds, out: Counts) -> int:
    """Writes the totals of each permitted setting, equal ones once, the dealer's way first.

    At most one ace is low; with four aces that leaves none out.
    """
    done = 0
    aces = 0
    for kind in hand:
        aces += kind == 0
    for a in range(5):
        for b in range(a + 1, 5):
            # Counted from the place after the aces, the two lowest come first.
            first, second = (a + aces) % 5, (b + aces) % 5
            low_aces = (hand[first] == 0) + (hand[second] == 0)
            if low_aces > 1 or (aces == 4 and low_aces == 0):
                continue
            high, low = 0, LOW_POINTS[hand[first]] + LOW_POINTS[hand[second]]
            for n in range(5):
                if n not in (first, second):
                    high += HIGH_POINTS[hand[n]]
            known = False
            for n in range(done):
                known = known or (out[n, 0] == high and out[n, 1] == low)
            if not known:
                out[done, 0], out[done, 1] = high, low
                done += 1
    return done


@njit(cache=True)
def face_dealers(hands: Kinds, tree: Kinds) -> tuple[Counts, Counts]:
    """For every hand its settings, each with nine counts of dealers; and how many settings.

    The nine are three for the dealer's high total below, equal, above, and in each three for
    his low total below, equal, above.
    """
    settings = np.zeros((len(hands), SETTINGS, COLUMNS), np.int64)
    many = np.empty(len(hands), np.int64)
    totals = set_dealers(hands)
    below = np.empty((HIGHS, LOWS), np.int64)
    for row in range(len(hands)):
        count_below(below, totals, count_ways(tree, hands[row]))
        many[row] = list_settings(hands[row], settings[row])
        for n in range(many[row]):
            count_nine(settings[row, n], below)
    return settings, many


@njit(cache=True)
def count_below(below: Counts, totals: Kinds, ways: Counts) -> None:
    """below[h, l] becomes the number of dealers with a high total under h and a low under l."""
    below[:] = 0
    for row in range(len(ways)):
        below[totals[row, 0] + 1, totals[row, 1] + 1] += ways[row]
    for high in range(1, HIGHS):
        for low in range(1, LOWS):
            below[high, low] += below[high - 1, low] + below[high, low - 1]
            below[high, low] -= below[high - 1, low - 1]


@njit(cache=True)
def count_nine(setting: Counts, below: Counts) -> None:
    highs = (0, setting[0], setting[0] + 1, HIGHS - 1)
    lows = (0, setting[1], setting[1] + 1, LOWS - 1)
    for h in range(3):
        for n in range(3):
            setting[LOW_TOTALS + 3 * h + n] = (
                below[highs[h + 1], lows[n + 1]]
                - below[highs[h], lows[n + 1]]
                - below[highs[h + 1], lows[n]]
                + below[highs[h], lows[n]]
            )
