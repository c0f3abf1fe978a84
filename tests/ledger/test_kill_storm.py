"""A writing process is killed again and again; an outside history tells what it had promised.

None of it may be lost, none of it may be there twice. HOUSEWAY_LONG=1 kills far more often.
"""

import os
import signal
import time
from collections.abc import Iterator
from random import Random

import pytest

from houseway.ledger.store import Ledger
from tests.ledger.stopping import LONG, History, Writers
from tests.ledger.writer import FAILED
from tests.servers import Server, binaries

KILLS = 200 if LONG else 25
CLIENTS = 60 if LONG else 8
SERVERS = 12 if LONG else 3
SEED = int.from_bytes(os.urandom(4), "big")


@pytest.fixture
def writers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Writers]:
    writers = Writers(tmp_path_factory.mktemp("writers"))
    yield writers
    writers.close()


def assert_reported_acts(url: str, history: History, before: set[str]) -> None:
    """Checks that what the last writer reported is on record, and now and then the whole."""
    with Ledger(url) as ledger:
        for command in set(history.acknowledged) - before:
            span = ledger.effect_of("t", command)
            assert span is not None
            assert span[1] == history.acknowledged[command]


def storm(writers: Writers, url: str, kills: int) -> None:
    print(f"seed {SEED}")
    chance, history = Random(SEED), History()
    for number in range(1, kills + 1):
        before = set(history.acknowledged)
        child = writers.start(url, 0, chance.randrange(2**32))
        # One in four is killed wherever it is, so that some die while they open the store;
        # the others write first, however slow the machine is at the moment.
        if number % 4:
            writers.wait_for("ack")
        time.sleep(chance.uniform(0.01, 0.4))
        os.kill(child, signal.SIGKILL)
        assert writers.end(history) == -signal.SIGKILL
        assert_reported_acts(url, history, before)
        if number in {kills // 4, kills // 2, kills}:  # the whole record takes longer each time
            history.check(url)
    unheard = len(history.tried) - len(history.acknowledged)
    print(f"{kills} kills, {len(history.acknowledged)} acts promised, {unheard} unheard")
    assert len(history.acknowledged) >= kills - kills // 4


def test_a_writer_that_is_killed_again_and_again_loses_nothing(
    writers: Writers, sqlite: str
) -> None:
    storm(writers, sqlite, KILLS)


def test_a_client_of_a_server_that_is_killed_again_and_again_loses_nothing(
    writers: Writers, postgres: str
) -> None:
    storm(writers, postgres, CLIENTS)


def test_a_server_that_is_stopped_at_once_again_and_again_loses_nothing(writers: Writers) -> None:
    """The writer notices and takes nothing more; what it had promised is there afterwards."""
    programs = binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server on this machine: see tests/install_servers.py")
    print(f"seed {SEED}")
    chance, history, server = Random(SEED), History(), Server(programs)
    try:
        server.start()
        url = server.new_database()
        for _ in range(SERVERS):
            writers.start(url, 0, chance.randrange(2**32))
            writers.wait_for("ack")
            time.sleep(chance.uniform(0.01, 0.4))
            server.stop_at_once()
            assert writers.end(history) == FAILED
            assert "StoreFailed" in writers.out.read_text("utf-8")
            server.start()
            history.check(url)
        print(f"{SERVERS} stops, {len(history.acknowledged)} acts promised")
        assert len(history.acknowledged) > SERVERS
    finally:
        server.close()
