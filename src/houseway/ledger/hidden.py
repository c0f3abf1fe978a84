"""Which records must not be read from an open store, and until when.

An event whose type can hold a card is hidden as long as the deck in use is; a shuffle is hidden
until the round that uses its deck is closed, or until the deck is shuffled again or removed.
"""

import dataclasses
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from houseway.cards import Card
from houseway.ledger.seals import fresh_salt
from houseway.table import TableState
from houseway.table.events import DeckShuffled, Event, RoundClosed
from houseway.table.wire import EVENTS

SALT = "salt"
"""The name under which a record's body carries its salt; no event has a field of that name."""


def _can_hold_card(kind: Any) -> bool:
    """Whether a value of this type can hold a card."""
    waiting, visited = [kind], set[Any]()
    while waiting:
        part = waiting.pop()
        if part is Card or part is Any:
            return True
        if part in visited:
            continue
        visited.add(part)
        if dataclasses.is_dataclass(part):
            hints = typing.get_type_hints(part)
            waiting += [hints[field.name] for field in dataclasses.fields(part)]
        waiting += typing.get_args(part)
    return False


CARD_EVENTS = frozenset(kind for kind in EVENTS.values() if _can_hold_card(kind))
"""The types of events that can name a card: by their fields, so that none is forgotten."""


def salts_for(events: Sequence[Event]) -> list[dict[str, str]]:
    """A salt for each event that may name cards, to be written with it: its hash is no secret.

    Without it the few cards that a body can name would be found by trying which give its hash.
    """
    return [{SALT: fresh_salt()} if type(event) in CARD_EVENTS else {} for event in events]


def secret_shuffles(state: TableState) -> frozenset[int]:
    """The shuffles whose order nobody may know yet: of the deck in use, and of the one waiting."""
    if not state.decks:
        return frozenset()
    return frozenset({state.seal.number, state.waiting_seal.number}) - {0}


def shuffles_of(
    before: TableState, events: Sequence[Event], after: TableState
) -> Iterator[int | None]:
    """For each event of an act, the shuffle whose cards it may name; None where it cannot."""
    number = before.seal.number
    for event in events:
        if isinstance(event, DeckShuffled):
            if event.deck == before.in_use:
                number = event.number
            yield event.number or None
            continue
        if isinstance(event, RoundClosed):
            number = after.seal.number
        yield (number or None) if type(event) in CARD_EVENTS else None


def shuffles_to_open(
    before: TableState, events: Sequence[Event], after: TableState
) -> frozenset[int]:
    """The shuffles that an act leaves without a secret: their round is closed, or they are void."""
    shuffled = {event.number for event in events if isinstance(event, DeckShuffled)} - {0}
    return (secret_shuffles(before) | shuffled) - secret_shuffles(after)
