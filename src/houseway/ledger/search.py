"""Finding rounds: by time, table, seat, player, game, amount, outcome, clause, irregularity."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.ledger.canon import canonical
from houseway.ledger.schema import events, results, rounds
from houseway.ledger.store import Ledger


@dataclass(frozen=True)
class Query:
    """What is looked for; what is None does not matter. All that is said must hold.

    Seat, player, wager, amounts, outcome and clause must hold of one and the same wager.
    """

    table: str | None = None
    game: str | None = None
    since: int | None = None
    until: int | None = None
    seat: int | None = None
    player: str | None = None
    dealer: str | None = None
    """Somebody who dealt in the round, by name."""
    wager: str | None = None
    outcome: str | None = None
    clause: str | None = None
    least_stake: int | None = None
    least_win: int | None = None
    irregularity: str | None = None
    """A kind of irregularity, or "any"."""
    void: bool | None = None
    limit: int = 50


@dataclass(frozen=True)
class Found:
    """One round that was looked for, with what its players won or lost."""

    table: str
    round: int
    game: str
    began: int
    ended: int
    void: bool
    irregularities: tuple[str, ...]
    nets: dict[str, int]


def search(ledger: Ledger, query: Query) -> list[Found]:
    """The rounds that answer a query, the newest first."""
    with ledger.reading() as connection:
        chosen = connection.execute(_rounds(query)).all()
        return [_found(connection, row) for row in chosen]


def played_in(ledger: Ledger, table: str, number: int, player: str) -> bool:
    """Whether somebody had a wager in a closed round."""
    wagers = sa.exists().where(
        results.c.table_id == table, results.c.round == number, results.c.player == player
    )
    with ledger.reading() as connection:
        return bool(connection.scalar(sa.select(wagers)))


def dealt_in(ledger: Ledger, table: str, number: int, dealer: str) -> bool:
    """Whether somebody did a dealer's part in a closed round."""
    this = sa.exists().where(
        rounds.c.table_id == table, rounds.c.round == number, _dealt_by(dealer)
    )
    with ledger.reading() as connection:
        return bool(connection.scalar(sa.select(this)))


def _dealt_by(dealer: str) -> sa.ColumnElement[bool]:
    """Rounds with a record of this dealer's: who acted stands in every one, in canonical JSON."""
    by = f'"by":{canonical(f"dealer:{dealer}")}'
    in_the_round = events.c.seq.between(rounds.c.first_seq, rounds.c.last_seq)
    said = events.c.body.contains(by, autoescape=True)
    return sa.exists().where(events.c.table_id == rounds.c.table_id, in_the_round, said)


def _rounds(query: Query) -> sa.Select[Any]:
    conditions: list[sa.ColumnElement[bool]] = []
    for column, value in (
        (rounds.c.table_id, query.table),
        (rounds.c.game, query.game),
        (rounds.c.void, query.void),
    ):
        if value is not None:
            conditions.append(column == value)
    if query.since is not None:
        conditions.append(rounds.c.ended >= query.since)
    if query.until is not None:
        conditions.append(rounds.c.began <= query.until)
    if query.irregularity == "any":
        conditions.append(rounds.c.irregularities != "")
    elif query.irregularity is not None:
        named = f" {query.irregularity} "
        conditions.append(rounds.c.irregularities.contains(named, autoescape=True))
    if query.dealer is not None:
        conditions.append(_dealt_by(query.dealer))
    of_wager = _of_wager(query)
    if of_wager:
        same_round = (
            results.c.table_id == rounds.c.table_id,
            results.c.round == rounds.c.round,
        )
        conditions.append(sa.exists().where(*same_round, *of_wager))
    newest = (rounds.c.ended.desc(), rounds.c.table_id, rounds.c.round.desc())
    return sa.select(rounds).where(*conditions).order_by(*newest).limit(query.limit)


def _of_wager(query: Query) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = [
        column == value
        for column, value in (
            (results.c.seat, query.seat),
            (results.c.player, query.player),
            (results.c.wager, query.wager),
            (results.c.outcome, query.outcome),
        )
        if value is not None
    ]
    if query.clause is not None:
        conditions.append(results.c.clauses.contains(f" {query.clause} ", autoescape=True))
    if query.least_stake is not None:
        conditions.append(results.c.stake >= query.least_stake)
    if query.least_win is not None:
        conditions.append(results.c.net >= query.least_win)
    return conditions


def _found(connection: sa.Connection, row: Any) -> Found:
    query = (
        sa.select(results.c.player, sa.func.sum(results.c.net).label("net"))
        .where(results.c.table_id == row.table_id, results.c.round == row.round)
        .group_by(results.c.player)
        .order_by(results.c.player)
    )
    nets = {entry.player: int(entry.net) for entry in connection.execute(query)}
    wrong = tuple(row.irregularities.split())
    return Found(row.table_id, row.round, row.game, row.began, row.ended, row.void, wrong, nets)
