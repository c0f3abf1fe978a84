"""`houseway exposure` as a user runs it."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.commands import app
from houseway.games import GAMES
from houseway.lab.contract import Sample, find_exposures, lab_of
from houseway.rulebook import HousewayError, Malformed
from tests.cli.program import houseway

HILO = "exposure", "hilo", "--only"


def test_rows_are_marked_as_exact_or_estimated() -> None:
    arguments = (*HILO, "burn_card", "--only", "other_hands_2", "--rounds", "50", "--seed", "7")
    result = houseway(*arguments)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("5 Card Hi-Lo: ")
    assert lines[2].split() == ["nothing", "-3.8550%", "exact"]
    assert lines[3].split() == ["burn_card", "-3.8467%", "0.0083%", "exact"]
    assert lines[5].startswith("other_hands_2")
    assert lines[5].endswith("%, 50 rounds, seed 7")
    assert "±0." in lines[5]


def test_exposures_as_data() -> None:
    arguments = ("burn_card", "--only", "other_hands_6", "--rounds", "20", "--set", "seats=7")
    data = json.loads(houseway(*HILO, *arguments, "--json").stdout)
    assert (data["game"], data["options"]["seats"]) == ("hilo", 7)
    exact, estimated = data["exposures"]
    assert exact["exact"] is True
    assert Fraction(exact["ev"]) == Fraction(-805118122969, 20929892043060)
    assert exact["gain"] == pytest.approx(float(Fraction(exact["ev"]) - Fraction(exact["base"])))
    assert estimated["exact"] is False
    sample = estimated["estimate"]
    assert (sample["rounds"], sample["seed"]) == (20, 1)
    assert sample["low"] < sample["mean"] == estimated["edge"] < sample["high"]


def run_exposure(game: str, *only: str, settings: Sequence[str] = (), **others: int | str) -> None:
    """The command in this process, which prints; a process of its own takes seconds."""
    chosen = [f"--only={name}" for name in only] + [f"--set={text}" for text in settings]
    chosen += [word for name, value in others.items() for word in (f"--{name}", str(value))]
    app(["exposure", game, *chosen], standalone_mode=False)


def test_a_configuration_and_a_tie_bet_are_respected(capsys: pytest.CaptureFixture[str]) -> None:
    run_exposure("pikit", "all_dealer_cards", settings=["dealer_must_qualify=true"])
    run_exposure("hilo", "all_dealer_cards", tie="1")
    shown = capsys.readouterr().out
    assert "98.6048%" in shown
    assert "5 card bonus" in shown
    assert "122.5498%" in shown


@pytest.mark.parametrize(
    ("game", "arguments", "words"),
    [
        ("whist", {}, "There is no game"),
        ("hilo", {"settings": ["chairs=1"]}, "chairs"),
        ("hilo", {"rounds": 1}, "2 rounds or more"),
        ("hilo", {"tie": "much"}, "number of antes"),
        ("pikit", {"tie": "1"}, "one of 5 Card Hi-Lo"),
    ],
)
def test_unusable_input_is_refused(game: str, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(HousewayError, match=words):
        run_exposure(game, **arguments)


def test_an_unknown_name_is_refused_with_those_known() -> None:
    result = houseway(*HILO, "river")
    assert result.returncode == 2
    assert "known are burn_card, one_dealer_card, two_dealer_cards" in result.stderr
    with pytest.raises(Malformed, match="needs 2 seats"):
        run_exposure("hilo", "other_hand", settings=["seats=1"])


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no', name='numba')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    result = houseway("exposure", "hilo", env={"PYTHONPATH": path})
    assert result.returncode == 2
    assert "need the extra part lab" in result.stderr


def test_a_game_without_exposures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["hilo"]
    without = replace(lab_of(game), exposures=None)
    monkeypatch.setattr("houseway.lab.contract.lab_of", lambda _game: without)
    with pytest.raises(Malformed, match="5 Card Hi-Lo has no exposures"):
        find_exposures(game)


def test_the_game_chooses_what_a_sample_does_not_set() -> None:
    assert Sample().settings() == {}
    assert Sample(rounds=0, seed=7).settings() == {"rounds": 0, "seed": 7}
