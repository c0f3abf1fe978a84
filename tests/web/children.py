"""A house in a process of its own, and people with tokens for it."""

import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from houseway.client import TableClient
from houseway.house.clocks import RunSettings
from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.ledger.store import Ledger
from tests.served import environment, free_port

QUICK = {"shuffle": "automated", "method": "hand"}
MANNER = RunSettings(betting_ms=1_500, decision_ms=8_000)
BOSS = Person("Boss", Office.ADMINISTRATOR)
CODE = "from houseway.cli.main import run; run()"


@dataclass
class Child:
    """`houseway serve` as a child of the test, which may be killed and started again."""

    db: str
    log: Path
    port: int = field(default_factory=free_port)
    piped: bool = False
    """Whether its log goes to the test instead of to a file."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", CODE, "serve", "--db", self.db, "--port", str(self.port)]
        with self.log.open("ab") as log:
            errors = subprocess.PIPE if self.piped else log
            self.process = subprocess.Popen(
                command, stdout=log, stderr=errors, env=environment(HOUSEWAY_LOG="json")
            )
        until = time.monotonic() + 60
        while not self.is_ready():
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < until, self.log.read_text("utf-8")
            time.sleep(0.05)

    def is_ready(self) -> bool:
        try:
            with urlopen(f"{self.url}/ready", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def send(self, number: int) -> int:
        """Sends a signal and waits for the end; the exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(60)

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.send(signal.SIGKILL)


@dataclass(frozen=True)
class Somebody:
    """A person with chips at the cage, and their token."""

    name: str
    token: str

    def at(self, child: Child, table: str) -> TableClient:
        return TableClient(child.url, table, lambda: {"Authorization": f"Bearer {self.token}"})


def furnish(
    db: str, tables: dict[str, str], people: int, manner: RunSettings = MANNER
) -> list[Somebody]:
    """A store with tables, named with their games, and people, before any house is started."""
    with Ledger(db) as ledger:
        house = House(ledger)
        for name, game in tables.items():
            house.open_table(BOSS, name, game, QUICK, manner)
        return [somebody(house) for _ in range(people)]


def somebody(house: House) -> Somebody:
    """A guest needs no password, whose making takes long; the token is as a player's."""
    name = house.guest().name
    house.wallets.give("test", name, 100_000_000, "test")
    return Somebody(name, house.people.new_token(Person(name, Office.PLAYER), "test"))
