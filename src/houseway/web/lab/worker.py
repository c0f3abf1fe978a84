"""What the laboratory's processes do: from options as data to answers as data.

Everything heavy is imported here when it is first needed, and never by the process that runs
the tables.
"""

import contextlib
import json
import os
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from houseway.cards import CardError, parse_cards
from houseway.chips import parse_odds
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
from houseway.lab.exact import results
from houseway.lab.exact.pay_table_design import Design
from houseway.lab.exact.results import show
from houseway.lab.exact.strategies import as_data as playbook_data
from houseway.rulebook import HousewayError, Malformed

if TYPE_CHECKING:
    from houseway.lab.reports.report import Report
    from houseway.lab.simulation.plans import Block

Config = Mapping[str, Any]
BetTexts = Mapping[str, str]
"""Optional wagers that are bet in every round, in antes as text."""
CardsByPlace = Mapping[str, list[str]]
"""The cards that a player knows: his own `cards`, the `board`, and others `seen`."""
MOST_TOTALS = 50


def work(pipe: Connection) -> None:
    """The life of a process: a task in, an answer out, until the house is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)  # tables come first
    while True:
        try:
            task, arguments = pipe.recv()
            pipe.send(_answer(task, arguments))
        except (EOFError, OSError):
            return  # nobody waits for the answer any more


def _answer(task: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", TASKS[task](*arguments)
    except HousewayError as error:
        return "malformed", str(error)
    except ModuleNotFoundError as error:
        part = f"This needs a part that is not installed ({error.name})"
        return "malformed", f"{part}: pip install 'houseway[lab,pdf,report]'."
    except Exception:
        return "failed", traceback.format_exc()


def read_antes(bets: BetTexts) -> dict[str, Fraction]:
    """Optional wagers in antes, from text such as "1/2"."""
    return {wager: Fraction(antes) for wager, antes in bets.items()}


def analysis(game: str, config: Config, bets: BetTexts) -> dict[str, Any]:
    """What `houseway analyze --json` says, and the pay tables inside the main game."""
    figures = _report(game, config, bets).analysis
    parts = {
        name: {"ev": show(side.ev), "variance": show(side.variance), "hit": show(side.hit)}
        for name, side in figures.parts.items()
    }
    return {**results.as_data(figures), "parts": parts}


def _report(game: str, config: Config, bets: BetTexts) -> "Report":
    return _build_report(game, json.dumps(config), json.dumps(bets))


@lru_cache(maxsize=8)
def _build_report(game_id: str, config: str, bets: str) -> "Report":
    """The math report of options and bets as JSON, which a cache can compare."""
    from houseway.lab.reports.report import build_report  # noqa: PLC0415

    game = get_game(game_id)
    options = game.read_options(json.loads(config))
    return build_report(game, options, date="", bets=read_antes(json.loads(bets)))


def plots(game: str, config: Config, bets: BetTexts) -> list[dict[str, Any]]:
    """The drawings of the math report, but for the grid of hands, which is a table here."""
    from houseway.lab.reports.plots import draw_all  # noqa: PLC0415

    report = _report(game, config, bets)
    titles = {wager.id: wager.named.title for wager in report.wagers}
    return [
        {**asdict(plot), "of": titles.get(plot.place, "")}
        for plot in draw_all(report)
        if plot.name != "starting_hands"
    ]


def sheet(game: str, config: Config, bets: BetTexts, form: str, date: str) -> bytes:
    """The math report as a file."""
    from houseway.lab.reports.pages import to_html, to_pdf  # noqa: PLC0415
    from houseway.lab.reports.report import as_data  # noqa: PLC0415

    report = replace(_report(game, config, bets), date=date)
    if form == "json":
        return f"{json.dumps(as_data(report), indent=1, ensure_ascii=False)}\n".encode()
    return to_pdf(report) if form == "pdf" else to_html(report).encode()


def strategies(game_id: str, config: Config, bets: BetTexts) -> dict[str, Any]:
    """Strategies to remember, what each costs, and charts."""
    game = get_game(game_id)
    book = find_playbook(game, game.read_options(config), read_antes(bets))
    charts = [{**asdict(chart), "legend": chart.used()} for chart in book.charts]
    return {**playbook_data(book), "charts": charts, "notes": list(book.notes)}


def designs(game: str, config: Config) -> tuple[Design, ...]:
    """Every wager with a pay table, and the cases of each row."""
    return _count_designs(game, json.dumps(config))


@lru_cache(maxsize=20)
def _count_designs(game_id: str, config: str) -> tuple[Design, ...]:
    game = get_game(game_id)
    return tuple(lab_of(game).designs(game.read_options(json.loads(config))))


def best_play(game_id: str, config: Config, wager: str, rows: Mapping[str, str]) -> str:
    """The whole game with other odds and the best play for them; nothing where it has none."""
    game = get_game(game_id)
    design = next(design for design in designs(game_id, config) if design.wager == wager)
    odds = {key: parse_odds(text) if text else None for key, text in rows.items()}
    worth = value_design(game, game.read_options(config), design, odds)
    return "" if worth is None else show(worth)


def read_cards(known: CardsByPlace) -> dict[str, Any]:
    """The cards of a `Situation`, from text."""
    try:
        return {
            place: tuple(parse_cards(known.get(place, []))) for place in ("cards", "board", "seen")
        }
    except CardError as error:
        raise Malformed(str(error)) from None


def advice(
    game: str,
    config: Config,
    known: CardsByPlace,
    bets: BetTexts,
    moment: tuple[str | None, Any] = (None, None),
) -> dict[str, Any]:
    """What `houseway advise --json` says, and what each choice costs against the best.

    `moment` is the stage of the decision and what the hand has chosen before it.
    """
    cards, (stage, actions) = read_cards(known), moment
    options = get_game(game).read_options(config)
    situation = Situation(
        game, options, **cards, bets=read_antes(bets), stage=stage, actions=actions
    )
    choices = advise(situation)
    rows = [{**choice_data(choice), "cost": show(choices[0].ev - choice.ev)} for choice in choices]
    return {"actions": rows, "best": choices[0].action if choices else None}


_TOTALS: "OrderedDict[str, Block]" = OrderedDict()
"""The blocks played so far of each simulation; this process does nothing else."""


def simulate(job: str, form: Mapping[str, Any], block: int) -> dict[str, Any]:
    """Plays one block of a simulation and gives the estimate so far."""
    from houseway.lab.simulation import plans  # noqa: PLC0415

    game, rounds, seed, seats = (form[name] for name in ("game", "rounds", "seed", "seats"))
    options = get_game(game).read_options(form["config"])
    plan = plans.make_plan(game, options, rounds, seed, {}, seats=seats)
    ready, played = plans.prepare(plan), plans.run_block(plan, block)
    total = _TOTALS[job] = played if block == 0 else _TOTALS[job] + played
    while len(_TOTALS) > MOST_TOTALS:
        _TOTALS.popitem(last=False)
    main, exact = plans.estimate(ready.lines, plan.seats, total, "main"), ready.model.exact
    return {
        "blocks": plan.blocks,
        "rounds": total.rounds,
        "mean": main.mean,
        "low": main.low,
        "high": main.high,
        "exact": show(exact.ev) if exact else None,
        "errors": main.errors_from(exact.ev) if exact else None,
    }


def warm(game: str) -> bool:
    """Gets ready for advice, so that the first question is answered at once."""
    lab_of(get_game(game)).warm()
    return True


TASKS: dict[str, Callable[..., Any]] = {
    "solve": solve,
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
