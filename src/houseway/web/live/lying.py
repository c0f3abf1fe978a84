"""A view with only what still lies on the felt: chips that were moved and cards that were
racked are gone, and a wager that is settled shows how.

The view itself tells the round as it was bet and dealt; hands do not lose their cards in it.
"""

from collections.abc import Mapping
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
    hands = {
        seat: _hand(hand, state, seat, gone=seat in racked)
        for seat, hand in view["round"]["hands"].items()
    }
    round_ = {**view["round"], "hands": hands}
    if "stub" in racked:
        round_["undealt"] = 0
    if "dealer" in racked:
        round_ |= {"dealer": {"count": 0}, "community": []}
    return {**found, "round": round_}


def _hand(hand: Mapping[str, Any], state: TableState, seat: str, *, gone: bool) -> dict[str, Any]:
    assert state.round is not None
    spot = f"spot:{seat}:"
    wagers = {
        account.removeprefix(spot): cents
        for account, cents in state.balances.items()
        if cents and account.startswith(spot)
    }
    found = {**hand, "wagers": wagers, "results": _settled(state.round, int(seat))}
    return {**found, **GONE} if gone else found


def _settled(round_: RoundState, seat: int) -> list[dict[str, Any]]:
    words = {True: "win", False: "lose"}
    return [
        {"wager": wager, "net": net, "outcome": words[net > 0] if net else "push"}
        for (place, wager), net in round_.moved.items()
        if place == seat
    ]
