"""The command of a person, parsed once: at the edge of the house, from the data that arrived.

The data never say who acts: the actor is the person who is logged in.
"""

from houseway.games.fields import read_choice
from houseway.house.offices import Person, actor_for
from houseway.rulebook import Malformed
from houseway.table.commands import Command
from houseway.table.wire import COMMANDS, command_from_data


def parse_command(person: Person, data: object) -> Command:
    """The command that data describe, sent by this person; refuses the wrong office."""
    if not isinstance(data, dict) or "by" in data:
        raise Malformed("A command is an object, and does not name its sender.")
    kind = COMMANDS[read_choice(data.get("type"), "The command's type", list(COMMANDS))]
    by = actor_for(person, kind)
    return command_from_data({"v": 1, **data, "by": {"role": by.role.value, "name": by.name}})
