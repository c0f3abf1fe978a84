"""The lobby: what each game is, what it costs, and who sits where."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway.games import find_games
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.games.wagers import Posted, Wager
from houseway.house.edges import Edge, EdgeBook
from houseway.house.floor import AnyTable
from houseway.table import Phase
from houseway.web.auth.access import TheHouse
from houseway.web.rendering import render
from houseway.web.wagers import first_wager

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


def quick_config(game: Game[Any, Any]) -> dict[str, Any]:
    """The configuration of a table that is opened by one press."""
    return {"minimums": {first_wager(game).id: QUICK_MINIMUM}}


@router.get("/")
def lobby(request: Request, house: TheHouse) -> HTMLResponse:
    return render(
        request,
        "lobby/lobby.html",
        games=[_describe_game(game, house.edges) for game in find_games().values()],
        tables=[_describe_table(table, house.edges) for table in house.lobby()],
        practice=house.rules.practice,
    )


def _describe_game(game: Game[Any, Any], edges: EdgeBook) -> dict[str, Any]:
    options = game.read_options({})
    wagers = [wager for wager in game.wagering.before_the_deal if wager.is_offered(options)]
    edge = edges.known_edge(game.id, {})
    return {
        "id": game.id,
        "name": game.name,
        "where": game.pitch.where.partition(".")[0],
        "play": game.pitch.play,
        "required": " and ".join(wager.name for wager in wagers if wager.required),
        "equal": any(wager.equals for wager in wagers if wager.required),
        "optional": "; ".join(
            _describe_optional(wager, edge) for wager in wagers if not wager.required
        ),
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
    options, game = state.setup.options, state.setup.game
    is_human = table.settings.dealer == "human"
    is_closed = state.phase is Phase.CLOSED and is_human
    return {
        "name": table.name,
        "game": game.name,
        "wager": first_wager(game).name.capitalize(),
        "limits": list(_list_limits(options.posted, first_wager(game).id)),
        "seated": len(state.seats) or "Nobody",
        "free": options.seats - len(state.seats),
        "seats": options.seats,
        "dealer": "Dealt by a person" if is_human else "Deals itself",
        "rounds": _count_rounds(state.rounds),
        "state": "closed" if is_closed else STATES[state.phase.value],
        "edge": _describe_edge(edges.known_edge(game.id, as_config(options))),
    }


def _count_rounds(rounds: int) -> str:
    return f"{rounds} round{'s' if rounds > 1 else ''} so far" if rounds else ""


def _list_limits(posted: Posted, wager: str) -> Iterator[tuple[str, int]]:
    """The posted limits of a wager, in words and cents; each at least one chip."""
    yield "from", posted.minimums.get(wager, ONE_CHIP)
    if wager in posted.maximums:
        yield "to", posted.maximums[wager]
