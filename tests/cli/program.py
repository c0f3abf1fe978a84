"""The program in a process of its own, as a user runs it."""

import os
import subprocess
import sys

from tests.conftest import load_rounds

ROUND = load_rounds("pikit")[0]
GOOD = {key: value for key, value in ROUND.items() if key != "hands"}
GOOD["hands"] = [{k: v for k, v in hand.items() if k != "expect"} for hand in ROUND["hands"]]
"""A round as a user describes it, without what the tests expect of it."""


def houseway(
    *arguments: str, text: str | bytes = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    data = text.encode() if isinstance(text, str) else text
    result = subprocess.run(
        [sys.executable, "-c", "from houseway.cli.main import run; run()", *arguments],
        input=data,
        capture_output=True,
        env={**os.environ, "COLUMNS": "120", **(env or {})},
        timeout=300,  # a solver may have to be compiled first
        check=False,
    )
    assert b"Traceback" not in result.stderr, result.stderr.decode()
    return subprocess.CompletedProcess(
        result.args, result.returncode, result.stdout.decode(), result.stderr.decode()
    )
