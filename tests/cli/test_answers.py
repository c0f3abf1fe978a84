"""Forms in the terminal: the program asks for and reads every form without knowing a game."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.cli.table.answers import ask_question, read_answer
from houseway.games.forms import Group, Offer, Partition, PickPlaces, list_answers

CARDS = "As Kd Qc 9h 4s".split()
THREE_GROUPS = Partition(
    (Group("front", "Front", 1), Group("middle", "Middle", 2), Group("back", "Back", 2)),
    (((1,), (2, 3), (4, 5)), ((5,), (1, 2), (3, 4))),
)
FOLD, RAISE = Offer("fold"), Offer("raise_2", "raise", 2000)
PICK = Offer("discard", label="discard two", form=PickPlaces(2, 5))
SPLIT = Offer("arrange", "play", 1500, form=THREE_GROUPS)


@pytest.mark.parametrize(
    ("offers", "question"),
    [
        ((RAISE, FOLD), "raise_2 ($20) or fold?"),
        ((PICK, FOLD), "fold or discard two: 2 of 5 places, as 1 2?"),
        (
            (SPLIT, FOLD),
            "fold or arrange ($15) with the card for front, then the 2 cards for middle, "
            "as Ks Qd 9c?",
        ),
    ],
)
def test_a_question_names_every_offer(offers: tuple[Offer, ...], question: str) -> None:
    assert ask_question(offers) == question


@pytest.mark.parametrize(
    ("offers", "text", "answer"),
    [
        ((RAISE, FOLD), "FOLD", "fold"),
        ((RAISE, FOLD), "raise 2", "raise_2"),
        ((RAISE, FOLD), "raise_3", "raise_3"),
        ((RAISE, FOLD), "f", "fold"),
        ((RAISE, replace(RAISE, choice="raise_3")), "r", "r"),  # it could be either
        ((PICK, FOLD), "1, 4", [1, 4]),
        ((PICK, FOLD), "discard 5 2", [5, 2]),
        ((PICK, FOLD), "fold", "fold"),
        (
            (SPLIT, FOLD),
            "As Kd Qc",
            {"decision": "arrange", "front": ["As"], "middle": ["Kd", "Qc"], "back": ["9h", "4s"]},
        ),
        (
            (SPLIT,),
            "arrange As",
            {"decision": "arrange", "front": ["As"], "middle": [], "back": CARDS[1:]},
        ),
    ],
)
def test_typed_text_becomes_an_answer(offers: tuple[Offer, ...], text: str, answer: object) -> None:
    assert read_answer(offers, text, CARDS) == answer


@pytest.mark.parametrize("offer", [FOLD, RAISE, PICK, SPLIT], ids=lambda offer: offer.choice)
def test_every_answer_can_be_typed(offer: Offer) -> None:
    for answer in list_answers(offer, parse_cards(CARDS)):
        assert read_answer((offer,), type_out(answer), CARDS) == answer


def type_out(answer: Any) -> str:
    """An answer as a player would type it."""
    if isinstance(answer, dict):
        return " ".join(card for group in answer.values() if group != "arrange" for card in group)
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
