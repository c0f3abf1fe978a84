"""What a table shows, as models for the description of the API.

The views and the news are made by the table; here is only their form. A field that
somebody may not see is absent, so nearly all of them may be. Events are generated from the
table's own list of what is told, so that the description cannot fall behind.
"""

import typing
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from houseway.games.script import Offer
from houseway.table import events
from houseway.table.news import TOLD, TOLD_TO_STAFF
from houseway.table.wire import EVENTS
from houseway.web.models import CARD

CardName = Annotated[str, Field(pattern=CARD)]


class Due(BaseModel):
    """An act that is due."""

    act: str
    by: str
    seat: int | None = None
    wager: str | None = None
    stage: str | None = None
    clauses: list[str]
    prompt: str | None = None
    """For who performs it."""
    offers: list[Offer] | None = None
    """For whose decision it is."""


class SeenHand(BaseModel):
    """A hand as it lies on the table: its cards only for who may see them."""

    player: str
    wagers: dict[str, int]
    coupon: int | None = None
    """The face of the match play coupon beside the ante."""
    count: int
    cards: list[CardName] | None = None
    shown: list[CardName] | None = None
    """The three cards that a 3 card bonus bettor has turned up."""
    picked: list[CardName] | None = None
    """The same, for who sees all the cards of the hand."""


class SeenDealer(BaseModel):
    count: int
    cards: list[CardName] | None = None


class SeenRound(BaseModel):
    """The round in play."""

    number: int
    hands: dict[str, SeenHand]
    dealer: SeenDealer
    community: list[CardName]
    set_aside: list[CardName]
    burned: int
    undealt: int
    left_exposed: int | str | None = None
    burned_cards: list[CardName] | None = None
    """For auditors."""


class SeenResult(BaseModel):
    """How a wager of the last round ended."""

    wager: str
    stake: int
    net: int
    outcome: str
    clauses: list[str]


class LastHand(BaseModel):
    """A hand of the last round: its cards only if they were turned up."""

    player: str
    cards: list[CardName] | None = None
    shown: list[CardName] | None = None
    """The three cards of a 3 card bonus, where the others were not turned up."""
    results: list[SeenResult]


class LastRound(BaseModel):
    """How the round before ended."""

    number: int
    hands: dict[str, LastHand]
    community: list[CardName]
    dealer: list[CardName] | None = None
    irregularities: list[str] | None = None


class SeenEquipment(BaseModel):
    """Decks and devices, for the staff; never an order of cards."""

    deck: str | None
    shoe_secured: bool
    shuffler: str | None
    cover_cards: list[str]
    deck_in_hand: str | None
    cards_drawn_in_error: int
    rack: list[tuple[str, int]]
    rounds_since_count: int


class RunningClock(BaseModel):
    """What a clock is for, and the milliseconds that it has left."""

    for_: list[str] = Field(alias="for")
    ms: int


class View(BaseModel):
    """The table as one person sees it. What is hidden is absent."""

    table: str
    seq: int
    """The number of the last record of the table."""
    game: str
    phase: Literal["closed", "preparing", "betting", "round"]
    seats: dict[str, str]
    bets: dict[str, dict[str, int]]
    rounds: int
    due: list[Due]
    clocks: list[RunningClock]
    ready: list[str]
    dealer_is: Literal["automated", "human"]
    coupons: dict[str, int] | None = None
    """The face of the match play coupon beside each ante, where there is one."""
    commitment: str | None = None
    hands_dealt: int | None = None
    equipment: SeenEquipment | None = None
    round: SeenRound | None = None
    last: LastRound | None = None
    chips: int | None = None
    """One's own, at this table."""
    balances: dict[str, int] | None = None


MORE: dict[type[events.Event], dict[str, Any]] = {
    events.DecksReceived: {"decks": int},
    events.CardsRacked: {"count": int},
    events.CardsDealt: {"count": int, "cards": list[CardName] | None},
    events.HandRevealed: {"cards": list[CardName] | None},
    events.Chosen: {"choice": Any},
}
"""What the news say beside the event's own fields."""


def _type_of(name: str, hint: Any) -> Any:
    return CardName if name == "card" else hint


def _model_of(name: str, kind: type[events.Event], *, on_record: bool) -> type[BaseModel]:
    hints, all_told = typing.get_type_hints(kind), TOLD.get(kind)
    fields: dict[str, Any] = {"type": (Literal[name], ...)}
    if on_record:  # where it stands there, and when it happened
        fields |= {"seq": (int, ...), "at": (int, ...)}
    fields |= {"clauses": (list[str], ...), "by": (str, ...)}
    for field in dict.fromkeys((*(all_told or ()), *TOLD_TO_STAFF.get(kind, ()))):
        everybody = all_told is None or field in all_told
        told = _type_of(field, hints[field])
        fields[field] = (told, ...) if everybody else (told | None, None)
    for field, told in MORE.get(kind, {}).items():
        fields[field] = (told, None if type(None) in typing.get_args(told) else ...)
    return create_model(
        f"{kind.__name__}{'Event' if on_record else 'News'}",
        __config__=ConfigDict(extra="forbid"),
        __doc__=(kind.__doc__ or kind.__name__).strip().partition("(clauses")[0],
        **fields,
    )


def _models(*, on_record: bool) -> tuple[type[BaseModel], ...]:
    told = ((name, kind) for name, kind in EVENTS.items() if kind in TOLD or kind in TOLD_TO_STAFF)
    return tuple(_model_of(name, kind, on_record=on_record) for name, kind in told)


if typing.TYPE_CHECKING:
    AnyEvent = BaseModel
    AnyNews = BaseModel
else:  # made from lists, which a type checker cannot follow
    AnyEvent = Annotated[
        typing.Union[_models(on_record=True)],  # noqa: UP007
        Field(discriminator="type"),
    ]
    AnyNews = Annotated[
        typing.Union[_models(on_record=False)],  # noqa: UP007
        Field(discriminator="type"),
    ]
