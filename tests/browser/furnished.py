"""A house with something in it: staff, guests, and one round of each game that was played."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, cycle
from random import Random
from typing import Any

import httpx

from houseway.client.robots import Robot
from houseway.web.auth.sessions import COOKIE
from tests.browser.house import ADMIN_PASSWORD, ServedHouse

PASSWORD = "password of the staff"
_ids = count(1)


@dataclass
class Caller:
    """Somebody who asks without a browser; the cookie can be given to one."""

    url: str
    cookie: str = ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        answer = httpx.request(method, self.url + path, json=body, headers=headers, timeout=60)
        assert answer.status_code < 300, answer.text
        self.cookie = answer.cookies.get(COOKIE) or self.cookie
        return answer.json() if answer.content else None

    def tell(self, table: str, **command: object) -> None:
        body = {"id": f"furnish-{next(_ids)}", "command": command}
        self.ask("POST", f"/api/tables/{table}/commands", body)


def guest(house: ServedHouse) -> Caller:
    found = Caller(house.url)
    found.ask("POST", "/api/guest")
    return found


def member(house: ServedHouse, name: str, password: str = PASSWORD) -> Caller:
    found = Caller(house.url)
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


def play_round(table: str, players: Mapping[int, Caller], chance: Random) -> None:
    """Some people at their seats, from the first bet to the settlement."""
    somebody = next(iter(players.values()))
    view = somebody.ask("GET", f"/api/tables/{table}")
    required = ("ante", *{"uth": ("blind",), "pikit": ("five_card_bonus",)}.get(view["game"], ()))
    for seat, one in players.items():
        if str(seat) not in view["seats"]:
            one.tell(table, type="sit", seat=seat)
            one.tell(table, type="buy_in", cents=50_000)
        for wager in required:
            one.tell(table, type="bet", seat=seat, wager=wager, cents=500)
    for one in players.values():
        one.ask("POST", f"/api/tables/{table}/ready")
    turn = cycle(players.items())
    while somebody.ask("GET", f"/api/tables/{table}")["rounds"] == view["rounds"]:
        seat, one = next(turn)
        now = one.ask("GET", f"/api/tables/{table}")
        for task in now["due"]:
            if task.get("seat") == seat and "offers" in task:
                robot = Robot(None, "", seat, chance)  # type: ignore[arg-type]
                one.tell(table, type="choose", seat=seat, choice=robot.choose(now, task))
