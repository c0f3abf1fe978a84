"""Simulated rounds as the games themselves settle them: the slow and readable way.

It serves strategies that are written in Python, and it is what the compiled rounds are
compared with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from houseway.cards import NEW_DECK, Card, rank_three
from houseway.games import GAMES
from houseway.games.hilo.decisions import HiloActions
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting
from houseway.games.pikit.decisions import PikitActions
from houseway.games.pikit.options import PikitOptions
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.options import Limits, UthOptions
from houseway.lab.sim_model import paid

NO_LIMIT = 10**15
CENTS = 100
"""An ante is so many cents for each part of it, so that every payout is whole."""
BETS = {
    "uth": ("ante", "blind", "trips"),
    "pikit": ("ante", "five_card_bonus", "three_card_bonus"),
    "hilo": ("ante", "tie", "poker_bonus"),
}


@dataclass(frozen=True)
class Dealt:
    """The cards of a round."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]


def lay_out(game: str, cards: Sequence[int]) -> Dealt:
    """The cards as the kernels deal them: the board, the dealer, then each seat."""
    named = tuple(NEW_DECK[card] for card in cards)
    size = GAMES[game].recipe.hand_size
    board = 5 if GAMES[game].board else 0
    starts = range(board + size, len(named), size)
    hands = tuple(named[start : start + size] for start in starts)
    return Dealt(named[:board], named[board : board + size], hands)


def without_limits(options: Any) -> Any:
    """Options whose payouts are the odds and nothing else: no limits, no rounding, any wager."""
    free = replace(options, minimums={}, maximums={})
    if isinstance(free, UthOptions):
        limits = Limits(NO_LIMIT, NO_LIMIT)
        return replace(free, limits=limits, payout_unit_cents=1, wager_increment_cents=1)
    return replace(free, limit_cents=NO_LIMIT) if isinstance(free, HiloOptions) else free


def settle_dealt(
    game: str, options: Any, unit: int, dealt: Dealt, actions: Sequence[Any]
) -> list[dict[str, tuple[int, int]]]:
    """Each seat's wagers as the game settles them, every check made: stake and net in parts."""
    wagers = dict.fromkeys(BETS[game], unit * CENTS)
    hands = tuple(
        Hand(seat, f"player {seat}", wagers, cards, done)
        for seat, (cards, done) in enumerate(zip(dealt.hands, actions, strict=True), 1)
    )
    settled = GAMES[game].settle(options, Round(hands, dealt.dealer, dealt.board))
    return [
        {one.wager: (_parts(one.stake), _parts(one.net)) for one in hand.results}
        for hand in settled.hands
    ]


def _parts(cents: int) -> int:
    parts, rest = divmod(cents, CENTS)
    assert not rest, "every payout is whole"
    return parts


def uth_actions(last: str) -> UthActions:
    """What a player did whose last action is this."""
    if last in {"4x", "3x"}:
        return UthActions(preflop=last)
    if last == "2x":
        return UthActions(preflop="check", flop=last)
    return UthActions(preflop="check", flop="check", river=last)


def pikit_actions(options: PikitOptions, cards: tuple[Card, ...], decision: str) -> PikitActions:
    """The decision, with three cards for the bonus: the first, or where one may look the best."""
    pick = cards[:3]
    if options.three_card_pick == "seen":
        pick = max(
            combinations(cards, 3),
            key=lambda three: paid(options.three_card, rank_three(three).category.key),
        )
    return PikitActions(pick, (decision,))


def hilo_actions(cards: tuple[Card, ...], high: tuple[Card, ...] | None) -> HiloActions:
    """A setting by its high hand, or a fold."""
    if high is None:
        return HiloActions("fold")
    return HiloActions("play", Setting(high, tuple(card for card in cards if card not in high)))
