"""A store of an old form is brought to the new one; its events are not touched."""

import importlib
import json
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from houseway.ledger import migrations
from houseway.ledger.errors import RecordError
from houseway.ledger.export import export_lines
from houseway.ledger.migration import HEAD, current_form, migrate
from houseway.ledger.recorded_table import open_table
from houseway.ledger.replay import rebuild_index
from houseway.ledger.schema import (
    clause_sets,
    events,
    metadata,
    results,
    round_irregularities,
    rounds,
    seeds,
)
from houseway.ledger.store import Ledger, store_url
from houseway.ledger.verify_index import index_faults
from houseway.ledger.verify_log import check_lines
from houseway.table.trials import random_round
from tests.ledger.helpers import assert_whole, now, open_or_create, play_rounds, robots


def unseal_rows(source: Ledger, of_events: list[Any], of_seeds: list[Any]) -> None:
    """Makes rows what they were before there were seals."""
    for row in of_events:
        row["body"] = source.seals.open_body(row["table_id"], row["seq"], row["body"])
    for row in of_seeds:
        row["seed"] = source.seed_of(row["table_id"], row["shuffle"])


@pytest.fixture
def old_store(url: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """A store of form f001 with a few rounds, and the log that was written."""
    with Ledger(str(tmp_path_factory.mktemp("source") / "house.db")) as source:
        table = open_or_create(source, "t")
        play_rounds(robots(table, 2), 4)
        lines = list(export_lines(source, "t"))
        with source.engine.connect() as connection:
            kept = {
                kind: [dict(row._mapping) for row in connection.execute(sa.select(kind))]
                for kind in (events, seeds)
            }
        for row in kept[events]:
            del row["type"], row["actor"]
        unseal_rows(source, kept[events], kept[seeds])
    engine = sa.create_engine(store_url(url))
    with engine.begin() as connection:
        migrate(connection, "f001")
        assert current_form(connection) == "f001"
        assert set(sa.inspect(connection).get_table_names()) == {
            "alembic_version",
            "events",
            "seeds",
        }
        for kind, rows in kept.items():
            connection.execute(kind.insert(), rows)
    engine.dispose()
    return url, lines


def test_an_old_store_is_brought_to_the_newest_form(old_store: tuple[str, list[str]]) -> None:
    url, lines = old_store
    with pytest.raises(RecordError, match="old form"):
        Ledger(url, read_only=True)
    with Ledger(url) as ledger:
        assert list(export_lines(ledger, "t")) == lines
        # The index was not part of the old form; the table opens without it.
        table = open_table(ledger, "t", now)
        assert table.state.rounds == 4
        rebuild_index(ledger, "t")
        assert_whole(ledger, "t")
        play_rounds(robots(table, 9), 1)
        assert_whole(ledger, "t")
    with Ledger(url, read_only=True) as ledger:
        assert list(export_lines(ledger, "t"))[: len(lines)] == lines


def test_the_migrations_make_what_the_schema_says(url: str) -> None:
    with Ledger(url) as ledger, ledger.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert current_form(connection) == HEAD


def test_the_newest_form_is_the_newest_migration() -> None:
    scripts = ScriptDirectory(migrations.__path__[0])
    assert scripts.get_heads() == [HEAD]
    forms = [script.revision for script in scripts.walk_revisions()]
    assert forms == sorted(forms, reverse=True)


def test_a_store_of_a_newer_program_is_left_alone(url: str) -> None:
    with Ledger(url) as ledger, ledger.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'f999'"))
    for read_only in (False, True):
        with pytest.raises(RecordError, match="newer"):
            Ledger(url, read_only=read_only)


def test_a_store_is_migrated_once(url: str) -> None:
    with Ledger(url) as ledger, ledger.engine.connect() as connection:
        assert migrate(connection) is False


def old_rows(connection: sa.Connection, kind: sa.Table) -> list[dict[str, Any]]:
    """The rows of a table as form f003 had them: words in one text, with spaces around each."""
    rows = [dict(row._mapping) for row in connection.execute(sa.select(kind))]
    for row in rows:
        if kind is events:
            del row["type"], row["actor"]
        elif kind is rounds:
            columns = round_irregularities.c
            same = columns.table_id == row["table_id"], columns.round == row["round"]
            row["irregularities"] = old_text(connection, sa.select(columns.kind).where(*same))
        else:
            same_set = clause_sets.c.digest == row.pop("clause_set")
            row["clauses"] = old_text(connection, sa.select(clause_sets.c.clause).where(same_set))
    return rows


def old_text(connection: sa.Connection, query: sa.Select[Any]) -> str:
    words = sorted(connection.scalars(query))
    return f" {' '.join(words)} " if words else ""


@pytest.fixture
def indexed_store(url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of form f003 with rounds, some of them irregular, and the index of that form."""
    with Ledger(str(tmp_path_factory.mktemp("source") / "house.db")) as source:
        table = open_or_create(source, "t")
        trial = robots(table, 2)
        trial.seat("A", "B")
        for _ in range(12):
            random_round(trial)
        with source.engine.connect() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(round_irregularities))
            kept = {kind.name: old_rows(connection, kind) for kind in (events, rounds, results)}
            kept["seeds"] = [dict(row._mapping) for row in connection.execute(sa.select(seeds))]
        unseal_rows(source, kept["events"], kept["seeds"])
    engine = sa.create_engine(store_url(url))
    with engine.begin() as connection:
        migrate(connection, "f003")
        old = sa.MetaData()
        old.reflect(connection)
        for name, rows in kept.items():
            connection.execute(old.tables[name].insert(), rows)
    engine.dispose()
    return url


def test_the_index_of_an_old_store_is_kept(
    indexed_store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    portion = importlib.import_module("houseway.ledger.migrations.versions.f004_columns")
    monkeypatch.setattr(portion, "PORTION", 7)
    with Ledger(indexed_store) as ledger:
        assert_whole(ledger, "t")
        assert not list(index_faults(ledger, "t"))
        with ledger.engine.connect() as connection:
            query = sa.select(events.c.body, events.c.type, events.c.actor)
            for row in connection.execute(query):
                body = json.loads(row.body)
                assert (row.type, row.actor) == (body["type"], body.get("by"))


def test_a_damaged_record_does_not_stop_a_migration(indexed_store: str) -> None:
    """It is named by a verification, for which the store must open."""
    engine = sa.create_engine(store_url(indexed_store))
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE events SET body = '{no' WHERE seq = 3"))
    engine.dispose()
    with Ledger(indexed_store) as ledger:
        assert [fault.seq for fault in check_lines(export_lines(ledger, "t"))] != []
