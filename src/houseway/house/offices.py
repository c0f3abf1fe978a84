"""The offices of a house, and which commands each office may send to a table.

A table knows roles and checks them by clause. The house checks first: a person holds one
office and acts at a table only in the role that belongs to it. Every command is listed here
on purpose; a test fails for one that is missing.

A command is parsed once, at the edge of the house, from the data that arrived. The data never
name the actor, who is the person who is logged in.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.games.fields import read_choice
from houseway.rulebook import HousewayError, Malformed
from houseway.table import commands
from houseway.table.commands import Actor, Command, Role
from houseway.table.views import AUDITOR, RECORD_READER, SPECTATOR
from houseway.table.wire import COMMANDS, command_from_data


class Office(StrEnum):
    """The office that a person holds in this house."""

    GUEST = "guest"
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    office: Office

    def __str__(self) -> str:
        return f"{self.office}:{self.name}"


class Forbidden(HousewayError):
    """The office of this person does not allow the request."""


class NotFound(HousewayError):
    """This house has no such table, person or request."""


PLAYERS = frozenset({Office.GUEST, Office.PLAYER})
FLOOR = frozenset({Office.FLOORPERSON, Office.SUPERVISOR})
STAFF = FLOOR | {Office.DEALER}
NOBODY: frozenset[Office] = frozenset()

ACTS_AS = {
    Office.GUEST: Role.PLAYER,
    Office.PLAYER: Role.PLAYER,
    Office.DEALER: Role.DEALER,
    Office.FLOORPERSON: Role.FLOORPERSON,
    Office.SUPERVISOR: Role.SUPERVISOR,
}
"""The role in which an office acts at a table; all other offices only watch."""

ALLOWED_OFFICES: dict[type, frozenset[Office]] = {
    commands.Sit: PLAYERS,
    commands.Leave: PLAYERS | FLOOR,
    commands.BuyIn: PLAYERS,
    commands.Bet: PLAYERS,
    commands.TakeBack: PLAYERS | {Office.DEALER},
    commands.PlaceCoupon: PLAYERS,
    commands.Tip: PLAYERS,
    commands.ColourUp: PLAYERS,
    commands.CashOut: PLAYERS,
    commands.LookAtHand: PLAYERS,
    commands.Choose: PLAYERS | {Office.SUPERVISOR},
    commands.Do: PLAYERS | STAFF,
    commands.OrderRecut: frozenset({Office.SUPERVISOR}),
    commands.DrawInError: frozenset({Office.DEALER}),
    commands.ReportBreach: STAFF,
    commands.ExposeDealerCard: STAFF,
    commands.RemoveDevice: STAFF,
    commands.ChangeMethod: FLOOR,
    commands.MoveInventory: FLOOR,
    commands.CountInventory: FLOOR,
    commands.EmptyBox: FLOOR,
    commands.CloseTable: STAFF,
    commands.Happen: NOBODY,
}

CONFIRMED_BY: dict[type, frozenset[Office]] = {
    commands.ExposeDealerCard: FLOOR,
    commands.DrawInError: FLOOR,
    commands.RemoveDevice: FLOOR,
    commands.ChangeMethod: STAFF,
    commands.MoveInventory: STAFF,
    commands.EmptyBox: STAFF,
    commands.CloseTable: FLOOR,
}
"""The commands that take effect only once a second person confirms them, and who may confirm.

Inspection and verification are two steps of the table itself; a recut is ordered by one
person and made by another.
"""
CONFIRMED_ACTS = {"reject": FLOOR}
"""The same for steps: sending a deck away."""
OPENS_CARDS = frozenset({Office.SUPERVISOR})
"""Who may confirm that an auditor sees the face-down cards of a round in play."""
FAULTS = "Faults are injected by a supervisor, at a training table."


def actor_of(person: Person) -> Actor:
    """The person as an actor at a table. Auditors and administrators have no part in it."""
    role = ACTS_AS.get(person.office)
    if role is None:
        raise Forbidden(f"The {person.office} has no part at a table.")
    return Actor(role, person.name)


def actor_for(person: Person, command: type[Command]) -> Actor:
    """The actor as whom this person sends a command; refuses the wrong office."""
    if command is commands.Happen:
        # Faults happen on purpose only where dealers learn, and a supervisor injects them.
        if person.office is not Office.SUPERVISOR:
            raise Forbidden(FAULTS)
        return Actor(Role.SYSTEM, f"training by {person.name}")
    if person.office not in ALLOWED_OFFICES[command]:
        allowed = ", ".join(sorted(ALLOWED_OFFICES[command])) or "nobody"
        raise Forbidden(f"{command.__name__} is not for the {person.office}: it is for {allowed}.")
    return actor_of(person)


def parse_command(person: Person, data: object) -> Command:
    """The command that data describe, sent by this person; refuses the wrong office."""
    if not isinstance(data, dict) or "by" in data:
        raise Malformed("A command is an object, and does not name its sender.")
    kind = COMMANDS[read_choice(data.get("type"), "The command's type", list(COMMANDS))]
    by = actor_for(person, kind)
    return command_from_data({"v": 1, **data, "by": {"role": by.role.value, "name": by.name}})


def authorize(person: Person, command: Command) -> None:
    """Refuses a command that this person may not send, or that names another actor."""
    if command.by != actor_for(person, type(command)):
        raise Forbidden("A command names the person who sends it, and nobody else.")


def view_role(person: Person) -> str:
    """The role whose view of a table this person gets while a round is in play."""
    if person.office is Office.AUDITOR:
        return AUDITOR
    role = ACTS_AS.get(person.office)
    return SPECTATOR if role is None else role.value


def closed_round_role(person: Person) -> str:
    """The role in which this person sees a closed round: an auditor then sees every card."""
    return RECORD_READER if person.office is Office.AUDITOR else view_role(person)


def approvers_of(command: Command) -> frozenset[Office]:
    """The offices that may confirm a command; empty where one person is enough."""
    if isinstance(command, commands.Do):
        return CONFIRMED_ACTS.get(command.act, NOBODY)
    if isinstance(command, commands.DrawInError) and not command.exposed:
        return NOBODY
    return CONFIRMED_BY.get(type(command), NOBODY)
