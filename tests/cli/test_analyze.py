"""`houseway analyze` as a user runs it."""

import json
import os
from fractions import Fraction
from pathlib import Path

from tests.cli.program import houseway


def test_analyze_answers_in_the_form_of_the_contract() -> None:
    result = houseway("analyze", "uth", "--set", "trips_table=B", "--json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["game"] == "uth"
    assert data["options"]["trips_table"] == "B"
    assert data["deals"] == 27_813_810_024_000
    assert Fraction(data["main"]["ev"]) == Fraction(-607_723_787_676, data["deals"])
    assert data["main"] == data["compulsory"]
    assert list(data["main"]["actions"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert data["side"].keys() >= {"trips", "trips_A", "trips_D", "cover_all_2", "cover_all_7"}
    assert data["side"]["trips"] == data["side"]["trips_B"]
    assert len(data["starting_hands"]) == 169
    assert sum(map(Fraction, data["distribution"].values())) == 1


def test_the_analysis_for_people() -> None:
    result = houseway("analyze", "uth")
    assert result.returncode == 0, result.stderr
    for words in (
        "all 27,813,810,024,000 deals",
        "2.1850%  of the ante",
        "0.5262%  of all that is wagered",
        "cover_all_7",
        "Before the flop",
        "From AA +3.6011 down to 32o -0.9258 antes.",
    ):
        assert words in result.stdout


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no', name='numba')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    result = houseway("analyze", "uth", env={"PYTHONPATH": path})
    assert result.returncode == 2
    assert "needs the extra part lab" in result.stderr


def test_an_unknown_game_or_option_is_refused() -> None:
    assert houseway("analyze", "whist").returncode == 2
    bad = houseway("analyze", "uth", "--set", "trips_table=E")
    assert bad.returncode == 2
    assert "uth.11.d" in bad.stderr


def test_a_configuration_that_favours_the_players_is_marked() -> None:
    shown = houseway("analyze", "pikit", "--set", "play_5_multiple=2").stdout
    assert "favours the players, by 14.87% of the ante" in shown
    assert "favours the players" not in houseway("analyze", "pikit").stdout
    data = json.loads(houseway("analyze", "pikit", "--set", "play_3_multiple=2", "--json").stdout)
    assert data["favours_players"] is True
    assert data["compulsory"]["ev"] == "4642921181/29313574290"
