"""The contract of the store, the same on SQLite and on PostgreSQL: what is on record stays so."""

import multiprocessing
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.ledger.errors import Conflict, RecordError
from houseway.ledger.recorded_table import create_table, open_table
from houseway.ledger.records import START
from houseway.ledger.schema import rounds, seeds
from houseway.ledger.store import Head, Ledger
from houseway.rulebook import Malformed
from houseway.table.commands import Actor, BuyIn, Role, Sit
from tests.ledger.helpers import (
    BODY,
    SELF_DEALING,
    assert_whole,
    now,
    open_or_create,
    play_rounds,
    robots,
)

SEED = {"table_id": "t", "shuffle": 1, "seed": b"x" * 32}
# A child starts afresh: it shares no connection and no lock with this process.
processes = multiprocessing.get_context("spawn")


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger(url) as opened:
        yield opened


def bodies(ledger: Ledger, table: str = "t") -> list[str]:
    return [record.body for record in ledger.records(table)]


def numbered(number: int) -> str:
    return f'{{"n":{number}}}'


def together(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """Runs tasks in threads that start at one moment; gives what each returned or raised."""
    answers: list[Any] = [None] * len(tasks)
    gate = threading.Barrier(len(tasks))

    def run(number: int) -> None:
        gate.wait()
        try:
            answers[number] = tasks[number]()
        except RecordError as error:
            answers[number] = error

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# --- append, read, head


def test_an_act_is_read_as_it_was_written(ledger: Ledger) -> None:
    assert ledger.head("t") == Head("t", -1, 0, START)
    head = ledger.append(Head("t"), [numbered(0), numbered(1)], at=7, command="a")
    head = ledger.append(head, [numbered(2)], at=9, command="b")
    assert ledger.head("t") == head
    records = list(ledger.records("t"))
    assert [(record.seq, record.at, record.command, record.body) for record in records] == [
        (0, 7, "a", '{"n":0}'),
        (1, 7, None, '{"n":1}'),
        (2, 9, "b", '{"n":2}'),
    ]
    assert records[-1].hash == head.hash
    assert [record.seq for record in ledger.records("t", 1, 1)] == [1]
    assert ledger.effect_of("t", "a") == (0, 1)
    assert ledger.effect_of("t", "b") == (2, 2)
    assert ledger.effect_of("t", "c") is None
    assert ledger.tables() == ["t"]


def test_what_is_acknowledged_is_there_after_opening_again(url: str) -> None:
    text = '{"name":"Zoë \\" 好 🂡"}'
    with Ledger(url) as ledger:
        head = ledger.append(Head("t é"), [text], at=1, command="ü", extra=[(seeds, [SEED])])
    with Ledger(url) as again:
        assert again.head("t é") == head
        assert bodies(again, "t é") == [text]
        assert again.effect_of("t é", "ü") == (0, 0)
        assert again.seed_of("t", 1) == b"x" * 32


def test_the_clock_may_go_back_and_the_record_does_not(ledger: Ledger) -> None:
    head = ledger.append(Head("t"), [BODY], at=1_000)
    head = ledger.append(head, [BODY], at=10)
    assert head.at == 1_000
    times = iter([50, 40, 30, 60])
    table = create_table(ledger, "clock", SELF_DEALING, lambda: next(times))
    player = Actor(Role.PLAYER, "A")
    table.submit(Sit(player, 1))
    table.submit(BuyIn(player, 100))
    table.submit(BuyIn(player, 100))
    assert [record.at for record in ledger.records("clock")] == [50, 50, 50, 60]


def test_a_ledger_for_reading_creates_nothing(url: str) -> None:
    with pytest.raises(RecordError, match="no record"):
        Ledger(url, read_only=True)
    if "postgres" not in url:
        assert not Path(url).exists()
    with Ledger(url) as ledger:
        ledger.append(Head("t"), [BODY], at=1)
    with Ledger(url, read_only=True) as ledger:
        assert bodies(ledger) == [BODY]


def test_a_store_that_cannot_be_opened_is_reported(tmp_path: Path, server: Any) -> None:
    (tmp_path / "text.db").write_text("this is no database\n" * 100, "utf-8")
    for where in (
        str(tmp_path / "text.db"),
        str(tmp_path / "no folder" / "house.db"),
        f"postgresql://postgres@/nobody?host={server.folder}",
        "oracle://somewhere",
    ):
        with pytest.raises(RecordError):
            Ledger(where)


# --- races


def test_a_lost_race_is_a_conflict_and_never_an_overwrite(url: str) -> None:
    with Ledger(url) as ledger, Ledger(url) as other:
        head = ledger.append(Head("t"), [numbered(0)], at=1)
        assert other.head("t") == head
        ledger.append(head, [numbered(1)], at=2, command="mine")
        with pytest.raises(Conflict, match="record 1"):
            other.append(head, [numbered(2), numbered(3)], at=2, command="yours")
        assert bodies(ledger) == [numbered(0), numbered(1)]
        assert other.effect_of("t", "yours") is None
        other.append(other.head("t"), [numbered(2)], at=3, command="yours")
        assert bodies(ledger) == [numbered(0), numbered(1), numbered(2)]


def test_of_many_threads_at_one_head_one_wins(ledger: Ledger) -> None:
    head = ledger.append(Head("t"), [BODY], at=1)
    tasks = [partial(ledger.append, head, [numbered(n)], at=2) for n in range(12)]
    answers = together(tasks)
    won = [n for n, answer in enumerate(answers) if isinstance(answer, Head)]
    assert len(won) == 1
    assert all(isinstance(answer, Head | Conflict) for answer in answers)
    assert bodies(ledger) == [BODY, numbered(won[0])]


def _write_in_a_process(url: str, gate: Any, mine: int, same: bool, answers: Any) -> None:
    """Tries to write 20 acts at one table, reading again after a conflict."""
    with Ledger(url) as ledger:
        gate.wait()
        done = conflicts = 0
        for number in range(20):
            command = str(number) if same else f"{mine}-{number}"
            while ledger.effect_of("t", command) is None:
                try:
                    ledger.append(ledger.head("t"), [numbered(mine)], at=now(), command=command)
                    done += 1
                except Conflict:
                    conflicts += 1
        answers.put((done, conflicts))


@pytest.mark.parametrize("same", [False, True], ids=["own commands", "the same commands"])
def test_each_command_of_two_processes_at_one_table_takes_effect_once(url: str, same: bool) -> None:
    """Every command takes effect once, whichever process sends it and however often."""
    with Ledger(url) as ledger:
        gate, answers = processes.Barrier(2), processes.Queue()
        children = [
            processes.Process(target=_write_in_a_process, args=(url, gate, n, same, answers))
            for n in range(2)
        ]
        for child in children:
            child.start()
        replies = [answers.get(timeout=60) for _ in children]
        for child in children:
            child.join()
        commands = [record.command for record in ledger.records("t")]
        assert len(commands) == len(set(commands)) == (20 if same else 40)
        assert sum(done for done, _ in replies) == len(commands)
        assert not list(ledger.records("t", 40))


def test_a_command_sent_again_takes_effect_once(url: str) -> None:
    player = Actor(Role.PLAYER, "A")
    with Ledger(url) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        assert table.find_events("buy") is None
        table.submit(Sit(player, 1), "sit")
        first = table.submit(BuyIn(player, 500), "buy")
        assert table.find_events("buy") == first
        with pytest.raises(Conflict):
            table.submit(BuyIn(player, 500), "buy")
        assert table.state.rack_of("A") == 500
    with Ledger(url) as ledger:
        table = open_table(ledger, "t", now)
        assert table.find_events("buy") == first
        with pytest.raises(Conflict):
            table.submit(BuyIn(player, 500), "buy")
        assert table.state.rack_of("A") == 500
        table.submit(BuyIn(player, 1), "another")
        assert table.state.rack_of("A") == 501


def test_two_recorded_tables_of_one_name_agree_after_a_conflict(url: str) -> None:
    player = Actor(Role.PLAYER, "A")
    with Ledger(url) as ledger, Ledger(url) as other:
        table = create_table(ledger, "t", SELF_DEALING, now)
        same_table = open_table(other, "t", now)
        with pytest.raises(Conflict, match="already"):
            create_table(other, "t", SELF_DEALING, now)
        table.submit(Sit(player, 1))
        with pytest.raises(Conflict):
            same_table.submit(Sit(Actor(Role.PLAYER, "B"), 1))
        assert same_table.state == table.state
        same_table.submit(BuyIn(player, 100))
        assert same_table.state.rack_of("A") == 100


def _open_in_a_process(url: str, gate: Any, answers: Any) -> None:
    gate.wait()
    try:
        with Ledger(url) as ledger:
            answers.put(ledger.head("t").seq)
    except RecordError as error:
        answers.put(str(error))


def test_many_processes_open_a_new_store_at_once(url: str) -> None:
    gate, answers = processes.Barrier(4), processes.Queue()
    children = [
        processes.Process(target=_open_in_a_process, args=(url, gate, answers)) for _ in range(4)
    ]
    for child in children:
        child.start()
    replies = [answers.get(timeout=60) for _ in children]
    for child in children:
        child.join()
    assert replies == [-1] * 4


# --- one transaction


def test_all_that_belongs_to_an_act_is_written_with_it_or_not_at_all(ledger: Ledger) -> None:
    head = ledger.append(Head("t"), [BODY], at=1, extra=[(seeds, [SEED])])
    with pytest.raises(Conflict):  # the seed is there already, so the act does not happen
        ledger.append(head, [BODY], at=2, command="again", extra=[(seeds, [SEED])])
    assert ledger.head("t") == head
    other = {**SEED, "shuffle": 2}
    with pytest.raises(Conflict):  # the act lost its race, so its seed is not kept
        ledger.append(Head("t"), [BODY], at=2, extra=[(seeds, [other])])
    assert ledger.seed_of("t", 2) is None


def test_seeds_and_the_index_come_with_their_events(ledger: Ledger) -> None:
    table = open_or_create(ledger, "t")
    play_rounds(robots(table, 1), 3)
    assert_whole(ledger, "t")
    with ledger.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(rounds)) == 3
        assert connection.scalar(sa.select(sa.func.count()).select_from(seeds)) == 3


def test_the_names_of_all_tables_are_found_whatever_they_are(ledger: Ledger) -> None:
    names = ["Zed", "a", "a ", "aa", "b-1", "b_1", "Ärmel", "ß", "10", "9"]
    for name in names:
        ledger.append(Head(name), [BODY, BODY], at=1)
    assert ledger.tables() == sorted(names)


def test_a_record_that_cannot_be_read_says_so(ledger: Ledger) -> None:
    with ledger.engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("DROP TABLE seeds")
    with pytest.raises(RecordError, match=r"The record cannot be read: .*seeds"):
        ledger.seed_of("t", 1)


def test_a_name_that_no_store_can_hold_is_no_failure_of_the_store(ledger: Ledger) -> None:
    """A server refuses a text with a NUL; that is reported as a wrong name, not as "try again"."""
    with suppress(Malformed), ledger.reading() as connection:
        named = sa.select(rounds).where(rounds.c.table_id == "a\0b")
        assert connection.execute(named).first() is None
