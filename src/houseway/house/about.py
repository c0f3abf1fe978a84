"""What a request is about, as one number: once that has changed, the request means nothing.

Between the asking and the confirming the table goes on. A card that was seen belongs to its
round, a count to what the box then held, decks that are sent back to their delivery.
"""

from houseway.house.running import RunningTable
from houseway.ledger.recorded import event_of
from houseway.rulebook import Refusal, Refused
from houseway.table.commands import Command, Do, DrawInError, EmptyBox, ExposeDealerCard
from houseway.table.events import DecksReceived

LOOK_BACK = 500
"""Decks are inspected as soon as they are there: their delivery is not far back."""

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


def check_still(running: RunningTable, command: Command, asked: int, tried: str) -> None:
    """Refuses what was asked about something else than what is there now."""
    if about_now(running, command) != asked:
        raise Refused([Refusal((), tried, *CHANGED[type(command)])])


def _delivery(running: RunningTable) -> int:
    """The record of the last delivery of decks."""
    ledger, last = running.recorded.ledger, running.seq
    records = ledger.records(running.name, max(1, last - LOOK_BACK), last)
    came = (one.seq for one in records if isinstance(event_of(one), DecksReceived))
    return max(came, default=0)
