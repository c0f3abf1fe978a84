"""The printed odds of Ultimate Texas Hold 'Em: blind, trips A to D, Cover All."""

from functools import cache

from houseway.cards import FiveCard, keys_down_to
from houseway.chips import EVEN_MONEY, Odds, PayTable, Row, pay_table
from houseway.rulebook import cites

EVEN = PayTable("Ante and play", (Row("win", "Ante and play", EVEN_MONEY),))

BLIND = pay_table(
    "Blind",
    {
        "royal_flush": 500,
        "straight_flush": 50,
        "four_of_a_kind": 10,
        "full_house": 3,
        "flush": Odds(3, 2),
        "straight": 1,
    },
)

TRIPS_ROWS = keys_down_to(FiveCard.THREE_OF_A_KIND)


@cache
@cites("uth.11.d")
def trips_table(letter: str) -> PayTable:
    """The trips table the licensee selects; its rows may be improved, never lowered."""
    odds = {
        "A": (50, 40, 30, 9, 7, 4, 3),
        "B": (50, 40, 30, 8, 6, 5, 3),
        "C": (50, 40, 30, 8, 7, 4, 3),
        "D": (50, 40, 20, 7, 6, 5, 3),
    }[letter]
    rows = dict(zip(TRIPS_ROWS, odds, strict=True))
    return pay_table(f"Trips, pay table {letter}", rows, at_least=True)


# By the number of hands in the round, the dealer's included.
COVER_ALL_MATRIX = {
    7: (70, 30, 20, 4),
    6: (80, 40, 30, 4),
    5: (100, 40, 35, 5),
    4: (125, 70, 40, 6),
    3: (150, 80, 50, 8),
    2: (200, 100, 70, 12),
}
COVER_ALL_ROWS = keys_down_to(FiveCard.FULL_HOUSE)
COVER_ALL_LOW_ROWS = ("flush", "straight", "three_of_a_kind")


@cites("uth.13.c", "uth.13.f", "uth.13.k")
def cover_all_table(hands: int, low_rows: dict[str, Odds]) -> PayTable:
    """The Cover All column for this many hands, with any rows the licensee adds below it."""
    rows = dict(zip(COVER_ALL_ROWS, COVER_ALL_MATRIX[hands], strict=True))
    added = {key: low_rows[key] for key in COVER_ALL_LOW_ROWS if key in low_rows}
    return pay_table(f"Cover All, {hands} hands", {**rows, **added})


CATEGORIES = tuple(category.key for category in FiveCard if category > FiveCard.HIGH_CARD)
