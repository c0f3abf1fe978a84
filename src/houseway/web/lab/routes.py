"""The laboratory for programs and its own pages: exact results, designs, advice, simulations.

Figures are fractions as reduced `"p/q"`; a float is only ever for showing.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from houseway.cards import CardError, parse_cards
from houseway.chips import Odds, OddsError, parse_odds
from houseway.games import get_game
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.house.edges import material
from houseway.lab.contract import Situation, lab_of
from houseway.rulebook import HousewayError, Malformed
from houseway.web.api.models import GameId
from houseway.web.api.problems import PROBLEMS, RefusalModel
from houseway.web.auth.access import ThePerson
from houseway.web.lab.benches import Bench, Laboratory
from houseway.web.lab.bets import read_bets
from houseway.web.lab.models import (
    AdviceModel,
    Designed,
    DesignModel,
    Explored,
    PlotModel,
    RowModel,
    Simulating,
    SimulationModel,
    Studied,
)
from houseway.web.lab.simulations import Simulations, Wanted
from houseway.web.services import services_of

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=PROBLEMS)
files = APIRouter(include_in_schema=False)


def laboratory_of(request: Request) -> Laboratory:
    return services_of(request).laboratory


def simulations_of(request: Request) -> Simulations:
    return services_of(request).simulations


TheLab = Annotated[Laboratory, Depends(laboratory_of)]
TheSimulations = Annotated[Simulations, Depends(simulations_of)]


def show(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


@router.post("/analyze")
async def analyze(wanted: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """The exact mathematics of a configuration, as `houseway analyze --json` says it."""
    config = material(wanted.game, wanted.config)
    return dict(await lab.find(lab.quick, "analysis", wanted.game, config, wanted.bets))


@router.post("/plots")
async def list_plots(wanted: Studied, _person: ThePerson, lab: TheLab) -> list[PlotModel]:
    """The drawings there are of a configuration; each is at `/lab/{game}/plots/{name}.svg`."""
    config = material(wanted.game, wanted.config)
    plots = await lab.find(lab.slow, "plots", wanted.game, config, wanted.bets)
    return [PlotModel(**{key: plot[key] for key in PlotModel.model_fields}) for plot in plots]


@router.post("/strategies")
async def strategies(wanted: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """Strategies to remember, with their exact cost. Some games take a minute."""
    config = material(wanted.game, wanted.config)
    return dict(await lab.find(lab.slow, "strategies", wanted.game, config, wanted.bets))


@router.post("/designs")
async def designs(wanted: Studied, _person: ThePerson, lab: TheLab) -> list[DesignModel]:
    """Every wager with a pay table, as it is posted."""
    config = material(wanted.game, wanted.config)
    posted = await lab.find(lab.quick, "designs", wanted.game, config)
    return [design_model(entry, {}) for entry in posted]


@router.post("/designer")
async def design(wanted: Designed, _person: ThePerson, lab: TheLab) -> DesignModel:
    """One wager with other odds: its exact edge at once, and what the text says of them."""
    config = material(wanted.game, wanted.config)
    rows = read_rows(wanted.rows)
    known = await lab.find(lab.quick, "designs", wanted.game, config)
    chosen = {candidate.wager: candidate for candidate in known}.get(wanted.wager)
    if chosen is None:
        names = ", ".join(candidate.wager for candidate in known)
        raise Malformed(f"There is no pay table of {wanted.wager!r} here. There is {names}.")
    answer = design_model(chosen, rows)
    if wanted.best_play and chosen.plays:
        texts = {key: str(odds) if odds else "" for key, odds in sorted(rows.items())}
        given = (wanted.game, config, wanted.wager, texts)
        answer.game_ev = await lab.find(lab.quick, "best_play", *given)
        answer.play = "best"
    return answer


def read_rows(rows: Mapping[str, str]) -> dict[str, Odds | None]:
    odds: dict[str, Odds | None] = {}
    for key, text in rows.items():
        plain = text.strip()
        try:
            value: object = int(plain) if plain.isascii() and plain.isdigit() else plain
            odds[key] = parse_odds(value) if plain else None
        except (OddsError, ValueError):
            raise Malformed(
                f"{key}: {text!r} is not odds. Write them as '9 to 1', or 9; empty pays nothing."
            ) from None
    return odds


def design_model(design: Any, rows: Mapping[str, Odds | None]) -> DesignModel:
    from houseway.lab.exact.pay_table_design import price, refusals  # noqa: PLC0415

    side = price(design, rows)
    odds, printed = design.posted() | dict(rows), design.printed
    counts = {outcome.key: outcome.count for outcome in side.outcomes}
    cases = sum(counts.values())
    return DesignModel(
        wager=design.wager,
        title=design.title,
        unit=design.unit,
        exact=not printed.at_least,
        clauses=list(design.clauses),
        rows=[
            RowModel(
                key=key,
                words=_row_words(design, key),
                odds=str(odds[key] or ""),
                printed=str(printed.odds(key) or ""),
                count=counts.get(key, 0),
                probability=show(Fraction(counts.get(key, 0), cases)),
            )
            for key in design.keys
        ],
        cases=cases,
        ev=show(side.ev),
        edge_percent=-100 * float(side.ev),
        hit=show(side.hit),
        sd=float(side.variance) ** 0.5,
        game_ev=None if design.base is None else show(design.base + side.ev),
        play="held" if design.plays else "fixed",
        warnings=[
            RefusalModel(
                clauses=list(refusal.clauses),
                tried=refusal.tried,
                because=refusal.because,
                instead=refusal.instead,
            )
            for refusal in refusals(design, rows)
        ],
    )


def _row_words(design: Any, key: str) -> str:
    words = {row.key: row.words for row in design.rows}
    return words.get(key) or key.replace("_", " ").capitalize()


@router.post("/advise")
async def advise(wanted: Explored, _person: ThePerson, lab: TheLab) -> AdviceModel:
    """The exact value of every choice, the best first."""
    config = material(wanted.game, wanted.config)
    known = {"cards": wanted.cards, "board": wanted.board, "seen": wanted.seen}
    bench = bench_for(lab, get_game(wanted.game), known)
    return AdviceModel(**await lab.find(bench, "advice", wanted.game, config, known, wanted.bets))


def bench_for(lab: Laboratory, game: Game[Any, Any], known: Mapping[str, list[str]]) -> Bench:
    """Where a situation is valued: one that takes long must not keep others waiting."""
    try:
        cards, board, seen = (
            tuple(parse_cards(known.get(name, []))) for name in ("cards", "board", "seen")
        )
        is_slow = lab_of(game).is_slow(Situation(game.id, None, cards, board, seen))
    except (CardError, HousewayError):
        return lab.quick  # it will be refused there
    return lab.slow if is_slow else lab.quick


@router.post("/simulations", status_code=201)
async def simulate(
    wanted: Simulating, person: ThePerson, simulations: TheSimulations
) -> SimulationModel:
    """Starts a simulation; each person has one at a time."""
    config = material(wanted.game, wanted.config)
    if wanted.seats > config.get("seats", get_game(wanted.game).read_options({}).seats):
        raise Malformed(f"This table does not have {wanted.seats} seats.")
    given = Wanted(wanted.game, config, wanted.rounds, wanted.seats, wanted.seed)
    return SimulationModel(**simulations.start(person.name, given).as_data())


@router.get("/simulations/{job}")
async def simulated(job: str, person: ThePerson, simulations: TheSimulations) -> SimulationModel:
    """How far one's simulation is."""
    return SimulationModel(**simulations.of(person.name, job).as_data())


@router.delete("/simulations/{job}")
async def stop(job: str, person: ThePerson, simulations: TheSimulations) -> SimulationModel:
    """Stops one's simulation where it is."""
    simulation = simulations.of(person.name, job)
    simulation.stop()
    return SimulationModel(**simulation.as_data())


# --- files: drawings, and the math report

Given = Annotated[str, Query(max_length=8_000)]
TYPES = {"pdf": "application/pdf", "html": "text/html", "json": "application/json"}


def read_config(text: str) -> dict[str, Any]:
    """The options in an address: an object as JSON."""
    try:
        config = json.loads(text or "{}")
    except (ValueError, RecursionError):
        raise Malformed("The options in the address are not JSON.") from None
    if not isinstance(config, dict):
        raise Malformed("The options in the address are not an object.")
    return config


@files.get("/lab/{game}/plots/{name}.svg")
async def plot(
    request: Request, game: GameId, name: str, _person: ThePerson, lab: TheLab, config: Given = ""
) -> Response:
    """One drawing."""
    given, bets = material(game, read_config(config)), read_bets(game, request.query_params)
    for drawing in await lab.find(lab.slow, "plots", game, given, bets):
        if drawing["name"] == name:
            caching = {"Cache-Control": "private, max-age=600"}
            return Response(drawing["svg"], media_type="image/svg+xml", headers=caching)
    return Response(status_code=404)


@files.get("/lab/{game}/report.{form}")
async def report(
    request: Request,
    game: GameId,
    form: Literal["pdf", "html", "json"],
    _person: ThePerson,
    lab: TheLab,
    config: Given = "",
) -> Response:
    """The math report of a configuration, every option named in it."""
    given, bets = read_config(config), read_bets(game, request.query_params)
    whole = as_config(get_game(game).read_options(given))
    date = datetime.now(UTC).date().isoformat()
    content: bytes = await lab.slow.ask("sheet", game, whole, bets, form, date)
    name = f'attachment; filename="houseway-{game}.{form}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(content, media_type=TYPES[form], headers=headers)
