"""Who people are in the house, and what each office may ask of a table.

The table knows roles and checks them by clause. The house comes before it: a person has one
office, and acts at a table only in the role that goes with it. Every command is listed here
on purpose; a test fails for one that is not.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.rulebook import HousewayError
from houseway.table import commands
from houseway.table.commands import Actor, Command, Role


class Office(StrEnum):
    """What somebody is in this house."""

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
    """Somebody asked for what their office does not allow."""


class NotThere(HousewayError):
    """A table, a person or a request that this house does not have."""


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
"""The role in which an office acts at a table; the others only watch."""

MAY_ASK: dict[type, frozenset[Office]] = {
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
"""What takes effect only when a second person confirms it, and who that may be.

Inspection and verification are two steps of the table itself; a recut is ordered by one
person and made by another.
"""
CONFIRMED_ACTS = {"reject": FLOOR}
"""Likewise for steps: a deck that is sent away."""


def check_office(person: Person, command: type[Command]) -> None:
    """Refuses what the office of this person may not ask for."""
    if person.office not in MAY_ASK[command]:
        allowed = ", ".join(sorted(MAY_ASK[command])) or "nobody"
        raise Forbidden(f"{command.__name__} is not for the {person.office}: it is for {allowed}.")


def actor(person: Person) -> Actor:
    """The person at a table. Auditors and administrators have no part in it."""
    role = ACTS_AS.get(person.office)
    if role is None:
        raise Forbidden(f"The {person.office} has no part at a table.")
    return Actor(role, person.name)


def sees_as(person: Person) -> str:
    """The role whose view of a table this person gets."""
    if person.office is Office.AUDITOR:
        return "auditor"
    role = ACTS_AS.get(person.office)
    return "spectator" if role is None else role.value


def second_person(command: Command) -> frozenset[Office]:
    """Who may confirm a command that needs it; nobody where one person is enough."""
    if isinstance(command, commands.Do):
        return CONFIRMED_ACTS.get(command.act, NOBODY)
    if isinstance(command, commands.DrawInError) and not command.exposed:
        return NOBODY
    return CONFIRMED_BY.get(type(command), NOBODY)
