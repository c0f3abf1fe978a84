"""Plans for Ultimate Texas Hold 'Em that people can remember: in words, and as rules on sights."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from houseway.cards import Card, Rank
from houseway.games.uth.script import OFFSUIT, SUITED
from houseway.lab.exact.strategies import Cards, Move
from houseway.lab.uth.kernels.direct import NOTHING, ON_BOARD
from houseway.lab.uth.kernels.flop_sights import BETTER as BETTER_THAN_PAIR
from houseway.lab.uth.kernels.flop_sights import PAIRED
from houseway.lab.uth.sights import FlopSight, RiverSight, see_flop, see_river

FEW_OUTS = 21
FEW_ON_BOARD = 19
"""Fewer outs than this are few: with a card of one's own that plays, and on the board alone."""


@dataclass(frozen=True)
class Plan:
    """A strategy in words, and as three rules on what a player sees."""

    name: str
    rules: tuple[str, ...]
    first: Callable[[Sequence[Card]], bool]
    flop: Callable[[FlopSight], bool]
    river: Callable[[RiverSight], bool]

    def choose(self, own: Cards, board: Cards) -> Move:
        """What the player does now; the board has no cards yet, three or five."""
        if not board:
            return Move("4x" if self.first(own) else "check")
        if len(board) == 3:
            return Move("2x" if self.flop(see_flop(own, board)) else "check")
        return Move("1x" if self.river(see_river(own, board)) else "fold")


# --- the rules


def raises_first(own: Sequence[Card]) -> bool:
    """The hands that the best play raises: it fits into one sentence."""
    return _reaches(own, SUITED, OFFSUIT)


def raises_simply(own: Sequence[Card]) -> bool:
    """Much the same hands, without a look at the suits."""
    lowest = {Rank.ACE: 2, Rank.KING: 4, Rank.QUEEN: 8, Rank.JACK: 10}
    return _reaches(own, lowest, lowest)


def _reaches(own: Sequence[Card], suited: Mapping[Rank, int], offsuit: Mapping[Rank, int]) -> bool:
    high, low = sorted((card.rank for card in own), reverse=True)
    if high == low:
        return high >= Rank.THREE
    lowest = suited if own[0].suit == own[1].suit else offsuit
    return low >= lowest.get(high, Rank.ACE)


def has_pair(sight: FlopSight) -> bool:
    return sight.made_hand in (PAIRED, BETTER_THAN_PAIR)


def raises_by_the_book(sight: FlopSight) -> bool:
    deuces = sight.made_hand == PAIRED and sight.pocket and sight.pair == Rank.TWO
    return (has_pair(sight) and not deuces) or sight.draw >= Rank.TEN


def raises_with_care(sight: FlopSight) -> bool:
    """By the book, without two kinds of pairs that are beaten too often."""
    alone = sight.pocket and sight.pair == Rank.TWO and not sight.lowest
    overshadowed = sight.made_hand == PAIRED and sight.lowest and sight.one_suit and not sight.draw
    return raises_by_the_book(sight) and not alone and not overshadowed


def has_few_outs(sight: RiverSight) -> bool:
    return sight.outs < FEW_OUTS


def plays_by_the_book(sight: RiverSight) -> bool:
    own = sight.made_hand not in (NOTHING, ON_BOARD)
    return own or has_few_outs(sight)


def plays_with_care(sight: RiverSight) -> bool:
    return sight.outs < (FEW_OUTS if sight.plays else FEW_ON_BOARD)


def raises_as_beginner(sight: FlopSight) -> bool:
    return sight.pair > 0 or sight.draw >= Rank.TEN


def plays_as_beginner(sight: RiverSight) -> bool:
    return sight.made_hand != NOTHING or sight.above <= 1


FIRST_RULE = (
    "Before the flop raise 4x with any ace, a pair of threes or better, a king with a suited two "
    "or an offsuit five or better, a queen with a suited six or an offsuit eight or better, a "
    "jack with a suited eight or better, and jack-ten. Otherwise check."
)
COUNT_OUTS = "count the single cards with any of which, beside the board, the dealer beats you."

BEGINNER = Plan(
    "beginner",
    (
        FIRST_RULE,
        "After the flop raise 2x if a card of yours is paired, or with four to a flush of which "
        "you hold a ten or better. Otherwise check.",
        "At the river play 1x if a card of yours is paired, with a straight or better even on the "
        "board, or if at most one rank above your best card is missing on the board. Otherwise "
        "fold.",
    ),
    raises_first,
    raises_as_beginner,
    plays_as_beginner,
)
EASY = Plan(
    "easy",
    (
        "Before the flop raise 4x with any ace, a pair of threes or better, a king with a four or "
        "better, a queen with an eight or better, and jack-ten. Otherwise check.",
        "After the flop raise 2x with a pair or better that needs a card of yours. Otherwise "
        "check.",
        f"At the river {COUNT_OUTS} Play 1x if they are fewer than 21. Otherwise fold.",
    ),
    raises_simply,
    has_pair,
    has_few_outs,
)
CLASSIC = Plan(
    "classic",
    (
        FIRST_RULE,
        "After the flop raise 2x with a pair or better that needs a card of yours, but not with "
        "a mere pair of deuces in your hand; and with four to a flush of which you hold a ten or "
        "better. Otherwise check.",
        "At the river play 1x if a card of yours is paired or makes a straight or better.",
        f"Otherwise {COUNT_OUTS} Play 1x if they are fewer than 21. Otherwise fold.",
    ),
    raises_first,
    raises_by_the_book,
    plays_by_the_book,
)
BETTER = Plan(
    "better",
    (
        FIRST_RULE,
        "After the flop raise 2x with a pair or better that needs a card of yours, and with four "
        "to a flush of which you hold a ten or better.",
        "But check two deuces in your hand unless the flop has another, and check a pair with "
        "the lowest card of a flop of one suit if you hold none of that suit.",
        f"At the river {COUNT_OUTS} Play 1x if they are fewer than 21; if none of your cards "
        "plays, only if they are fewer than 19. Otherwise fold.",
    ),
    raises_first,
    raises_with_care,
    plays_with_care,
)
PLANS = (BEGINNER, EASY, CLASSIC, BETTER)
