"""The index of a closed round, by which it is found: its wagers, clauses and irregularities.

All of it follows from the events; it can be thrown away and made again.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.ledger.schema import result_clauses, results, round_irregularities, rounds
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
            key = {**place, "seat": hand.seat, "wager": result.wager}
            amounts = {"stake": result.stake, "net": result.net, "outcome": result.outcome.value}
            settled.append({**key, "player": player, **amounts})
            cited += [{**key, "clause": clause} for clause in dict.fromkeys(result.clauses)]
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
        (result_clauses, cited),
    ]
