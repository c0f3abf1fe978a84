"""What one hand faces, counted card by card with whatever cards are known to be gone.

Nothing is shared with the solvers: this is the plain way, fast enough for one hand, and
the solvers are compared with it.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.lab.kernels.masks import CATEGORY, PAIR, value_of, value_of_three

Cards = NDArray[np.int64]
Counts = NDArray[np.int64]
HANDS = 2_598_960


@njit(cache=True)
def against_all_dealers(own: Cards, board: Cards, left: Cards) -> Counts:
    """Ultimate Texas Hold 'Em on a full board: dealers by how they end.

    Gives wins and losses against a dealer who opens, wins and losses against one who does
    not, ties, and the category of the player's hand.
    """
    suits = np.zeros(4, np.int64)
    for card in board:
        suits[card // 13] |= 1 << card % 13
    mine = suits.copy()
    for card in own:
        mine[card // 13] |= 1 << card % 13
    value = value_of(mine[0], mine[1], mine[2], mine[3])
    found = np.zeros(6, np.int64)
    found[5] = value >> CATEGORY
    for first in range(len(left)):
        a = left[first]
        suits[a // 13] |= 1 << a % 13
        for second in range(first):
            b = left[second]
            suits[b // 13] |= 1 << b % 13
            dealer = value_of(suits[0], suits[1], suits[2], suits[3])
            suits[b // 13] ^= 1 << b % 13
            closed = 0 if dealer >> CATEGORY >= PAIR else 2
            if dealer < value:
                found[closed] += 1
            elif dealer > value:
                found[closed + 1] += 1
            else:
                found[4] += 1
        suits[a // 13] ^= 1 << a % 13
    return found


@njit(cache=True)
def on_every_board(own: Cards, board: Cards, left: Cards, blind: Counts, unit: int) -> Counts:
    """The worth of betting and of checking after the flop, over all boards still possible.

    Sums over the last two cards: play (wins less losses), the rest of a bet (ante and
    blind), and the better of a bet of one ante and a fold; all in units of the ante.
    """
    sums = np.zeros(3, np.int64)
    full = np.empty(5, np.int64)
    full[:3] = board
    rest = np.empty(len(left) - 2, np.int64)
    for fourth in range(len(left)):
        for fifth in range(fourth):
            full[3], full[4] = left[fourth], left[fifth]
            n = 0
            for card in left:
                if card != full[3] and card != full[4]:
                    rest[n] = card
                    n += 1
            found = against_all_dealers(own, full, rest)
            play, others = worth_of(found, blind, unit)
            sums[0] += play
            sums[1] += others
            sums[2] += max(play + others, -2 * unit * (n * (n - 1) // 2))
    return sums


@njit(cache=True)
def on_every_flop(own: Cards, left: Cards, blind: Counts, unit: int) -> Counts:
    """The worth of a bet before the flop and of a check, over every flop still possible."""
    sums = np.zeros(3, np.int64)
    board = np.empty(3, np.int64)
    rest = np.empty(len(left) - 3, np.int64)
    for first in range(len(left)):
        for second in range(first):
            for third in range(second):
                board[0], board[1], board[2] = left[first], left[second], left[third]
                n = 0
                for card in left:
                    if card != board[0] and card != board[1] and card != board[2]:
                        rest[n] = card
                        n += 1
                play, others, checked = on_every_board(own, board, rest, blind, unit)
                sums[0] += play
                sums[1] += others
                sums[2] += max(2 * play + others, checked)
    return sums


@njit(cache=True)
def worth_of(found: Counts, blind: Counts, unit: int) -> tuple[int, int]:
    """What one ante of play is worth against all dealers, and what ante and blind are."""
    wins, losses = found[0] + found[2], found[1] + found[3]
    ante = unit * (found[0] - found[1])
    return unit * (wins - losses), ante + blind[found[5]] * wins - unit * losses


@njit(cache=True)
def list_hands() -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """All five-card hands: which cards, the value of the five, the value of the best three."""
    masks = np.empty(HANDS, np.uint64)
    fives = np.empty(HANDS, np.int64)
    threes = np.empty(HANDS, np.int64)
    hand = np.empty(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        masks[n] = np.uint64(0)
                        for card in hand:
                            masks[n] |= np.uint64(1) << np.uint64(card)
                        fives[n] = value_of_five(hand)
                        threes[n] = best_three(hand)
                        n += 1
    return masks, fives, threes


@njit(cache=True)
def value_of_five(hand: Cards) -> int:
    suits = np.zeros(4, np.int64)
    for card in hand:
        suits[card // 13] |= 1 << card % 13
    return value_of(suits[0], suits[1], suits[2], suits[3])


@njit(cache=True)
def best_three(hand: Cards) -> int:
    best = -1
    for a in range(5):
        for b in range(a):
            for c in range(b):
                value = value_of_three(hand[a], hand[b], hand[c])
                best = max(best, value)
    return best


@njit(cache=True)
def compare_five_card_dealers(
    masks: NDArray[np.uint64],
    fives: NDArray[np.int64],
    threes: NDArray[np.int64],
    gone: np.uint64,
    mine: tuple[int, int, int],
) -> Counts:
    """Pik-it: all dealers; below and equal by five; by three; qualifiers, and by five among them.

    `mine` is the player's five, the player's best three, and the lowest five that qualifies.
    """
    found = np.zeros(8, np.int64)
    five, three, lowest = mine
    for n in range(len(masks)):
        if masks[n] & gone:
            continue
        found[0] += 1
        if fives[n] < five:
            found[1] += 1
        elif fives[n] == five:
            found[2] += 1
        if threes[n] < three:
            found[3] += 1
        elif threes[n] == three:
            found[4] += 1
        if fives[n] >= lowest:
            found[5] += 1
            if fives[n] < five:
                found[6] += 1
            elif fives[n] == five:
                found[7] += 1
    return found


@njit(cache=True)
def list_totals() -> NDArray[np.int16]:
    """Hi-Lo: the dealer's high and low total for every hand, in the order of `list_hands`.

    Of the five point values, aces counting eleven, the three highest are high. An ace that
    is left for the low hand, with four of them, counts one there.
    """
    totals = np.empty((HANDS, 2), np.int16)
    points = np.empty(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        points[0], points[1], points[2] = _points(a), _points(b), _points(c)
                        points[3], points[4] = _points(d), _points(e)
                        points.sort()
                        low = points[0] + points[1]
                        if points[1] == 11:
                            low -= 10
                        totals[n, 0] = points[2] + points[3] + points[4]
                        totals[n, 1] = low
                        n += 1
    return totals


@njit(cache=True)
def _points(card: int) -> int:
    """Face value to ten; ten for jack, queen and king; eleven for an ace."""
    rank = card % 13 + 2
    return 11 if rank == 14 else min(rank, 10)


@njit(cache=True)
def count_totals(
    masks: NDArray[np.uint64], totals: NDArray[np.int16], gone: np.uint64
) -> NDArray[np.int64]:
    """Dealers by high and low total, those without a card that is gone."""
    counts = np.zeros((34, 22), np.int64)
    for n in range(len(masks)):
        if not masks[n] & gone:
            counts[totals[n, 0], totals[n, 1]] += 1
    return counts
