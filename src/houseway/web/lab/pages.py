"""The pages of the lab. The server draws every part; a page fetches one when options change.

/lab                          the games
/lab/{game}                   analysis: figures, drawings, the grid of hands, strategies, the report
/lab/{game}/designer          pay tables to change
/lab/{game}/advice            cards to choose, and what each choice is worth
/lab/{game}/simulation        rounds by chance beside what is exact
/lab/{game}/parts/{part}      a part of one of these
/lab/{game}/plots/{name}.svg  a drawing
/lab/{game}/report.{form}     the math report
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.cards import CardError, parse_cards
from houseway.games import find_games, get_game
from houseway.games.contract import Game
from houseway.games.fields import either
from houseway.games.options import as_config
from houseway.games.wagers import Moment
from houseway.lab.contract import lab_of
from houseway.rulebook import HousewayError, Malformed
from houseway.web.api.models import GameId
from houseway.web.auth.access import ThePerson, visitor_of
from houseway.web.cards import SUIT_WORDS
from houseway.web.lab.figures import FIGURES, decimal
from houseway.web.lab.models import Configured, study_of
from houseway.web.lab.routes import TheLab, bench_for, describe_design
from houseway.web.lab.worker import read_antes
from houseway.web.rendering import render, render_part, to_login
from houseway.web.tables.advice_words import groups_of

router = APIRouter(include_in_schema=False)

ROOMS = {
    "": "Analysis",
    "/designer": "Pay-table designer",
    "/advice": "Advice explorer",
    "/simulation": "Simulation",
}
RANKS = "AKQJT98765432"
DECK = {SUIT_WORDS[suit]: [rank + suit for rank in RANKS] for suit in "shdc"}
MEDIA_TYPES = {"pdf": "application/pdf", "html": "text/html", "json": "application/json"}
ConfigText = Annotated[str, Query(max_length=8_000)]
CardsText = Annotated[str, Query(max_length=400)]


def read_config(text: str) -> dict[str, Any]:
    """The options in an address: an object as JSON."""
    try:
        config = json.loads(text or "{}")
    except (ValueError, RecursionError):
        raise Malformed("The options in the address are not JSON.") from None
    if not isinstance(config, dict):
        raise Malformed("The options in the address are not an object.")
    return config


# --- whole pages


@router.get("/lab")
def choose(request: Request) -> HTMLResponse:
    games = list(find_games().values())
    return render(request, "lab/games.html", games=games, lab_rooms=ROOMS)


@router.get("/lab/{game_id}")
@router.get("/lab/{game_id}/designer")
@router.get("/lab/{game_id}/advice")
@router.get("/lab/{game_id}/simulation")
def show_room(request: Request, game_id: str, config: ConfigText = "") -> Response:
    """A room of the laboratory with the options that its address names."""
    game = find_games().get(game_id)
    if game is None:
        return RedirectResponse("/lab")
    if visitor_of(request) is None:
        return to_login(request)
    room = request.url.path.partition(f"/lab/{game_id}")[2]
    options, problem = _read_options(game, config)
    boards = list(accumulate(game.recipe.streets, initial=0)) if game.board else [0]
    return render(
        request,
        f"lab/{room.removeprefix('/') or 'analysis'}.html",
        game=game,
        games=list(find_games().values()),
        room=room,
        lab_rooms=ROOMS,
        config=options,
        problem=problem,
        bets=_list_bets(game, request.query_params) if room != "/designer" else [],
        options=[option for option in game.options if option.form.kind != "data"],
        has_strategies=lab_of(game).playbook is not None,
        suits=DECK,
        boards=boards,
        board_words=either(boards[1:]) if len(boards) > 1 else "",
    )


def _read_options(game: Game[Any, Any], text: str) -> tuple[Mapping[str, Any], str]:
    """What the address says; where it is refused, the options as printed, and why."""
    try:
        config = read_config(text)
        game.read_options(config)
    except HousewayError as error:
        return {}, str(error)
    return config, ""


def _list_bets(game: Game[Any, Any], texts: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The optional wagers that change the best play: id, name, and antes as the address says."""
    wagers = (game.wagering.wager(wager) for wager in lab_of(game).valued_with)
    return [(wager.id, wager.name, texts.get(wager.id, "0")) for wager in wagers if wager]


# --- parts, each drawn alone when options change


def _read_study(
    request: Request, game_id: str, _person: ThePerson, config: ConfigText = ""
) -> Configured:
    return study_of(game_id, read_config(config), request.query_params)


TheStudy = Annotated[Configured, Depends(_read_study)]


def _draw(template: str, **values: Any) -> HTMLResponse:
    page = render_part(template, **FIGURES, **values)
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@router.get("/lab/{game_id}/parts/figures")
async def figures(study: TheStudy, lab: TheLab) -> HTMLResponse:
    """What the game costs, exactly."""
    game, bets = get_game(study.game), study.bets
    analysis = await lab.find(lab.quick, "analysis", *study.arguments)
    lines = [(_name_line(game, "main", bets), analysis["main"])]
    if analysis["compulsory"] != analysis["main"]:
        lines.append((_name_line(game, "compulsory", bets), analysis["compulsory"]))
    sides = [(name.replace("_", " "), side) for name, side in analysis["side"].items()]
    parts = [
        (f"{name.replace('_', ' ')}, part of the main game", side)
        for name, side in analysis["parts"].items()
    ]
    words = lab_of(game).names
    return _draw(
        "lab/figures.html",
        lines=lines,
        analysis=analysis,
        sides=sides + parts,
        deals={net: often for net, often in analysis["distribution"].items() if Fraction(often)},
        grid=hand_grid(analysis.get("starting_hands", [])),
        grid_words=words.grid if words else None,
        warnings=game.warnings(game.read_options(study.config)),
    )


def _name_line(game: Game[Any, Any], line: str, bets: Mapping[str, str]) -> str:
    """The main game, or all that must be bet, as the game's own report names it."""
    words = lab_of(game).names
    if words is not None:
        return words.name_line(line, read_antes(bets)).title
    if line != "main":
        return "All that must be bet"
    return ", ".join(wager.name for wager in game.wagering.wagers if wager.main).capitalize()


def hand_grid(hands: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Starting hands of two cards: suited above the diagonal of pairs, unsuited below."""
    known = {row["hand"]: row for row in hands}
    if not known:
        return []
    return [[_cell(known[_hand_at(row, column)]) for column in range(13)] for row in range(13)]


def _hand_at(row: int, column: int) -> str:
    if row == column:
        return RANKS[row] * 2
    high, low = sorted((row, column))
    return RANKS[high] + RANKS[low] + ("s" if column > row else "o")


def _cell(row: dict[str, Any]) -> dict[str, Any]:
    worth = {action: Fraction(ev) for action, ev in row["ev"].items()}
    # Of equal values the last named wagers least.
    best = max(reversed(list(worth)), key=lambda action: worth[action])
    values = "; ".join(f"{action} {decimal(ev, 4, '+')}" for action, ev in worth.items())
    return {
        "hand": row["hand"],
        "best": best,
        "mark": best[0].upper(),
        "words": f"{row['hand']}, {row['combos']} ways: best {best}. In antes: {values}.",
    }


@router.get("/lab/{game_id}/parts/plots")
async def plots(study: TheStudy, lab: TheLab, config: ConfigText = "") -> HTMLResponse:
    """The drawings, as pictures."""
    drawings = await lab.find(lab.slow, "plots", *study.arguments)
    address = urlencode({"config": config, **study.bets})
    return _draw("lab/plots.html", game=get_game(study.game), plots=drawings, address=address)


@router.get("/lab/{game_id}/parts/strategies")
async def strategies(study: TheStudy, lab: TheLab) -> HTMLResponse:
    """Strategies to remember, and charts; or a sentence where the game has none."""
    game = get_game(study.game)
    if lab_of(game).playbook is None:
        return _draw("lab/nothing.html", words=f"{game.name} has no compact strategies.")
    book = await lab.find(lab.slow, "strategies", *study.arguments)
    return _draw("lab/strategies.html", book=book)


@router.get("/lab/{game_id}/parts/tables")
async def tables(study: TheStudy, lab: TheLab) -> HTMLResponse:
    """Every pay table, as it is posted, to be changed; or a sentence where there is none."""
    game = get_game(study.game)
    designs = await lab.find(lab.quick, "designs", game.id, study.material)
    if not designs:
        return _draw("lab/nothing.html", words=f"{game.name} has no pay tables to design.")
    shown = [(describe_design(design, {}), _is_award(game, design.wager)) for design in designs]
    return _draw("lab/pay_tables.html", designs=shown)


def _is_award(game: Game[Any, Any], wager_id: str) -> bool:
    """Whether a wager has no stake, so that it can only favour the players."""
    wager = game.wagering.wager(wager_id)
    return wager is not None and wager.moment is Moment.NEVER


def _split_cards(
    cards: CardsText = "", board: CardsText = "", seen: CardsText = ""
) -> dict[str, list[str]]:
    """The cards that an address names."""
    known = {"cards": cards.split(), "board": board.split(), "seen": seen.split()}
    for place, names in known.items():
        try:
            parse_cards(names)
        except CardError as error:
            raise Malformed(f"{place}: {error}") from None
    return known


@router.get("/lab/{game_id}/parts/values")
async def values(
    study: TheStudy, known: Annotated[dict[str, list[str]], Depends(_split_cards)], lab: TheLab
) -> HTMLResponse:
    """What each choice is worth with these cards."""
    game, config, bets = study.arguments
    answer = await lab.find(bench_for(lab, game, known), "advice", game, config, known, bets)
    rows = [(row, list(groups_of(row).values())) for row in answer["actions"]]
    return _draw("lab/values.html", rows=rows)


# --- files


@router.get("/lab/{game_id}/plots/{name}.svg")
async def plot(game_id: GameId, name: str, study: TheStudy, lab: TheLab) -> Response:
    """One drawing."""
    for drawing in await lab.find(lab.slow, "plots", game_id, study.material, study.bets):
        if drawing["name"] == name:
            caching = {"Cache-Control": "private, max-age=600"}
            return Response(drawing["svg"], media_type="image/svg+xml", headers=caching)
    return Response(status_code=404)


@router.get("/lab/{game_id}/report.{form}")
async def report(
    game_id: GameId, form: Literal["pdf", "html", "json"], study: TheStudy, lab: TheLab
) -> Response:
    """The math report of a configuration, every option named in it."""
    config = as_config(get_game(game_id).read_options(study.config))
    date = datetime.now(UTC).date().isoformat()
    content: bytes = await lab.slow.ask("sheet", game_id, config, study.bets, form, date)
    name = f'attachment; filename="houseway-{game_id}.{form}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)
