"""`houseway advise` as a user runs it."""

import json

import pytest

from tests.cli.program import houseway

RIVER = {"game": "uth", "cards": ["As", "Kd"], "board": ["2c", "7d", "9h", "3s", "Jd"]}


def test_a_situation_for_people_and_as_data() -> None:
    command = ("advise", "uth", "As", "Kd", "--board", "2c 7d 9h 3s Jd")
    result = houseway(*command)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0] == "Ultimate Texas Hold 'Em: As Kd, board 2c 7d 9h 3s Jd"
    assert "-1.485859" in result.stdout
    data = json.loads(houseway(*command, "--json").stdout)
    assert data == {
        "actions": [{"action": "1x", "ev": "-1471/990"}, {"action": "fold", "ev": "-2/1"}],
        "best": "1x",
    }


def test_a_setting_comes_with_its_cards() -> None:
    command = ("advise", "hilo", "As,Kd,3c,4d,9h", "--tie", "1/2", "--json")
    best, *_ = json.loads(houseway(*command).stdout)["actions"]
    assert best["action"] == "play"
    assert (best["high"], best["low"]) == (["As", "Kd", "9h"], ["3c", "4d"])


def test_many_situations_a_line_each() -> None:
    lines = [
        RIVER,
        {**RIVER, "seen": ["Ac"], "set": {}, "tie": 0},
        {"game": "hilo", "cards": ["As"]},
    ]
    text = "\n".join(map(json.dumps, lines)) + "\nnot json\n"
    result = houseway("advise", "--batch", "-", text=text)
    assert result.returncode == 2
    first, second, third, fourth = map(json.loads, result.stdout.splitlines())
    assert first["best"] == "1x"
    assert first["actions"] != second["actions"]
    assert "has 5 cards" in third["refused"]["message"]
    assert "not JSON" in fourth["refused"]["message"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Name a game and its cards"),
        (("uth", "As", "As", "--board", "2c 7d 9h 3s Jd"), "more than once"),
        (("uth", "As", "Xx"), "is not a card"),
        (("uth", "As", "Kd", "--flop", "2c 7d"), "The board has 0, 3 or 5 cards, not 2"),
        (("uth", "As", "Kd", "--flop", "2c 7d 9h", "--board", "3c 4d 5h 6s 7s"), "not part of"),
        (("pikit", "As", "Kd", "3c", "4d", "9h", "--tie", "1"), "5 Card Hi-Lo"),
        (("hilo", "As", "Kd", "3c", "4d", "9h", "--tie", "much"), "number of antes"),
        (("hilo", "As", "Kd", "3c", "4d", "9h", "--set", "no=1"), "no option"),
        (("chess", "As", "Kd"), "chess"),
    ],
)
def test_unusable_input_is_refused(arguments: tuple[str, ...], words: str) -> None:
    result = houseway("advise", *arguments)
    assert result.returncode == 2
    assert words in result.stderr.replace("\n", " ")
