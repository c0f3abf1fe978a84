"""Guessing a password is slow, and nobody can shut another person out by guessing."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher

from houseway.house import passwords
from houseway.house.house import House
from houseway.house.login_tries import (
    DAY,
    LOCKED_FOR,
    LONGEST_FOR_KNOWN,
    LONGEST_FOR_NAME,
    SECOND,
    TRIES_A_LOCK,
    TRIES_OF_A_NAME,
    LoginTries,
)
from houseway.house.offices import Office
from houseway.house.people import NotAuthenticated
from houseway.ledger.store import Ledger
from tests.ledger.conftest import postgres, server, sqlite, url

__all__ = ["postgres", "server", "sqlite", "url"]
PASSWORD = "a password of some length"
HOME, STREET = "192.0.2.1", "198.51.100.7"


class Wall:
    """A clock on the wall that the test winds."""

    def __init__(self) -> None:
        self.now = 1_700_000_000 * SECOND

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def house(url: str, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "new_hasher", lambda: quick)
    with Ledger(url) as ledger:
        house = House(ledger, clock=wall)
        house.people.add("setup", "admin", Office.ADMINISTRATOR, PASSWORD)
        yield house


def lets_in(house: House, password: str, origin: str, *, known: bool = False) -> bool:
    try:
        house.people.authenticate("admin", password, origin, known=known)
    except NotAuthenticated:
        return False
    return True


def guess(house: House, times: int, origin: str) -> None:
    for number in range(times):
        assert not lets_in(house, f"guess {number}", origin)


def test_of_thirty_guesses_at_once_five_count(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    houses = [house, *(House(house.ledger, clock=house.clock) for _ in range(2))]
    start, right = threading.Barrier(30), []

    def say_right(_self: passwords.Passwords, _digest: str, _password: str) -> bool:
        return True

    monkeypatch.setattr(passwords.Passwords, "verify", say_right)
    monkeypatch.setattr(LoginTries, "succeed", lambda *_: None)  # as if each were still looked at

    def send(number: int) -> None:
        start.wait()
        right.append(lets_in(houses[number % 3], f"guess {number}", STREET))

    with ThreadPoolExecutor(30) as pool:
        list(pool.map(send, range(30)))
    assert sum(right) == TRIES_A_LOCK


def test_a_lock_holds_where_the_guesses_came_from_and_nowhere_else(
    house: House, wall: Wall
) -> None:
    guess(house, TRIES_A_LOCK, STREET)
    assert not lets_in(house, PASSWORD, STREET)
    assert lets_in(house, PASSWORD, HOME)
    wall.now += LOCKED_FOR - 1
    assert not lets_in(house, PASSWORD, STREET)
    wall.now += 1
    assert lets_in(house, PASSWORD, STREET)


def test_the_right_password_sent_many_times_at_once_is_right_every_time(house: House) -> None:
    with ThreadPoolExecutor(12) as pool:
        assert all(pool.map(lambda _: lets_in(house, PASSWORD, HOME), range(12)))


def test_guesses_from_everywhere_slow_the_name_down(house: House, wall: Wall) -> None:
    for number in range(TRIES_OF_A_NAME):
        guess(house, 1, f"203.0.113.{number}")
    assert not lets_in(house, PASSWORD, STREET)
    wall.now += SECOND
    guess(house, 1, STREET)
    wall.now += SECOND
    assert not lets_in(house, PASSWORD, STREET)  # each failure makes the delay longer
    wall.now += SECOND
    assert lets_in(house, PASSWORD, STREET)
    facts = [json.loads(record.body)["type"] for record in house.log.records()]
    assert facts.count("name_slowed_down") == 1


def test_the_person_comes_in_from_home_however_many_guess(house: House, wall: Wall) -> None:
    assert lets_in(house, PASSWORD, HOME)
    for number in range(100):
        guess(house, 1, f"203.0.113.{number}")
        wall.now += LONGEST_FOR_NAME
    guess(house, 1, STREET)
    assert not lets_in(house, PASSWORD, STREET)
    assert lets_in(house, PASSWORD, HOME)
    assert lets_in(house, PASSWORD, "device of admin", known=True)


def test_guesses_from_home_are_slowed_down_and_never_locked(house: House, wall: Wall) -> None:
    assert lets_in(house, PASSWORD, HOME)
    guess(house, 50, HOME)
    assert not lets_in(house, PASSWORD, HOME)
    wall.now += LONGEST_FOR_KNOWN
    assert lets_in(house, PASSWORD, HOME)


def test_a_session_and_a_token_outlast_every_guess(house: House) -> None:
    identity = house.people.authenticate("admin", PASSWORD, HOME)
    token = house.people.new_token(identity.person, "robot")
    guess(house, 3 * TRIES_OF_A_NAME, STREET)
    assert house.people.by_token(token) == identity
    assert house.people.by_session("admin", identity.generation, "a session") == identity


def test_a_name_that_is_not_known_leaves_no_more_behind(house: House) -> None:
    for number in range(50):
        with pytest.raises(NotAuthenticated):
            house.people.authenticate(f"nobody {number}", "guess", STREET)
    assert count_rows(house) == 2


def test_tries_of_yesterday_are_forgotten(house: House, wall: Wall) -> None:
    for number in range(TRIES_OF_A_NAME):
        guess(house, 1, f"203.0.113.{number}")
    wall.now += DAY + SECOND
    assert lets_in(house, PASSWORD, HOME)
    assert count_rows(house) == 2


def count_rows(house: House) -> int:
    with house.ledger.reading() as connection:
        return len(connection.exec_driver_sql("SELECT * FROM login_tries").all())
