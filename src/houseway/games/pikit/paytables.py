"""The printed odds of Pik-it: even money, two 5 card bonus tables, three 3 card bonus tables."""

from functools import cache

from houseway.cards import FiveCard, ThreeCard, keys_down_to
from houseway.chips import EVEN_MONEY, PayTable, Row, pay_table
from houseway.rulebook import cites

EVEN = PayTable("Ante, play 3 and play 5", (Row("win", "Ante, play 3 and play 5", EVEN_MONEY),))

FIVE_CARD_ROWS = keys_down_to(FiveCard.TWO_PAIR)
THREE_CARD_ROWS = keys_down_to(ThreeCard.PAIR)


@cache
@cites("pikit.39.11.b")
def five_card_table(number: int) -> PayTable:
    """The 5 card bonus table the licensee selects; rows may be improved, never lowered."""
    odds = {
        1: (1000, 250, 50, 10, 8, 5, 2, 1),
        2: (750, 250, 50, 10, 6, 4, 2, 1),
    }[number]
    rows = dict(zip(FIVE_CARD_ROWS, odds, strict=True))
    return pay_table(f"5 card bonus, pay table {number}", rows, at_least=True)


@cache
@cites("pikit.39.11.c")
def three_card_table(number: int) -> PayTable:
    """The 3 card bonus table the licensee selects; rows may be improved, never lowered."""
    odds = {
        1: (200, 40, 30, 6, 3, 1),
        2: (100, 50, 30, 6, 3, 1),
        3: (80, 35, 25, 6, 4, 1),
    }[number]
    rows = dict(zip(THREE_CARD_ROWS, odds, strict=True))
    return pay_table(f"3 card bonus, pay table {number}", rows, at_least=True)
