"""The evidence sheet as a page of HTML and as a PDF."""

import json
from html import escape
from importlib.resources import files
from typing import Any

from houseway.paper import typeset

STYLE = """
@page { size: A4; margin: 14mm }
:root { color-scheme: light }
body { font: 10pt/1.35 "Libertinus Serif", Georgia, serif; color: #1c1c1c; background: #fff;
  max-width: 190mm; margin: 8mm auto; padding: 0 6mm }
h1 { font-size: 17pt; margin: 0 } h2 { font-size: 11pt; margin: 4mm 0 1mm;
  border-bottom: .3mm solid #1c1c1c }
p { margin: 1mm 0 } table { border-collapse: collapse; width: 100% }
td, th { text-align: left; vertical-align: top; padding: .4mm 2mm .4mm 0 }
th { font-weight: normal; color: #555 } th[scope=row] { width: 28mm; white-space: nowrap }
td.n { text-align: right; white-space: nowrap }
.seats { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 80mm), 1fr));
  gap: 0 8mm }
.cards, code { font-family: "DejaVu Sans Mono", monospace; font-size: 9pt }
code { overflow-wrap: anywhere } .small { font-size: 8pt; color: #444 }
"""


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
        _pairs(dict(_numbered(sheet["rack"]))),
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
    rows = [_pair(name, str(value)) for name, value in pairs.items() if str(value)]
    return f"<table>{''.join(rows)}</table>"


def _pair(name: str, value: str) -> str:
    cell = f"<td><code>{escape(value)}</code></td>"
    return f"<tr><th scope=row>{escape(name)}</th>{cell}</tr>"


def _numbered(rack: list[list[str]]) -> list[tuple[str, str]]:
    return [(f"{n}. {owner}", cards) for n, (owner, cards) in enumerate(rack, 1)]


def _seat(seat: dict[str, Any]) -> str:
    decided = "<br>".join(
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
        + f"<p class=cards>{escape(seat['cards'])}</p><p>{decided}</p>"
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
    template = files("houseway.ledger").joinpath("data", "evidence.typ").read_text("utf-8")
    return typeset(template, {"sheet.json": json.dumps(sheet)}, instead="HTML")
