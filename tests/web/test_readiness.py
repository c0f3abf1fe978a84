"""`/ready` tells the truth about the store, the disk and the clock."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from houseway.house.house import House
from houseway.ledger import readiness as store_readiness
from houseway.ledger.errors import StoreBusy, StoreFull, Unreadable
from houseway.ledger.readiness import check_writable
from houseway.ledger.store import Head, Ledger
from houseway.web import readiness
from houseway.web.app import create_app
from houseway.web.readiness import StoreCheck
from tests.web.clients import TestClient


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "x.db")) as opened:
        yield opened


def ask(client: Any) -> tuple[int, str]:
    answer = client.get("/ready")
    return answer.status_code, answer.json().get("detail", "")


def house_app(ledger: Ledger) -> FastAPI:
    app = create_app(House(ledger))
    app.state.services.store_check = StoreCheck(again=0.0)
    return app


def disk(free: int, size: int) -> SimpleNamespace:
    return SimpleNamespace(f_bavail=free, f_blocks=size, f_frsize=1)


def test_a_full_disk_is_not_ready_until_there_is_room(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(house_app(ledger)) as client:
        assert ask(client) == (200, "")
        monkeypatch.setattr(os, "statvfs", lambda _path: disk(3 * 2**20, 2**40))
        assert ask(client) == (503, "The store is full, or nearly full.")
        monkeypatch.undo()
        assert ask(client) == (200, "")


def test_a_small_disk_needs_a_twentieth_of_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = 32 * 2**20
    monkeypatch.setattr(os, "statvfs", lambda _path: disk(small // 10, small))
    check_writable(ledger)
    monkeypatch.setattr(os, "statvfs", lambda _path: disk(small // 30, small))
    with pytest.raises(StoreFull):
        check_writable(ledger)


def test_a_write_that_found_no_room_counts_until_one_does(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ledger.writer.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        monkeypatch.setattr(ledger.writer, "_connect", lambda **_: connection)
        connection.rollback()
        with pytest.raises(StoreFull):
            ledger.append(Head("t"), ['{"x":"' + "x" * 200_000 + '"}'], at=1)
        with pytest.raises(StoreFull):
            check_writable(ledger)
        monkeypatch.setattr(store_readiness, "FULL_FOR", 0.0)
        check_writable(ledger)  # it is not counted for ever: nobody may try meanwhile
        monkeypatch.undo()
    assert ledger.writer.full_at is not None
    ledger.append(Head("t"), ['{"x":1}'], at=1)
    check_writable(ledger)


def test_a_store_that_is_read_only_is_not_ready(ledger: Ledger) -> None:
    # On every connection: which of them is taken depends on what else the house does.
    @sa.event.listens_for(ledger.engine.pool, "checkout")
    def forbid_writing(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    with TestClient(house_app(ledger)) as client:
        assert ask(client) == (503, "The store cannot be written to.")
    with pytest.raises(Unreadable):
        check_writable(ledger)


def test_a_clock_that_stands_still_is_not_ready(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "STANDS_STILL_AFTER", 0.2)
    held, began = threading.Event(), threading.Event()
    app = house_app(ledger)
    house: House = app.state.services.house

    def stand_still() -> None:
        began.set()
        held.wait(30)

    with TestClient(app) as client:
        monkeypatch.setattr(house, "tick", stand_still)
        assert began.wait(30)
        until = time.monotonic() + 30
        while ask(client)[0] == 200 and time.monotonic() < until:
            pass
        assert ask(client) == (503, "The clock of the tables stands still.")
        held.set()
    assert app.state.services.ticked_at is None


def test_a_house_that_stops_is_not_ready(ledger: Ledger) -> None:
    app = house_app(ledger)
    with TestClient(app) as client:
        app.state.services.gateway.stopping = True
        assert ask(client) == (503, "The house is being stopped.")


def test_a_store_that_hangs_holds_up_one_question_and_no_other(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, began = threading.Event(), threading.Event()
    hangs = False

    def check(_ledger: Ledger) -> None:
        if hangs:
            began.set()
            held.wait(30)
            raise StoreBusy("Another program holds the store.")

    store = StoreCheck(check, again=0.0)
    assert store.find_trouble(ledger) == ""
    hangs = True
    first = threading.Thread(target=store.find_trouble, args=(ledger,))
    first.start()
    assert began.wait(30)
    assert store.find_trouble(ledger) == ""  # as it was last answered
    monkeypatch.setattr(readiness, "SLOWEST_ANSWER", 0.0)
    assert store.find_trouble(ledger) == "The store does not answer."
    held.set()
    first.join(30)
    assert store.find_trouble(ledger) == "Another program holds the store."


def test_asking_changes_nothing_of_the_record(ledger: Ledger) -> None:
    ledger.append(Head("t"), ['{"x":1}'], at=1)
    before = [(record.seq, record.hash) for record in ledger.records("t")]
    for _ in range(3):
        check_writable(ledger)
    assert [(record.seq, record.hash) for record in ledger.records("t")] == before
