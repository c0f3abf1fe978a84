"""The sessions of `houseway simulate`: for a table manager, and for a player's money."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from houseway.cli.screen import bold, dim

if TYPE_CHECKING:
    from houseway.lab.sim_results import Simulated
    from houseway.lab.sim_sessions import Sessions


def show_sessions(
    console: Console, found: "Simulated", ante_cents: int | None, per_hour: int
) -> None:
    sessions = found.sessions
    assert sessions is not None
    console.print()
    _table(console, found, sessions, ante_cents, per_hour)
    if sessions.visit.bankroll is not None:
        console.print()
        _money(console, sessions)


def _amount(antes: float, ante_cents: int | None) -> str:
    if ante_cents is None:
        return f"{antes:,.1f}"
    dollars = round(antes * ante_cents / 100)
    return f"-${-dollars:,}" if dollars < 0 else f"${dollars:,}"


def _table(
    console: Console,
    found: "Simulated",
    sessions: "Sessions",
    ante_cents: int | None,
    per_hour: int,
) -> None:
    """What the house takes in: an hour on average, and a session with its spread."""
    from houseway.lab.sim_sessions import percentile  # noqa: PLC0415

    visit = sessions.visit
    unit = "antes" if ante_cents is None else "dollars"
    head = f"The table: {visit.sessions:,} sessions of {visit.rounds:,} rounds, in {unit}"
    console.print(bold(head))
    staked = found.staked("table") * found.plan.seats
    win = -found.of("table").mean * found.plan.seats
    rows = Table(box=None, pad_edge=False, show_header=False)
    rows.add_column()
    rows.add_column(justify="right")
    rows.add_row("Wagered an hour", _amount(staked * per_hour, ante_cents))
    rows.add_row("Won an hour", _amount(win * per_hour, ante_cents))
    rows.add_row("Held of all that is wagered", f"{100 * win / staked:.3f}%")
    mean = sum(sessions.wins) / len(sessions.wins)
    if visit.bankroll is not None:
        drop = float(visit.bankroll) * found.plan.seats
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


def _money(console: Console, sessions: "Sessions") -> None:
    from houseway.lab.sim_sessions import PERCENTILES, percentile  # noqa: PLC0415

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
    note = "Ruined: less is left than a round begins with. A raise that the money does not cover "
    console.print(dim(note + "is made all the same."))
