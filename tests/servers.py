"""A real PostgreSQL server for the tests, from the machine's own binaries."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import psycopg

ACCOUNT = "postgres"
DEBIAN = Path("/usr/lib/postgresql")


def binaries() -> Path | None:
    """The folder that holds the server's programs, or None where there is no server."""
    found = shutil.which("pg_ctl")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(DEBIAN.glob("*/bin"), reverse=True)
    needed = ("initdb", "pg_ctl", "postgres")
    for folder in folders:
        if all((folder / name).exists() for name in needed):
            return folder
    return None


def _as_account() -> str | None:
    """The server refuses to run as root; it runs under its own account then."""
    return ACCOUNT if os.geteuid() == 0 else None


class Server:
    """One server in a temporary folder, reached through a socket in it. Its fsync is on."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="houseway-"))
        self.data = self.folder / "data"
        self._account = _as_account()
        self._names = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        if self._account:
            shutil.chown(self.folder, self._account)
        self._run("initdb", "-A", "trust", "-U", ACCOUNT, "-E", "UTF8", "--no-locale", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "-D", str(self.data), *arguments]
        subprocess.run(
            command, check=True, capture_output=True, user=self._account, cwd=self.folder
        )

    def start(self) -> None:
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder)]
        command += ["-c", "listen_addresses=", "-c", "fsync=on", "-c", "max_connections=60"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, user=self._account, cwd=self.folder
            )
        until = time.monotonic() + 60
        while True:
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                ended = self._process.poll() is not None
                if ended or time.monotonic() > until:
                    raise RuntimeError((self.folder / "log").read_text("utf-8")) from None
                time.sleep(0.05)
            else:
                return

    def stop_at_once(self) -> None:
        """As a loss of power: every process of the server ends where it is."""
        self._run("pg_ctl", "stop", "-m", "immediate")
        assert self._process is not None
        self._process.wait(30)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)  # at once: the data are thrown away
            self._process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, statement: str, database: str = "postgres") -> None:
        where = f"host={self.folder} user={ACCOUNT} dbname={database}"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"house_{os.getpid()}_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return f"postgresql://{ACCOUNT}@/{name}?host={self.folder}"
