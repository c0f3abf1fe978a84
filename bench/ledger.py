"""What durability costs: acts on record beside the bare commits of the same store.

    python bench/ledger.py [--rounds N ...] [--folder WHERE]

An act is three events of a usual length, appended with its command id. The bare cost is
one small row and a commit through the driver, with the same fsync. The second part fills
a store with made-up rounds and measures appending, opening and finding beside its size.
"""

import argparse
import json
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.servers import Server, binaries

from houseway.ledger.index import digest_clauses
from houseway.ledger.recorded_table import Opening, create_table, open_table
from houseway.ledger.records import canonical
from houseway.ledger.schema import clause_sets, events, results, rounds, snapshots
from houseway.ledger.search import Query, search
from houseway.ledger.store import Ledger
from houseway.table.setup import ALL_ACTS
from houseway.table.snapshot import FORM, to_snapshot
from houseway.table.trials import Trial

ACTS, TURNS, TABLES = 200, 5, 16
BODIES = [json.dumps({"type": "cards_dealt", "v": 1, "words": "x" * 200})] * 3
OPENING = Opening("uth", {}, tuple(sorted(ALL_ACTS)))
EVENTS_A_ROUND, PLAYERS = 4, 500


def now() -> int:
    return time.time_ns() // 1000


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# --- acts beside bare commits


def bare_sqlite(file: Path) -> Callable[[], None]:
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE bare (n INTEGER)")

    def commit() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bare VALUES (1)")
        connection.execute("COMMIT")

    return commit


def bare_postgres(url: str) -> Callable[[], None]:
    connection = psycopg.connect(url)
    connection.execute("CREATE TABLE bare (n INTEGER)")
    connection.commit()

    def commit() -> None:
        connection.execute("INSERT INTO bare VALUES (1)")
        connection.commit()

    return commit


def repeat(commit: Callable[[], None]) -> None:
    for _ in range(ACTS):
        commit()


def fill(ledger: Ledger, table: str, acts: int) -> None:
    head = ledger.head(table)
    for _ in range(acts):
        head = ledger.append(head, BODIES, at=now(), command=f"{head.seq}")


def at_once(ledger: Ledger, acts: int) -> None:
    names = [f"table {n}" for n in range(TABLES)]
    threads = [threading.Thread(target=fill, args=(ledger, name, acts)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def beside_bare_commits(name: str, url: str, bare: Callable[[], None]) -> None:
    """In turns, so that a slow moment of the disk meets both."""
    costs: dict[str, list[float]] = {"bare": [], "one": [], "many": []}
    with Ledger(url) as ledger:
        for _ in range(TURNS):
            costs["bare"].append(seconds(partial(repeat, bare)) / ACTS)
            costs["one"].append(seconds(partial(fill, ledger, "t", ACTS)) / ACTS)
            before = ledger.commits
            acts = ACTS // 4
            costs["many"].append(seconds(partial(at_once, ledger, acts)) / acts / TABLES)
            shared = acts * TABLES / (ledger.commits - before)
    cost = {kind: statistics.median(found) for kind, found in costs.items()}
    print(f"{name}: a bare commit takes {cost['bare'] * 1e3:.2f} ms, {1 / cost['bare']:,.0f}/s")
    for kind, words in (("one", "one table"), ("many", f"{TABLES} tables at once")):
        ratio = cost[kind] / cost["bare"]
        print(f"  {words}: {1 / cost[kind]:,.0f} acts/s, {ratio:.2f} times a bare commit an act")
    print(f"  {shared:.1f} acts shared a commit at {TABLES} tables; wanted: within 2 times")


# --- beside the size of the record


def made_up(number: int, state: str, first: str) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The rows of a table with so many rounds on record, in portions."""
    opening = {"table_id": "t", "seq": 0, "at": 1, "command_id": "0", "body": first}
    yield events, [{**opening, "hash": "0" * 64}]
    cited = ("uth.10.h.1",)
    digest = digest_clauses(cited)
    yield clause_sets, [{"digest": digest, "clause": clause} for clause in cited]
    for start in range(1, number + 1, 5000):
        told, listed, settled = [], [], []
        for one in range(start, min(start + 5000, number + 1)):
            last = one * EVENTS_A_ROUND
            for seq in range(last - EVENTS_A_ROUND + 1, last + 1):
                row = {"table_id": "t", "seq": seq, "at": one, "body": BODIES[0]}
                told.append({**row, "command_id": f"c{seq}", "hash": f"{seq:064x}"})
            row = {"table_id": "t", "round": one, "game": "uth", "began": one, "ended": one}
            span = {"first_seq": last - EVENTS_A_ROUND + 1, "last_seq": last}
            listed.append({**row, **span, "void": False})
            wager = {"table_id": "t", "round": one, "seat": 1, "wager": "ante", "stake": 500}
            wager |= {"player": f"P{one % PLAYERS}", "net": 500, "outcome": "win"}
            settled.append({**wager, "clause_set": digest})
        yield from ((events, told), (rounds, listed), (results, settled))
    place = {"table_id": "t", "seq": number * EVENTS_A_ROUND, "round": number - 1, "form": FORM}
    yield snapshots, [{**place, "state": state}]


def sample(folder: Path) -> tuple[str, dict[str, Any]]:
    """How a real table's record begins, and how it stands after a round."""
    with Ledger(str(folder / "sample.db")) as ledger:
        table = create_table(ledger, "t", OPENING, now)
        trial = Trial(table.state.setup, Random(1), carry_out=table.carry_out)
        trial.seat("A", "B", "C")
        play(trial, 1)
        data = to_snapshot(table.state)
        assert data is not None
        return next(iter(list(ledger.records("t", 0, 0)))).body, data


def play(trial: Trial, number: int) -> None:
    for _ in range(number):
        trial.prepare()
        trial.bet_at_random()
        trial.play_round()


def beside_size(name: str, url: str, number: int, folder: Path, bare: Callable[[], None]) -> None:
    first, data = sample(folder)
    state = canonical({**data, "rounds": number})
    with Ledger(url) as ledger:
        for kind, rows in made_up(number, state, first):
            with ledger.engine.execution_options(writes=True).begin() as connection:
                connection.execute(kind.insert(), rows)
        table = open_table(ledger, "t", now)
        trial = Trial(table.state.setup, Random(1), carry_out=table.carry_out)
        trial.state = table.state
        before = ledger.commits
        took = seconds(lambda: play(trial, 19))
        act = took / (ledger.commits - before)
        turns = [(partial(repeat, bare), partial(fill, ledger, "u", ACTS)) for _ in range(TURNS)]
        ratios = [seconds(acts) / seconds(alone) for alone, acts in turns]
    found: dict[str, list[float]] = {"open": [], "newest": [], "player": [], "tables": []}
    for _ in range(TURNS):

        def reopen() -> None:
            with Ledger(url) as again:
                open_table(again, "t", now)

        found["open"].append(seconds(reopen))
        with Ledger(url) as ledger:
            found["newest"].append(seconds(lambda: search(ledger, Query())))
            one = Query(player="P7", least_win=100)
            found["player"].append(seconds(lambda: search(ledger, one)))  # noqa: B023
            found["tables"].append(seconds(ledger.tables))
    told = {kind: f"{statistics.median(times) * 1e3:,.1f}" for kind, times in found.items()}
    ratio = statistics.median(ratios)
    print(
        f"  {name}, {number:>9,} rounds: an append is {ratio:.2f} times a bare commit, "
        f"an act of a table takes {act * 1e3:.2f} ms, open {told['open']} ms,\n"
        f"    the newest 50 {told['newest']} ms, a player's {told['player']} ms, "
        f"names of tables {told['tables']} ms"
    )


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--rounds", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    reader.add_argument("--folder", help="where the stores of SQLite lie")
    chosen = reader.parse_args()
    programs = binaries()
    server = Server(programs) if programs else None
    with tempfile.TemporaryDirectory(dir=chosen.folder) as where:
        folder = Path(where)
        try:
            print(f"Acts on record: medians of {TURNS} turns of {ACTS} acts, three events each")
            bare = bare_sqlite(folder / "bare.db")
            beside_bare_commits("SQLite", str(folder / "acts.db"), bare)
            if server:
                server.start()
                url = server.new_database()
                other = bare_postgres(server.new_database())
                beside_bare_commits("PostgreSQL", url, other)
            print(f"Beside the size of the record, {EVENTS_A_ROUND} made-up events a round:")
            for number in chosen.rounds:
                beside_size("SQLite", str(folder / f"{number}.db"), number, folder, bare)
                (folder / "sample.db").unlink()
                if server:
                    beside_size("PostgreSQL", server.new_database(), number, folder, other)
                    (folder / "sample.db").unlink()
        finally:
            if server:
                server.close()


if __name__ == "__main__":
    main()
