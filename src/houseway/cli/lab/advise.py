"""`houseway advise`: the exact value of every choice, for one situation or for many."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from houseway.cards import Card, CardError, parse_cards, show_cards
from houseway.cli.arguments import GAME_HELP, JsonOption, SetOption
from houseway.cli.bets import BetOption, read_bet_fields, read_bets
from houseway.cli.extras import extra
from houseway.cli.output import print_json
from houseway.cli.screen import bold, dim, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.cli.status import REFUSED
from houseway.games import GAMES
from houseway.games.fields import Fields, read_choice, show
from houseway.lab.contract import Bets, Choice, Situation, choice_data
from houseway.lab.contract import advise as advise_player
from houseway.lab.exact.exposure import Estimate
from houseway.rulebook import HousewayError, Malformed

CARD_FIELDS = ("cards", "flop", "board", "seen")


def advise(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP)] = None,
    cards: Annotated[list[str] | None, typer.Argument(metavar="[CARDS]...")] = None,
    flop: Annotated[str | None, typer.Option(help="The first three board cards.")] = None,
    board: Annotated[str | None, typer.Option(help="All board cards shown so far.")] = None,
    seen: Annotated[str | None, typer.Option(help="Other cards that are known, as As,Kd.")] = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    bets: BetOption = [],  # noqa: B006  # typer copies it
    batch: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Many situations, one JSON object a line.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    if batch is not None:
        raise typer.Exit(_answer_batch(batch))
    if name is None or not cards:
        raise Malformed("Name a game and its cards, as: houseway advise GAME As Kd")
    game = choose_game(name)
    options = game.read_options(parse_settings(settings))
    texts = {"cards": " ".join(cards), "flop": flop, "board": board, "seen": seen}
    known = {field: _split_cards(text) for field, text in texts.items()}
    situation = _build_situation(game.id, options, known, read_bets(bets))
    choices = _advise(situation)
    if as_json:
        print_json(_as_data(choices))
        return
    console = screen()
    shown_board = f", board {show_cards(situation.board)}" if situation.board else ""
    console.print(bold(f"{game.name}: {show_cards(situation.cards)}{shown_board}"))
    console.print(_as_table(choices))
    if choices[0].estimate:
        console.print(dim(_describe(choices[0].estimate)))


def _answer_batch(source: str) -> int:
    """Answers a line for each situation; the status is that of a refusal if any was refused."""
    status = 0
    for line in _read_lines(source):
        try:
            answer: dict[str, Any] = _as_data(_advise(_read_situation(line)))
        except HousewayError as error:
            status, answer = REFUSED, {"refused": {"message": str(error)}}
        print_json(answer)
    return status


def _read_lines(source: str) -> Iterator[str]:
    if source == "-":
        yield from (line for line in sys.stdin if line.strip())
        return
    with Path(source).open(encoding="utf-8") as file:
        yield from (line for line in file if line.strip())


def _read_situation(line: str) -> Situation:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed("The line is not JSON.") from None
    fields = Fields(data, "The situation")
    game = read_choice(fields.take("game"), "The game", list(GAMES))
    options = GAMES[game].read_options(fields.take("set", {}))
    known = {name: _read_cards(fields.take(name, []), name) for name in CARD_FIELDS}
    bets = read_bet_fields(fields)
    fields.finish()
    return _build_situation(game, options, known, bets)


def _read_cards(value: object, name: str) -> tuple[Card, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Malformed(f"{name} must be a list of cards, not {show(value)}.")
    try:
        return parse_cards(value)
    except CardError as error:
        raise Malformed(str(error)) from None


def _split_cards(text: str | None) -> tuple[Card, ...]:
    """Cards separated by blanks or commas."""
    return _read_cards((text or "").replace(",", " ").split(), "cards")


def _build_situation(
    game: str, options: Any, known: Mapping[str, tuple[Card, ...]], bets: Bets
) -> Situation:
    flop, board = known["flop"], known["board"]
    if flop and board and board[:3] != flop and set(flop) - set(board):
        raise Malformed("The flop is not part of the board.")
    return Situation(game, options, known["cards"], board or flop, known["seen"], bets)


def _advise(situation: Situation) -> tuple[Choice, ...]:
    with extra("lab", "Advice needs"):
        choices = advise_player(situation)
    if not choices:
        raise Malformed("There is no choice to value: nothing is decided with these cards in view.")
    return choices


def _as_data(choices: Sequence[Choice]) -> dict[str, Any]:
    return {"actions": [choice_data(choice) for choice in choices], "best": choices[0].action}


def _describe(estimate: Estimate) -> str:
    return (
        f"Estimated, not exact: {estimate.rounds:,} random deals (seed {estimate.seed}); later "
        "decisions as a beginner makes them. ± is half a 95% interval."
    )


def _as_table(choices: Sequence[Choice]) -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("Choice")
    table.add_column("Worth in antes", justify="right")
    table.add_column("Less than the best", justify="right")
    for choice in choices:
        name = choice.action.replace("_", " ")
        if choice.groups:
            groups = [f"{show_cards(cards)} {group}" for group, cards in choice.groups.items()]
            name += f", {' and '.join(groups)}"
        behind = choices[0].ev - choice.ev
        worth = f"{float(choice.ev):+.6f}"
        if choice.estimate:
            worth = f"{float(choice.ev):+.4f} ± {choice.estimate.half_width:.4f}"
        table.add_row(name, worth, f"{float(behind):.6f}" if behind else "")
    return table
