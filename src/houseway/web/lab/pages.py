"""The pages of the lab. The server draws every part; a page asks for one when options change.

/lab                      the games
/lab/{game}               analysis: figures, drawings, the grid of hands, strategies, the report
/lab/{game}/designer      pay tables to change
/lab/{game}/advice        cards to choose, and what each choice is worth
/lab/{game}/simulation    rounds by chance beside what is exact
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.cards import NEW_DECK
from houseway.games import find_games
from houseway.games.contract import Game
from houseway.games.fields import either
from houseway.games.options import Option
from houseway.lab.contract import lab_of
from houseway.rulebook import HousewayError
from houseway.web.auth.access import visitor_of
from houseway.web.cards import SUIT_WORDS, SUITS
from houseway.web.lab.bets import valued_with
from houseway.web.lab.routes import Given, read_config
from houseway.web.rendering import render, to_login

router = APIRouter(include_in_schema=False)

ROOMS = {
    "": "Analysis",
    "/designer": "Pay-table designer",
    "/advice": "Advice explorer",
    "/simulation": "Simulation",
}
RANKS = "AKQJT98765432"
RANK_FACES = {"T": "10"}


@router.get("/lab")
def choose(request: Request) -> HTMLResponse:
    games = [
        {"id": game.id, "name": game.name, "where": game.pitch.where}
        for game in find_games().values()
    ]
    return render(request, "lab/games.html", games=games, lab_rooms=ROOMS)


@router.get("/lab/{game_id}")
def analysis_page(request: Request, game_id: str, config: Given = "") -> Response:
    game = find_games().get(game_id)
    has_strategies = game is not None and lab_of(game).playbook is not None
    return _page(request, "lab/analysis.html", game_id, "", config, has_strategies=has_strategies)


@router.get("/lab/{game_id}/designer")
def designer_page(request: Request, game_id: str, config: Given = "") -> Response:
    return _page(request, "lab/designer.html", game_id, "/designer", config)


@router.get("/lab/{game_id}/advice")
def advice_page(request: Request, game_id: str, config: Given = "") -> Response:
    suits = {
        SUIT_WORDS[letter]: [
            (card, RANK_FACES.get(card[0], card[0]), SUITS[letter]) for card in cards
        ]
        for letter, cards in _deck_by_suit().items()
    }
    game = find_games().get(game_id)
    boards = _list_boards(game) if game else []
    words = _describe_boards(boards)
    return _page(
        request,
        "lab/advice.html",
        game_id,
        "/advice",
        config,
        suits=suits,
        boards=boards,
        board_words=words,
    )


@router.get("/lab/{game_id}/simulation")
def simulation_page(request: Request, game_id: str, config: Given = "") -> Response:
    return _page(request, "lab/simulation.html", game_id, "/simulation", config)


def _deck_by_suit() -> dict[str, list[str]]:
    deck = sorted((str(card) for card in NEW_DECK), key=lambda card: RANKS.index(card[0]))
    return {letter: [card for card in deck if card[1] == letter] for letter in "shdc"}


def _list_boards(game: Game[Any, Any]) -> list[int]:
    """How many cards the board may have at a decision, from none to all."""
    return list(accumulate(game.recipe.streets, initial=0)) if game.board else [0]


def _describe_boards(boards: list[int]) -> str:
    return either([str(size) for size in boards[1:]]) if len(boards) > 1 else ""


def _page(
    request: Request, template: str, game_id: str, room: str, config_text: str, **values: Any
) -> Response:
    """A page of the laboratory with the options that its address names."""
    game = find_games().get(game_id)
    if game is None:
        return RedirectResponse("/lab")
    if visitor_of(request) is None:
        return to_login(request)
    config, problem = _options(game, config_text)
    return render(
        request,
        template,
        game=game,
        games=list(find_games().values()),
        room=room,
        lab_rooms=ROOMS,
        given=config,
        problem=problem,
        bets=_list_bets(game, request.query_params) if room != "/designer" else [],
        counted=[option for option in game.options if _is_shown(option) and option.material],
        others=[option for option in game.options if _is_shown(option) and not option.material],
        **values,
    )


def _options(game: Game[Any, Any], text: str) -> tuple[Mapping[str, Any], str]:
    """What the address says; where it is refused, the options as printed, and why."""
    try:
        config = read_config(text)
        game.read_options(config)
    except HousewayError as error:
        return {}, str(error)
    return config, ""


def _is_shown(option: Option) -> bool:
    """Whether a form can ask for an option."""
    return option.form.kind != "data"


def _list_bets(game: Game[Any, Any], given: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The optional wagers that change the best play: id, name, and antes as given."""
    wagers = (game.wagering.wager(wager) for wager in valued_with(game))
    return [(wager.id, wager.name, given.get(wager.id, "0")) for wager in wagers if wager]
