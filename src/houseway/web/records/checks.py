"""What is checked on the spot when a round is opened: its place in the chain, and its cards.

Both checks are made by the independent verifiers. The records around the round are hashed
again at each look; the rest of the table's chain is remembered as far as it was checked, and
the next look goes on from there.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from houseway.fairness.verify_round import verify
from houseway.house.offices import Person
from houseway.ledger.errors import RecordError
from houseway.ledger.proofs import round_proof
from houseway.ledger.recipes import deal_recipes
from houseway.ledger.recorded_table import event_of, state_before
from houseway.ledger.records import exported_line
from houseway.ledger.replay import round_span
from houseway.ledger.store import Ledger, Record
from houseway.ledger.times import show_time
from houseway.ledger.verify_log import Place, check_lines
from houseway.table.events import DeckShuffled
from houseway.web.records.replay import finds_all

AT_ONCE = 50_000
"""Records of a chain that are checked while one page waits."""
REMEMBERED_FOR = 600.0
"""Seconds until a chain is checked from its beginning again."""
MOST_TABLES = 256
MOST_FAULTS = 5
Outcome = Literal["ok", "wrong", "unknown"]
OUTCOMES: dict[str, Outcome] = {"ok": "ok", "WRONG": "wrong"}
"""The verifier's outcomes; any other means that a check was not possible."""


@dataclass(frozen=True)
class Check:
    """What a check checked, in words; the single findings below it."""

    title: str
    outcome: Outcome
    words: str
    findings: tuple[tuple[Outcome, str], ...] = ()


@dataclass
class _Checked:
    """How far a table's chain was checked, since when, and its faults."""

    since: float
    place: Place = field(default_factory=Place)
    faults: list[str] = field(default_factory=list)


class ChainChecks:
    """The chains of a house's tables, checked piece by piece."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._checked: OrderedDict[str, _Checked] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, ledger: Ledger, table: str, number: int) -> Check:
        """Whether the records of a round, and all others of its table, are what was written."""
        title = "The chain"
        around = list(_faults_around(ledger, table, number))
        seq, faults = self._go_on(ledger, table)
        faults = list(dict.fromkeys([*around, *faults]))
        if faults:
            findings: list[tuple[Outcome, str]] = [
                ("wrong", fault) for fault in faults[:MOST_FAULTS]
            ]
            words = "The record of this table is not what was written."
            return Check(title, "wrong", words, tuple(findings))
        head, span = ledger.head(table).seq, round_span(ledger, table, number)
        words = "The chain around this round is intact"
        own = f"records {span.first_seq} to {span.last_seq} are as they were hashed"
        if seq < head:
            rest = f"{seq + 1} of {head + 1} records were checked so far; look again to go on"
            return Check(title, "ok", f"{words}: {own}.", (("unknown", rest),))
        return Check(title, "ok", f"{words}, and so is all of the table's record: {own}.")

    def _go_on(self, ledger: Ledger, table: str) -> tuple[int, list[str]]:
        """Checks what was not checked yet, as far as one look goes."""
        with self._lock:
            checked, now = self._checked.pop(table, None), time.monotonic()
            if checked is None or now - checked.since > REMEMBERED_FOR:
                checked = _Checked(now)
            self._checked[table] = checked
            while len(self._checked) > MOST_TABLES:
                self._checked.popitem(last=False)
            records = islice(ledger.records(table, checked.place.seq + 1), self._at_once)
            checked.faults += map(str, check_lines(_lines(records), checked.place))
            checked.place.hashes.clear()  # the store's own key allows no number twice
            return checked.place.seq, list(checked.faults)


def _lines(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield exported_line(record.hash, record.line)


def _faults_around(ledger: Ledger, table: str, number: int) -> Iterator[str]:
    """The records of the round, and one on each side, hashed again now."""
    span = round_span(ledger, table, number)
    before = next(ledger.records(table, span.first_seq - 1, span.first_seq - 1), None)
    if before is None:
        yield f"record {span.first_seq - 1} before the round is missing"
        return
    place = Place(table, before.seq, before.hash, before.at)
    records = list(ledger.records(table, span.first_seq, span.last_seq + 1))
    if not records or records[-1].seq < span.last_seq:
        yield f"records up to {span.last_seq} are missing"
    for fault in check_lines(_lines(records), place):
        # A line of this piece is no line of the log.
        yield str(replace(fault, line=(fault.seq or 0) + 1))


# --- the cards


def check_cards(ledger: Ledger, table: str, number: int, person: Person) -> Check:
    """Whether the house was bound before the bets closed, and the opened cards are those."""
    title, span = "The cards", round_span(ledger, table, number)
    seal = state_before(ledger, table, span.first_seq).seal
    if not seal.commitment:
        words = "This deck was not shuffled by the house, so no commitment was made to it."
        return Check(title, "unknown", words)
    committed = _find_commitment(ledger, table, span.first_seq, seal.number)
    if committed is None or ledger.seed_of(table, seal.number) is None:
        words = "The shuffle of this deck is not in this record, so its cards cannot be proved."
        return Check(title, "unknown", words)
    record, event = committed
    player = None if finds_all(person) else person.name
    try:
        document = round_proof(ledger, table, number, player=player)
    except RecordError as error:
        return Check(title, "wrong", str(error))
    is_bound = event.commitment == seal.commitment == document["commitment"]
    findings: list[tuple[Outcome, str]] = [
        ("ok", "the commitment on record is that of the cards")
        if is_bound
        else ("wrong", "the commitment on record is not that of the cards"),
        ("ok", f"committed {show_time(record.at)}, record {record.seq}"),
        ("ok", f'"No more bets" {show_time(span.began)}, record {span.first_seq}'),
    ]
    findings += [
        (OUTCOMES.get(finding.outcome, "unknown"), f"{finding.name}: {finding.words}")
        for finding in verify(document, deal_recipes())
        if finding.name != "commitment"
    ]
    if any(outcome == "wrong" for outcome, _ in findings):
        return Check(title, "wrong", "The cards are not those committed to.", tuple(findings))
    words = 'The commitment was made before "No more bets", and the opened cards match it.'
    return Check(title, "ok", words, tuple(findings))


def _find_commitment(
    ledger: Ledger, table: str, first: int, shuffle: int
) -> tuple[Record, DeckShuffled] | None:
    """The record of a shuffle: it lies shortly before its round; look further if it does not."""
    reach = 400
    while True:
        start = max(first - reach, 1)
        for record in ledger.records(table, start, first - 1):
            event = event_of(record) if '"deck_shuffled"' in record.body else None
            if isinstance(event, DeckShuffled) and event.number == shuffle:
                return record, event
        if start == 1:
            return None
        reach *= 8
