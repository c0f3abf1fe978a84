"""Events and commands as JSON: stable, versioned, readable.

    {"v": 1, "type": "cards_dealt", "by": "dealer:Dana", "place": "3", "cards": ["As"], ...}

The form follows from the types, by the codec. A log written today must be read by every
later version: a change of form raises `VERSION`, and the old form stays readable.
"""

import typing
from typing import Any

from houseway.codec import TaggedUnion
from houseway.table import commands, events

VERSION = 1

EVENT_CODEC: TaggedUnion[events.Event] = TaggedUnion(
    "event", events.Event.__subclasses__(), VERSION
)
COMMAND_CODEC: TaggedUnion[Any] = TaggedUnion("command", typing.get_args(commands.Command), VERSION)
EVENTS, COMMANDS = EVENT_CODEC.kinds, COMMAND_CODEC.kinds
"""The kinds of events and commands by their names in JSON."""


def to_data(record: events.Event | commands.Command) -> dict[str, Any]:
    """An event or a command as JSON data."""
    if isinstance(record, events.Event):
        return EVENT_CODEC.to_data(record)
    return COMMAND_CODEC.to_data(record)


def event_from_data(data: object) -> events.Event:
    """The event that JSON data describe."""
    return EVENT_CODEC.from_data(data)


def command_from_data(data: object) -> commands.Command:
    """The command that JSON data describe."""
    command: commands.Command = COMMAND_CODEC.from_data(data)
    return command
