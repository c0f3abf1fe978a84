"""A house with something in it: staff, guests, and one round of each game that was played."""

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import httpx

from houseway.client.robots import Robot
from houseway.web.letting_in import COOKIE
from tests.browser.house import ADMIN_PASSWORD, ServedHouse

PASSWORD = "password of the staff"
_ids = count(1)


@dataclass(frozen=True)
class Caller:
    """Somebody who asks without a browser; the cookie can be given to one."""

    http: httpx.Client

    @property
    def cookie(self) -> str:
        return self.http.cookies[COOKIE]

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.http.request(method, path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def tell(self, table: str, **command: object) -> None:
        body = {"id": f"furnish-{next(_ids)}", "command": command}
        self.ask("POST", f"/api/tables/{table}/commands", body)


def caller(house: ServedHouse) -> Caller:
    return Caller(httpx.Client(base_url=house.url, timeout=60))


def guest(house: ServedHouse) -> Caller:
    found = caller(house)
    found.ask("POST", "/api/guest")
    return found


def member(house: ServedHouse, name: str, password: str = PASSWORD) -> Caller:
    found = caller(house)
    found.ask("POST", "/api/session", {"name": name, "password": password})
    return found


def administrator(house: ServedHouse) -> Caller:
    return member(house, "admin", ADMIN_PASSWORD)


def hire(house: ServedHouse, name: str, office: str) -> Caller:
    """Somebody new with an office, let in; whoever is known already is only let in."""
    admin = administrator(house)
    known = {one["name"] for one in admin.ask("GET", "/api/people")}
    if name not in known:
        wanted = {"name": name, "office": office, "password": PASSWORD}
        admin.ask("POST", "/api/people", wanted)
    return member(house, name)


def open_quick(by: Caller, name: str, game: str) -> None:
    config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand"}
    manner = {"betting_ms": 60_000, "decision_ms": 60_000}
    by.ask("POST", "/api/tables", {"name": name, "game": game, "config": config, "manner": manner})


def play_round(by: Caller, table: str, seat: int, chance: Random) -> None:
    """One player alone, from the seat to the settlement."""
    view = by.ask("GET", f"/api/tables/{table}")
    if str(seat) not in view["seats"]:
        by.tell(table, type="sit", seat=seat)
        by.tell(table, type="buy_in", cents=50_000)
    for wager in ("ante", {"uth": "blind", "pikit": "five_card_bonus"}.get(view["game"])):
        if wager:
            by.tell(table, type="bet", seat=seat, wager=wager, cents=500)
    by.ask("POST", f"/api/tables/{table}/ready")
    while (now := by.ask("GET", f"/api/tables/{table}"))["rounds"] == view["rounds"]:
        for task in now["due"]:
            if task.get("seat") == seat and "offers" in task:
                robot = Robot(None, "", seat, chance)  # type: ignore[arg-type]
                by.tell(table, type="choose", seat=seat, choice=robot.choose(now, task))
