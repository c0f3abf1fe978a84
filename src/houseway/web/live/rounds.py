"""The last rounds of a table, each with what it came to: from the record, and on from there."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from houseway.house.house import House
from houseway.house.offices import FLOOR, Office, Person
from houseway.ledger.search import Query, search
from houseway.rulebook import HousewayError
from houseway.web.live.panel import templates
from houseway.web.sockets import aside

MOST_ROUNDS = 10
OPENS_ALL = FLOOR | {Office.AUDITOR, Office.ADMINISTRATOR}


@dataclass(frozen=True)
class Past:
    """A round that is over: what each of its players won or lost."""

    number: int
    nets: Mapping[str, int]
    irregular: bool


def rounds_on_record(house: House, table: str) -> list[Past]:
    """The newest first."""
    found = search(house.ledger, Query(table=table, limit=MOST_ROUNDS))
    return [Past(one.round, one.nets, bool(one.irregularities)) for one in found]


def with_last(known: list[Past], view: Mapping[str, Any]) -> list[Past]:
    """The rounds that are known, and the one that has just ended."""
    last = view.get("last")
    if last is None or any(one.number == last["number"] for one in known):
        return known
    nets: dict[str, int] = {}
    for hand in last["hands"].values():
        net = sum(one["net"] for one in hand["results"])
        nets[hand["player"]] = nets.get(hand["player"], 0) + net
    ended = Past(last["number"], nets, "irregularities" in last)
    return sorted([ended, *known], key=lambda one: -one.number)[:MOST_ROUNDS]


class RoundsBefore:
    """One page's list. It is read in a thread when the page comes, so that no table waits."""

    def __init__(self, socket: WebSocket, table: str) -> None:
        self._socket, self._table = socket, table
        self._known: list[Past] | None = None
        self._drawn = ""
        self._reading: asyncio.Task[None] | None = None

    def look(self, view: Mapping[str, Any], person: Person, seq: int) -> dict[str, str]:
        """The list as it is now; nothing until it was read."""
        if self._known is None:
            if self._reading is None:
                self._reading = asyncio.ensure_future(self._read(view, person, seq))
            return {}
        now = with_last(self._known, view)
        if now is not self._known:
            self._known, self._drawn = now, draw_rounds(self._table, now, person)
        return {"rounds": self._drawn}

    async def _read(self, view: Mapping[str, Any], person: Person, seq: int) -> None:
        state = self._socket.app.state
        try:
            found = await aside(state.pool, lambda: rounds_on_record(state.house, self._table))
            self._known = with_last(found, view)
            self._drawn = draw_rounds(self._table, self._known, person)
            told = {"type": "page", "seq": seq, "set": {"rounds": self._drawn}, "say": []}
            await self._socket.send_text(json.dumps(told, separators=(",", ":")))
        except (HousewayError, WebSocketDisconnect, RuntimeError):
            self._reading = None  # the next view asks again

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()


def draw_rounds(table: str, known: list[Past], person: Person) -> str:
    """The rounds as a list, with this person's own result first."""
    mine = [one.nets[person.name] for one in known if person.name in one.nets]
    told = {
        "table": table,
        "rounds": known,
        "me": person.name,
        "opens_all": person.office in OPENS_ALL,
        "total": sum(mine),
        "played": len(mine),
    }
    return templates().get_template("live/rounds.html").render(told)
