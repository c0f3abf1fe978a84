"""`houseway serve`: opening the house, listening, and serving until it is stopped.

On loopback it runs with no set-up, as a practice house. To be reached from elsewhere, also
through a proxy on this machine, it needs an administrator first.
"""

import logging
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules
from houseway.house.offices import Office, Person
from houseway.house.ownership import Ownership
from houseway.house.set_aside import SetAside
from houseway.ledger.engines import sqlite_file
from houseway.ledger.private_files import OWNER_ONLY
from houseway.ledger.seals import HOW_TO_MAKE, VARIABLE, read_store_key
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed
from houseway.web.logs import set_up_logs
from houseway.web.settings import ServerSettings

if TYPE_CHECKING:
    from houseway.web.connections import ConnectionLimits
    from houseway.web.services import Services

SETUP = Person("setup", Office.ADMINISTRATOR)
"""The actor of everything that the first start does."""
BACKLOG = 256
"""Connections that wait to be accepted; so many are accepted before anything else is done."""


def open_house(settings: ServerSettings) -> House:
    """Opens the house with its tables as they stood; refuses one that anybody could take over."""
    key = read_store_key(settings.key, "The setting key") if settings.key else None
    ledger = Ledger(settings.db, key=key)
    house = House(ledger, Rules(practice=settings.is_practice), ownership=_ownership(ledger))
    try:
        _require_key(ledger, settings)
        _require_administrator(house, settings)
        house.recover(is_lazy=True)
    except BaseException:
        house.close()
        raise
    return house


def open_practice_tables(house: House) -> None:
    """Opens one table of each game in a practice house without any, so that visitors can play."""
    if not house.rules.practice or house.floor.plans.known:
        return
    for game in GAMES:
        config = {"minimums": {"ante": 500}, "shuffle": "automated", "method": "hand"}
        # Malformed: a process that started at the same time has opened it.
        with suppress(Malformed):
            house.open_table(SETUP, f"{game}-1", game, config, RunSettings())


def compute_edges(house: House) -> None:
    """Computes the edges of all games and tables, for the lobby, while people play."""
    configs: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in GAMES]
    configs += [(t.state.setup.game.id, as_config(t.state.setup.options)) for t in house.lobby()]
    for game, config in configs:
        try:
            house.edges.analysis(game, config)
        except HousewayError as error:  # the house closes, or the lab is busy
            fields = {"game": game, "error": str(error)}
            logging.getLogger("houseway").debug("edge not computed", extra={"fields": fields})


def _ownership(ledger: Ledger) -> Ownership:
    """On PostgreSQL several processes may share the tables; on SQLite there is one."""
    if ledger.engine.dialect.name != "postgresql":
        return Ownership()
    from houseway.house.cluster import ClusterMember  # noqa: PLC0415  # needs the extra postgres

    return ClusterMember(ledger)


def _require_key(ledger: Ledger, settings: ServerSettings) -> None:
    """Without a key whoever can read the database reads the cards before they are dealt."""
    if ledger.seals.key is not None:
        return
    words = (
        f"{VARIABLE} is not set, so hidden cards lie open in the database. {HOW_TO_MAKE} Keep it: "
        "the store needs the same key from then on, in every process."
    )
    if settings.is_reached_from_elsewhere:
        raise Malformed(words)
    logging.getLogger("houseway").warning(words)


def _require_administrator(house: House, settings: ServerSettings) -> None:
    if house.people.has_administrator():
        return
    if settings.admin_password:
        try:
            house.people.add("setup", "admin", Office.ADMINISTRATOR, settings.admin_password)
        except Malformed:
            if not house.people.has_administrator():  # another process was first
                raise
        return
    if settings.is_reached_from_elsewhere:
        way = f"Through the proxy {settings.proxy}" if settings.proxy else f"On {settings.host}"
        raise Malformed(
            f"{way} this house can be reached from elsewhere, and it has no administrator. "
            "Set HOUSEWAY_ADMIN_PASSWORD once, which adds the person admin; or use 127.0.0.1 "
            "without a proxy."
        )


def is_for_this_machine(house: House, settings: ServerSettings) -> bool:
    """Whether requests that came through a proxy must be refused.

    So it is where the house was opened to anybody on this machine: without an administrator, or
    as a practice house because nothing else was set.
    """
    if settings.is_reached_from_elsewhere:
        return False
    return settings.practice is None or not house.people.has_administrator()


@contextmanager
def lock_store(db: str) -> Iterator[None]:
    """Locks a SQLite file for one house; several processes can share PostgreSQL."""
    file = sqlite_file(db)
    if file is None:
        yield
        return
    handle = os.open(_beside(file, "lock"), os.O_WRONLY | os.O_CREAT, OWNER_ONLY)
    with os.fdopen(handle, "wb") as lock:
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
    """A file beside the record, by the record's real path."""
    path = Path(f"{os.path.realpath(file)}.{what}")
    if not path.parent.is_dir():
        raise Malformed(f"There is no folder {path.parent} to keep the record in.")
    return path


def signing_secret(settings: ServerSettings) -> str:
    """The key that signs cookies; it survives a restart wherever it can be kept."""
    if settings.secret:
        if len(settings.secret) < 16:
            raise Malformed("The secret must have at least 16 characters.")
        return settings.secret
    file = sqlite_file(settings.db)
    if file is None:
        _warn_of_missing_secret(settings)
        return secrets.token_urlsafe(32)
    beside = _beside(file, "secret")
    try:
        kept = beside.read_text("ascii").strip()
        if len(kept) >= 16:
            return kept
    except (OSError, ValueError):
        pass
    secret = secrets.token_urlsafe(32)
    with suppress(OSError):  # one that is no secret may be anybody's to read
        beside.unlink()
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(secret)
    return secret


def _warn_of_missing_secret(settings: ServerSettings) -> None:
    """Processes that share a store must accept each other's cookies."""
    words = (
        "HOUSEWAY_SECRET is not set. Several processes may share this store, and each needs "
        "the same secret of at least 16 characters: without it a session is only known to the "
        "process that started it, and ends with it."
    )
    if settings.is_reached_from_elsewhere:
        raise Malformed(words)
    logging.getLogger("houseway").warning(words)


def address_of(settings: ServerSettings, place: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    everywhere = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104  # not bound, but read
    return f"http://{everywhere.get(host, host)}:{place.getsockname()[1]}"


def connection_limits(settings: ServerSettings, descriptors: int | None) -> "ConnectionLimits":
    """The limits of the settings, as far as this process may have descriptors for them."""
    from houseway.web.connections import (  # noqa: PLC0415  # heavy, only needed here
        DESCRIPTORS_KEPT_BACK,
        ConnectionLimits,
    )

    in_all = settings.connections
    if descriptors is not None:
        in_all = min(in_all, max(2, descriptors - DESCRIPTORS_KEPT_BACK))
    return ConnectionLimits(
        in_all=in_all,
        # No address can shut everybody else out.
        per_address=min(settings.connections_per_address, max(1, in_all // 2)),
        unfinished=settings.unfinished_per_address,
        head_seconds=settings.head_seconds,
        body_seconds=settings.body_seconds,
        stalled_seconds=settings.stalled_seconds,
    )


def _protocols(settings: ServerSettings) -> dict[str, Any]:
    """The server's protocols, with one doorkeeper for all connections."""
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware  # noqa: PLC0415

    from houseway.web import connections  # noqa: PLC0415

    descriptors = connections.raise_descriptor_limit()
    limits = connection_limits(settings, descriptors)
    if limits.in_all < settings.connections:
        fields = {"connections": limits.in_all, "descriptors": descriptors}
        logging.getLogger("houseway").warning(
            "the system allows fewer connections than the settings", extra={"fields": fields}
        )
    # The same judgement of proxies as that of the headers they forward.
    proxies = ProxyHeadersMiddleware(_nothing, settings.proxy or []).trusted_hosts
    doorkeeper = connections.Doorkeeper(limits, lambda address: address in proxies)
    secure = settings.is_secure
    return {
        "http": partial(connections.GuardedHttp, doorkeeper, secure=secure),
        "ws": partial(connections.GuardedSocket, doorkeeper, secure=secure),
    }


async def _nothing(*_: Any) -> None:
    """An application that is never called."""


def server_options(settings: ServerSettings) -> dict[str, Any]:
    """Options of the server; the tests use the same."""
    return {
        **_protocols(settings),
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "backlog": BACKLOG,
        "ws_max_size": 64_000,
        "ws_ping_interval": settings.ping_seconds,
        "ws_ping_timeout": settings.ping_seconds,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        # By default the server trusts addresses that any client on this machine forwards.
        "proxy_headers": bool(settings.proxy),
        "forwarded_allow_ips": settings.proxy or None,
    }


def listen(settings: ServerSettings) -> socket.socket:
    """The listening socket, bound before anything else is done."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed(
            f"Cannot listen on {settings.host} port {settings.port}: {why}. "
            "Choose another with --port or --host."
        ) from None


def serve(
    settings: ServerSettings,
    when_open: Callable[[str], None] = lambda _address: None,
    when_set_aside: Callable[[SetAside], None] = lambda _table: None,
) -> str:
    """Serves until it is stopped or its store fails; returns why it failed, or "".

    Calls `when_open` with the address once people can connect, and `when_set_aside` with every
    table that cannot be brought back from its record.
    """
    from houseway.web.app import Settings, create_app  # noqa: PLC0415  # heavy, only needed here
    from houseway.web.shutdown import run_until_stopped  # noqa: PLC0415

    set_up_logs(settings.log)
    log = logging.getLogger("houseway")
    with listen(settings) as place, lock_store(settings.db):
        secret = signing_secret(settings)
        house = open_house(settings)
        house.floor.when_set_aside = when_set_aside
        open_practice_tables(house)
        is_local_only = is_for_this_machine(house, settings)
        app = create_app(house, Settings(secret, settings.is_secure, is_local_only=is_local_only))

        def opened() -> None:
            tables, _ = house.floor.count()
            fields = {"tables": tables, "only_this_machine": is_local_only}
            log.info("the house is open", extra={"fields": fields})
            when_open(address_of(settings, place))
            Thread(target=compute_edges, args=(house,), daemon=True).start()

        try:
            run_until_stopped(app, server_options(settings), place, opened)
        finally:
            house.close()
    in_play = sum(table.state.round is not None for table in house.tables.values())
    services: Services = app.state.services
    fields = {"tables": len(house.tables), "rounds_parked": in_play, "failed": services.failure}
    log.info("the house is closed", extra={"fields": fields})
    return services.failure
