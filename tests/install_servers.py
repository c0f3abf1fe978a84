"""Puts a PostgreSQL server, strace and a browser on this machine for the tests, where it may.

Only as root on Debian and its kin. Where it cannot, it says so, and the tests that
need them are skipped with a reason.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def missing() -> list[str]:
    """The packages of Debian that the tests would use and that are not here."""
    from tests.servers import binaries  # noqa: PLC0415  # needs the path above

    wanted = {"postgresql": binaries(), "strace": shutil.which("strace")}
    wanted |= {"chromium": shutil.which("chromium")}
    return [package for package, found in wanted.items() if found is None]


def install(packages: list[str]) -> None:
    quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(
            ["apt-get", *quiet, *arguments],
            env=environment,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def main() -> None:
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        install(missing())
    if still := missing():
        print(f"Not here, and cannot be installed: {', '.join(still)}. Some tests are skipped.")


if __name__ == "__main__":
    main()
