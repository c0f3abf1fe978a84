"""`houseway simulate` as a user runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.cli.commands import app
from houseway.rulebook import HousewayError
from tests.cli.program import houseway

Simulate = Callable[..., str]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Simulate:
    """Runs the command in this process, which has loaded the lab already; gives its output."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: str) -> str:
        assert not app(["simulate", *arguments], standalone_mode=False)
        return capsys.readouterr().out

    return run


def test_simulate_answers_in_the_form_of_the_contract() -> None:
    result = houseway("simulate", "uth", "--rounds", "300000", "--seed", "5", "--json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert (data["game"], data["seats"], data["rounds"], data["seed"]) == ("uth", 1, 300_000, 5)
    assert data["blocks"] == 2
    assert Fraction(data["exact"]) == Fraction(-607_723_787_676, 27_813_810_024_000)
    ev = data["ev"]
    assert ev["low"] < ev["mean"] < ev["high"]
    assert abs(ev["mean"] - float(Fraction(data["exact"]))) < 4 * ev["error"]
    assert data["per_wager"].keys() == {"ante", "blind", "play", "trips"}
    assert list(data["actions"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert data["options"]["trips_table"] == "A"
    assert data["interrupted"] is False


def test_the_number_of_workers_changes_nothing(simulate: Simulate) -> None:
    """The whole answer is the same, but for the seconds."""
    command = ["hilo", "--rounds", "530000", "--seed", "5", "--json"]
    answers = [simulate(*command, "--workers", workers) for workers in ("1", "2")]
    alone, shared = ({**json.loads(answer), "seconds": 0} for answer in answers)
    assert alone == shared
    assert alone["blocks"] == 3


def test_results_for_people(simulate: Simulate) -> None:
    shown = simulate("hilo", "--rounds", "200000", "--seats", "2", "--seed", "1")
    for words in (
        "5 Card Hi-Lo: 200,000 rounds, 2 seats, strategy optimal",
        "all but optional",
        "-0.038550",
        "poker bonus, optional",
        "Last action",
        "96.890%",
        "Seed 1, 1 blocks",
    ):
        assert words in shown
    assert "rounds a second" in shown


def test_sessions_for_a_manager_and_for_a_players_money(simulate: Simulate) -> None:
    command = ["uth", "--rounds", "50000", "--seed", "2", "--seats", "4", "--bet"]
    command += ["trips=0.5", "--hours", "2", "--per-hour", "50", "--sessions", "300"]
    command += ["--bankroll", "60"]
    shown = simulate(*command, "--ante", "1500")
    for words in (
        "300 sessions of 100 rounds, in dollars",
        "Won an hour",
        "95% of sessions lie between",
        "Drop of a session, each seat's bankroll   $3,600",
        "A player with 60 antes",
        "Ruined within 100 rounds",
    ):
        assert " ".join(words.split()) in " ".join(shown.split())
    data = json.loads(simulate(*command, "--json"))
    assert data["bets"] == {"trips": "1/2"}
    sessions = data["sessions"]
    assert sessions["house_win"]["p2.5"] < sessions["house_win"]["mean"]
    assert 0 < sessions["ruined"] < 1
    assert [path["round"] for path in sessions["paths"]][-1] == 100


def test_precision_and_rows(tmp_path: Path, simulate: Simulate) -> None:
    file = tmp_path / "blocks.csv"
    command = ["hilo", "--precision", "0.003", "--seed", "1", "--out", str(file)]
    data = json.loads(simulate(*command, "--json"))
    assert data["ev"]["high"] - data["ev"]["mean"] <= 0.003
    rows = file.read_text().splitlines()
    assert len(rows) == 1 + data["blocks"]
    assert "action_fold" in rows[0]


def test_a_strategy_to_remember_has_its_exact_value_beside_it(simulate: Simulate) -> None:
    shown = simulate("pikit", "--strategy", "easy", "--rounds", "100000", "--seed", "1")
    assert "strategy easy" in shown
    book = json.loads(houseway("strategy", "pikit", "--json").stdout)
    data = json.loads(simulate("pikit", "--strategy", "easy", "--rounds", "1000", "--json"))
    line = Fraction(book["strategies"][1]["ev"])
    exact = Fraction(data["exact"])
    assert exact == line + Fraction(data["per_wager"]["five_card_bonus"]["exact"])
    assert f"{float(exact):+.6f}" in shown


def test_a_strategy_from_a_file_is_simulated_with_its_speed(
    tmp_path: Path, simulate: Simulate
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(stage, cards, board):\n    return 'fold'\n")
    command = ["hilo", "--rounds", "300", "--strategy", f"{file}:choose"]
    shown = simulate(*command)
    assert "-1.000000" in shown
    assert "times as fast" in shown
    assert json.loads(simulate(*command, "--json"))["exact"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["whist"], "no game 'whist'"),
        (["uth", "--rounds", "0"], "Rounds are 1 or more"),
        (["uth", "--seats", "0"], "Seats are 1 to 6"),
        (["uth", "--seats", "22"], "seats = 22"),
        (["hilo", "--seats", "8"], "seats = 8"),
        (["uth", "--seats", "7", "--set", "seats=6"], "Seats are 1 to 6"),
        (["uth", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"], "--workers or --cluster"),
        (["uth", "--workers", "0"], "Workers are 1 to 256"),
        (["uth", "--precision", "0"], "above 0"),
        (["uth", "--strategy", "lucky"], "no strategy 'lucky'"),
        (["hilo", "--strategy", "classic"], "optimal, simple, beginner, easy, better or FILE"),
        (["uth", "--strategy", "nowhere.py:f"], "no Python file"),
        (["uth", "--bet", "tie"], "no optional wager"),
        (["uth", "--bet", "trips=lots"], "not a number of antes"),
        (["uth", "--out", "blocks.xls"], ".csv or .parquet"),
        (["uth", "--out", "/nowhere/blocks.csv"], "no folder"),
        (["uth", "--bankroll", "10"], "--hours"),
        (["uth", "--hours", "8", "--bankroll", "-1"], "more than 0"),
        (["uth", "--seed", "-1"], "from 0 up"),
        (["uth", "--set", "trips_table=E"], "uth.11.d"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], words: str) -> None:
    with pytest.raises(HousewayError) as refused:
        app(["simulate", *arguments], standalone_mode=False)
    assert words in str(refused.value)


def test_a_refusal_ends_with_status_two() -> None:
    for arguments in (["uth", "--rounds", "0"], ["uth", "--rounds", "many"]):
        result = houseway("simulate", *arguments)
        assert result.returncode == 2
        assert "ounds" in result.stderr


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no', name='numba')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    result = houseway("simulate", "uth", env={"PYTHONPATH": path})
    assert result.returncode == 2
    assert "needs the extra part lab" in result.stderr


def test_an_interrupt_ends_with_the_results_so_far(tmp_path: Path) -> None:
    """The strategy writes a file in the second block; the interrupt follows it."""
    begun = tmp_path / "begun"
    file = tmp_path / "mine.py"
    file.write_text(
        "import pathlib\n"
        "calls = 0\n"
        "def choose(stage, cards, board):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    if calls == 2100:\n"
        f"        pathlib.Path({str(begun)!r}).touch()\n"
        "    return 'fold'\n"
    )
    command = ["simulate", "hilo", "--rounds", "100000000", "--json", "--strategy"]
    # Tests that were started in the background ignore interrupts, and so would their children.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{listen}; from houseway.cli.main import run; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command, f"{file}:choose"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not begun.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    data = json.loads(out)
    assert data["interrupted"] is True
    assert data["rounds"] >= 2048
    assert data["ev"]["mean"] == -1
