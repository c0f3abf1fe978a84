"""What happened, in words: one sentence an event, for replays, evidence and screens."""

from collections.abc import Callable
from typing import Any

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.games.irregularities import Irregularity
from houseway.table import events

STEPS = {
    "inspect": "The deck is inspected.",
    "verify": "The inspection is verified.",
    "spread": "The cards are spread face up.",
    "look": "The first player looks at the spread cards.",
    "wash": "The cards are washed.",
    "stack": "The cards are stacked.",
    "secure": "The shoe is fixed to the table.",
    "lock": "The shoe is locked away.",
    "insert": "The deck goes into the shuffler.",
    "start": "The shuffler is started.",
    "place_cover": "The cover card is laid in front of the deck.",
    "rack_cover": "The cover card goes to the discard rack.",
    "spread_idle": "The cards of the idle table are spread.",
    "close": "The table closes.",
}


def tell(event: events.Event) -> str:
    """An event as a sentence. It names cards: show it only to who may know them."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller else type(event).__name__


def describe_irregularity(found: Irregularity) -> str:
    """What went wrong, with its details: "stub count (cards in deck 51)"."""
    details = {
        "who": found.who,
        "seat": found.seat,
        "count": found.count,
        "stage": found.stage,
        "cards in deck": found.cards_in_deck,
        "misdealt": found.misdealt,
        "correctable": found.correctable,
    }
    known = {name: value for name, value in details.items() if value is not None}
    said = ", ".join(f"{name} {_word(value)}" for name, value in known.items())
    kind = found.kind.value.replace("_", " ")
    return f"{kind} ({said})" if said else kind


def _word(value: object) -> str:
    words = {True: "yes", False: "no"}
    return words[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _step(event: events.StepDone) -> str:
    if event.act == "load":
        return f"The deck is put in the {event.words}."
    if event.act == "announce":
        return f"{_whose(event.seat)} hand is announced: {event.words}."
    if event.act == "tuck":
        return f"The cards of seat {event.seat} stay face down under the wager."
    if event.act == "leave_exposed":
        return f"{_whose(event.seat)} hand is left exposed: the best so far."
    return STEPS.get(event.act, event.act.replace("_", " "))


def _whose(seat: int | None) -> str:
    return "The dealer's" if seat is None else f"Seat {seat}'s"


def _dealt(event: events.CardsDealt) -> str:
    if not event.cards:
        return "The dealer forgets his own card."
    where = {"burned": "burned", "community": "dealt to the board", "dealer": "dealt to the dealer"}
    place = where.get(event.place, f"dealt to seat {event.place}")
    covered = ", under the cover card" if event.covered else ""
    return f"{show_cards(event.cards)} {place}{covered}."


def _chosen(event: events.Chosen) -> str:
    choice = event.choice
    if isinstance(choice, dict):
        high, low = " ".join(choice.get("high", ())), " ".join(choice.get("low", ()))
        choice = f"play, {high} high and {low} low"
    elif isinstance(choice, list | tuple):
        choice = "places " + ", ".join(map(str, choice))
    else:
        choice = str(choice).replace("_", " ")
    put = sum(move.cents for move in event.moves)
    wager = f", putting down {dollars(put)}" if put else ""
    return f"Seat {event.seat} chooses {choice}{wager}."


def _money(event: events.MoneyMoved) -> str:
    wager = event.wager.replace("_", " ")
    to_rack = sum(move.cents for move in event.moves if move.target.startswith("rack:"))
    if event.act == "collect":
        taken = sum(move.cents for move in event.moves)
        return f"Seat {event.seat}: {wager} of {dollars(taken)} is collected."
    if event.act == "pay":
        return f"Seat {event.seat}: {wager} wins; {dollars(to_rack)} with the stake."
    if event.act == "return":
        return f"Seat {event.seat}: {wager} of {dollars(to_rack)} is returned."
    return (
        f"Seat {event.seat}: {wager} is put right by {dollars(sum(m.cents for m in event.moves))}."
    )


def _revealed(event: events.HandRevealed) -> str:
    return f"{_whose(event.seat)} cards are turned up."


_TELLERS: dict[type, Callable[[Any], str]] = {
    events.DecksReceived: lambda e: f"{len(e.decks)} deck(s) arrive at the table.",
    events.StepDone: _step,
    events.DeckShuffled: lambda e: f"Deck {e.deck + 1} is shuffled (shuffle {e.number}).",
    events.DeckCut: lambda e: f"{e.cards} cards are cut.",
    events.RecutOrdered: lambda e: f"A recut is ordered: {e.reason}.",
    events.PlayerSat: lambda e: f"{e.player} sits down at seat {e.seat}.",
    events.PlayerLeft: lambda e: f"Seat {e.seat} is left.",
    events.ChipsBought: lambda e: f"{e.player} buys in for {dollars(e.moves[0].cents)}.",
    events.WagerPlaced: lambda e: (
        f"Seat {e.seat} bets {dollars(e.cents)} on {e.wager.replace('_', ' ')}."
    ),
    events.WagerTakenBack: lambda e: f"Seat {e.seat} takes back {e.wager.replace('_', ' ')}.",
    events.CouponPlaced: lambda e: f"Seat {e.seat} lays a coupon of {dollars(e.face)}.",
    events.ChipsMoved: lambda e: (
        f"{e.player}: {e.reason}" + (f" {dollars(e.moves[0].cents)}." if e.moves else ".")
    ),
    events.InventoryMoved: lambda e: (
        f"{e.reason.capitalize()} of {dollars(e.cents)}" + (f", slip {e.slip}." if e.slip else ".")
    ),
    events.InventoryCounted: lambda e: (
        f"The table inventory is counted: {dollars(e.counted)}; the record says "
        f"{dollars(e.expected)}."
    ),
    events.BoxEmptied: lambda e: f"The {e.box} box is taken away with {dollars(e.counted)}.",
    events.ShufflerJammed: lambda _: "The shuffler jams.",
    events.ShufflerReported: lambda e: f"The shuffler counts {e.cards} cards.",
    events.CardDrawnInError: lambda _: "A card is drawn in error, unexposed.",
    events.HandLookedAt: lambda e: f"The player looks at the cards of seat {e.seat}.",
    events.BreachReported: lambda e: (
        f"A breach is reported: {' '.join([e.breach, e.words]).replace('_', ' ').strip()}."
    ),
    events.BetsClosed: lambda e: f'"No more bets": round {e.round} begins.',
    events.CardsDealt: _dealt,
    events.FaceUpCardFound: lambda e: f"{e.card} is found face up and set aside.",
    events.Chosen: _chosen,
    events.HandRevealed: _revealed,
    events.MoneyMoved: _money,
    events.CardsRacked: lambda e: f"To the discard rack ({e.owner}): {show_cards(e.cards)}.",
    events.StubCounted: lambda e: f"The stub is counted: {e.cards_in_deck} cards in the deck.",
    events.IrregularityFound: lambda e: f"Irregularity: {describe_irregularity(e.irregularity)}.",
    events.RoundClosed: lambda e: f"Round {e.round} is over.",
    events.DeviceRemoved: lambda e: f"The {e.device.replace('_', ' ')} is taken off the table.",
    events.MethodChanged: lambda e: (
        f"Dealing changes to {e.method.replace('_', ' ')}, shuffling to {e.shuffle}."
    ),
    events.DeckRemoved: lambda e: f"Deck {e.deck + 1} leaves the table.",
    events.FaultHappened: lambda e: f"(Fault: {e.kind.replace('_', ' ')}.)",
}
