"""Decisions on the panel: each offer by its form.

A page knows three forms and no game: a button, cards picked by their places, and a hand that
is split into groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card
from houseway.games.contract import Game
from houseway.games.forms import Group, Offer, Partition, PickPlaces, answer_partition
from houseway.table.views import TableView, TaskView
from houseway.web.cards import money

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class PickForm:
    """Cards to be picked by their places."""

    legend: str
    label: str
    count: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class SplitForm:
    """A hand to be split into groups; every split that is allowed, with the answer it makes."""

    legend: str
    label: str
    hint: str
    groups: tuple[Group, ...]
    cards: tuple[str, ...]
    splits: list[dict[str, Any]]


@dataclass(frozen=True)
class Decision:
    """A decision of this player's."""

    task: TaskView
    round: int
    legend: str
    buttons: tuple[Offer, ...]
    """Offers that are taken up by one press."""
    pick_form: PickForm | None
    split_form: SplitForm | None


def list_decisions(game: Game[Any, Any], view: TableView) -> list[Decision]:
    """The decisions that this view asks its player for."""
    return [_decision(game, view, task) for task in view.due if task.offers is not None]


def _decision(game: Game[Any, Any], view: TableView, task: TaskView) -> Decision:
    assert view.round is not None
    assert task.seat is not None
    cards = view.round.hands[task.seat].cards or ()
    buttons, pick_form, split_form = [], None, None
    for offer in task.offers or ():
        if isinstance(offer.form, PickPlaces):
            pick_form = _pick_form(offer.form)
        elif isinstance(offer.form, Partition):
            split_form = _split_form(game, offer, offer.form, cards)
        else:
            buttons.append(offer)
    legend = _legend(game, task.stage or "", pick_form or split_form)
    return Decision(task, view.round.number, legend, tuple(buttons), pick_form, split_form)


def _legend(game: Game[Any, Any], stage: str, form: PickForm | SplitForm | None) -> str:
    if form is not None:
        return form.legend
    when = game.script.stage_words.get(stage)
    return f"Your decision, {when}" if when else "Your decision"


def label_offer(offer: Offer) -> str:
    """What the button of an offer says, with the wager that it puts down."""
    words = offer.words[:1].upper() + offer.words[1:]
    return f"{words} {money(offer.cents)}" if offer.cents else words


def _pick_form(form: PickPlaces) -> PickForm:
    number = _number(form.count)
    return PickForm(
        legend=f"Pick {number} of your cards, unseen",
        label=f"These {number}",
        count=form.count,
        places=tuple(range(1, form.of + 1)),
    )


def _split_form(
    game: Game[Any, Any], offer: Offer, form: Partition, cards: Sequence[Card]
) -> SplitForm | None:
    if not cards:
        return None  # not looked at yet
    splits = []
    for places in form.allowed:
        groups = [tuple(cards[place - 1] for place in group) for group in places]
        named = {group.name: chosen for group, chosen in zip(form.groups, groups, strict=True)}
        answer = answer_partition(offer, groups)
        splits.append({"answer": answer, "words": game.describe_groups(named)})
    parts = ", ".join(f"{_number(group.size)} {group.label.lower()}" for group in form.groups)
    first = form.groups[0]
    return SplitForm(
        legend=f"Set {parts}",
        label=label_offer(offer).replace(" $", " for $"),
        hint=f"Choose {_number(first.size)} cards for {first.label.lower()}.",
        groups=form.groups,
        cards=tuple(str(card) for card in cards),
        splits=splits,
    )


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
