"""`houseway rounds search`: the rounds on record that match."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from houseway.cli.arguments import DB, DbOption, JsonOption, SinceOption, UntilOption
from houseway.cli.output import print_json
from houseway.cli.rounds.record import needs_record, open_record
from houseway.cli.screen import plain, screen
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.ledger.search import RoundSummary


def search(
    db: DbOption = DB,
    table: Annotated[str | None, typer.Option(help="A table.")] = None,
    game: Annotated[str | None, typer.Option(help="A game's id.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    seat: Annotated[int | None, typer.Option(help="A seat.")] = None,
    player: Annotated[str | None, typer.Option(help="A player.")] = None,
    wager: Annotated[str | None, typer.Option(help="A wager, by its id.")] = None,
    outcome: Annotated[str | None, typer.Option(help="win, lose, push, void, forfeit.")] = None,
    clause: Annotated[str | None, typer.Option(help="A clause that decided a wager.")] = None,
    stake: Annotated[str | None, typer.Option(help="Smallest stake in dollars.")] = None,
    win: Annotated[str | None, typer.Option(help="Smallest win in dollars.")] = None,
    irregularity: Annotated[str | None, typer.Option(help="A kind, or any.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most this many rounds.")] = 50,
    as_json: JsonOption = False,
) -> None:
    with needs_record():
        from houseway.ledger.search import Query  # noqa: PLC0415
        from houseway.ledger.search import search as search_record  # noqa: PLC0415
        from houseway.ledger.times import read_time  # noqa: PLC0415

    query = Query(
        table=table,
        game=game,
        since=read_time(since) if since else None,
        until=read_time(until, end_of_day=True) if until else None,
        seat=seat,
        player=player,
        wager=wager,
        outcome=outcome,
        clause=clause,
        least_stake=_read_cents(stake),
        least_win=_read_cents(win),
        irregularity=irregularity,
        limit=limit,
    )
    with open_record(db) as ledger:
        rounds = search_record(ledger, query)
    if as_json:
        print_json({"rounds": [_as_data(entry) for entry in rounds]})
    else:
        screen().print(_as_table(rounds) if rounds else "No matching round.")


def _read_cents(text: str | None) -> int | None:
    """Dollars as people write them, 25 or 12.50."""
    if text is None:
        return None
    whole, _, part = text.removeprefix("$").replace(",", "").partition(".")
    if not whole.isdecimal() or (part and (not part.isdecimal() or len(part) > 2)):
        raise Malformed(f"{text!r} is not an amount in dollars.")
    return int(whole) * 100 + int(part.ljust(2, "0") if part else 0)


def _as_data(entry: "RoundSummary") -> dict[str, Any]:
    from houseway.ledger.times import show_time  # noqa: PLC0415

    return {
        "table": entry.table,
        "round": entry.round,
        "game": entry.game,
        "began": show_time(entry.began),
        "ended": show_time(entry.ended),
        "void": entry.void,
        "irregularities": list(entry.irregularities),
        "net": entry.nets,
    }


def _as_table(rounds: "list[RoundSummary]") -> Table:
    from houseway.ledger.evidence import signed  # noqa: PLC0415
    from houseway.ledger.times import show_time  # noqa: PLC0415

    table = Table(pad_edge=False, box=None, header_style="bold")
    for name in ("Table", "Round", "Game", "Ended", "Players", "Irregularities"):
        table.add_column(name, justify="right" if name == "Round" else "left")
    for entry in rounds:
        nets = ", ".join(f"{plain(player)} {signed(net)}" for player, net in entry.nets.items())
        kinds = ", ".join(entry.irregularities).replace("_", " ")
        ended = show_time(entry.ended)
        table.add_row(plain(entry.table), str(entry.round), entry.game, ended, nets, kinds)
    return table
