"""Stops a writer at the worst moments, and compares its store with what it reported."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from houseway.ledger.store import Ledger
from tests.ledger.helpers import assert_whole

ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("HOUSEWAY_LONG"))
"""Whether the exhaustive tests are run."""


@dataclass
class History:
    """What writers reported, kept outside of the store."""

    tried: dict[str, int] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)

    def hear(self, text: str) -> None:
        """Whole lines only: half a line is no report."""
        for line in text.split("\n")[:-1]:
            word, *rest = line.split(" ")
            if word == "try":
                self.tried[rest[0]] = int(rest[1])
            elif word == "ack":
                self.acknowledged[rest[0]] = int(rest[1])

    def check(self, url: str) -> None:
        """Every acknowledged act is there once, and no act is half there."""
        with Ledger(url) as ledger:
            if not ledger.tables():
                assert not self.acknowledged
                return
            assert_whole(ledger, "t")
            commands = [record.command for record in ledger.records("t")]
        starts = [n for n, command in enumerate(commands) if command is not None]
        spans = zip(starts, [*starts[1:], len(commands)], strict=True)
        written = {str(commands[start]): (start, end) for start, end in spans}
        assert len(written) == len(starts), "a command took effect twice"
        for command, (start, end) in written.items():
            assert end - start == self.tried[command], "an act is half there"
        for command, last in self.acknowledged.items():
            assert written[command][1] - 1 == last, "an acknowledged act is lost"


class Writers:
    """Writers under strace, which makes one of their calls fail or kills them at it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out, self.trace = folder / "out", folder / "trace"
        self._tracer: subprocess.Popen[str] | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ledger.writer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    def _read_number(self) -> int:
        assert self._process.stdout
        return int(self._process.stdout.readline())

    def start(self, url: str, acts: int, seed: int, inject: str = "") -> int:
        """Starts a writer and gives its number."""
        assert self._process.stdin
        self.out.write_text("")
        self.trace.write_text("")
        job = {"url": url, "acts": acts, "out": str(self.out), "seed": seed}
        job["key"] = os.environ.get("HOUSEWAY_KEY", "")
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        child = self._read_number()
        while _state(child) != "T":
            time.sleep(0.001)
        self._tracer = _take_hold(child, inject, self.trace) if inject else None
        os.kill(child, signal.SIGCONT)
        return child

    def wait_for(self, word: str) -> None:
        """Waits until the writer has reported a word once."""
        patience = time.monotonic() + 60
        while word not in self.out.read_text("utf-8"):
            assert time.monotonic() < patience, "the writer reports nothing"
            time.sleep(0.005)

    def end(self, history: History) -> int:
        """Waits for the end of the writer; gives its exit status, below 0 for a signal."""
        code = self._read_number()
        if self._tracer is not None:
            self._tracer.wait(30)
        history.hear(self.out.read_text("utf-8"))
        assert code != 70, self.out.read_text("utf-8")
        return code

    def run(
        self, url: str, history: History, acts: int, inject: str = "", seed: int = 0
    ) -> tuple[int, bool]:
        """One writer; gives how it ended, and whether the fault came to pass."""
        self.start(url, acts, seed, inject)
        code = self.end(history)
        return code, "INJECTED" in self.trace.read_text("utf-8") or code < 0


def _state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0]


def _take_hold(process: int, inject: str, trace: Path) -> subprocess.Popen[str]:
    calls = inject.split(":", maxsplit=1)[0]
    command = ["strace", "-f", "-o", str(trace), "-e", f"trace={calls}", "-e", f"inject={inject}"]
    tracer = subprocess.Popen(
        [*command, "-p", str(process)], stderr=subprocess.PIPE, text=True, stdout=subprocess.DEVNULL
    )
    assert tracer.stderr
    reply = tracer.stderr.readline()
    assert "attached" in reply, reply
    tracer.stderr.close()
    return tracer


def can_trace() -> bool:
    """Whether strace is installed and may take hold of a process."""
    if shutil.which("strace") is None or not Path("/proc/self/stat").exists():
        return False
    probe = ["strace", "-o", os.devnull, "-e", "inject=fsync:error=EIO", "true"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0
