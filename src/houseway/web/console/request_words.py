"""Requests to a table in words, for the staff who answer them."""

from collections.abc import Callable
from typing import Any

from houseway.house.approvals import (
    REQUESTED_CODEC,
    ChangePerson,
    GiveChips,
    IssueCoupon,
    PendingApproval,
    Requested,
    SeeCards,
)
from houseway.house.offices import Person
from houseway.table import commands
from houseway.web.cards import money

FAULTS = {
    "face_up": "A card lies face up",
    "stuck": "Two cards stick together",
    "skip_dealer": "The dealer forgets a card of his own",
    "lose_card": "A card is missing from the deck",
    "stray_card": "A card too many is in the deck",
    "jam": "The device in use jams",
    "shoe_jam": "The automated shoe jams",
    "shuffler_jam": "The shuffler jams",
}
"""Faults that a supervisor may cause at a table for training."""
BREACHES = {
    "cards_away_from_the_tray": "The cards were held away from the tray",
    "showed_cards": "A player showed cards to another",
    "touched_anothers_cards": "A player touched another's cards",
    "wrong_drawing_hand": "A card was drawn with the wrong hand",
}


def show_request(request: PendingApproval, person: Person) -> dict[str, Any]:
    """A request as this person's page shows it, and whether they may answer it."""
    is_own = request.by.name == person.name
    return {
        "number": request.number,
        "table": request.table,
        "by": f"{request.by.name} ({request.by.office})",
        "words": describe_request(request.command),
        "is_own": is_own,
        "answers": person.office in request.confirmed_by and not is_own,
        "confirmed_by": " or ".join(sorted(office.value for office in request.confirmed_by)),
    }


def describe_request(command: Requested) -> str:
    """A command that waits for a second person: what happened, or what is to be done."""
    describe = _DESCRIPTIONS.get(type(command))
    return (describe(command) if describe else "") or _describe_any(command)


def _describe_any(command: Requested) -> str:
    data = REQUESTED_CODEC.to_data(command)
    fields = [f"{key} {value}" for key, value in data.items() if key not in {"v", "type", "by"}]
    return ", ".join([data["type"], *fields]).replace("_", " ").capitalize()


def _drawn(command: commands.DrawInError) -> str:
    return f"A card was drawn in error{' and seen' if command.exposed else ', unseen'}"


def _inventory(command: commands.MoveInventory) -> str:
    slip = f", slip {command.slip}" if command.slip else ""
    return f"{command.reason.capitalize()} of {money(command.cents)}{slip}"


def _chips(give: GiveChips) -> str:
    direction = "to" if give.cents > 0 else "from"
    return f"{money(abs(give.cents))} {direction} {give.person}: {give.reason}"


def _change(change: ChangePerson) -> str:
    office = f"{change.name} becomes {change.office}" if change.office else ""
    password = f"{change.name} gets a new password" if change.password else ""
    return "; ".join(filter(None, (office, password)))


_DESCRIPTIONS: dict[type, Callable[[Any], str]] = {
    commands.ExposeDealerCard: lambda _: "A card of the dealer was seen",
    commands.DrawInError: _drawn,
    commands.Do: lambda do: "Send the decks back" if do.act == "reject" else "",
    commands.ReportBreach: lambda report: BREACHES.get(report.breach, ""),
    commands.RemoveDevice: lambda remove: f"Take the {_plain(remove.device)} off the table",
    commands.ChangeMethod: lambda change: (
        f"Change the dealing to {_plain(change.method)}, the shuffle to {change.shuffle}"
    ),
    commands.MoveInventory: _inventory,
    commands.CountInventory: lambda count: f"The container was counted: {money(count.cents)}",
    commands.EmptyBox: lambda empty: (
        f"Take the {_plain(empty.box)} box, counted {money(empty.cents)}"
    ),
    commands.CloseTable: lambda _: "Close the table",
    GiveChips: _chips,
    IssueCoupon: lambda issue: (
        f"A coupon of {money(issue.face)} for {issue.person or 'anybody'}: {issue.serial}"
    ),
    ChangePerson: _change,
    SeeCards: lambda see: f"See the face-down cards of round {see.round}: {see.reason}",
}


def _plain(word: str) -> str:
    return word.replace("_", " ")
