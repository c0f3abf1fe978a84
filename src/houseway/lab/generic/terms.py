"""A game as the generic lab plays it: what lies on the table, and how results are counted."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.games.contract import Game
from houseway.games.rounds import Hand, Round
from houseway.games.script import By, Task

SEAT, PLAYER = 1, "player"

Outcome = tuple[tuple[str, int, int], ...]
"""Every settled wager of a hand: its name, its stake and its net, in cents."""


@dataclass(frozen=True)
class Terms:
    """A game with options that leave payouts uncut, and what lies on the table."""

    game: Game[Any, Any]
    options: Any
    ante: int
    """In cents."""
    wagers: Mapping[str, int]
    """All that is bet before the deal, in cents."""
    sides: Mapping[str, tuple[str, ...]]
    """By optional wager: itself, and whatever may be staked only because it was made."""
    bets: Mapping[str, Fraction]
    """Antes on optional wagers that count towards the best play."""
    even: bool = True
    """Whether payouts grow with the ante, as far as was seen."""

    @property
    def hand(self) -> Hand[Any]:
        """The hand before it is dealt."""
        return Hand(SEAT, PLAYER, self.wagers, (), self.game.script.no_actions)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """What happens between the deal and the dealer's reveal, as the script has it."""
        return self.game.script.play(self.options, (self.hand,))

    def asks(self, task: Task) -> bool:
        """Whether a task is a decision of the player."""
        return task.act == "decide" and task.by is By.PLAYER and task.seat == SEAT

    @property
    def board_size(self) -> int:
        return sum(self.game.recipe.streets)

    def settle(self, round_: Round[Any], *, checked: bool = False) -> Outcome:
        """What becomes of every wager; checks are left out where the script made the choices."""
        settle = self.game.settle if checked else self.game.resolve
        results = settle(self.options, round_).hands[0].results
        return tuple((entry.wager, entry.stake, entry.net) for entry in results)

    # --- how results are counted

    @cached_property
    def _optional(self) -> Mapping[str, str]:
        """By wager: the optional wager that it belongs to."""
        return {wager: side for side, members in self.sides.items() for wager in members}

    @cached_property
    def scale(self) -> int:
        """Parts to a cent, so that every bet counts in whole parts."""
        return math.lcm(*(antes.denominator for antes in self.bets.values()))

    def weigh(self, wager: str) -> int:
        """How much a wager counts: in full if it must be made, otherwise as much as is bet."""
        side = self._optional.get(wager)
        return self.scale if side is None else int(self.bets.get(side, 0) * self.scale)

    def worth(self, outcome: Outcome) -> int:
        """What the player wants most of: the net of all that is bet, in parts of a cent."""
        return sum(net * self.weigh(wager) for wager, _, net in outcome)

    def in_antes(self, worth: int | Fraction) -> Fraction:
        return Fraction(worth) / (self.ante * self.scale)

    def side_worth(self, outcome: Outcome) -> int:
        """What all optional wagers net, for choices that nothing else depends on."""
        return sum(net for wager, _, net in outcome if wager in self._optional)

    @cached_property
    def main(self) -> frozenset[str]:
        """The wagers of the main game: those marked so, or whatever is not optional."""
        marked = self.game.wagering.main
        listed = {wager.id for wager in self.game.wagering.wagers}
        return marked or frozenset(listed - self._optional.keys())

    def is_optional(self, wager: str) -> bool:
        return wager in self._optional
