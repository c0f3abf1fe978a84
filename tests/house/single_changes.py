"""Every single-value change that a test makes in a small but complete store.

For some rows of every table: each column changed to several other values, the row deleted, and
rows inserted. The store is changed as an insider with the database open would change it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.house.offices import Office, Person
from houseway.house.people import NotAuthenticated
from houseway.ledger import recorded_table
from houseway.ledger.checkpoints import checkpoint, new_key, read_key
from houseway.ledger.schema import metadata
from houseway.ledger.seals import key_file
from houseway.ledger.store import HOUSE, Ledger
from houseway.table.trials import random_round
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import now, open_or_create, robots

FLO = Person("Flo", Office.FLOORPERSON)
ADA = Person("Ada", Office.ADMINISTRATOR)
ANN = Person("Ann", Office.PLAYER)
PASSWORD = "correct horse battery"
KINDS = {"events": "table_id", "tokens": "label", "coupons": "state"}
"""Columns of which at least one row with each value is changed."""


def build_complete_store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with at least two rows of every kind, and a snapshot after every round."""
    monkeypatch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 1)
    path = folder / "complete.db"
    with Ledger(str(path)) as ledger:
        _play_irregular_rounds(ledger)
        stand = build_stand(ledger)
        _add_people(stand)
        _play_with_coupons(stand)
        new_key(folder / "key.pem")
        for table in ("t", "tables", HOUSE):
            checkpoint(ledger, table, read_key(folder / "key.pem"), now())
    return path


def _play_irregular_rounds(ledger: Ledger) -> None:
    """Rounds at a table that the house did not open; two of them are irregular."""
    trial = robots(open_or_create(ledger, "t"), 2)
    trial.seat("A", "B")
    for _ in range(6):
        random_round(trial)


def _add_people(stand: Stand) -> None:
    people = stand.house.people
    people.add("test", "Ada", Office.ADMINISTRATOR, PASSWORD)
    people.add("test", "Bob", Office.DEALER, PASSWORD)
    people.change("Ada", "Bob", office=Office.FLOORPERSON)
    for address in ("192.0.2.1", "192.0.2.2"):
        stand.house.guest(address)
    with pytest.raises(NotAuthenticated):
        people.authenticate("Bob", "not the password", "192.0.2.3")
    people.new_token(ADA, "first")
    people.new_token(ADA, "second")
    people.end_session(ADA, "a session of Ada")


def _play_with_coupons(stand: Stand) -> None:
    house = stand.house
    table = open_table(stand, "hilo", "tables", match_play=True)
    stand.seated("tables", "Ann", "Ben")
    for serial in ("C-1", "C-2", "C-3"):
        house.coupons.issue(FLO, 500, serial=serial)
    for round_, serial in ((1, "C-1"), (2, "C-2")):
        stand.bet_all(table)
        house.place_coupon(ANN, "tables", 1, serial, f"lay-{round_}")
        for name in ("Ann", "Ben"):
            table.say_ready(name)
        stand.decide_all(table, Random(round_))
    stand.tell(ANN, "tables", type="cash_out", cents=10_000)


@dataclass(frozen=True)
class SingleChange:
    """One statement that changes one value, one row, or adds one."""

    table: str
    what: str
    """The column that is changed; `delete` or `insert`."""
    words: str
    statement: Any

    def __str__(self) -> str:
        return f"{self.table}.{self.what}: {self.words}"


def list_changes(path: Path, rows_a_table: int = 1, values_a_column: int = 2) -> list[SingleChange]:
    """The changes for some rows of every table, those of the house's own stream among them."""
    engine = sa.create_engine(f"sqlite:///{path}")
    changes: list[SingleChange] = []
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            rows = [dict(row._mapping) for row in connection.execute(sa.select(table))]
            assert rows, f"the store has no rows of {table.name}"
            for row in _choose(table, rows, rows_a_table):
                changes += _change_row(table, row, rows, values_a_column)
            changes += _insert_rows(table, rows)
    engine.dispose()
    return changes


def _choose(table: sa.Table, rows: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    chance = Random(table.name)
    chosen = chance.sample(rows, min(number, len(rows)))
    if name := KINDS.get(table.name):
        for value in sorted({str(row[name]) for row in rows}):
            if not any(str(row[name]) == value for row in chosen):
                chosen.append(next(row for row in rows if str(row[name]) == value))
    return chosen


def _where(table: sa.Table, row: dict[str, Any]) -> list[sa.ColumnElement[bool]]:
    return [column == row[column.name] for column in table.primary_key]


def _change_row(
    table: sa.Table, row: dict[str, Any], rows: list[dict[str, Any]], most: int
) -> Iterator[SingleChange]:
    place = _where(table, row)
    key = ", ".join(str(row[column.name]) for column in table.primary_key)[:80]
    for column in table.c:
        for value in _other_values(column, row, rows)[-most:]:
            statement = table.update().where(*place).values({column.name: value})
            words = f"{key}: {str(row[column.name])[:30]!r} -> {str(value)[:30]!r}"
            yield SingleChange(table.name, column.name, words, statement)
    yield SingleChange(table.name, "delete", key, table.delete().where(*place))


def _other_values(
    column: sa.Column[Any], row: dict[str, Any], rows: list[dict[str, Any]]
) -> list[Any]:
    """Values that are not the one in the row: near it, far from it, of another row, none."""
    value = row[column.name]
    values: list[Any] = [other[column.name] for other in rows if other[column.name] != value][:1]
    match value:
        case bool():
            values = [not value]
        case int():
            values += [value + 1, 0, 10**15]
        case bytes():
            values += [bytes([value[0] ^ 1]) + value[1:], b"", bytes(32)]
        case str():
            values += [value + "x", "", value.replace("1", "2", 1)]
        case None:
            values += [0 if isinstance(column.type, sa.BigInteger) else "x"]
    if column.nullable and value is not None:
        values.append(None)
    kept: list[Any] = []
    for other in values:
        if other != value and other not in kept:
            kept.append(other)
    return kept


def _insert_rows(table: sa.Table, rows: list[dict[str, Any]]) -> Iterator[SingleChange]:
    """Copies of rows under another key: of a name that nobody knows, and a number further on."""
    for row in rows[:1] + rows[-1:]:
        for column in table.primary_key:
            value = row[column.name]
            other = value + 1000 if isinstance(value, int) else f"{value}-new"
            fresh = {**row, column.name: other}
            if table.name == "people":
                fresh["known_as"] = str(other).casefold()
            words = f"{column.name} {other}"
            yield SingleChange(table.name, "insert", words, table.insert().values(fresh))


@contextmanager
def changed_copy(path: Path, target: Path, change: SingleChange) -> Iterator[bool]:
    """A copy of the store with one change in it; yields whether the store itself allowed it."""
    target.write_bytes(path.read_bytes())
    key_file(str(target)).write_bytes(key_file(str(path)).read_bytes())
    engine = sa.create_engine(f"sqlite:///{target}")
    try:
        with engine.begin() as connection:
            query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            for trigger in connection.exec_driver_sql(query).all():
                connection.exec_driver_sql(f"DROP TRIGGER {trigger.name}")
            is_allowed = connection.execute(change.statement).rowcount > 0
    except sa.exc.IntegrityError:
        is_allowed = False
    finally:
        engine.dispose()
    yield is_allowed
    for suffix in ("", "-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
