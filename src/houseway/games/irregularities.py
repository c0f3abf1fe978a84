"""Irregularities as they are described to settlement, and what a game rules on them.

Only the description is shared. Each game says what its own text makes of it, as a
`Ruling`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from houseway.games.fields import Fields, read_choice, read_whole, show
from houseway.rulebook import Citation, Malformed, join


class Kind(StrEnum):
    """What can go wrong with cards and devices during a round."""

    FACE_UP_CARDS = "face_up_cards"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    INCORRECT_NUMBER_OF_CARDS = "incorrect_number_of_cards"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    STUB_COUNT = "stub_count"
    SHUFFLER_FAULT = "shuffler_fault"
    SHOE_FAULT = "shoe_fault"


# The details that each kind may have, and those it must have: a guess would move money.
DETAILS: dict[Kind, tuple[str, ...]] = {
    Kind.FACE_UP_CARDS: ("count", "stage"),
    Kind.CARD_DRAWN_IN_ERROR: (),
    Kind.INCORRECT_NUMBER_OF_CARDS: ("who", "seat", "count", "correctable"),
    Kind.DEALER_CARD_EXPOSED: ("stage",),
    Kind.STUB_COUNT: ("cards_in_deck", "misdealt"),
    Kind.SHUFFLER_FAULT: ("deck",),
    Kind.SHOE_FAULT: (),
}
NEEDED: dict[Kind, tuple[str, ...]] = {
    Kind.FACE_UP_CARDS: ("count",),
    Kind.INCORRECT_NUMBER_OF_CARDS: ("who",),
    Kind.STUB_COUNT: ("cards_in_deck",),
}


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
    also: tuple["Irregularity", ...] = ()
    """What else went wrong in the same round, before this."""

    def everything(self) -> tuple["Irregularity", ...]:
        """All that went wrong, in the order it was found."""
        return (*self.also, replace(self, also=()))

    def after(self, earlier: "Irregularity | None") -> "Irregularity":
        """This, found after something else in the same round."""
        return replace(self, also=earlier.everything() if earlier else ())


@dataclass(frozen=True)
class Ruling:
    """What an irregularity does: which hands are void, what survives, and by which clause."""

    clauses: Citation = ()
    all_void: bool = False
    void_seats: frozenset[int] = frozenset()
    surviving: frozenset[str] = frozenset()
    """Wagers that are settled on the completed board although the hands are void."""
    during_deal: bool = False
    """Whether it happens while cards are dealt, when nothing can have been settled yet."""

    def voids(self, seat: int) -> bool:
        return self.all_void or seat in self.void_seats

    @property
    def dealer_stands(self) -> bool:
        return not self.all_void


NOTHING_WRONG = Ruling()


def rule_on_everything(
    irregularity: Irregularity | None,
    stages: Sequence[str],
    rule: Callable[[Irregularity], Ruling],
) -> Ruling:
    """One ruling on all that went wrong: a wager survives if no ruling voids it.

    Refuses a stage that is not one of the game's.
    """
    if irregularity is None:
        return NOTHING_WRONG
    parts = irregularity.everything()
    for part in parts:
        if part.stage is not None:
            _read_word(part.stage, "stage", stages)
    rulings = [rule(part) for part in parts]
    if len(rulings) == 1:
        return rulings[0]
    void = [ruling for ruling in rulings if ruling.all_void]
    survivors = [ruling.surviving for ruling in void]
    return Ruling(
        join(*(ruling.clauses for ruling in rulings)),
        all_void=bool(void),
        void_seats=frozenset[int]().union(*(ruling.void_seats for ruling in rulings)),
        surviving=frozenset.intersection(*survivors) if survivors else frozenset(),
        during_deal=any(ruling.during_deal for ruling in void),
    )


def read_irregularity(value: object) -> Irregularity | None:
    """The irregularity of a described round, or None."""
    if value is None:
        return None
    fields = Fields(value, "The irregularity")
    kind = Kind(_read_word(fields.take("type"), "type", [kind.value for kind in Kind]))
    stated = {name: fields.take(name) for name in DETAILS[kind] if fields.has(name)}
    fields.finish(remarks=("note",))
    details = {name: _READERS[name](value, name) for name, value in stated.items()}
    irregularity = Irregularity(kind, **details)
    _require(irregularity, NEEDED.get(kind, ()))
    if kind is Kind.INCORRECT_NUMBER_OF_CARDS:
        _require(irregularity, ("seat",) if irregularity.who == "player" else ("count",))
    return irregularity


def _require(irregularity: Irregularity, names: tuple[str, ...]) -> None:
    missing = [name for name in names if getattr(irregularity, name) is None]
    if missing:
        raise Malformed(f"The irregularity {irregularity.kind.value} needs {', '.join(missing)}.")


def _read_word(value: object, name: str, words: Sequence[str]) -> str:
    return read_choice(value, f"The irregularity's {name}", words)


def _read_stage(value: object, name: str) -> str:
    """A word; each game checks it against its own stages."""
    if not isinstance(value, str):
        raise Malformed(f"The irregularity's {name} is {show(value)}; it must be a word.")
    return value


def _read_count(value: object, name: str) -> int:
    return read_whole(
        value, f"The irregularity's {name}", least=0 if name == "cards_in_deck" else 1
    )


def _read_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(f"The irregularity's {name} must be true or false, not {show(value)}.")
    return value


_READERS: dict[str, Callable[[object, str], Any]] = {
    "who": lambda value, name: _read_word(value, name, ("player", "dealer")),
    "stage": _read_stage,
    "deck": lambda value, name: _read_word(value, name, ("idle", "in_play")),
    "seat": _read_count,
    "count": _read_count,
    "cards_in_deck": _read_count,
    "misdealt": _read_flag,
    "correctable": _read_flag,
}
