"""Reading the record: few at once, charged by what it takes, and never in the way of a table."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.offices import Office, Person
from houseway.ledger.store import Ledger
from houseway.web.auth.rate_limits import TooManyRequests
from houseway.web.readings import ReadingLimits, Readings
from houseway.web.records import pages
from houseway.web.records.finished_rounds import FinishedRounds, Look, digest_round
from houseway.web.tables import history
from houseway.web.tables.history import Histories
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.serving import PATIENT, Served, served, tell
from tests.web.visitors import application, visitor

ANN, BEN = Person("Ann", Office.PLAYER), Person("Ben", Office.PLAYER)
HERE, THERE = "192.0.2.1", "192.0.2.2"
CALM = ReadingLimits(seconds_at_once=1e6)


class Held:
    """Work that is not done until it is released."""

    def __init__(self) -> None:
        self.released, self.begun = threading.Event(), threading.Semaphore(0)

    def __call__(self) -> str:
        self.begun.release()
        assert self.released.wait(30)
        return "done"


def test_a_person_and_an_address_have_only_so_many_readings_in_progress() -> None:
    async def read() -> None:
        held, readings = Held(), Readings(replace(CALM, per_person=2, per_address=3))
        first = [asyncio.ensure_future(readings.run(ANN, HERE, held)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await readings.run(ANN, THERE, str)
        first.append(asyncio.ensure_future(readings.run(BEN, HERE, held)))
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await readings.run(Person("Cem", Office.PLAYER), HERE, str)
        held.released.set()
        assert await asyncio.gather(*first) == ["done"] * 3
        assert await readings.run(ANN, HERE, lambda: "again") == "again"
        readings.close()

    asyncio.run(read())


def test_all_people_together_have_only_so_many_readings_waiting() -> None:
    async def read() -> None:
        held, readings = Held(), Readings(replace(CALM, in_all=3))
        waiting = [
            asyncio.ensure_future(readings.run(Person(f"P{n}", Office.PLAYER), f"a{n}", held))
            for n in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await readings.run(ANN, HERE, str)
        held.released.set()
        await asyncio.gather(*waiting)
        readings.close()

    asyncio.run(read())


def test_a_client_that_goes_away_makes_no_room_while_its_reading_goes_on() -> None:
    async def read() -> None:
        held, readings = Held(), Readings(replace(CALM, per_person=1))
        gone = asyncio.ensure_future(readings.run(ANN, HERE, held))
        await asyncio.sleep(0)
        assert await asyncio.to_thread(held.begun.acquire, timeout=30)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        with pytest.raises(TooManyRequests):
            await readings.run(ANN, HERE, str)
        held.released.set()
        readings.close()

    asyncio.run(read())


def test_readings_are_charged_by_what_they_took() -> None:
    def work_hard() -> int:
        return sum(n * n for n in range(300_000))

    async def read() -> None:
        limits = ReadingLimits(seconds_at_once=1e-4, seconds_a_second=1e-5)
        readings = Readings(limits)
        await readings.run(ANN, HERE, work_hard)
        with pytest.raises(TooManyRequests) as waits:
            await readings.run(ANN, THERE, work_hard)
        assert waits.value.retry_after > 1
        with pytest.raises(TooManyRequests):
            await readings.run(BEN, HERE, work_hard)  # the address pays too
        await readings.run(BEN, THERE, work_hard)
        readings.close()

    asyncio.run(read())


# --- over the network


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Served]:
    limits = ReadingLimits(seconds_at_once=1e-6, seconds_a_second=1e-6)
    with served(tmp_path / "h.db", replace(PATIENT, reading=limits)) as place:
        place.open("t", "uth")
        yield place


@pytest.mark.parametrize(
    "path", ["/api/tables/t/events", "/rounds", "/rounds/t/1", "/rounds/t/1/proof.json"]
)
def test_whoever_reads_too_much_is_told_when_to_come_again(poor: Served, path: str) -> None:
    ann = poor.add("Ann")
    with poor.client() as client:
        assert client.get("/api/tables/t/events", headers=ann).status_code == 200
        answer = client.get(path, headers=ann)
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0
        assert client.get("/api/tables", headers=ann).status_code == 200


def test_a_table_answers_while_every_reader_is_held_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    limits = replace(PATIENT.reading, threads=2, per_person=8, per_address=60)
    monkeypatch.setattr(pages, "search", lambda *_: held() and [])
    with served(tmp_path / "h.db", replace(PATIENT, reading=limits)) as place:
        place.open("t", "uth")
        readers = [place.add(f"R{n}") for n in range(6)]
        with ThreadPoolExecutor(48) as pool:
            asked = [
                pool.submit(place.status, "/rounds", header) for header in readers for _ in range(8)
            ]
            for _ in range(2):
                assert held.begun.acquire(timeout=30)
            # More requests wait than the server has threads of its own for all other requests.
            with place.socket("t", place.add("Ann")) as socket:
                assert tell(socket, "1", type="sit", seat=1)["type"] == "answer"
            assert place.status("/api/tables", readers[0]) == 200
            held.released.set()
            assert {answer.result(60) for answer in asked} == {200}


# --- what is kept


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    file = tmp_path_factory.mktemp("kept") / "house.db"
    with without_waiting(Ledger(str(file))) as ledger:
        house, chance = build_stand(ledger), Random(5)
        table = open_table(house, "uth", "t")
        house.seated("t", "Ann", "Ben")
        for _ in range(3):
            house.play_round(table, chance)
        yield house


def count_calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    calls: list[object] = []
    usual: Callable[..., Any] = getattr(module, name)

    def count(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return usual(*arguments, **options)

    monkeypatch.setattr(module, name, count)
    return calls


def test_a_finished_round_is_computed_once_for_each_person(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, cards = (count_calls(monkeypatch, pages, n) for n in ("steps_for", "check_cards"))
    app = application(stand.house)
    for name in ("Ann", "Ben", "Ann"):
        first, again = visitor(app, name).get("/rounds/t/2?step=3", "/rounds/t/2?step=3")
        assert first.status_code == 200
        assert first.text == again.text
    assert (len(steps), len(cards)) == (2, 2)


def test_somebody_who_may_not_open_a_round_gets_nothing_that_was_kept(stand: Stand) -> None:
    app = application(stand.house)
    paths = "/rounds/t/2", "/rounds/t/2/proof.json", "/api/rounds/t/2/steps"
    assert [answer.status_code for answer in visitor(app, "Ann").get(*paths)] == [200] * 3
    assert [answer.status_code for answer in visitor(app, "Eve").get(*paths)] == [404] * 3


def test_what_is_kept_of_rounds_is_bounded(stand: Stand) -> None:
    kept, ledger = FinishedRounds(most=2), stand.house.ledger
    computed: list[int] = []

    def compute(number: int) -> int:
        computed.append(number)
        return number

    for number in (1, 2, 1, 3, 1, 2):
        look = Look(ledger, "t", number, ANN)
        assert kept.find("x", look, partial(compute, number)) == number
    assert computed == [1, 2, 3, 2]
    assert digest_round(ledger, "t", 1) != digest_round(ledger, "t", 2)


def test_the_history_of_a_table_is_the_same_in_whole_and_in_pieces(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "BLOCK", 7)
    ledger = stand.house.ledger
    last = ledger.head("t").seq
    whole = list(Histories().events(ledger, "t", 1, last))
    assert [event.seq for event in whole] == list(range(1, last + 1))
    kept = Histories(most=3)
    for first in (1, 2, 7, 8, last // 2, last - 1, last, last + 1):
        for end in (first - 1, first, first + 9, last):
            until = min(end, last)
            events = list(kept.events(ledger, "t", first, until))
            assert events == whole[first - 1 : until]


def test_finished_blocks_of_a_history_are_read_once(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "BLOCK", 10)
    reads = count_calls(monkeypatch, history, "_read_events")
    kept, last = Histories(), stand.house.ledger.head("t").seq
    for _ in range(3):
        list(kept.events(stand.house.ledger, "t", 1, last))
    blocks, rest = divmod(last, 10)
    assert len(reads) == blocks + (3 if rest else 0)


def test_what_was_read_is_compressed_once_for_a_browser(stand: Stand) -> None:
    app = application(stand.house)
    answer = visitor(app, "Ann").open("/rounds/t/2")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "<html" in answer.text
