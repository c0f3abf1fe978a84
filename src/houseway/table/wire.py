"""Events and commands as JSON: stable, versioned, readable.

    {"v": 1, "type": "cards_dealt", "by": "dealer:Dana", "place": "3", "cards": ["As"], ...}

The form follows from the types, by the codec. A log written today must be read by every
later version: a change of form raises `VERSION`, and the old form stays readable.
"""

from typing import Any

from houseway.codec import TaggedUnion
from houseway.table.commands import Command
from houseway.table.events import Event

VERSION = 1

EVENT_CODEC: TaggedUnion[Event] = TaggedUnion("event", Event.__subclasses__(), VERSION)
COMMAND_CODEC: TaggedUnion[Command] = TaggedUnion("command", Command.__subclasses__(), VERSION)
EVENTS, COMMANDS = EVENT_CODEC.kinds, COMMAND_CODEC.kinds
"""The kinds of events and commands by their names in JSON."""
event_from_data, command_from_data = EVENT_CODEC.from_data, COMMAND_CODEC.from_data
"""The event, or the command, that JSON data describe."""


def to_data(record: Event | Command) -> dict[str, Any]:
    """An event or a command as JSON data."""
    if isinstance(record, Event):
        return EVENT_CODEC.to_data(record)
    return COMMAND_CODEC.to_data(record)
