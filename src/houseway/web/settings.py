"""Settings of `houseway serve`: from a file, then the environment, then the command line."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from houseway.ledger.engines import printable_url
from houseway.rulebook import Malformed
from houseway.web.auth.access import is_loopback

SECRETS = ("secret", "admin_password")
FLAGS = {"practice", "secure_cookies"}
TYPES: Mapping[str, type] = {"port": int, **dict.fromkeys(FLAGS, bool)}
"""The types of settings that are not text."""
FLAG_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True)
class ServerSettings:
    """Everything that can be set."""

    db: str = "houseway.db"
    host: str = "127.0.0.1"
    port: int = 8052
    practice: bool | None = None
    """Whether guests may play; by default only on loopback."""
    secret: str = ""
    """The key that signs cookies; by default kept beside the SQLite file."""
    secure_cookies: bool | None = None
    """Cookies over encrypted connections only; the default everywhere but on loopback."""
    admin_password: str = ""
    """The first administrator's; only read while there is none."""
    log: str = "text"
    proxy: str = ""
    """The address of a reverse proxy, the only client whose forwarded headers are trusted."""

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
    if name == "port":
        return int(text) if text.isdecimal() else text
    return FLAG_WORDS.get(text.lower(), text) if name in FLAGS else text


def _update(settings: ServerSettings, data: Mapping[str, Any], source: str) -> ServerSettings:
    known = [field.name for field in fields(ServerSettings)]
    for name, value in data.items():
        if name not in known:
            raise Malformed(
                f"{source}: unknown setting {name}. Known settings: {', '.join(known)}."
            )
        kind = TYPES.get(name, str)
        if type(value) is not kind:
            raise Malformed(f"{source}: {name} must be {kind.__name__}.")
    updated = replace(settings, **data)
    if not 0 <= updated.port <= 65535:
        raise Malformed(f"{source}: {updated.port} is not a valid port.")
    if updated.log not in {"text", "json"}:
        raise Malformed(f"{source}: log must be text or json.")
    return updated
