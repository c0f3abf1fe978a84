"""Monitoring: health, readiness, and metrics as Prometheus reads them.

Each application counts for itself. What can be read off the house is read for each request;
only what passes (acts, rounds, late ticks) is counted as it happens.
"""

from collections import Counter as Tally
from collections.abc import Callable, Iterator

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from houseway.house.house import House
from houseway.house.offices import Office
from houseway.house.table_service import Update
from houseway.table.events import RoundClosed
from houseway.web.api.models import Health, Readiness
from houseway.web.api.problems import PROBLEMS, make_problem, respond
from houseway.web.auth.access import is_this_machine, person_of, require_office
from houseway.web.readiness import find_clock_trouble
from houseway.web.services import TheServices

ACT_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
LATE_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
router = APIRouter(tags=["running"], responses=PROBLEMS)


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
        """Called by the house after every change at a table."""
        closed = sum(
            isinstance(event, RoundClosed) for _, events in update.acts for event in events
        )
        if closed:
            self.rounds.labels(update.state.setup.game.id).inc(closed)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Standing(Collector):
    """The figures of the house at the moment of a request."""

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
        check = self._house.self_check
        checked = GaugeMetricFamily(
            "houseway_books_checked_timestamp_seconds",
            "When the books were checked last; 0 if never",
            value=(check.checked_at or 0) / 1_000_000,
        )
        yield checked
        words = "Faults of the books when they were checked last"
        yield GaugeMetricFamily("houseway_book_faults", words, value=check.faults)
        commits = self._house.ledger.commits
        yield CounterMetricFamily("houseway_commits", "Transactions of the store", value=commits)


@router.get("/health")
def health() -> Health:
    """Whether the process answers."""
    return Health(status="ok")


@router.get("/ready", response_model=Readiness)
def ready(services: TheServices) -> Readiness | Response:
    """Whether the house can carry out a command: its store can be written to, and its clock runs.

    States how many tables there are, and how many of them run in this process.
    """
    house = services.house
    if services.failure or house.ledger.failed:
        return _not_ready("The store has failed.")
    if services.gateway.stopping:
        return _not_ready("The house is being stopped.")
    trouble = services.store_check.find_trouble(house.ledger)
    trouble = trouble or find_clock_trouble(services.ticked_at)
    if trouble:
        return _not_ready(trouble)
    tables, runs = house.floor.count()  # without reading those that nobody has used yet
    return Readiness(status="ready", tables=tables, runs=runs)


def _not_ready(reason: str) -> Response:
    """Anybody may send this request, so it says no more than that."""
    return respond(make_problem(503, "not-ready", reason))


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request, services: TheServices) -> Response:
    """Counts for Prometheus: for this machine itself, and for those who run the house."""
    if not is_this_machine(request):
        person = person_of(request)
        require_office(person, Office.ADMINISTRATOR, Office.SUPERVISOR, Office.AUDITOR)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
