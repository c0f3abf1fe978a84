"""Wagers on the command line: `--bet WAGER=ANTES`, or `--WAGER ANTES` for short."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.games.fields import Fields

LONGEST_NUMBER = 20

BetOption = Annotated[
    list[str],
    typer.Option(
        "--bet",
        metavar="WAGER=ANTES",
        help="An optional wager that is bet as well; --WAGER ANTES means the same.",
    ),
]


class WagerCommand(TyperCommand):
    """A command that takes the wagers of the installed games as options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {name for param in self.params for name in (*param.opts, *param.secondary_opts)}
        return super().parse_args(ctx, list(expand_wagers(args, known)))


def expand_wagers(args: Sequence[str], known: Iterable[str]) -> Iterator[str]:
    """Turns `--tie 2` into `--bet tie=2`, for every wager of an installed game."""
    left = list(args)
    while left:
        argument = left.pop(0)
        name, equals, value = argument.partition("=")
        wager = name.removeprefix("--").replace("-", "_")
        is_wager = name.startswith("--") and name not in known and wager in wager_ids()
        if argument == "--" or not is_wager or not (equals or left):
            yield argument
            continue
        yield from ("--bet", f"{wager}={value if equals else left.pop(0)}")


def wager_ids() -> set[str]:
    """The wagers of all installed games."""
    from houseway.games import find_games  # noqa: PLC0415  # help must not wait for games

    return {wager.id for game in find_games().values() for wager in game.wagering.wagers}


def read_bets(texts: Iterable[str]) -> dict[str, Fraction]:
    """Antes by wager, from `tie=2`, `tie=1/2`, or `tie` for one ante."""
    bets: dict[str, Fraction] = {}
    for text in texts:
        wager, equals, antes = text.partition("=")
        if wager in bets:
            raise Malformed(f"{_name(wager)} is given twice.")
        bets[wager] = read_antes(_name(wager), antes) if equals else Fraction(1)
    return bets


def read_bet_fields(fields: "Fields") -> dict[str, Fraction]:
    """Antes by wager, from the fields of a JSON object that are named like wagers."""
    wagers = [wager for wager in sorted(wager_ids()) if fields.has(wager)]
    return {wager: read_antes(_name(wager), fields.take(wager)) for wager in wagers}


def _name(wager: str) -> str:
    return f"The {wager.replace('_', ' ')} bet"


def read_antes(name: str, value: object) -> Fraction:
    """An amount in antes: a whole number, 1/2 or 0.5. `name` begins the refusal."""
    antes = None
    if isinstance(value, int | str | float) and not isinstance(value, bool):
        with suppress(ValueError, ZeroDivisionError):
            antes = Fraction(str(value))
    if antes is None or len(str(value)) > LONGEST_NUMBER:
        raise Malformed(f"{name}: {value!r} is not a number of antes, as 1, 0.5 or 1/2.")
    return antes
