"""Parts of the lab's pages, each drawn alone when options change."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from houseway.cards import CardError, parse_cards
from houseway.games import get_game
from houseway.games.contract import Game
from houseway.games.wagers import Moment
from houseway.house.edges import material
from houseway.lab.contract import lab_of
from houseway.rulebook import Malformed
from houseway.web.auth.access import ThePerson
from houseway.web.lab.bets import read_bets
from houseway.web.lab.figures import FIGURES, decimal
from houseway.web.lab.routes import Given, TheLab, bench_for, design_model, read_config
from houseway.web.rendering import render_part
from houseway.web.tables.advice_words import groups_of

router = APIRouter(include_in_schema=False)

RANKS = "AKQJT98765432"
Cards = Annotated[str, Query(max_length=400)]


@dataclass(frozen=True)
class LabQuery:
    """A configuration and bets as an address gives them."""

    game_id: str
    config: str
    given: Mapping[str, str]

    @property
    def game(self) -> Game[Any, Any]:
        return get_game(self.game_id)

    @property
    def options(self) -> dict[str, Any]:
        """The options that move figures."""
        return material(self.game.id, read_config(self.config))

    @property
    def bets(self) -> dict[str, str]:
        return read_bets(self.game_id, self.given)


def _read_query(request: Request, game_id: str, _person: ThePerson, config: Given = "") -> LabQuery:
    return LabQuery(game_id, config, request.query_params)


TheQuery = Annotated[LabQuery, Depends(_read_query)]


def _draw(template: str, **values: Any) -> HTMLResponse:
    page = render_part(template, **FIGURES, **values)
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@router.get("/lab/{game_id}/parts/figures")
async def figures(query: TheQuery, lab: TheLab) -> HTMLResponse:
    """What the game costs, exactly."""
    game, bets = query.game, query.bets
    analysis = await lab.find(lab.quick, "analysis", game.id, query.options, bets)
    lines = [(_name_line(game, "main", bets), analysis["main"])]
    if analysis["compulsory"] != analysis["main"]:
        lines.append((_name_line(game, "compulsory", bets), analysis["compulsory"]))
    words = lab_of(game).names
    grid = words.grid if words else None
    return _draw(
        "lab/figures.html",
        lines=lines,
        analysis=analysis,
        sides=[
            *((name.replace("_", " "), side) for name, side in analysis["side"].items()),
            *(
                (f"{name.replace('_', ' ')}, part of the main game", side)
                for name, side in analysis["parts"].items()
            ),
        ],
        deals={net: often for net, often in analysis["distribution"].items() if Fraction(often)},
        grid=hand_grid(analysis.get("starting_hands", [])),
        grid_words=grid,
        warnings=game.warnings(game.read_options(read_config(query.config))),
    )


def _name_line(game: Game[Any, Any], line: str, bets: Mapping[str, str]) -> str:
    """The main game, or all that must be bet, as the game's own report names it."""
    words = lab_of(game).names
    if words is not None:
        antes = {wager: Fraction(text) for wager, text in bets.items()}
        return words.name_line(line, antes).title
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
async def plots(query: TheQuery, lab: TheLab) -> HTMLResponse:
    """The drawings, as pictures."""
    game, bets = query.game, query.bets
    drawings = await lab.find(lab.slow, "plots", game.id, query.options, bets)
    address = urlencode({"config": query.config, **bets})
    return _draw("lab/plots.html", game=game, plots=drawings, address=address)


@router.get("/lab/{game_id}/parts/strategies")
async def strategies(query: TheQuery, lab: TheLab) -> HTMLResponse:
    """Strategies to remember, and charts; or a sentence where the game has none."""
    game = query.game
    if lab_of(game).playbook is None:
        return _draw("lab/nothing.html", words=f"{game.name} has no compact strategies.")
    book = await lab.find(lab.slow, "strategies", game.id, query.options, query.bets)
    return _draw("lab/strategies.html", book=book)


@router.get("/lab/{game_id}/parts/tables")
async def tables(query: TheQuery, lab: TheLab) -> HTMLResponse:
    """Every pay table, as it is posted, to be changed; or a sentence where there is none."""
    game = query.game
    designs = await lab.find(lab.quick, "designs", game.id, query.options)
    if not designs:
        return _draw("lab/nothing.html", words=f"{game.name} has no pay tables to design.")
    shown = [(design_model(design, {}), _is_award(game, design.wager)) for design in designs]
    return _draw("lab/pay_tables.html", designs=shown)


def _is_award(game: Game[Any, Any], wager_id: str) -> bool:
    """Whether a wager has no stake, so that it can only favour the players."""
    wager = game.wagering.wager(wager_id)
    return wager is not None and wager.moment is Moment.NEVER


def _read_cards(cards: Cards = "", board: Cards = "", seen: Cards = "") -> dict[str, list[str]]:
    """The cards that an address names."""
    known = {"cards": cards.split(), "board": board.split(), "seen": seen.split()}
    for name, given in known.items():
        try:
            parse_cards(given)
        except CardError as error:
            raise Malformed(f"{name}: {error}") from None
    return known


@router.get("/lab/{game_id}/parts/values")
async def values(
    query: TheQuery,
    known: Annotated[dict[str, list[str]], Depends(_read_cards)],
    lab: TheLab,
) -> HTMLResponse:
    """What each choice is worth with these cards."""
    bench = bench_for(lab, query.game, known)
    answer = await lab.find(bench, "advice", query.game_id, query.options, known, query.bets)
    rows = [(row, list(groups_of(row).values())) for row in answer["actions"]]
    return _draw("lab/values.html", rows=rows)
