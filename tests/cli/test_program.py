"""The program itself: help, faults, full disks, closed pipes, poor terminals, files."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup

from houseway.cli import main
from houseway.cli.commands import LazyCommand, app
from houseway.proof import tracing
from tests.cli.program import GOOD, houseway


def test_help_and_version() -> None:
    overview = houseway("--help")
    for command in ("settle", "rules", "options", "layout", "sign"):
        assert command in overview.stdout
        assert houseway(command, "--help").returncode == 0
    assert houseway("version").stdout.startswith("houseway 0.")
    assert json.loads(houseway("version", "--json").stdout)["version"].startswith("0.")
    assert houseway("nonsense").returncode == 2


def test_help_imports_no_room_and_no_command() -> None:
    """Help answers at once because nothing heavy is imported for it."""
    code = (
        "import sys; from houseway.cli.commands import app\n"
        "for name in ([], ['rounds'], ['house'], ['house', 'people'], ['fairness']):\n"
        "    app([*name, '--help'], standalone_mode=False)\n"
        "print('\\n' + ' '.join(m for m in sys.modules if m.startswith('houseway.')))"
    )
    help_of_all = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    modules = help_of_all.stdout.splitlines()[-1].split()
    rooms = {module.split(".")[1] for module in modules}
    assert rooms <= {"cli", "rulebook"}
    in_cli = {module for module in modules if module.startswith("houseway.cli.")}
    assert in_cli == {"houseway.cli.bets", "houseway.cli.commands"}


def walk_commands(group: TyperGroup) -> Iterator[LazyCommand]:
    for member in group.commands.values():
        if isinstance(member, TyperGroup):
            yield from walk_commands(member)
        else:
            assert isinstance(member, LazyCommand)
            yield member


def test_every_command_is_in_the_module_that_the_index_names() -> None:
    commands = list(walk_commands(app))
    assert len(commands) > 30
    for command in commands:
        loaded = command.load()
        assert loaded.name == command.name
        assert loaded.help == command.help
    assert len({command.help for command in commands}) == len(commands)


def run_with(fault: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The program with its settle command replaced by this statement."""
    code = (
        "import houseway.cli.table.settle as s, houseway.cli.main as m\n"
        f"def broken(*a, **k): {fault}\n"
        "s.answer_all = broken\n"
        "m.run()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, "settle", "-"],
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        check=False,
    )


def test_a_fault_of_the_program_shows_a_traceback_only_for_debugging() -> None:
    result = run_with("raise KeyError('x')")
    assert result.returncode == 70
    assert "A fault in Houseway (KeyError: 'x')" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in run_with("raise KeyError('x')", HOUSEWAY_DEBUG="1").stderr


def test_a_fault_of_a_plug_in_names_the_game_and_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "rules.py"
    module.write_text("def settle():\n    raise KeyError('x')\n")
    rules: dict[str, Any] = {}
    exec(compile(module.read_text(), module, "exec"), rules)
    monkeypatch.setattr(tracing, "plug_in_folders", lambda: {"duel": tmp_path})
    with pytest.raises(KeyError) as fault:
        rules["settle"]()
    assert main._locate(fault.value) == "the game duel, rules.py line 2"
    assert main._locate(KeyError("x")) == "Houseway"


def test_a_full_disk_is_reported() -> None:
    full = run_with("raise OSError(28, 'No space left on device', 'felt.svg')")
    assert full.returncode == 2
    assert "No space left on device: felt.svg." in full.stderr
    nameless = run_with("raise OSError(28, 'No space left on device')")
    assert "Refused. No space left on device.\n" in nameless.stderr


@pytest.mark.parametrize("arguments", [["rules", "uth"], ["rules", "--json"], ["layout", "uth"]])
def test_a_reader_may_close_the_pipe_without_an_error(arguments: list[str]) -> None:
    code = "from houseway.cli.main import run; run()"
    program = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.read(1)
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(timeout=60) == 0


def test_text_from_users_is_shown_as_written() -> None:
    """No markup, no terminal codes, and every citation whole."""
    odd = {**GOOD, "id": "[/b] [red]x\x1b[31m"}
    shown = houseway("settle", "-", text=json.dumps(odd)).stdout
    assert shown.startswith("[/b] [red]x\N{REPLACEMENT CHARACTER}[31m: ")
    lone = json.dumps({**GOOD, "id": "a"}).replace('"a"', '"\\ud800"')
    assert houseway("settle", "-", text=lone).returncode == 0
    sign = houseway("sign", "uth", "--no-odds", "--set", "sign=[/b] hello", "--set", "licensee=[i]")
    assert "[/b] hello" in sign.stdout
    assert sign.stdout.startswith("[i]\n")
    assert "[printed 'b)']" in houseway("rules", "pikit.layout.b").stdout


def test_a_poor_terminal_is_enough() -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "COLUMNS": "50"}
    for arguments in (["options", "pikit"], ["rules", "pikit"], ["sign", "hilo"]):
        assert houseway(*arguments, env=ascii_only).returncode == 0
    narrow = houseway("settle", "-", text=json.dumps(GOOD), env={"COLUMNS": "40"}).stdout
    assert "five card bonus" in narrow
    assert "total" in narrow


def test_only_a_line_feed_ends_a_line() -> None:
    line = json.dumps({**GOOD, "id": "a\u2028b\u0085c"}, ensure_ascii=False)
    result = houseway("settle", "-", "--json", text=f"{line}\n{line}\n")
    assert len(result.stdout.splitlines()) == 2
    assert result.returncode == 0
    first_bad = houseway("settle", "-", "--json", text=f"{{oops\n{line}\n")
    assert "refused" in first_bad.stdout.splitlines()[0]
    assert "hands" in first_bad.stdout.splitlines()[1]


def test_invalid_json_is_answered_in_json() -> None:
    result = houseway("settle", "-", "--json", text="{")
    assert result.returncode == 2
    assert "This is not JSON" in json.loads(result.stdout)["refused"]["message"]


def test_assertions_stay_on() -> None:
    code = "from houseway.cli.main import run; run()"
    result = subprocess.run(
        [sys.executable, "-O", "-c", code, "version"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert "assertions" in result.stderr


def test_a_closed_standard_input_is_reported() -> None:
    code = "import sys; sys.stdin = None; from houseway.cli.main import run; run()"
    result = subprocess.run(
        [sys.executable, "-c", code, "settle", "-"], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert "Standard input is closed" in result.stderr


def test_a_link_stays_a_link_and_a_suffix_may_have_capitals(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.SVG").symlink_to(tmp_path / "real.svg")
    result = houseway("layout", "uth", "--licensee", "42", "-o", str(tmp_path / "link.SVG"))
    assert result.returncode == 0
    assert (tmp_path / "link.SVG").is_symlink()
    assert ">42<" in (tmp_path / "real.svg").read_text()
    (tmp_path / "folder.svg").mkdir()
    assert "is a folder" in houseway("layout", "uth", "-o", str(tmp_path / "folder.svg")).stderr


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from houseway.cli.files import write_file  # noqa: PLC0415  # not before the programs above

    target = tmp_path / "felt.svg"
    write_file(target, b"old")

    def fail(*_: Any) -> None:
        raise OSError(5, "I/O error")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="I/O error"):
        write_file(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["felt.svg"]


def test_without_typst_a_pdf_is_refused_with_advice(tmp_path: Path) -> None:
    code = "import sys; sys.modules['typst'] = None; from houseway.cli.main import run; run()"
    result = subprocess.run(
        [sys.executable, "-c", code, "layout", "uth", "-o", str(tmp_path / "felt.pdf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "pip install 'houseway[pdf]'" in result.stderr
    assert not list(tmp_path.iterdir())
