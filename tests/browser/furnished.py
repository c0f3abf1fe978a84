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
    """Somebody without a browser, whose cookie a browser can take over."""

    url: str
    cookie: str = ""

    def request(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        response = httpx.request(method, self.url + path, json=body, headers=headers, timeout=60)
        assert response.status_code < 300, response.text
        self.cookie = response.cookies.get(COOKIE) or self.cookie
        return response.json() if response.content else None

    def tell(self, table: str, **command: object) -> None:
        body = {"id": f"furnish-{next(_ids)}", "command": command}
        self.request("POST", f"/api/tables/{table}/commands", body)


def guest(house: ServedHouse) -> Caller:
    caller = Caller(house.url)
    caller.request("POST", "/api/guest")
    return caller


def member(house: ServedHouse, name: str, password: str = PASSWORD) -> Caller:
    caller = Caller(house.url)
    caller.request("POST", "/api/session", {"name": name, "password": password})
    return caller


def administrator(house: ServedHouse) -> Caller:
    return member(house, "admin", ADMIN_PASSWORD)


def hire(house: ServedHouse, name: str, office: str) -> Caller:
    """Adds a person of this office where the house does not know the name, and logs them in."""
    admin = administrator(house)
    known = {person["name"] for person in admin.request("GET", "/api/people")}
    if name not in known:
        person = {"name": name, "office": office, "password": PASSWORD}
        added = admin.request("POST", "/api/people", person)
        if added["request"] is not None:  # the house has a second person by now
            member(house, "Sue").request("POST", f"/api/requests/{added['request']}/confirm")
    return member(house, name)


def open_quick(by: Caller, name: str, game: str) -> None:
    config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand"}
    manner = {"betting_ms": 60_000, "decision_ms": 60_000}
    by.request(
        "POST", "/api/tables", {"name": name, "game": game, "config": config, "manner": manner}
    )


def play_round(table: str, players: Mapping[int, Caller], chance: Random) -> None:
    """Some people at their seats, from the first bet to the settlement."""
    somebody = next(iter(players.values()))
    view = somebody.request("GET", f"/api/tables/{table}")
    required = ("ante", *{"uth": ("blind",), "pikit": ("five_card_bonus",)}.get(view["game"], ()))
    for seat, player in players.items():
        if str(seat) not in view["seats"]:
            player.tell(table, type="sit", seat=seat)
            player.tell(table, type="buy_in", cents=50_000)
        for wager in required:
            player.tell(table, type="bet", seat=seat, wager=wager, cents=500)
    for player in players.values():
        player.request("POST", f"/api/tables/{table}/ready")
    turn = cycle(players.items())
    while somebody.request("GET", f"/api/tables/{table}")["rounds"] == view["rounds"]:
        seat, player = next(turn)
        now = player.request("GET", f"/api/tables/{table}")
        for task in now["due"]:
            if task.get("seat") == seat and "offers" in task:
                robot = Robot(None, "", seat, chance)  # type: ignore[arg-type]
                player.tell(table, type="choose", seat=seat, choice=robot.choose(now, task))
