"""The index of a closed round, by which it is found: its wagers, clauses and irregularities.

All of it follows from the events; it can be thrown away and made again.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from houseway.ledger.schema import clause_sets, results, round_irregularities, rounds
from houseway.table.state import RoundState

Rows = list[tuple[sa.Table, list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Span:
    """Where and when a round lies in its table's stream."""

    first_seq: int
    last_seq: int
    began: int
    ended: int


def index_rows(table: str, game: str, round_: RoundState, span: Span) -> Rows:
    """The rows that describe a closed round: those of each table of the index, in order."""
    assert round_.settlement is not None, "a closed round is settled"
    place = {"table_id": table, "round": round_.number}
    irregularities = round_.irregularity.everything() if round_.irregularity else ()
    kinds = sorted({irregularity.kind.value for irregularity in irregularities})
    settled, cited = [], []
    for hand in round_.settlement.hands:
        player = round_.hands[hand.seat].player
        for result in hand.results:
            cited += _clause_rows(tuple(result.clauses))
            settled.append(
                {
                    **place,
                    "seat": hand.seat,
                    "wager": result.wager,
                    "player": player,
                    "stake": result.stake,
                    "net": result.net,
                    "outcome": result.outcome.value,
                    "clause_set": digest_clauses(tuple(result.clauses)),
                }
            )
    described = {
        **place,
        "game": game,
        "first_seq": span.first_seq,
        "last_seq": span.last_seq,
        "began": span.began,
        "ended": span.ended,
        "void": all(row["outcome"] == "void" for row in settled),
    }
    return [
        (rounds, [described]),
        (round_irregularities, [{**place, "kind": kind} for kind in kinds]),
        (results, settled),
        (clause_sets, cited),
    ]


@lru_cache(maxsize=4096)
def digest_clauses(clauses: tuple[str, ...]) -> str:
    """The name of a set of clauses, whatever their order."""
    return hashlib.sha256(" ".join(sorted(set(clauses))).encode()).hexdigest()[:32]


@lru_cache(maxsize=4096)
def _clause_rows(clauses: tuple[str, ...]) -> list[dict[str, Any]]:
    digest = digest_clauses(clauses)
    return [{"digest": digest, "clause": clause} for clause in sorted(set(clauses))]
