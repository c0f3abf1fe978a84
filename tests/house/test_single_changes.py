"""No value of a store can be changed behind the house's back without being noticed.

Every table, every column: changed, deleted, inserted. What is not noticed is listed here, with
the reason why it decides nothing.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.ledger.errors import RecordError
from houseway.ledger.schema import metadata
from houseway.ledger.store import Ledger
from houseway.ledger.verify_books import all_faults
from tests.house.single_changes import (
    SingleChange,
    build_complete_store,
    changed_copy,
    list_changes,
)

WITHOUT_MEANING = {
    ("people", "failures"): "not read by this program: tries are counted in login_tries",
    ("people", "locked_until"): "not read by this program: tries are counted in login_tries",
    ("checkpoints", "delete"): "a checkpoint proves something where it was carried to, not here",
    ("arrivals", "*"): (
        "addresses are kept outside the chain so that they can be forgotten after a day; they "
        "only share out chips of no value and practice tables among visitors"
    ),
    ("login_tries", "*"): (
        "origins are kept outside the chain so that they can be forgotten; they only decide how "
        "soon the next password may be tried, and no row of them lets anybody in"
    ),
}
"""What may be changed without being noticed, and why that is no harm."""


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield build_complete_store(tmp_path_factory.mktemp("complete"), monkeypatch)


def is_noticed(path: Path) -> bool:
    """Whether a verification names a fault, or the store is refused; never may it fail."""
    try:
        with Ledger(str(path), read_only=True) as ledger:
            return any(all_faults(ledger).values())
    except RecordError:
        return True


def may_pass(change: SingleChange) -> bool:
    kinds = {(change.table, change.what), (change.table, "*")}
    return bool(kinds & WITHOUT_MEANING.keys())


def test_the_complete_store_is_sound(complete: Path) -> None:
    with Ledger(str(complete), read_only=True) as ledger:
        assert not any(all_faults(ledger).values())


@pytest.mark.parametrize("table", [table.name for table in metadata.sorted_tables])
def test_every_single_change_is_noticed_or_without_meaning(
    complete: Path, tmp_path: Path, table: str
) -> None:
    changes = [change for change in list_changes(complete) if change.table == table]
    assert {"delete", "insert"} <= {change.what for change in changes}
    unnoticed = []
    for change in changes:
        with changed_copy(complete, tmp_path / "copy.db", change) as is_allowed:
            if is_allowed and not is_noticed(tmp_path / "copy.db") and not may_pass(change):
                unnoticed.append(str(change))
    assert not unnoticed


def test_every_exception_is_still_of_a_column_that_there_is() -> None:
    for table, what in WITHOUT_MEANING:
        assert what in {"*", "delete", "insert"} | {c.name for c in metadata.tables[table].c}
