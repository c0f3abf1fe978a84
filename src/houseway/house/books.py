"""The money of a table by its record: chips in and out of the container, counts, boxes.

Everything is read from the events between two records; the balance of the container at either
end comes from a replay. Amounts are cents.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from houseway.ledger.recorded_table import state_before
from houseway.ledger.schema import events, rounds
from houseway.ledger.store import Ledger

HOUR = 3_600_000_000
"""Microseconds."""
MONEY = ("chips_bought", "chips_moved", "inventory_moved", "inventory_counted", "box_emptied")
INVENTORY, DROP, TIPS = "inventory", "drop", "tips"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a table's record: the records after `before`, up to and with `last`."""

    table: str
    before: int
    last: int


@dataclass(frozen=True, slots=True)
class Count:
    """An amount that was counted, beside the amount on record."""

    seq: int
    at: int
    by: str
    what: str
    """`inventory`, or the box that was emptied: `drop` or `tips`."""
    counted: int
    expected: int

    @property
    def difference(self) -> int:
        return self.counted - self.expected


@dataclass(frozen=True, slots=True)
class Chips:
    """The table inventory container over a span, and the boxes beside it."""

    opening: int
    """The balance of the container when the span began."""
    opener: int
    fills: int
    credits: int
    drop: int
    """Buy-ins: cash that went into the drop box."""
    cash_outs: int
    tips: int
    inventory: int
    """The balance of the container when the span ends."""
    debts: int
    """Debts of players from corrected rounds; the container lacks that much."""

    @property
    def win(self) -> int:
        """The usual formula: inventory, credits and drop, less opening, opener and fills."""
        return (self.inventory + self.credits + self.drop) - (
            self.opening + self.opener + self.fills
        )


@dataclass
class Book:
    """The money of a span, added up."""

    moved: Counter[str] = field(default_factory=Counter)
    drops: Counter[int] = field(default_factory=Counter)
    """The drop by hour."""
    counts: list[Count] = field(default_factory=list)


def span_of(ledger: Ledger, table: str, since: int | None, until: int | None) -> Span:
    """The records written from one moment up to another, not including it."""
    head = ledger.head(table).seq
    before = 0 if since is None else max(0, _last_before(ledger, table, since, head))
    last = head if until is None else _last_before(ledger, table, until, head)
    return Span(table, before, max(before, last))


def _last_before(ledger: Ledger, table: str, moment: int, head: int) -> int:
    """The last record before a moment; times never go back, so halving finds it."""
    query = sa.select(events.c.at).where(
        events.c.table_id == table, events.c.seq == sa.bindparam("seq")
    )
    low, high = -1, head
    with ledger.reading() as connection:
        while low < high:
            middle = (low + high + 1) // 2
            at: int = connection.execute(query, {"seq": middle}).scalar_one()
            if at < moment:
                low = middle
            else:
                high = middle - 1
    return low


def read_book(ledger: Ledger, span: Span) -> Book:
    """Every buy-in, cash-out, tip, fill, credit, count and emptied box of a span."""
    book = Book()
    for seq, at, fact in _records(ledger, span, MONEY):
        match fact["type"]:
            case "chips_bought":
                cents = _into(fact["moves"], DROP)
                book.moved[DROP] += cents
                book.drops[at // HOUR] += cents
            case "chips_moved":
                book.moved[TIPS] += _into(fact["moves"], TIPS)
                book.moved["cash_outs"] += _into(fact["moves"], "cage")
            case "inventory_moved":
                book.moved[fact["reason"]] += fact["cents"]
            case "inventory_counted":
                amounts = fact["counted"], fact["expected"]
                book.counts.append(Count(seq, at, fact["by"], INVENTORY, *amounts))
            case "box_emptied":
                held = sum(move["cents"] for move in fact["moves"])
                book.counts.append(Count(seq, at, fact["by"], fact["box"], fact["counted"], held))
    return book


def chips_of(book: Book, begin: Mapping[str, int], end: Mapping[str, int]) -> Chips:
    """The chips of a book, between the balances at its begin and its end."""
    return Chips(
        opening=begin.get(INVENTORY, 0),
        opener=book.moved["opener"],
        fills=book.moved["fill"],
        credits=book.moved["credit"],
        drop=book.moved[DROP],
        cash_outs=book.moved["cash_outs"],
        tips=book.moved[TIPS],
        inventory=end.get(INVENTORY, 0),
        debts=-sum(cents for account, cents in end.items() if account.startswith("debt:")),
    )


def balances_at(ledger: Ledger, table: str, seq: int) -> Mapping[str, int]:
    """Every account of a table once a record is written."""
    return state_before(ledger, table, seq + 1).balances


def in_play(ledger: Ledger, table: str, seq: int, account: str) -> int:
    """The win so far of an account in the round that is not over at a record."""
    query = sa.select(sa.func.max(rounds.c.last_seq))
    query = query.where(rounds.c.table_id == table, rounds.c.last_seq <= seq)
    with ledger.reading() as connection:
        over = connection.scalar(query) or 0
    won = 0
    for _, _, fact in _records(ledger, Span(table, over, seq), ("money_moved",)):
        won += _into(fact["moves"], account)
        won -= sum(move["cents"] for move in fact["moves"] if move["source"] == account)
    return won


def _into(moves: list[dict[str, Any]], account: str) -> int:
    return sum(move["cents"] for move in moves if move["target"] == account)


def _records(
    ledger: Ledger, span: Span, types: tuple[str, ...]
) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """The records of some types."""
    query = (
        sa.select(events.c.seq, events.c.at, events.c.body)
        .where(events.c.table_id == span.table, events.c.seq > span.before)
        .where(events.c.seq <= span.last, events.c.type.in_(types))
        .order_by(events.c.seq)
    )
    with ledger.reading() as connection:
        for row in connection.execute(query).all():
            body = ledger.seals.open_body(span.table, row.seq, row.body)
            yield row.seq, row.at, json.loads(body)
