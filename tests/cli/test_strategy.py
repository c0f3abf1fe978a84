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
    assert [strategy["name"] for strategy in data["strategies"]] == ["beginner", "easy", "better"]
    for strategy in data["strategies"]:
        assert Fraction(data["optimum"]) - Fraction(strategy["cost"]) == Fraction(strategy["ev"])
        risk = Fraction(strategy["ev"]) / Fraction(strategy["average_wager"])
        assert risk == Fraction(strategy["element_of_risk"])
        assert sum(map(Fraction, strategy["actions"].values())) == 1
        assert strategy["rules"]


def test_strategies_for_people_and_as_a_drawing(tmp_path: Path) -> None:
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
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Play or fold: better" in texts
    # A letter in every cell that has a colour: the letter has the same meaning.
    rects = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    coloured = [rect for rect in rects if rect.get("fill") != "#fafafa"]
    marks = [e for e in root.iter("{http://www.w3.org/2000/svg}text") if e.get("class") == "mark"]
    assert len(coloured) == len(marks) > 500


def test_unusable_input_is_refused(tmp_path: Path) -> None:
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
