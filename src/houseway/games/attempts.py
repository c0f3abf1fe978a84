"""Single acts, described without the round around them: the parts all games share.

An attempt says when it is tried (`stage`) and what: wagers, a decision, the
positions of one player. `ante` gives the ante that a play wager is measured by.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from houseway.chips import dollars
from houseway.games.fields import (
    Fields,
    either,
    read_amount,
    read_list,
    read_text,
    read_whole,
    show,
)
from houseway.games.rounds import read_tender, read_wagers
from houseway.games.wagers import (
    Moment,
    WageringRules,
    check_early,
    check_late,
    check_tender,
)
from houseway.rulebook import Citation, Malformed, Refusal, Refused

BETTING = "betting"
AFTER_THE_CALL = "after_no_more_bets"


@dataclass(frozen=True)
class AttemptRules:
    """What a game needs to judge attempts at wagering."""

    wagering: WageringRules
    stages: tuple[str, ...]
    """The moments of decision, beside betting and the time after "No more bets"."""
    check_wagers: Callable[[Mapping[str, int]], Iterator[Refusal]]
    play_amounts: Callable[[str | None, str, int], Sequence[int]]
    """What a play wager may be: of a stage (or of any), a wager, an ante."""
    coupons: bool


def read_stage(attempt: Fields, rules: AttemptRules) -> str | None:
    """When the act is tried, or None where it does not say."""
    if not attempt.has("stage"):
        return None
    stage = read_text(attempt.take("stage"), "The stage")
    known = (BETTING, AFTER_THE_CALL, *rules.stages)
    if stage not in known:
        because = f"a round has the stages {either(known)}"
        raise Refused([Refusal(rules.wagering.no_more_bets, f"Stage {show(stage)}", because)])
    return stage


def check_wager_attempt(
    rules: AttemptRules, attempt: Fields, stage: str | None
) -> Iterator[Refusal]:
    """Refusals of wagers that are tried: as a set while betting, as late changes after."""
    placed = read_wagers(attempt.take("wagers", {}), "The attempt")
    ante = _read_stated(attempt, "ante") or placed.get("ante")
    play = _read_stated(attempt, "play")
    placed |= {} if play is None else {"play": play}
    tender = read_tender(attempt.take("tender", {}), placed or {"ante": 1}, "The attempt")
    yield from check_tender(rules.wagering, tender, coupons=rules.coupons)
    if not placed:
        return
    if stage is None or stage == BETTING:
        stated = {} if ante is None else {"ante": ante}
        yield from rules.check_wagers({**stated, **placed})
    if stage == BETTING:
        yield from check_early(rules.wagering, placed)
    elif stage is not None:
        yield from check_late(rules.wagering, placed)
    yield from _check_play(rules, stage, placed, ante)


def _read_stated(attempt: Fields, name: str) -> int | None:
    return read_amount(attempt.take(name), f"The {name}") if attempt.has(name) else None


def _check_play(
    rules: AttemptRules, stage: str | None, placed: Mapping[str, int], ante: int | None
) -> Iterator[Refusal]:
    """A play wager is one of the multiples of the ante that its moment allows."""
    for wager in rules.wagering.wagers:
        if wager.id not in placed or wager.moment is not Moment.AFTER_THE_DEAL:
            continue
        if ante is None:
            raise Malformed(f"To judge a {wager.name}, give the ante as well.")
        allowed = rules.play_amounts(stage, wager.id, ante)
        if placed[wager.id] not in allowed:
            amounts = either([dollars(amount) for amount in allowed]) if allowed else "nothing"
            because = f"with an ante of {dollars(ante)} it can be {amounts}"
            tried = f"A {wager.name} of {dollars(placed[wager.id])}"
            yield Refusal(wager.clauses, tried, because)


def read_seats(attempt: Fields, most: int, clauses: Citation) -> list[int]:
    """The positions one player tries to bet on, each of which the table must have."""
    read = [
        read_whole(seat, "A seat", least=1)
        for seat in read_list(attempt.take("seats", ()), "seats")
    ]
    beyond = [seat for seat in read if seat > most]
    if beyond:
        because = f"the table has {most} player positions"
        raise Refused([Refusal(clauses, f"Betting at seat {beyond[0]}", because)])
    return read
