"""Events and commands as JSON: stable, versioned, readable.

    {"v": 1, "type": "cards_dealt", "by": "dealer:Dana", "place": "3", "cards": ["As"], ...}

A field is written by its own name, cards as their two letters, money in cents. A
log written today must be read by every later version: a change of form raises
`VERSION`, and the old form stays readable.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Any

from houseway.cards import Card, CardError, parse_card
from houseway.games.reading import Fields, read_choice, show
from houseway.rulebook import Malformed
from houseway.table import commands, events

VERSION = 1
LARGEST = 10**15
"""Numbers above this are no chips, seats or cards, and cost time to write down."""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


EVENTS = {_snake(kind.__name__): kind for kind in events.Event.__subclasses__()}
COMMANDS = {_snake(kind.__name__): kind for kind in typing.get_args(commands.Command)}
TYPES: dict[type, str] = {kind: name for name, kind in (*EVENTS.items(), *COMMANDS.items())}
"""What each event and command is called in JSON."""


def to_data(thing: Any) -> dict[str, Any]:
    """An event or a command as JSON data."""
    return {"v": VERSION, "type": TYPES[type(thing)], **_fields(thing)}


def some_of(thing: Any, names: Iterable[str]) -> dict[str, Any]:
    """Only these fields, as they stand in the whole: a deck that is not told is not written."""
    return {name: _plain(getattr(thing, name)) for name in names}


def _fields(thing: Any) -> dict[str, Any]:
    return some_of(thing, thing.__dataclass_fields__)


AS_THEY_ARE = {str, int, bool, type(None)}
"""Most values; asked first, and for the type itself: an Enum may be a str too."""


def _plain(value: Any) -> Any:
    return value if type(value) in AS_THEY_ARE else _written(value)


def _written(value: Any) -> Any:
    if type(value) is Card:
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if hasattr(type(value), "__dataclass_fields__"):
        return _fields(value)
    if isinstance(value, tuple | list):
        return [_plain(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return value


def event_from_data(data: object) -> events.Event:
    """The event that JSON data describe."""
    event = _from_data(data, EVENTS, "event")
    assert isinstance(event, events.Event)
    return event


def command_from_data(data: object) -> commands.Command:
    """The command that JSON data describe."""
    command: commands.Command = _from_data(data, COMMANDS, "command")
    return command


def _from_data(data: object, kinds: dict[str, Any], what: str) -> Any:
    fields = Fields(data, f"The {what}")
    version = fields.take("v")
    if version != VERSION:
        raise Malformed(f"This {what} has form {version!r}; this program reads form {VERSION}.")
    kind = kinds[read_choice(fields.take("type"), f"The {what}'s type", list(kinds))]
    values = {}
    for field in dataclasses.fields(kind):
        if fields.has(field.name):
            values[field.name] = _read(fields.take(field.name), _hints(kind)[field.name])
    fields.finish()
    return _make(kind, values, f"The {what}")


def _make(kind: Any, values: dict[str, Any], what: str) -> Any:
    try:
        return kind(**values)
    except TypeError:
        raise Malformed(
            f"{what} lacks {', '.join(sorted(_needed(kind) - values.keys()))}."
        ) from None
    except AssertionError as error:
        raise Malformed(f"{what} cannot be: {error}.") from None


def _needed(kind: Any) -> set[str]:
    """The fields that must be said."""
    none = dataclasses.MISSING
    fields = dataclasses.fields(kind)
    return {one.name for one in fields if one.default is none and one.default_factory is none}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


@cache
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


def _read(value: Any, hint: Any) -> Any:
    """A value of JSON as the type that the field is declared with."""
    origin, arguments = _shape(hint)
    if hint is Any:
        return value
    if origin is types.UnionType:
        return None if value is None else _read(value, arguments[0])
    if origin is typing.Literal:
        hint = str  # which words there are is the table's to say, with the name of the field
    if origin is tuple:
        if not isinstance(value, list):
            raise Malformed(f"{value!r} must be a list.")
        return tuple(_read(entry, arguments[0]) for entry in value)
    return _read_one(value, hint)


def _read_one(value: Any, hint: Any) -> Any:
    if hint is Card:
        return _card(value)
    if dataclasses.is_dataclass(hint):
        return _read_record(value, hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(read_choice(value, hint.__name__, [entry.value for entry in hint]))
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise Malformed(f"{show(value)} must be of type {hint.__name__}.")
    if hint is int and abs(value) > LARGEST:
        raise Malformed(f"A number is at most {LARGEST}.")
    return value


def _card(value: Any) -> Card:
    try:
        return parse_card(value)
    except CardError as error:
        raise Malformed(str(error)) from None


def _read_record(value: Any, kind: Any) -> Any:
    fields = Fields(value, kind.__name__)
    hints = _hints(kind)
    values = {
        field.name: _read(fields.take(field.name), hints[field.name])
        for field in dataclasses.fields(kind)
        if fields.has(field.name)
    }
    fields.finish()
    return _make(kind, values, kind.__name__)
