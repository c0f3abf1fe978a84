"""Logging in over HTTP: guesses are slow, and a stranger shuts nobody out."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from houseway.house.login_tries import TRIES_A_LOCK
from houseway.house.offices import Office
from houseway.web.auth.devices import COOKIE
from tests.web.serving import PASSWORD, PATIENT, Served, served

NEW = "another good password"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "house.db") as opened:
        opened.add("Ada", Office.ADMINISTRATOR)
        yield opened


def log_in(client: httpx.Client, password: str) -> httpx.Response:
    return client.post("/api/session", json={"name": "Ada", "password": password})


def client_at(place: Served, address: str) -> httpx.Client:
    """A client of its own on this machine, with an address of its own."""
    return httpx.Client(
        base_url=place.url, timeout=30, transport=httpx.HTTPTransport(local_address=address)
    )


def test_a_stranger_does_not_lock_a_person_out(place: Served) -> None:
    with client_at(place, "127.0.0.2") as stranger, client_at(place, "127.0.0.3") as ada:
        for _ in range(TRIES_A_LOCK):
            assert log_in(stranger, "a guess").status_code == 401
        assert log_in(stranger, PASSWORD).status_code == 401
        assert log_in(ada, PASSWORD).status_code == 200


def test_guesses_from_the_same_address_do_not_count_against_a_known_browser(place: Served) -> None:
    with place.client() as ada, place.client() as stranger:
        assert log_in(ada, PASSWORD).status_code == 200
        assert COOKIE in ada.cookies
        for _ in range(3 * TRIES_A_LOCK):
            assert log_in(stranger, "a guess").status_code == 401
        assert log_in(stranger, PASSWORD).status_code == 401
        assert ada.get("/api/me").status_code == 200
        assert log_in(ada, PASSWORD).status_code == 200


def test_a_device_cookie_is_good_for_its_owner_only(place: Served) -> None:
    place.add("Ben", Office.PLAYER)
    with place.client() as ada, place.client() as stranger:
        assert log_in(ada, PASSWORD).status_code == 200
        device = {"Cookie": f"{COOKIE}={ada.cookies[COOKIE]}"}
        body = {"name": "Ben", "password": "a guess"}
        for _ in range(TRIES_A_LOCK):
            assert stranger.post("/api/session", json=body, headers=device).status_code == 401
        body["password"] = PASSWORD
        assert stranger.post("/api/session", json=body, headers=device).status_code == 401
        assert stranger.get("/api/me", headers=device).status_code == 401  # it lets nobody in


def test_changing_the_own_password_has_a_pace(tmp_path: Path) -> None:
    settings = replace(PATIENT, logins_at_once=3, logins_a_second=0.0)
    with served(tmp_path / "slow.db", settings) as place:
        body = {"password": NEW, "current_password": "a guess"}
        headers = place.add("Pat", Office.PLAYER)
        with place.client() as client:
            answers = [
                client.patch("/api/people/Pat", json=body, headers=headers).status_code
                for _ in range(5)
            ]
    assert answers == [401, 401, 401, 429, 429]
