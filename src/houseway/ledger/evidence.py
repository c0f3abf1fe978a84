"""The evidence sheet: all of one round on one page, for a dispute.

Who bet what, the cards in their order, each decision with its time, every wager's
result with its clause, the discard rack, the commitment to the deck and the place of
the round in the chain. The data are made once; HTML and PDF only lay them out.
"""

from typing import Any

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.ledger.checkpoints import kept_checkpoints
from houseway.ledger.proofs import cuts_before
from houseway.ledger.replay import Moment, cards_leaving, round_moments, round_span
from houseway.ledger.store import Ledger
from houseway.ledger.times import show_time
from houseway.table.events import (
    BreachReported,
    Chosen,
    IrregularityFound,
    StepDone,
    StubCounted,
)
from houseway.table.state import RoundState, TableState


def evidence(ledger: Ledger, table: str, number: int) -> dict[str, Any]:
    """Everything that the record says of a closed round, as plain data in people's words."""
    moments = round_moments(ledger, table, number)
    state, round_ = moments[-1].before, moments[-1].before.round
    assert round_ is not None
    equipment = state.setup.equipment
    return {
        "table": table,
        "round": number,
        "game": state.setup.game.name,
        "jurisdiction": state.setup.game.jurisdiction,
        "began": show_time(moments[0].record.at),
        "ended": show_time(moments[-1].record.at),
        "dealing": f"{equipment.method.replace('_', ' ')}, {equipment.shuffle} shuffle",
        "seats": [_seat(round_, seat, moments) for seat in sorted(round_.hands)],
        "dealer": _dealer(round_, moments),
        "cards": _cards_in_order(moments),
        "wrong": _what_went_wrong(moments),
        "rack": [[_owner(owner), show_cards(cards)] for owner, cards in state.rack],
        "deck": _deck(ledger, table, number, state),
        "chain": _chain(ledger, table, number),
    }


def _seat(round_: RoundState, seat: int, moments: list[Moment]) -> dict[str, Any]:
    hand = round_.hands[seat]
    assert round_.settlement is not None
    settled = round_.settlement.hand(seat)
    decisions = [
        {"at": show_time(moment.record.at), "words": moment.words, "by": moment.event.by}
        for moment in moments
        if isinstance(moment.event, Chosen) and moment.event.seat == seat
    ]
    results = [
        {
            "wager": result.wager.replace("_", " "),
            "stake": dollars(result.stake),
            "outcome": result.outcome.value,
            "net": signed(result.net),
            "clauses": ", ".join(result.clauses),
        }
        for result in settled.results
    ]
    return {
        "seat": seat,
        "player": hand.player,
        "cards": show_cards(hand.cards),
        "decisions": decisions,
        "results": results,
        "total": signed(settled.total),
    }


def signed(cents: int) -> str:
    """Money won or lost: +$10, -$5, $0."""
    sign = "+" if cents > 0 else "-" if cents < 0 else ""
    return f"{sign}{dollars(abs(cents))}"


def _dealer(round_: RoundState, moments: list[Moment]) -> dict[str, str]:
    announced = [
        moment.event.words
        for moment in moments
        if isinstance(moment.event, StepDone)
        and moment.event.act == "announce"
        and moment.event.seat is None
    ]
    return {
        "cards": show_cards(round_.dealer),
        "announced": "; ".join(announced),
        "board": show_cards(round_.community),
        "burned": show_cards(round_.burned),
        "set aside": show_cards(round_.set_aside),
    }


def _cards_in_order(moments: list[Moment]) -> list[list[str]]:
    """Each card that left the deck, with where it went, in the order it left."""
    return [[_owner(place), str(card)] for place, card in cards_leaving(moments)]


def _owner(place: str) -> str:
    return f"seat {place}" if place.isdigit() else place.replace("_", " ")


def _what_went_wrong(moments: list[Moment]) -> list[dict[str, str]]:
    kinds = (IrregularityFound, BreachReported, StubCounted)
    return [
        {
            "at": show_time(moment.record.at),
            "words": moment.words,
            "clauses": ", ".join(moment.event.clauses),
        }
        for moment in moments
        if isinstance(moment.event, kinds)
    ]


def _deck(ledger: Ledger, table: str, number: int, state: TableState) -> dict[str, Any]:
    seal = state.seal
    cuts = cuts_before(ledger, table, number, seal.number)
    return {
        "shuffle": seal.number,
        "commitment": seal.commitment or "none: this deck was not shuffled by the house",
        "cuts": ", ".join(map(str, cuts)) or "none",
    }


def _chain(ledger: Ledger, table: str, number: int) -> dict[str, Any]:
    """Where the round lies in the chain, and the checkpoint that vouches for it."""
    span, head = round_span(ledger, table, number), ledger.head(table)
    before = next(ledger.records(table, span.first_seq - 1, span.first_seq - 1))
    last = next(ledger.records(table, span.last_seq, span.last_seq))
    later = [entry for entry in kept_checkpoints(ledger, table) if entry["seq"] >= span.last_seq]
    return {
        "records": f"{span.first_seq} to {span.last_seq} of {head.seq}",
        "before": before.hash,
        "after": last.hash,
        "head": head.hash,
        "checkpoint": _vouches(later[0]) if later else "none yet",
    }


def _vouches(entry: dict[str, Any]) -> str:
    return f"record {entry['seq']}, signed {show_time(entry['at'])} with key {entry['key']}"
