"""The console of the staff: the coming acts, troubles, chips of the table, approvals.

It offers the commands that a person's office may send; the table itself decides whether a
command is possible now.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.house.approvals import PendingApproval, SettledApproval
from houseway.house.clocks import idle_seats
from houseway.house.offices import ALLOWED_OFFICES, STAFF, Office, Person
from houseway.table import Setup, TableState, commands
from houseway.table.checks import BOXES, FAULTS, INVENTORY_MOVES, NEEDS_CARD
from houseway.table.views import TableView
from houseway.web.cards import money, signed
from houseway.web.console.request_words import BREACHES, describe_request, show_request
from houseway.web.console.request_words import FAULTS as FAULT_WORDS
from houseway.web.console.troubles import list_troubles, quote_clauses
from houseway.web.rendering import render_part
from houseway.web.tables.agenda import list_coming
from houseway.web.tables.scene import Scene

MORE = (
    (commands.Do, "Spread the cards of the idle table", {"type": "do", "act": "spread_idle"}),
    (commands.CloseTable, "Close the table", {"type": "close_table"}),
)
"""Commands besides reports that are sent with one press: the command, its words, its data."""
DEVICE_OF = {"shoe_jam": "automated_shoe", "shuffler_jam": "shuffler"}
"""Faults of a device that not every table has."""
METHODS = ("manual_shoe", "hand", "automated_shoe")
SHUFFLES = ("manual", "automated")


@dataclass(frozen=True)
class Approvals:
    """Commands that need a second person."""

    waiting: Sequence[PendingApproval] = ()
    answered: SettledApproval | None = None
    """How the last request of this person was answered."""


def draw_console(
    scene: Scene,
    person: Person,
    approvals: Approvals,
    state: TableState,
    *,
    training: bool = False,
) -> str:
    """The console as HTML; empty for anybody who is not on the staff."""
    if person.office not in STAFF:
        return ""
    setup, view = state.setup, scene.view
    may = {kind for kind, offices in ALLOWED_OFFICES.items() if person.office in offices}
    held = (describe_request(request.command) for request in approvals.waiting if _holds(request))
    return render_part(
        "console/console.html",
        coming=list_coming(state) if scene.is_dealt_by_hand else [],
        stub=_describe_stub(setup, state),
        irregularity=_describe_irregularity(state),
        troubles=list_troubles(setup),
        quote_clauses=quote_clauses,
        may=may,
        more=[(words, data) for kind, words, data in MORE if kind in may],
        breaches=_list_breaches(setup) if commands.ReportBreach in may else [],
        devices=sorted(setup.equipment.devices) if commands.RemoveDevice in may else [],
        methods=METHODS if commands.ChangeMethod in may else (),
        shuffles=SHUFFLES,
        recut=commands.OrderRecut in may,
        seats=sorted(idle_seats(state)) if commands.Leave in may else [],
        inventory=list(INVENTORY_MOVES) if commands.MoveInventory in may else [],
        boxes=list(BOXES) if commands.EmptyBox in may else [],
        balances=_describe_balances(view),
        equipment=_describe_equipment(view),
        faults=_list_faults(setup) if training and person.office is Office.SUPERVISOR else [],
        requests=[show_request(request, person) for request in approvals.waiting],
        answered=_describe_answer(approvals.answered),
        held=next(held, ""),
    )


def draw_sight(scene: Scene, person: Person, approvals: Approvals) -> str:
    """For an auditor, while a round is in play: how to see the cards that lie face down."""
    round_ = scene.view.round
    if round_ is None:
        return ""
    own = [request for request in approvals.waiting if request.by == person]
    return render_part(
        "console/sight.html",
        number=round_.number,
        is_open=round_.burned_cards is not None,
        requests=[show_request(request, person) for request in own],
        answered=_describe_answer(approvals.answered),
    )


def _describe_stub(setup: Setup, state: TableState) -> tuple[str, list[str]]:
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


def _describe_irregularity(state: TableState) -> str:
    """What went wrong in this round, and what it does to it."""
    irregularity = state.round.irregularity if state.round else None
    if irregularity is None:
        return ""
    kinds = ", ".join(each.kind.value.replace("_", " ") for each in irregularity.everything())
    effect = "All hands are void" if state.ruling.all_void else "The round stands"
    return f"{kinds.capitalize()}. {effect}: go on with the steps as they come."


def _describe_balances(view: TableView) -> str:
    """What the container and the boxes hold by the record, for those who watch the money."""
    balances = view.balances
    if not balances:
        return ""
    inventory = balances.get("inventory", 0)
    container = f"In the container by the record: {money(inventory)}"
    if inventory < 0:
        container = (
            "No opener is on record that covers what was paid out of the container: it stands at "
            f"{signed(inventory)}"
        )
    drop, tips = money(balances.get("drop", 0)), money(balances.get("tips", 0))
    return f"{container}; drop box {drop}, tips {tips}."


def _describe_equipment(view: TableView) -> str:
    equipment = view.equipment
    if equipment is None:
        return ""
    parts = [
        f"The deck in use has {equipment.deck} backs"
        if equipment.deck
        else "No deck is on the table"
    ]
    if equipment.deck_in_hand:
        parts.append(f"in the {equipment.deck_in_hand} hand")
    if equipment.shuffler:
        parts.append(f"shuffler {equipment.shuffler}")
    return f"{', '.join(parts)}."


def _list_breaches(setup: Setup) -> list[tuple[str, str]]:
    return [(breach, BREACHES.get(breach, breach)) for breach in setup.game.handling.breaches]


def _list_faults(setup: Setup) -> list[tuple[str, str]]:
    """Faults that can be caused with one press; a fault of a certain card needs to name it."""
    devices = setup.equipment.devices
    missing = {kind for kind, device in DEVICE_OF.items() if device not in devices}
    if not devices:
        missing.add("jam")
    return [(kind, FAULT_WORDS[kind]) for kind in FAULTS if kind not in NEEDS_CARD | missing]


def _holds(request: PendingApproval) -> bool:
    """Whether it may void the round in play, so that the dealer should wait for its answer."""
    return isinstance(request.command, commands.ExposeDealerCard | commands.DrawInError)


def _describe_answer(settled: SettledApproval | None) -> str:
    """What became of this person's request, where it was not carried out."""
    if settled is None or settled.how not in {"turned down", "refused"}:
        return ""
    words, by = describe_request(settled.approval.command), settled.by
    if settled.how == "turned down":
        return f"{by.name} ({by.office}) turned this down: {words}."
    return (
        f"{by.name} ({by.office}) confirmed this, but it could not be done: {words}. "
        f"{settled.because}"
    )
