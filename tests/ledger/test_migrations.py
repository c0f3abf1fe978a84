"""A store of an old form is brought to the new one; its events are not touched."""

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from houseway.ledger import migrations
from houseway.ledger.errors import RecordError
from houseway.ledger.exporting import export_lines
from houseway.ledger.migrating import HEAD, current_form, migrate
from houseway.ledger.recorded import open_table
from houseway.ledger.replaying import rebuild_index
from houseway.ledger.schema import events, metadata, seeds
from houseway.ledger.store import Ledger, store_url
from tests.ledger.helpers import assert_whole, now, open_or_create, play_rounds, robots


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
