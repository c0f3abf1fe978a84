"""The sessions of `houseway simulate`: the table's win and a player's bankroll."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from houseway.cli.screen import bold, dim

if TYPE_CHECKING:
    from houseway.lab.simulation.results import Simulated
    from houseway.lab.simulation.sessions import Sessions


def show_sessions(
    console: Console, results: "Simulated", ante_cents: int | None, per_hour: int
) -> None:
    sessions = results.sessions
    assert sessions is not None
    console.print()
    _show_table(console, results, sessions, ante_cents, per_hour)
    if sessions.visit.bankroll is not None:
        console.print()
        _show_bankroll(console, sessions)


def _amount(antes: float, ante_cents: int | None) -> str:
    if ante_cents is None:
        return f"{antes:,.1f}"
    dollars = round(antes * ante_cents / 100)
    return f"-${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def _show_table(
    console: Console,
    results: "Simulated",
    sessions: "Sessions",
    ante_cents: int | None,
    per_hour: int,
) -> None:
    """Prints what the house wins: in an hour on average, and in a session with its spread."""
    from houseway.lab.simulation.sessions import percentile  # noqa: PLC0415

    visit = sessions.visit
    unit = "antes" if ante_cents is None else "dollars"
    head = f"The table: {visit.sessions:,} sessions of {visit.rounds:,} rounds, in {unit}"
    console.print(bold(head))
    staked = results.staked("table") * results.plan.seats
    win = -results.of("table").mean * results.plan.seats
    rows = Table(box=None, pad_edge=False, show_header=False)
    rows.add_column()
    rows.add_column(justify="right")
    rows.add_row("Wagered an hour", _amount(staked * per_hour, ante_cents))
    rows.add_row("Won an hour", _amount(win * per_hour, ante_cents))
    rows.add_row("Held of all that is wagered", f"{100 * win / staked:.3f}%")
    mean = sum(sessions.wins) / len(sessions.wins)
    if visit.bankroll is not None:
        drop = float(visit.bankroll) * results.plan.seats
        rows.add_row("Drop of a session, each seat's bankroll", _amount(drop, ante_cents))
        rows.add_row("Held of the drop", f"{100 * win * visit.rounds / drop:.3f}%")
    rows.add_row("Won in a session, simulated", _amount(mean, ante_cents))
    low, high = (percentile(sessions.wins, at) for at in (2.5, 97.5))
    rows.add_row(
        "95% of sessions lie between", f"{_amount(low, ante_cents)} and {_amount(high, ante_cents)}"
    )
    losing = sum(win < 0 for win in sessions.wins) / len(sessions.wins)
    rows.add_row("Sessions that the house loses", f"{100 * losing:.1f}%")
    console.print(rows)


def _show_bankroll(console: Console, sessions: "Sessions") -> None:
    from houseway.lab.simulation.sessions import PERCENTILES, percentile  # noqa: PLC0415

    visit = sessions.visit
    bankroll = float(visit.bankroll or 0)
    console.print(bold(f"A player with {bankroll:g} antes"))
    console.print(f"Ruined within {visit.rounds:,} rounds: {100 * sessions.share_ruined:.2f}%")
    table = Table(box=None, pad_edge=False)
    table.add_column("After round", justify="right")
    for at in PERCENTILES:
        table.add_column("Median" if at == 50 else f"{at:g}%", justify="right")
    for mark, path in zip(sessions.marks, sessions.paths, strict=True):
        table.add_row(f"{mark:,}", *(f"{percentile(path, at):,.1f}" for at in PERCENTILES))
    console.print(table)
    console.print(dim("Ruined: less is left than the wagers that begin a round."))
    console.print(dim("A raise that the bankroll does not cover is made all the same."))
