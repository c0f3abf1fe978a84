"""The results of `houseway simulate`, printed for people: estimates, sessions, a bankroll."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from houseway.cli.screen import bold, dim

if TYPE_CHECKING:
    from houseway.lab.simulation.model import Model
    from houseway.lab.simulation.results import Simulated
    from houseway.lab.simulation.sessions import Sessions


def show_estimates(
    console: Console, name: str, results: "Simulated", ante_cents: int | None, per_hour: int
) -> None:
    from houseway.lab.simulation.plans import prepare  # noqa: PLC0415
    from houseway.lab.simulation.results import notes  # noqa: PLC0415

    plan, model = results.plan, prepare(results.plan).model
    seats = "1 seat" if plan.seats == 1 else f"{plan.seats} seats"
    head = f"{name}: {results.total.rounds:,} rounds, {seats}, strategy {plan.strategy}"
    console.print(bold(head))
    if results.interrupted:
        console.print("Interrupted: what follows is what was counted until then.")
    console.print("In antes for each round and seat:")
    console.print(_wager_table(results, model))
    console.print()
    console.print(_action_table(results, model))
    if results.sessions:
        console.print()
        _show_sessions(console, results, results.sessions, ante_cents, per_hour)
    console.print()
    for note in notes(plan):
        console.print(dim(note))
    console.print(dim(f"Seed {plan.seed}, {results.blocks} blocks; {_speed(results, model)}"))


def _speed(results: "Simulated", model: "Model") -> str:
    rate = results.total.rounds / max(results.seconds, 1e-9)
    words = f"{results.seconds:.1f} seconds, {rate:,.0f} rounds a second."
    if results.plan.compiled or model.make_play is None:
        return words
    from houseway.lab.simulation.python_strategies import compiled_rate  # noqa: PLC0415

    times = compiled_rate(results.plan) / rate
    return f"{words} A compiled strategy plays {times:,.0f} times as fast here."


def _wager_table(results: "Simulated", model: "Model") -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("Wager", no_wrap=True)
    for head in ("Mean", "95% interval", "Exact", "Errors off", "Staked", "Wins"):
        table.add_column(head, justify="right", no_wrap=True)
    known = {"main": model.exact.ev, **model.exact.wagers} if model.exact else {}
    for place, name in enumerate([*model.wagers, "main"]):
        ev, exact = results.of(name), known.get(name)
        away = None if exact is None else ev.errors_from(exact)
        words = "all but optional" if name == "main" else name.replace("_", " ")
        words += ", optional" if name in model.optional else ""
        table.add_row(
            words,
            f"{ev.mean:+.6f}",
            "" if ev.error is None else f"± {ev.half_width:.6f}",
            "" if exact is None else f"{float(exact):+.6f}",
            "" if away is None else f"{away:+.2f}",
            f"{results.staked(name):.4f}",
            f"{100 * results.share(results.total.hits[place]):.3f}%",
        )
    return table


def _action_table(results: "Simulated", model: "Model") -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("Last action")
    table.add_column("Share", justify="right")
    table.add_column("Exact", justify="right")
    for action, count in zip(model.actions, results.total.actions, strict=True):
        exact = f"{100 * float(model.exact.actions[action]):.3f}%" if model.exact else ""
        table.add_row(action.replace("_", " "), f"{100 * results.share(count):.3f}%", exact)
    return table


def _show_sessions(
    console: Console,
    results: "Simulated",
    sessions: "Sessions",
    ante_cents: int | None,
    per_hour: int,
) -> None:
    """Prints what the house wins: in an hour on average, and in a session with its spread."""
    from houseway.lab.simulation.sessions import percentile  # noqa: PLC0415

    def show(antes: float) -> str:
        if ante_cents is None:
            return f"{antes:,.1f}"
        dollars = round(antes * ante_cents / 100)
        return f"-${-dollars:,}" if dollars < 0 else f"${dollars:,}"

    visit = sessions.visit
    unit = "antes" if ante_cents is None else "dollars"
    head = f"The table: {visit.sessions:,} sessions of {visit.rounds:,} rounds, in {unit}"
    console.print(bold(head))
    staked = results.staked("table") * results.plan.seats
    win = -results.of("table").mean * results.plan.seats
    rows = Table(box=None, pad_edge=False, show_header=False)
    rows.add_column()
    rows.add_column(justify="right")
    rows.add_row("Wagered an hour", show(staked * per_hour))
    rows.add_row("Won an hour", show(win * per_hour))
    rows.add_row("Held of all that is wagered", f"{100 * win / staked:.3f}%")
    if visit.bankroll is not None:
        drop = float(visit.bankroll) * results.plan.seats
        rows.add_row("Drop of a session, each seat's bankroll", show(drop))
        rows.add_row("Held of the drop", f"{100 * win * visit.rounds / drop:.3f}%")
    rows.add_row("Won in a session, simulated", show(sum(sessions.wins) / len(sessions.wins)))
    low, high = (percentile(sessions.wins, at) for at in (2.5, 97.5))
    rows.add_row("95% of sessions lie between", f"{show(low)} and {show(high)}")
    losing = sum(win < 0 for win in sessions.wins) / len(sessions.wins)
    rows.add_row("Sessions that the house loses", f"{100 * losing:.1f}%")
    console.print(rows)
    if visit.bankroll is not None:
        console.print()
        _show_bankroll(console, sessions, float(visit.bankroll))


def _show_bankroll(console: Console, sessions: "Sessions", bankroll: float) -> None:
    from houseway.lab.simulation.sessions import PERCENTILES, percentile  # noqa: PLC0415

    console.print(bold(f"A player with {bankroll:g} antes"))
    rounds = sessions.visit.rounds
    console.print(f"Ruined within {rounds:,} rounds: {100 * sessions.share_ruined:.2f}%")
    table = Table(box=None, pad_edge=False)
    table.add_column("After round", justify="right")
    for at in PERCENTILES:
        table.add_column("Median" if at == 50 else f"{at:g}%", justify="right")
    for mark, path in zip(sessions.marks, sessions.paths, strict=True):
        table.add_row(f"{mark:,}", *(f"{percentile(path, at):,.1f}" for at in PERCENTILES))
    console.print(table)
    console.print(dim("Ruined: less is left than the wagers that begin a round."))
    console.print(dim("A raise that the bankroll does not cover is made all the same."))
