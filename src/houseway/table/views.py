"""What each may see of the table, as plain data. What is hidden is absent, not blanked.

A view is computed from what a role may see at this moment. Nobody sees the order
of the deck, a burned card, or cards that lie face down; a player sees his own
where the game lets him look; an auditor sees everything but the undealt order.
"""

from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from houseway.cards import Card
from houseway.games.results import WagerResult
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.table.agenda import due
from houseway.table.checking import check
from houseway.table.commands import Actor, LookAtHand, Role
from houseway.table.prompts import handled_by, prompt
from houseway.table.state import RoundState, TableState

AUDITOR = "auditor"


class Same:
    """Something as the key of a cache: only the thing itself is the same, never a like one."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


STAFF = {Role.DEALER.value, Role.FLOORPERSON.value, Role.SUPERVISOR.value, AUDITOR}


SPECTATOR = "spectator"


def view(state: TableState, role: str, name: str = "") -> dict[str, Any]:
    """The table as one person sees it. `role` is a role's name, auditor, or spectator."""
    return players_view(state, name) if role == Role.PLAYER.value else whole_view(state, role, name)


def players_view(state: TableState, name: str) -> dict[str, Any]:
    """The whole view of a player, made from what everybody sees and what is his alone.

    Many players look at one table after each act, so the first part is made once for all of
    them; a test holds it against the whole view.
    """
    tasks, common = _common(Same(state))
    seen = {**common, "chips": state.rack_of(name)}
    seen["due"] = [
        _task(state, task, Role.PLAYER.value, name) if task.by.value == Role.PLAYER.value else told
        for task, told in zip(tasks, common["due"], strict=True)
    ]
    if state.round is not None:
        mine = {
            str(seat): _hand(state, state.round, hand, Role.PLAYER.value, name)
            for seat, hand in state.round.hands.items()
            if hand.player == name
        }
        seen["round"] = {**common["round"], "hands": {**common["round"]["hands"], **mine}}
    return seen


@lru_cache(maxsize=256)
def _common(same: Same) -> tuple[list[Task], dict[str, Any]]:
    """What is due at a table, and what a spectator sees of it."""
    state: TableState = same.thing
    return list(due(state)), whole_view(state, SPECTATOR)


def whole_view(state: TableState, role: str, name: str = "") -> dict[str, Any]:
    """The same for every role, from nothing."""
    seen: dict[str, Any] = {
        "game": state.setup.game.id,
        "phase": state.phase.value,
        "seats": {str(seat): player for seat, player in state.seats.items()},
        "bets": {str(seat): dict(placed) for seat, placed in state.bets.items()},
        "rounds": state.rounds,
        "due": [_task(state, task, role, name) for task in due(state)],
    }
    if state.coupons:
        seen["coupons"] = {str(seat): face for seat, face in state.coupons.items()}
    if state.seal.commitment:
        # Made to the order of the deck before the bets close; anybody may note it down.
        seen["commitment"] = state.seal.commitment
    if state.setup.equipment.cover_all_mode and state.round is not None:
        # The device fixes the number of hands when it deals, and shows it (Section 13).
        seen["hands_dealt"] = len(state.round.hands) + 1
    if role in STAFF:
        seen["equipment"] = _equipment(state)
    if state.round is not None:
        seen["round"] = _round(state, state.round, role, name)
    if state.last_round is not None:
        seen["last"] = _last(Same(state.last_round))
    if role == Role.PLAYER.value:
        seen["chips"] = state.rack_of(name)
    if role in {Role.FLOORPERSON.value, Role.SUPERVISOR.value, AUDITOR}:
        seen["balances"] = dict(state.balances)
    return seen


def _task(state: TableState, task: Task, role: str, name: str) -> dict[str, Any]:
    """An act that is due; with its prompt for who performs it, and what he may choose."""
    who = {"act": task.act, "by": task.by.value, "seat": task.seat, "wager": task.wager}
    named: dict[str, Any] = {**who, "stage": task.stage, "clauses": list(task.clauses)}
    seen = {key: value for key, value in named.items() if value is not None}
    if role == task.by.value and task.act != "decide":
        seen["prompt"] = prompt(state, task)
        seen["clauses"] += handled_by(state, task)
    hand = state.round.hands.get(task.seat or 0) if state.round else None
    if hand is not None and task.act == "decide" and role == "player" and name == hand.player:
        offers = state.setup.game.script.offers(state.setup.options, hand, task)
        seen["offers"] = [asdict(offer) for offer in offers]
    return seen


def _equipment(state: TableState) -> dict[str, Any]:
    """What the staff see of decks and devices; never an order of cards."""
    kit, equipment = state.kit, state.setup.equipment
    return {
        "deck": equipment.backs[state.in_use] if state.decks else None,
        "shoe_secured": kit.secured,
        "shuffler": kit.shuffler.value if equipment.by_device else None,
        "cover_cards": list(kit.cover),
        "deck_in_hand": kit.holding or None,
        "cards_drawn_in_error": state.drawn,
        "rack": [[owner, len(cards)] for owner, cards in state.rack],
        "rounds_since_count": state.rounds_since_count,
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
    if round_.left_exposed is not None:
        seen["left_exposed"] = round_.left_exposed or "dealer"
    if round_.dealer_revealed or role == AUDITOR:
        seen["dealer"]["cards"] = _names(round_.dealer)
    if role == AUDITOR:
        seen["burned_cards"] = _names(round_.burned)
    return seen


@lru_cache(maxsize=2048)
def _last(same: Same) -> dict[str, Any]:
    """How the round before ended: what was turned up, and every wager's result.

    It is the same for everybody until the next round ends; who gets it does not change it.
    """
    round_: RoundState = same.thing
    settled = {hand.seat: hand for hand in round_.settlement.hands} if round_.settlement else {}
    hands = {
        str(seat): {
            "player": hand.player,
            **_turned_up(round_, hand),
            "results": [_result(one) for one in settled[seat].results] if seat in settled else [],
        }
        for seat, hand in round_.hands.items()
    }
    seen: dict[str, Any] = {"number": round_.number, "hands": hands}
    seen["community"] = _names(round_.community)
    if round_.dealer_revealed:
        seen["dealer"] = _names(round_.dealer)
    if round_.irregularity is not None:
        seen["irregularities"] = [one.kind.value for one in round_.irregularity.everything()]
    return seen


def _turned_up(round_: RoundState, hand: Hand[Any]) -> dict[str, list[str]]:
    """What everybody saw of a hand: all of it, or the three cards of a 3 card bonus."""
    if hand.seat in round_.revealed:
        return {"cards": _names(as_set(hand))}
    return {"shown": _names(_picked(hand))} if _picked(hand) else {}


def _result(one: WagerResult) -> dict[str, Any]:
    told = {"wager": one.wager, "stake": one.stake, "net": one.net}
    return {**told, "outcome": one.outcome.value, "clauses": list(one.clauses)}


def _hand(
    state: TableState, round_: RoundState, hand: Hand[Any], role: str, name: str
) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "player": hand.player,
        "wagers": dict(hand.wagers),
        "count": len(hand.cards),
    }
    if "ante" in hand.coupons:
        seen["coupon"] = hand.coupons["ante"]
    mine = role == Role.PLAYER.value and name == hand.player
    if hand.seat in round_.revealed or role == AUDITOR or (mine and may_look(state, hand)):
        seen["cards"] = _names(as_set(hand))
        if _picked(hand):
            seen["picked"] = _names(_picked(hand))
    elif _picked(hand):
        seen["shown"] = _names(_picked(hand))
    return seen


def may_look(state: TableState, hand: Hand[Any]) -> bool:
    """Whether a player may look at this hand of his own now.

    Where the game lets him, once all cards are dealt; an additional hand only when
    every hand of his is decided, because those are bet unseen (Hi-Lo 40.6(g)2).
    """
    look = LookAtHand(Actor(Role.PLAYER, hand.player), hand.seat)
    return next(check(state, look), None) is None


def as_set(hand: Hand[Any]) -> tuple[Card, ...]:
    """A hand as its player laid it out: where it is set, the high cards first."""
    setting = getattr(hand.actions, "setting", None)
    return (*setting.high, *setting.low) if setting else hand.cards


def _picked(hand: Hand[Any]) -> tuple[Card, ...]:
    """The three cards that a 3 card bonus bettor has turned up."""
    return getattr(hand.actions, "select_3", None) or ()


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
