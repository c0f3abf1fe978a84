"""`houseway exposure`: what it is worth to see cards that one should not see."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import Console

from houseway.cli.advise import read_antes
from houseway.cli.analyze import percent
from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.cli.screen import bold, dim, screen
from houseway.games.options import as_config
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.exposed import Exposure


def exposure_command(
    name: str,
    settings: Sequence[str],
    only: Sequence[str],
    given: Mapping[str, int | str | None],
    *,
    as_json: bool,
) -> None:
    """`given` has the rounds and the seed of a sample, and a tie bet; None where not given."""
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    module = find_module(game.id, game.name)
    for one in only:
        if one not in module.EXPOSURES:
            known = ", ".join(module.EXPOSURES)
            raise Malformed(f"There is no exposure {one!r} at {game.name}; known are {known}.")
    exposures = getattr(module, f"{game.id}_exposures")
    found = iter(exposures(options, list(only) or None, **understood(exposures, given)))
    if not as_json:
        show_exposures(screen(), game.name, found, getattr(module, "NOTE", ""))
        return
    from houseway.lab.exposed import as_data  # noqa: PLC0415

    data = [as_data(one) for one in found]
    say(json.dumps({"game": game.id, "options": as_config(options), "exposures": data}))


def find_module(game: str, name: str) -> ModuleType:
    """Where a game's exposures are; loaded here because compiled code is heavy."""
    where = f"houseway.lab.{game}_exposure"
    try:
        return import_module(where)
    except ImportError as error:
        if error.name == where:
            raise Malformed(f"The exposures of {name} are not available.") from None
        raise Malformed("Exposures need the extra part lab: pip install 'houseway[lab]'.") from None


def understood(
    exposures: Callable[..., Any], given: Mapping[str, int | str | None]
) -> dict[str, Any]:
    """What was given and the game has a use for: where all is counted, there is no sample."""
    known = signature(exposures).parameters
    taken: dict[str, Any] = {
        key: value for key, value in given.items() if value is not None and key in known
    }
    if given["tie"] is not None:
        if "tie" not in known:
            raise Malformed("A tie bet is one of 5 Card Hi-Lo.")
        taken["tie"] = read_antes(given["tie"])
    return taken


def show_exposures(console: Console, name: str, found: "Iterator[Exposure]", note: str) -> None:
    """Each as soon as it is found: some take a while."""
    console.print(bold(f"{name}: the player's edge with the best use of what is seen"))
    console.print(bold(_row("Seen", "Edge", "Gain", "")))
    base_shown = False
    for one in found:
        if not base_shown:
            console.print(_row("nothing", percent(one.base), "", "exact"))
            base_shown = True
        console.print(_row(one.name, f"{100 * one.edge:.4f}%", f"{100 * one.gain:.4f}%", _how(one)))
        console.print(dim(f"  {one.says}"))
    words = "In per cent of the ante. ± is half of a 95 % confidence interval."
    console.print(dim(f"{words} {note}".rstrip()))


def _row(seen: str, edge: str, gain: str, how: str) -> str:
    return f"{seen:<18}{edge:>12}{gain:>11}  {how}".rstrip()


def _how(one: "Exposure") -> str:
    """Exact, or how far off an estimate may be."""
    from houseway.lab.exposed import Estimate  # noqa: PLC0415

    if not isinstance(one.ev, Estimate):
        return "exact"
    low, high = one.ev.interval
    return f"±{50 * (high - low):.4f}%, {one.ev.rounds:,} rounds, seed {one.ev.seed}"
