"""Settings of `houseway serve`: from a file, then the environment, then the command line."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from houseway.ledger.engines import printable_url
from houseway.rulebook import Malformed
from houseway.web.auth.access import is_loopback

SECRETS = ("secret", "key", "admin_password")
FLAGS = {"practice", "secure_cookies"}
COUNTS = {"port", "connections", "connections_per_address", "unfinished_per_address"}
SECONDS = {"head_seconds", "body_seconds", "stalled_seconds", "ping_seconds"}
TYPES: Mapping[str, type] = {
    **dict.fromkeys(COUNTS, int),
    **dict.fromkeys(SECONDS, float),
    **dict.fromkeys(FLAGS, bool),
}
"""The types of settings that are not text."""
MOST_CONNECTIONS, LONGEST_SECONDS = 1_000_000, 3_600.0
FLAG_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True)
class ServerSettings:
    """Everything that can be set."""

    db: str = "houseway.db"
    host: str = "127.0.0.1"
    port: int = 8052
    practice: bool | None = None
    """Whether guests may play; by default only where nobody can come from elsewhere."""
    secret: str = ""
    """The key that signs cookies; by default kept beside the SQLite file."""
    key: str = ""
    """The key of the store, which seals hidden cards; by default kept beside the SQLite file."""
    secure_cookies: bool | None = None
    """Cookies over encrypted connections only; the default everywhere but on loopback."""
    admin_password: str = ""
    """The first administrator's; only read while there is none."""
    log: str = "text"
    proxy: str = ""
    """The address of a reverse proxy, the only client whose forwarded headers are trusted."""

    connections: int = 8_000
    """The most connections at once."""
    connections_per_address: int = 2_000
    unfinished_per_address: int = 100
    """Connections of one address that have not sent a whole request."""
    head_seconds: float = 10.0
    """How long a request's head may take."""
    body_seconds: float = 20.0
    stalled_seconds: float = 30.0
    """How long a client may read nothing of what it was sent."""
    ping_seconds: float = 20.0
    """How often a socket is pinged, and how long it may take to answer."""

    @property
    def loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def is_reached_from_elsewhere(self) -> bool:
        """Whether people on other machines can come in, directly or through a proxy."""
        return bool(self.proxy) or not self.loopback

    @property
    def is_practice(self) -> bool:
        return not self.is_reached_from_elsewhere if self.practice is None else self.practice

    @property
    def is_secure(self) -> bool:
        if self.secure_cookies is not None:
            return self.secure_cookies
        return self.is_reached_from_elsewhere

    def summary(self) -> dict[str, Any]:
        """What is printed at the start: everything but secrets."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= {name: "given" if values[name] else "none" for name in SECRETS}
        values |= {"practice": self.is_practice, "secure_cookies": self.is_secure}
        return {**values, "db": printable_url(self.db)}


def read_settings(
    file: str | None, environment: Mapping[str, str], options: Mapping[str, Any]
) -> ServerSettings:
    """Settings from a file, the environment (HOUSEWAY_DB and so on) and the command line."""
    settings = ServerSettings()
    if file is not None:
        try:
            data = tomllib.loads(Path(file).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise Malformed(f"The settings in {file} cannot be read: {error}.") from None
        settings = _update(settings, data, file)
    names = {f"HOUSEWAY_{field.name.upper()}": field.name for field in fields(ServerSettings)}
    variables = [(names[key], text) for key, text in environment.items() if key in names]
    values = {name: _from_text(name, text) for name, text in variables}
    settings = _update(settings, values, "HOUSEWAY_*")
    chosen = {name: value for name, value in options.items() if value is not None}
    return _update(settings, chosen, "the command")


def _from_text(name: str, text: str) -> Any:
    if name in COUNTS:
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
    if name in SECONDS:
        return float(text) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) else text
    return FLAG_WORDS.get(text.lower(), text) if name in FLAGS else text


def _update(settings: ServerSettings, data: Mapping[str, Any], source: str) -> ServerSettings:
    known = [field.name for field in fields(ServerSettings)]
    for name, value in data.items():
        if name not in known:
            raise Malformed(
                f"{source}: unknown setting {name}. Known settings: {', '.join(known)}."
            )
        kind = TYPES.get(name, str)
        is_whole = kind is float and type(value) is int
        if type(value) is not kind and not is_whole:
            raise Malformed(f"{source}: {name} must be {kind.__name__}.")
    updated = replace(settings, **data)
    if not 0 <= updated.port <= 65535:
        raise Malformed(f"{source}: {updated.port} is not a valid port.")
    for name in sorted(COUNTS - {"port"}):
        if not 1 <= getattr(updated, name) <= MOST_CONNECTIONS:
            raise Malformed(f"{source}: {name} must be 1 to {MOST_CONNECTIONS:,}.")
    for name in sorted(SECONDS):
        if not 0 < getattr(updated, name) <= LONGEST_SECONDS:
            raise Malformed(f"{source}: {name} must be more than 0, at most {LONGEST_SECONDS:g}.")
    if updated.log not in {"text", "json"}:
        raise Malformed(f"{source}: log must be text or json.")
    return updated
