"""What moves on the felt, in the order in which it happened, for the page to animate.

A move names a place and never a card. The drawing that goes with it is the end state; a page
that animates nothing shows that at once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from houseway.table.views import TableView

Move = dict[str, str]
News = Mapping[str, Any]
MONEY = {"pay": "pay", "collect": "collect", "return": "return", "correct": "pay"}


def list_moves(view: TableView, news: Sequence[News]) -> list[Move]:
    """The moves of an update, as far as this person learns of them."""
    deals = [entry for entry in news if entry["type"] == "cards_dealt"]
    dealt = [entry for entry in deals if entry["place"] != "burned"]
    lying = _count_before(view, dealt)
    last = deals[-1] if deals else None
    listed: list[Move] = []
    for entry in news:
        listed += _moves_of(entry, lying)
        if entry is last:
            listed += _turn_own_hands(view, dealt, news)
    return listed


def _owner(place: str) -> str:
    """The owner on the felt of the place that an event names."""
    return place if place in {"dealer", "community"} else f"seat-{place}"


def _moves_of(entry: News, lying: Counter[str]) -> Iterator[Move]:
    kind = entry["type"]
    if kind == "cards_dealt":
        yield from _deal(entry, lying)
    elif kind == "hand_revealed":
        yield {"do": "turn", "at": "dealer" if entry["seat"] is None else f"seat-{entry['seat']}"}
    elif kind == "money_moved":
        act = MONEY.get(str(entry["act"]), "pay")
        yield {"do": act, "at": f"seat-{entry['seat']}", "wager": str(entry["wager"])}
    elif kind == "wager_placed":
        yield {"do": "bet", "at": f"seat-{entry['seat']}", "wager": str(entry["wager"])}
    elif kind == "chosen":
        for move in entry["moves"]:
            if move["target"].startswith("spot:"):
                _, seat, wager = move["target"].split(":")
                yield {"do": "bet", "at": f"seat-{seat}", "wager": wager}


def _deal(entry: News, lying: Counter[str]) -> Iterator[Move]:
    if entry["place"] == "burned":
        yield {"do": "burn", "at": "discard"}
        return
    owner = _owner(str(entry["place"]))
    for _ in range(entry["count"]):
        yield {"do": "deal", "at": f"{owner}:{lying[owner]}"}
        lying[owner] += 1


def _count_before(view: TableView, dealt: Sequence[News]) -> Counter[str]:
    """How many cards lay at each place before these were dealt."""
    counts = Counter(_count_now(view))
    for entry in dealt:
        counts[_owner(str(entry["place"]))] -= entry["count"]
    return Counter({owner: max(0, count) for owner, count in counts.items()})


def _count_now(view: TableView) -> dict[str, int]:
    now, last = view.round, view.last
    if now is not None:
        hands = {f"seat-{seat}": hand.count for seat, hand in now.hands.items()}
        return {**hands, "dealer": now.dealer.count, "community": len(now.community)}
    if last is None:
        return {}
    hands = {
        f"seat-{seat}": len(hand.cards or hand.shown or ()) for seat, hand in last.hands.items()
    }
    return {**hands, "dealer": len(last.dealer or ()), "community": len(last.community)}


def _turn_own_hands(view: TableView, dealt: Sequence[News], news: Sequence[News]) -> Iterator[Move]:
    """Hands that came face down and that this person may look at now."""
    revealed = {entry["seat"] for entry in news if entry["type"] == "hand_revealed"}
    hands = view.round.hands if view.round else {}
    for place in dict.fromkeys(str(entry["place"]) for entry in dealt):
        hand = hands.get(int(place)) if place.isdecimal() else None
        if hand is not None and hand.cards is not None and int(place) not in revealed:
            yield {"do": "turn", "at": f"seat-{place}"}
