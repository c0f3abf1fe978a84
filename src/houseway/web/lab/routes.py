"""The laboratory for programs and its own pages: exact results, designs, advice, simulations.

Figures are fractions as reduced `"p/q"`; a float is only ever for showing.
"""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from houseway.chips import Odds, OddsError, parse_odds
from houseway.games import get_game
from houseway.lab.contract import Situation, lab_of
from houseway.lab.exact.pay_table_design import Design, price, refusals
from houseway.lab.exact.results import show
from houseway.rulebook import HousewayError, Malformed
from houseway.web.api.problems import PROBLEMS, RefusalModel
from houseway.web.auth.access import ThePerson
from houseway.web.lab.benches import Bench, Laboratory
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
from houseway.web.lab.worker import CardsByPlace, read_cards
from houseway.web.services import TheServices, services_of

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=PROBLEMS)


def laboratory_of(request: Request) -> Laboratory:
    return services_of(request).laboratory


TheLab = Annotated[Laboratory, Depends(laboratory_of)]


@router.post("/analyze")
async def analyze(form: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """The exact mathematics of a configuration, as `houseway analyze --json` says it."""
    return dict(await lab.find(lab.quick, "analysis", *form.arguments))


@router.post("/plots")
async def list_plots(form: Studied, _person: ThePerson, lab: TheLab) -> list[PlotModel]:
    """The drawings there are of a configuration; each is at `/lab/{game}/plots/{name}.svg`."""
    plots = await lab.find(lab.slow, "plots", *form.arguments)
    return [PlotModel.model_validate(plot) for plot in plots]


@router.post("/strategies")
async def strategies(form: Studied, _person: ThePerson, lab: TheLab) -> dict[str, Any]:
    """Strategies to remember, with their exact cost. Some games take a minute."""
    return dict(await lab.find(lab.slow, "strategies", *form.arguments))


@router.post("/designs")
async def designs(form: Studied, _person: ThePerson, lab: TheLab) -> list[DesignModel]:
    """Every wager with a pay table, as it is posted."""
    posted = await lab.find(lab.quick, "designs", form.game, form.material)
    return [describe_design(entry, {}) for entry in posted]


@router.post("/designer")
async def design(form: Designed, _person: ThePerson, lab: TheLab) -> DesignModel:
    """One wager with other odds: its exact edge at once, and what the text says of them."""
    config, rows = form.material, read_rows(form.rows)
    known = await lab.find(lab.quick, "designs", form.game, config)
    chosen = {candidate.wager: candidate for candidate in known}.get(form.wager)
    if chosen is None:
        names = ", ".join(candidate.wager for candidate in known)
        raise Malformed(f"There is no pay table of {form.wager!r} here. There is {names}.")
    answer = describe_design(chosen, rows)
    if form.best_play and chosen.plays:
        texts = {key: str(odds) if odds else "" for key, odds in sorted(rows.items())}
        ev = await lab.find(lab.quick, "best_play", form.game, config, form.wager, texts)
        answer.game_ev, answer.play = ev, "best"
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


def describe_design(design: Design, rows: Mapping[str, Odds | None]) -> DesignModel:
    """A wager with these odds: its rows, its figures, and what the text would refuse."""
    side = price(design, rows)
    odds, printed = design.posted() | dict(rows), design.printed
    counts = {outcome.key: outcome.count for outcome in side.outcomes}
    cases = sum(counts.values())
    words = {row.key: row.words for row in design.rows}
    return DesignModel(
        wager=design.wager,
        title=design.title,
        unit=design.unit,
        exact=not printed.at_least,
        clauses=list(design.clauses),
        rows=[
            RowModel(
                key=key,
                words=words.get(key) or key.replace("_", " ").capitalize(),
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
        warnings=[RefusalModel(**asdict(refusal)) for refusal in refusals(design, rows)],
    )


@router.post("/advise")
async def advise(form: Explored, _person: ThePerson, lab: TheLab) -> AdviceModel:
    """The exact value of every choice, the best first."""
    game, config, bets = form.arguments
    known = {"cards": form.cards, "board": form.board, "seen": form.seen}
    bench = bench_for(lab, game, known)
    return AdviceModel(**await lab.find(bench, "advice", game, config, known, bets))


def bench_for(lab: Laboratory, game: str, known: CardsByPlace) -> Bench:
    """Where a situation is valued: one that takes long must not keep others waiting."""
    try:
        is_slow = lab_of(get_game(game)).is_slow(Situation(game, None, **read_cards(known)))
    except HousewayError:
        return lab.quick  # it will be refused there
    return lab.slow if is_slow else lab.quick


@router.post("/simulations", status_code=201)
async def simulate(form: Simulating, person: ThePerson, services: TheServices) -> SimulationModel:
    """Starts a simulation; each person has one at a time."""
    config = form.material
    if form.seats > config.get("seats", get_game(form.game).read_options({}).seats):
        raise Malformed(f"This table does not have {form.seats} seats.")
    form = form.model_copy(update={"config": config})
    return services.simulations.start(person.name, form).as_model()


@router.get("/simulations/{job}")
async def simulated(job: str, person: ThePerson, services: TheServices) -> SimulationModel:
    """How far one's simulation is."""
    return services.simulations.of(person.name, job).as_model()


@router.delete("/simulations/{job}")
async def stop(job: str, person: ThePerson, services: TheServices) -> SimulationModel:
    """Stops one's simulation where it is."""
    simulation = services.simulations.of(person.name, job)
    simulation.stop()
    return simulation.as_model()
