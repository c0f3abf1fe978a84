"""A record read again: state after every event, a round step by step, the index made anew."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.cards import Card
from houseway.ledger.errors import RecordError
from houseway.ledger.index import Rows, Span, index_rows
from houseway.ledger.recorded_table import event_of, opening_of, state_before
from houseway.ledger.schema import INDEX, clause_sets, rounds
from houseway.ledger.store import Ledger, Record
from houseway.ledger.writer import ADD_CLAUSE_SETS
from houseway.table import TableState, evolve
from houseway.table.events import BetsClosed, CardsDealt, Event, FaceUpCardFound, RoundClosed
from houseway.table.narration import narrate


@dataclass(frozen=True)
class Moment:
    """One event with the table as it was before and after it."""

    record: Record
    event: Event
    before: TableState
    after: TableState

    @property
    def words(self) -> str:
        return narrate(self.event)


def moments(records: Iterable[Record]) -> Iterator[Moment]:
    """Every event of a table's record from its start, with the state around it."""
    stream = iter(records)
    first = next(stream, None)
    if first is None:
        raise RecordError("There is nothing to replay.")
    yield from _follow(TableState(opening_of(first).setup()), stream)


def _follow(state: TableState, records: Iterable[Record]) -> Iterator[Moment]:
    for record in records:
        event = event_of(record)
        after = evolve(state, event)
        yield Moment(record, event, state, after)
        state = after


def replayed_rows(records: Iterable[Record]) -> Iterator[Rows]:
    """The index rows of each round, made anew from the events; the events are checked by it."""
    return index_moments(moments(records))


def index_moments(stream: Iterable[Moment]) -> Iterator[Rows]:
    """The index rows of each round that closes in a stream of moments."""
    began = (0, 0)
    for moment in stream:
        if isinstance(moment.event, BetsClosed):
            began = (moment.record.seq, moment.record.at)
        elif isinstance(moment.event, RoundClosed):
            assert moment.after.last_round is not None
            span = Span(began[0], moment.record.seq, began[1], moment.record.at)
            game = moment.after.setup.game.id
            yield index_rows(moment.record.table, game, moment.after.last_round, span)


def rebuild_index(ledger: Ledger, table: str) -> None:
    """Throws a table's index away and makes it again from its events.

    Rounds that close meanwhile keep what was written with them.
    """
    records = list(ledger.records(table))
    groups = [group for rows in replayed_rows(records) for group in rows]
    last = max((row["round"] for kind, rows in groups if kind is rounds for row in rows), default=0)
    meanwhile = rounds.c.round > last, rounds.c.last_seq > records[-1].seq
    with ledger.engine.execution_options(writes=True).begin() as connection:
        query = sa.select(rounds.c.round).where(rounds.c.table_id == table, *meanwhile)
        kept = set(connection.scalars(query))
        for kind in INDEX:
            old = kind.c.table_id == table, kind.c.round.not_in(kept)
            connection.execute(kind.delete().where(*old))
        for kind, rows in groups:
            if rows:
                add = ADD_CLAUSE_SETS if kind is clause_sets else kind.insert()
                connection.execute(add, rows)


def round_span(ledger: Ledger, table: str, number: int) -> Span:
    """Where a closed round lies; refuses one that is not closed or not there."""
    query = sa.select(rounds).where(rounds.c.table_id == table, rounds.c.round == number)
    with ledger.reading() as connection:
        row = connection.execute(query).first()
    if row is None:
        raise RecordError(f"There is no closed round {number} at table {table} on record.")
    return Span(row.first_seq, row.last_seq, row.began, row.ended)


def round_moments(ledger: Ledger, table: str, number: int) -> list[Moment]:
    """A closed round, event by event, from "No more bets" to its end."""
    span = round_span(ledger, table, number)
    records = ledger.records(table, span.first_seq, span.last_seq)
    return list(_follow(state_before(ledger, table, span.first_seq), records))


def cards_leaving(events: Iterable[Moment]) -> list[tuple[str, Card]]:
    """Every card that left the deck, in the order it left."""
    leaving: list[tuple[str, Card]] = []
    for moment in events:
        if isinstance(moment.event, CardsDealt):
            leaving += [(moment.event.place, card) for card in moment.event.cards]
        elif isinstance(moment.event, FaceUpCardFound):
            leaving.append(("set_aside", moment.event.card))
    return leaving
