"""`houseway layout`: the felt of a table, as SVG, PDF or data."""

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.felt import (
    Layout,
    check_layout,
    check_posting,
    compose,
    compose_sign,
    odds_as_data,
    to_svg,
)
from houseway.paper import typeset
from houseway.rulebook import Malformed, Refused

FORMATS = (".svg", ".pdf")


def layout_command(
    name: str, settings: Sequence[str], output: Path | None, *, odds: bool, as_json: bool
) -> None:
    game = choose_game(name)
    kind = "" if output is None else output.name.lower()[-4:]
    if output is not None and kind not in FORMATS:
        raise Malformed(
            f"{output.name} is neither .svg nor .pdf; a layout is drawn as one of them."
        )
    options = game.read_options(parse_settings(settings))
    printed = game.printed(options)
    layout = compose(printed, odds_on_layout=odds)
    sign = compose_sign(printed)
    refusals = (*check_layout(game.id, layout), *check_posting(printed, layout, sign))
    if refusals:
        raise Refused(refusals)
    for warning in game.warnings(options):
        typer.echo(f"Note: {warning}", err=True)
    if output is not None:
        svg = to_svg(layout)
        write_whole(output, svg.encode() if kind == ".svg" else to_pdf(svg, layout))
        typer.echo(f"Wrote {output}.", err=True)
    if as_json:
        say(json.dumps(layout_as_data(game.id, layout)))
    elif output is None:
        say(to_svg(layout), end="")


def layout_as_data(game: str, layout: Layout) -> dict[str, Any]:
    """The areas of the layout by owner, and what is inscribed on it."""
    owners = dict.fromkeys(drawn.owner for drawn in layout.areas)
    return {
        "game": game,
        "licensee": layout.printed.licensee,
        "seats": layout.printed.seats,
        "areas": {
            owner: [
                {
                    "id": drawn.area.id,
                    "label": drawn.area.label,
                    "kind": drawn.area.kind.value,
                    "clauses": list(drawn.area.clauses),
                }
                for drawn in layout.of(owner)
            ]
            for owner in owners
        },
        "dealers_side": list(layout.box_names),
        "odds": [odds_as_data(posted) for posted in layout.odds],
    }


def to_pdf(svg: str, layout: Layout) -> bytes:
    """The drawing on a page of its own size, ready for a printer of felts."""
    size = f"width: {layout.width:.2f}pt, height: {layout.height:.2f}pt, margin: 0pt"
    page = f'#set page({size})\n#image("layout.svg", width: 100%)\n'
    return typeset(page, {"layout.svg": svg}, instead="SVG")


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file completely or not at all: beside its place first, then moved there."""
    path = path.resolve()  # a link stays a link, and what it points to is written
    folder = path.parent
    if not folder.is_dir():
        raise Malformed(f"There is no folder {folder} to write {path.name} in.")
    if path.is_dir():
        raise Malformed(f"{path} is a folder; name a file.")
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
