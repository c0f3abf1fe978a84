"""A game as the generic lab plays it: what lies on the table, and how results are counted.

An ante lies on every wager that must be made, and on every optional one that may lie beside
them. Amounts are such that odds posted as 3 to 2 pay whole parts, and nothing is rounded.
"""

import math
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.cards import NEW_DECK
from houseway.games.contract import Game
from houseway.games.rounds import Round
from houseway.games.wagers import Moment, Wager
from houseway.lab.contract import without_posted_limits
from houseway.lab.simulation.settled import CENTS, ScriptedSeat
from houseway.rulebook import Malformed

CHECKED = 32
"""One settlement in so many is made with every check of the game."""
MULTIPLES = (1, 5, 20, 25, 50, 100, 500, 1000)
"""Antes are tried in these multiples."""
TRIED, MORE = 50, 4
"""So many rounds are settled with an ante and with so many times as much."""

Outcome = tuple[tuple[str, int, int], ...]
"""Every settled wager of a hand: its name, its stake and its net, in cents."""
Tally = Counter[tuple[str, Outcome]]
"""How many deals end in each last action and result."""


@dataclass(frozen=True)
class Terms:
    """A game with options that leave payouts uncut, and what lies on the table."""

    game: Game[Any, Any]
    options: Any
    ante: int
    """In cents."""
    wagers: Mapping[str, int]
    """All that is bet before the deal, in cents."""
    bets: Mapping[str, Fraction]
    """Antes on optional wagers that count towards the best play."""
    even: bool = True
    """Whether payouts grow with the ante, as far as was tried."""

    @cached_property
    def seat(self) -> ScriptedSeat:
        """The one player's position."""
        return ScriptedSeat(self.game, self.options, 1, self.wagers)

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
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """By optional wager: itself, and the wagers made after the deal that need it."""
        wagering = self.game.wagering
        later = [wager for wager in wagering.wagers if wager.moment is not Moment.BEFORE_THE_DEAL]
        return {
            side.id: (side.id, *(wager.id for wager in later if side.id in wager.needs))
            for side in wagering.before_the_deal
            if side.id in self.wagers and not side.required
        }

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


def sample(terms: Terms, rounds: int, seed: int) -> Tally:
    """So many random rounds of the game's own strategy for beginners, the same for a seed."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311  # repeatable
    size, seat = terms.game.recipe.hand_size, terms.seat
    for number in range(rounds):
        cards = tuple(chance.sample(NEW_DECK, 2 * size + terms.board_size))
        board = cards[2 * size :]
        action, hand = seat.play(seat.hand.with_cards(cards[:size]), board, terms.game.beginner)
        round_ = Round((hand,), cards[size : 2 * size], board)
        tally[action, terms.settle(round_, checked=number % CHECKED == 0)] += 1
    return tally


def list_terms(
    game: Game[Any, Any], options: Any, bets: Mapping[str, Fraction], *, alone: bool = False
) -> tuple[Terms, ...]:
    """Terms under which every offered wager is bet; several where some exclude each other.

    `alone` leaves out the optional wagers on which nothing is bet.
    """
    offered = [wager for wager in game.wagering.before_the_deal if wager.is_offered(options)]
    required = [wager for wager in offered if wager.required]
    optional = [wager for wager in offered if not wager.required]
    counted = {wager.id: bets[wager.id] for wager in optional if bets.get(wager.id)}
    left = [wager for wager in optional if not alone or wager.id in counted]
    free = without_posted_limits(options)
    ante, even = _find_ante(game, free, required)
    terms: list[Terms] = []
    while left or not terms:
        bundle = _fill(game, free, ante, required, left)
        if terms and len(bundle) == len(required):
            break  # what is left cannot be bet at all
        left = [wager for wager in left if wager.id not in bundle]
        in_bundle = {wager: antes for wager, antes in counted.items() if wager in bundle}
        terms.append(Terms(game, free, ante, bundle, in_bundle, even))
    return tuple(terms)


def _find_ante(game: Game[Any, Any], options: Any, required: list[Wager]) -> tuple[int, bool]:
    """The least ante at which payouts are whole and grow with it, or else the least accepted."""
    unit, accepted = CENTS * find_unit(game, options), []
    for multiple in MULTIPLES:
        amounts = _amounts(required, unit * multiple)
        if not _is_accepted(game, options, amounts):
            continue
        accepted.append(unit * multiple)
        if _is_even(Terms(game, options, unit * multiple, amounts, {})):
            return unit * multiple, True
    if not accepted:
        raise Malformed(f"{game.name} accepts no ante that the lab could bet.")
    return accepted[0], False


def _is_even(terms: Terms) -> bool:
    """Whether some rounds pay whole parts, and just as much more for a larger ante."""
    more = {
        wager: cents * MORE if cents == terms.ante else cents
        for wager, cents in terms.wagers.items()
    }
    larger = replace(terms, ante=terms.ante * MORE, wagers=more)
    few, many = (sample(each, TRIED, 1) for each in (terms, larger))
    whole = all(net % CENTS == 0 for _, outcome in few for _, _, net in outcome)
    grown = {(action, _grow(outcome)): count for (action, outcome), count in few.items()}
    return whole and grown == dict(many)


def _grow(outcome: Outcome) -> Outcome:
    return tuple((wager, stake * MORE, net * MORE) for wager, stake, net in outcome)


def find_unit(game: Game[Any, Any], options: Any) -> int:
    """Into how many parts an ante is divided, so that all posted odds pay whole parts."""
    posted = game.printed(options).odds
    return math.lcm(*(row.odds.ratio.denominator for odds in posted for row in odds.table.rows))


def _amounts(wagers: list[Wager], ante: int) -> dict[str, int]:
    return {wager.id: wager.price_cents or ante for wager in wagers}


def _is_accepted(game: Game[Any, Any], options: Any, amounts: Mapping[str, int]) -> bool:
    return next(iter(game.check_bets(options, amounts)), None) is None


def _fill(
    game: Game[Any, Any], options: Any, ante: int, required: list[Wager], optional: list[Wager]
) -> dict[str, int]:
    """As many wagers as may lie together; one may need another that comes later in the list."""
    bundle = list(required)
    while True:
        for wager in optional:
            amounts = _amounts([*bundle, wager], ante)
            if wager not in bundle and _is_accepted(game, options, amounts):
                bundle.append(wager)
                break
        else:
            return _amounts(bundle, ante)
