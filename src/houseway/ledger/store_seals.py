"""The seals of one store: which key it has, and what is sealed and opened with it.

A store of SQLite has its key in a file beside it; to one of PostgreSQL the key is given, the
same to every process. A server's store that was never given a key is kept unsealed.
"""

import os
from collections.abc import Iterable, Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as insert_for_all

from houseway.ledger.errors import KeyMissing
from houseway.ledger.records import Record
from houseway.ledger.schema import opened_seals, store_key
from houseway.ledger.seals import (
    VARIABLE,
    StoreKey,
    keep_key,
    key_file,
    load_key,
    new_store_key,
    read_store_key,
    seal,
    sealed_number,
    unseal,
)

MOST_REMEMBERED = 1_000
ONLY = 1
"""The number of the one row that says which key a store has."""


def event_place(table: str, seq: int) -> str:
    return f"{table}\0event {seq}"


def seed_place(table: str, shuffle: int) -> str:
    return f"{table}\0seed {shuffle}"


def snapshot_place(table: str, seq: int) -> str:
    return f"{table}\0snapshot {seq}"


class StoreSeals:
    """What a store seals and opens. Without a key nothing is sealed, and little can be opened."""

    def __init__(self, engine: sa.Engine, key: StoreKey | None) -> None:
        self._engine, self.key = engine, key
        self._opened: dict[tuple[str, int], bytes] = {}
        """The keys of opened shuffles that were read lately: they do not change any more."""

    # --- sealing

    def seal_text(self, table: str, shuffles: Iterable[int], place: str, text: str) -> str:
        """Text that is readable only when all of these shuffles are open."""
        if self.key is not None:
            for shuffle in sorted(shuffles):
                text = seal(self.key.for_shuffle(table, shuffle), shuffle, place, text)
        return text

    def seal_seed(self, table: str, shuffle: int, seed: bytes) -> bytes:
        if self.key is None:
            return seed
        return self.seal_text(table, [shuffle], seed_place(table, shuffle), seed.hex()).encode()

    def seal_bodies(
        self, records: Sequence[Record], shuffles: Sequence[int | None]
    ) -> dict[int, str]:
        """The bodies of records as they are stored, where a shuffle's cards are named in them."""
        if self.key is None:
            return {}
        return {
            record.seq: self.seal_text(
                record.table, [shuffle], event_place(record.table, record.seq), record.body
            )
            for record, shuffle in zip(records, shuffles, strict=False)
            if shuffle is not None
        }

    def opening(self, table: str, shuffles: Iterable[int]) -> list[sa.Executable]:
        """The statements that open shuffles to whoever reads the store."""
        if self.key is None:
            return []
        rows = [
            {"table_id": table, "shuffle": shuffle, "key": self.key.for_shuffle(table, shuffle)}
            for shuffle in sorted(shuffles)
        ]
        # A deck that left the table and came back is opened twice: the first time counts.
        return [insert_for_all(opened_seals).values(rows).on_conflict_do_nothing()] if rows else []

    # --- opening

    def open_text(self, table: str, place: str, text: str) -> str:
        """The clear text; a text that was changed since it was sealed is left as it is.

        Refuses a text that needs a key which is not here.
        """
        while (shuffle := sealed_number(text)) is not None:
            clear = self._try_keys(table, shuffle, place, text)
            if clear is None:
                return text
            text = clear
        return text

    def open_body(self, table: str, seq: int, body: str) -> str:
        if not body.startswith("s"):  # JSON is the usual case, and needs no more than this look
            return body
        return self.open_text(table, event_place(table, seq), body)

    def open_seed(self, table: str, shuffle: int, kept: bytes) -> bytes:
        """The seed of a shuffle; one that cannot be opened any more is no seed of 32 bytes."""
        text = kept.decode("ascii", "replace")
        if sealed_number(text) is None:
            return kept  # of a store without a key, or from before there were seals
        clear = self.open_text(table, seed_place(table, shuffle), text)
        return kept if clear == text else bytes.fromhex(clear)

    def can_open(self, table: str, text: str) -> bool:
        """Whether a key is here for a text."""
        shuffle = sealed_number(text)
        if shuffle is None or self.key is not None:
            return True
        return self._read_opened(table, shuffle) is not None

    def _try_keys(self, table: str, shuffle: int, place: str, text: str) -> str | None:
        if self.key is not None:
            clear = unseal(self.key.for_shuffle(table, shuffle), place, text)
            if clear is not None:
                return clear
        opened = self._read_opened(table, shuffle)
        if opened is not None:
            return unseal(opened, place, text)
        if self.key is None:
            raise KeyMissing(
                f"The cards of shuffle {shuffle} at table {table} are sealed until their round is "
                f"closed, and the key of the store is not here. {how_to_give(self._engine)}"
            )
        return None

    def _read_opened(self, table: str, shuffle: int) -> bytes | None:
        if (table, shuffle) in self._opened:
            return self._opened[table, shuffle]
        query = sa.select(opened_seals.c.key).where(
            opened_seals.c.table_id == table, opened_seals.c.shuffle == shuffle
        )
        with self._engine.connect() as connection:
            key = connection.scalar(query)
        if key is None:
            return None
        if len(self._opened) >= MOST_REMEMBERED:
            self._opened.clear()
        self._opened[table, shuffle] = bytes(key)
        return bytes(key)


# --- the key of a store


def how_to_give(engine: sa.Engine) -> str:
    """Where the key of a store is expected."""
    file = file_of(engine)
    if file is None:
        return f"Set {VARIABLE} to it."
    return f"It belongs in {key_file(file)}, for its owner only, or in {VARIABLE}."


def file_of(engine: sa.Engine) -> str | None:
    """The file of a SQLite store; None for a server's, and for one in memory."""
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    return file if file and file != ":memory:" else None


def given_key() -> StoreKey | None:
    """The key in the environment, if there is one."""
    text = os.environ.get(VARIABLE, "")
    return read_store_key(text, VARIABLE) if text else None


def find_key(engine: sa.Engine, given: StoreKey | None, *, read_only: bool) -> StoreKey | None:
    """The key of a store: given, or beside it, or, for a new store of SQLite, a new one.

    Refuses every key but the one that the store was begun with.
    """
    file = file_of(engine)
    beside = load_key(key_file(file)) if file is not None else None
    known = [key for key in (given, given_key(), beside) if key is not None]
    with engine.connect() as connection:
        fingerprint = connection.scalar(sa.select(store_key.c.fingerprint))
    if fingerprint is not None:
        return _choose(engine, known, fingerprint, read_only=read_only)
    if read_only:
        return known[0] if known else None
    key = known[0] if known else _make_key(engine, file)
    if key is not None:
        _note_key(engine, key)
    return key


def _choose(
    engine: sa.Engine, known: list[StoreKey], fingerprint: str, *, read_only: bool
) -> StoreKey | None:
    for key in known:
        if key.fingerprint == fingerprint:
            return key
    if known:
        raise KeyMissing(f"The store was begun with another key. {how_to_give(engine)}")
    if read_only:
        return None  # closed rounds can be read without it
    raise KeyMissing(f"The key of the store is missing. {how_to_give(engine)}")


def _make_key(engine: sa.Engine, file: str | None) -> StoreKey | None:
    if engine.dialect.name != "sqlite":
        return None
    return new_store_key() if file is None else keep_key(key_file(file), new_store_key())


def _note_key(engine: sa.Engine, key: StoreKey) -> None:
    """Notes in the store which key it has; the first process to do so is right."""
    row = {"number": ONLY, "fingerprint": key.fingerprint}
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(insert_for_all(store_key).values(row).on_conflict_do_nothing())
        kept = connection.scalar(sa.select(store_key.c.fingerprint))
    if kept != key.fingerprint:
        raise KeyMissing(f"The store was begun with another key. {how_to_give(engine)}")
