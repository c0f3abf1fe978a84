"""The part of an event that each role may know, as plain data. Hidden fields are absent.

Every field that goes out is named here, so that a new one stays inside until somebody
has thought about it. Cards go out only where the view of the same person shows them.
"""

from typing import Any

from houseway.cards import Card
from houseway.codec import to_data
from houseway.table import events
from houseway.table.commands import Role
from houseway.table.state import RoundState, TableState
from houseway.table.views import RECORD_READER, STAFF, sees_hand
from houseway.table.wire import EVENT_CODEC

PUBLIC_FIELDS: dict[type[events.Event], tuple[str, ...]] = {
    events.DecksReceived: (),
    events.StepDone: ("act", "seat", "words"),
    events.DeckShuffled: ("deck", "number", "commitment"),
    events.DeckCut: ("cards",),
    events.RecutOrdered: ("reason",),
    events.PlayerSat: ("seat", "player"),
    events.PlayerLeft: ("seat",),
    events.ChipsBought: ("player", "moves"),
    events.WagerPlaced: ("seat", "wager", "cents", "moves"),
    events.WagerTakenBack: ("seat", "wager", "moves"),
    events.CouponPlaced: ("seat", "face", "moves"),
    events.ChipsMoved: ("player", "reason", "moves"),
    events.ShufflerJammed: ("deck",),
    events.ShufflerReported: ("deck", "cards"),
    events.CardDrawnInError: (),
    events.HandLookedAt: ("seat",),
    events.BreachReported: ("breach", "seat"),
    events.BetsClosed: ("round",),
    events.CardsDealt: ("place", "covered"),
    events.FaceUpCardFound: ("card",),
    events.Chosen: ("seat", "stage", "moves"),
    events.HandRevealed: ("seat",),
    events.MoneyMoved: ("seat", "wager", "act", "moves"),
    events.CardsRacked: ("owner",),
    events.StubCounted: ("cards_in_deck",),
    events.IrregularityFound: ("irregularity",),
    events.RoundClosed: ("round",),
    events.DeviceRemoved: ("device",),
    events.MethodChanged: ("method", "shuffle"),
    events.DeckRemoved: ("deck",),
}
"""The fields that everybody at the table may know. Faults are not here: nobody knows of them."""

STAFF_FIELDS: dict[type[events.Event], tuple[str, ...]] = {
    events.InventoryMoved: ("reason", "cents", "slip"),
    events.InventoryCounted: ("counted", "expected"),
    events.BoxEmptied: ("box", "counted"),
    events.BreachReported: ("breach", "seat", "words"),
}
"""The fields that the staff may know, where they are not the public ones."""


WITH_CARDS = {
    events.DecksReceived,
    events.CardsRacked,
    events.CardsDealt,
    events.HandRevealed,
    events.Chosen,
}
"""Events that carry cards, of which each person sees a different part."""


def view_event(after: TableState, event: events.Event, role: str, name: str = "") -> dict[str, Any]:
    """An event as one person may know it, from the table after it; empty for nothing."""
    public = view_public_event(event, staff=role in STAFF)
    return personalize_event(public, after, event, role, name)


def personalize_event(
    public: dict[str, Any], after: TableState, event: events.Event, role: str, name: str
) -> dict[str, Any]:
    """The public part of an event, with the cards that this person sees of it."""
    if not public or type(event) not in WITH_CARDS:
        return public
    return {**public, **_view_cards(after, event, role, name)}


def view_public_event(event: events.Event, *, staff: bool) -> dict[str, Any]:
    """The part of an event that everybody may know, or all of the staff; empty for nothing."""
    kind = type(event)
    names = PUBLIC_FIELDS.get(kind)
    if staff:
        names = STAFF_FIELDS.get(kind, names)
    if names is None:
        return {}
    fields = to_data(event, only={"clauses", "by", *names})
    return {"type": EVENT_CODEC.names[kind], **fields}


def _view_cards(after: TableState, event: events.Event, role: str, name: str) -> dict[str, Any]:
    """The cards of an event, as far as this person sees them; their number for everybody."""
    if isinstance(event, events.DecksReceived):
        return {"decks": len(event.decks)}
    if isinstance(event, events.CardsRacked):
        return {"count": len(event.cards)}
    if isinstance(event, events.CardsDealt):
        sees = _sees_place(after, event.place, role, name)
        cards = {"cards": list(map(str, event.cards))} if sees else {}
        return {"count": len(event.cards), **cards}
    if isinstance(event, events.HandRevealed):
        round_ = after.round or after.last_round
        return {"cards": list(map(str, _cards_at(round_, event.seat)))} if round_ else {}
    if isinstance(event, events.Chosen):
        return {"choice": _view_choice(after, event, role, name)}
    return {}


def _sees_place(after: TableState, place: str, role: str, name: str) -> bool:
    """Whether cards dealt to a place lie open to this person, as the view has it."""
    if place == "community" or role == RECORD_READER:
        return True
    round_ = after.round
    if round_ is None or place == "burned":
        return False
    if place == "dealer":
        return round_.dealer_revealed
    hand = round_.hands.get(int(place))
    return hand is not None and sees_hand(after, round_, hand, role, name)


def _cards_at(round_: RoundState, seat: int | None) -> tuple[Card, ...]:
    if seat is None:
        return round_.dealer
    return round_.hands[seat].cards if seat in round_.hands else ()


def _view_choice(after: TableState, event: events.Chosen, role: str, name: str) -> Any:
    """A choice that names cards is its player's own until they are turned up."""
    if not isinstance(event.choice, dict):
        return event.choice
    round_ = after.round or after.last_round
    hand = round_.hands.get(event.seat) if round_ else None
    own = hand is not None and role == Role.PLAYER.value and hand.player == name
    revealed = round_ is not None and event.seat in round_.revealed
    if own or revealed or role == RECORD_READER:
        return event.choice
    return {"decision": event.choice.get("decision", "")}
