"""Single acts, described without the round around them: the parts all games share."""

from collections.abc import Callable, Iterator, Mapping

from houseway.games.reading import Fields, read_amount, read_list, read_text, read_whole
from houseway.games.rounds import read_tender, read_wagers
from houseway.games.wagers import WageringRules, check_late, check_tender
from houseway.rulebook import Refusal

BETTING = "betting"


def read_stage(attempt: Fields) -> str:
    """When the act is tried; before "No more bets" unless it says otherwise."""
    return read_text(attempt.take("stage", BETTING), "The stage")


def check_wager_attempt(
    rules: WageringRules,
    attempt: Fields,
    stage: str,
    check: Callable[[Mapping[str, int]], Iterator[Refusal]],
    *,
    coupons: bool,
) -> Iterator[Refusal]:
    """Refusals of wagers that are tried: as a set while betting, as late changes after."""
    wagers = read_wagers(attempt.take("wagers", {}), "The attempt")
    for name in ("ante", "play"):
        if attempt.has(name):
            wagers[name] = read_amount(attempt.take(name), f"The {name}")
    tender = read_tender(attempt.take("tender", {}), wagers or {"ante": 1}, "The attempt")
    yield from check_tender(rules, tender, coupons=coupons)
    if wagers and stage == BETTING:
        yield from check(wagers)
    elif wagers:
        yield from check_late(rules, wagers)


def read_seats(attempt: Fields) -> list[int]:
    """The positions one player tries to bet on."""
    seats = read_list(attempt.take("seats", ()), "seats")
    return [read_whole(seat, "A seat", least=1) for seat in seats]
