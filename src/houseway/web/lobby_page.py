"""The lobby: the first page anybody sees. What each game is, what it costs, who sits where."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.house.edges import Edge
from houseway.house.floor import AnyTable
from houseway.house.theory import known_edge
from houseway.table import Phase
from houseway.web.letting_in import TheHouse
from houseway.web.pages import WHERE, render

router = APIRouter(include_in_schema=False)

FIRST = "uth", "pikit", "hilo"
"""The game that most people know comes first."""
PLAY = {
    "uth": "Two cards of your own and five for everybody. Raise four times your ante before the "
    "flop, twice after it, or once at the end; or fold.",
    "pikit": "Five cards. Pick three of them unseen if you like a bonus; then play your best "
    "three, play all five, or fold.",
    "hilo": "Five cards. Set three of them high and two low by their points, and beat the dealer "
    "with both; or fold.",
}
DOES = {
    "closed": "waits for its first player",
    "preparing": "is being prepared",
    "betting": "takes bets",
    "round": "plays a round",
}
QUICK_ANTE = 500
"""The least ante of a table that is opened by one press."""


@router.get("/")
def lobby(request: Request, house: TheHouse) -> HTMLResponse:
    games = [_game(GAMES[name]) for name in FIRST]
    tables = [_table(table) for table in house.lobby()]
    practice = house.rules.practice
    return render(request, "lobby.html", games=games, tables=tables, practice=practice)


def _game(game: Game[Any, Any]) -> dict[str, Any]:
    options = game.read_options({})
    wagers = game.wagering.before_the_deal
    edge = known_edge(game.id, {})
    return {
        "id": game.id,
        "name": game.name,
        "where": WHERE[game.id].partition(".")[0],
        "play": PLAY[game.id],
        "must": [wager.name for wager in wagers if wager.required],
        "may": [
            (wager.name, _side(edge, wager.id))
            for wager in wagers
            if not wager.required and getattr(options, wager.id, True)
        ],
        "edge": _edge(edge),
        "ante": QUICK_ANTE,
        "seats": options.seats,
    }


def _edge(edge: Edge | None) -> str:
    """What a player must expect to lose of an ante, in words."""
    if edge is None:
        return ""
    share = 100 * float(-edge.compulsory)
    return f"{share:.2f} %" if share >= 0 else f"{-share:.2f} % for the players"


def _side(edge: Edge | None, wager: str) -> str:
    """What a wager that may be made costs, of what is bet on it."""
    if edge is None or wager not in edge.side:
        return ""
    share = 100 * float(-edge.side[wager])
    return f"at {share:.2f} % of it" if share >= 0 else f"{-share:.2f} % for the players"


def _table(table: AnyTable) -> dict[str, Any]:
    state = table.state
    options, game = state.setup.options, state.setup.game
    human = table.manner.dealer == "human"
    return {
        "name": table.name,
        "game": game.name,
        "limits": list(_limits(options.posted)),
        "seated": len(state.seats),
        "free": options.seats - len(state.seats),
        "seats": options.seats,
        "dealer": table.manner.dealer,
        "rounds": state.rounds,
        "does": "closed" if state.phase is Phase.CLOSED and human else DOES[state.phase.value],
        "edge": _edge(known_edge(game.id, as_config(options))),
    }


def _limits(posted: Any) -> Iterator[tuple[str, int | None]]:
    """The ante's posted limits, in words and cents; each at least one chip."""
    yield "from", posted.minimums.get("ante", 100)
    if "ante" in posted.maximums:
        yield "to", posted.maximums["ante"]
