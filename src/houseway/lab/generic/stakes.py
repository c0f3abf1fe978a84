"""How much is bet in the rounds that the generic lab plays.

An ante lies on every wager that must be made, and on every optional one that may lie beside
them. Amounts are such that odds posted as 3 to 2 pay whole parts, and nothing is rounded.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.games.contract import Game
from houseway.games.wagers import Moment, Wager
from houseway.lab.generic.sampling import sample
from houseway.lab.generic.terms import Outcome, Terms
from houseway.rulebook import Malformed

CENTS = 100
"""An ante is so many cents for each part of it."""
MULTIPLES = (1, 5, 20, 25, 50, 100, 500, 1000)
"""Antes are tried in these multiples."""
TRIED, MORE = 50, 4
"""So many rounds are settled with an ante and with so many times as much."""


def list_terms(
    game: Game[Any, Any], options: Any, bets: Mapping[str, Fraction], *, alone: bool = False
) -> tuple[Terms, ...]:
    """Terms under which every offered wager is bet; several where some exclude each other.

    `alone` leaves out the optional wagers on which nothing is bet.
    """
    offered = [wager for wager in game.wagering.before_the_deal if wager.is_offered(options)]
    required = [wager for wager in offered if wager.required]
    optional = [wager for wager in offered if not wager.required]
    wanted = [wager for wager in optional if not alone or bets.get(wager.id)]
    free = replace(options, minimums={}, maximums={})
    ante, even = _find_ante(game, free, required)
    bundles: list[dict[str, int]] = []
    while wanted or not bundles:
        bundle = _fill(game, free, ante, required, wanted)
        if bundles and len(bundle) == len(required):
            break  # what is left cannot be bet at all
        wanted = [wager for wager in wanted if wager.id not in bundle]
        bundles.append(bundle)
    return tuple(replace(_make(game, free, ante, bundle, bets), even=even) for bundle in bundles)


def _make(
    game: Game[Any, Any],
    options: Any,
    ante: int,
    bundle: Mapping[str, int],
    bets: Mapping[str, Fraction],
) -> Terms:
    sides = {
        wager.id: tuple(_belonging(game, wager.id))
        for wager in game.wagering.before_the_deal
        if wager.id in bundle and not wager.required
    }
    counted = {wager: antes for wager, antes in bets.items() if antes and wager in sides}
    return Terms(game, options, ante, bundle, sides, counted)


def _find_ante(game: Game[Any, Any], options: Any, required: list[Wager]) -> tuple[int, bool]:
    """The least ante at which payouts are whole and grow with it, or else the least accepted."""
    unit, accepted = CENTS * find_unit(game, options), []
    for multiple in MULTIPLES:
        amounts = _amounts(required, unit * multiple)
        if not _is_accepted(game, options, amounts):
            continue
        accepted.append(unit * multiple)
        if _is_even(_make(game, options, unit * multiple, amounts, {})):
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
    few, many = (sample(each, terms.game.beginner, TRIED, 1) for each in (terms, larger))
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
    game: Game[Any, Any], options: Any, ante: int, required: list[Wager], wanted: list[Wager]
) -> dict[str, int]:
    """As many wagers as may lie together; one may need another that comes later in the list."""
    bundle = list(required)
    while True:
        rest = [wager for wager in wanted if wager not in bundle]
        more = next(
            (
                wager
                for wager in rest
                if _is_accepted(game, options, _amounts([*bundle, wager], ante))
            ),
            None,
        )
        if more is None:
            return _amounts(bundle, ante)
        bundle.append(more)


def _belonging(game: Game[Any, Any], side: str) -> Iterator[str]:
    """An optional wager, and those made after the deal that need it."""
    yield side
    for wager in game.wagering.wagers:
        if wager.moment is not Moment.BEFORE_THE_DEAL and side in wager.needs:
            yield wager.id
