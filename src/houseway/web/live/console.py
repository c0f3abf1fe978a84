"""The console of the staff: what comes next, what may go wrong, chips of the table, approvals.

Which commands a person finds here is what their office may ask for; whether it may be done
now is the table's to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.house.clocks import idle_seats
from houseway.house.offices import MAY_ASK, STAFF, Office, Person
from houseway.house.requests import Request, Settled
from houseway.table import Setup, TableState, commands
from houseway.table.checking import FAULTS, NEEDS_CARD
from houseway.table.checking_inventory import BOXES, INVENTORY_MOVES
from houseway.web.live.agenda import coming
from houseway.web.live.asked import BREACHES, asked_words
from houseway.web.live.asked import FAULTS as FAULT_WORDS
from houseway.web.live.panel import templates
from houseway.web.live.troubles import Trouble, said_by, troubles

MORE = (
    (commands.Do, "Spread the cards of the idle table", {"type": "do", "act": "spread_idle"}),
    (commands.CloseTable, "Close the table", {"type": "close_table"}),
)
"""What is not a trouble and is asked for with one press: the command, its words, its data."""
DEVICE_OF = {"shoe_jam": "automated_shoe", "shuffler_jam": "shuffler"}
"""Faults of a device that not every table has."""


@dataclass(frozen=True)
class Requested:
    """What was asked for and needs a second person."""

    waiting: Sequence[Request] = ()
    answered: Settled | None = None
    """How the last thing that this person asked for was answered."""


def draw_console(
    view: Mapping[str, Any],
    person: Person,
    asked: Requested,
    state: TableState,
    *,
    training: bool = False,
) -> str:
    """The console as HTML; empty for who is not on the staff."""
    if person.office not in STAFF:
        return ""
    setup = state.setup
    may = {kind for kind, offices in MAY_ASK.items() if person.office in offices}
    human = view.get("dealer_is") == "human"
    told = {
        "view": view,
        "coming": coming(state) if human else [],
        "stub": _stub_words(setup, state),
        "wrong": _what_is_wrong(state),
        "troubles": [_trouble(one, may) for one in troubles(setup)],
        "more": [(words, data) for kind, words, data in MORE if kind in may],
        "breaches": _breaches(setup) if commands.ReportBreach in may else [],
        "devices": sorted(setup.equipment.devices) if commands.RemoveDevice in may else [],
        "changes": commands.ChangeMethod in may,
        "recut": commands.OrderRecut in may,
        "seats": sorted(idle_seats(state)) if commands.Leave in may else [],
        "inventory": list(INVENTORY_MOVES) if commands.MoveInventory in may else [],
        "boxes": list(BOXES) if commands.EmptyBox in may else [],
        "faults": _faults(setup) if training and person.office is Office.SUPERVISOR else [],
        "requests": [_request(one, person) for one in asked.waiting],
        "answered": _answered_words(asked.answered),
        "holds": next((asked_words(one.command) for one in asked.waiting if _holds(one)), ""),
    }
    return templates().get_template("live/console.html").render(told)


def _trouble(one: Trouble, may: set[type]) -> dict[str, Any]:
    reports = one.kind is not None and one.kind in may
    told = {"id": one.id, "words": one.words, "steps": one.steps, "said": said_by(one.clauses)}
    return {**told, "data": one.data if reports else None, "reported": one.kind is not None}


def _stub_words(setup: Setup, state: TableState) -> tuple[str, list[str]]:
    """When the stub is counted next, and by which clause."""
    interval, since = setup.options.stub_count_interval, state.rounds_since_count
    clauses = list(setup.game.handling.by(setup.equipment.dealing).count)
    if setup.counts_spared:
        return "The shuffler counts the deck: the stub is not counted by hand.", clauses
    left = interval - since
    if any(owner == "stub" for owner, _ in state.rack) and state.round is not None:
        when = "in the next round" if left <= 1 else f"within the next {left} rounds"
        return f"The stub of this round is in the rack: one is counted {when}.", clauses
    if left <= 1:
        return "The stub is counted this round.", clauses
    return f"The stub is counted within {left} rounds, this one included.", clauses


def _what_is_wrong(state: TableState) -> str:
    """What was found in this round, and what it does to it."""
    found = state.round.irregularity if state.round else None
    if found is None:
        return ""
    kinds = ", ".join(one.kind.value.replace("_", " ") for one in found.everything())
    effect = "All hands are void" if state.ruling.all_void else "The round stands"
    return f"{kinds.capitalize()}. {effect}: go on with the steps as they come."


def _breaches(setup: Setup) -> list[tuple[str, str]]:
    return [(one, BREACHES.get(one, one)) for one in setup.game.handling.breaches]


def _faults(setup: Setup) -> list[tuple[str, str]]:
    """What may be let go wrong with one press: a fault of a certain card needs to name it."""
    devices = setup.equipment.devices
    missing = {kind for kind, device in DEVICE_OF.items() if device not in devices}
    if not devices:
        missing.add("jam")
    return [(kind, FAULT_WORDS[kind]) for kind in FAULTS if kind not in NEEDS_CARD | missing]


def _holds(one: Request) -> bool:
    """Whether it may void the round in play, so that the dealer should wait for its answer."""
    return isinstance(one.command, commands.ExposeDealerCard | commands.DrawInError)


def _answered_words(settled: Settled | None) -> str:
    """What became of what this person asked for, where it did not come about."""
    if settled is None or settled.how not in {"turned down", "refused"}:
        return ""
    what, who = asked_words(settled.request.command), settled.by
    if settled.how == "turned down":
        return f"{who.name} ({who.office}) turned this down: {what}."
    return (
        f"{who.name} ({who.office}) confirmed this, but it could not be done: {what}. "
        f"{settled.because}"
    )


def _request(one: Request, person: Person) -> dict[str, Any]:
    return {
        "number": one.number,
        "by": one.by,
        "what": asked_words(one.command),
        "mine": one.by.name == person.name,
        "answers": person.office in one.confirmed_by and one.by.name != person.name,
        "by_whom": " or ".join(sorted(office.value for office in one.confirmed_by)),
    }
