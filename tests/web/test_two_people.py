"""Over HTTP: chips above a small sum, and people of power, take a second person."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houseway.house.house import Rules
from houseway.house.offices import Office
from tests.web.serving import PASSWORD, Served, served

ALONE = Rules().chips_alone


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "house.db") as opened:
        opened.add("Ann")
        yield opened


def give(client: httpx.Client, cents: int, **more: str) -> httpx.Response:
    body = {"cents": cents, "reason": "a gift", **more}
    return client.post("/api/people/Ann/chips", json=body)


def test_a_lone_supervisor_gives_a_small_sum_and_no_more(place: Served) -> None:
    with place.client(Office.SUPERVISOR) as sue, place.client(Office.ADMINISTRATOR) as ada:
        assert give(sue, ALONE).json()["chips"] == ALONE
        asked = give(sue, 10**12)
        assert asked.status_code == 409  # more than two people give
        asked = give(sue, 1)
        assert asked.status_code == 202
        number = asked.json()["request"]
        assert sue.post(f"/api/requests/{number}/confirm").status_code == 403
        assert place.house.wallets.balance("Ann") == ALONE
        (waiting,) = ada.get("/api/requests").json()
        assert waiting["command"] == {
            "type": "give_chips",
            "person": "Ann",
            "cents": 1,
            "reason": "a gift",
        }
        assert ada.get("/floor").text.count("$0.01 to Ann: a gift") == 1
        assert ada.post(f"/api/requests/{number}/confirm").status_code == 200
    assert place.house.wallets.balance("Ann") == ALONE + 1


def test_chips_with_an_id_are_given_once(place: Served) -> None:
    with place.client(Office.SUPERVISOR) as sue:
        for _ in range(3):
            assert give(sue, 100, id="same").json()["chips"] == 100


def test_a_dealer_does_not_see_what_waits_at_the_cage(place: Served) -> None:
    with place.client(Office.SUPERVISOR) as sue, place.client(Office.DEALER) as dan:
        number = give(sue, ALONE + 1).json()["request"]
        assert dan.get("/api/requests").json() == []
        assert dan.post(f"/api/requests/{number}/confirm").status_code == 403
        assert sue.delete(f"/api/requests/{number}").status_code == 204  # withdrawn


def test_a_person_of_power_is_a_player_until_a_second_person_confirms(place: Served) -> None:
    person = {"name": "Zed", "office": "supervisor", "password": PASSWORD}
    with place.client(Office.ADMINISTRATOR) as ada, place.client(Office.SUPERVISOR) as sue:
        added = ada.post("/api/people", json=person)
        assert added.status_code == 201
        assert added.json()["office"] == "player"
        number = added.json()["request"]
        assert ada.post(f"/api/requests/{number}/confirm").status_code == 403
        assert sue.post(f"/api/requests/{number}/confirm").status_code == 200
        everybody = {each["name"]: each["office"] for each in ada.get("/api/people").json()}
    assert everybody["Zed"] == "supervisor"


def test_the_hash_of_a_password_that_waits_is_not_shown(place: Served) -> None:
    with place.client(Office.ADMINISTRATOR) as ada, place.client(Office.SUPERVISOR) as sue:
        changed = ada.patch("/api/people/the-auditor", json={"password": PASSWORD + "!"})
        assert changed.json()["request"]
        shown = sue.get("/api/requests").text + sue.get("/floor").text
    assert "argon2" not in shown
    assert "the-auditor gets a new password" in shown


def test_a_coupon_of_a_large_face_waits(place: Served) -> None:
    with place.client(Office.FLOORPERSON) as flo, place.client(Office.SUPERVISOR) as sue:
        asked = flo.post("/api/coupons", json={"face": ALONE + 1, "serial": "GOLD"})
        assert asked.status_code == 202
        assert place.house.coupons.find("GOLD") is None
        sue.post(f"/api/requests/{asked.json()['request']}/confirm")
    assert place.house.coupons.find("GOLD") is not None


def test_an_alarm_of_the_clock_is_shown_to_the_staff(place: Served) -> None:
    watch = place.house.clock_watch
    watch._began = (watch._began[0] + 3_600_000_000, watch._began[1])
    watch._next_look = 0
    watch.look()
    with place.client(Office.SUPERVISOR) as sue:
        assert "jumped back by" in sue.get("/floor?part=now").text
        (alarm,) = sue.get("/api/alarms").json()
    assert alarm["kind"] == "clock"


def test_guests_do_not_use_up_the_tables_of_the_administrator(tmp_path: Path) -> None:
    rules = Rules(most_tables=6, tables_for_staff=2, tables_of_a_person=3, empty_ms=0)
    table = {"game": "uth", "config": {"shuffle": "automated", "method": "hand"}}
    with served(tmp_path / "small.db", rules=rules) as place:
        opened = []
        for number in range(4):
            with place.client() as guest:
                guest.post("/api/guest")
                for letter in "abcd":
                    body = {"name": f"{number}{letter}", **table}
                    opened.append(guest.post("/api/tables", json=body).status_code)
        assert opened.count(201) == 4
        assert opened[:4] == [201, 201, 201, 409]
        with place.client(Office.ADMINISTRATOR) as ada:
            for name in "uvwxyz":
                assert ada.post("/api/tables", json={"name": name, **table}).status_code == 201
