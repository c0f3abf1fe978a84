"""`houseway fairness` as a user runs it."""

import hashlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import houseway

SEED = bytes(range(32)).hex()
ROOT = "bc4b8cbe44518bc222cb41248abcd82b99713012a42ce20edb424df03641f136"
PROGRAM = [sys.executable, "-c", "from houseway.cli.main import run; run()", "fairness"]


def test_the_houses_shuffle_passes_for_people() -> None:
    result = houseway("fairness", "test", "--decks", "2000")
    assert result.returncode == 0
    assert result.stderr == ""
    assert result.stdout.startswith("2,000 decks from houseway\n")
    for words in ("Each card at each position", "Rising sequences", "Decks seen before", "Passed"):
        assert words in result.stdout


def test_a_bad_shuffle_fails_with_status_1_and_names_what_caught_it() -> None:
    result = houseway("fairness", "test", "--decks", "2000", "--source", "riffle")
    assert result.returncode == 1
    assert "Failed by: rising sequences" in result.stdout
    assert "one of 1,000,000 runs" in result.stdout


def test_the_battery_as_data() -> None:
    result = houseway("fairness", "test", "--decks", "1000", "--source", "none", "--json")
    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert (report["source"], report["decks"], report["passed"]) == ("none", 1000, False)
    assert report["family_wise"] == 1e-6
    assert len(report["tests"]) == 10
    assert report["tests"][0].keys() == {"name", "statistic", "p", "adjusted_p", "failed"}
    assert report["tests"][0]["failed"]


def test_progress_is_shown_on_a_terminal_and_only_there() -> None:
    ours, theirs = pty.openpty()
    result = subprocess.run(
        [*PROGRAM, "test", "--decks", "1000", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        timeout=60,
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert json.loads(result.stdout)["passed"]
    assert "decks" in shown


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError\n")
    result = houseway("fairness", "test", env={"PYTHONPATH": str(tmp_path)})
    assert result.returncode == 2
    assert "needs the extra part lab" in result.stderr


def test_bits_have_the_requested_length_and_can_be_repeated(tmp_path: Path) -> None:
    file = tmp_path / "bits"
    result = houseway("fairness", "bits", "--bytes", "100001", "--seed", SEED, "-o", str(file))
    assert (result.returncode, result.stdout) == (0, "")
    assert file.stat().st_size == 100_001
    piped = subprocess.run(
        [*PROGRAM, "bits", "--bytes", "100001", "--seed", SEED], capture_output=True, check=True
    )
    assert piped.stdout == file.read_bytes()
    assert (
        hashlib.sha256(piped.stdout).hexdigest()
        == "37874bdf23dbc6e3dcab88fe74011ae26712064251f74451950746963a0a9931"
    )


def test_bits_without_end_stop_quietly_when_the_reader_leaves() -> None:
    with subprocess.Popen(
        [*PROGRAM, "bits", "--bytes", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert len(program.stdout.read(200_000)) == 200_000
        program.stdout.close()
        assert program.wait(timeout=60) == 0
        assert program.stderr.read() == b""


def test_bits_are_not_for_a_terminal() -> None:
    ours, theirs = pty.openpty()
    result = subprocess.run(
        [*PROGRAM, "bits"], stdout=theirs, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(theirs)
    os.close(ours)
    assert result.returncode == 2
    assert b"not for a terminal" in result.stderr


def test_a_shuffle_for_study() -> None:
    arguments = ("fairness", "shuffle", "--table", "uth-1", "--number", "1", "--seed", SEED)
    data = json.loads(houseway(*arguments, "--json").stdout)
    assert data["commitment"] == ROOT
    assert data["order"][:3] == ["8h", "5d", "Kh"]
    assert (data["table"], data["shuffle"], data["seed"]) == ("uth-1", 1, SEED)
    shown = houseway(*arguments).stdout
    assert "8h 5d Kh" in shown
    assert ROOT in shown
    fresh = houseway("fairness", "shuffle", "--table", "t", "--number", "1", "--json")
    assert json.loads(fresh.stdout)["seed"] != SEED


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["test", "--source", "dice"], "'dice' is not a source of decks"),
        (["test", "--decks", "999"], "--decks"),
        (["bits", "--bytes", "0", "-o", "bits"], "A file needs an end"),
        (["bits", "--seed", "00"], "64 hex digits"),
        (["bits", "--seed", " ".join(["00"] * 21) + "00"], "64 hex digits"),
        (["bits", "-o", "no/such/folder/bits"], "No such file"),
        (["shuffle", "--table", "t", "--number", "0"], "numbered from 1"),
        (["shuffle", "--number", "1"], "--table"),
    ],
)
def test_unusable_input_is_refused_without_a_traceback(arguments: list[str], words: str) -> None:
    result = houseway("fairness", *arguments)
    assert result.returncode == 2
    assert words in result.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from houseway.cli.commands import app\n"
        "app(['--help'], standalone_mode=False)\n"
        "sys.exit('numpy' in sys.modules or 'houseway.fairness' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
