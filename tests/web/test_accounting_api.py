"""Accounts, meters and coupons over HTTP: for whom they are, and that they are the house's own."""

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
from tests.house.helpers import PASSWORD, Stand, open_table, stand
from tests.ledger.helpers import without_waiting

PROGRESSIVE = {
    "table": {"pair": {"meter_percent": 10}},
    "meter_cents": 10_000,
    "contribution_cents": 100,
    "reserve_cents": 50,
}


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    monkeypatch.setattr(EdgeBook, "analysis", lambda *_: None)
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        made = stand(ledger, Rules(practice=False))
        table = open_table(made, "uth", match_play=True, progressive=PROGRESSIVE)
        made.seated("t", "Ann")
        for wager in ("ante", "blind", "trips", "progressive"):
            data = {"type": "bet", "seat": 1, "wager": wager, "cents": 500}
            made.tell(Person("Ann", Office.PLAYER), "t", **data)
        table.say_ready("Ann")
        made.decide_all(table, Random(3))
        made.bet_all(table)
        yield made


class Callers:
    """People of each office, each with a token."""

    def __init__(self, found: Stand) -> None:
        self.app: FastAPI = create_app(found.house)
        self.tokens: dict[Office, str] = {}
        for office in Office:
            if office is Office.GUEST:
                continue
            name = "Ann" if office is Office.PLAYER else f"the {office}"
            if found.house.people.find(name) is None:
                found.house.people.add("test", name, office, PASSWORD)
            person = Person(name, office)
            self.tokens[office] = found.house.people.new_token(person, "test", 1)

    def ask(self, office: Office | None, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[office]}"} if office else {}

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(asked())


@pytest.fixture
def callers(found: Stand) -> Callers:
    return Callers(found)


READERS = {Office.FLOORPERSON, Office.SUPERVISOR, Office.AUDITOR, Office.ADMINISTRATOR}


@pytest.mark.parametrize("path", ["/api/tables/t/accounts", "/api/accounts", "/api/coupons"])
def test_accounts_are_for_those_who_keep_them(callers: Callers, path: str) -> None:
    assert callers.ask(None, "GET", path).status_code == 401
    for office in callers.tokens:
        status = callers.ask(office, "GET", path).status_code
        assert status == (200 if office in READERS else 403), office


def test_a_tables_accounts_are_those_of_the_ledger(callers: Callers, found: Stand) -> None:
    told = callers.ask(Office.AUDITOR, "GET", "/api/tables/t/accounts").json()
    assert told == as_data(table_accounts(found.house.ledger, found.house.edges, "t"))
    assert told["chips"]["drop"] == 1_000_000
    assert told["play"]["rounds"] == 1
    assert told["difference"] == 0
    assert told["play"]["theoretical"] is None
    later = told["by_hour"][0]["hour"] + 10**13
    other = callers.ask(Office.AUDITOR, "GET", f"/api/tables/t/accounts?since={later}").json()
    assert (other["play"]["rounds"], other["chips"]["drop"], other["win"]) == (0, 0, 0)
    house = callers.ask(Office.AUDITOR, "GET", "/api/accounts").json()
    assert house["win"] == told["win"]
    assert [line["tables"] for line in house["by_pay_table"]] == [["t"]]
    assert callers.ask(Office.AUDITOR, "GET", "/api/tables/x/accounts").status_code == 404
    assert callers.ask(Office.AUDITOR, "GET", "/api/accounts?since=-1").status_code == 422


def test_the_meter_is_for_all_and_its_reserve_for_few(callers: Callers, found: Stand) -> None:
    meter = found.house.table("t").state.setup.options.progressive.meter_cents
    told = callers.ask(Office.PLAYER, "GET", "/api/tables/t/meter").json()
    assert told["meter"] == meter
    assert told["shares"] is None
    assert told["changes"] == []
    told = callers.ask(Office.FLOORPERSON, "GET", "/api/tables/t/meter").json()
    assert told["agrees"]
    assert told["conserved"]
    assert told["shares"]["reserve"] == 50
    assert told["changes"][0]["cause"] == "contribution"
    assert told["by_cause"]["contribution"] == 100
    open_table(found, "hilo", "plain")
    assert callers.ask(Office.PLAYER, "GET", "/api/tables/plain/meter").status_code == 400


def test_coupons_are_issued_placed_and_listed(callers: Callers) -> None:
    wanted = {"face": 300, "person": "Ann"}
    assert callers.ask(Office.PLAYER, "POST", "/api/coupons", json=wanted).status_code == 403
    issued = callers.ask(Office.FLOORPERSON, "POST", "/api/coupons", json=wanted)
    assert issued.status_code == 201
    serial = issued.json()["serial"]
    placed = {"id": "a", "seat": 1, "serial": serial}
    path = "/api/tables/t/coupons"
    assert callers.ask(Office.DEALER, "POST", path, json=placed).status_code == 403
    first = callers.ask(Office.PLAYER, "POST", path, json=placed)
    assert (first.status_code, first.json()["done"]) == (200, True)
    again = callers.ask(Office.PLAYER, "POST", path, json=placed).json()
    assert (again["again"], again["first"]) == (True, first.json()["first"])
    unknown = callers.ask(Office.PLAYER, "POST", path, json={**placed, "id": "b", "serial": "X"})
    assert unknown.status_code == 409
    assert "no such coupon" in unknown.json()["detail"]
    listed = callers.ask(Office.AUDITOR, "GET", "/api/coupons?state=placed").json()
    assert [(one["serial"], one["table"]) for one in listed] == [(serial, "t")]
    for wrong in ({"face": 0}, {"face": 1, "serial": "no good"}, {"face": 1, "more": 1}):
        answer = callers.ask(Office.SUPERVISOR, "POST", "/api/coupons", json=wrong)
        assert answer.status_code == 422
    nobody = {"face": 1, "person": "Nobody"}
    assert callers.ask(Office.SUPERVISOR, "POST", "/api/coupons", json=nobody).status_code == 400


def test_a_coupon_is_for_who_was_meant_however_the_name_is_spelled(callers: Callers) -> None:
    wanted = {"face": 100, "person": "ANN"}
    issued = callers.ask(Office.FLOORPERSON, "POST", "/api/coupons", json=wanted).json()
    assert issued["person"] == "Ann"
    placed = {"id": "a", "seat": 1, "serial": issued["serial"]}
    answer = callers.ask(Office.PLAYER, "POST", "/api/tables/t/coupons", json=placed)
    assert answer.status_code == 200


def test_a_coupon_is_an_act_as_every_other(callers: Callers) -> None:
    acts, path = callers.app.state.services.gateway, "/api/tables/t/coupons"
    placed = {"id": "a", "seat": 1, "serial": "X"}
    assert callers.ask(Office.PLAYER, "POST", path, json=placed).status_code == 409
    assert 'acts_total{kind="place_coupon",result="refused"} 1.0' in acts.metrics.text().decode()
    acts.stopping = True
    answer = callers.ask(Office.PLAYER, "POST", path, json=placed)
    assert (answer.status_code, answer.json()["type"]) == (503, "houseway:store-busy")


def test_a_plain_coupon_is_refused_by_a_house_that_is_not_for_practice(callers: Callers) -> None:
    command = {"type": "place_coupon", "seat": 1, "face": 100}
    answer = callers.ask(
        Office.PLAYER, "POST", "/api/tables/t/commands", json={"id": "c", "command": command}
    )
    assert answer.status_code == 400
    assert "serial number" in answer.json()["detail"]
