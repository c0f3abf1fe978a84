"""Accounts, meters and coupons over HTTP: whom they are for, and that they are the house's own."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from houseway.house.accounting import as_data, table_accounts
from houseway.house.edges import EdgeBook
from houseway.house.house import Rules
from houseway.house.offices import Office, Person
from houseway.ledger.store import Ledger
from houseway.web.app import create_app
from tests.house.helpers import PASSWORD, Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting

PROGRESSIVE = {
    "table": {"pair": {"meter_percent": 10}},
    "meter_cents": 10_000,
    "contribution_cents": 100,
    "reserve_cents": 50,
}


@pytest.fixture
def stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    monkeypatch.setattr(EdgeBook, "analysis", lambda *_: None)
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        stand = build_stand(ledger, Rules(practice=False))
        table = open_table(stand, "uth", match_play=True, progressive=PROGRESSIVE)
        stand.seated("t", "Ann")
        for wager in ("ante", "blind", "trips", "progressive"):
            data = {"type": "bet", "seat": 1, "wager": wager, "cents": 500}
            stand.tell(Person("Ann", Office.PLAYER), "t", **data)
        table.say_ready("Ann")
        stand.decide_all(table, Random(3))
        stand.bet_all(table)
        yield stand


class Callers:
    """People of each office, each with a token."""

    def __init__(self, stand: Stand) -> None:
        self.app: FastAPI = create_app(stand.house)
        self.tokens: dict[Office, str] = {}
        for office in Office:
            if office is Office.GUEST:
                continue
            name = "Ann" if office is Office.PLAYER else f"the {office}"
            if stand.house.people.find(name) is None:
                stand.house.people.add("test", name, office, PASSWORD)
            person = Person(name, office)
            self.tokens[office] = stand.house.people.new_token(person, "test", 1)

    def request(self, office: Office | None, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[office]}"} if office else {}

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(send())


@pytest.fixture
def callers(stand: Stand) -> Callers:
    return Callers(stand)


READERS = {Office.FLOORPERSON, Office.SUPERVISOR, Office.AUDITOR, Office.ADMINISTRATOR}


@pytest.mark.parametrize("path", ["/api/tables/t/accounts", "/api/accounts", "/api/coupons"])
def test_accounts_are_for_those_who_keep_them(callers: Callers, path: str) -> None:
    assert callers.request(None, "GET", path).status_code == 401
    for office in callers.tokens:
        status = callers.request(office, "GET", path).status_code
        assert status == (200 if office in READERS else 403), office


def test_a_tables_accounts_are_those_of_the_ledger(callers: Callers, stand: Stand) -> None:
    accounts = callers.request(Office.AUDITOR, "GET", "/api/tables/t/accounts").json()
    assert accounts == as_data(table_accounts(stand.house.ledger, stand.house.edges, "t"))
    assert accounts["chips"]["drop"] == 1_000_000
    assert accounts["play"]["rounds"] == 1
    assert accounts["difference"] == 0
    assert accounts["play"]["theoretical"] is None
    later = accounts["by_hour"][0]["hour"] + 10**13
    other = callers.request(Office.AUDITOR, "GET", f"/api/tables/t/accounts?since={later}").json()
    assert (other["play"]["rounds"], other["chips"]["drop"], other["win"]) == (0, 0, 0)
    house = callers.request(Office.AUDITOR, "GET", "/api/accounts").json()
    assert house["win"] == accounts["win"]
    assert [line["tables"] for line in house["by_pay_table"]] == [["t"]]
    assert callers.request(Office.AUDITOR, "GET", "/api/tables/x/accounts").status_code == 404
    assert callers.request(Office.AUDITOR, "GET", "/api/accounts?since=-1").status_code == 422


def test_the_meter_is_for_all_and_its_reserve_for_few(callers: Callers, stand: Stand) -> None:
    cents = stand.house.table("t").state.setup.options.progressive.meter_cents
    meter = callers.request(Office.PLAYER, "GET", "/api/tables/t/meter").json()
    assert meter["meter"] == cents
    assert meter["shares"] is None
    assert meter["changes"] == []
    meter = callers.request(Office.FLOORPERSON, "GET", "/api/tables/t/meter").json()
    assert meter["agrees"]
    assert meter["conserved"]
    assert meter["shares"]["reserve"] == 50
    assert meter["changes"][0]["cause"] == "contribution"
    assert meter["by_cause"]["contribution"] == 100
    open_table(stand, "hilo", "plain")
    assert callers.request(Office.PLAYER, "GET", "/api/tables/plain/meter").status_code == 400


def test_coupons_are_issued_placed_and_listed(callers: Callers) -> None:
    coupon = {"face": 300, "person": "Ann"}
    assert callers.request(Office.PLAYER, "POST", "/api/coupons", json=coupon).status_code == 403
    issued = callers.request(Office.FLOORPERSON, "POST", "/api/coupons", json=coupon)
    assert issued.status_code == 201
    serial = issued.json()["serial"]
    placed = {"id": "a", "seat": 1, "serial": serial}
    path = "/api/tables/t/coupons"
    assert callers.request(Office.DEALER, "POST", path, json=placed).status_code == 403
    first = callers.request(Office.PLAYER, "POST", path, json=placed)
    assert (first.status_code, first.json()["done"]) == (200, True)
    again = callers.request(Office.PLAYER, "POST", path, json=placed).json()
    assert (again["again"], again["first"]) == (True, first.json()["first"])
    unknown = callers.request(
        Office.PLAYER, "POST", path, json={**placed, "id": "b", "serial": "X"}
    )
    assert unknown.status_code == 409
    assert "no such coupon" in unknown.json()["detail"]
    listed = callers.request(Office.AUDITOR, "GET", "/api/coupons?state=placed").json()
    assert [(row["serial"], row["table"]) for row in listed] == [(serial, "t")]
    for wrong in ({"face": 0}, {"face": 1, "serial": "no good"}, {"face": 1, "more": 1}):
        response = callers.request(Office.SUPERVISOR, "POST", "/api/coupons", json=wrong)
        assert response.status_code == 422
    nobody = {"face": 1, "person": "Nobody"}
    response = callers.request(Office.SUPERVISOR, "POST", "/api/coupons", json=nobody)
    assert response.status_code == 400


def test_a_coupon_finds_its_person_however_the_name_is_spelled(callers: Callers) -> None:
    coupon = {"face": 100, "person": "ANN"}
    issued = callers.request(Office.FLOORPERSON, "POST", "/api/coupons", json=coupon).json()
    assert issued["person"] == "Ann"
    placed = {"id": "a", "seat": 1, "serial": issued["serial"]}
    response = callers.request(Office.PLAYER, "POST", "/api/tables/t/coupons", json=placed)
    assert response.status_code == 200


def test_a_coupon_goes_through_the_command_gateway(callers: Callers) -> None:
    gateway, path = callers.app.state.services.gateway, "/api/tables/t/coupons"
    placed = {"id": "a", "seat": 1, "serial": "X"}
    assert callers.request(Office.PLAYER, "POST", path, json=placed).status_code == 409
    assert 'acts_total{kind="place_coupon",result="refused"} 1.0' in gateway.metrics.text().decode()
    gateway.stopping = True
    response = callers.request(Office.PLAYER, "POST", path, json=placed)
    assert (response.status_code, response.json()["type"]) == (503, "houseway:store-busy")


def test_a_plain_coupon_is_refused_by_a_house_that_is_not_for_practice(callers: Callers) -> None:
    command = {"type": "place_coupon", "seat": 1, "face": 100}
    response = callers.request(
        Office.PLAYER, "POST", "/api/tables/t/commands", json={"id": "c", "command": command}
    )
    assert response.status_code == 400
    assert "serial number" in response.json()["detail"]
