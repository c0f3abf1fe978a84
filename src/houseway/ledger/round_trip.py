"""Events as they go on record: each has made the round trip through its bytes before it is written.

A record that cannot be read stops its table for good, so an event is read back from its canonical
bytes, by the codec that a restart will use, and compared. Where that fails the act is refused.
"""

from collections.abc import Mapping, Sequence

from houseway.ledger.errors import Unrecordable
from houseway.ledger.records import to_canonical
from houseway.rulebook import HousewayError
from houseway.table.events import Event
from houseway.table.wire import event_from_data, to_data

Notes = Mapping[str, str]
"""What a body carries beside the fields of its event, and nothing decides by: salts, digests."""


def write_events(events: Sequence[Event], notes: Sequence[Notes] = ()) -> list[str]:
    """The bodies of events, each with its notes; refuses all if one does not read back as it is."""
    every_note = notes or [{}] * len(events)
    return [_write_event(event, note) for event, note in zip(events, every_note, strict=True)]


def _write_event(event: Event, notes: Notes) -> str:
    data = to_data(event)
    body, read = to_canonical({**data, **notes})
    for name in notes:
        del read[name]
    try:
        read_back = event_from_data(read)
    except HousewayError as error:
        raise Unrecordable(
            f"This cannot be kept on record, for it could not be read again: {error} "
            "Nothing was done, and the table stands where it stood."
        ) from error
    # A choice may hold tuples or cards, which are written as lists and text: then the data decide.
    if read_back != event and to_data(read_back) != data:
        name = type(event).__name__
        raise Unrecordable(
            f"This cannot be kept on record: {name} would read back as something else. "
            "Nothing was done, and the table stands where it stood."
        )
    return body
