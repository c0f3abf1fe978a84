"""Stores for the tests of the ledger: a file of SQLite and a database of PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, binaries


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for a worker's whole session."""
    programs = binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server on this machine: see tests/install_servers.py")
    database_server = Server(programs)
    try:
        database_server.start()
        yield database_server
    finally:
        database_server.close()


@pytest.fixture
def postgres(server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of an empty database, whose key every process of the test is given."""
    monkeypatch.setenv("HOUSEWAY_KEY", os.urandom(32).hex())
    return server.new_database()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty store; the test runs once on each kind."""
    address: str = request.getfixturevalue(request.param)
    return address
