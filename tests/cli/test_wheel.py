"""An installed wheel: the same answers with neither the sources nor the tests at hand."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from houseway.proof.tracing import traces


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree and unpacked as an installer would."""
    project = Path(__file__).resolve().parents[2]
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=project,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", "from houseway.cli.main import run; run()", *arguments],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed), "COVERAGE_PROCESS_START": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_wheel_carries_the_package_and_no_tests(installed: Path) -> None:
    assert (installed / "houseway" / "games" / "uth" / "clauses.toml").is_file()
    assert (installed / "houseway" / "games" / "hilo" / "readings.toml").is_file()
    assert (installed / "houseway" / "web" / "lobby" / "templates" / "lobby.html").is_file()
    assert (installed / "houseway" / "py.typed").is_file()
    assert not (installed / "tests").exists()


def test_rules_from_the_wheel_names_the_same_code_and_tests(installed: Path) -> None:
    data = json.loads(run(installed, "rules", "--json"))
    assert len(data["clauses"]) == 435
    for entry in data["clauses"]:
        trace = traces()[entry["id"]]
        assert entry["status"] == trace.status
        assert [test["name"] for test in entry["tests"]] == [marker.name for marker in trace.tests]
        assert [code["file"] for code in entry["code"]] == [marker.file for marker in trace.code]


def test_the_wheel_settles_and_draws(installed: Path) -> None:
    code = "import houseway; print(houseway.__file__)"
    env = {**os.environ, "PYTHONPATH": str(installed), "COVERAGE_PROCESS_START": ""}
    where = subprocess.check_output([sys.executable, "-c", code], cwd=installed, env=env, text=True)
    assert where.startswith(str(installed))
    assert run(installed, "layout", "uth").startswith("<svg")
    assert "Near" not in run(installed, "rules", "uth.12")


def test_the_wheel_finds_its_own_games(installed: Path) -> None:
    games = json.loads(run(installed, "games", "--json"))
    assert {"uth", "pikit", "hilo"} <= {game["id"] for game in games["games"]}
    assert games["broken"] == []
