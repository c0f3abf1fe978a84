"""Chips at the cage: the balance of each person outside of the tables.

Every move is a row that follows the one before it, written in the transaction of what it
belongs to: a buy-in takes effect with its row or not at all, and two at once cannot spend
the same chips.
"""

import threading
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.chips import MOST_CENTS, MOST_LIMIT, MOST_ON_ACCOUNT, dollars
from houseway.house.log import Deed, HouseLog
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

    def give(  # noqa: PLR0913  # who gives what to whom, why, and on which condition
        self,
        by: str,
        person: str,
        cents: int,
        reason: str,
        *,
        below: int | None = None,
        deed: Deed | None = None,
    ) -> int:
        """Gives chips from the house, or takes them back where the amount is negative.

        With `below`, only to a person who has less than that at the cage when it is written.
        """
        if not -MOST_CENTS <= cents <= MOST_CENTS or not cents:
            raise Malformed(f"An amount of chips is from one cent to {dollars(MOST_CENTS)}.")
        facts = {"person": person, "cents": cents, "reason": reason}
        with self.purse(person):
            self.log.write(
                "chips_given",
                by,
                facts,
                lambda at: self.rows(at, person, cents, reason),
                check=lambda: self._check_below(person, below),
                deed=deed,
            )
        return self.balance(person)

    def _check_below(self, person: str, below: int | None) -> None:
        held = 0 if below is None else self.balance(person)
        if below is not None and held >= below:
            because = f"there are {dollars(held)} at the cage"
            raise Refused([Refusal((), "More chips", because, "Buy in with them first.")])

    def rows(  # noqa: PLR0913, PLR0917  # the columns of a move
        self,
        at: int,
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
        most = MOST_ON_ACCOUNT if table is None else MOST_LIMIT
        if cents > 0 and before + cents > most:
            tried, because = f"{dollars(cents)} to the cage", f"it keeps at most {dollars(most)}"
            raise Refused([Refusal((), tried, f"{because} for a person", "Name less.")])
        row = {
            "person": person,
            "number": number,
            "at": at,
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
