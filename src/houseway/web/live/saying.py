"""What happened, in words, for the live region that is read aloud and for the history."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from houseway.web.live.cards import card_words, money, with_suits

News = Mapping[str, Any]


def say(news: Sequence[News]) -> list[str]:
    """One sentence for each thing worth telling."""
    return list(_sentences(news))


def _sentences(news: Sequence[News]) -> Iterator[str]:
    for one in news:
        teller = _TELLERS.get(one["type"])
        words = teller(one) if teller else ""
        if words:
            yield words


def _cards(one: News) -> str:
    return ", ".join(card_words(card) for card in one.get("cards", []))


def _who(seat: object) -> str:
    return "The dealer" if seat is None else f"Seat {seat}"


def _wager(one: News) -> str:
    return str(one["wager"]).replace("_", " ")


def _dealt(one: News) -> str:
    if one["place"] == "community":
        return f"On the board: {_cards(one)}."
    return ""


def _chosen(one: News) -> str:
    choice = one["choice"]
    if isinstance(choice, dict):
        choice = choice.get("decision") or "sets the cards"
    if isinstance(choice, list):
        choice = "picks three cards"
    clock = " (time is up)" if str(one["by"]).startswith("system:") else ""
    return f"Seat {one['seat']}: {str(choice).replace('_', ' ')}{clock}."


def _revealed(one: News) -> str:
    return f"{_who(one['seat'])} shows {_cards(one)}." if one.get("cards") else ""


def _money(one: News) -> str:
    cents = sum(move["cents"] for move in one["moves"] if move["target"].startswith("rack:"))
    act = {"pay": "wins", "collect": "loses", "return": "comes back"}.get(one["act"], one["act"])
    amount = f", {money(cents)} with the stake" if one["act"] == "pay" else ""
    return f"Seat {one['seat']}: {_wager(one)} {act}{amount}."


def _left(one: News) -> str:
    seat, by = one["seat"], str(one["by"])
    if by.startswith("player:"):
        return f"Seat {seat} is free."
    why = "nobody has bet there for a long time" if by.startswith("system:") else "by the floor"
    return f"Seat {seat} is freed, {why}; its chips are at the cage."


def _step(one: News) -> str:
    if one["act"] != "announce" or not one["words"]:
        return ""
    return f"{_who(one['seat'])}: {with_suits(one['words'])}."


def _irregular(one: News) -> str:
    return f"Irregularity: {one['irregularity']['kind'].replace('_', ' ')}."


_TELLERS: dict[str, Callable[[News], str]] = {
    "player_sat": lambda one: f"{one['player']} sits down at seat {one['seat']}.",
    "player_left": _left,
    "wager_placed": lambda one: f"Seat {one['seat']}: {money(one['cents'])} on {_wager(one)}.",
    "wager_taken_back": lambda one: f"Seat {one['seat']} takes back {_wager(one)}.",
    "bets_closed": lambda _: "No more bets.",
    "cards_dealt": _dealt,
    "chosen": _chosen,
    "hand_revealed": _revealed,
    "step_done": _step,
    "money_moved": _money,
    "irregularity_found": _irregular,
    "face_up_card_found": lambda one: f"{card_words(one['card'])} lies face up: it is set aside.",
    "round_closed": lambda one: f"Round {one['round']} is over.",
    "deck_removed": lambda _: "The deck leaves the table.",
}
