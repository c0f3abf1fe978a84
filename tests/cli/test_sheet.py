"""`houseway sheet` as a user runs it."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.games import GAMES
from tests.cli.program import houseway


def test_the_report_can_be_derived_again(tmp_path: Path) -> None:
    """By the program in another process, and by this test."""
    from houseway.lab.reports.report import build_report  # noqa: PLC0415  # numba is heavy

    path = tmp_path / "report.JSON"
    result = houseway("sheet", "hilo", "-o", str(path), "--tie", "1/2")
    assert result.returncode == 0, result.stderr
    data = json.loads(path.read_text("utf-8"))
    options = GAMES["hilo"].read_options({})
    report = build_report(GAMES["hilo"], options, date="some day", bets={"tie": Fraction(1, 2)})
    assert data["digest"] == report.digest
    assert data["digest"] in result.stderr
    assert data["exact"] == json.loads(json.dumps(report.exact()))
    assert data["exact"]["tie"] == "1/2"
    assert data["wagers"]["main"]["house_edge_of"] == "the ante"


def test_a_pdf_is_written_whole_and_alone(tmp_path: Path) -> None:
    result = houseway("sheet", "pikit", "-o", str(tmp_path / "report.pdf"), "--json")
    assert result.returncode == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["report.pdf"]
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert json.loads(result.stdout)["exact"]["game"] == "pikit"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["uth", "-o", "report.txt"], "neither .pdf nor .html nor .json"),
        (["uth"], "Name a file to write"),
        (["hilo", "-o", "report.pdf", "--tie", "much"], "number of antes"),
        (["whist", "-o", "report.pdf"], "There is no game"),
    ],
)
def test_unusable_input_is_refused(arguments: list[str], words: str) -> None:
    result = houseway("sheet", *arguments)
    assert result.returncode == 2
    assert words in " ".join(result.stderr.split())


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError('no', name='numba')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    output = tmp_path / "report.json"
    result = houseway("sheet", "hilo", "-o", str(output), env={"PYTHONPATH": path})
    assert result.returncode == 2
    assert "needs the extra part lab" in result.stderr
    assert not output.exists()
