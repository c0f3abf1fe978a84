"""The verifier as a program of one file, and against anything at all."""

import ast
import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.fairness.verifier import verifier_source
from houseway.fairness.verify_round import exit_status, verify_bytes
from tests.fairness.proof_writer import (
    RECIPES,
    Json,
    in_form_2,
    verify,
    verify_text,
    write,
)

# --- Anything at all

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
HONEST = [write("uth", seats=(1, 2)), write("pikit", "automated_shoe", seats=(4,), reader="4")]


@settings(max_examples=150)
@given(ANY_JSON)
def test_no_document_raises(document: object) -> None:
    assert exit_status(verify(document)) == 2
    assert exit_status(verify_text(json.dumps(document))) == 2


@settings(max_examples=250)
@given(st.sampled_from(HONEST), st.data())
def test_no_change_of_a_proof_raises(honest: Json, data: st.DataObject) -> None:
    proof = deepcopy(honest)
    holder: Json = (
        proof if data.draw(st.booleans()) else data.draw(st.sampled_from(proof["leaving"]))
    )
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(ANY_JSON)
    assert exit_status(verify(proof)) in (0, 1, 2)


@settings(max_examples=100)
@given(st.binary())
def test_no_bytes_raise(data: bytes) -> None:
    assert {exit_status(findings) for findings in verify_bytes(data)} == {2}


# --- The program on its own


def test_the_program_imports_only_the_standard_library() -> None:
    for statement in ast.walk(ast.parse(verifier_source(RECIPES))):
        if isinstance(statement, ast.Import):
            assert {alias.name for alias in statement.names} <= sys.stdlib_module_names
        if isinstance(statement, ast.ImportFrom):
            assert (statement.module or "").split(".")[0] in sys.stdlib_module_names


def run(folder: Path, *arguments: str, data: bytes = b"", source: str = "") -> tuple[int, str]:
    """The file alone, in a folder of its own, without site packages or environment."""
    alone = folder / "verify_round.py"
    alone.write_text(source or verifier_source(RECIPES), "utf-8")
    command = [sys.executable, "-I", "-S", str(alone), *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=folder)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode("ascii")


def test_the_program_runs_alone(tmp_path: Path) -> None:
    proof = write("uth", cuts=(30,), reader="3")
    (tmp_path / "proof.json").write_text(json.dumps(proof, indent=2), "utf-8")
    status, output = run(tmp_path, "proof.json")
    assert status == 0
    assert "ok           order" in output
    assert "not checked  whole deck" in output
    assert output.endswith("All that could be checked is right.\n")


def test_the_program_reads_one_proof_a_line(tmp_path: Path) -> None:
    good, bad = json.dumps(write("hilo")), json.dumps(write("hilo") | {"cuts": [12]})
    status, output = run(tmp_path, "-", data=f"{good}\n\n{good}\r\n".encode())
    assert status == 0
    assert output.count("All that could be checked is right.") == 2
    status, output = run(tmp_path, "-", data=f"{good}\n{bad}\n{{\n".encode())
    assert status == 1
    assert "Something is WRONG." in output
    assert "Cannot be read." in output


UNREADABLE = {
    "empty": b"",
    "not UTF-8": b"\xff\xfe{}",
    "not JSON": b"{]",
    "deep": b"[" * 200_000,
    "deep object": b'{"a":' * 200_000,
    "huge number": b'{"kind": "houseway-round-proof", "v": ' + b"9" * 100_000 + b"}",
    "large number": b'{"kind": "houseway-round-proof", "v": ' + b"9" * 4_000 + b"}",
    "infinite": b'{"kind": "houseway-round-proof", "v": 1e999}',
    "NaN": b"NaN",
    "version 2": b'{"kind": "houseway-round-proof", "v": 2}',
    "twice": b'{"kind": "x", "kind": "houseway-round-proof", "v": 1}',
    "NUL": b"\x00" * 1000,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_proof_is_reported(tmp_path: Path, name: str) -> None:
    status, output = run(tmp_path, "-", data=UNREADABLE[name])
    assert status == 2
    assert output.endswith("Cannot be read.\n")


@pytest.mark.parametrize("arguments", [[], ["no such file \u00fc"], ["."], ["-", "-"]], ids=str)
def test_a_missing_file_is_reported(tmp_path: Path, arguments: list[str]) -> None:
    status, output = run(tmp_path, *arguments)
    assert status == 2
    assert output


def test_a_repeated_field_is_refused() -> None:
    """Else two readers of one proof could see two different cards."""
    honest = json.dumps(write("hilo"))
    assert exit_status(verify_text(honest)) == 0
    twice = honest[:-1] + ', "void": false}'
    assert exit_status(verify_text(twice)) == 2


def test_a_program_that_knows_no_game_reads_proofs_that_name_their_deal(tmp_path: Path) -> None:
    plain = verifier_source({})
    for game in RECIPES:
        proof = write(game, seats=(1, 2))
        status, words = run(tmp_path, "-", data=json.dumps(proof).encode(), source=plain)
        assert (status, "does not know the game" in words) == (2, True)
        named = json.dumps(in_form_2(proof)).encode()
        status, words = run(tmp_path, "-", data=named, source=plain)
        assert status == 0
        assert f"not checked  deal: {RECIPES[game]}; this program does not know {game}" in words
        status, words = run(tmp_path, "-", data=named)
        assert (status, f"ok           deal: {RECIPES[game]}" in words) == (0, True)
