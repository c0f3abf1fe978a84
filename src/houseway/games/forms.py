"""How a player answers an offer: press a button, pick places, or split a hand into groups.

A form is data. Terminal, page, robots and prose render it; none of them asks for the name
of a stage or of a choice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from houseway.cards import Card

Places = tuple[int, ...]
"""Places in a hand as it was dealt, from 1."""


@dataclass(frozen=True, slots=True)
class Button:
    """The choice itself is the answer."""

    kind: Literal["button"] = "button"


@dataclass(frozen=True, slots=True)
class PickPlaces:
    """Pick some of the cards by their places; the answer is the list of places."""

    count: int
    of: int
    kind: Literal["pick_places"] = "pick_places"


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a hand that is split."""

    name: str
    label: str
    size: int


@dataclass(frozen=True, slots=True)
class Partition:
    """Split the hand into groups; the answer names the cards of each group.

    `allowed` lists every split that the rules allow, as the places of each group.
    """

    groups: tuple[Group, ...]
    allowed: tuple[tuple[Places, ...], ...]
    kind: Literal["partition"] = "partition"


Form = Button | PickPlaces | Partition
BUTTON = Button()


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice that is open to a player, the wager it puts down, and how it is answered."""

    choice: str
    wager: str | None = None
    cents: int = 0
    label: str = ""
    """What a button says; the choice itself where it is empty."""
    form: Form = BUTTON

    @property
    def words(self) -> str:
        return self.label or self.choice.replace("_", " ")


def list_answers(offer: Offer, cards: Sequence[Card]) -> Iterator[Any]:
    """Every answer that takes up an offer, as a player sends it."""
    form = offer.form
    if isinstance(form, PickPlaces):
        for places in combinations(range(1, form.of + 1), form.count):
            yield list(places)
    elif isinstance(form, Partition):
        for split in form.allowed:
            yield answer_partition(offer, [[cards[n - 1] for n in group] for group in split])
    else:
        yield offer.choice


def answer_partition(offer: Offer, groups: Sequence[Sequence[Card]]) -> dict[str, Any]:
    """The answer that splits a hand into these groups."""
    form = offer.form
    assert isinstance(form, Partition), "only a partition is answered by groups"
    named = zip(form.groups, groups, strict=True)
    return {
        "decision": offer.choice,
        **{group.name: [str(card) for card in cards] for group, cards in named},
    }


def describe_answer(answer: Any) -> str:
    """An answer of any form in words: "fold", "places 1, 3 and 5", "play, As Kd 9c high"."""
    if isinstance(answer, Mapping):
        groups = [
            f"{' '.join(map(str, cards))} {name.replace('_', ' ')}"
            for name, cards in answer.items()
            if isinstance(cards, list | tuple)
        ]
        decision = str(answer.get("decision", "")).replace("_", " ")
        return ", ".join(filter(None, [decision, " and ".join(groups)]))
    if isinstance(answer, list | tuple):
        return "places " + ", ".join(map(str, answer))
    return str(answer).replace("_", " ")
