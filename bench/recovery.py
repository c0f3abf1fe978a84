"""A large house after kill -9: how soon it answers again.

    python bench/recovery.py [--tables N] [--events N] [--starts N] [--db FILE] [--profile]

The store has so many tables and so many events. At one table of each game real rounds are
played; every other table is one of these under a name of its own, hashed anew, and ends at an act
somewhere in the last tenth of it, so that many tables stand in the middle of a round. Then
`houseway serve` is started, looked at and killed, again and again. Times are from the start of the
process: to the first answer at all, to `/ready`, and to an act at a table that nobody has looked
at since the start. With `--db` the store is kept there and used again.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house.helpers import build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.served import environment, free_port
from tests.web.children import CODE, somebody

from houseway.games import GAMES
from houseway.house.house import House
from houseway.ledger.bound_snapshots import binding
from houseway.ledger.records import Record, as_row, canonical, chained, record_line
from houseway.ledger.schema import events, results, rounds, snapshots
from houseway.ledger.seals import sealed_number
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import event_place, snapshot_place

LAST_PART = 0.9
"""Every table has at least this part of the events of the one it is made after."""
STANDS_FOR = 1.0
"""Seconds that a house runs before it is killed: its clocks act meanwhile."""


# --- the store


def build_store(db: str, tables: int, number: int) -> None:
    """A store of so many tables and about so many events."""
    games = sorted(GAMES)
    with without_waiting(Ledger(db)) as ledger:
        stand, chance = build_stand(ledger), Random(1)
        for n in range(tables):
            open_table(stand, games[n % len(games)], f"t{n}")
        longest = 2 * number // tables // (1 + LAST_PART)
        for n in range(len(games)):
            table = stand.house.table(f"t{n}")
            stand.seated(table.name, f"{table.name}-A", f"{table.name}-B", f"{table.name}-C")
            while table.seq < longest:
                stand.play_round(table, chance)
        for source in range(len(games)):
            copy_table(ledger, f"t{source}", [f"t{n}" for n in range(tables)][source :: len(games)])


def copy_table(ledger: Ledger, source: str, names: Sequence[str]) -> None:
    """Gives every other table the events of one, up to an act near its end."""
    chance, records = Random(source), list(ledger.records(source))
    acts = [each.seq for each in records if each.command and each.seq > 0]
    with ledger.engine.execution_options(writes=True).begin() as connection:
        rows = {
            table: [dict(row) for row in connection.execute(_rows_of(table, source)).mappings()]
            for table in (events, rounds, results, snapshots)
        }
        secrets = {row["seq"]: sealed_number(row["body"]) for row in rows.pop(events)}
        for name in names:
            if name != source:
                end = chance.choice(acts[int(LAST_PART * len(acts)) :])
                copy = Copy(ledger, source, name, secrets)
                connection.execute(events.delete().where(events.c.table_id == name))
                copied = list(copy.rename(records[:end], rows[snapshots]))
                connection.execute(events.insert(), copied)
                connection.execute(snapshots.insert(), copy.snapshots)
                _copy_index(connection, rows, name, end)


def _copy_index(connection: sa.Connection, rows: dict[Any, Any], name: str, end: int) -> None:
    closed = {row["round"] for row in rows[rounds] if row["last_seq"] < end}
    for table in (rounds, results):
        kept = [{**row, "table_id": name} for row in rows[table] if row["round"] in closed]
        connection.execute(table.insert(), kept)


class Copy:
    """One table under another name: chained, sealed and bound to its snapshots anew."""

    def __init__(
        self, ledger: Ledger, source: str, name: str, secrets: dict[int, int | None]
    ) -> None:
        self.seals, self.source, self.name, self.secrets = ledger.seals, source, name, secrets
        self.snapshots: list[dict[str, Any]] = []

    def rename(
        self, records: Sequence[Record], kept: Sequence[dict[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        before, by_record = "0" * 64, {row["seq"]: row for row in kept}
        for each in records:
            body = each.body
            if each.seq in by_record:
                self.snapshots.append(self._seal_snapshot(by_record[each.seq]))
                body = canonical({**json.loads(body), **binding(self.snapshots[-1])})
            before = chained(before, record_line(self.name, each.seq, each.at, each.command, body))
            record = Record(self.name, each.seq, each.at, each.command, body, before)
            yield {**as_row(record), "body": self._seal(each.seq, body)}

    def _seal(self, seq: int, body: str) -> str:
        shuffle = self.secrets[seq]
        if shuffle is None:
            return body
        return self.seals.seal_text(self.name, [shuffle], event_place(self.name, seq), body)

    def _seal_snapshot(self, row: dict[str, Any]) -> dict[str, Any]:
        seq, shuffle = row["seq"], sealed_number(row["state"])
        text = self.seals.open_text(self.source, snapshot_place(self.source, seq), row["state"])
        if shuffle is not None:
            place = snapshot_place(self.name, seq)
            text = self.seals.seal_text(self.name, [shuffle], place, text)
        return {**row, "table_id": self.name, "state": text}


def _rows_of(table: sa.Table, name: str) -> sa.Select[Any]:
    return sa.select(table).where(table.c.table_id == name)


# --- the house


class Server:
    """`houseway serve` on the store, started and killed."""

    def __init__(self, db: str, *, profiled: bool) -> None:
        self.db, self.profiled, self.port = db, profiled, free_port()
        with Ledger(db) as ledger:
            self.token = somebody(House(ledger)).token

    def start(self) -> None:
        profiling = ["-X", "importtime"] if self.profiled else []
        arguments = ["-c", CODE, "serve", "--db", self.db, "--port", str(self.port)]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *profiling, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=None if self.profiled else subprocess.DEVNULL,
            env=environment(),
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)

    def ask(self, path: str, data: dict[str, Any] | None = None) -> Any:
        """The answer, however often the question must be put."""
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        while True:
            try:
                with urlopen(request, timeout=120) as answer:
                    return json.load(answer)
            except OSError:
                assert self.process.poll() is None, "the house did not start"
                time.sleep(0.01)

    def since_start(self, act: Callable[[], Any]) -> tuple[float, float]:
        """Seconds from the start until an act is answered, and of a core until then."""
        act()
        return time.perf_counter() - self.began, self.cpu_seconds()

    def cpu_seconds(self) -> float:
        text = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2]
        user, system = text.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure(server: Server, tables: int, starts: int) -> None:
    times: dict[str, list[tuple[float, float]]] = {}
    chance = Random(2)
    for _ in range(starts):
        name = f"t{chance.randrange(tables)}"
        server.start()
        try:
            first = server.since_start(partial(server.ask, "/health"))
            ready = server.since_start(partial(server.ask, "/ready"))
            view = server.since_start(partial(server.ask, f"/api/tables/{name}"))
            act = server.since_start(partial(_buy_in, server, name))
            lobby = server.since_start(partial(server.ask, "/api/tables"))
            time.sleep(STANDS_FOR)
        finally:
            server.kill()
        for words, seconds in (
            ("the first answer", first),
            ("/ready", ready),
            ("the view of a table", view),
            ("an act at that table", act),
            ("the lobby", lobby),
        ):
            times.setdefault(words, []).append(seconds)
    for words, measured in times.items():
        wall, cpu = zip(*measured, strict=True)
        print(
            f"from kill -9 to {words}: median {statistics.median(wall):.2f} s, "
            f"worst {max(wall):.2f} s of {starts}; {statistics.median(cpu):.2f} s of a core"
        )
    print(f"load average {os.getloadavg()[0]:.1f}", flush=True)


def _buy_in(server: Server, table: str) -> None:
    command = {"type": "buy_in", "cents": 500}
    server.ask(f"/api/tables/{table}/commands", {"id": "bench", "command": command})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--events", type=int, default=10**6)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--db", default="")
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = arguments.db or f"{folder}/house.db"
        if not Path(db).exists():
            start = time.perf_counter()
            build_store(db, arguments.tables, arguments.events)
            print(f"a store of {Path(db).stat().st_size / 2**20:.0f} MiB", end=", ")
            print(f"built in {time.perf_counter() - start:.0f} s", flush=True)
        with Ledger(db, read_only=True) as ledger, ledger.reading() as connection:
            number = connection.scalar(sa.select(sa.func.count()).select_from(events))
            print(f"{len(ledger.tables())} tables, {number:,} events")
        server = Server(db, profiled=arguments.profile)
        measure(server, arguments.tables, arguments.starts)


if __name__ == "__main__":
    main()
