"""What a player of Ultimate Texas Hold 'Em sees, in the terms of the compact strategies.

The kernels know each sight by a number. Here sights are read off real cards, the plain way.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from houseway.cards import NEW_DECK, Card, FiveCard, rank_best_five, rank_five
from houseway.lab.uth.kernels import direct, flop_sights


@dataclass(frozen=True)
class FlopSight:
    """After the flop."""

    made_hand: int
    """A place in NOTHING, PAIRED, BETTER, ON_FLOP of the kernel."""
    pair: int
    """The highest rank of an own card that is paired, 0 without one."""
    lowest: bool
    """That pair, or three of a kind, is with the lowest card of the flop."""
    pocket: bool
    """The two own cards are a pair."""
    draw: int
    """The best own card of a suit with four cards or five, 0 without one."""
    one_suit: bool
    """The flop is of one suit."""


@dataclass(frozen=True)
class RiverSight:
    """When the board is complete."""

    made_hand: int
    """A place in NOTHING, PAIRED, RUN, ON_BOARD of the kernel."""
    outs: int
    """Single cards of a dealer that, with the board, beat the player."""
    above: int
    """Ranks above the best own card that are not on the board."""
    plays: int
    """How many own cards are needed: none, one or both."""


def see_flop(own: Sequence[Card], flop: Sequence[Card]) -> FlopSight:
    times = Counter(card.rank for card in (*own, *flop))
    pair = max((int(card.rank) for card in own if times[card.rank] > 1), default=0)
    suits = Counter(card.suit for card in (*own, *flop))
    return FlopSight(
        made_hand=_made_after_flop(own, flop, pair),
        pair=pair,
        lowest=pair == min(card.rank for card in flop),
        pocket=own[0].rank == own[1].rank,
        draw=max((int(card.rank) for card in own if suits[card.suit] >= 4), default=0),
        one_suit=len({card.suit for card in flop}) == 1,
    )


def _made_after_flop(own: Sequence[Card], flop: Sequence[Card], pair: int) -> int:
    category = rank_five((*own, *flop)).category
    if category <= FiveCard.PAIR:
        return flop_sights.PAIRED if pair else flop_sights.NOTHING
    if category == FiveCard.THREE_OF_A_KIND and not pair:
        return flop_sights.ON_FLOP
    return flop_sights.BETTER


def see_river(own: Sequence[Card], board: Sequence[Card]) -> RiverSight:
    mine, alone = rank_best_five((*own, *board)), rank_best_five(board)
    unseen = [card for card in NEW_DECK if card not in own and card not in board]
    best = max(card.rank for card in own)
    on_board = {card.rank for card in board}
    plays = 0
    if mine > alone:
        one_will_do = any(rank_best_five((card, *board)) == mine for card in own)
        plays = 1 if one_will_do else 2
    made_hand = direct.NOTHING
    if mine.category >= FiveCard.STRAIGHT:
        made_hand = direct.RUN if mine > alone else direct.ON_BOARD
    elif own[0].rank == own[1].rank or any(card.rank in on_board for card in own):
        made_hand = direct.PAIRED
    return RiverSight(
        made_hand=made_hand,
        outs=sum(rank_best_five((card, *board)) > mine for card in unseen),
        above=len({card.rank for card in NEW_DECK if card.rank > best} - on_board),
        plays=plays,
    )


def all_flop_sights() -> Iterator[FlopSight]:
    """Every sight in the order of its number, including those that no cards give."""
    for made_hand, pair, lowest, pocket, draw, one_suit in product(*map(range, flop_sights.SIGHTS)):
        yield FlopSight(made_hand, pair, bool(lowest), bool(pocket), draw, bool(one_suit))


def all_river_sights() -> Iterator[RiverSight]:
    for parts in product(*map(range, direct.SIGHTS)):
        yield RiverSight(*parts)
