"""What a fair deck does: exact chances, counted in whole numbers before any division."""

from math import comb, factorial

CARDS = 52

# From high card up to royal flush, in the order of `houseway.cards.FiveCard`.
FIVE_CARD_HANDS = (
    1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4,
)  # fmt: skip
SEVEN_CARD_HANDS = (
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
    37_260, 4_324,
)  # fmt: skip


def hand_chances(counts: tuple[int, ...]) -> list[float]:
    """The chance of each category, from how many hands are of it."""
    total = sum(counts)
    return [count / total for count in counts]


def rising_chances(cards: int = CARDS) -> list[float]:
    """The chance of 1, 2, ... rising sequences: the Eulerian numbers over all orders."""
    row = [1]
    for n in range(2, cards + 1):
        longer = [0] * n
        for k, count in enumerate(row):
            longer[k] += (k + 1) * count
            longer[k + 1] += (n - 1 - k) * count
        row = longer
    return [count / factorial(cards) for count in row]


def fixed_point_chances(cards: int = CARDS) -> list[float]:
    """The chance of 0, 1, ... cards at their own place: the rencontres numbers."""
    strays = [1, 0]  # in how many orders no card is at its place
    for n in range(2, cards + 1):
        strays.append((n - 1) * (strays[-1] + strays[-2]))
    return [comb(cards, k) * strays[cards - k] / factorial(cards) for k in range(cards + 1)]


def repeat_mean(decks: int) -> float:
    """How many pairs of equal decks to expect: as good as none."""
    return comb(decks, 2) / factorial(CARDS)
