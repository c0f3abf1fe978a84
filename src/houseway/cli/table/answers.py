"""Questions and answers in the terminal, from the forms that a game's offers have."""

from collections.abc import Sequence
from typing import Any

from houseway.chips import dollars
from houseway.games.fields import either
from houseway.games.forms import Button, Offer, Partition, PickPlaces

EXAMPLE = ("Ks", "Qd", "9c", "7h", "5s", "4d", "3c", "2h")
"""Cards in a question, to show how a group is typed."""


def ask_question(offers: Sequence[Offer]) -> str:
    """The offers as one question: "check, 3x ($15) or 4x ($20)?"."""
    buttons_first = sorted(offers, key=lambda offer: not isinstance(offer.form, Button))
    return f"{either([_describe(offer) for offer in buttons_first])}?"


def _describe(offer: Offer) -> str:
    cost = f" ({dollars(offer.cents)})" if offer.cents else ""
    form = offer.form
    if isinstance(form, PickPlaces):
        example = " ".join(str(place) for place in range(1, form.count + 1))
        return f"{offer.words}{cost}: {form.count} of {form.of} places, as {example}"
    if isinstance(form, Partition):
        first = form.groups[:-1]  # the last group takes the cards that are left
        names = [f"the {_count(group.size)} for {group.label.lower()}" for group in first]
        example = " ".join(EXAMPLE[: sum(group.size for group in first)])
        return f"{offer.words}{cost} with {', then '.join(names)}, as {example}"
    return f"{offer.choice}{cost}"


def _count(number: int) -> str:
    return "card" if number == 1 else f"{number} cards"


def read_answer(offers: Sequence[Offer], text: str, cards: Sequence[str]) -> Any:
    """What the player typed, in the form the table takes; the rules judge it."""
    typed = text.lower()
    for offer in offers:
        if isinstance(offer.form, Button) and typed in {offer.choice.lower(), offer.words.lower()}:
            return offer.choice
    begun = [offer for offer in offers if typed and offer.choice.lower().startswith(typed)]
    if len(begun) == 1 and isinstance(begun[0].form, Button):
        return begun[0].choice  # "1" is enough for 1x, "f" for fold
    words = text.replace(",", " ").split()
    chosen = _choose_form(offers, words)
    if chosen is None:
        return text
    if words and words[0].lower() in {chosen.choice.lower(), chosen.words.lower()}:
        words = words[1:]
    if isinstance(chosen.form, PickPlaces):
        return [int(word) for word in words if word.isdecimal()]
    return _split(chosen, words, cards)


def _choose_form(offers: Sequence[Offer], words: Sequence[str]) -> Offer | None:
    """The offer that the first word names, else the first that is more than a button."""
    with_form = [offer for offer in offers if not isinstance(offer.form, Button)]
    named = [offer for offer in with_form if words and words[0].lower() == offer.choice.lower()]
    return next(iter((*named, *with_form)), None)


def _split(offer: Offer, words: Sequence[str], cards: Sequence[str]) -> dict[str, Any]:
    """The groups in their order; the last one takes the cards that were not typed."""
    assert isinstance(offer.form, Partition)
    answer: dict[str, Any] = {"decision": offer.choice}
    left = list(words)
    for group in offer.form.groups[:-1]:
        answer[group.name], left = left[: group.size], left[group.size :]
    answer[offer.form.groups[-1].name] = left or [card for card in cards if card not in words]
    return answer
