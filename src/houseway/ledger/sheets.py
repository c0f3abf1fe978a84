"""The evidence sheet as a page of HTML and as a PDF."""

import json
from html import escape
from importlib.resources import files
from typing import Any

from houseway.paper import typeset

DATA = files("houseway.ledger") / "data"
STYLE = (DATA / "evidence.css").read_text("utf-8")


def to_html(sheet: dict[str, Any]) -> str:
    """One page that needs nothing but itself."""
    title = f"Round {sheet['round']} at table {sheet['table']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _line(f"{sheet['game']} ({sheet['jurisdiction']}), {sheet['dealing']}."),
        _line(f"From {sheet['began']} to {sheet['ended']}."),
        '<div class="seats">',
        *[_seat(seat) for seat in sheet["seats"]],
        "</div>",
        _heading("The dealer"),
        _pairs(sheet["dealer"]),
        _heading("Cards in the order they left the deck"),
        _cards(sheet["cards"]),
        *_wrong(sheet["wrong"]),
        _heading("Discard rack, from the bottom"),
        _pairs({f"{n}. {owner}": cards for n, (owner, cards) in enumerate(sheet["rack"], 1)}),
        _heading("The deck"),
        _pairs(sheet["deck"]),
        _heading("The chain"),
        _pairs(sheet["chain"]),
    ]
    screen = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{screen}<title>{escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en">{head}\n<body><main>\n{body}\n</main></body></html>\n'


def _line(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _pairs(pairs: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><th scope=row>{escape(name)}</th><td><code>{escape(str(value))}</code></td></tr>"
        for name, value in pairs.items()
        if str(value)
    )
    return f"<table>{rows}</table>"


def _seat(seat: dict[str, Any]) -> str:
    decisions = "<br>".join(
        f"{escape(entry['words'])} <span class=small>{escape(entry['at'])}</span>"
        for entry in seat["decisions"]
    )
    rows = "".join(
        f"<tr><td>{escape(row['wager'])}</td><td class=n>{escape(row['stake'])}</td>"
        f"<td>{escape(row['outcome'])}</td><td class=n>{escape(row['net'])}</td>"
        f"<td class=small>{escape(row['clauses'])}</td></tr>"
        for row in seat["results"]
    )
    columns = ("wager", "stake", "result", "net", "clauses")
    names = "".join(f"<th scope=col>{name}</th>" for name in columns)
    return (
        "<section>"
        + _heading(f"Seat {seat['seat']}: {seat['player']}, {seat['total']}")
        + f"<p class=cards>{escape(seat['cards'])}</p><p>{decisions}</p>"
        + f"<table><tr>{names}</tr>{rows}</table></section>"
    )


def _cards(order: list[list[str]]) -> str:
    words = ", ".join(f"{card} {place}" for place, card in order)
    return f"<p class=cards>{escape(words)}</p>"


def _wrong(entries: list[dict[str, str]]) -> list[str]:
    if not entries:
        return []
    lines = [_line(f"{entry['at']}: {entry['words']} ({entry['clauses']})") for entry in entries]
    return [_heading("Counts, irregularities, breaches"), *lines]


def to_pdf(sheet: dict[str, Any]) -> bytes:
    """The same sheet for a printer."""
    template = (DATA / "evidence.typ").read_text("utf-8")
    return typeset(template, {"sheet.json": json.dumps(sheet)}, instead="HTML")
