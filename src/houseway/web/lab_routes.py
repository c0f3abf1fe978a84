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

from houseway.chips import Odds, OddsError, parse_odds
from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.house.edges import material
from houseway.rulebook import Malformed
from houseway.web.lab_models import (
    AdviceModel,
    Designed,
    DesignModel,
    Explored,
    GameId,
    PlotModel,
    RowModel,
    Simulating,
    SimulationModel,
    Studied,
)
from houseway.web.lab_simulations import Simulations, Wanted
from houseway.web.laboratory import Laboratory
from houseway.web.letting_in import ThePerson
from houseway.web.problems import PROBLEMS, RefusalModel

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=PROBLEMS)
files = APIRouter(include_in_schema=False)

MOST_TIE = 1_000


def laboratory_of(request: Request) -> Laboratory:
    found: Laboratory = request.app.state.laboratory
    return found


def simulations_of(request: Request) -> Simulations:
    found: Simulations = request.app.state.simulations
    return found


TheLab = Annotated[Laboratory, Depends(laboratory_of)]
TheSimulations = Annotated[Simulations, Depends(simulations_of)]


def show(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def read_tie(game: str, text: str) -> str:
    try:
        found = Fraction(text or "0")
    except (ValueError, ZeroDivisionError):
        raise Malformed(f"A tie bet is a number of antes, not {text!r}.") from None
    if not 0 <= found <= MOST_TIE or (found and game != "hilo"):
        raise Malformed(f"A tie bet is one of 5 Card Hi-Lo, of at most {MOST_TIE} antes.")
    return show(found)


@router.post("/analyze")
async def analyze(wanted: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """The exact mathematics of a configuration, as `houseway analyze --json` says it."""
    config, tie = material(wanted.game, wanted.config), read_tie(wanted.game, wanted.tie)
    return dict(await lab.find(lab.quick, "analysis", wanted.game, config, tie))


@router.post("/plots")
async def list_plots(wanted: Studied, _person: ThePerson, lab: TheLab) -> list[PlotModel]:
    """The drawings there are of a configuration; each is at `/lab/{game}/plots/{name}.svg`."""
    config, tie = material(wanted.game, wanted.config), read_tie(wanted.game, wanted.tie)
    found = await lab.find(lab.slow, "plots", wanted.game, config, tie)
    return [PlotModel(**{key: one[key] for key in PlotModel.model_fields}) for one in found]


@router.post("/strategies")
async def strategies(wanted: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """Strategies to remember, with their exact cost. At Ultimate Texas Hold 'Em in a minute."""
    config, tie = material(wanted.game, wanted.config), read_tie(wanted.game, wanted.tie)
    return dict(await lab.find(lab.slow, "strategies", wanted.game, config, tie))


@router.post("/designs")
async def designs(wanted: Studied, _person: ThePerson, lab: TheLab) -> list[DesignModel]:
    """Every wager with a pay table, as it is posted."""
    config = material(wanted.game, wanted.config)
    found = await lab.find(lab.quick, "designs", wanted.game, config)
    return [design_model(one, {}) for one in found]


@router.post("/designer")
async def design(wanted: Designed, _person: ThePerson, lab: TheLab) -> DesignModel:
    """One wager with other odds: its exact edge at once, and what the text says of them."""
    config = material(wanted.game, wanted.config)
    rows = read_rows(wanted.rows)
    known = await lab.find(lab.quick, "designs", wanted.game, config)
    found = {one.wager: one for one in known}.get(wanted.wager)
    if found is None:
        names = ", ".join(one.wager for one in known)
        raise Malformed(f"There is no pay table of {wanted.wager!r} here. There is {names}.")
    answer = design_model(found, rows)
    if wanted.best_play and found.plays:
        told = {key: str(odds) if odds else "" for key, odds in sorted(rows.items())}
        given = (wanted.game, config, wanted.wager, told)
        answer.game_ev = await lab.find(lab.quick, "best_play", *given)
        answer.play = "best"
    return answer


def read_rows(rows: Mapping[str, str]) -> dict[str, Odds | None]:
    found: dict[str, Odds | None] = {}
    for key, text in rows.items():
        plain = text.strip()
        try:
            value: object = int(plain) if plain.isascii() and plain.isdigit() else plain
            found[key] = parse_odds(value) if plain else None
        except (OddsError, ValueError):
            raise Malformed(
                f"{key}: {text!r} is not odds. Write them as '9 to 1', or 9; empty pays nothing."
            ) from None
    return found


def design_model(found: Any, rows: Mapping[str, Odds | None]) -> DesignModel:
    from houseway.lab.designing import price, refusals  # noqa: PLC0415

    side = price(found, rows)
    odds, printed = found.posted() | dict(rows), found.printed
    counts = {one.key: one.count for one in side.outcomes}
    cases = sum(counts.values())
    return DesignModel(
        wager=found.wager,
        title=found.title,
        unit=found.unit,
        exact=not printed.at_least,
        clauses=list(found.clauses),
        rows=[
            RowModel(
                key=key,
                words=_row_words(found, key),
                odds=str(odds[key] or ""),
                printed=str(printed.odds(key) or ""),
                count=counts.get(key, 0),
                probability=show(Fraction(counts.get(key, 0), cases)),
            )
            for key in found.keys
        ],
        cases=cases,
        ev=show(side.ev),
        edge_percent=-100 * float(side.ev),
        hit=show(side.hit),
        sd=float(side.variance) ** 0.5,
        game_ev=None if found.base is None else show(found.base + side.ev),
        play="held" if found.plays else "fixed",
        warnings=[
            RefusalModel(
                clauses=list(one.clauses),
                tried=one.tried,
                because=one.because,
                instead=one.instead,
            )
            for one in refusals(found, rows)
        ],
    )


def _row_words(found: Any, key: str) -> str:
    words = {row.key: row.words for row in found.rows}
    return words.get(key) or key.replace("_", " ").capitalize()


@router.post("/advise")
async def advise(wanted: Explored, _person: ThePerson, lab: TheLab) -> AdviceModel:
    """The exact value of every choice, the best first."""
    config, tie = material(wanted.game, wanted.config), read_tie(wanted.game, wanted.tie)
    known = {"cards": wanted.cards, "board": wanted.board, "seen": wanted.seen}
    # Before the flop with other cards seen, every flop is gone through: that takes a minute.
    long = wanted.game == "uth" and not wanted.board and wanted.seen
    bench = lab.slow if long else lab.quick
    return AdviceModel(**await lab.find(bench, "advice", wanted.game, config, known, tie))


@router.post("/simulations", status_code=201)
async def simulate(
    wanted: Simulating, person: ThePerson, simulations: TheSimulations
) -> SimulationModel:
    """Starts a simulation; each person has one at a time."""
    config = material(wanted.game, wanted.config)
    if wanted.seats > config.get("seats", GAMES[wanted.game].read_options({}).seats):
        raise Malformed(f"This table has no {wanted.seats} seats.")
    given = Wanted(wanted.game, config, wanted.rounds, wanted.seats, wanted.seed)
    return SimulationModel(**simulations.start(person.name, given).as_data())


@router.get("/simulations/{job}")
async def simulated(job: str, person: ThePerson, simulations: TheSimulations) -> SimulationModel:
    """How far one's simulation is."""
    return SimulationModel(**simulations.of(person.name, job).as_data())


@router.delete("/simulations/{job}")
async def stop(job: str, person: ThePerson, simulations: TheSimulations) -> SimulationModel:
    """Stops one's simulation where it is."""
    found = simulations.of(person.name, job)
    found.stop()
    return SimulationModel(**found.as_data())


# --- files: drawings, and the math report

Given = Annotated[str, Query(max_length=8_000)]
TYPES = {"pdf": "application/pdf", "html": "text/html", "json": "application/json"}


def read_config(text: str) -> dict[str, Any]:
    """The options in an address: an object as JSON."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        raise Malformed("The options in the address are not JSON.") from None
    if not isinstance(found, dict):
        raise Malformed("The options in the address are not an object.")
    return found


@files.get("/lab/{game}/plots/{name}.svg")
async def plot(
    game: GameId, name: str, _person: ThePerson, lab: TheLab, config: Given = "", tie: str = "0"
) -> Response:
    """One drawing."""
    given, antes = material(game, read_config(config)), read_tie(game, tie)
    for one in await lab.find(lab.slow, "plots", game, given, antes):
        if one["name"] == name:
            caching = {"Cache-Control": "private, max-age=600"}
            return Response(one["svg"], media_type="image/svg+xml", headers=caching)
    return Response(status_code=404)


@files.get("/lab/{game}/report.{form}")
async def report(
    game: GameId,
    form: Literal["pdf", "html", "json"],
    _person: ThePerson,
    lab: TheLab,
    config: Given = "",
    tie: str = "0",
) -> Response:
    """The math report of a configuration, every option named in it."""
    given, antes = read_config(config), read_tie(game, tie)
    whole = as_config(GAMES[game].read_options(given))
    made = datetime.now(UTC).date().isoformat()
    found: bytes = await lab.slow.ask("sheet", game, whole, antes, form, made)
    name = f'attachment; filename="houseway-{game}.{form}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(found, media_type=TYPES[form], headers=headers)
