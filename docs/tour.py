"""The tour of `make tour`: runs the commands of the README and shows what they say.

The commands are read from the README itself, so the tour is what the README
promises, and a test checks their output line by line.
"""

import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def commands(text: str) -> list[str]:
    """The commands in a page's console blocks, in order."""
    return [line[2:] for line in text.splitlines() if line.startswith("$ houseway ")]


def main() -> None:
    program = Path(sys.executable).parent / "houseway"
    for command in commands((ROOT / "README.md").read_text("utf-8")):
        print(f"\n\033[1m$ {command}\033[0m", flush=True)  # noqa: T201  # a tour speaks
        subprocess.run([program, *shlex.split(command)[1:]], cwd=ROOT, check=False)  # noqa: S603
    print("\nThe pages in docs/ go on from here, one for each kind of reader.")  # noqa: T201


if __name__ == "__main__":
    main()
