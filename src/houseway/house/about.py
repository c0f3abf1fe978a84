"""What a request is about, as one number: once that has changed, the request means nothing.

Between the asking and the confirming the table goes on. A card that was seen belongs to its
round, a count to what the box then held, decks that are sent back to their delivery.
"""

from houseway.house.running import RunningTable
from houseway.ledger.recorded import event_of
from houseway.rulebook import Refusal, Refused
from houseway.table.commands import Command, Do, DrawInError, EmptyBox, ExposeDealerCard
from houseway.table.events import DecksReceived

LOOK_BACK = 200
"""Records that are read at a time: decks are inspected when they come, so it is not far."""

CHANGED = {
    ExposeDealerCard: ("its round is not in play", "Ask anew if it is so in this round."),
    DrawInError: ("its round is not in play", "Ask anew if it is so in this round."),
    EmptyBox: ("the box holds another amount than when it was counted", "Count it anew."),
    Do: ("these are not the decks that it was asked for", "Ask anew if it is so with these."),
}


def about_now(running: RunningTable, command: Command) -> int:
    """What a command is about as the table stands; 0 for what is the same at any time."""
    state = running.state
    if isinstance(command, ExposeDealerCard | DrawInError):
        return state.round.number if state.round else 0
    if isinstance(command, EmptyBox):
        return state.balances.get(command.box, 0)
    return _delivery(running) if isinstance(command, Do) else 0


def check_still(running: RunningTable, command: Command, asked: int) -> None:
    """Refuses what was asked about something else than what is there now."""
    if about_now(running, command) != asked:
        raise Refused([Refusal((), "Confirming what was asked", *CHANGED[type(command)])])


def _delivery(running: RunningTable) -> int:
    """The record of the last delivery of decks."""
    ledger, last = running.recorded.ledger, running.seq
    while last >= 1:
        first = max(1, last - LOOK_BACK)
        records = ledger.records(running.name, first, last)
        came = [one.seq for one in records if isinstance(event_of(one), DecksReceived)]
        if came:
            return max(came)
        last = first - 1
    return 0
