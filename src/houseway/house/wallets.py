"""Chips at the cage: the balance of each person outside of the tables.

Every move is a row that follows the one before it, written in the transaction of what it
belongs to: a buy-in takes effect with its row or not at all, and two at once cannot spend
the same chips.
"""

import threading
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.chips import MOST_CENTS, dollars
from houseway.house.log import HouseLog
from houseway.ledger.index import Rows
from houseway.ledger.schema import wallet
from houseway.rulebook import Malformed, Refusal, Refused

PURSES = 64
"""Locks for all purses: two people share one now and then, and wait for a moment."""


@dataclass(frozen=True)
class WalletMove:
    """One move of chips to or from somebody at the cage."""

    at: int
    cents: int
    balance: int
    reason: str
    table: str | None


class Wallets:
    def __init__(self, log: HouseLog) -> None:
        self.ledger, self.log, self.clock = log.ledger, log, log.clock
        self._purses = tuple(threading.Lock() for _ in range(PURSES))

    def purse(self, person: str) -> threading.Lock:
        """Held from reading a balance until a move of it is written.

        Others could not spend the same chips without it, but two moves of one person at two
        tables would be in each other's way. A thread that holds both took the table first.
        """
        return self._purses[hash(person) % PURSES]

    def balance(self, person: str) -> int:
        row = self._last(person)
        return 0 if row is None else int(row.balance)

    def moves(self, person: str, most: int = 100) -> list[WalletMove]:
        """The latest moves, newest first."""
        query = sa.select(wallet).where(wallet.c.person == person)
        query = query.order_by(wallet.c.number.desc()).limit(most)
        with self.ledger.reading() as connection:
            return [
                WalletMove(row.at, row.cents, row.balance, row.reason, row.table_id)
                for row in connection.execute(query)
            ]

    def give(self, by: str, person: str, cents: int, reason: str) -> int:
        """Gives chips from the house, or takes them back where the amount is negative."""
        if not -MOST_CENTS <= cents <= MOST_CENTS or not cents:
            raise Malformed(f"An amount of chips is not {cents} cents.")
        facts = {"person": person, "cents": cents, "reason": reason}
        with self.purse(person):
            self.log.write("chips_given", by, facts, self.rows(person, cents, reason))
        return self.balance(person)

    def rows(
        self,
        person: str,
        cents: int,
        reason: str,
        table: str | None = None,
        command: str | None = None,
    ) -> Rows:
        """The row of a move, written with the command it belongs to; refused if chips lack."""
        last = self._last(person)
        number, before = (0, 0) if last is None else (last.number + 1, last.balance)
        if before + cents < 0:
            tried, has = f"{dollars(-cents)} from the cage", f"{person} has {dollars(before)} there"
            raise Refused([Refusal((), tried, has, "Name less, or bring more to the cage.")])
        row = {
            "person": person,
            "number": number,
            "at": self.clock(),
            "cents": cents,
            "balance": before + cents,
            "reason": reason,
            "table_id": table,
            "command_id": command,
        }
        return [(wallet, [row])]

    def _last(self, person: str) -> Any:
        query = sa.select(wallet).where(wallet.c.person == person)
        query = query.order_by(wallet.c.number.desc()).limit(1)
        with self.ledger.reading() as connection:
            return connection.execute(query).first()
