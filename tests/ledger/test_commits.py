"""Shared commits and failing stores: each append gets its own verdict, and a true one."""

import sqlite3
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.ledger.errors import Conflict, RecordError, StoreBusy, StoreFailed, StoreFull
from houseway.ledger.records import as_row, chain_after
from houseway.ledger.schema import events, seeds
from houseway.ledger.store import Head, Ledger
from tests.ledger.helpers import BODY
from tests.ledger.test_store import SEED, bodies, numbered, together
from tests.servers import Server


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger(url) as opened:
        yield opened


def queued(ledger: Ledger, tasks: list[Any]) -> list[Any]:
    """Runs tasks so that all of them wait for one commit."""
    ledger.writer.busy = True
    opener = threading.Thread(target=_open_when_waiting, args=(ledger, len(tasks)))
    opener.start()
    answers = together(tasks)
    opener.join()
    return answers


def _open_when_waiting(ledger: Ledger, number: int) -> None:
    while len(ledger.writer.queue) < number:
        threading.Event().wait(0.005)
    with ledger.writer.gate:
        ledger.writer.busy = False
        ledger.writer.gate.notify_all()


def write(ledger: Ledger, head: Head, **more: Any) -> Any:
    return lambda: ledger.append(head, [BODY], at=1, **more)


def test_appends_that_wait_share_a_commit(ledger: Ledger) -> None:
    answers = queued(ledger, [write(ledger, Head(f"t{n}")) for n in range(8)])
    assert ledger.commits == 1
    assert [answer.seq for answer in answers] == [0] * 8
    assert len(ledger.tables()) == 8


def test_many_threads_on_many_tables_share_commits(ledger: Ledger) -> None:
    def fill(name: str) -> None:
        head = Head(name)
        for number in range(20):
            head = ledger.append(head, [numbered(number)], at=1, command=str(number))

    together([partial(fill, f"t{n}") for n in range(8)])
    assert ledger.commits < 8 * 20
    assert len(ledger.tables()) == 8
    for table in ledger.tables():
        assert bodies(ledger, table) == [numbered(n) for n in range(20)]


def test_one_conflict_in_a_batch_does_not_spoil_the_others(ledger: Ledger) -> None:
    ledger.append(Head("taken"), [BODY], at=1)
    tasks = [write(ledger, Head("one")), write(ledger, Head("taken")), write(ledger, Head("two"))]
    first, lost, second = queued(ledger, tasks)
    assert isinstance(lost, Conflict)
    assert (first.table, first.seq, second.table, second.seq) == ("one", 0, "two", 0)
    assert ledger.tables() == ["one", "taken", "two"]
    assert len(bodies(ledger, "taken")) == 1


def test_of_two_appends_at_one_head_in_a_batch_one_wins(ledger: Ledger) -> None:
    answers = queued(ledger, [write(ledger, Head("t")), write(ledger, Head("t"))])
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Head"]
    assert len(bodies(ledger)) == 1


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, OverflowError])
def test_no_append_is_falsely_acknowledged_when_the_committing_thread_is_stopped(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, fault: type[BaseException]
) -> None:
    """Whatever stops the thread that commits for all, none of them may count on it."""
    real = ledger.writer.commit

    def stopped(batch: Any) -> None:
        monkeypatch.setattr(ledger.writer, "commit", real)
        raise fault

    monkeypatch.setattr(ledger.writer, "commit", stopped)
    acknowledged: list[str] = []

    def task(name: str) -> None:
        try:
            ledger.append(Head(name), [BODY], at=1)
        except RecordError:
            return
        except fault:
            return
        acknowledged.append(name)

    queued(ledger, [partial(task, f"t{n}") for n in range(4)])
    assert set(acknowledged) <= set(ledger.tables())


def test_a_value_that_a_store_cannot_hold_fails_only_its_own_append(
    ledger: Ledger,
) -> None:
    """A value out of the store's range is the asker's fault and not the store's."""
    too_far = {**SEED, "shuffle": 2**70}
    tasks = [
        write(ledger, Head("one")),
        write(ledger, Head("bad"), extra=[(seeds, [too_far])]),
        write(ledger, Head("two")),
    ]
    first, refused, second = queued(ledger, tasks)
    assert isinstance(refused, RecordError)
    assert not isinstance(refused, StoreFailed | Conflict)
    assert (first.table, second.table) == ("one", "two")
    assert ledger.tables() == ["one", "two"]
    ledger.append(ledger.head("one"), [BODY], at=2)


@pytest.mark.parametrize("name", ["a\x00b", "\ud800"])
def test_a_name_that_cannot_be_stored_does_not_stop_the_house(ledger: Ledger, name: str) -> None:
    head = ledger.append(Head("t"), [BODY], at=1)
    with pytest.raises(RecordError):
        ledger.append(head, [BODY], at=2, command=name)
    ledger.append(head, [BODY], at=2)


def test_a_head_that_is_not_on_record_is_refused(ledger: Ledger) -> None:
    """A store that was put back to an earlier day gets no record with a gap before it."""
    head = ledger.append(Head("t"), [BODY], at=1)
    for wrong in (Head("t", 5, 1, head.hash), Head("u", 0, 1, head.hash)):
        with pytest.raises(Conflict):
            ledger.append(wrong, [BODY], at=2)
    with pytest.raises(Conflict):
        ledger.append(Head("t", 0, 1, "f" * 64), [BODY], at=2)
    ledger.append(head, [BODY], at=2)


def test_a_store_put_back_under_a_running_house_gets_no_gap(ledger: Ledger) -> None:
    first = ledger.append(Head("t"), [BODY], at=1)
    second = ledger.append(first, [BODY], at=2)
    with ledger.engine.execution_options(writes=True).begin() as connection:
        connection.execute(sa.text("DELETE FROM events WHERE seq = 1"))
    with pytest.raises(Conflict):
        ledger.append(second, [BODY], at=3)
    assert ledger.head("t") == first


def test_two_houses_that_lock_each_other_out_lose_a_race_and_do_not_fail(postgres: str) -> None:
    """Two batches that lock each other out are a lost race, and no failure of the store."""
    with Ledger(postgres) as house, Ledger(postgres) as other:
        for _ in range(10):
            heads = {name: house.head(name) for name in "abcdefgh"}
            gate = threading.Barrier(2)
            answers: list[Any] = []

            def run(ledger: Ledger, names: str, heads: Any = heads, gate: Any = gate) -> None:
                tasks = [write(ledger, heads[name]) for name in names]
                gate.wait()
                answers.extend(queued(ledger, tasks))  # noqa: B023

            threads = [
                threading.Thread(target=run, args=(house, "abcdefgh")),
                threading.Thread(target=run, args=(other, "hgfedcba")),
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sum(isinstance(answer, Head) for answer in answers) == 8
            assert sum(isinstance(answer, Conflict) for answer in answers) == 8


# --- a store that fails


def test_a_full_store_is_reported_and_may_be_tried_again(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        head = ledger.append(Head("t"), [BODY], at=1)
        big = '{"x":"' + "x" * 100_000 + '"}'

        def limit(connection: Any, *_: Any) -> None:
            connection.execute("PRAGMA max_page_count=40")

        ledger.close()
        sa.event.listen(ledger.engine, "connect", limit)
        with pytest.raises(StoreFull):
            ledger.append(head, [big, big], at=2, command="big")
        assert ledger.head("t") == head
        head = ledger.append(head, [BODY], at=2, command="small")
        sa.event.remove(ledger.engine, "connect", limit)
        ledger.close()
        head = ledger.append(head, [big, big], at=3, command="big")
        assert ledger.head("t") == head


TWO_STATEMENTS = [(seeds, [{"table_id": "t", "shuffle": 1, "seed": bytes(32)}])]
"""With rows of another table an act is a transaction; without, PostgreSQL needs none."""


def failing_commit(ledger: Ledger, error: str) -> list[int]:
    """Makes every commit of a ledger fail as a disk would; counts the attempts."""
    attempts = [0]

    def fail(_connection: Any) -> None:
        attempts[0] += 1
        broken = sa.exc.OperationalError("COMMIT", {}, Exception(error))
        raise broken

    sa.event.listen(ledger.engine, "commit", fail)
    return attempts


def test_a_failed_commit_is_the_end_and_is_never_tried_again(ledger: Ledger) -> None:
    head = ledger.append(Head("t"), [BODY], at=1)
    attempts = failing_commit(ledger, "disk I/O error")
    with pytest.raises(StoreFailed):
        ledger.append(head, [BODY], at=2, extra=TWO_STATEMENTS)
    assert attempts == [1]
    for _ in range(3):
        with pytest.raises(StoreFailed):
            ledger.append(head, [BODY], at=2)
    with pytest.raises(StoreFailed):
        ledger.bring_in(list(ledger.records("t")))
    assert attempts == [1]
    assert len(bodies(ledger)) == 1


def test_a_failed_commit_fails_every_append_that_shared_it(ledger: Ledger) -> None:
    failing_commit(ledger, "disk I/O error")
    tasks = [write(ledger, Head(f"t{n}")) for n in range(3)]
    tasks.append(partial(ledger.append, Head("t"), [BODY], at=1, extra=TWO_STATEMENTS))
    answers = queued(ledger, tasks)
    assert all(isinstance(answer, StoreFailed) for answer in answers)
    assert ledger.tables() == []


def test_the_word_full_in_a_record_is_not_a_full_store(ledger: Ledger) -> None:
    failing_commit(ledger, "the full house lost its connection")
    with pytest.raises(StoreFailed):
        ledger.append(Head("t"), [BODY], at=2)


def test_a_server_that_goes_away_is_the_end(server: Server, postgres: str) -> None:
    with Ledger(postgres) as ledger, Ledger(postgres) as other:
        head = ledger.append(Head("t"), [BODY], at=1)

        def cut_off(_connection: Any) -> None:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND query LIKE 'INSERT%'"
            )

        sa.event.listen(ledger.engine, "commit", cut_off)
        with pytest.raises(StoreFailed):
            ledger.append(head, [BODY], at=2, command="lost", extra=TWO_STATEMENTS)
        with pytest.raises(StoreFailed):
            ledger.append(head, [BODY], at=2, command="lost")
        assert other.effect_of("t", "lost") is None
        other.append(head, [BODY], at=2)


def test_a_server_that_goes_away_fails_a_single_statement(server: Server, postgres: str) -> None:
    with Ledger(postgres) as ledger, Ledger(postgres) as other:
        head = ledger.append(Head("t"), [BODY], at=1)

        def cut_off(*_: Any) -> None:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND query LIKE 'INSERT%'"
            )

        sa.event.listen(ledger.engine, "before_cursor_execute", cut_off)
        with pytest.raises(StoreFailed):
            ledger.append(head, [BODY, BODY], at=2, command="lost")
        assert other.effect_of("t", "lost") is None
        assert other.head("t") == head


def test_an_act_of_many_records_is_whole_or_not_there(ledger: Ledger) -> None:
    """More rows than one statement takes, the last of which cannot be kept."""
    head = ledger.append(Head("t"), [BODY], at=1)
    many = [BODY] * 1500
    ledger.append(Head("u"), many, at=1)
    assert len(bodies(ledger, "u")) == 1500
    with ledger.engine.execution_options(writes=True).begin() as connection:
        record = chain_after(Head("t", 900, 1, head.hash), [BODY], 1, None)[0]
        row = {**as_row(record), "before": None}
        connection.execute(events.insert(), [row])
    with pytest.raises(Conflict):
        ledger.append(head, many, at=2)
    assert len(bodies(ledger, "t")) == 2


def test_a_careless_database_still_waits_for_the_disk(postgres: str) -> None:
    """An acknowledged act is on disk, also where the database is set not to wait for it."""
    name = postgres.split("@/")[1].split("?", maxsplit=1)[0]
    with Ledger(postgres) as ledger, ledger.engine.begin() as connection:
        connection.execute(sa.text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    with Ledger(postgres) as ledger, ledger.engine.connect() as connection:
        assert connection.scalar(sa.text("SHOW synchronous_commit")) == "on"


def test_sqlite_waits_for_the_disk(sqlite: str) -> None:
    with Ledger(sqlite) as ledger, ledger.engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"


def test_events_are_only_ever_added(ledger: Ledger) -> None:
    """No statement of an append changes or removes a row."""
    verbs: list[str] = []

    def listen(_c: Any, _cur: Any, statement: str, *_: Any) -> None:
        verbs.append(statement.split(maxsplit=1)[0].upper())

    sa.event.listen(ledger.engine, "before_cursor_execute", listen)
    head = ledger.append(Head("t"), [BODY], at=1, extra=[(seeds, [SEED])])
    ledger.append(head, [BODY], at=2)
    assert not {"UPDATE", "DELETE", "REPLACE"} & set(verbs)


def test_a_store_that_another_program_holds_is_busy_and_may_be_tried_again(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        ledger.writer.engine = sa.create_engine(
            ledger.engine.url, connect_args={"timeout": 0.05}
        ).execution_options(writes=True)
        other = sqlite3.connect(sqlite, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="try again"):
            ledger.append(Head("t"), [BODY], at=1)
        other.execute("ROLLBACK")
        other.close()
        assert ledger.append(Head("t"), [BODY], at=1).seq == 0
        ledger.writer.engine.dispose()


def test_a_file_may_have_any_name_and_reading_only_writes_nothing(tmp_path: Path) -> None:
    where = str(tmp_path / "house?mode=memory#1.db")
    with Ledger(where) as ledger:
        ledger.append(Head("t"), [BODY], at=1)
    assert Path(where).is_file()
    with Ledger(where, read_only=True) as ledger:
        assert ledger.tables() == ["t"]
        with pytest.raises(RecordError, match="reading only"):
            ledger.append(ledger.head("t"), [BODY], at=1)
