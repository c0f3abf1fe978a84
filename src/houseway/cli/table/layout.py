"""`houseway layout`: the felt of a table, as SVG, PDF or data."""

import json
from typing import Annotated, Any

import typer

from houseway.cli.arguments import GameArgument, JsonOption, OutputOption, SetOption
from houseway.cli.files import write_file
from houseway.cli.output import print_json, print_text
from houseway.cli.selection import choose_game, parse_settings
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


def layout(
    name: GameArgument,
    output: OutputOption = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    seats: Annotated[int | None, typer.Option(help="Player positions.")] = None,
    licensee: Annotated[str | None, typer.Option(help="The name on the felt.")] = None,
    odds: Annotated[bool, typer.Option(help="Whether the odds are inscribed on the felt.")] = True,
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    suffix = "" if output is None else output.name.lower()[-4:]
    if output is not None and suffix not in FORMATS:
        raise Malformed(
            f"{output.name} is neither .svg nor .pdf; a layout is drawn as one of them."
        )
    chosen = [*settings]
    chosen += [f"seats={seats}"] if seats is not None else []
    # A name is text even where it looks like a number.
    chosen += [f"licensee={json.dumps(licensee)}"] if licensee is not None else []
    options = game.read_options(parse_settings(chosen))
    printed = game.printed(options)
    felt = compose(printed, odds_on_layout=odds)
    sign = compose_sign(printed)
    refusals = (*check_layout(game.rulebook, felt), *check_posting(printed, felt, sign))
    if refusals:
        raise Refused(refusals)
    for warning in game.warnings(options):
        typer.echo(f"Note: {warning}", err=True)
    if output is not None:
        svg = to_svg(felt)
        write_file(output, svg.encode() if suffix == ".svg" else to_pdf(svg, felt))
        typer.echo(f"Wrote {output}.", err=True)
    if as_json:
        print_json(layout_as_data(game.id, felt))
    elif output is None:
        print_text(to_svg(felt), end="")


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
