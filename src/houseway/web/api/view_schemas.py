"""What a table shows, as types for the description of the API.

Views are the table's own types, with what the house adds. Events are generated from the
table's own list of public fields, so that the description cannot fall behind.
"""

import typing
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from typing_extensions import TypedDict  # the form that Pydantic reads before Python 3.12

from houseway.codec import CARD_PATTERN
from houseway.table import events
from houseway.table.event_views import PUBLIC_FIELDS, STAFF_FIELDS
from houseway.table.views import TableView
from houseway.table.wire import EVENTS

CardName = Annotated[str, Field(pattern=CARD_PATTERN)]


RunningClock = TypedDict("RunningClock", {"for": tuple[str, ...], "ms": int})
"""What a clock is for, and the milliseconds that it has left."""


@dataclass(frozen=True, kw_only=True)
class View(TableView):
    """The table as one person sees it. What is hidden is absent."""

    table: str
    seq: int
    """The number of the last record of the table."""
    clocks: tuple[RunningClock, ...]
    ready: tuple[str, ...]
    dealer_is: Literal["automated", "human"]


MORE: dict[type[events.Event], dict[str, Any]] = {
    events.DecksReceived: {"decks": int},
    events.CardsRacked: {"count": int},
    events.CardsDealt: {"count": int, "cards": list[CardName] | None},
    events.HandRevealed: {"cards": list[CardName] | None},
    events.Chosen: {"choice": Any},
}
"""Fields of the news that the event itself does not have."""


def _type_of(name: str, hint: Any) -> Any:
    return CardName if name == "card" else hint


def _model_of(name: str, kind: type[events.Event], *, on_record: bool) -> type[BaseModel]:
    hints, public = typing.get_type_hints(kind), PUBLIC_FIELDS.get(kind)
    fields: dict[str, Any] = {"type": (Literal[name], ...)}
    if on_record:  # where it stands there, and when it happened
        fields |= {"seq": (int, ...), "at": (int, ...)}
    fields |= {"clauses": (list[str], ...), "by": (str, ...)}
    for field in dict.fromkeys((*(public or ()), *STAFF_FIELDS.get(kind, ()))):
        everybody = public is None or field in public
        hint = _type_of(field, hints[field])
        fields[field] = (hint, ...) if everybody else (hint | None, None)
    for field, hint in MORE.get(kind, {}).items():
        fields[field] = (hint, None if type(None) in typing.get_args(hint) else ...)
    return create_model(
        f"{kind.__name__}{'Event' if on_record else 'News'}",
        __config__=ConfigDict(extra="forbid"),
        __doc__=(kind.__doc__ or kind.__name__).strip().partition("(clauses")[0],
        **fields,
    )


def _models(*, on_record: bool) -> tuple[type[BaseModel], ...]:
    visible = (
        (name, kind)
        for name, kind in EVENTS.items()
        if kind in PUBLIC_FIELDS or kind in STAFF_FIELDS
    )
    return tuple(_model_of(name, kind, on_record=on_record) for name, kind in visible)


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
