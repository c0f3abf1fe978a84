"""From counted or sampled results to an analysis: lines, side wagers, frequencies, notes."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from houseway.chips import PayTable, dollars
from houseway.games.options import as_config
from houseway.lab.exact.results import (
    Analysis,
    Estimated,
    Line,
    Outcome,
    Side,
    frequencies,
    line,
    show,
    side_of,
)
from houseway.lab.generic.exact import NotCounted, Solution, solve
from houseway.lab.generic.terms import Tally, Terms, sample

ROUNDS, SEED = 50_000, 1
"""How many rounds an estimate is made from, and where their cards come from."""
LOST, PUSHED = "nothing", "push"


@dataclass(frozen=True)
class Solved:
    """A configuration: its results for each way to bet, and why any are estimated."""

    terms: tuple[Terms, ...]
    tallies: tuple[Tally, ...]
    best: Solution | None
    """The best play, where every deal was counted."""
    reason: str = ""
    seconds: float = 0.0


def solve_all(terms: tuple[Terms, ...]) -> Solved:
    """Counts every deal, or samples where that cannot be done."""
    start = time.perf_counter()
    try:
        solutions = [solve(each) for each in terms]
    except NotCounted as error:
        tallies = tuple(sample(each, ROUNDS, SEED) for each in terms)
        return Solved(terms, tallies, None, str(error), time.perf_counter() - start)
    tallies = tuple(_whole(solution.tally) for solution in solutions)
    return Solved(terms, tallies, solutions[0], seconds=time.perf_counter() - start)


def _whole(tally: Tally) -> Tally:
    """Whole counts; picks that are equally good leave fractions of a deal."""
    scale = lcm(*(Fraction(count).denominator for count in tally.values()))
    return Counter({key: int(count * scale) for key, count in tally.items()})


def describe(options: Any, solved: Solved) -> Analysis:
    first, tally = solved.terms[0], solved.tallies[0]
    compulsory = _line(first, tally, lambda wager: Fraction(first.weigh(wager), first.scale))
    main = _line(first, tally, lambda wager: Fraction(wager in first.main))
    sides = {
        name: side
        for terms, counted in zip(solved.terms, solved.tallies, strict=True)
        for name, side in _sides(terms, counted)
    }
    estimated = None if solved.best else Estimated(ROUNDS, SEED, "beginner")
    return Analysis(
        game=first.game.id,
        options=as_config(options),
        deals=tally.total(),
        main=main,
        compulsory=compulsory,
        side=sides,
        distribution=frequencies(compulsory.nets),
        seconds=solved.seconds,
        notes=tuple(_notes(solved)),
        estimated=estimated,
    )


def _line(terms: Terms, tally: Tally, weigh: Callable[[str], Fraction]) -> Line:
    nets: Counter[Fraction] = Counter()
    actions: Counter[str] = Counter()
    wagered = Fraction()
    for (action, outcome), count in tally.items():
        net = sum((net * weigh(wager) for wager, _, net in outcome), Fraction())
        staked = sum((stake * weigh(wager) for wager, stake, _ in outcome), Fraction())
        nets[net / terms.ante] += count
        wagered += staked * count / terms.ante
        actions[action] += count
    return line(nets, wagered, dict(sorted(actions.items())))


def _sides(terms: Terms, tally: Tally) -> Iterator[tuple[str, Side]]:
    """Every wager that is priced by itself: optional ones, and others outside the main game."""
    posted = terms.game.printed(terms.options).odds
    for wager, stake in terms.wagers.items():
        if wager in terms.main:
            continue
        members = terms.sides.get(wager, (wager,))
        nets: Counter[Fraction] = Counter()
        for (_, outcome), count in tally.items():
            nets[Fraction(sum(net for name, _, net in outcome if name in members), stake)] += count
        table = next((odds.table for odds in posted if odds.wager == wager), None)
        yield wager, side_of(_outcomes(table, nets))


def _outcomes(table: PayTable | None, nets: Mapping[Fraction, int]) -> Iterable[Outcome]:
    """Results by what they net: the rows that are posted first, in their order."""
    keys: dict[Fraction, list[str]] = {}
    for row in table.rows if table else ():
        keys.setdefault(row.odds.ratio, []).append(row.key)
    others = [net for net in sorted(nets, reverse=True) if net not in keys]
    for net in (*keys, *others):
        name = {Fraction(-1): LOST, Fraction(0): PUSHED}.get(net, f"net {show(net)}")
        yield Outcome("/".join(keys.get(net, [name])), nets.get(net, 0), net)


def _notes(solved: Solved) -> Iterator[str]:
    first = solved.terms[0]
    if solved.best is None:
        yield (
            f"ESTIMATED, not exact: {ROUNDS:,} random rounds (seed {SEED}), played by the game's "
            f"strategy for beginners and not by the best play. {solved.reason}"
        )
    elif len(solved.best.exchanges) > 1:
        yield (
            "Every deal was counted, those that differ only by an exchange of suits together; "
            "random checks found no deal on which suits or the order of cards matter."
        )
    else:
        yield "Every deal was counted by itself, because suits are not alike in this game."
    yield f"Settled with an ante of {dollars(first.ante)} and without posted limits."
    if not first.even:
        yield "Payouts do not grow in step with the ante: other antes have other figures."
    for wager in first.game.wagering.before_the_deal:
        in_play = any(wager.id in terms.wagers for terms in solved.terms)
        if in_play and wager.by_hands:
            yield f"The {wager.name} is priced with one player's hand and the dealer's."
        if in_play and wager.price_cents:
            yield f"The {wager.name} has a price of its own; its figures are parts of that price."
        if not in_play and wager.is_offered(first.options):
            yield f"The {wager.name} could not be bet beside the others and has no figures."
