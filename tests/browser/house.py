"""A real house in a process of its own, for browsers to visit."""

import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.served import environment, free_port

ADMIN_PASSWORD = "the tests' own password"


class ServedHouse:
    """`houseway serve`, started, stopped and killed by the test."""

    def __init__(self, folder: Path, python: str = sys.executable, **variables: str) -> None:
        self.folder, self.port = folder, free_port()
        self._python, self._variables = python, variables
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = [self._python, "-c", "from houseway.cli.main import run; run()", "serve"]
        place = ["--db", str(self.folder / "house.db"), "--port", str(self.port)]
        with (self.folder / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*program, *place],
                stdout=log,
                stderr=log,
                env=environment(HOUSEWAY_ADMIN_PASSWORD=ADMIN_PASSWORD, **self._variables),
            )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(30)

    def log(self) -> str:
        return (self.folder / "serve.log").read_text("utf-8", "replace")
