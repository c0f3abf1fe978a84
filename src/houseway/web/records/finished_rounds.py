"""What was computed of finished rounds, kept: a round that is over never changes.

Each is known by what is on record of it, the hashes and the seed included. A record that was
changed behind the house's back is therefore another round, and is looked at anew.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from houseway.house.offices import Person
from houseway.ledger.replay import round_span
from houseway.ledger.store import Ledger

MOST_KEPT = 200
REACH = 400
"""Records before a round that belong to it: its shuffle and its cuts are among them."""
MOST_SHUFFLES = 3
T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """A person's look at a round."""

    ledger: Ledger
    table: str
    number: int
    viewer: Person


class FinishedRounds:
    """The newest of what was computed, for each round and viewer."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, what: str, look: Look, work: Callable[[], T]) -> T:
        """The result of `work`, which depends on the round and the viewer and on nothing else.

        Whether the viewer may have it must be decided before.
        """
        digest = digest_round(look.ledger, look.table, look.number)
        key = what, str(look.viewer), look.table, str(look.number), digest
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                kept: T = self._kept[key]
                return kept
        result = work()
        with self._lock:
            self._kept[key] = result
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return result


def digest_round(ledger: Ledger, table: str, number: int) -> str:
    """A digest of all that is on record of a round."""
    span = round_span(ledger, table, number)
    digest, shuffles = hashlib.sha256(), list[int]()
    for record in ledger.records(table, max(span.first_seq - REACH, 0), span.last_seq):
        digest.update(f"{record.seq} {record.at} {record.hash} {len(record.body)} ".encode())
        digest.update(record.body.encode())
        if '"deck_shuffled"' in record.body and record.seq < span.first_seq:
            shuffles.append(_shuffle_number(record.body))
    for shuffle in shuffles[-MOST_SHUFFLES:]:
        digest.update(ledger.seed_of(table, shuffle) or b"none")
    return digest.hexdigest()


def _shuffle_number(body: str) -> int:
    """The number of a shuffle; 0, which none has, where the record cannot be read."""
    try:
        event = json.loads(body)
    except ValueError:
        return 0
    number = event.get("number") if isinstance(event, dict) else None
    return number if isinstance(number, int) else 0
