"""Money in whole cents, payout odds, pay tables and payout limits."""

from houseway.chips.limits import cut_to_limit
from houseway.chips.money import MOST_CENTS, AmountError, dollars, whole_cents
from houseway.chips.moves import Move, post
from houseway.chips.odds import (
    EVEN_MONEY,
    Odds,
    OddsError,
    OddsWrittenWithFor,
    parse_odds,
    states_odds_with_for,
)
from houseway.chips.paytable import PayTable, PayTableError, Row, pay_table, row_words

__all__ = [
    "EVEN_MONEY",
    "MOST_CENTS",
    "AmountError",
    "Move",
    "Odds",
    "OddsError",
    "OddsWrittenWithFor",
    "PayTable",
    "PayTableError",
    "Row",
    "cut_to_limit",
    "dollars",
    "parse_odds",
    "pay_table",
    "post",
    "row_words",
    "states_odds_with_for",
    "whole_cents",
]
