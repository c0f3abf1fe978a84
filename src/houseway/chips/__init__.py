"""Money in whole cents, payout odds, pay tables and payout limits."""

from houseway.chips.money import (
    MOST_BET,
    MOST_CENTS,
    MOST_LIMIT,
    MOST_ODDS,
    MOST_ON_ACCOUNT,
    MOST_UNIT,
    AmountError,
    Move,
    cut_to_limit,
    dollars,
    post,
    whole_cents,
)
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
    "MOST_BET",
    "MOST_CENTS",
    "MOST_LIMIT",
    "MOST_ODDS",
    "MOST_ON_ACCOUNT",
    "MOST_UNIT",
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
