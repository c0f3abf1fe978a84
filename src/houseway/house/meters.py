"""A meter on record, such as a progressive's: every change with its cause, and its fund.

Changes are read from the index of rounds; those of a round with a prize are worked out again
from its events. Added up from the start they must give the meter that the table shows. The fund
is then shared out: the meter's part, the hidden reserve, and the house's.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.games.meters import Cause, MeterTerms
from houseway.games.meters import Meter as GameMeter
from houseway.house.books import in_play
from houseway.ledger.recorded_table import read_opening, state_before
from houseway.ledger.replay import round_moments
from houseway.ledger.schema import results, rounds
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table import TableState

AnyMeter = GameMeter[Any, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a meter: when, in which round, why, and where the meter stood then."""

    seq: int
    at: int
    round: int
    cause: Cause
    cents: int
    meter: int


@dataclass(frozen=True)
class Shares:
    """Whose the money in the fund is, all from the start of the table."""

    balance: int
    """Wagers less prizes, by the chips."""
    to_meter: int
    """The gain of the meter since its start: it is the players'."""
    reserve: int
    """The hidden reserve, from which the meter is reset as far as it reaches."""
    house: int
    """The rest of each wager, less returned stakes, fixed prizes, and lacks of the reserve."""

    @property
    def conserved(self) -> bool:
        return self.balance == self.to_meter + self.reserve + self.house


@dataclass(frozen=True)
class Meter:
    """A meter as it stands, and how it came there."""

    table: str
    start: int
    meter: int
    by_cause: dict[Cause, int]
    shares: Shares
    changes: tuple[Change, ...]

    @property
    def agrees(self) -> bool:
        """Whether the changes on record give the meter that the table shows."""
        return self.start + sum(self.by_cause.values()) == self.meter


@dataclass(frozen=True, slots=True)
class _Wagers:
    """The wagers on the meter in one closed round."""

    round: int
    first_seq: int
    last_seq: int
    began: int
    ended: int
    placed: int
    void: int
    won: int


def meter_of(ledger: Ledger, table: str) -> Meter:
    """The meter of a table; refuses a table without one."""
    meter, terms = _terms(TableState(read_opening(ledger, table).setup()), table)
    head = ledger.head(table)
    state = state_before(ledger, table, head.seq + 1)
    walk = _Walk(ledger, table, meter, terms)
    for wagers in _wagers(ledger, table, meter.wager, head.seq):
        walk.add(wagers)
    account = _account(state, meter)
    balance = state.balances.get(account, 0) - in_play(ledger, table, head.seq, account)
    shares = Shares(balance, walk.meter - terms.meter_cents, walk.reserve, walk.house)
    if state.round is not None:
        placed = sum(meter.wager in hand.wagers for hand in state.round.hands.values())
        cents = placed * terms.contribution_cents
        walk.change(state.round.number, (head.seq, head.at), Cause.CONTRIBUTION, cents)
    now = _terms(state, table)[1].meter_cents
    return Meter(table, terms.meter_cents, now, walk.by_cause, shares, tuple(walk.changes))


def _terms(state: TableState, table: str) -> tuple[AnyMeter, MeterTerms]:
    """The meter of the game of a table, and its terms there."""
    meter = state.setup.game.meter
    terms = meter.read(state.setup.options) if meter is not None else None
    if meter is None or terms is None:
        raise Malformed(f"Table {table} has no meter.")
    return meter, terms


def _account(state: TableState, meter: AnyMeter) -> str:
    """The account from which the meter's wager is paid."""
    wager = state.setup.game.wagering.wager(meter.wager)
    assert wager is not None, "a meter belongs to a wager of its game"
    return wager.fund


def _wagers(ledger: Ledger, table: str, wager: str, head: int) -> list[_Wagers]:
    """The closed rounds with a wager on the meter, in order."""

    def number(outcome: str) -> sa.ColumnElement[int]:
        return sa.func.sum(sa.case((results.c.outcome == outcome, 1), else_=0))

    keys = [rounds.c[name] for name in ("round", "first_seq", "last_seq", "began", "ended")]
    same = sa.and_(results.c.table_id == rounds.c.table_id, results.c.round == rounds.c.round)
    query = (
        sa.select(*keys, sa.func.count(), number("void"), number("win"))
        .select_from(rounds.join(results, same))
        .where(rounds.c.table_id == table, rounds.c.last_seq <= head, results.c.wager == wager)
        .group_by(*keys)
        .order_by(rounds.c.round)
    )
    with ledger.reading() as connection:
        return [_Wagers(*map(int, row)) for row in connection.execute(query)]


class _Walk:
    """Goes through the rounds, keeping the meter, the reserve, and the house's part."""

    def __init__(self, ledger: Ledger, table: str, meter: AnyMeter, terms: MeterTerms) -> None:
        self.ledger, self.table, self.rules, self.terms = ledger, table, meter, terms
        self.meter, self.reserve, self.house = terms.meter_cents, 0, 0
        self.changes: list[Change] = []
        self.by_cause = dict.fromkeys(Cause, 0)

    def add(self, wagers: _Wagers) -> None:
        number, part, kept = wagers.round, self.terms.contribution_cents, self.terms.reserve_cents
        opened, closed = (wagers.first_seq, wagers.began), (wagers.last_seq, wagers.ended)
        self.change(number, opened, Cause.CONTRIBUTION, wagers.placed * part)
        self.change(number, closed, Cause.VOID, -wagers.void * part)
        stood = wagers.placed - wagers.void
        self.reserve += stood * kept
        self.house += stood * (self.rules.price_cents - part - kept)
        if wagers.won:
            self._pay(wagers)

    def _pay(self, wagers: _Wagers) -> None:
        """The prizes of a round, from its events; the house pays fixed ones and returned stakes."""
        closing = round_moments(self.ledger, self.table, wagers.round)[-1]
        assert closing.before.round is not None
        options, described = closing.before.setup.options, closing.before.round.described()
        if self.terms.stake_returned:
            self.house -= wagers.won * self.rules.price_cents
        self.house -= self.rules.fixed_prizes(options, described)
        for change in self.rules.changes_with_round(options, described):
            if change.cause is Cause.RESET:
                paid = min(change.cents, self.reserve)
                self.reserve -= paid
                self.house -= change.cents - paid
            if change.cause is not Cause.VOID:
                closed = (wagers.last_seq, wagers.ended)
                self.change(wagers.round, closed, change.cause, change.cents)

    def change(self, round_: int, place: tuple[int, int], cause: Cause, cents: int) -> None:
        if cents:
            self.meter += cents
            self.by_cause[cause] += cents
            self.changes.append(Change(*place, round_, cause, cents, self.meter))
