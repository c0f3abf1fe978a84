"""What is written about a closed round so that it can be found: its wagers and what went wrong.

All of it follows from the events; it can be thrown away and made again.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.ledger.schema import results, rounds
from houseway.table.state import RoundState


@dataclass(frozen=True, slots=True)
class Span:
    """Where and when a round lies in its table's stream."""

    first_seq: int
    last_seq: int
    began: int
    ended: int


def index_rows(
    table: str, game: str, round_: RoundState, span: Span
) -> list[tuple[sa.Table, list[dict[str, Any]]]]:
    """The rows that describe a closed round."""
    assert round_.settlement is not None, "a closed round is settled"
    found = round_.irregularity.everything() if round_.irregularity else ()
    kinds = sorted({one.kind.value for one in found})
    void = all(
        result.outcome.value == "void"
        for hand in round_.settlement.hands
        for result in hand.results
    )
    described = {
        "table_id": table,
        "round": round_.number,
        "game": game,
        "first_seq": span.first_seq,
        "last_seq": span.last_seq,
        "began": span.began,
        "ended": span.ended,
        "void": void,
        "irregularities": _words(kinds),
    }
    settled = [
        {
            "table_id": table,
            "round": round_.number,
            "seat": hand.seat,
            "wager": result.wager,
            "player": round_.hands[hand.seat].player,
            "stake": result.stake,
            "net": result.net,
            "outcome": result.outcome.value,
            "clauses": _words(result.clauses),
        }
        for hand in round_.settlement.hands
        for result in hand.results
    ]
    return [(rounds, [described]), (results, settled)]


def _words(names: Any) -> str:
    """Names with a space on every side, so that one is found as ` name `."""
    return f" {' '.join(names)} " if names else ""
