"""The log: it says who, what, why and from where, and nobody can fill the disk with it."""

import io
import json
import logging

import pytest

from houseway.web import logs
from houseway.web.logs import BoundedHandler, JsonLines, PlainLines

log = logging.getLogger("tests.logs")


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def write_to(stream: io.StringIO, clock: Clock, formatter: logging.Formatter) -> BoundedHandler:
    handler = BoundedHandler(stream, clock)
    handler.setFormatter(formatter)
    log.handlers[:], log.propagate = [handler], False
    log.setLevel(logging.INFO)
    return handler


@pytest.fixture(autouse=True)
def as_before() -> object:
    yield
    log.handlers[:], log.propagate = [], True


def fail_login(name: str) -> None:
    facts = {"name": name, "address": "192.0.2.1", "reason": "wrong password"}
    log.warning("login failed", extra={"fields": facts})


def test_a_line_of_text_has_its_facts() -> None:
    stream = io.StringIO()
    write_to(stream, Clock(), PlainLines())
    fail_login("Vic")
    line = stream.getvalue()
    assert 'login failed (name="Vic", address="192.0.2.1", reason="wrong password")' in line


def test_no_name_writes_a_line_of_its_own() -> None:
    stream = io.StringIO()
    write_to(stream, Clock(), PlainLines())
    fail_login('Vic"\n2026-01-01 INFO houseway: all is well\x1b[2J\u2028')
    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("formatter", [PlainLines(), JsonLines()])
def test_a_line_is_bounded_in_length(formatter: logging.Formatter) -> None:
    stream = io.StringIO()
    write_to(stream, Clock(), formatter)
    fields = {"name": "n" * 100_000, "list": ["x" * 10_000] * 1_000}
    try:
        int("v" * 100_000)
    except ValueError:
        log.exception("m" * 100_000, extra={"fields": fields})
    assert len(stream.getvalue()) < 20_000


def test_identical_lines_are_counted_and_written_once() -> None:
    stream, clock = io.StringIO(), Clock()
    write_to(stream, clock, JsonLines())
    for _ in range(10_000):
        fail_login("Vic")
    assert len(stream.getvalue().splitlines()) == 1
    clock.seconds += logs.WINDOW_SECONDS
    fail_login("Vic")
    _, count, again = map(json.loads, stream.getvalue().splitlines())
    assert (count["repeated"], count["name"]) == (9_999, "Vic")
    assert again["message"] == "login failed"


def test_different_lines_from_one_place_are_bounded_in_number_and_the_rest_is_counted() -> None:
    stream, clock = io.StringIO(), Clock()
    handler = write_to(stream, clock, JsonLines())
    for number in range(10_000):
        fail_login(f"Vic{number}")
    log.error("something else")
    handler.close()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == logs.LINES_A_WINDOW + 2
    assert sum(line.get("repeated", 1) for line in lines) == 10_001
    assert "something else" in {line["message"] for line in lines}


def test_what_is_critical_is_always_written() -> None:
    stream = io.StringIO()
    write_to(stream, Clock(), PlainLines())
    for _ in range(200):
        log.critical("the store failed")
    assert len(stream.getvalue().splitlines()) == 200
