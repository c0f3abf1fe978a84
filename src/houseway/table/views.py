"""The part of the table that each role may see, as typed views. Hidden parts are absent.

A view is computed from what a role may see at this moment. Nobody sees the order
of the deck, a burned card, or cards that lie face down; players see their own cards
where the game lets them look. Only a reader of the record sees every card that was dealt: an
auditor is one once the round is closed, and before that only where a second person allowed it.
`to_data(view)` is the view as JSON: a field that is None is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from houseway.cards import Card
from houseway.codec import Sparse
from houseway.games.forms import Offer
from houseway.games.results import WagerResult
from houseway.games.rounds import Hand
from houseway.games.script import Script, Task
from houseway.rulebook import Citation
from houseway.table.agenda import due
from houseway.table.checks import check
from houseway.table.commands import Actor, LookAtHand, Role
from houseway.table.prompts import list_prompt_clauses, prompt
from houseway.table.state import Phase, RoundState, TableState, replace_fast

AUDITOR = "auditor"
SPECTATOR = "spectator"
RECORD_READER = "record_reader"
"""Sees every card that was dealt, and never the undealt order."""
STAFF = {Role.DEALER.value, Role.FLOORPERSON.value, Role.SUPERVISOR.value, AUDITOR, RECORD_READER}
WATCHES_MONEY = STAFF - {Role.DEALER.value}

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class TaskView(Sparse):
    """An act that is due."""

    act: str
    by: str
    clauses: Citation
    seat: int | None = None
    wager: str | None = None
    stage: str | None = None
    prompt: str | None = None
    """For the person who performs the act."""
    offers: tuple[Offer, ...] | None = None
    """For the player whose decision it is."""


@dataclass(frozen=True)
class HandView(Sparse):
    """A hand on the table, its cards only for those who may see them."""

    player: str
    wagers: Mapping[str, int]
    count: int
    coupon: int | None = None
    """The face of the match play coupon beside the hand's first wager."""
    cards: Cards | None = None
    picked: Cards | None = None
    """The cards that a choice has turned up, for those who see all the cards of the hand."""
    shown: Cards | None = None
    """The same, for those who see no other card of the hand."""


@dataclass(frozen=True)
class DealerView(Sparse):
    """The dealer's hand."""

    count: int
    cards: Cards | None = None


@dataclass(frozen=True)
class RoundView(Sparse):
    """The round in play."""

    number: int
    hands: Mapping[int, HandView]
    dealer: DealerView
    community: Cards
    set_aside: Cards
    burned: int
    undealt: int
    left_exposed: int | Literal["dealer"] | None = None
    """The seat of the hand that is left on the table as the best so far."""
    burned_cards: Cards | None = None
    """For readers of the record."""


@dataclass(frozen=True)
class LastHandView(Sparse):
    """A hand of the last round: its cards only if they were turned up."""

    player: str
    results: tuple[WagerResult, ...]
    cards: Cards | None = None
    shown: Cards | None = None
    """The cards that a choice turned up, where the others were not."""


@dataclass(frozen=True)
class LastRoundView(Sparse):
    """How the round before ended."""

    number: int
    hands: Mapping[int, LastHandView]
    community: Cards
    dealer: Cards | None = None
    irregularities: tuple[str, ...] | None = None


@dataclass(frozen=True)
class EquipmentView:
    """Decks and devices, for the staff; never an order of cards."""

    deck: str | None
    shoe_secured: bool
    shuffler: str | None
    cover_cards: tuple[str, ...]
    deck_in_hand: str | None
    cards_drawn_in_error: int
    rack: tuple[tuple[str, int], ...]
    rounds_since_count: int


@dataclass(frozen=True)
class TableView(Sparse):
    """The table as one person sees it."""

    game: str
    phase: Phase
    seats: Mapping[int, str]
    bets: Mapping[int, Mapping[str, int]]
    rounds: int
    due: tuple[TaskView, ...]
    coupons: Mapping[int, int] | None = None
    """The face of the match play coupon at each position that has one."""
    commitment: str | None = None
    """Made to the order of the deck before the bets close; anybody may note it down."""
    hands_dealt: int | None = None
    equipment: EquipmentView | None = None
    round: RoundView | None = None
    last: LastRoundView | None = None
    chips: int | None = None
    """The viewing player's own, at this table."""
    balances: Mapping[str, int] | None = None


class IdentityKey:
    """An object as the key of a cache: only the object itself is equal, never one like it."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


def view(state: TableState, role: str, name: str = "") -> TableView:
    """The table as one person sees it. `role` is a role's name, or one of those above.

    Many people look at one table after each act, so what everybody sees is made once for all
    of them, and only what is a role's or a player's own is added; a test holds the result
    against the whole view.
    """
    if role == RECORD_READER:
        return view_whole(state, role)
    tasks, common = _view_common(IdentityKey(state))
    own: dict[str, Any] = {}
    if any(task.by.value == role for task in tasks):
        own["due"] = tuple(
            _view_task(state, task, role, name) if task.by.value == role else public
            for task, public in zip(tasks, common.due, strict=True)
        )
    if role == Role.PLAYER.value:
        own["chips"] = state.rack_of(name)
        own["round"] = _view_round_as_player(state, common.round, name)
    elif role in STAFF:
        own["equipment"] = _view_equipment(state)
        own["balances"] = state.balances if role in WATCHES_MONEY else None
    return replace_fast(common, **own) if own else common


def _view_round_as_player(
    state: TableState, common: RoundView | None, name: str
) -> RoundView | None:
    """The round with the player's own hands in the place of what everybody sees of them."""
    if common is None or state.round is None:
        return None
    own = {
        seat: _view_hand(state, state.round, hand, Role.PLAYER.value, name)
        for seat, hand in state.round.hands.items()
        if hand.player == name
    }
    return replace_fast(common, hands={**common.hands, **own}) if own else common


@lru_cache(maxsize=256)
def _view_common(key: IdentityKey) -> tuple[tuple[Task, ...], TableView]:
    """The tasks that are due at a table, and its view for spectators."""
    state: TableState = key.thing
    return due(state), view_whole(state, SPECTATOR)


def view_whole(state: TableState, role: str, name: str = "") -> TableView:
    """The same for every role, from nothing."""
    game, options = state.setup.game, state.setup.options
    round_, last = state.round, state.last_round
    return TableView(
        game.id,
        state.phase,
        state.seats,
        state.bets,
        state.rounds,
        tuple(_view_task(state, task, role, name) for task in due(state)),
        coupons=state.coupons or None,
        commitment=state.seal.commitment or None,
        hands_dealt=len(round_.hands) + 1 if round_ and game.shows_hand_count(options) else None,
        equipment=_view_equipment(state) if role in STAFF else None,
        round=None if round_ is None else _view_round(state, round_, role, name),
        last=None if last is None else _view_last(IdentityKey(last), IdentityKey(game.script)),
        chips=state.rack_of(name) if role == Role.PLAYER.value else None,
        balances=state.balances if role in WATCHES_MONEY else None,
    )


def _view_task(state: TableState, task: Task, role: str, name: str) -> TaskView:
    """An act that is due; with its prompt for its performer, and the offers for its player."""
    clauses, words, offers = task.clauses, None, None
    if role == task.by.value and task.act != "decide":
        words = prompt(state, task)
        clauses += list_prompt_clauses(state, task)
    hand = state.round.hands.get(task.seat or 0) if state.round else None
    own = hand is not None and role == Role.PLAYER.value and name == hand.player
    if own and hand is not None and task.act == "decide":
        offers = state.setup.game.script.offers(state.setup.options, hand, task)
    return TaskView(
        task.act, task.by.value, clauses, task.seat, task.wager, task.stage, words, offers
    )


def _view_equipment(state: TableState) -> EquipmentView:
    kit, equipment = state.kit, state.setup.equipment
    return EquipmentView(
        deck=equipment.backs[state.in_use] if state.decks else None,
        shoe_secured=kit.secured,
        shuffler=kit.shuffler.value if equipment.by_device else None,
        cover_cards=kit.cover,
        deck_in_hand=kit.holding or None,
        cards_drawn_in_error=state.drawn,
        rack=tuple((owner, len(cards)) for owner, cards in state.rack),
        rounds_since_count=state.rounds_since_count,
    )


def _view_round(state: TableState, round_: RoundState, role: str, name: str) -> RoundView:
    sees_dealer = round_.dealer_revealed or role == RECORD_READER
    left = round_.left_exposed
    return RoundView(
        round_.number,
        {seat: _view_hand(state, round_, hand, role, name) for seat, hand in round_.hands.items()},
        DealerView(len(round_.dealer), round_.dealer if sees_dealer else None),
        round_.community,
        round_.set_aside,
        len(round_.burned),
        len(state.stock),
        left_exposed=left if left is None else left or "dealer",
        burned_cards=round_.burned if role == RECORD_READER else None,
    )


@lru_cache(maxsize=2048)
def _view_last(key: IdentityKey, rules: IdentityKey) -> LastRoundView:
    """How the round before ended: what was turned up, and every wager's result.

    It is the same for everybody until the next round ends.
    """
    round_: RoundState = key.thing
    script: Script[Any, Any] = rules.thing
    settlement, irregularity = round_.settlement, round_.irregularity
    settled = {hand.seat: hand.results for hand in settlement.hands} if settlement else {}
    return LastRoundView(
        round_.number,
        {
            seat: LastHandView(
                hand.player, tuple(settled.get(seat, ())), *_turned_up(script, round_, hand)
            )
            for seat, hand in round_.hands.items()
        },
        round_.community,
        round_.dealer if round_.dealer_revealed else None,
        tuple(each.kind.value for each in irregularity.everything()) if irregularity else None,
    )


def _turned_up(
    script: Script[Any, Any], round_: RoundState, hand: Hand[Any]
) -> tuple[Cards | None, Cards | None]:
    """The cards of a hand that everybody saw: all of them, or those that a choice turned up."""
    if hand.seat in round_.revealed:
        return script.arrange(hand), None
    return None, script.open_cards(hand) or None


def _view_hand(
    state: TableState, round_: RoundState, hand: Hand[Any], role: str, name: str
) -> HandView:
    sees = sees_hand(state, round_, hand, role, name)
    return _view_hand_once(IdentityKey(hand), IdentityKey(state.setup.game.script), sees)


def sees_hand(state: TableState, round_: RoundState, hand: Hand[Any], role: str, name: str) -> bool:
    """Whether the cards of a hand lie open to this person."""
    own = role == Role.PLAYER.value and name == hand.player
    return hand.seat in round_.revealed or role == RECORD_READER or (own and may_look(state, hand))


@lru_cache(maxsize=4096)
def _view_hand_once(key: IdentityKey, rules: IdentityKey, sees: bool) -> HandView:  # noqa: FBT001
    """A hand with or without its cards; cached, because most events change only one hand."""
    hand: Hand[Any] = key.thing
    script: Script[Any, Any] = rules.thing
    turned_up = script.open_cards(hand) or None
    return HandView(
        hand.player,
        hand.wagers,
        len(hand.cards),
        coupon=next(iter(hand.coupons.values()), None),
        cards=script.arrange(hand) if sees else None,
        picked=turned_up if sees else None,
        shown=None if sees else turned_up,
    )


def may_look(state: TableState, hand: Hand[Any]) -> bool:
    """Whether a player may look at this hand of their own now.

    Where the game lets them, once all cards are dealt; an additional hand only when
    every hand of theirs is decided, in a game where those are bet unseen.
    """
    look = LookAtHand(Actor(Role.PLAYER, hand.player), hand.seat)
    return next(check(state, look), None) is None
