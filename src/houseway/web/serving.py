"""`houseway serve`: how the service is configured, started and stopped.

Settings come from a file, then from the environment, then from the command line; a summary
without secrets is printed. On loopback it runs with no set-up, as a practice house. To be
reached from elsewhere it needs an administrator first.
"""

import logging
import os
import secrets
import socket
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from threading import Thread
from typing import Any

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.house.clocks import Manner
from houseway.house.edges import analysis_of
from houseway.house.house import House, Rules
from houseway.house.offices import Office, Person
from houseway.house.owning import Owning, SoleOwner
from houseway.ledger.engines import sqlite_file, told
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed
from houseway.web.letting_in import is_loopback
from houseway.web.logs import set_up_logs

SECRETS = ("secret", "admin_password")
SETUP = Person("setup", Office.ADMINISTRATOR)
"""Whoever starts the house for the first time."""


@dataclass(frozen=True)
class Serving:
    """All that can be set."""

    db: str = "houseway.db"
    host: str = "127.0.0.1"
    port: int = 8052
    practice: bool | None = None
    """Guests from the street; on loopback unless it is said otherwise."""
    secret: str = ""
    """What cookies are signed with; kept beside a store of SQLite unless it is given."""
    secure_cookies: bool | None = None
    """Cookies over encrypted connections only; so unless people are on this machine itself."""
    admin_password: str = ""
    """The first administrator's; only read while there is none."""
    log: str = "text"
    proxy: str = ""
    """The address of a proxy in front, the only one believed about whom it speaks for."""

    @property
    def loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def is_practice(self) -> bool:
        return self.loopback if self.practice is None else self.practice

    @property
    def is_secure(self) -> bool:
        if self.secure_cookies is not None:
            return self.secure_cookies
        return bool(self.proxy) or not self.loopback

    def summary(self) -> dict[str, Any]:
        """What is printed at the start: everything but secrets."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        found |= {name: "given" if found[name] else "none" for name in SECRETS}
        found |= {"practice": self.is_practice, "secure_cookies": self.is_secure}
        return {**found, "db": told(self.db)}


def read_serving(
    file: str | None, environment: Mapping[str, str], given: Mapping[str, Any]
) -> Serving:
    """Settings from a file, the environment (HOUSEWAY_DB and so on) and the command line."""
    found = Serving()
    if file is not None:
        try:
            data = tomllib.loads(Path(file).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise Malformed(f"The settings in {file} cannot be read: {error}.") from None
        found = _with(found, data, file)
    kinds = {field.name: field.type for field in fields(Serving)}
    named = {f"HOUSEWAY_{name.upper()}": name for name in kinds}
    told = {named[key]: value for key, value in environment.items() if key in named}
    read = {name: _from_text(name, value) for name, value in told.items()}
    found = _with(found, read, "HOUSEWAY_*")
    return _with(found, {k: v for k, v in given.items() if v is not None}, "the command")


def _from_text(name: str, value: str) -> Any:
    if name == "port":
        return int(value) if value.isdecimal() else value
    if name in {"practice", "secure_cookies"}:
        words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
        return words.get(value.lower(), value)
    return value


def _with(found: Serving, data: Mapping[str, Any], where: str) -> Serving:
    kinds = {"port": int, "practice": bool, "secure_cookies": bool}
    for name, value in data.items():
        if name not in {field.name for field in fields(Serving)}:
            known = ", ".join(field.name for field in fields(Serving))
            raise Malformed(f"{where}: there is no setting {name}. There is {known}.")
        if type(value) is not kinds.get(name, str):
            raise Malformed(f"{where}: {name} must be {kinds.get(name, str).__name__}.")
    changed = replace(found, **data)
    if not 0 <= changed.port <= 65535:
        raise Malformed(f"{where}: {changed.port} is no port.")
    if changed.log not in {"text", "json"}:
        raise Malformed(f"{where}: the log is text or json.")
    return changed


def open_house(serving: Serving) -> House:
    """The house with its tables where they stood; refused where it would stand open."""
    ledger = Ledger(serving.db)
    house = House(ledger, Rules(practice=serving.is_practice), owning=_owning(ledger))
    try:
        _need_administrator(house, serving)
        house.recover()
    except BaseException:
        house.close()
        raise
    return house


def lay_out(house: House) -> None:
    """A practice house with no table has one of each game, so that who comes can play."""
    if not house.rules.practice or house.lobby():
        return
    for game in GAMES:
        config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand"}
        # Malformed: another process that started with this one has opened it.
        with suppress(Malformed):
            house.open_table(SETUP, f"{game}-1", game, config, Manner())


def learn_edges(house: House) -> None:
    """Works out what the games and the tables cost, for the lobby, while people play."""
    configs: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in GAMES]
    configs += [(t.state.setup.game.id, as_config(t.state.setup.options)) for t in house.lobby()]
    for game, config in configs:
        try:
            analysis_of(game, config)
        except HousewayError as error:  # the house is shut meanwhile, or others ask too much
            fact = {"game": game, "error": str(error)}
            logging.getLogger("houseway").debug("an edge is not known yet", extra={"fact": fact})


def _owning(ledger: Ledger) -> Owning:
    """On PostgreSQL several processes may share the tables; on SQLite there is one."""
    if ledger.engine.dialect.name != "postgresql":
        return SoleOwner()
    from houseway.house.sharing import SharedOwner  # noqa: PLC0415  # needs the extra postgres

    return SharedOwner(ledger)


def _need_administrator(house: House, serving: Serving) -> None:
    if house.people.has_administrator():
        return
    if serving.admin_password:
        try:
            house.people.add("setup", "admin", Office.ADMINISTRATOR, serving.admin_password)
        except Malformed:
            if not house.people.has_administrator():  # another process that started with this one
                raise
        return
    if not serving.loopback:
        raise Malformed(
            f"On {serving.host} this house can be reached from elsewhere, and nobody looks after "
            "it. Set HOUSEWAY_ADMIN_PASSWORD once, which makes the person admin; or stay on "
            "127.0.0.1."
        )


@contextmanager
def alone_on(db: str) -> Iterator[None]:
    """A file is for one house at a time; who shares tables between processes has PostgreSQL."""
    file = sqlite_file(db)
    if file is None:
        yield
        return
    with _beside(file, "lock").open("wb") as lock:
        try:
            import fcntl  # noqa: PLC0415  # not on every system

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise Malformed(
                f"Another house runs on {file}. Stop it first, or give each a store of its own; "
                "on PostgreSQL several processes can share one."
            ) from None
        yield


def _beside(file: str, what: str) -> Path:
    """A file of the house beside its record, by whatever name that is reached."""
    found = Path(f"{os.path.realpath(file)}.{what}")
    if not found.parent.is_dir():
        raise Malformed(f"There is no folder {found.parent} to keep the record in.")
    return found


def signing_secret(serving: Serving) -> str:
    """What cookies are signed with, the same after a restart wherever it can be kept."""
    if serving.secret:
        if len(serving.secret) < 16:
            raise Malformed("The secret has at least 16 letters.")
        return serving.secret
    file = sqlite_file(serving.db)
    if file is None:
        _miss_secret(serving)
        return secrets.token_urlsafe(32)
    beside = _beside(file, "secret")
    try:
        kept = beside.read_text("ascii").strip()
        if len(kept) >= 16:
            return kept
    except (OSError, ValueError):
        pass
    made = secrets.token_urlsafe(32)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(made)
    return made


def _miss_secret(serving: Serving) -> None:
    """Processes that share a store must know each other's cookies."""
    words = (
        "HOUSEWAY_SECRET is not set. Several processes may share this store, and each must be "
        "given the same secret of at least 16 letters: without it who logs in at one is unknown "
        "to the others, and to all after a restart."
    )
    if not serving.loopback:
        raise Malformed(words)
    logging.getLogger("houseway").warning(words)


def address_of(serving: Serving, place: socket.socket) -> str:
    """What to write into a browser on this machine."""
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    everywhere = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104  # not bound, but read
    return f"http://{everywhere.get(host, host)}:{place.getsockname()[1]}"


def server_options(serving: Serving) -> dict[str, Any]:
    """How the server is run; the tests run it so too."""
    return {
        "host": serving.host,
        "port": serving.port,
        "log_config": None,
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": 64_000,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        # Left to itself the server believes what anybody on this machine says about addresses.
        "proxy_headers": bool(serving.proxy),
        "forwarded_allow_ips": serving.proxy or None,
    }


def listen(serving: Serving) -> socket.socket:
    """The place where people come to, taken before anything else is done."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        return socket.create_server((serving.host, serving.port), family=family, backlog=2048)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed(
            f"Nobody can be let in at {serving.host} port {serving.port}: {why}. "
            "Say another with --port or --host."
        ) from None


def serve(serving: Serving, when_open: Callable[[str], None] = lambda _address: None) -> str:
    """Runs until it is told to stop, or until its store fails; gives why it failed, if it did.

    `when_open` is told the address once people can come.
    """
    from houseway.web.app import Settings, create_app  # noqa: PLC0415  # heavy, only needed here
    from houseway.web.stopping import run_until_stopped  # noqa: PLC0415

    set_up_logs(serving.log)
    log = logging.getLogger("houseway")
    with listen(serving) as place, alone_on(serving.db):
        secret = signing_secret(serving)
        house = open_house(serving)
        lay_out(house)
        app = create_app(house, Settings(secret, serving.is_secure))

        def opened() -> None:
            log.info("the house is open", extra={"fact": {"tables": len(house.tables)}})
            when_open(address_of(serving, place))
            Thread(target=learn_edges, args=(house,), daemon=True).start()

        try:
            run_until_stopped(app, server_options(serving), place, opened)
        finally:
            house.close()
    in_play = sum(table.state.round is not None for table in house.tables.values())
    fact = {"tables": len(house.tables), "rounds_parked": in_play, "failed": app.state.failed}
    log.info("the house is shut", extra={"fact": fact})
    failed: str = app.state.failed
    return failed
