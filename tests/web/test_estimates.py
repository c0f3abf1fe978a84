"""Figures of a sample are shown as estimates, wherever exact ones would stand."""

from fractions import Fraction

from houseway.cards import parse_cards
from houseway.house.edges import ESTIMATED, Edge
from houseway.lab.contract import Choice, choice_data
from houseway.lab.exact.exposure import Estimate
from houseway.web.lab.figures import FIGURES
from houseway.web.rendering import render_part
from houseway.web.tables.advice_words import groups_of, is_estimated, list_worths

EXACT = Choice("split", Fraction(-1, 3), 1, {"front": tuple(parse_cards(["As"]))})
SAMPLED = Choice(
    "split",
    Fraction(-1, 3),
    1,
    {"front": tuple(parse_cards(["As"])), "back": tuple(parse_cards(["Kd"]))},
    Estimate(-1 / 3, 0.01, 5000, 1),
)


def show_values(choice: Choice) -> str:
    row = {**choice_data(choice), "cost": "0/1"}
    return render_part("lab/values.html", rows=[(row, [])], **FIGURES)


def test_values_of_choices_say_that_they_are_estimated() -> None:
    assert "Estimated, not exact" in show_values(SAMPLED)
    assert "5,000 random deals" in show_values(SAMPLED)
    assert "Exactly" not in show_values(SAMPLED)
    assert "Estimated" not in show_values(EXACT)
    assert "Exactly" in show_values(EXACT)


def test_an_estimate_is_not_taken_for_a_group_of_cards() -> None:
    row = choice_data(SAMPLED)
    assert groups_of(row) == {"front": ["As"], "back": ["Kd"]}
    assert is_estimated([row])
    assert not is_estimated([choice_data(EXACT)])
    assert next(list_worths(2, [row])) == ("split:2:As", "−0.333, best")


def test_an_estimated_edge_says_so_before_a_table_is_opened() -> None:
    edge = Edge(Fraction(-1, 50), Fraction(-1, 50), estimated=True)
    assert edge.warning == ESTIMATED
    assert not Edge(Fraction(-1, 50), Fraction(-1, 50)).warning
