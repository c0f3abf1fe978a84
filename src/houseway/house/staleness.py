"""The subject of a command that waits for approval: once it has changed, the command is stale.

The table goes on between request and confirmation. A card that was seen belongs to its round,
a count to what the box then held, decks that are sent back to their delivery.
"""

from houseway.house.table_service import TableService
from houseway.ledger.recorded_table import event_of
from houseway.rulebook import Refusal, Refused
from houseway.table.commands import Command, Do, DrawInError, EmptyBox, ExposeDealerCard
from houseway.table.events import DecksReceived

LOOK_BACK = 200
"""Records read at a time: decks are inspected soon after they come."""

CHANGED = {
    ExposeDealerCard: ("its round is not in play", "Ask again if it is so in this round."),
    DrawInError: ("its round is not in play", "Ask again if it is so in this round."),
    EmptyBox: ("the box holds another amount than when it was counted", "Count it again."),
    Do: ("the decks are not those of the request", "Ask again if it is so with these decks."),
}


def subject_of(service: TableService, command: Command) -> int:
    """The present subject of a command as a number; 0 for a command that never goes stale."""
    state = service.state
    if isinstance(command, ExposeDealerCard | DrawInError):
        return state.round.number if state.round else 0
    if isinstance(command, EmptyBox):
        return state.balances.get(command.box, 0)
    return _last_delivery(service) if isinstance(command, Do) else 0


def refuse_if_stale(service: TableService, command: Command, subject: int) -> None:
    """Refuses a command whose subject is no longer the one it was sent about."""
    if subject_of(service, command) != subject:
        raise Refused([Refusal((), "Confirming this request", *CHANGED[type(command)])])


def _last_delivery(service: TableService) -> int:
    """The number of the record of the last delivery of decks."""
    ledger, last = service.recorded.ledger, service.seq
    while last >= 1:
        first = max(1, last - LOOK_BACK)
        records = ledger.records(service.name, first, last)
        deliveries = [each.seq for each in records if isinstance(event_of(each), DecksReceived)]
        if deliveries:
            return max(deliveries)
        last = first - 1
    return 0
