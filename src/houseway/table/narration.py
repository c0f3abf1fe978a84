"""Events in words: one sentence for each event, for every audience that may know of it.

`narrate(event, audience, after)` serves live tables, replays and evidence alike. Sentences are
made from the data of `event_views`, which hold only what that audience may know, so a sentence
cannot name a card that its reader may not see.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.chips import dollars
from houseway.games.forms import describe_answer
from houseway.table.commands import Role
from houseway.table.event_views import view_event
from houseway.table.events import Event
from houseway.table.state import TableState
from houseway.table.views import RECORD_READER, SPECTATOR
from houseway.table.wire import EVENT_CODEC

EventData = Mapping[str, Any]
"""An event as JSON data, complete or as far as somebody may know it."""


@dataclass(frozen=True)
class Audience:
    """For whom a sentence is: the name of a role of the views; a player by name too."""

    role: str
    name: str = ""


EVERYBODY = Audience(SPECTATOR)
RECORD = Audience(RECORD_READER)
"""Readers of the record itself, with every card in it."""


def narrate(event: Event, audience: Audience = RECORD, after: TableState | None = None) -> str:
    """An event as a sentence for an audience; empty where they may not know of it.

    `after` is the table after the event; only the record can be read without it.
    """
    if audience.role == RECORD_READER:
        more = view_event(after, event, RECORD_READER) if after is not None else {}
        return narrate_data({**EVENT_CODEC.to_data(event), **more})
    assert after is not None, "what an audience may know depends on the table"
    data = view_event(after, event, audience.role, audience.name)
    return narrate_data(data) if data else ""


def narrate_data(data: EventData) -> str:
    """An event's data as a sentence."""
    return _SENTENCES[data["type"]](data)


def narrate_aloud(data: EventData) -> str:
    """The sentence for a page that is read aloud; empty for what would only interrupt."""
    kind = data["type"]
    if kind == "cards_dealt":
        return narrate_data(data) if data["place"] == "community" else ""
    if kind == "step_done":
        return narrate_data(data) if data["act"] == "announce" and data["words"] else ""
    return narrate_data(data) if kind in ALOUD else ""


ALOUD = frozenset(
    {"player_sat", "player_left", "wager_placed", "wager_taken_back", "bets_closed", "chosen"}
    | {"hand_revealed", "money_moved", "irregularity_found", "face_up_card_found"}
    | {"round_closed", "deck_removed"}
)

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


def _describe_irregularity(irregularity: EventData) -> str:
    """An irregularity with its details: "stub count (cards in deck 51)"."""
    details = {name: irregularity[name] for name in DETAILS if irregularity[name] is not None}
    words = ", ".join(f"{plain(name)} {_describe(value)}" for name, value in details.items())
    kind = plain(irregularity["kind"])
    return f"{kind} ({words})" if words else kind


DETAILS = ("who", "seat", "count", "stage", "cards_in_deck", "misdealt", "correctable")


def plain(name: object) -> str:
    """A name of the rules as a reader writes it: "match play" for match_play."""
    return str(name).replace("_", " ")


def _describe(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else plain(value)


def _narrate_step(data: EventData) -> str:
    act, seat, words = data["act"], data["seat"], data["words"]
    if act == "load":
        return f"The deck is put in the {words}."
    if act == "announce":
        return f"{_name_owner(seat)} hand is announced: {words}."
    if act == "tuck":
        return f"The cards of seat {seat} stay face down under the wager."
    if act == "leave_exposed":
        return f"{_name_owner(seat)} hand is left exposed: the best so far."
    return STEPS.get(act, f"{plain(act).capitalize()}.")


def _name_owner(seat: int | None) -> str:
    return "The dealer's" if seat is None else f"Seat {seat}'s"


def _is_by(data: EventData, role: Role) -> bool:
    return str(data["by"]).startswith(f"{role}:")


def _narrate_leaving(data: EventData) -> str:
    seat = data["seat"]
    if _is_by(data, Role.PLAYER):
        return f"Seat {seat} is left."
    clock = _is_by(data, Role.SYSTEM)
    why = "nobody has bet there for a long time" if clock else "by the floor"
    return f"Seat {seat} is freed, {why}; its chips are at the cage."


def _narrate_decks(data: EventData) -> str:
    decks = data["decks"] if isinstance(data["decks"], int) else len(data["decks"])
    return "One deck arrives at the table." if decks == 1 else f"{decks} decks arrive at the table."


def _narrate_deal(data: EventData) -> str:
    cards = data.get("cards", ())
    count = data.get("count", len(cards))
    if not count:
        return "The dealer forgets to deal a card to the dealer's hand."
    verb = "burned" if data["place"] == "burned" else f"dealt to {_name_place(data['place'])}"
    covered = ", under the cover card" if data["covered"] else ""
    if cards:
        return f"{' '.join(cards)} {verb}{covered}."
    what = "A card is" if count == 1 else f"{count} cards are"
    return f"{what} {verb}{covered}."


def _name_place(place: str) -> str:
    return {"community": "the board", "dealer": "the dealer"}.get(place, f"seat {place}")


def _narrate_choice(data: EventData) -> str:
    stake = sum(move["cents"] for move in data["moves"])
    wager = f", putting down {dollars(stake)}" if stake else ""
    clock = " (time is up)" if _is_by(data, Role.SYSTEM) else ""
    return f"Seat {data['seat']} chooses {describe_answer(data['choice'])}{wager}{clock}."


def _narrate_reveal(data: EventData) -> str:
    seat, cards = data["seat"], data.get("cards")
    if not cards:
        return f"{_name_owner(seat)} cards are turned up."
    who = "The dealer" if seat is None else f"Seat {seat}"
    return f"{who} shows {' '.join(cards)}."


def _narrate_money(data: EventData) -> str:
    moves, act = data["moves"], data["act"]
    wager = f"Seat {data['seat']}: {plain(data['wager'])}"
    to_rack = sum(move["cents"] for move in moves if move["target"].startswith("rack:"))
    moved = sum(move["cents"] for move in moves)
    sentences = {
        "collect": f"{wager} of {dollars(moved)} is collected.",
        "pay": f"{wager} wins; {dollars(to_rack)} with the stake.",
        "return": f"{wager} of {dollars(to_rack)} is returned.",
    }
    return sentences.get(act, f"{wager} is put right by {dollars(moved)}.")


def _narrate_racking(data: EventData) -> str:
    owners = {"dealer": "The dealer's cards", "burned": "Burned cards", "stub": "The stub"}
    owner = data["owner"]
    whose = owners.get(owner, f"The cards of seat {owner}" if owner.isdigit() else owner)
    cards = data.get("cards")
    what = " ".join(cards) if cards is not None else str(data["count"])
    return f"{whose} to the discard rack: {what}."


def _narrate_breach(data: EventData) -> str:
    words = " ".join([data["breach"], data.get("words", "")])
    return f"A breach is reported: {plain(words).strip()}."


def _narrate_chips(data: EventData) -> str:
    moves = data["moves"]
    amount = f" {dollars(moves[0]['cents'])}" if moves else ""
    return f"{data['player']}: {data['reason']}{amount}."


def _narrate_coupon(data: EventData) -> str:
    if not data["face"]:
        return f"Seat {data['seat']} takes the coupon back."
    return f"Seat {data['seat']} lays a coupon of {dollars(data['face'])}."


_SENTENCES: dict[str, Callable[[EventData], str]] = {
    "decks_received": _narrate_decks,
    "step_done": _narrate_step,
    "deck_shuffled": lambda e: f"Deck {e['deck'] + 1} is shuffled (shuffle {e['number']}).",
    "deck_cut": lambda e: f"{e['cards']} cards are cut.",
    "recut_ordered": lambda e: f"A recut is ordered: {e['reason']}.",
    "player_sat": lambda e: f"{e['player']} sits down at seat {e['seat']}.",
    "player_left": _narrate_leaving,
    "chips_bought": lambda e: f"{e['player']} buys in for {dollars(e['moves'][0]['cents'])}.",
    "wager_placed": lambda e: (
        f"Seat {e['seat']} bets {dollars(e['cents'])} on {plain(e['wager'])}."
    ),
    "wager_taken_back": lambda e: f"Seat {e['seat']} takes back {plain(e['wager'])}.",
    "coupon_placed": _narrate_coupon,
    "chips_moved": _narrate_chips,
    "inventory_moved": lambda e: (
        f"{e['reason'].capitalize()} of {dollars(e['cents'])}"
        + (f", slip {e['slip']}." if e["slip"] else ".")
    ),
    "inventory_counted": lambda e: (
        f"The table inventory is counted: {dollars(e['counted'])}; the record says "
        f"{dollars(e['expected'])}."
    ),
    "box_emptied": lambda e: f"The {e['box']} box is taken away with {dollars(e['counted'])}.",
    "shuffler_jammed": lambda _: "The shuffler jams.",
    "shuffler_reported": lambda e: f"The shuffler counts {e['cards']} cards.",
    "card_drawn_in_error": lambda _: "A card is drawn in error, unexposed.",
    "hand_looked_at": lambda e: f"The player looks at the cards of seat {e['seat']}.",
    "breach_reported": _narrate_breach,
    "bets_closed": lambda e: f'"No more bets": round {e["round"]} begins.',
    "cards_dealt": _narrate_deal,
    "face_up_card_found": lambda e: f"{e['card']} lies face up: it is set aside.",
    "chosen": _narrate_choice,
    "hand_revealed": _narrate_reveal,
    "money_moved": _narrate_money,
    "cards_racked": _narrate_racking,
    "stub_counted": lambda e: f"The stub is counted: {e['cards_in_deck']} cards in the deck.",
    "irregularity_found": lambda e: f"Irregularity: {_describe_irregularity(e['irregularity'])}.",
    "round_closed": lambda e: f"Round {e['round']} is over.",
    "device_removed": lambda e: f"The {plain(e['device'])} is taken off the table.",
    "method_changed": lambda e: (
        f"Dealing changes to {plain(e['method'])}, shuffling to {e['shuffle']}."
    ),
    "deck_removed": lambda e: f"Deck {e['deck'] + 1} leaves the table.",
    "fault_happened": lambda e: f"(Fault: {plain(e['kind'])}.)",
}
