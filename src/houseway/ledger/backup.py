"""A whole store in one file, and back: every stream, and the house's own tables.

From SQLite the file is a copy of the store, made page by page while the house goes on. From
PostgreSQL it is JSON lines: what the file is, then every row, then how many there were, all as
of one moment. Either is brought back into a store of either kind, if that is empty; before
anything is written there, every chain is checked.
"""

import json
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.ledger.engines import sqlite_file, store_url
from houseway.ledger.errors import KeyMissing, RecordError
from houseway.ledger.export import export_lines
from houseway.ledger.migration import HEAD, migrate
from houseway.ledger.private_files import create_private
from houseway.ledger.schema import events, metadata, store_key
from houseway.ledger.seals import VARIABLE, StoreKey, keep_key, key_file, load_key
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import file_of, given_key
from houseway.ledger.verify_books import book_faults
from houseway.ledger.verify_log import check_lines

SQLITE = b"SQLite format 3\x00"
KIND = "houseway backup"
PORTION = 1_000


@dataclass(frozen=True)
class Backed:
    """The contents of a backup, or of a restored store."""

    streams: int
    records: int
    people: int

    def __str__(self) -> str:
        return f"{self.streams} streams, {self.records} records, {self.people} people"


# --- out


def back_up(ledger: Ledger, file: Path) -> Backed:
    """Writes all of a store into a new file, as of one moment, and checks what was written."""
    if file.exists():
        raise RecordError(f"{file} is there already. A backup is a new file.")
    _keep_key_with(ledger, file)
    partial = file.with_name(f"{file.name}.partial")
    # It holds hashes of passwords and what is known of every player: nobody else may read it.
    partial.unlink(missing_ok=True)
    create_private(partial)
    try:
        if ledger.engine.dialect.name == "sqlite":
            _copy_pages(str(ledger.engine.url.database), partial)
        else:
            _write_lines(ledger, partial)
        with _as_store(partial, ledger.seals.key) as copy:
            contents = check_store(copy)
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)
    return contents


def _keep_key_with(ledger: Ledger, file: Path) -> None:
    """Copies the key of a SQLite store beside its backup; a key that is given stays outside."""
    store, key = file_of(ledger.engine), ledger.seals.key
    if store is None or key is None or load_key(key_file(store)) != key:
        return
    _keep_key_beside(str(file), key)


def _keep_key_beside(store: str, key: StoreKey) -> None:
    path = key_file(store)
    if keep_key(path, key) != key:
        raise RecordError(f"{path} holds the key of another store. Move it away first.")


def _copy_pages(source: str, file: Path) -> None:
    """One step for all pages: the copy is of one moment, and writers go on meanwhile."""
    with closing(sqlite3.connect(source)) as store, closing(sqlite3.connect(file)) as copy:
        store.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _write_lines(ledger: Ledger, file: Path) -> None:
    counts: Counter[str] = Counter()
    still = ledger.engine.execution_options(isolation_level="REPEATABLE READ")
    with file.open("w", encoding="utf-8") as out, still.connect() as connection:
        out.write(json.dumps({"is": KIND, "form": HEAD}) + "\n")
        for table, rows in _all_rows(connection):
            counts[table.name] += len(rows)
            for row in rows:
                out.write(json.dumps({"in": table.name, "row": _to_json(row)}) + "\n")
        out.write(json.dumps({"end": counts}) + "\n")
        out.flush()
        os.fsync(out.fileno())


def _all_rows(connection: sa.Connection) -> Iterator[tuple[sa.Table, list[dict[str, Any]]]]:
    """Every row of every table, in an order in which each finds what it refers to."""
    for table in metadata.sorted_tables:
        query = sa.select(table).order_by(*table.primary_key)
        with connection.execution_options(yield_per=PORTION).execute(query) as result:
            for rows in result.partitions():
                yield table, [dict(row._mapping) for row in rows]


def _to_json(row: dict[str, Any]) -> dict[str, Any]:
    return {k: {"hex": bytes(v).hex()} if isinstance(v, bytes) else v for k, v in row.items()}


def _from_json(row: dict[str, Any]) -> dict[str, Any]:
    return {k: bytes.fromhex(v["hex"]) if isinstance(v, dict) else v for k, v in row.items()}


# --- in


def restore(file: Path, url: str) -> Backed:
    """Brings a backup into an empty store: first checked, then written in one transaction."""
    beside_target = _file_of_url(url)
    if beside_target is not None and Path(beside_target).exists():
        with Ledger(url) as target:
            _must_be_empty(target)
    target_key = load_key(key_file(beside_target)) if beside_target is not None else None
    with _as_store(file, load_key(key_file(str(file))) or target_key) as source:
        contents = check_store(source)
        key = _key_to_keep(source)
        if key is not None and beside_target is not None and key != given_key():
            _keep_key_beside(beside_target, key)
        with Ledger(url, key=key) as target:
            _must_be_empty(target)
            writing = target.engine.execution_options(writes=True)
            with source.engine.connect() as reader, writing.begin() as writer:
                for table, rows in _all_rows(reader):
                    if table is store_key:
                        continue  # the store that is written to has noted its key already
                    writer.execute(table.insert(), rows)
            if check_store(target) != contents:
                raise RecordError("What was brought back is not what the backup holds.")
    return contents


def _file_of_url(url: str) -> str | None:
    """The file of a SQLite store that may not be there yet."""
    file = sqlite_file(url)
    return file if file and file != ":memory:" else None


def _key_to_keep(source: Ledger) -> StoreKey | None:
    """The key of a backup's store; None where it had none, and one was made for looking at it."""
    beside = file_of(source.engine)
    is_made = beside is not None and key_file(beside).exists()
    return None if is_made else source.seals.key


def _must_be_empty(ledger: Ledger) -> None:
    with ledger.reading() as connection:
        for table in metadata.sorted_tables:
            if table is store_key:
                continue
            if connection.execute(sa.select(table).limit(1)).first() is not None:
                raise RecordError("The store is not empty. A backup is brought into a new one.")


@contextmanager
def _as_store(file: Path, key: StoreKey | None) -> Iterator[Ledger]:
    """A backup as a store to read, on the side: the file itself is left as it is."""
    with tempfile.TemporaryDirectory() as folder:
        beside = f"{folder}/house.db"
        create_private(Path(beside))
        with file.open("rb") as opened:
            is_sqlite = opened.read(len(SQLITE)) == SQLITE
        try:
            if is_sqlite:
                _copy_pages(str(file), Path(beside))
            else:
                _fill_store(beside, file)
            with _open_copy(beside, file, key) as ledger:
                yield ledger
        except (sqlite3.Error, sa.exc.SQLAlchemyError) as error:
            raise RecordError(f"The backup {file} is damaged: {error}.") from error


def _open_copy(beside: str, file: Path, key: StoreKey | None) -> Ledger:
    """The copy of a backup, opened to write, which brings an older form up to today's."""
    try:
        return Ledger(beside, key=key)
    except KeyMissing:
        raise KeyMissing(
            f"The backup {file} is of a store with a key, and that key is not here. Put it into "
            f"{key_file(str(file))}, or set {VARIABLE} to it."
        ) from None


def _fill_store(url: str, file: Path) -> None:
    """A store of the form that a backup in JSON lines has, filled with its rows."""
    with file.open(encoding="utf-8") as lines:
        form = _read_form(next(lines, "{}"))
        engine = sa.create_engine(store_url(url))
        try:
            with engine.begin() as connection:
                migrate(connection, form)
                tables = sa.MetaData()
                tables.reflect(connection)
                for name, rows in _read_lines(lines):
                    connection.execute(tables.tables[name].insert(), rows)
        finally:
            engine.dispose()


def _read_form(line: str) -> str:
    with suppress(KeyError, TypeError, ValueError):
        head = json.loads(line)
        if head["is"] == KIND and head["form"] <= HEAD:
            return str(head["form"])
    raise RecordError("This is no backup that this program can read.")


def _read_lines(lines: Iterable[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows of a backup in JSON lines, by table; refuses one that is cut off."""
    counts: Counter[str] = Counter()
    texts = iter(lines)
    try:
        while batch := [json.loads(line) for line in islice(texts, PORTION)]:
            if "end" in batch[-1]:
                if batch.pop()["end"] != counts + Counter(entry["in"] for entry in batch):
                    raise RecordError("The backup is not whole: rows are missing.")
                yield from _by_table(batch)
                return
            counts.update(entry["in"] for entry in batch)
            yield from _by_table(batch)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"The backup is damaged: {error!r}.") from error
    raise RecordError("The backup is not whole: its end is missing.")


def _by_table(batch: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows by table, in the order in which the tables come."""
    for name in dict.fromkeys(entry["in"] for entry in batch):
        yield name, [_from_json(entry["row"]) for entry in batch if entry["in"] == name]


# --- checking


def check_store(ledger: Ledger) -> Backed:
    """The contents of a store whose every chain and every book is whole; refuses any other."""
    names = ledger.streams()
    records = 0
    for name in names:
        fault = next(check_lines(export_lines(ledger, name)), None)
        if fault is not None:
            raise RecordError(f"The record of {name} is not what was written: {fault}.")
        records += ledger.head(name).seq + 1
    with ledger.reading() as connection:
        held = connection.scalar(sa.select(sa.func.count()).select_from(events))
        if held != records:
            raise RecordError("The store holds records of no stream.")
        known = connection.scalar(sa.select(sa.func.count()).select_from(metadata.tables["people"]))
    for book, faults in book_faults(ledger).items():
        if faults:
            raise RecordError(f"The book of {book} is not what the record says: {faults[0]}.")
    return Backed(len(names), records, int(known or 0))
