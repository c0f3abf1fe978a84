"""Every command works with a game that is installed beside Houseway, and no file changes."""

import filecmp
import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.plugin.installation import PROJECT, Installation

ROUND: dict[str, Any] = {
    "id": "D1",
    "game": "duel",
    "dealer": ["Qd"],
    "hands": [
        {
            "seat": 1,
            "wagers": {"ante": 1000, "crown": 500},
            "cards": ["As"],
            "actions": {"decision": "play"},
        },
        {"seat": 2, "wagers": {"ante": 1000}, "cards": ["2c"], "actions": {"decision": "fold"}},
    ],
}
DEAL = {
    "id": "d",
    "game": "duel",
    "method": "manual_shoe",
    "seats": [1, 2],
    "deck": ["As", "Kd", "2c"],
    "deck_rest": 49,
}


def ask(installed: Installation, *arguments: str, given: object = None) -> Any:
    """The JSON document that a command prints."""
    text = "" if given is None else json.dumps(given)
    return json.loads(installed.run(*arguments, "--json", given=text))


def refusal(installed: Installation, document: object) -> Any:
    """How `houseway settle` refuses a document."""
    text = json.dumps(document)
    return json.loads(installed.run("settle", "-", "--json", given=text, status=2))["refused"]


def test_the_game_is_found_in_its_package(installed: Installation) -> None:
    games = ask(installed, "games")
    assert [game["id"] for game in games["games"]] == ["uth", "pikit", "hilo", "duel"]
    assert games["broken"] == []


def test_houseway_is_installed_as_it_stands_and_knows_nothing_of_the_game(
    installed: Installation,
) -> None:
    (package,) = (installed.folder / "env" / "lib").glob("python*/site-packages/houseway")
    source = PROJECT / "src" / "houseway"
    files = [path.relative_to(source) for path in source.rglob("*") if is_source(path)]
    assert len(files) > 300
    _, changed, missing = filecmp.cmpfiles(source, package, map(str, files), shallow=False)
    assert not changed
    assert not missing
    words = ("highcard", "High Card Duel", "duel.")
    knowing = [file for file in files if any(w in (source / file).read_text() for w in words)]
    assert not knowing


def is_source(path: Path) -> bool:
    return path.suffix in {".py", ".toml", ".html", ".js", ".css"} and path.is_file()


def test_settle(installed: Installation) -> None:
    first, second = ask(installed, "settle", "-", given=ROUND)["hands"]
    assert first["net"] == {"ante": 1000, "play": 500, "crown": 2500}
    assert first["clauses"]["crown"] == ["duel.4.f"]
    assert second["outcome"] == {"ante": "forfeit"}
    assert "Ace" not in installed.run("settle", "-", "--steps", given=json.dumps(ROUND))


def test_settle_refuses_by_the_games_own_clauses(installed: Installation) -> None:
    hand = {**ROUND["hands"][0], "actions": {}}
    assert refusal(installed, {**ROUND, "hands": [hand]})["clauses"] == ["duel.4.a"]
    for decision, cents in (("play", 99_999), ("fold", 300)):
        wagers = {**ROUND["hands"][0]["wagers"], "play": cents}
        hand = {**ROUND["hands"][0], "wagers": wagers, "actions": {"decision": decision}}
        words = refusal(installed, {**ROUND, "hands": [hand]})["message"]
        assert "the decisions described put down" in words
    attempt = {"game": "duel", "attempt": {"stage": "betting", "wagers": {"crown": 500}}}
    assert "duel.2.b" in refusal(installed, attempt)["clauses"]


def test_deal(installed: Installation) -> None:
    dealt = ask(installed, "deal", "-", given=DEAL)
    assert dealt["hands"] == {"1": ["As"], "2": ["Kd"], "dealer": ["2c"]}


def test_options_layout_and_sign(installed: Installation) -> None:
    options = {option["name"]: option for option in ask(installed, "options", "duel")["options"]}
    assert options["ties"]["interpretations"] == ["D1"]
    assert ET.fromstring(installed.run("layout", "duel", "--set", "seats=3")).tag.endswith("svg")
    sign = installed.run("sign", "duel", "--set", "ties=dealer")
    assert "Wagers on cards of equal rank go to the dealer. (duel.4.d)" in sign
    assert "King, queen or jack" in sign


def test_rules(installed: Installation) -> None:
    clauses = {entry["id"]: entry for entry in ask(installed, "rules", "duel")["clauses"]}
    assert len(clauses) == 26
    assert "highcard/rules.py" in {code["file"] for code in clauses["duel.4.c"]["code"]}
    assert "(a): a wager that is not lost stays the player's." in installed.run("rules", "D1")


def test_selftest(installed: Installation) -> None:
    assert ask(installed, "selftest", "--rounds", "10", "--seed", "3")["rounds"] == 40


@pytest.fixture(scope="session")
def record(installed: Installation) -> str:
    """A record of one round that was played in the terminal."""
    shown = installed.run("play", "duel", "--db", "duel.db", given="10\n5\nplay\n\nq\n")
    assert "crown" in shown
    return "duel.db"


def test_play_is_on_record(installed: Installation, record: str) -> None:
    found = ask(installed, "rounds", "search", "--db", record, "--game", "duel")["rounds"]
    assert [(entry["table"], entry["round"]) for entry in found] == [("duel-1", 1)]
    by_clause = ask(installed, "rounds", "search", "--db", record, "--clause", "duel.4.f")
    assert len(by_clause["rounds"]) == 1
    assert "duel-1" in installed.run("rounds", "verify", "--db", record)


def test_a_round_is_replayed_and_put_in_evidence(installed: Installation, record: str) -> None:
    replay = installed.run("rounds", "replay", "duel-1", "1", "--all", "--db", record)
    assert "Seat 1 chooses play, putting down $10." in replay
    where = ["duel-1", "1", "--db", record]
    installed.run("rounds", "evidence", *where, "-o", "evidence.html")
    page = (installed.folder / "evidence.html").read_text("utf-8")
    assert "High Card Duel" in page
    assert "Seat 1 chooses play" in page


def test_the_cards_of_a_round_are_proved(installed: Installation, record: str) -> None:
    installed.run("rounds", "proof", "duel-1", "1", "--db", record, "-o", "proof.json")
    proof = json.loads((installed.folder / "proof.json").read_text("utf-8"))
    assert proof["deal"]["hand_size"] == 1
    assert "All that could be checked is right." in installed.run(
        "fairness", "verify", "proof.json"
    )


def test_analyze_and_advise(installed: Installation) -> None:
    analysis = ask(installed, "analyze", "duel")
    assert analysis["deals"] == 52 * 51
    assert analysis["main"]["ev"] == "-20/221"
    assert analysis["side"]["crown"]["ev"] == "-1/13"
    dealers = ask(installed, "analyze", "duel", "--set", "ties=dealer")
    assert Fraction(dealers["main"]["ev"]) < Fraction(-20, 221)
    assert ask(installed, "advise", "duel", "5c")["best"] == "fold"
    assert ask(installed, "advise", "duel", "6c")["best"] == "play"


def test_simulate_agrees_with_the_analysis(installed: Installation) -> None:
    simulated = installed.run("simulate", "duel", "--rounds", "2000", "--seed", "1")
    assert "-0.090498" in simulated
    assert "crown, optional" in simulated


def test_sheet(installed: Installation) -> None:
    installed.run("sheet", "duel", "-o", "sheet.html")
    assert "High Card Duel" in (installed.folder / "sheet.html").read_text("utf-8")


@pytest.mark.parametrize("command", ["strategy", "exposure"])
def test_what_the_lab_lacks_is_said_plainly(installed: Installation, command: str) -> None:
    installed.run(command, "duel", status=2, complaint="High Card Duel has no ")
