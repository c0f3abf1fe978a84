"""What each may see of the table, as plain data. What is hidden is absent, not blanked.

A view is computed from what a role may see at this moment. Nobody sees the order
of the deck, a burned card, or cards that lie face down; a player sees his own
where the game lets him look; an auditor sees everything but the undealt order.
"""

from collections.abc import Iterable
from typing import Any

from houseway.cards import Card
from houseway.games.rounds import Hand
from houseway.table.agenda import due
from houseway.table.commands import Role
from houseway.table.state import RoundState, TableState

AUDITOR = "auditor"


def view(state: TableState, role: str, name: str = "") -> dict[str, Any]:
    """The table as one person sees it. `role` is a role's name, auditor, or spectator."""
    seen: dict[str, Any] = {
        "game": state.setup.game.id,
        "phase": state.phase.value,
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "bets": {str(seat): dict(placed) for seat, placed in state.bets.items()},
        "rounds": state.rounds,
        "due": [_task(task) for task in due(state)],
    }
    if state.round is not None:
        seen["round"] = _round(state, state.round, role, name)
    if role == Role.PLAYER.value:
        seen["chips"] = state.rack_of(name)
    if role in {Role.FLOORPERSON.value, Role.SUPERVISOR.value, AUDITOR}:
        seen["balances"] = dict(state.balances)
    return seen


def _task(task: Any) -> dict[str, Any]:
    named = {"act": task.act, "by": task.by.value, "seat": task.seat, "wager": task.wager}
    return {
        key: value for key, value in {**named, "stage": task.stage}.items() if value is not None
    }


def _round(state: TableState, round_: RoundState, role: str, name: str) -> dict[str, Any]:
    hands = {
        str(seat): _hand(state, round_, hand, role, name) for seat, hand in round_.hands.items()
    }
    seen: dict[str, Any] = {
        "number": round_.number,
        "hands": hands,
        "dealer": {"count": len(round_.dealer)},
        "community": _names(round_.community),
        "set_aside": _names(round_.set_aside),
        "burned": len(round_.burned),
        "undealt": len(state.stock),
    }
    if round_.dealer_revealed or role == AUDITOR:
        seen["dealer"]["cards"] = _names(round_.dealer)
    if role == AUDITOR:
        seen["burned_cards"] = _names(round_.burned)
    return seen


def _hand(
    state: TableState, round_: RoundState, hand: Hand[Any], role: str, name: str
) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "player": hand.player,
        "wagers": dict(hand.wagers),
        "count": len(hand.cards),
    }
    mine = role == Role.PLAYER.value and name == hand.player
    if hand.seat in round_.revealed or role == AUDITOR or (mine and may_look(state, hand)):
        seen["cards"] = _names(hand.cards)
    elif _picked(hand):
        seen["shown"] = _names(_picked(hand))
    return seen


def may_look(state: TableState, hand: Hand[Any]) -> bool:
    """Whether a player may look at this hand of his own now.

    Where the game lets him, once all cards are dealt; an additional hand only when
    every hand of his is decided, because those are bet unseen (Hi-Lo 40.6(g)2).
    """
    script = state.setup.game.script
    dealing = any(task.act in {"deal", "deal_stack"} for task in state.agenda)
    if state.round is None or dealing or not script.owner_looks:
        return False
    own = [h for h in state.round.hands.values() if h.player == hand.player]
    first = min(own, key=lambda h: h.seat)
    return hand is first or all(script.decided(h) for h in own)


def _picked(hand: Hand[Any]) -> tuple[Card, ...]:
    """The three cards that a 3 card bonus bettor has turned up."""
    return getattr(hand.actions, "select_3", None) or ()


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
