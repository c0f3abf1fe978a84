"""Irregularities as they are described to settlement, and what a game rules on them.

Here is only what the three games share: the description. Each game says what
its own text makes of it, as a `Ruling`.
"""

from dataclasses import dataclass
from enum import StrEnum

from houseway.games.reading import Fields, read_choice, read_whole, show
from houseway.rulebook import Citation, Malformed


class Kind(StrEnum):
    """What can go wrong with cards and devices during a round."""

    FACE_UP_CARDS = "face_up_cards"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    INCORRECT_NUMBER_OF_CARDS = "incorrect_number_of_cards"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    STUB_COUNT = "stub_count"
    SHUFFLER_FAULT = "shuffler_fault"
    SHOE_FAULT = "shoe_fault"


STAGES = (
    "initial_deal",
    "after_initial_deal",
    "preflop",
    "flop",
    "river",
    "decision",
    "after_all_acted",
    "before_dealer_reveal",
    "after_dealer_reveal",
)
DETAILS = ("who", "seat", "count", "stage", "cards_in_deck", "misdealt", "correctable", "deck")


@dataclass(frozen=True)
class Irregularity:
    """What happened. A detail that the kind does not need is None."""

    kind: Kind
    who: str | None = None
    seat: int | None = None
    count: int | None = None
    stage: str | None = None
    cards_in_deck: int | None = None
    misdealt: bool | None = None
    correctable: bool | None = None
    deck: str | None = None


@dataclass(frozen=True)
class Ruling:
    """What an irregularity does: which hands are void, what survives, and by which clause."""

    clauses: Citation = ()
    all_void: bool = False
    void_seats: frozenset[int] = frozenset()
    trips_survive: bool = False
    during_deal: bool = False
    """Whether it happens while cards are dealt, when nothing can have been settled yet."""

    def voids(self, seat: int) -> bool:
        return self.all_void or seat in self.void_seats

    @property
    def dealer_stands(self) -> bool:
        return not self.all_void


NOTHING_WRONG = Ruling()


def read_irregularity(value: object) -> Irregularity | None:
    """The irregularity of a described round, or None."""
    if value is None:
        return None
    fields = Fields(value, "The irregularity")
    kinds = [kind.value for kind in Kind]
    kind = Kind(read_choice(fields.take("type"), "The irregularity's type", kinds))
    who, stage, deck = (fields.take(name, None) for name in ("who", "stage", "deck"))
    whole = {
        name: None if value is None else read_whole(value, f"The irregularity's {name}")
        for name in ("seat", "count", "cards_in_deck")
        for value in [fields.take(name, None)]
    }
    found = Irregularity(
        kind,
        who=who and read_choice(who, "The irregularity's who", ("player", "dealer")),
        stage=stage and read_choice(stage, "The irregularity's stage", STAGES),
        deck=deck and read_choice(deck, "The irregularity's deck", ("idle", "in_play")),
        misdealt=_read_flag(fields, "misdealt"),
        correctable=_read_flag(fields, "correctable"),
        **whole,
    )
    fields.finish()
    _require_details(found)
    return found


def _read_flag(fields: Fields, name: str) -> bool | None:
    value = fields.take(name, None)
    if value is not None and not isinstance(value, bool):
        raise Malformed(f"The irregularity's {name} must be true or false, not {show(value)}.")
    return value


def _require_details(found: Irregularity) -> None:
    """What a ruling turns on must be said: guessing it would move money."""
    needed: dict[Kind, tuple[str, ...]] = {
        Kind.FACE_UP_CARDS: ("count",),
        Kind.INCORRECT_NUMBER_OF_CARDS: ("who",),
        Kind.STUB_COUNT: ("cards_in_deck",),
    }
    lacking = [name for name in needed.get(found.kind, ()) if getattr(found, name) is None]
    if found.kind is Kind.INCORRECT_NUMBER_OF_CARDS:
        detail = "seat" if found.who == "player" else "count"
        lacking += [detail] if getattr(found, detail) is None else []
    if lacking:
        raise Malformed(f"The irregularity {found.kind.value} needs {', '.join(lacking)}.")
