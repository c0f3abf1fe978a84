"""Cards and what hands of them are worth: small, readable, the reference."""

from houseway.cards.card import (
    NEW_DECK,
    Card,
    CardError,
    Rank,
    Suit,
    display_order,
    parse_card,
    parse_cards,
    repeats,
    show_cards,
)
from houseway.cards.ranking import (
    FiveCard,
    FiveCardRank,
    ThreeCard,
    ThreeCardRank,
    best_five,
    best_three,
    keys_down_to,
    rank_five,
    rank_three,
    wraps_round_the_ace,
)
from houseway.cards.seven import rank_best_five, show_best_five

__all__ = [
    "NEW_DECK",
    "Card",
    "CardError",
    "FiveCard",
    "FiveCardRank",
    "Rank",
    "Suit",
    "ThreeCard",
    "ThreeCardRank",
    "best_five",
    "best_three",
    "display_order",
    "keys_down_to",
    "parse_card",
    "parse_cards",
    "rank_best_five",
    "rank_five",
    "rank_three",
    "repeats",
    "show_best_five",
    "show_cards",
    "wraps_round_the_ace",
]
