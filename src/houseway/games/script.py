"""The script of a round: every act in its order, who performs it, and by which clause.

A game writes its script from the seats that bet. The table takes the acts one
by one, from people or by itself; what a player chooses may strike acts out or
put others in front.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.games.dealing import DEALER, Method, Recipe, recipients
from houseway.games.forms import Offer
from houseway.games.handling import Handling
from houseway.games.procedure import Act, Step
from houseway.games.results import Settlement
from houseway.games.rounds import Hand, Round
from houseway.rulebook import Citation, Refusal

O = TypeVar("O")  # noqa: E741  # the options of a game
A = TypeVar("A")  # the actions of a hand


class By(StrEnum):
    """Who performs an act."""

    DEALER = "dealer"
    PLAYER = "player"
    FLOORPERSON = "floorperson"
    DEVICE = "device"


class Task(NamedTuple):
    """One act that is due at the table. A named tuple, because a round makes a hundred."""

    act: str
    clauses: Citation
    by: By = By.DEALER
    seat: int | None = None
    wager: str | None = None
    stage: str | None = None
    """The decision that is asked for."""
    words: str = ""
    cents: int = 0
    """What is paid, where the act is a payment."""

    def __str__(self) -> str:
        where = "" if self.seat is None else f" at seat {self.seat}"
        where = " to the dealer" if self.seat == DEALER else where
        what = (self.wager or self.stage or "").replace("_", " ")
        return " ".join(filter(None, [self.act.replace("_", " "), what])) + where


def may_always_look(
    _options: Any, _own: tuple[Hand[Any], ...], _hand: Hand[Any]
) -> Iterator[Refusal]:
    """A game in which a player looks at his cards as soon as they are dealt."""
    yield from ()


@dataclass(frozen=True)
class Script(Generic[O, A]):
    """What the table needs of a game to run a round of it."""

    no_actions: A
    """The actions of a hand that has not acted."""
    play: Callable[[O, tuple[Hand[A], ...]], tuple[Task, ...]]
    """The acts between the deal and the dealer's reveal."""
    check_choice: Callable[[O, Hand[A], Task, Any], Iterator[Refusal]]
    """Refusals of a player's choice at a decision that is due."""
    choose: Callable[[Hand[A], Task, Any], A]
    """The hand's actions once the choice is made."""
    decided: Callable[[Hand[A]], bool]
    """Whether a hand has nothing more to decide, so that later questions are struck out."""
    placed: Callable[[O, Hand[A]], Mapping[str, int]]
    """The wagers that a hand's choices have put down after the deal."""
    timeout: Callable[[Hand[A], Task], Any]
    """The choice that is taken for a player who does not act."""
    offers: Callable[[O, Hand[A], Task], tuple[Offer, ...]]
    """What a player may choose at a decision, with what each choice costs."""
    at_once: Callable[[O, Hand[A], Task], tuple[Step, ...]] = lambda _options, _hand, _task: ()
    """Steps that a choice brings on at once: a bonus settled, a fold collected."""
    check_look: Callable[[O, tuple[Hand[A], ...], Hand[A]], Iterator[Refusal]] = may_always_look
    """Refusals of a player's look at one of his own hands, once all cards are dealt."""
    shown: Callable[[Hand[A]], A] = lambda hand: hand.actions
    """The actions of a hand that the dealer has turned up before its decision."""
    dealer_completes: Callable[[int, bool], bool] = lambda _count, _before_burn: False
    """Whether a dealer with so many cards may take those he lacks, before or after a burn."""
    bets_closed: Callable[[O, tuple[Hand[A], ...]], O] = lambda options, _hands: options
    """The options as they stand once bets are closed: a meter has grown."""
    round_closed: Callable[[O, Round[A], Settlement], O] = lambda options, _round, _settled: options
    """The options as they stand after a round: a meter has paid."""
    arrange: Callable[[Hand[A]], tuple[Card, ...]] = lambda hand: hand.cards
    """A hand's cards as its player laid them out."""
    open_cards: Callable[[Hand[A]], tuple[Card, ...]] = lambda _hand: ()
    """Cards that a choice has turned up before the hand is revealed."""
    carry: Callable[[O], Any] = lambda _options: None
    """What the options carry from round to round, as JSON: a meter; None for nothing."""
    restore: Callable[[O, Any], O] = lambda options, _carried: options
    """The options with what was carried put back."""
    dealer_waits: Callable[[O], bool] = lambda _options: False
    """Whether an automated shoe keeps the dealer's stack until every player has decided."""
    exposed_at: Callable[[str | None], str | None] = lambda _stage: None
    """The stage that an exposed card of the dealer is ruled on by, from the next decision's
    stage; None where every decision is made."""
    face_up_at: Callable[[bool], str | None] = lambda _initial: None
    """The stage that cards found face up are ruled on by: in the initial deal, or after it."""
    stage_words: Mapping[str, str] = field(default_factory=dict)
    """When each decision comes, in words, where a player is asked more than once."""
    stub_after_board: bool = False
    """Whether the stub is racked after the community cards, not after the hands."""
    any_order: bool = False
    """Whether the decisions of a stage may come in any order."""


def deal_tasks(
    recipe: Recipe, handling: Handling, method: Method, seats: list[int]
) -> tuple[Task, ...]:
    """One task a card, or one a stack, from the dealer's far left and to the dealer last."""
    clauses = handling.by(method).order
    order = [*sorted(seats), DEALER]
    if method is Method.AUTOMATED_SHOE:
        return tuple(Task("deal_stack", clauses, seat=seat) for seat in order)
    return tuple(Task("deal", clauses, seat=seat) for seat in recipients(recipe, method, order))


def task_of(step: Step) -> Task:
    """A step of the settlement as a task."""
    return Task(
        step.act,
        step.clauses,
        seat=step.seat,
        wager=step.wager,
        words=step.words,
        cents=step.cents,
    )


MONEY_ACTS = {Act.PAY, Act.COLLECT, Act.RETURN}
