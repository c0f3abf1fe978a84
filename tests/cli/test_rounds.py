"""`houseway rounds`, and a terminal table that keeps a record, as a user runs them."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from houseway.ledger.recorded_table import state_before
from houseway.ledger.store import Ledger
from tests.cli.program import houseway
from tests.house.helpers import build_stand, open_table
from tests.ledger.helpers import without_waiting

PLAYED = {
    "pikit": "10 | 5 | 1 2 3 | play_5 | 10 | | fold | q",
    "uth": "10 | 5 | check | check | 1x | 25 | | 4x | q",
    "hilo": "10 | | | fold | q",
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of three tables, played in the terminal."""
    path = str(tmp_path_factory.mktemp("record") / "house.db")
    for game, lines in PLAYED.items():
        text = "".join(f"{line.strip()}\n" for line in lines.split("|"))
        result = houseway("play", game, "--db", path, text=text)
        assert result.returncode == 0, result.stderr
        assert f"On record as table {game}-1" in result.stdout
    return path


def test_search_for_people_and_as_data(db: str) -> None:
    listed = houseway("rounds", "search", "--db", db).stdout
    assert [line.split()[0] for line in listed.splitlines()[1:]] == [
        *["hilo-1", "uth-1", "uth-1", "pikit-1", "pikit-1"]
    ]
    result = houseway("rounds", "search", "--db", db, "--outcome", "forfeit", "--json")
    forfeits = json.loads(result.stdout)["rounds"]
    assert [(entry["table"], entry["round"]) for entry in forfeits] == [
        ("hilo-1", 1),
        ("pikit-1", 2),
    ]
    assert forfeits[0]["net"] == {"you": -1000}
    for choice, number in (
        (("--clause", "hilo.40.10.a.1"), 1),
        (("--game", "uth"), 2),
        (("--stake", "25"), 1),
        (("--player", "nobody"), 0),
        (("--since", "2001-01-01", "--until", "2001-12-31"), 0),
        (("--irregularity", "any"), 0),
        (("--table", "uth-1", "--seat", "1", "--wager", "trips"), 1),
    ):
        data = json.loads(houseway("rounds", "search", "--db", db, *choice, "--json").stdout)
        assert len(data["rounds"]) == number, choice
    none = houseway("rounds", "search", "--db", db, "--player", "nobody")
    assert none.stdout == "No matching round.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("search", "--db", "{db}", "--since", "yesterday"), "is no time"),
        (("search", "--db", "{db}", "--stake", "ten"), "is not an amount in dollars"),
        (("search", "--db", "none.db"), "There is no record none.db"),
        (("search", "--db", "nosuch://here"), "is not a store"),
        (("replay", "uth-1", "9", "--db", "{db}"), "no closed round 9"),
        (("replay", "uth-1", "1", "--db", "{db}", "--step", "999"), "The round has"),
        (("evidence", "uth-1", "1", "--db", "{db}", "-o", "x.doc"), ".html, .pdf or .json"),
        (("proof", "uth-1", "1", "--db", "{db}", "--player", "eve"), "did not play"),
        (("export", "nowhere", "--db", "{db}"), "no table nowhere"),
        (("checkpoint", "uth-1", "--db", "{db}", "--key", "nokey"), "no key that can be read"),
        (("verify", "--log", "nolog.jsonl"), "No such file"),
    ],
)
def test_an_impossible_request_is_refused(db: str, arguments: tuple[str, ...], words: str) -> None:
    result = houseway("rounds", *(argument.replace("{db}", db) for argument in arguments))
    assert result.returncode == 2
    assert words in result.stderr.replace("\n", " ")


def test_a_round_is_replayed_step_by_step(db: str) -> None:
    shown = houseway("rounds", "replay", "uth-1", "1", "--db", db, "--all").stdout
    assert '"No more bets": round 1 begins.' in shown
    assert "Round 1 is over." in shown
    steps = json.loads(houseway("rounds", "replay", "uth-1", "1", "--db", db, "--json").stdout)
    first, *_, last = steps["steps"]
    assert first["event"]["type"] == "bets_closed"
    assert first["clauses"] == ["uth.7.b"]
    assert last["event"]["type"] == "round_closed"
    second = houseway("rounds", "replay", "uth-1", "1", "--db", db, "--step", "2").stdout
    assert second.lstrip().startswith("2/")
    assert len(second.splitlines()) == 2


def test_on_a_terminal_enter_continues_and_q_leaves(db: str) -> None:
    ours, theirs = pty.openpty()
    program = [sys.executable, "-c", "from houseway.cli.main import run; run()"]
    command = [*program, "rounds", "replay", "pikit-1", "1", "--db", db]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True) as replaying:
        os.write(ours, b"\n\nq\n")
        shown, _ = replaying.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert shown.count("/") == 3, shown
    assert replaying.returncode == 0


def test_evidence_in_three_forms(db: str, tmp_path: Path) -> None:
    sheet = json.loads(houseway("rounds", "evidence", "uth-1", "1", "--db", db).stdout)
    assert sheet["round"] == 1
    assert [result["wager"] for result in sheet["seats"][0]["results"]][:2] == ["ante", "blind"]
    assert len(sheet["deck"]["commitment"]) == 64
    for kind, start in ((".html", b"<!doctype html>"), (".pdf", b"%PDF"), (".json", b"{")):
        path = tmp_path / f"sheet{kind}"
        result = houseway("rounds", "evidence", "uth-1", "1", "--db", db, "-o", str(path))
        assert result.returncode == 0, result.stderr
        assert path.read_bytes().startswith(start)
        assert path.stat().st_mode & 0o777 == 0o600, "every hand lies open in it"
    page = (tmp_path / "sheet.html").read_text("utf-8")
    assert sheet["chain"]["after"] in page
    assert "http" not in page, "the page loads nothing from anywhere"


def test_a_backup_names_the_key_that_must_be_kept_with_it(db: str, tmp_path: Path) -> None:
    file, other = tmp_path / "monday.backup", tmp_path / "other.db"
    result = houseway("house", "backup", "--db", db, "-o", str(file))
    assert result.returncode == 0, result.stderr
    assert "monday.backup.key" in result.stdout.replace("\n", "")
    key = tmp_path / "monday.backup.key"
    moved = key.rename(tmp_path / "moved")
    refused = houseway("house", "restore", str(file), "--db", str(other))
    assert refused.returncode == 2
    assert "HOUSEWAY_KEY" in refused.stderr
    assert "Traceback" not in refused.stderr
    moved.rename(key)
    assert houseway("house", "restore", str(file), "--db", str(other)).returncode == 0
    verified = houseway("house", "verify", "--db", str(other))
    assert verified.returncode == 0, verified.stdout
    proof = ("rounds", "proof", "uth-1", "1", "--db")
    assert houseway(*proof, str(other)).stdout == houseway(*proof, db).stdout


def test_names_in_a_sheet_are_never_markup() -> None:
    from houseway.ledger.sheets import to_html, to_pdf  # noqa: PLC0415

    evil = "<script>alert(1)</script> #panic() $x$ \"'"
    seat = {"seat": 1, "player": evil, "cards": "", "decisions": [], "results": [], "total": "$0"}
    texts = dict.fromkeys(("table", "game", "jurisdiction", "began", "ended", "dealing"), evil)
    lists: dict[str, object] = {"seats": [seat], "cards": [[evil, "As"]], "wrong": [], "rack": []}
    sheet = {**texts, **lists, "round": 1, "dealer": {"cards": evil}}
    sheet |= {"deck": {"shuffle": 1}, "chain": {"head": evil}}
    assert "<script>" not in to_html(sheet)
    assert to_pdf(sheet).startswith(b"%PDF")


def test_the_chain_is_verified_and_a_change_in_a_log_is_reported(db: str, tmp_path: Path) -> None:
    assert (
        houseway("rounds", "verify", "--db", db).stdout.count("every record is in its place") == 3
    )
    log, key, carried = tmp_path / "log.jsonl", tmp_path / "house.pem", tmp_path / "point.json"
    public = houseway("rounds", "key", "-o", str(key)).stdout.splitlines()[-1]
    assert key.stat().st_mode & 0o777 == 0o600
    again = houseway("rounds", "key", "-o", str(key))
    assert (again.returncode, "never overwritten" in again.stderr) == (2, True)
    signed = ("rounds", "checkpoint", "uth-1", "--db", db, "--key", str(key), "-o", str(carried))
    assert houseway(*signed).returncode == 0
    assert houseway("rounds", "export", "uth-1", "--db", db, "-o", str(log)).returncode == 0
    assert log.stat().st_mode & 0o777 == 0o600
    held = ("--log", str(log), "--checkpoint", str(carried), "--key", public)
    assert houseway("rounds", "verify", *held).returncode == 0
    other = houseway("rounds", "verify", *held[:-1], "00" * 32)
    assert (other.returncode, "another key" in other.stdout) == (1, True)
    text = log.read_text("utf-8")
    log.write_text(text.replace('"cents":1000', '"cents":9000', 1), "utf-8")
    changed = houseway("rounds", "verify", "--log", str(log))
    assert changed.returncode == 1
    assert "changed: record" in changed.stdout
    log.write_text("".join(text.splitlines(keepends=True)[:-3]), "utf-8")
    assert houseway("rounds", "verify", "--log", str(log)).returncode == 0
    short = houseway("rounds", "verify", *held, "--json")
    assert short.returncode == 1
    assert json.loads(short.stdout)["verified"] is False
    assert "is not in the log" in short.stdout


def test_an_exported_table_can_be_imported(db: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    exported = houseway("rounds", "export", "pikit-1", "--db", db).stdout
    result = houseway("rounds", "import", "-", "--db", other, text=exported)
    assert result.returncode == 0, result.stderr
    assert houseway("rounds", "export", "pikit-1", "--db", other).stdout == exported
    assert "pikit-1" in houseway("rounds", "search", "--db", other).stdout
    twice = houseway("rounds", "import", "-", "--db", other, text=exported)
    assert twice.returncode == 2
    broken = houseway("rounds", "import", "-", "--db", other, text=exported.replace("As", "Kd", 1))
    assert broken.returncode == 2
    assert "not what was written" in broken.stderr


def test_a_proof_is_checked_by_the_program_and_by_the_file_alone(db: str, tmp_path: Path) -> None:
    proof, verifier = tmp_path / "proof.json", tmp_path / "verify.py"
    mine = ("rounds", "proof", "uth-1", "1", "--db", db, "--player", "you", "-o", str(proof))
    assert houseway(*mine).returncode == 0
    assert "seed" not in json.loads(proof.read_text("utf-8"))
    assert houseway("fairness", "verify", str(proof)).returncode == 0
    auditors = houseway("rounds", "proof", "uth-1", "1", "--db", db).stdout
    result = houseway("fairness", "verify", "-", text=auditors)
    assert result.returncode == 0
    assert "the seed's 52 cards and salts give the commitment" in result.stdout
    assert houseway("fairness", "verifier", "-o", str(verifier)).returncode == 0
    alone = subprocess.run(
        [sys.executable, "-I", "-S", str(verifier), str(proof)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert alone.returncode == 0, alone.stdout
    assert houseway("fairness", "verifier").stdout == verifier.read_text("utf-8")


def stopped_house(path: Path) -> str:
    """A store of a house that was stopped while its second round was in play; deck by deck."""
    db = str(path / "running.db")
    with without_waiting(Ledger(db)) as ledger:
        stand = build_stand(ledger)
        table = open_table(stand, "uth", "t", decks=2)
        stand.seated("t", "Ann")
        stand.play_round(table, Random(1))
        stand.bet_all(table)
        table.say_ready("Ann")
        assert table.state.round is not None
    return db


def test_the_round_in_play_is_in_no_export_and_no_replay(tmp_path: Path) -> None:
    db = stopped_house(tmp_path)
    with Ledger(db, read_only=True) as ledger:
        state = state_before(ledger, "t", ledger.head("t").seq + 1)
    assert state.round is not None
    exported = houseway("rounds", "export", "t", "--db", db)
    assert "are left out" in exported.stderr
    types = [json.loads(line)["body"]["type"] for line in exported.stdout.splitlines()]
    assert types.count("bets_closed") <= 1
    orders = [json.loads(line)["body"].get("order") for line in exported.stdout.splitlines()]
    shuffles = [json.loads(line)["body"].get("number") for line in exported.stdout.splitlines()]
    assert not {state.seal.number, state.waiting_seal.number} & set(shuffles)
    assert any(orders), "the deck of the closed round is there"
    log = tmp_path / "log.jsonl"
    log.write_text(exported.stdout, "utf-8")
    assert houseway("rounds", "verify", "--log", str(log)).returncode == 0
    replayed = json.loads(houseway("rounds", "replay", "t", "1", "--db", db, "--json").stdout)
    assert all("order" not in step["event"] for step in replayed["steps"])
    for what in ("replay", "evidence", "proof"):
        refused = houseway("rounds", what, "t", "2", "--db", db)
        assert (refused.returncode, "no closed round 2" in refused.stderr) == (2, True), what
