"""What the laboratory's processes do: from options as data to answers as data.

Everything heavy is imported here when it is first asked for, and never by the process that
runs the tables.
"""

import contextlib
import os
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from houseway.games import GAMES
from houseway.house.edges import solve
from houseway.rulebook import HousewayError, Malformed

if TYPE_CHECKING:
    from houseway.lab.compact import Chart
    from houseway.lab.designing import Design
    from houseway.lab.report import Report

Config = Mapping[str, Any]
MOST_TOTALS = 50


def work(pipe: Connection) -> None:
    """The life of a process: a task in, an answer out, until the house is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)  # tables come first
    while True:
        try:
            task, given = pipe.recv()
            pipe.send(_answer(task, given))
        except (EOFError, OSError):
            return  # whoever asked is gone


def _answer(task: str, given: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "found", TASKS[task](*given)
    except HousewayError as error:
        return "malformed", str(error)
    except ModuleNotFoundError as error:
        return "malformed", _missing(error.name or "")
    except Exception:
        return "failed", traceback.format_exc()


def _missing(module: str) -> str:
    if module == "houseway.lab.simulation":
        return "This installation has no simulation."
    return f"This needs a part that is not installed ({module}): pip install {EXTRAS}."


EXTRAS = "'houseway[lab,pdf,report]'"


def solved(game: str, options: Any) -> Any | None:
    """The mathematics itself, for the house's own accounts and edges."""
    return solve(game, options)


def analysis(game: str, config: Config, tie: str) -> dict[str, Any]:
    """What `houseway analyze --json` says, and the pay tables inside the main game."""
    from houseway.lab.results import as_data, show  # noqa: PLC0415

    found = _report(game, _frozen(config), tie).found
    parts = {
        name: {"ev": show(one.ev), "variance": show(one.variance), "hit": show(one.hit)}
        for name, one in found.parts.items()
    }
    return {**as_data(found), "parts": parts}


def _frozen(config: Config) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _Whole(value)) for name, value in sorted(config.items()))


class _Whole:
    """A value of an option that a cache can compare."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and self.value == other.value

    def __hash__(self) -> int:
        return hash(repr(self.value))


@lru_cache(maxsize=8)
def _report(game: str, config: tuple[tuple[str, _Whole], ...], tie: str) -> "Report":
    from houseway.lab.report import build_report  # noqa: PLC0415

    options = GAMES[game].read_options({name: one.value for name, one in config})
    return build_report(GAMES[game], options, made="", tie=Fraction(tie))


def plots(game: str, config: Config, tie: str) -> list[dict[str, Any]]:
    """The drawings of the math report, but for the grid of hands, which is a table here."""
    from houseway.lab.report_plots import draw_all  # noqa: PLC0415

    report = _report(game, _frozen(config), tie)
    titles = {wager.id: wager.named.title for wager in report.wagers}
    return [
        {**asdict(plot), "of": titles.get(plot.place, "")}
        for plot in draw_all(report)
        if plot.name != "starting_hands"
    ]


def sheet(game: str, config: Config, tie: str, form: str, made: str) -> bytes:
    """The math report as a file."""
    import json  # noqa: PLC0415
    from dataclasses import replace  # noqa: PLC0415

    from houseway.lab.report import as_data  # noqa: PLC0415
    from houseway.lab.report_pages import to_html, to_pdf  # noqa: PLC0415

    report = replace(_report(game, _frozen(config), tie), made=made)
    if form == "json":
        return f"{json.dumps(as_data(report), indent=1, ensure_ascii=False)}\n".encode()
    return to_pdf(report) if form == "pdf" else to_html(report).encode()


def strategies(game: str, config: Config, tie: str) -> dict[str, Any]:
    """Strategies to remember, what each costs, and charts."""
    from houseway.lab.compact import as_data, compact_strategies  # noqa: PLC0415

    book = compact_strategies(game, GAMES[game].read_options(config), Fraction(tie))
    charts = [_chart(chart) for chart in book.charts]
    return {**as_data(book), "charts": charts, "notes": list(book.notes)}


def _chart(chart: "Chart") -> dict[str, Any]:
    return {**asdict(chart), "legend": chart.used()}


def designs(game: str, config: Config) -> "tuple[Design, ...]":
    return _designs(game, _frozen(config))


@lru_cache(maxsize=20)
def _designs(game: str, config: tuple[tuple[str, _Whole], ...]) -> "tuple[Design, ...]":
    from houseway.lab.designing import designs as find  # noqa: PLC0415

    return find(game, GAMES[game].read_options({name: one.value for name, one in config}))


def best_play(game: str, config: Config, wager: str, rows: Mapping[str, str]) -> str:
    """The whole game with other odds and the best play for them; nothing where it has none."""
    from houseway.chips import parse_odds  # noqa: PLC0415
    from houseway.lab import designing  # noqa: PLC0415
    from houseway.lab.results import show  # noqa: PLC0415

    options = GAMES[game].read_options(config)
    design = next(one for one in designs(game, config) if one.wager == wager)
    odds = {key: parse_odds(text) if text else None for key, text in rows.items()}
    found = designing.best_play(game, options, design, odds)
    return "" if found is None else show(found)


def advice(game: str, config: Config, known: Mapping[str, list[str]], tie: str) -> dict[str, Any]:
    """What `houseway advise --json` says, and what each choice costs against the best."""
    from houseway.cards import CardError, parse_cards  # noqa: PLC0415
    from houseway.lab.advice import Situation, advise  # noqa: PLC0415
    from houseway.lab.results import show  # noqa: PLC0415

    try:
        cards, board, seen = (
            tuple(parse_cards(known.get(name, []))) for name in ("cards", "board", "seen")
        )
    except CardError as error:
        raise Malformed(str(error)) from None
    options = GAMES[game].read_options(config)
    found = advise(Situation(game, options, cards, board, seen, Fraction(tie)))
    actions = []
    for one in found:
        data: dict[str, Any] = {"action": one.action, "ev": show(one.ev)}
        if one.setting is not None:
            data["high"] = [str(card) for card in one.setting.high]
            data["low"] = [str(card) for card in one.setting.low]
        actions.append({**data, "cost": show(found[0].ev - one.ev)})
    return {"actions": actions, "best": found[0].action}


# What each simulation under way has come to so far.
_TOTALS: OrderedDict[str, Any] = OrderedDict()


def simulate(job: str, plan: Mapping[str, Any], block: int) -> dict[str, Any]:
    """Plays one block of a simulation and tells the estimate so far."""
    simulation = import_module("houseway.lab.simulation")
    from houseway.lab.results import show  # noqa: PLC0415

    options = GAMES[plan["game"]].read_options(plan["config"])
    made = simulation.make_plan(
        plan["game"], options, plan["rounds"], plan["seed"], {}, seats=plan["seats"]
    )
    ready = simulation.get_ready(made)
    played = simulation.run_block(made, block)
    total = played if block == 0 else _TOTALS[job] + played
    _TOTALS[job] = total
    while len(_TOTALS) > MOST_TOTALS:
        _TOTALS.popitem(last=False)
    found = simulation.estimate(ready.lines, made.seats, total, "main")
    exact = ready.model.exact
    return {
        "blocks": made.blocks,
        "rounds": total.rounds,
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "exact": show(exact.ev) if exact else None,
        "errors": found.errors_from(exact.ev) if exact else None,
    }


def warm(game: str) -> bool:
    """Gets ready for advice, so that the first question is answered at once."""
    hands = {"uth": ["As", "Kd"], "pikit": ["As", "Kd", "9c", "5h", "2s"]}
    cards = hands.get(game, hands["pikit"])
    advice(game, {}, {"cards": cards}, "0")
    if game == "uth":
        advice(game, {}, {"cards": cards, "board": ["2c", "7h", "9d"]}, "0")
    return True


TASKS: dict[str, Callable[..., Any]] = {
    "solved": solved,
    "analysis": analysis,
    "plots": plots,
    "sheet": sheet,
    "strategies": strategies,
    "designs": designs,
    "best_play": best_play,
    "advice": advice,
    "simulate": simulate,
    "warm": warm,
}
