"""`houseway advise`: the exact worth of every choice, for one situation or for many."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from houseway.cards import Card, CardError, parse_cards, show_cards
from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.cli.screen import bold, screen
from houseway.games import GAMES
from houseway.games.reading import Fields, read_choice, show
from houseway.rulebook import HousewayError, Malformed

if TYPE_CHECKING:
    from houseway.lab.advice import Choice, Situation


def advise_command(
    game: str,
    cards: Sequence[str],
    known: Mapping[str, str | None],
    settings: Sequence[str],
    tie: str,
    *,
    as_json: bool,
) -> None:
    """One situation, as a player would describe it."""
    chosen = choose_game(game)
    situation = _situation(
        chosen.id,
        chosen.read_options(parse_settings(settings)),
        {
            "cards": _cards(" ".join(cards)),
            "flop": _cards(known["flop"]),
            "board": _cards(known["board"]),
            "seen": _cards(known["seen"]),
        },
        read_antes(tie),
    )
    found = _advise(situation)
    if as_json:
        say(json.dumps(_as_data(found)))
        return
    console = screen()
    board = f", board {show_cards(situation.board)}" if situation.board else ""
    console.print(bold(f"{chosen.name}: {show_cards(situation.cards)}{board}"))
    console.print(_listed(found))


def batch_command(source: str) -> int:
    """A situation a line, an answer a line; the status is 2 if any was refused."""
    refused = False
    for line in _lines(source):
        try:
            answer: dict[str, Any] = _as_data(_advise(_read(line)))
        except HousewayError as error:
            refused, answer = True, {"refused": {"message": str(error)}}
        say(json.dumps(answer))
    return 2 if refused else 0


def _lines(source: str) -> Iterator[str]:
    if source == "-":
        yield from (line for line in sys.stdin if line.strip())
        return
    with Path(source).open(encoding="utf-8") as file:
        yield from (line for line in file if line.strip())


def _read(line: str) -> "Situation":
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed("The line is not JSON.") from None
    fields = Fields(data, "The situation")
    game = read_choice(fields.take("game"), "The game", list(GAMES))
    options = GAMES[game].read_options(fields.take("set", {}))
    known = {name: _card_list(fields.take(name, []), name) for name in _NAMES}
    tie = read_antes(fields.take("tie", 0))
    fields.finish()
    return _situation(game, options, known, tie)


_NAMES = ("cards", "flop", "board", "seen")


def _card_list(value: object, name: str) -> tuple[Card, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Malformed(f"{name} must be a list of cards, not {show(value)}.")
    try:
        return parse_cards(value)
    except CardError as error:
        raise Malformed(str(error)) from None


def _cards(text: str | None) -> tuple[Card, ...]:
    """Cards separated by blanks or commas."""
    return _card_list((text or "").replace(",", " ").split(), "cards")


def read_antes(value: object) -> Fraction:
    """A tie bet in antes: a whole number, 1/2 or 0.5."""
    wrong = Malformed(f"A tie bet is a number of antes, not {show(value)}.")
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        raise wrong
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise wrong from None


def _situation(
    game: str, options: Any, known: Mapping[str, tuple[Card, ...]], tie: Fraction
) -> "Situation":
    try:
        from houseway.lab.advice import Situation  # noqa: PLC0415  # numba is heavy
    except ImportError:
        raise Malformed("Advice needs the extra part lab: pip install 'houseway[lab]'.") from None
    flop, board = known["flop"], known["board"]
    if flop and board and board[:3] != flop and set(flop) - set(board):
        raise Malformed("The flop is not part of the board.")
    return Situation(game, options, known["cards"], board or flop, known["seen"], tie)


def _advise(situation: "Situation") -> "tuple[Choice, ...]":
    from houseway.lab.advice import advise  # noqa: PLC0415

    return advise(situation)


def _as_data(found: "Sequence[Choice]") -> dict[str, Any]:
    return {"actions": [_choice_data(choice) for choice in found], "best": found[0].action}


def _choice_data(choice: "Choice") -> dict[str, Any]:
    data: dict[str, Any] = {"action": choice.action}
    data["ev"] = f"{choice.ev.numerator}/{choice.ev.denominator}"
    if choice.setting is not None:
        data["high"] = [str(card) for card in choice.setting.high]
        data["low"] = [str(card) for card in choice.setting.low]
    return data


def _listed(found: "Sequence[Choice]") -> Table:
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("Choice")
    table.add_column("Worth in antes", justify="right")
    table.add_column("Less than the best", justify="right")
    for choice in found:
        name = choice.action.replace("_", " ")
        if choice.setting is not None:
            setting = choice.setting
            name += f", {show_cards(setting.high)} high and {show_cards(setting.low)} low"
        behind = found[0].ev - choice.ev
        table.add_row(name, f"{float(choice.ev):+.6f}", f"{float(behind):.6f}" if behind else "")
    return table
