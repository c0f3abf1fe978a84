"""`houseway exposure`: what it is worth to see cards that one should not see."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rich.console import Console

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
    sample: Mapping[str, int | None],
    *,
    as_json: bool,
) -> None:
    """`sample` has the rounds and the seed of what is estimated, or None where not given."""
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    module = find_module(game.id, game.name)
    for one in only:
        if one not in module.EXPOSURES:
            known = ", ".join(module.EXPOSURES)
            raise Malformed(f"There is no exposure {one!r} at {game.name}; known are {known}.")
    found = _work_out(module, game.id, options, list(only) or None, sample)
    if not as_json:
        show_exposures(screen(), game.name, found)
        return
    from houseway.lab.exposed import as_data  # noqa: PLC0415

    exposures = [as_data(one) for one in found]
    say(json.dumps({"game": game.id, "options": as_config(options), "exposures": exposures}))


def find_module(game: str, name: str) -> ModuleType:
    """Where a game's exposures are; loaded here because compiled code is heavy."""
    where = f"houseway.lab.{game}_exposure"
    try:
        return import_module(where)
    except ImportError as error:
        if error.name == where:
            raise Malformed(f"The exposures of {name} are not available.") from None
        raise Malformed("Exposures need the extra part lab: pip install 'houseway[lab]'.") from None


def _work_out(
    module: ModuleType,
    game: str,
    options: Any,
    names: list[str] | None,
    sample: Mapping[str, int | None],
) -> "Iterator[Exposure]":
    """What is counted needs no sample, so a game may know neither rounds nor seed."""
    exposures: Callable[..., Iterator[Exposure]] = getattr(module, f"{game}_exposures")
    known = signature(exposures).parameters
    given = {key: value for key, value in sample.items() if value is not None and key in known}
    return iter(exposures(options, names, **given))


def show_exposures(console: Console, name: str, found: "Iterator[Exposure]") -> None:
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
    console.print(dim("In per cent of the ante. ± is half of a 95 % confidence interval."))


def _row(seen: str, edge: str, gain: str, how: str) -> str:
    return f"{seen:<18}{edge:>12}{gain:>11}  {how}".rstrip()


def _how(one: "Exposure") -> str:
    """Exact, or how far off an estimate may be."""
    from houseway.lab.exposed import Estimate  # noqa: PLC0415

    if not isinstance(one.ev, Estimate):
        return "exact"
    low, high = one.ev.interval
    return f"±{50 * (high - low):.4f}%, {one.ev.rounds:,} rounds, seed {one.ev.seed}"
