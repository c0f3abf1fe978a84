"""A progressive's meter on record: every change with its cause, and the fund it is paid from.

Changes are found from the index of rounds, and those of a round that somebody won are worked
out again from its events. Added up from the start they must give the meter that the table
shows. The fund is then shared out: what the meter owes, the hidden reserve, and the house's.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from houseway.games.uth.meter import Cause, changes_with_round, prizes_of
from houseway.games.uth.progressive import PRICE_CENTS, Progressive
from houseway.house.books import in_play
from houseway.ledger.recorded import read_opening, state_before
from houseway.ledger.replaying import round_moments
from houseway.ledger.schema import results, rounds
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table import TableState

WAGER = "progressive"


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
    """Whose the money in a progressive's fund is, all from the start of the table."""

    balance: int
    """What wagers brought less what prizes took, by the chips."""
    to_meter: int
    """What the meter has gained since its start: it is the players'."""
    reserve: int
    """The hidden reserve; the meter is set again from it as far as it reaches."""
    house: int
    """The rest of each wager, less stakes given back, fixed prizes, and what the reserve lacked."""

    @property
    def conserved(self) -> bool:
        return self.balance == self.to_meter + self.reserve + self.house


@dataclass(frozen=True)
class Meter:
    """A progressive as it stands, and how it came there."""

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
    """The progressive wagers of one closed round."""

    round: int
    first_seq: int
    last_seq: int
    began: int
    ended: int
    placed: int
    void: int
    won: int


def meter_of(ledger: Ledger, table: str) -> Meter:
    """The meter of a table; refuses a table without a progressive."""
    start = _progressive(TableState(read_opening(ledger, table).setup()), table)
    head = ledger.head(table)
    state = state_before(ledger, table, head.seq + 1)
    walk = _Walk(ledger, table, start)
    for one in _wagers(ledger, table, head.seq):
        walk.go_through(one)
    pending = in_play(ledger, table, head.seq, WAGER)
    balance = state.balances.get(WAGER, 0) - pending
    shares = Shares(balance, walk.meter - start.meter_cents, walk.reserve, walk.house)
    if state.round is not None:
        placed = sum(WAGER in hand.wagers for hand in state.round.hands.values())
        cents = placed * start.contribution_cents
        walk.change(state.round.number, (head.seq, head.at), Cause.CONTRIBUTION, cents)
    meter = _progressive(state, table).meter_cents
    return Meter(table, start.meter_cents, meter, walk.by_cause, shares, tuple(walk.changes))


def _progressive(state: TableState, table: str) -> Progressive:
    found: Progressive | None = getattr(state.setup.options, "progressive", None)
    if found is None:
        raise Malformed(f"Table {table} has no progressive.")
    return found


def _wagers(ledger: Ledger, table: str, head: int) -> list[_Wagers]:
    """The closed rounds with a progressive wager, in order."""

    def number(outcome: str) -> sa.ColumnElement[int]:
        return sa.func.sum(sa.case((results.c.outcome == outcome, 1), else_=0))

    names = ("round", "first_seq", "last_seq", "began", "ended")
    keys = [rounds.c[name] for name in names]
    same = sa.and_(results.c.table_id == rounds.c.table_id, results.c.round == rounds.c.round)
    query = (
        sa.select(*keys, sa.func.count(), number("void"), number("win"))
        .select_from(rounds.join(results, same))
        .where(rounds.c.table_id == table, rounds.c.last_seq <= head, results.c.wager == WAGER)
        .group_by(*keys)
        .order_by(rounds.c.round)
    )
    with ledger.reading() as connection:
        return [_Wagers(*map(int, row)) for row in connection.execute(query)]


class _Walk:
    """Goes through the rounds, keeping the meter, the reserve, and what is the house's."""

    def __init__(self, ledger: Ledger, table: str, start: Progressive) -> None:
        self.ledger, self.table, self.start = ledger, table, start
        self.meter, self.reserve, self.house = start.meter_cents, 0, 0
        self.changes: list[Change] = []
        self.by_cause = dict.fromkeys(Cause, 0)

    def go_through(self, one: _Wagers) -> None:
        part, kept = self.start.contribution_cents, self.start.reserve_cents
        closed = (one.last_seq, one.ended)
        self.change(one.round, (one.first_seq, one.began), Cause.CONTRIBUTION, one.placed * part)
        self.change(one.round, closed, Cause.VOID, -one.void * part)
        stood = one.placed - one.void
        self.reserve += stood * kept
        self.house += stood * (PRICE_CENTS - part - kept)
        if one.won:
            self._pay(one)

    def _pay(self, one: _Wagers) -> None:
        """The prizes of a round, from its events; a fixed one, and a stake back, is the house's."""
        closing = round_moments(self.ledger, self.table, one.round)[-1]
        assert closing.before.round is not None
        options, described = closing.before.setup.options, closing.before.round.described()
        if self.start.stake_returned:
            self.house -= one.won * PRICE_CENTS
        self.house -= sum(prize.cents for prize, _ in prizes_of(options, described).values())
        for found in changes_with_round(options, described):
            if found.cause is Cause.RESET:
                given = min(found.cents, self.reserve)
                self.reserve -= given
                self.house -= found.cents - given
            if found.cause is not Cause.VOID:
                self.change(one.round, (one.last_seq, one.ended), found.cause, found.cents)

    def change(self, round_: int, place: tuple[int, int], cause: Cause, cents: int) -> None:
        if cents:
            self.meter += cents
            self.by_cause[cause] += cents
            self.changes.append(Change(*place, round_, cause, cents, self.meter))
