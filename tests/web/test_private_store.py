"""A served house keeps its files to itself, and its key with its store."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.ledger.errors import RecordError
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.web.server import lock_store, open_house, open_practice_tables, signing_secret
from houseway.web.settings import ServerSettings, read_settings
from tests.ledger import conftest

server, postgres = conftest.server, conftest.postgres
LONG = "a password that is long"


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("no_umask")
def test_every_file_beside_a_running_house_is_its_owners_alone(tmp_path: Path) -> None:
    settings = ServerSettings(db=str(tmp_path / "h.db"))
    with lock_store(settings.db):
        signing_secret(settings)
        house = open_house(settings)
        try:
            open_practice_tables(house)
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        finally:
            house.close()
    endings = ("", "-wal", "-shm", ".lock", ".secret", ".key")
    assert modes == {f"h.db{ending}": 0o600 for ending in endings}


def test_the_key_of_a_store_is_a_setting_and_is_not_printed(tmp_path: Path) -> None:
    settings = read_settings(None, {"HOUSEWAY_KEY": "ab" * 32}, {"db": str(tmp_path / "h.db")})
    assert settings.summary()["key"] == "given"
    assert "abab" not in str(settings.summary())
    open_house(settings).close()
    assert not (tmp_path / "h.db.key").exists()
    with pytest.raises(RecordError, match="key of the store is missing"):
        open_house(ServerSettings(db=settings.db))
    with pytest.raises(RecordError, match="another key"):
        open_house(ServerSettings(db=settings.db, key="cd" * 32))
    with pytest.raises(RecordError, match=r"setting key.*64 hexadecimal digits"):
        open_house(ServerSettings(db=settings.db, key="secret"))


def test_a_house_on_a_server_that_others_reach_needs_a_key(
    postgres: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("HOUSEWAY_KEY")
    with pytest.raises(Malformed, match="HOUSEWAY_KEY is not set"):
        open_house(ServerSettings(db=postgres, host="0.0.0.0", admin_password=LONG))
    with Ledger(postgres) as ledger:
        assert ledger.head("@house").seq == -1
    with caplog.at_level(logging.WARNING):
        open_house(ServerSettings(db=postgres)).close()
    assert "hidden cards lie open in the database" in caplog.text
