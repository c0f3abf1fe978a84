"""`houseway strategy` as a user runs it."""

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.cli.program import houseway


def test_strategy_answers_in_the_form_of_the_contract() -> None:
    result = houseway("strategy", "pikit", "--set", "play_3_multiple=2", "--json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert data.keys() == {"game", "options", "optimum", "strategies"}
    assert data["options"]["play_3_multiple"] == 2
    assert [one["name"] for one in data["strategies"]] == ["beginner", "easy", "better"]
    for one in data["strategies"]:
        assert Fraction(data["optimum"]) - Fraction(one["cost"]) == Fraction(one["ev"])
        assert Fraction(one["ev"]) / Fraction(one["average_wager"]) == Fraction(
            one["element_of_risk"]
        )
        assert sum(map(Fraction, one["actions"].values())) == 1
        assert one["rules"]


def test_strategy_speaks_to_people_and_draws(tmp_path: Path) -> None:
    drawing = tmp_path / "hilo.svg"
    result = houseway("strategy", "hilo", "--tie", "1", "-o", str(drawing))
    assert result.returncode == 0, result.stderr
    for words in (
        "best play  ",
        "1. Set as the house does",
        "Play or fold: best play",
        "P play; F fold",
        "a tie bet of 1 ante in every round",
    ):
        assert words in result.stdout
    root = ET.fromstring(drawing.read_text("utf-8"))
    told = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Play or fold: better" in told
    # A letter in every cell that has a colour: the letter says it, too.
    rects = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    coloured = [rect for rect in rects if rect.get("fill") != "#fafafa"]
    marks = [e for e in root.iter("{http://www.w3.org/2000/svg}text") if e.get("class") == "mark"]
    assert len(coloured) == len(marks) > 500


def test_strategy_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    for arguments, words in (
        (("whist",), "there is no game"),
        (("pikit", "--tie", "1"), "5 card hi-lo"),
        (("hilo", "--tie", "much"), "number of antes"),
        (("hilo", "--tie", "-1"), "not negative"),
        (("hilo", "-o", str(tmp_path / "chart.png")), "svg"),
        (("pikit", "--set", "play_3_multiple=3"), "play_3_multiple"),
    ):
        result = houseway("strategy", *arguments)
        assert result.returncode == 2, arguments
        assert words in result.stderr.lower(), result.stderr
