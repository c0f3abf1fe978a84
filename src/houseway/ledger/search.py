"""Finding rounds: by time, table, seat, player, game, amount, outcome, clause, irregularity."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.ledger.schema import clause_sets, events, results, round_irregularities, rounds
from houseway.ledger.store import Ledger


@dataclass(frozen=True)
class Query:
    """The conditions of a search; None is no condition, and all others must hold.

    Seat, player, wager, amounts, outcome and clause must hold of one and the same wager.
    """

    table: str | None = None
    game: str | None = None
    since: int | None = None
    until: int | None = None
    seat: int | None = None
    player: str | None = None
    dealer: str | None = None
    """The name of a dealer who dealt in the round."""
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
class RoundSummary:
    """One round that a search found, with the win or loss of each player."""

    table: str
    round: int
    game: str
    began: int
    ended: int
    void: bool
    irregularities: tuple[str, ...]
    nets: dict[str, int]


def search(ledger: Ledger, query: Query) -> list[RoundSummary]:
    """The rounds that meet the conditions, the newest first."""
    with ledger.reading() as connection:
        return _summarize(connection, connection.execute(_rounds(query)).all())


def played_in(ledger: Ledger, table: str, number: int, player: str) -> bool:
    """Whether a player had a wager in a closed round."""
    wagers = sa.exists().where(
        results.c.table_id == table, results.c.round == number, results.c.player == player
    )
    with ledger.reading() as connection:
        return bool(connection.scalar(sa.select(wagers)))


def dealt_in(ledger: Ledger, table: str, number: int, dealer: str) -> bool:
    """Whether a person acted as dealer in a closed round."""
    round_ = sa.exists().where(
        rounds.c.table_id == table, rounds.c.round == number, _dealt_by(dealer)
    )
    with ledger.reading() as connection:
        return bool(connection.scalar(sa.select(round_)))


def _dealt_by(dealer: str) -> sa.ColumnElement[bool]:
    """Rounds with a record of this dealer."""
    in_the_round = events.c.seq.between(rounds.c.first_seq, rounds.c.last_seq)
    by_dealer = events.c.actor == f"dealer:{dealer}"
    return sa.exists().where(events.c.table_id == rounds.c.table_id, in_the_round, by_dealer)


def _irregular(kind: str) -> sa.ColumnElement[bool]:
    """Rounds with an irregularity of this kind, or of any."""
    irregularities = round_irregularities.c
    conditions = [irregularities.table_id == rounds.c.table_id]
    conditions.append(irregularities.round == rounds.c.round)
    if kind != "any":
        conditions.append(irregularities.kind == kind)
    return sa.exists().where(*conditions)


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
    if query.irregularity is not None:
        conditions.append(_irregular(query.irregularity))
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
        conditions.append(_cites(query.clause))
    if query.least_stake is not None:
        conditions.append(results.c.stake >= query.least_stake)
    if query.least_win is not None:
        conditions.append(results.c.net >= query.least_win)
    return conditions


def _cites(clause: str) -> sa.ColumnElement[bool]:
    """Results that cite a clause."""
    sets = sa.select(clause_sets.c.digest).where(clause_sets.c.clause == clause)
    return results.c.clause_set.in_(sets)


def _summarize(connection: sa.Connection, rows: Sequence[Any]) -> list[RoundSummary]:
    """The rounds with what lies in other tables, which is read for all of them at once."""
    keys = [(row.table_id, row.round) for row in rows]
    place = results.c.table_id, results.c.round
    nets = sa.select(*place, results.c.player, sa.func.sum(results.c.net).label("net"))
    nets = nets.where(sa.tuple_(*place).in_(keys)).group_by(*place, results.c.player)
    won: dict[tuple[str, int], dict[str, int]] = {key: {} for key in keys}
    for entry in connection.execute(nets.order_by(results.c.player)) if keys else ():
        won[entry.table_id, entry.round][entry.player] = int(entry.net)
    columns = round_irregularities.c
    kinds = sa.select(round_irregularities).order_by(columns.kind)
    kinds = kinds.where(sa.tuple_(columns.table_id, columns.round).in_(keys))
    irregular: dict[tuple[str, int], list[str]] = {key: [] for key in keys}
    for entry in connection.execute(kinds) if keys else ():
        irregular[entry.table_id, entry.round].append(entry.kind)
    return [
        RoundSummary(
            table=row.table_id,
            round=row.round,
            game=row.game,
            began=row.began,
            ended=row.ended,
            void=row.void,
            irregularities=tuple(irregular[row.table_id, row.round]),
            nets=won[row.table_id, row.round],
        )
        for row in rows
    ]
