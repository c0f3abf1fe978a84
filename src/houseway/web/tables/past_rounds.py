"""The last rounds of a table with their results: read from the record once, then continued."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import WebSocket, WebSocketDisconnect

from houseway.house.house import House
from houseway.house.offices import Person
from houseway.ledger.search import Query, search
from houseway.rulebook import HousewayError
from houseway.table.views import TableView
from houseway.web.cards import describe_net
from houseway.web.rendering import SEES_FLOOR, render_part
from houseway.web.services import services_of

MOST_ROUNDS = 10


@dataclass(frozen=True)
class PastRound:
    """A round that is over: what each of its players won or lost."""

    number: int
    nets: Mapping[str, int]
    irregular: bool


def rounds_on_record(house: House, table: str) -> list[PastRound]:
    """The newest first."""
    rows = search(house.ledger, Query(table=table, limit=MOST_ROUNDS))
    return [PastRound(row.round, row.nets, bool(row.irregularities)) for row in rows]


def with_last(known: list[PastRound], view: TableView) -> list[PastRound]:
    """The rounds that are known, and the one that has just ended."""
    last = view.last
    if last is None or any(past.number == last.number for past in known):
        return known
    nets: dict[str, int] = {}
    for hand in last.hands.values():
        net = sum(result.net for result in hand.results)
        nets[hand.player] = nets.get(hand.player, 0) + net
    ended = PastRound(last.number, nets, bool(last.irregularities))
    return sorted([ended, *known], key=lambda past: -past.number)[:MOST_ROUNDS]


class PastRounds:
    """The list of one page. A thread reads it when the page opens, so that no table waits."""

    def __init__(self, socket: WebSocket, table: str) -> None:
        self._socket, self._table = socket, table
        self._known: list[PastRound] | None = None
        self._drawn = ""
        self._reading: asyncio.Task[None] | None = None

    def draw(self, view: TableView, person: Person, seq: int) -> dict[str, str]:
        """The list as it is now; nothing until it was read."""
        if self._known is None:
            if self._reading is None:
                self._reading = asyncio.ensure_future(self._read(view, person, seq))
            return {}
        now = with_last(self._known, view)
        if now is not self._known:
            self._known, self._drawn = now, draw_rounds(self._table, now, person)
        return {"rounds": self._drawn}

    async def _read(self, view: TableView, person: Person, seq: int) -> None:
        services = services_of(self._socket)
        try:
            rounds = await services.readings.run_unmetered(
                lambda: rounds_on_record(services.house, self._table)
            )
            self._known = with_last(rounds, view)
            self._drawn = draw_rounds(self._table, self._known, person)
            message = {"type": "page", "seq": seq, "set": {"rounds": self._drawn}, "say": []}
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))
        except (HousewayError, WebSocketDisconnect, RuntimeError):
            self._reading = None  # the next view reads again

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()


def draw_rounds(table: str, rounds: list[PastRound], person: Person) -> str:
    """The rounds as a list, with this person's own result first."""
    own = [past.nets[person.name] for past in rounds if person.name in past.nets]
    rows = [
        {
            "number": past.number,
            "opens": person.office in SEES_FLOOR or person.name in past.nets,
            "irregular": past.irregular,
            "own": describe_net(past.nets[person.name]) if person.name in past.nets else "",
            "others": [(name, net) for name, net in past.nets.items() if name != person.name],
        }
        for past in rounds
    ]
    played = "round" if len(own) == 1 else f"{len(own)} rounds"
    return render_part(
        "tables/past_rounds.html", table=table, rows=rows, own=own, total=sum(own), played=played
    )
