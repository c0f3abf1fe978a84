"""Wagers as options: any wager of an installed game, and nothing else."""

from fractions import Fraction

import pytest

from houseway.cli.bets import expand_wagers, read_bet_fields, read_bets
from houseway.games.fields import Fields
from houseway.rulebook import Malformed

KNOWN = ("--bet", "--set", "--json")


@pytest.mark.parametrize(
    ("typed", "expanded"),
    [
        ("hilo --tie 2 --json", "hilo --bet tie=2 --json"),
        ("hilo --tie=1/2", "hilo --bet tie=1/2"),
        ("hilo --poker-bonus 1", "hilo --bet poker_bonus=1"),
        ("hilo --bet tie=2", "hilo --bet tie=2"),
        ("hilo --whist 2", "hilo --whist 2"),
        ("hilo --tie", "hilo --tie"),
        ("uth As Kd tie", "uth As Kd tie"),
    ],
)
def test_a_wager_may_be_an_option(typed: str, expanded: str) -> None:
    assert list(expand_wagers(typed.split(), KNOWN)) == expanded.split()


def test_bets_are_read_in_antes() -> None:
    assert read_bets(["tie=1/2", "poker_bonus"]) == {"tie": Fraction(1, 2), "poker_bonus": 1}
    for texts, words in (
        (["tie=much"], "The tie bet: 'much' is not a number of antes"),
        (["tie=1/0"], "not a number of antes"),
        (["tie=" + "1" * 30], "not a number of antes"),
        (["tie=1", "tie=2"], "given twice"),
    ):
        with pytest.raises(Malformed, match=words):
            read_bets(texts)


def test_bets_are_read_from_the_fields_of_a_situation() -> None:
    fields = Fields({"tie": 0.5, "cards": []}, "The situation")
    assert read_bet_fields(fields) == {"tie": Fraction(1, 2)}
    assert fields.has("cards")
    with pytest.raises(Malformed, match="not a number of antes"):
        read_bet_fields(Fields({"tie": True}, "The situation"))
