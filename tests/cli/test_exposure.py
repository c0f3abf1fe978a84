"""`houseway exposure` as a user runs it."""

import json
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.exposure import exposure_command, find_module, understood
from houseway.rulebook import HousewayError, Malformed
from tests.cli.program import houseway

HILO = "exposure", "hilo", "--only"


def test_exact_and_estimated_rows_say_which_they_are() -> None:
    asked = (*HILO, "burn_card", "--only", "other_hands_2", "--rounds", "50", "--seed", "7")
    found = houseway(*asked)
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert lines[0].startswith("5 Card Hi-Lo: ")
    assert lines[2].split() == ["nothing", "-3.8550%", "exact"]
    assert lines[3].split() == ["burn_card", "-3.8467%", "0.0083%", "exact"]
    assert lines[5].startswith("other_hands_2")
    assert lines[5].endswith("%, 50 rounds, seed 7")
    assert "±0." in lines[5]


def test_exposures_as_data() -> None:
    asked = ("burn_card", "--only", "other_hands_6", "--rounds", "20", "--set", "seats=7")
    data = json.loads(houseway(*HILO, *asked, "--json").stdout)
    assert (data["game"], data["options"]["seats"]) == ("hilo", 7)
    exact, estimated = data["exposures"]
    assert exact["exact"] is True
    assert Fraction(exact["ev"]) == Fraction(-805118122969, 20929892043060)
    assert exact["gain"] == pytest.approx(float(Fraction(exact["ev"]) - Fraction(exact["base"])))
    assert estimated["exact"] is False
    sample = estimated["estimate"]
    assert (sample["rounds"], sample["seed"]) == (20, 1)
    assert sample["low"] < sample["mean"] == estimated["edge"] < sample["high"]


def told(game: str, *only: str, settings: Sequence[str] = (), **given: int | str) -> None:
    """The command in this process, which prints; a process of its own takes seconds."""
    nothing = dict.fromkeys(("rounds", "seed", "tie"))
    exposure_command(game, settings, only, {**nothing, **given}, as_json=False)


def test_a_configuration_and_a_tie_bet_are_respected(capsys: pytest.CaptureFixture[str]) -> None:
    told("pikit", "all_dealer_cards", settings=["dealer_must_qualify=true"])
    told("hilo", "all_dealer_cards", tie="1")
    shown = capsys.readouterr().out
    assert "98.6048%" in shown
    assert "5 card bonus" in shown
    assert "122.5498%" in shown


@pytest.mark.parametrize(
    ("game", "asked", "words"),
    [
        ("whist", {}, "There is no game"),
        ("hilo", {"settings": ["chairs=1"]}, "chairs"),
        ("hilo", {"rounds": 1}, "2 rounds or more"),
        ("hilo", {"tie": "much"}, "number of antes"),
        ("pikit", {"tie": "1"}, "one of 5 Card Hi-Lo"),
    ],
)
def test_what_cannot_be_told_is_refused(game: str, asked: dict[str, Any], words: str) -> None:
    with pytest.raises(HousewayError, match=words):
        told(game, **asked)


def test_an_unknown_name_is_refused_with_those_known() -> None:
    found = houseway(*HILO, "river")
    assert found.returncode == 2
    assert "known are burn_card, one_dealer_card, two_dealer_cards" in found.stderr
    with pytest.raises(Malformed, match="needs 2 seats"):
        told("hilo", "other_hand", settings=["seats=1"])


def test_it_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no', name='numba')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    found = houseway("exposure", "hilo", env={"PYTHONPATH": path})
    assert found.returncode == 2
    assert "need the extra part lab" in found.stderr


def test_a_game_without_exposures_says_so() -> None:
    with pytest.raises(Malformed, match="The exposures of Whist are not available"):
        find_module("whist", "Whist")


def test_a_game_is_given_only_what_it_has_a_use_for() -> None:
    given = {"rounds": 5, "seed": None, "tie": None}
    assert understood(lambda options, names: options, given) == {}
    assert understood(lambda options, names, rounds=1: options, given) == {"rounds": 5}
