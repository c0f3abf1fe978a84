"""`houseway house accounts`, as a manager runs it."""

import json
from pathlib import Path

import pytest

from tests.cli.program import houseway


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of one table, played in the terminal."""
    path = str(tmp_path_factory.mktemp("record") / "house.db")
    result = houseway("play", "hilo", "--db", path, text="10\n\n\nfold\n10\n\n\nfold\nq\n")
    assert result.returncode == 0, result.stderr
    return path


def test_the_accounts_of_a_table_for_people_and_as_data(db: str) -> None:
    shown = houseway("house", "accounts", "hilo-1", "--db", db).stdout
    assert "Win by the chips on record  $20" in shown
    assert "Win by results              $20" in shown
    assert "2 rounds, $20 wagered, $20 won" in shown
    assert "luck explains it" in shown
    assert "Chips, results and counts agree." in shown
    result = houseway("house", "accounts", "hilo-1", "--db", db, "--json")
    table = json.loads(result.stdout)
    assert (table["win"], table["win_by_results"], table["difference"]) == (2_000, 2_000, 0)
    house = json.loads(houseway("house", "accounts", "--db", db, "--json").stdout)
    assert house["win"] == 2_000
    assert house["tables"][0] == table


def test_what_is_not_on_record_is_refused(db: str, tmp_path: Path) -> None:
    for arguments, words in (
        (("nobody", "--db", db), "no table nobody on record"),
        (("--db", str(tmp_path / "none.db")), "There is no record"),
        (("--db", db, "--since", "soon"), "is no time"),
    ):
        result = houseway("house", "accounts", *arguments)
        assert result.returncode == 2
        assert words in result.stderr
