"""The results of `houseway simulate`, printed for people."""

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from houseway.cli.lab.sessions import show_sessions
from houseway.cli.screen import bold, dim

if TYPE_CHECKING:
    from houseway.lab.simulation.results import Simulated


class EstimateScreen:
    """Prints the results of a simulation."""

    def __init__(self, console: Console, name: str, results: "Simulated") -> None:
        from houseway.lab.simulation.plans import prepare  # noqa: PLC0415

        self.console, self.name, self.results = console, name, results
        self.model = prepare(results.plan).model

    def show(self, ante_cents: int | None, per_hour: int) -> None:
        from houseway.lab.simulation.results import notes  # noqa: PLC0415

        results, plan = self.results, self.results.plan
        seats = "1 seat" if plan.seats == 1 else f"{plan.seats} seats"
        head = f"{self.name}: {results.total.rounds:,} rounds, {seats}, strategy {plan.strategy}"
        self.console.print(bold(head))
        if results.interrupted:
            self.console.print("Interrupted: what follows is what was counted until then.")
        self.console.print("In antes for each round and seat:")
        self._estimates()
        self._actions()
        if results.sessions:
            show_sessions(self.console, results, ante_cents, per_hour)
        self.console.print()
        for note in notes(plan):
            self.console.print(dim(note))
        self.console.print(dim(f"Seed {plan.seed}, {results.blocks} blocks; {self._speed()}"))

    def _speed(self) -> str:
        rate = self.results.total.rounds / max(self.results.seconds, 1e-9)
        words = f"{self.results.seconds:.1f} seconds, {rate:,.0f} rounds a second."
        if self.results.plan.compiled or self.model.make_play is None:
            return words
        from houseway.lab.simulation.python_strategies import compiled_rate  # noqa: PLC0415

        times = compiled_rate(self.results.plan) / rate
        return f"{words} A compiled strategy plays {times:,.0f} times as fast here."

    def _estimates(self) -> None:
        table = Table(box=None, pad_edge=False)
        table.add_column("Wager", no_wrap=True)
        for head in ("Mean", "95% interval", "Exact", "Errors off", "Staked", "Wins"):
            table.add_column(head, justify="right", no_wrap=True)
        exact = self.model.exact
        known = {"main": exact.ev, **exact.wagers} if exact else {}
        names = [*self.model.wagers, "main"]
        for place, name in enumerate(names):
            self._row(table, name, place, known.get(name))
        self.console.print(table)

    def _row(self, table: Table, name: str, place: int, exact: Fraction | None) -> None:
        ev = self.results.of(name)
        away = None if exact is None else ev.errors_from(exact)
        words = "all but optional" if name == "main" else name.replace("_", " ")
        words += ", optional" if name in self.model.optional else ""
        table.add_row(
            words,
            f"{ev.mean:+.6f}",
            "" if ev.error is None else f"± {ev.half_width:.6f}",
            "" if exact is None else f"{float(exact):+.6f}",
            "" if away is None else f"{away:+.2f}",
            f"{self.results.staked(name):.4f}",
            f"{100 * self.results.share(self.results.total.hits[place]):.3f}%",
        )

    def _actions(self) -> None:
        table = Table(box=None, pad_edge=False)
        table.add_column("Last action")
        table.add_column("Share", justify="right")
        table.add_column("Exact", justify="right")
        for action, count in zip(self.model.actions, self.results.total.actions, strict=True):
            exact = self.model.exact.actions[action] if self.model.exact else None
            share = "" if exact is None else f"{100 * float(exact):.3f}%"
            words = action.replace("_", " ")
            table.add_row(words, f"{100 * self.results.share(count):.3f}%", share)
        self.console.print()
        self.console.print(table)
