"""The printed odds of 5 Card Hi-Lo: even money, tie, poker bonus 1 and 2, ante bonus."""

from dataclasses import replace
from functools import cache

from houseway.cards import FiveCard, FiveCardRank, Rank, keys_down_to
from houseway.chips import EVEN_MONEY, Odds, PayTable, Row, pay_table
from houseway.rulebook import cites

EVEN = PayTable("Ante and play", (Row("win", "Ante and play", EVEN_MONEY),))

TIE = PayTable(
    "Tie bet",
    (
        Row("low", "Two-card low hand", Odds(4)),
        Row("high", "Three-card high hand", Odds(4)),
        Row("both", "Both low and high hand", Odds(20)),
    ),
)

ANTE_BONUS_ROWS = ("four_aces_and_a_two", "four_aces", "three_aces")
ANTE_BONUS = PayTable(
    "Ante bonus",
    (
        Row("four_aces_and_a_two", "Four aces and a two", Odds(100)),
        Row("four_aces", "Four aces and any other card", Odds(50)),
        Row("three_aces", "Three aces", Odds(5)),
    ),
    at_least=True,
)

LOWEST_PAID_PAIR = {1: Rank.SEVEN, 2: Rank.SIX}


@cache
@cites("hilo.40.11.d")
def poker_bonus_table(number: int) -> PayTable:
    """The poker bonus table the licensee selects; its odds are exact (H19)."""
    odds = {
        1: (250, 50, 25, 15, 10, 8, 5, 3),
        2: (500, 100, 40, 15, 8, 6, 4, 3),
    }[number]
    rows = dict(zip(keys_down_to(FiveCard.TWO_PAIR), odds, strict=True))
    table = pay_table(f"Poker bonus, pay table {number}", rows)
    pair = Row("pair", f"Pair of {LOWEST_PAID_PAIR[number].plural} or better", Odds(1))
    return replace(table, rows=(*table.rows, pair))


@cites("hilo.40.11.d", "hilo.40.5.d.9")
def poker_bonus_odds(table: PayTable, number: int, rank: FiveCardRank) -> Odds | None:
    """The odds a hand is paid; a pair only from the table's lowest paid pair up (H20)."""
    if rank.category is FiveCard.PAIR and rank.tiebreak[0] < LOWEST_PAID_PAIR[number]:
        return None
    return table.odds(rank.category.key)
