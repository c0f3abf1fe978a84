"""`houseway rounds`: its commands, declared; what they do is loaded when they run."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The record: find, replay, prove and verify rounds.", no_args_is_help=True)

DbOption = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        envvar="HOUSEWAY_DB",
        help="The record: a file, or postgresql://...",
    ),
]
DB = "houseway.db"
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
RoundArgument = Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The round's number.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write.")
]


@app.command()
def search(
    db: DbOption = DB,
    table: Annotated[str | None, typer.Option(help="A table.")] = None,
    game: Annotated[str | None, typer.Option(help="pikit, uth or hilo.")] = None,
    since: Annotated[str | None, typer.Option(help="From this day or moment on.")] = None,
    until: Annotated[str | None, typer.Option(help="Up to this day or moment.")] = None,
    seat: Annotated[int | None, typer.Option(help="A seat.")] = None,
    player: Annotated[str | None, typer.Option(help="A player.")] = None,
    wager: Annotated[str | None, typer.Option(help="A wager, as trips.")] = None,
    outcome: Annotated[str | None, typer.Option(help="win, lose, push, void, forfeit.")] = None,
    clause: Annotated[str | None, typer.Option(help="A clause that decided a wager.")] = None,
    stake: Annotated[str | None, typer.Option(help="Least stake in dollars.")] = None,
    win: Annotated[str | None, typer.Option(help="Least win in dollars.")] = None,
    irregularity: Annotated[str | None, typer.Option(help="A kind, or any.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """Find rounds; seat, player, wager, outcome, clause and amounts are of one wager."""
    from houseway.cli.rounds import search_command  # noqa: PLC0415

    said = {"table": table, "game": game, "seat": seat, "player": player, "wager": wager}
    said |= {"outcome": outcome, "clause": clause, "irregularity": irregularity, "limit": limit}
    search_command(db, said, (since, until), (stake, win), as_json=as_json)


@app.command()
def replay(
    table: TableArgument,
    number: RoundArgument,
    db: DbOption = DB,
    step: Annotated[int | None, typer.Option(min=1, help="Only this step.")] = None,
    at_once: Annotated[bool, typer.Option("--all", help="Do not wait for Enter.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Step through a round, event by event, each with its clause; Enter goes on, q leaves."""
    from houseway.cli.rounds import replay_command  # noqa: PLC0415

    replay_command(db, table, number, step=step, at_once=at_once, as_json=as_json)


@app.command()
def evidence(
    table: TableArgument, number: RoundArgument, db: DbOption = DB, output: OutputOption = None
) -> None:
    """Write a round's evidence sheet: FILE.html, FILE.pdf or FILE.json."""
    from houseway.cli.rounds import evidence_command  # noqa: PLC0415

    evidence_command(db, table, number, output)


@app.command()
def verify(
    table: Annotated[str | None, typer.Argument(metavar="[TABLE]", help="All if left out.")] = None,
    db: DbOption = DB,
    log: Annotated[Path | None, typer.Option(help="An exported log instead of a record.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A checkpoint to hold against it.")
    ] = None,
    key: Annotated[str | None, typer.Option(help="The public key that must have signed.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Check the chain: finds a changed, missing, inserted or reordered event, and says which."""
    from houseway.cli.rounds import verify_command  # noqa: PLC0415

    raise typer.Exit(verify_command(db, table, log, checkpoint, key, as_json=as_json))


@app.command("export")
def export(table: TableArgument, db: DbOption = DB, output: OutputOption = None) -> None:
    """Write a table's record as JSON lines."""
    from houseway.cli.rounds import export_command  # noqa: PLC0415

    export_command(db, table, output)


@app.command("import")
def bring_in(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="An exported log.")],
    db: DbOption = DB,
) -> None:
    """Bring an exported table into a record, once its chain and its events are checked."""
    from houseway.cli.rounds import import_command  # noqa: PLC0415

    import_command(db, source)


@app.command()
def proof(
    table: TableArgument,
    number: RoundArgument,
    db: DbOption = DB,
    player: Annotated[str | None, typer.Option(help="For this player; else an auditor's.")] = None,
    output: OutputOption = None,
) -> None:
    """Write the proof of a round's cards; check it with `houseway fairness verify`."""
    from houseway.cli.rounds import proof_command  # noqa: PLC0415

    proof_command(db, table, number, player, output)


@app.command()
def checkpoint(
    table: TableArgument,
    key: Annotated[Path, typer.Option(help="The file with the house's key.")],
    db: DbOption = DB,
    output: OutputOption = None,
) -> None:
    """Sign where a table's record stands, to be carried outside."""
    from houseway.cli.rounds import checkpoint_command  # noqa: PLC0415

    checkpoint_command(db, table, key, output)


@app.command("key")
def new_key(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Its file.")],
) -> None:
    """Make a key for signing checkpoints; prints its public half."""
    from houseway.cli.rounds import key_command  # noqa: PLC0415

    key_command(output)
