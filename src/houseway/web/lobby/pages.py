"""The lobby, how each game is played, the form that opens a table, and pictures of layouts."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.felt import compose, to_svg
from houseway.games import find_games
from houseway.games.contract import Game
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import Option, as_config
from houseway.games.wagers import Wager
from houseway.house.edges import Edge, EdgeBook
from houseway.house.floor import AnyTable
from houseway.house.offices import FLOOR, Office
from houseway.table import Phase
from houseway.web.auth.access import TheHouse, visitor_of
from houseway.web.rendering import SEES_FLOOR, render, to_login
from houseway.web.tables.betting import first_wager

router = APIRouter(include_in_schema=False)

STATES = {
    "closed": "waits for its first player",
    "preparing": "is being prepared",
    "betting": "takes bets",
    "round": "plays a round",
}
QUICK_MINIMUM = 500
"""The minimum of the first wager at a table that is opened by one press."""
ONE_CHIP = 100
"""The least bet where no minimum is posted."""
FIELD_ORDER = {"whole": 0, "choice": 0, "text": 0, "flag": 1}
"""Fields come first, then check boxes, then tables that open."""


# --- the lobby


@router.get("/")
def lobby(request: Request, house: TheHouse) -> HTMLResponse:
    """What each game is, what it costs, and the open tables."""
    person = visitor_of(request)
    return render(
        request,
        "lobby/lobby.html",
        games=[_describe_game(game, house.edges) for game in find_games().values()],
        tables=[_describe_table(table, house.edges) for table in house.lobby()],
        # Read after the list of tables, which notices those that cannot be brought back.
        out_of_service=list(house.floor.out_of_service.values()),
        sees_reasons=person is not None and person.office in SEES_FLOOR,
        practice=house.rules.practice,
    )


def quick_config(game: Game[Any, Any]) -> dict[str, Any]:
    """The configuration of a table that is opened by one press."""
    return {"minimums": {first_wager(game).id: QUICK_MINIMUM}}


def _describe_game(game: Game[Any, Any], edges: EdgeBook) -> dict[str, Any]:
    options = game.read_options({})
    wagers = [wager for wager in game.wagering.before_the_deal if wager.is_offered(options)]
    edge = edges.known_edge(game.id, {})
    optional = [_describe_optional(wager, edge) for wager in wagers if not wager.required]
    return {
        "id": game.id,
        "name": game.name,
        "where": game.pitch.where.partition(".")[0],
        "play": game.pitch.play,
        "required": " and ".join(wager.name for wager in wagers if wager.required),
        "equal": any(wager.equals for wager in wagers if wager.required),
        "optional": "; ".join(optional),
        "edge": _describe_edge(edge),
        "wager": first_wager(game).name,
        "minimum": QUICK_MINIMUM,
        "seats": options.seats,
        "config": quick_config(game),
    }


def _describe_optional(wager: Wager, edge: Edge | None) -> str:
    """A side wager with its cost, of what is bet on it."""
    if edge is None or wager.id not in edge.side:
        return wager.name
    share = 100 * float(-edge.side[wager.id])
    cost = f"at {share:.2f} % of it" if share >= 0 else f"{-share:.2f} % for the players"
    return f"{wager.name}, {cost}"


def _describe_edge(edge: Edge | None) -> str:
    """The share of an ante that a player must expect to lose."""
    if edge is None:
        return ""
    share = 100 * float(-edge.compulsory)
    return f"{share:.2f} %" if share >= 0 else f"{-share:.2f} % for the players"


def _describe_table(table: AnyTable, edges: EdgeBook) -> dict[str, Any]:
    state = table.state
    options, game, rounds = state.setup.options, state.setup.game, state.rounds
    wager = first_wager(game)
    is_human = table.settings.dealer == "human"
    is_closed = state.phase is Phase.CLOSED and is_human
    return {
        "name": table.name,
        "game": game.name,
        "wager": wager.name.capitalize(),
        "minimum": options.posted.minimums.get(wager.id, ONE_CHIP),
        "maximum": options.posted.maximums.get(wager.id),
        "seated": len(state.seats) or "Nobody",
        "free": options.seats - len(state.seats),
        "seats": options.seats,
        "dealer": "Dealt by a person" if is_human else "Deals itself",
        "rounds": f"{rounds} round{'s' if rounds > 1 else ''} so far" if rounds else "",
        "state": "closed" if is_closed else STATES[state.phase.value],
        "edge": _describe_edge(edges.known_edge(game.id, as_config(options))),
    }


# --- a game


@router.get("/games/{game_id}")
def how_to_play(request: Request, game_id: str) -> Response:
    """The goal of a game, a round step by step, what beats what, and what each spot is for."""
    game = find_games().get(game_id)
    if game is None:
        return RedirectResponse("/")
    return render(request, "lobby/how_to_play.html", game=game, guide=game.how_to_play)


@router.get("/layouts/{game_id}.svg")
def layout(game_id: str) -> Response:
    if game_id not in find_games():
        return Response(status_code=404)
    headers = {"Cache-Control": "max-age=3600"}
    return Response(_draw_layout(game_id), media_type="image/svg+xml", headers=headers)


@cache
def _draw_layout(game_id: str) -> str:
    """The layout of a game as printed, drawn once."""
    game = find_games()[game_id]
    return to_svg(compose(game.printed(game.read_options({}))))


@router.get("/open/{game_id}")
def open_form(request: Request, game_id: str, house: TheHouse) -> Response:
    """The form that opens a table."""
    game, person = find_games().get(game_id), visitor_of(request)
    if game is None:
        return RedirectResponse("/")
    if person is None:
        return to_login(request)
    taken = {table.name for table in house.lobby()}
    names = (f"{game_id}-{n}" for n in range(1, 10_000))
    is_staff = person.office in FLOOR | {Office.ADMINISTRATOR}
    return render(
        request,
        "lobby/open.html",
        game=game,
        game_options=_list_fields(game.options),
        equipment=_list_fields(EQUIPMENT_OPTIONS),
        # What the house chooses for a player's table, so that the form states what will be.
        usual={} if is_staff else {"shuffle": "automated", "method": "hand"},
        suggested=next(name for name in names if name not in taken),
        staff=is_staff,
    )


def _list_fields(options: tuple[Option, ...]) -> list[Option]:
    """The options that a form can ask for, in the order of its fields."""
    fields = [option for option in options if option.form.kind != "data"]
    return sorted(fields, key=lambda option: FIELD_ORDER.get(option.form.kind, 2))
