"""A table's record as JSON lines, out and in again.

What leaves the house ends before the first record that names a card of a deck still in play:
its cards are for nobody until their round is closed.
"""

import json
from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from houseway.ledger.errors import RecordError
from houseway.ledger.hidden import secret_shuffles, shuffles_of
from houseway.ledger.recorded_table import event_of, state_before
from houseway.ledger.records import canonical, exported_line
from houseway.ledger.replay import Moment, index_moments, moments
from houseway.ledger.schema import events
from houseway.ledger.store import HOUSE, Ledger, Record
from houseway.ledger.verify_log import check_lines
from houseway.table.events import BetsClosed, DeckShuffled

IMPOSSIBLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a table raises when it meets events that no table can have recorded."""


LOOK_BACK = 400
"""Records read at a time: a deck is played soon after it is shuffled."""


def export_lines(ledger: Ledger, table: str, last: int | None = None) -> Iterator[str]:
    """Every record of a table up to the last, one canonical line each, with its hash."""
    for record in ledger.records(table, 0, last):
        yield exported_line(record.hash, record.line)


def last_open_record(ledger: Ledger, table: str) -> int:
    """The last record before any that names a card of a deck still in play.

    A table that no house has open is played no more: all of its record is open.
    """
    head = ledger.head(table).seq
    state = state_before(ledger, table, head + 1)
    secret, round_ = secret_shuffles(state), state.round.number if state.round else None
    if (not secret and round_ is None) or not _is_open(ledger, table):
        return head
    wanted = len(secret) + (round_ is not None)
    first, start = head + 1, head + 1
    while wanted and start > 1:
        start, end = max(1, start - LOOK_BACK), start - 1
        for record in ledger.records(table, start, end):
            event = event_of(record)
            is_secret = isinstance(event, DeckShuffled) and event.number in secret
            if is_secret or (isinstance(event, BetsClosed) and event.round == round_):
                first, wanted = min(first, record.seq), wanted - 1
    return first - 1


def _is_open(ledger: Ledger, table: str) -> bool:
    """Whether the house's own record opens the table and does not end it."""
    query = sa.select(events.c.body).where(events.c.table_id == HOUSE)
    query = query.where(events.c.type.in_(("table_opened", "table_ended")))
    with ledger.reading() as connection:
        facts = map(json.loads, connection.scalars(query.order_by(events.c.seq)))
        kinds = [fact["type"] for fact in facts if fact["table"] == table]
    return kinds[-1:] == ["table_opened"]


def import_lines(ledger: Ledger, lines: Iterable[str]) -> str:
    """Brings an exported table into a ledger, after its chain and every event were checked.

    The records keep their times, ids and hashes. Nothing is written unless all of it is
    right. Gives the name of the table.
    """
    texts = [line.rstrip("\n") for line in lines if line.strip()]
    fault = next(check_lines(texts), None)
    if fault is not None:
        raise RecordError(f"The log is not what was written: {fault}.")
    if not texts:
        raise RecordError("The log is empty.")
    parsed = [json.loads(text) for text in texts]
    records = [Record(**data | {"body": canonical(data["body"])}) for data in parsed]
    hidden = _Hidden()
    try:  # every event is read and replayed before any is written
        replayed = index_moments(hidden.watch(moments(records)))
        rows = [group for groups in replayed for group in groups]
    except IMPOSSIBLE as error:
        raise RecordError(f"The log tells what cannot have happened: {error!r}.") from error
    ledger.bring_in(records, rows, hidden.shuffles())
    return records[0].table


class _Hidden:
    """The cards that an imported log names and that are still a secret where it ends."""

    def __init__(self) -> None:
        self._named: list[int | None] = [None]  # the first record creates the table
        self._secret: frozenset[int] = frozenset()

    def watch(self, stream: Iterable[Moment]) -> Iterator[Moment]:
        for moment in stream:
            self._named += shuffles_of(moment.before, [moment.event], moment.after)
            self._secret = secret_shuffles(moment.after)
            yield moment

    def shuffles(self) -> list[int | None]:
        """For each record the shuffle whose cards it names, where they are still a secret."""
        return [shuffle if shuffle in self._secret else None for shuffle in self._named]
