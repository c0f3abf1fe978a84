"""The console of the staff: what may go wrong and is reported, chips of the table, approvals.

Which commands a person finds here is what their office may ask for; whether it may be done
now is the table's to say.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.house.offices import MAY_ASK, STAFF, Office, Person
from houseway.house.requests import Request
from houseway.table import Setup, commands
from houseway.table.checking import BOXES, FAULTS, INVENTORY_MOVES
from houseway.table.wire import to_data
from houseway.web.live.panel import templates

REPORTS = (
    (commands.ExposeDealerCard, "A card of the dealer was seen", {"type": "expose_dealer_card"}),
    (commands.DrawInError, "A card was drawn in error, unseen", {"type": "draw_in_error"}),
    (
        commands.DrawInError,
        "A card was drawn in error and seen",
        {"type": "draw_in_error", "exposed": True},
    ),
    (commands.Do, "Send the decks back", {"type": "do", "act": "reject"}),
    (commands.Do, "Spread the cards of the idle table", {"type": "do", "act": "spread_idle"}),
    (commands.CloseTable, "Close the table", {"type": "close_table"}),
)
"""What is reported with one press: the command, its words, its data."""


def draw_console(
    setup: Setup, view: Mapping[str, Any], person: Person, waiting: Sequence[Request]
) -> str:
    """The console as HTML; empty for who is not on the staff."""
    if person.office not in STAFF:
        return ""
    may = {kind for kind, offices in MAY_ASK.items() if person.office in offices}
    told = {
        "view": view,
        "reports": [(words, data) for kind, words, data in REPORTS if kind in may],
        "breaches": list(setup.game.handling.breaches) if commands.ReportBreach in may else [],
        "devices": sorted(setup.equipment.devices) if commands.RemoveDevice in may else [],
        "changes": commands.ChangeMethod in may,
        "recut": commands.OrderRecut in may,
        "inventory": list(INVENTORY_MOVES) if commands.MoveInventory in may else [],
        "boxes": list(BOXES) if commands.EmptyBox in may else [],
        "faults": [kind for kind in FAULTS if "card" not in kind or kind == "stray_card"]
        if person.office is Office.SUPERVISOR
        else [],
        "requests": [_request(one, person) for one in waiting],
        "interval": setup.options.stub_count_interval,
    }
    return templates().get_template("live/console.html").render(told)


def _request(one: Request, person: Person) -> dict[str, Any]:
    data = to_data(one.command)
    details = {key: data[key] for key in data if key not in {"v", "type", "by"}}
    said = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in details.items())
    return {
        "number": one.number,
        "by": one.by,
        "what": data["type"].replace("_", " "),
        "details": said,
        "mine": one.by.name == person.name,
        "answers": person.office in one.confirmed_by and one.by.name != person.name,
    }
