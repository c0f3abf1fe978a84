"""A step of a replay in words, for who is not entitled to every card.

The sentences of `telling` name cards, and are an auditor's. Everybody else gets a sentence
made from the news of the event, which holds only what that person might know at the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.ledger.replaying import Moment
from houseway.table import events
from houseway.table.news import news
from houseway.table.telling import tell
from houseway.table.views import AUDITOR
from houseway.web.live.cards import card_words, money, with_suits
from houseway.web.live.saying import say

News = Mapping[str, Any]

SAYS_NO_MORE: frozenset[type[events.Event]] = frozenset(
    {
        events.DecksReceived,
        events.StepDone,
        events.DeckShuffled,
        events.DeckCut,
        events.RecutOrdered,
        events.PlayerSat,
        events.PlayerLeft,
        events.ChipsBought,
        events.WagerPlaced,
        events.WagerTakenBack,
        events.CouponPlaced,
        events.ChipsMoved,
        events.InventoryMoved,
        events.InventoryCounted,
        events.BoxEmptied,
        events.ShufflerJammed,
        events.ShufflerReported,
        events.CardDrawnInError,
        events.HandLookedAt,
        events.BetsClosed,
        events.FaceUpCardFound,
        events.MoneyMoved,
        events.StubCounted,
        events.IrregularityFound,
        events.RoundClosed,
        events.DeviceRemoved,
        events.MethodChanged,
        events.DeckRemoved,
    }
)
"""Events whose sentence says no more than their news: for who is told of them at all."""


def step_words(moment: Moment, role: str, name: str) -> str:
    """What this person is told of a step; nothing where they are not told of it."""
    return with_suits(_told(moment, role, name))


def _told(moment: Moment, role: str, name: str) -> str:
    if role == AUDITOR:
        return moment.words
    told = news(moment.after, moment.event, role, name)
    if not told:
        return ""
    if type(moment.event) in SAYS_NO_MORE:
        return tell(moment.event)
    teller = _TELLERS.get(type(moment.event))
    return teller(told) if teller else " ".join(say([told]))


def _place(place: str) -> str:
    known = {"dealer": "the dealer", "community": "the board"}
    return known.get(place, f"seat {place}")


def _cards(told: News) -> str:
    return ", ".join(card_words(card) for card in told.get("cards", []))


def _dealt(told: News) -> str:
    count, covered = told["count"], ", under the cover card" if told["covered"] else ""
    if not count:
        return "The dealer forgets his own card."
    what = _cards(told) or ("A card" if count == 1 else f"{count} cards")
    what = what[0].upper() + what[1:]
    if told["place"] == "burned":
        return f"{what} {'is' if count == 1 else 'are'} burned."
    return f"{what} to {_place(told['place'])}{covered}."


def _chosen(told: News) -> str:
    put = sum(move["cents"] for move in told["moves"])
    wager = f", putting down {money(put)}" if put else ""
    clock = " (time is up)" if str(told["by"]).startswith("system:") else ""
    return f"Seat {told['seat']} chooses {_choice(told['choice'])}{wager}{clock}."


def _choice(choice: Any) -> str:
    if isinstance(choice, dict):
        high, low = (", ".join(map(card_words, choice.get(name, ()))) for name in ("high", "low"))
        if high or low:
            return f"play, with {high} high and {low} low"
        return str(choice.get("decision") or "to play").replace("_", " ")
    if isinstance(choice, list | tuple):
        return "the cards at places " + ", ".join(map(str, choice))
    return str(choice).replace("_", " ")


def _racked(told: News) -> str:
    owners = {"dealer": "The dealer's cards", "burned": "Burned cards", "stub": "The stub"}
    whose = owners.get(told["owner"], f"The cards of seat {told['owner']}")
    return f"{whose} ({told['count']}) to the discard rack."


def _breach(told: News) -> str:
    words = " ".join([told["breach"], told.get("words", "")]).replace("_", " ").strip()
    return f"A breach is reported: {words}."


def _revealed(told: News) -> str:
    return " ".join(say([told])) or "Cards are turned up."


_TELLERS: dict[type[events.Event], Callable[[News], str]] = {
    events.CardsDealt: _dealt,
    events.Chosen: _chosen,
    events.CardsRacked: _racked,
    events.BreachReported: _breach,
    events.HandRevealed: _revealed,
}
