"""What a house tells those who watch over it, as Prometheus reads it.

Each application counts for itself. What can be read off the house is read when it is asked
for; only what passes (acts, rounds, late ticks) is counted as it happens.
"""

from collections import Counter as Tally
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from houseway.house.house import House
from houseway.house.table_service import Update
from houseway.table.events import RoundClosed

ACT_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
LATE_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The counts of one application."""

    def __init__(self, house: House, sockets: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self.acts = Counter(
            "houseway_acts",
            "Commands of people, by kind and by what became of them",
            ["kind", "result"],
            registry=self.registry,
        )
        self.act_seconds = Histogram(
            "houseway_act_seconds",
            "From a command to its answer, the disk included",
            buckets=ACT_SECONDS,
            registry=self.registry,
        )
        self.late = Histogram(
            "houseway_tick_late_seconds",
            "How late the clocks of the tables were looked at",
            buckets=LATE_SECONDS,
            registry=self.registry,
        )
        self.rounds = Counter(
            "houseway_rounds", "Rounds closed since the start", ["game"], registry=self.registry
        )
        self.registry.register(_Standing(house, sockets))

    def changed(self, update: Update) -> None:
        """Told by the house of every change at a table."""
        closed = sum(
            isinstance(event, RoundClosed) for _, events in update.acts for event in events
        )
        if closed:
            self.rounds.labels(update.state.setup.game.id).inc(closed)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Standing(Collector):
    """What the house is at the moment it is asked."""

    def __init__(self, house: House, sockets: Callable[[], int]) -> None:
        self._house, self._sockets = house, sockets

    def collect(self) -> Iterator[Metric]:
        tables = list(self._house.tables.values())
        games = Tally(table.state.setup.game.id for table in tables)
        opened = GaugeMetricFamily("houseway_tables", "Tables that are open", labels=["game"])
        for game, number in sorted(games.items()):
            opened.add_metric([game], number)
        yield opened
        seated = sum(len(set(table.state.seats.values())) for table in tables)
        in_play = sum(table.state.round is not None for table in tables)
        trouble = sum(bool(table.trouble) for table in tables)
        for name, words, value in (
            ("houseway_players_seated", "People who sit at a table, each table by itself", seated),
            ("houseway_rounds_in_play", "Tables with a round in play", in_play),
            ("houseway_tables_in_trouble", "Tables that cannot go on by themselves", trouble),
            ("houseway_sockets", "Connected sockets", self._sockets()),
        ):
            yield GaugeMetricFamily(name, words, value=value)
        commits = self._house.ledger.commits
        yield CounterMetricFamily("houseway_commits", "Transactions of the store", value=commits)
