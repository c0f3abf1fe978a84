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

from houseway.games import get_game
from houseway.house.edges import solve
from houseway.lab.contract import (
    Situation,
    advise,
    choice_data,
    find_playbook,
    lab_of,
    value_design,
)
from houseway.rulebook import HousewayError, Malformed

if TYPE_CHECKING:
    from houseway.lab.exact.pay_table_design import Design
    from houseway.lab.exact.strategies import Chart
    from houseway.lab.reports.report import Report

Config = Mapping[str, Any]
BetsGiven = Mapping[str, str]
"""Optional wagers that are bet in every round, in antes as text."""
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
    if module == "houseway.lab.simulation.plans":
        return "This installation has no simulation."
    return f"This needs a part that is not installed ({module}): pip install {EXTRAS}."


EXTRAS = "'houseway[lab,pdf,report]'"


def solve_options(game: str, options: Any) -> Any | None:
    """The mathematics itself, for the house's own accounts and edges."""
    return solve(game, options)


def analysis(game: str, config: Config, bets: BetsGiven) -> dict[str, Any]:
    """What `houseway analyze --json` says, and the pay tables inside the main game."""
    from houseway.lab.exact.results import as_data, show  # noqa: PLC0415

    figures = _report(game, _frozen(config), _frozen(bets)).analysis
    parts = {
        name: {"ev": show(side.ev), "variance": show(side.variance), "hit": show(side.hit)}
        for name, side in figures.parts.items()
    }
    return {**as_data(figures), "parts": parts}


def read_bets(bets: BetsGiven) -> dict[str, Fraction]:
    """Optional wagers in antes, from text such as "1/2"."""
    return {wager: Fraction(antes) for wager, antes in bets.items()}


def _frozen(config: Mapping[str, Any]) -> "Frozen":
    return tuple((name, _Whole(value)) for name, value in sorted(config.items()))


def _thaw(frozen: "Frozen") -> dict[str, Any]:
    return {name: whole.value for name, whole in frozen}


class _Whole:
    """A value of an option that a cache can compare."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and self.value == other.value

    def __hash__(self) -> int:
        return hash(repr(self.value))


Frozen = tuple[tuple[str, _Whole], ...]


@lru_cache(maxsize=8)
def _report(game: str, config: Frozen, bets: Frozen) -> "Report":
    from houseway.lab.reports.report import build_report  # noqa: PLC0415

    kind = get_game(game)
    return build_report(
        kind, kind.read_options(_thaw(config)), date="", bets=read_bets(_thaw(bets))
    )


def plots(game: str, config: Config, bets: BetsGiven) -> list[dict[str, Any]]:
    """The drawings of the math report, but for the grid of hands, which is a table here."""
    from houseway.lab.reports.plots import draw_all  # noqa: PLC0415

    report = _report(game, _frozen(config), _frozen(bets))
    titles = {wager.id: wager.named.title for wager in report.wagers}
    return [
        {**asdict(plot), "of": titles.get(plot.place, "")}
        for plot in draw_all(report)
        if plot.name != "starting_hands"
    ]


def sheet(game: str, config: Config, bets: BetsGiven, form: str, date: str) -> bytes:
    """The math report as a file."""
    import json  # noqa: PLC0415
    from dataclasses import replace  # noqa: PLC0415

    from houseway.lab.reports.pages import to_html, to_pdf  # noqa: PLC0415
    from houseway.lab.reports.report import as_data  # noqa: PLC0415

    report = replace(_report(game, _frozen(config), _frozen(bets)), date=date)
    if form == "json":
        return f"{json.dumps(as_data(report), indent=1, ensure_ascii=False)}\n".encode()
    return to_pdf(report) if form == "pdf" else to_html(report).encode()


def strategies(game: str, config: Config, bets: BetsGiven) -> dict[str, Any]:
    """Strategies to remember, what each costs, and charts."""
    from houseway.lab.exact.strategies import as_data  # noqa: PLC0415

    kind = get_game(game)
    book = find_playbook(kind, kind.read_options(config), read_bets(bets))
    charts = [_chart(chart) for chart in book.charts]
    return {**as_data(book), "charts": charts, "notes": list(book.notes)}


def _chart(chart: "Chart") -> dict[str, Any]:
    return {**asdict(chart), "legend": chart.used()}


def designs(game: str, config: Config) -> "tuple[Design, ...]":
    return _designs(game, _frozen(config))


@lru_cache(maxsize=20)
def _designs(game: str, config: Frozen) -> "tuple[Design, ...]":
    kind = get_game(game)
    return tuple(lab_of(kind).designs(kind.read_options(_thaw(config))))


def best_play(game: str, config: Config, wager: str, rows: Mapping[str, str]) -> str:
    """The whole game with other odds and the best play for them; nothing where it has none."""
    from houseway.chips import parse_odds  # noqa: PLC0415
    from houseway.lab.exact.results import show  # noqa: PLC0415

    kind = get_game(game)
    options = kind.read_options(config)
    design = next(each for each in designs(game, config) if each.wager == wager)
    odds = {key: parse_odds(text) if text else None for key, text in rows.items()}
    worth = value_design(kind, options, design, odds)
    return "" if worth is None else show(worth)


def advice(
    game: str,
    config: Config,
    known: Mapping[str, list[str]],
    bets: BetsGiven,
    moment: tuple[str | None, Any] = (None, None),
) -> dict[str, Any]:
    """What `houseway advise --json` says, and what each choice costs against the best.

    `moment` is the stage of the decision and what the hand has chosen before it.
    """
    from houseway.cards import CardError, parse_cards  # noqa: PLC0415
    from houseway.lab.exact.results import show  # noqa: PLC0415

    try:
        cards, board, seen = (
            tuple(parse_cards(known.get(name, []))) for name in ("cards", "board", "seen")
        )
    except CardError as error:
        raise Malformed(str(error)) from None
    options = get_game(game).read_options(config)
    situation = Situation(game, options, cards, board, seen, read_bets(bets), *moment)
    choices = advise(situation)
    rows = []
    for choice in choices:
        rows.append({**choice_data(choice), "cost": show(choices[0].ev - choice.ev)})
    return {"actions": rows, "best": choices[0].action if choices else None}


_TOTALS: OrderedDict[str, Any] = OrderedDict()
"""The blocks played so far of each simulation; this process does nothing else."""


def simulate(job: str, plan: Mapping[str, Any], block: int) -> dict[str, Any]:
    """Plays one block of a simulation and gives the estimate so far."""
    simulation = import_module("houseway.lab.simulation.plans")
    from houseway.lab.exact.results import show  # noqa: PLC0415

    options = get_game(plan["game"]).read_options(plan["config"])
    job_plan = simulation.make_plan(
        plan["game"], options, plan["rounds"], plan["seed"], {}, seats=plan["seats"]
    )
    ready = simulation.prepare(job_plan)
    played = simulation.run_block(job_plan, block)
    total = played if block == 0 else _TOTALS[job] + played
    _TOTALS[job] = total
    while len(_TOTALS) > MOST_TOTALS:
        _TOTALS.popitem(last=False)
    estimate = simulation.estimate(ready.lines, job_plan.seats, total, "main")
    exact = ready.model.exact
    return {
        "blocks": job_plan.blocks,
        "rounds": total.rounds,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "exact": show(exact.ev) if exact else None,
        "errors": estimate.errors_from(exact.ev) if exact else None,
    }


def warm(game: str) -> bool:
    """Gets ready for advice, so that the first question is answered at once."""
    lab_of(get_game(game)).warm()
    return True


TASKS: dict[str, Callable[..., Any]] = {
    "solve": solve_options,
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
