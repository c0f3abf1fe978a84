"""A view with only what still lies on the felt: chips that were moved and cards that were
racked are gone, and a wager that is settled shows how.

The view itself tells the round as it was bet and dealt; hands do not lose their cards in it.
"""

from collections.abc import Collection, Mapping
from typing import Any

from houseway.table import TableState
from houseway.table.state import RoundState

GONE: dict[str, Any] = {"cards": [], "shown": [], "count": 0}


def as_it_lies(view: Mapping[str, Any], state: TableState) -> dict[str, Any]:
    """What somebody sees lie on the table, with how many cards are in the discard rack."""
    found = {**view, "rack": sum(len(cards) for _, cards in state.rack)}
    if state.round is None or "round" not in view:
        return found
    racked = {owner for owner, _ in state.rack}
    return {**found, "round": without_racked(with_chips_left(view, state), racked)["round"]}


def without_racked(view: Mapping[str, Any], racked: Collection[str]) -> dict[str, Any]:
    """A view without the hands, and the stub, that are in the discard rack."""
    if "round" not in view or not racked:
        return {**view}
    round_ = view["round"]
    hands = {
        seat: {**hand, **GONE} if seat in racked else hand for seat, hand in round_["hands"].items()
    }
    round_ = {**round_, "hands": hands}
    if "stub" in racked:
        round_["undealt"] = 0
    if "dealer" in racked:
        round_ |= {"dealer": {"count": 0}, "community": []}
    return {**view, "round": round_}


def with_chips_left(view: Mapping[str, Any], state: TableState) -> dict[str, Any]:
    """A view with only those chips that still lie there, and how settled wagers ended."""
    if state.round is None or "round" not in view:
        return {**view}
    hands = {
        seat: _hand(hand, state, state.round, seat) for seat, hand in view["round"]["hands"].items()
    }
    return {**view, "round": {**view["round"], "hands": hands}}


def _hand(
    hand: Mapping[str, Any], state: TableState, round_: RoundState, seat: str
) -> dict[str, Any]:
    spot = f"spot:{seat}:"
    wagers = {
        account.removeprefix(spot): cents
        for account, cents in state.balances.items()
        if cents and account.startswith(spot)
    }
    return {**hand, "wagers": wagers, "results": _settled(round_, int(seat))}


def _settled(round_: RoundState, seat: int) -> list[dict[str, Any]]:
    words = {True: "win", False: "lose"}
    return [
        {"wager": wager, "net": net, "outcome": words[net > 0] if net else "push"}
        for (place, wager), net in round_.moved.items()
        if place == seat
    ]
