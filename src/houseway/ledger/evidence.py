"""The evidence sheet: all of one round on one page, for a dispute.

It shows every bet, the cards in the order they left the deck, each decision with its time,
every wager's result with its clauses, the discard rack, the commitment to the deck, and the
place of the round in the chain. The data are built once; HTML and PDF only lay them out.
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
    """Everything on record about a closed round, as plain data in words for people."""
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
        "seats": [_describe_seat(round_, seat, moments) for seat in sorted(round_.hands)],
        "dealer": _describe_dealer(round_, moments),
        "cards": [[_name_owner(place), str(card)] for place, card in cards_leaving(moments)],
        "wrong": _list_incidents(moments),
        "rack": [[_name_owner(owner), show_cards(cards)] for owner, cards in state.rack],
        "deck": _describe_deck(ledger, table, number, state),
        "chain": _describe_chain(ledger, table, number),
    }


def _describe_seat(round_: RoundState, seat: int, moments: list[Moment]) -> dict[str, Any]:
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


def _describe_dealer(round_: RoundState, moments: list[Moment]) -> dict[str, str]:
    steps = [moment.event for moment in moments if isinstance(moment.event, StepDone)]
    announced = [step.words for step in steps if step.act == "announce" and step.seat is None]
    return {
        "cards": show_cards(round_.dealer),
        "announced": "; ".join(announced),
        "board": show_cards(round_.community),
        "burned": show_cards(round_.burned),
        "set aside": show_cards(round_.set_aside),
    }


def _name_owner(place: str) -> str:
    """Whose cards lie at a place, such as `seat 3`, `dealer` or `set aside`."""
    return f"seat {place}" if place.isdigit() else place.replace("_", " ")


def _list_incidents(moments: list[Moment]) -> list[dict[str, str]]:
    """Irregularities, breaches, and counts of the stub."""
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


def _describe_deck(ledger: Ledger, table: str, number: int, state: TableState) -> dict[str, Any]:
    cuts = cuts_before(ledger, table, number, state.seal.number)
    return {
        "shuffle": state.seal.number,
        "commitment": state.seal.commitment or "none: this deck was not shuffled by the house",
        "cuts": ", ".join(map(str, cuts)) or "none",
    }


def _describe_chain(ledger: Ledger, table: str, number: int) -> dict[str, Any]:
    """Where the round lies in the chain, and the first checkpoint that covers it."""
    span, head = round_span(ledger, table, number), ledger.head(table)
    before = next(ledger.records(table, span.first_seq - 1, span.first_seq - 1))
    last = next(ledger.records(table, span.last_seq, span.last_seq))
    checkpoint = "none yet"
    for entry in kept_checkpoints(ledger, table):
        if entry["seq"] >= span.last_seq:
            signed_at = f"signed {show_time(entry['at'])} with key {entry['key']}"
            checkpoint = f"record {entry['seq']}, {signed_at}"
            break
    return {
        "records": f"{span.first_seq} to {span.last_seq} of {head.seq}",
        "before": before.hash,
        "after": last.hash,
        "head": head.hash,
        "checkpoint": checkpoint,
    }
