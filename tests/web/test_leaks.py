"""No card reaches anybody before its time: all that every client ever received is checked."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from houseway.client import HouseClient, Refused, TableClient
from houseway.client.robots import Robot
from houseway.codec import from_data, to_data
from houseway.house.offices import Office
from houseway.web.api.socket_schemas import AnySentOut
from houseway.web.api.view_schemas import AnyEvent, View
from tests.web.entitled import cards_in, entitlements
from tests.web.serving import Served

CASES: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "uth": ("uth", {}, ("ante", "blind", "trips")),
    "pikit": ("pikit", {}, ("ante", "five_card_bonus", "three_card_bonus")),
    "pikit-seen": (
        "pikit",
        {"three_card_pick": "seen"},
        ("ante", "five_card_bonus", "three_card_bonus"),
    ),
    "hilo": ("hilo", {"additional_hand_blind_fold": True}, ("ante",)),
}
ROUNDS = 4
EVENTS: TypeAdapter[Any] = TypeAdapter(list[AnyEvent])
SENT_OUT: TypeAdapter[Any] = TypeAdapter(AnySentOut)
EXACTLY: Any = {"by_alias": True, "exclude_unset": True}
"""As it was sent: nothing added, nothing left out."""


class Recorder(TableClient):
    """A client that keeps everything it was ever sent, connection by connection."""

    def __init__(self, url: str, name: str, headers: Callable[[], dict[str, str]]) -> None:
        super().__init__(url, name, headers)
        self.heard: list[tuple[int, dict[str, Any]]] = []

    async def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append((self.connections, message))
        await super()._hear(message)


@dataclass
class Somebody:
    name: str
    role: str
    house: HouseClient
    table: Recorder
    seats: list[int] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    """All events that were ever asked for."""
    seen: list[dict[str, Any]] = field(default_factory=list)
    """All views that were ever asked for."""

    async def ask(self, after: int = -1) -> None:
        path = f"/api/tables/{self.table.name}"
        self.seen.append(await self.house.ask("GET", path))
        self.told += await self.house.ask("GET", f"{path}/events?after={max(-1, after)}")

    async def try_it(self, **command: Any) -> bool:
        try:
            await self.table.tell(command)
        except Refused:
            return False
        return True

    async def sit(self, *seats: int) -> None:
        for seat in seats:
            assert await self.try_it(type="sit", seat=seat)
        assert await self.try_it(type="buy_in", cents=1_000_000)
        self.seats = list(seats)

    async def leave(self) -> None:
        for seat in self.seats:
            assert await self.try_it(type="leave", seat=seat)
        self.seats = []


@dataclass
class Evening:
    """One table with everybody at it or around it."""

    place: Served
    table: str
    wagers: tuple[str, ...]
    chance: Random
    people: dict[str, Somebody] = field(default_factory=dict)

    async def come(self, name: str, office: Office) -> Somebody:
        headers = self.place.add(f"{name}-{self.table}", office, 100_000_000)
        house = HouseClient(self.place.url)
        house.http.headers.update(headers)
        table = Recorder(self.place.url, self.table, lambda: headers)
        await table.__aenter__()
        role = {"guest": "player", "administrator": "spectator"}.get(office.value, office.value)
        self.people[name] = Somebody(f"{name}-{self.table}", role, house, table)
        return self.people[name]

    async def go_home(self) -> None:
        for one in self.people.values():
            await one.table.__aexit__()
            await one.house.http.aclose()

    async def round(self) -> None:
        state = self.place.house.table(self.table)
        before = state.state.rounds
        playing = [one for one in self.people.values() if one.seats]
        for one in playing:
            await one.table.wait_until(lambda view: view["phase"] == "betting")
            for seat in one.seats:
                for wager in self.wagers:
                    await one.try_it(type="bet", seat=seat, wager=wager, cents=500)
        for one in playing:
            await one.table.ready()
        while state.state.rounds == before:
            await asyncio.sleep(0.002)
            for one in playing:
                await self._decide(one)
            await self._something_else()

    async def _decide(self, one: Somebody) -> None:
        for task in one.table.view["due"]:
            if task.get("seat") in one.seats and "offers" in task:
                robot = Robot(one.table, one.name, task["seat"], self.chance)
                choice = robot.choose(one.table.view, task)
                await one.try_it(type="choose", seat=task["seat"], choice=choice)

    async def _something_else(self) -> None:
        """Somebody asks again, tries what is not theirs, or loses the connection."""
        one = self.chance.choice(list(self.people.values()))
        what = self.chance.randrange(6)
        if what == 0:
            await one.ask(one.table.view["seq"] - 20)
        elif what == 1:
            seat = self.chance.randrange(1, 6)
            await one.try_it(type="look_at_hand", seat=seat)
            await one.try_it(type="choose", seat=seat, choice={"decision": "play", "high": []})
        elif what == 2 and one.table._socket is not None:
            await one.table._socket.close()


async def an_evening(place: Served, case: str, chance: Random) -> Evening:
    evening = Evening(place, case, CASES[case][2], chance)
    two_hands = (1, 2) if case == "hilo" else (1,)
    try:
        for office in Office:
            await evening.come(f"the-{office}", office)
        ann, ben, cem, dee = [
            await evening.come(name, Office.PLAYER) for name in ("Ann", "Ben", "Cem", "Dee")
        ]
        await ann.sit(*two_hands)
        await ben.sit(3)
        await cem.sit(4)
        for number in range(ROUNDS):
            await evening.round()
            if number == 0:  # somebody else on the same seat
                await cem.leave()
                await dee.sit(4)
            elif number == 1:  # the same on another seat
                await ann.leave()
                await ann.sit(5)
        for one in evening.people.values():
            await one.ask()
    finally:
        await evening.go_home()
    return evening


def leaks(one: Somebody, known: list[set[str]]) -> list[tuple[str, int, set[str]]]:
    """Every card that somebody was told and might not know, with where and when."""
    found: list[tuple[str, int, set[str]]] = []

    def check(what: str, seq: int, told: set[str], may: set[str]) -> None:
        if not told <= may:
            found.append((what, seq, told - may))

    has: dict[int, int] = {}
    for connection, message in one.table.heard:
        if message["type"] == "view":
            seq = message["seq"]
            assert seq >= has.get(connection, 0), "a view went back"
            check("view", seq, cards_in(message["view"]), known[seq])
            since = has.get(connection, seq - 1)
            between: set[str] = set().union(*known[since + 1 : seq + 1])
            check("news", seq, cards_in(message["news"]), between)
            has[connection] = seq
        elif message["type"] == "refused":
            ever = set().union(*known[-60:], {"As"})  # which is also a word
            check("refusal", -1, cards_in(message["problem"]), ever)
    for view in one.seen:
        check("asked", view["seq"], cards_in(view), known[view["seq"]])
    for event in one.told:
        check("event", event["seq"], cards_in(event), known[event["seq"]])
    return found


def sightings(one: Somebody) -> int:
    return sum(len(cards_in(message)) for _, message in one.table.heard)


@pytest.mark.parametrize("case", CASES)
def test_nobody_is_told_a_card_before_its_time(place: Served, case: str) -> None:
    seed = 7
    print(f"seed {seed}")
    game, config, _ = CASES[case]
    place.open(case, game, **config)
    evening = asyncio.run(an_evening(place, case, Random(seed)))
    bodies = [record.body for record in place.house.ledger.records(case)]
    blind = config.get("three_card_pick", "blind") == "blind"
    for one in evening.people.values():
        known = entitlements(bodies, game, one.role, one.name, blind=blind)
        assert leaks(one, known) == [], one.name
        assert sightings(one) > 20
        assert one.told
        assert one.seen
    _see_that_a_leak_is_found(evening, bodies, game, blind=blind)
    _hold_against_the_models(evening)


def _see_that_a_leak_is_found(
    evening: Evening, bodies: list[str], game: str, *, blind: bool
) -> None:
    """What the auditor was told is too much for a spectator, and Ann's cards for Ben."""
    spectator = entitlements(bodies, game, "spectator", "", blind=blind)
    assert {what for what, _, _ in leaks(evening.people["the-auditor"], spectator)} >= {
        "view",
        "news",
        "event",
    }
    if game == "uth" or not blind:
        ben = entitlements(bodies, game, "player", evening.people["Ben"].name, blind=blind)
        assert leaks(evening.people["Ann"], ben)


def _hold_against_the_models(evening: Evening) -> None:
    """What goes out is what the description says, and the models lose nothing of it."""
    for one in evening.people.values():
        views = [message for _, message in one.table.heard if message["type"] == "view"]
        others = [message for _, message in one.table.heard if message["type"] != "view"]
        for message in [*views[::5], *others]:
            sent = SENT_OUT.validate_python(message)
            written = SENT_OUT.dump_python(sent, mode="json", **EXACTLY)
            if "view" in message:
                written["view"] = to_data(from_data(View, message["view"], "The view"))
            assert written == message
        for view in one.seen:
            assert to_data(from_data(View, view, "The view")) == view
        told = EVENTS.validate_python(one.told)
        assert EVENTS.dump_python(told, mode="json", exclude_unset=True) == one.told
