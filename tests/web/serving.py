"""A server as `houseway serve` runs it, in a thread, and people to talk to it."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import uvicorn
from fastapi import FastAPI, Response
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules
from houseway.house.offices import Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.store import Ledger
from houseway.web.app import Settings, create_app
from houseway.web.readings import ReadingLimits
from houseway.web.server import server_options
from houseway.web.settings import ServerSettings

PASSWORD = "correct horse battery"
QUICK = {"shuffle": "automated", "method": "hand"}
SECRET = "a secret that signs cookies"
UNBOUNDED = ReadingLimits(
    per_person=10**6,
    per_address=10**6,
    in_all=10**6,
    seconds_at_once=1e6,
    seconds_a_second=1e6,
)
PATIENT = Settings(SECRET, False, 1e6, 10**6, 10**6, 1e6, 10**6, 1e6, reading=UNBOUNDED)
"""Of a house that is never in a hurry; the limits have tests of their own."""


@dataclass
class Served:
    """A house that is open, and the credentials of a person of each office."""

    house: House
    app: FastAPI
    url: str
    lets_in: dict[Office, dict[str, str]] = field(default_factory=dict)
    ids: Any = field(default_factory=lambda: count(1))

    def person(self, office: Office) -> Person:
        return Person(f"the-{office}", office)

    def headers(self, office: Office | None) -> dict[str, str]:
        return {} if office is None else self.lets_in[office]

    def client(self, office: Office | None = None) -> httpx.Client:
        headers = self.headers(office)
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, verify=False)

    def status(self, path: str, headers: dict[str, str] | None = None) -> int:
        raw = {name: value.encode("latin-1") for name, value in (headers or {}).items()}
        with self.client() as client:
            return client.get(path, headers=raw).status_code  # type: ignore[arg-type]

    def socket(self, table: str, headers: dict[str, str]) -> ClientConnection:
        address = f"ws{self.url[4:]}/api/tables/{quote(table, safe='')}/socket"
        return connect(address, additional_headers=headers, compression=None, proxy=None)

    def new_id(self) -> str:
        return f"c{next(self.ids)}"

    def open(self, name: str, game: str, manner: RunSettings | None = None, **config: Any) -> Any:
        boss = self.person(Office.ADMINISTRATOR)
        table: TableService = self.house.open_table(
            boss, name, game, {**QUICK, **config}, manner or RunSettings()
        )
        return table

    def add(self, name: str, office: Office = Office.PLAYER, chips: int = 0) -> dict[str, str]:
        """The credentials of a new person."""
        guest = office is Office.GUEST
        person = self.house.people.add("test", name, office, None if guest else PASSWORD)
        if chips:
            self.house.wallets.give("test", name, chips, "test")
        return self.cookie(name) if guest else self.token(person)

    def token(self, person: Person) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.house.people.new_token(person, 'test')}"}

    def cookie(self, name: str) -> dict[str, str]:
        """The cookie that this house would give to somebody now."""
        response, identity = Response(), self.house.people.find(name)
        assert identity is not None
        self.app.state.services.cookies.give_cookie(response, identity)
        return {"Cookie": response.headers["set-cookie"].partition(";")[0]}


def hear(socket: ClientConnection, *kinds: str, timeout: float = 20) -> dict[str, Any]:
    """The next message of these kinds; views in between are passed over."""
    end = time.monotonic() + timeout
    while True:
        message: dict[str, Any] = json.loads(socket.recv(max(0.1, end - time.monotonic())))
        if message["type"] in kinds:
            return message


def until_closed(socket: ClientConnection) -> tuple[list[dict[str, Any]], int]:
    """All messages before the house ends the connection, and the code with which it does."""
    messages: list[dict[str, Any]] = []
    try:
        while True:
            messages.append(json.loads(socket.recv(20)))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code if closed.rcvd else 0


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def tell(socket: ClientConnection, command_id: str, **command: Any) -> dict[str, Any]:
    say(socket, type="command", id=command_id, command=command)
    return hear(socket, "answer", "refused")


@contextmanager
def running(app: FastAPI, serving: ServerSettings | None = None) -> Iterator[str]:
    """The application on a free port, for as long as it is needed."""
    options = server_options(serving or ServerSettings(port=0))
    server = uvicorn.Server(uvicorn.Config(app, **options))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end  # noqa: PT018
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


@contextmanager
def served(
    file: Path,
    settings: Settings = PATIENT,
    rules: Rules | None = None,
    serving: ServerSettings | None = None,
) -> Iterator[Served]:
    with Ledger(str(file)) as ledger:
        house = House(ledger, rules)
        house.recover()
        app = create_app(house, settings)
        with running(app, serving) as url:
            place = Served(house, app, url)
            for office in Office:
                place.lets_in[office] = place.add(f"the-{office}", office)
            yield place
