"""A table between two rounds as plain data, so that its log need not be replayed from the start.

Only a moment without a round and without bets is kept: no card lies on the table and
no chip on a spot then. A snapshot is a convenience and never the truth: who makes one
compares it with the state it came from, and a form that is not known is passed over.
"""

from dataclasses import asdict, replace
from typing import Any

from houseway.cards import Card, parse_card
from houseway.games.script import By, Task
from houseway.table.setup import Equipment, Setup
from houseway.table.state import Kit, Phase, Seal, Shuffler, TableState, but

FORM = 1
CARDS = ("stock", "waiting")
PLAIN = ("in_use", "rack_deck", "shuffles", "rounds", "rounds_since_count", "inspected_by")


def to_snapshot(state: TableState) -> dict[str, Any] | None:
    """The state as JSON data, or None where this is not the moment for it."""
    if state.phase is Phase.CLOSED or state.round is not None or state.bets:
        return None
    data = {
        "phase": state.phase.value,
        "agenda": [[*task] for task in state.agenda],
        **{name: getattr(state, name) for name in PLAIN},
        **{name: _names(getattr(state, name)) for name in CARDS},
        "decks": [_names(deck) for deck in state.decks],
        "rack": [[owner, _names(cards)] for owner, cards in state.rack],
        "kit": {**asdict(state.kit), "taken_off": sorted(state.kit.taken_off)},
        "seals": [[seal.number, seal.commitment] for seal in (state.seal, state.waiting_seal)],
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "coupons": {str(seat): face for seat, face in state.coupons.items()},
        "balances": dict(state.balances),
        "lost": [[deck, str(card)] for deck, card in state.lost],
        "strays": [*state.strays],
        "retired": sorted(state.retired),
        "received": sorted(state.received),
        "jammed": sorted(state.jammed),
        "equipment": asdict(state.setup.equipment),
        "meter": _meter(state.setup),
    }
    return data if from_snapshot(state.setup, data) == but(state, last_round=None) else None


def from_snapshot(setup: Setup, data: dict[str, Any]) -> TableState:
    """The state that a snapshot of this form describes."""
    seal, waiting_seal = (Seal(number, commitment) for number, commitment in data["seals"])
    kit = {**data["kit"], "cover": tuple(data["kit"]["cover"])}
    kit |= {"taken_off": frozenset(kit["taken_off"]), "shuffler": Shuffler(kit["shuffler"])}
    setup = _with_meter(setup, data["meter"])
    fields: dict[str, Any] = {name: data[name] for name in PLAIN}
    fields |= {name: _cards(data[name]) for name in CARDS}
    return TableState(
        replace(setup, equipment=Equipment(**data["equipment"])),
        Phase(data["phase"]),
        tuple(_task(*entry) for entry in data["agenda"]),
        **fields,
        decks=tuple(_cards(deck) for deck in data["decks"]),
        rack=tuple((owner, _cards(cards)) for owner, cards in data["rack"]),
        kit=Kit(**kit),
        seal=seal,
        waiting_seal=waiting_seal,
        seats={int(seat): player for seat, player in data["seats"].items()},
        coupons={int(seat): face for seat, face in data["coupons"].items()},
        balances=data["balances"],
        lost=tuple((deck, parse_card(card)) for deck, card in data["lost"]),
        strays=tuple(data.get("strays", ())),  # snapshots written before strays were known
        retired=frozenset(data["retired"]),
        received=frozenset(data["received"]),
        jammed=frozenset(data["jammed"]),
    )


def _meter(setup: Setup) -> int | None:
    """Of the options only a progressive's meter changes from round to round."""
    progressive = getattr(setup.options, "progressive", None)
    return None if progressive is None else progressive.meter_cents


def _with_meter(setup: Setup, meter: int | None) -> Setup:
    if meter is None:
        return setup
    progressive = replace(setup.options.progressive, meter_cents=meter)
    return replace(setup, options=replace(setup.options, progressive=progressive))


def _task(act: str, clauses: list[str], by: str, *rest: Any) -> Task:
    return Task(act, tuple(clauses), By(by), *rest)


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _cards(names: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names)
