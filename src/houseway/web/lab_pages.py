"""The laboratory's pages. The server draws every part; a page asks for one when options change.

/lab                      the three games
/lab/{game}               analysis: figures, drawings, the grid of hands, strategies, the report
/lab/{game}/designer      pay tables to change
/lab/{game}/advice        cards to choose, and what each choice is worth
/lab/{game}/simulation    rounds by chance beside what is exact
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from houseway.cards import NEW_DECK, parse_cards
from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.house.edges import MATERIAL, material
from houseway.rulebook import HousewayError, Malformed
from houseway.web.lab_routes import (
    Given,
    TheLab,
    design_model,
    read_config,
    read_tie,
)
from houseway.web.letting_in import ThePerson, anybody
from houseway.web.live.cards import SUIT_WORDS
from houseway.web.live.panel import templates
from houseway.web.pages import WHERE, render, to_login

router = APIRouter(include_in_schema=False)

ROOMS = {
    "": "Analysis",
    "/designer": "Pay-table designer",
    "/advice": "Advice explorer",
    "/simulation": "Simulation",
}
RANKS = "AKQJT98765432"
Part = Annotated[str, Query(max_length=400)]


def _asked(_person: ThePerson, config: Given = "", tie: str = "0") -> tuple[str, str]:
    """The options in an address, of somebody who was let in."""
    return config, tie


Asked = Annotated[tuple[str, str], Depends(_asked)]


def percent(value: str | Fraction, digits: int = 4) -> str:
    """A part of a unit as percent, with the sign that is meant."""
    return f"{100 * float(Fraction(value)):.{digits}f} %".replace("-", "−")


def cost(value: str | Fraction, digits: int = 4) -> str:
    """What the player is expected to lose, as percent: the house's edge."""
    return percent(-Fraction(value), digits)


def decimal(value: str | Fraction | float, digits: int = 6, sign: str = "") -> str:
    number = value if isinstance(value, float) else float(Fraction(value))
    return format(number, f"{sign}.{digits}f").replace("-", "−")


def one_in(value: str | Fraction) -> str:
    """A probability as people say it."""
    found = Fraction(value)
    if not found:
        return "never"
    far = float(1 / found)
    return f"1 in {far:,.0f}" if far >= 100 else f"1 in {far:,.2f}"


def root(value: str | Fraction) -> str:
    return f"{float(Fraction(value)) ** 0.5:.4f}"


def part(template: str, **told: Any) -> HTMLResponse:
    """A part of a page, drawn alone."""
    shown = {f.__name__: f for f in (percent, cost, decimal, one_in, root)}
    page = templates().get_template(template).render(**shown, **told)
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@router.get("/lab")
def choose(request: Request) -> HTMLResponse:
    games = [{"id": game.id, "name": game.name, "where": WHERE[game.id]} for game in GAMES.values()]
    return render(request, "lab.html", games=games, lab_rooms=ROOMS)


@router.get("/lab/{game_id}")
def analysis_page(request: Request, game_id: str, config: Given = "", tie: str = "0") -> Response:
    return _page(request, "lab_analysis.html", game_id, "", (config, tie))


@router.get("/lab/{game_id}/designer")
def designer_page(request: Request, game_id: str, config: Given = "", tie: str = "0") -> Response:
    return _page(request, "lab_designer.html", game_id, "/designer", (config, tie))


@router.get("/lab/{game_id}/advice")
def advice_page(request: Request, game_id: str, config: Given = "", tie: str = "0") -> Response:
    suits = {
        SUIT_WORDS[letter]: [str(card) for card in reversed(NEW_DECK) if str(card)[1] == letter]
        for letter in "shdc"
    }
    for cards in suits.values():
        cards.sort(key=lambda card: RANKS.index(card[0]))
    return _page(request, "lab_advice.html", game_id, "/advice", (config, tie), suits=suits)


@router.get("/lab/{game_id}/simulation")
def simulation_page(request: Request, game_id: str, config: Given = "", tie: str = "0") -> Response:
    return _page(request, "lab_simulation.html", game_id, "/simulation", (config, tie))


def _page(
    request: Request, template: str, game_id: str, room: str, given: tuple[str, str], **told: Any
) -> Response:
    """A page of the laboratory with the options that its address names."""
    game = GAMES.get(game_id)
    if game is None:
        return RedirectResponse("/lab")
    if anybody(request) is None:
        return to_login(request)
    config, wrong = _options(game, given[0])
    return render(
        request,
        template,
        game=game,
        games=list(GAMES.values()),
        room=room,
        lab_rooms=ROOMS,
        given=config,
        tie=given[1],
        wrong=wrong,
        counted=[one for one in game.options if _moves(one, game)],
        others=[one for one in game.options if _moves(one, game) is False],
        **told,
    )


def _options(game: Game[Any, Any], text: str) -> tuple[Mapping[str, Any], str]:
    """What the address says; where it is refused, the options as printed, and why."""
    try:
        found = read_config(text)
        game.read_options(found)
    except HousewayError as error:
        return {}, str(error)
    return found, ""


def _moves(option: Any, game: Game[Any, Any]) -> bool | None:
    """Whether an option moves figures; None where a form cannot ask for it."""
    return None if option.asked.kind == "data" else option.name in MATERIAL[game.id]


# --- parts


@router.get("/lab/{game_id}/parts/figures")
async def figures(game_id: str, asked: Asked, lab: TheLab) -> Response:
    """What the game costs, exactly."""
    game, options, antes = _read(game_id, *asked)
    found = await lab.find(lab.quick, "analysis", game.id, options, antes)
    deals = {net: often for net, often in found["distribution"].items() if Fraction(often)}
    return part(
        "lab_figures.html",
        game=game,
        found=found,
        deals=deals,
        grid=hand_grid(found.get("starting_hands", [])),
        ranks=RANKS,
        tie=antes,
        warnings=game.warnings(game.read_options(read_config(asked[0]))),
    )


def hand_grid(hands: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The 169 starting hands: suited above the diagonal of pairs, unsuited below."""
    known = {one["hand"]: one for one in hands}
    if not known:
        return []
    return [[_cell(known[_hand_at(row, column)]) for column in range(13)] for row in range(13)]


def _hand_at(row: int, column: int) -> str:
    if row == column:
        return RANKS[row] * 2
    high, low = sorted((row, column))
    return RANKS[high] + RANKS[low] + ("s" if column > row else "o")


def _cell(one: dict[str, Any]) -> dict[str, Any]:
    worth = {action: Fraction(ev) for action, ev in one["ev"].items()}
    # Of equal values the last named wagers least.
    best = max(reversed(list(worth)), key=lambda action: worth[action])
    values = "; ".join(f"{action} {decimal(ev, 4, '+')}" for action, ev in worth.items())
    return {
        "hand": one["hand"],
        "best": best,
        "mark": best[0].upper(),
        "told": f"{one['hand']}, {one['combos']} ways: best {best}. In antes: {values}.",
    }


@router.get("/lab/{game_id}/parts/plots")
async def plots(game_id: str, asked: Asked, lab: TheLab) -> Response:
    """The drawings, as pictures."""
    game, options, antes = _read(game_id, *asked)
    found = await lab.find(lab.slow, "plots", game.id, options, antes)
    return part("lab_plots.html", game=game, plots=found, config=asked[0], tie=antes)


@router.get("/lab/{game_id}/parts/strategies")
async def strategies(game_id: str, asked: Asked, lab: TheLab) -> Response:
    """Strategies to remember, and charts."""
    game, options, antes = _read(game_id, *asked)
    book = await lab.find(lab.slow, "strategies", game.id, options, antes)
    return part("lab_strategies.html", game=game, book=book)


@router.get("/lab/{game_id}/parts/tables")
async def tables(game_id: str, asked: Asked, lab: TheLab) -> Response:
    """Every pay table, as it is posted, to be changed."""
    game, options, _ = _read(game_id, *asked)
    found = await lab.find(lab.quick, "designs", game.id, options)
    return part("lab_tables.html", game=game, designs=[design_model(one, {}) for one in found])


def _known(cards: Part = "", board: Part = "", seen: Part = "") -> dict[str, list[str]]:
    """The cards that an address names."""
    found = {"cards": cards.split(), "board": board.split(), "seen": seen.split()}
    for name, given in found.items():
        _check_cards(given, name)
    return found


@router.get("/lab/{game_id}/parts/values")
async def values(
    game_id: str,
    asked: Asked,
    known: Annotated[dict[str, list[str]], Depends(_known)],
    lab: TheLab,
) -> Response:
    """What each choice is worth with these cards."""
    game, options, antes = _read(game_id, *asked)
    bench = lab.slow if game.board and known["seen"] and not known["board"] else lab.quick
    found = await lab.find(bench, "advice", game.id, options, known, antes)
    return part("lab_values.html", game=game, found=found)


def _check_cards(given: list[str], name: str) -> None:
    try:
        parse_cards(given)
    except ValueError as error:
        raise Malformed(f"{name}: {error}") from None


def _read(game_id: str, config: str, tie: str) -> tuple[Game[Any, Any], dict[str, Any], str]:
    game = GAMES.get(game_id)
    if game is None:
        raise Malformed(f"There is no game {game_id!r}. There is {', '.join(GAMES)}.")
    return game, material(game_id, read_config(config)), read_tie(game_id, tie)
