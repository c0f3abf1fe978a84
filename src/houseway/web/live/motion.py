"""What moves on the felt, in the order in which it happened: for the page to show as motion.

A move names a place and never a card. The drawing that goes with it is the end state; a page
that shows no motion shows that at once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Move = dict[str, str]
MONEY = {"pay": "pay", "collect": "collect", "return": "return", "correct": "pay"}


def moves(view: Mapping[str, Any], news: Sequence[Mapping[str, Any]]) -> list[Move]:
    """The moves of an update, as far as this person is told of them."""
    dealt = [one for one in news if one["type"] == "cards_dealt" and one["place"] != "burned"]
    before = _lay_before(view, dealt)
    last = max((n for n, one in enumerate(news) if one["type"] == "cards_dealt"), default=-1)
    found: list[Move] = []
    for n, one in enumerate(news):
        found += _moves_of(one, before)
        if n == last:
            found += _looked_at(view, dealt, news)
    return found


def place(at: str) -> str:
    """The owner on the felt of the place that an event names."""
    return at if at in {"dealer", "community"} else f"seat-{at}"


def _moves_of(one: Mapping[str, Any], lying: Counter[str]) -> Iterator[Move]:
    kind = one["type"]
    if kind == "cards_dealt":
        yield from _deals(one, lying)
    elif kind == "hand_revealed":
        yield {"do": "turn", "at": "dealer" if one["seat"] is None else f"seat-{one['seat']}"}
    elif kind == "money_moved":
        act = MONEY.get(str(one["act"]), "pay")
        yield {"do": act, "at": f"seat-{one['seat']}", "wager": str(one["wager"])}
    elif kind == "wager_placed":
        yield {"do": "bet", "at": f"seat-{one['seat']}", "wager": str(one["wager"])}
    elif kind == "chosen":
        for move in one["moves"]:
            if move["target"].startswith("spot:"):
                _, seat, wager = move["target"].split(":")
                yield {"do": "bet", "at": f"seat-{seat}", "wager": wager}


def _deals(one: Mapping[str, Any], lying: Counter[str]) -> Iterator[Move]:
    if one["place"] == "burned":
        yield {"do": "burn", "at": "discard"}
        return
    owner = place(str(one["place"]))
    for _ in range(one["count"]):
        yield {"do": "deal", "at": f"{owner}:{lying[owner]}"}
        lying[owner] += 1


def _lay_before(view: Mapping[str, Any], dealt: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """How many cards lay at each place before these were dealt."""
    found = Counter(_lie_now(view))
    for one in dealt:
        found[place(str(one["place"]))] -= one["count"]
    return Counter({owner: max(0, count) for owner, count in found.items()})


def _lie_now(view: Mapping[str, Any]) -> dict[str, int]:
    now, last = view.get("round"), view.get("last")
    if now is not None:
        hands = {f"seat-{seat}": hand["count"] for seat, hand in now["hands"].items()}
        return {**hands, "dealer": now["dealer"]["count"], "community": len(now["community"])}
    if last is None:
        return {}
    hands = {
        f"seat-{seat}": len(hand.get("cards") or hand.get("shown", []))
        for seat, hand in last["hands"].items()
    }
    return {**hands, "dealer": len(last.get("dealer", [])), "community": len(last["community"])}


def _looked_at(
    view: Mapping[str, Any], dealt: Sequence[Mapping[str, Any]], news: Sequence[Mapping[str, Any]]
) -> Iterator[Move]:
    """Hands that came face down and that this person may look at now."""
    shown = {str(one["seat"]) for one in news if one["type"] == "hand_revealed"}
    hands = (view.get("round") or {}).get("hands", {})
    for seat in dict.fromkeys(str(one["place"]) for one in dealt):
        if seat in hands and seat not in shown and "cards" in hands[seat]:
            yield {"do": "turn", "at": f"seat-{seat}"}
