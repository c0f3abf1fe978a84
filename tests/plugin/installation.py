"""A throw-away environment in which the wheels of Houseway and of the game are installed."""

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PLUGIN = PROJECT / "tests" / "plugin"


@dataclass(frozen=True)
class Installation:
    """An environment of its own, with Houseway, the game, and nothing of the source tree."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "env" / "bin" / "python"

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a shell in which the environment is active."""
        ours = {"PYTHONPATH", "COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"}
        return {name: text for name, text in os.environ.items() if name not in ours}

    def run(self, *arguments: str, given: str = "", status: int = 0, complaint: str = "") -> str:
        """What `houseway` prints, once its exit status and what it complains of are right."""
        done = subprocess.run(
            [str(self.folder / "env" / "bin" / "houseway"), *arguments],
            cwd=self.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, (arguments, done.stdout, done.stderr)
        assert complaint in done.stderr
        return done.stdout


def install(folder: Path) -> Installation:
    """Builds both wheels and installs them; libraries come from the project's environment."""
    made = Installation(folder)
    venv.create(folder / "env", with_pip=False, symlinks=True)
    purelib = folder / "env" / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    (purelib / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    for project in (PROJECT, PLUGIN):
        wheels = folder / project.name
        _call(
            made,
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)],
            project,
        )
        (wheel,) = wheels.glob("*.whl")
        pip = [sys.executable, "-m", "pip", "--python", str(made.python), "install", "--quiet"]
        offline = ["--no-deps", "--no-index", "--disable-pip-version-check"]
        _call(made, [*pip, *offline, str(wheel)], folder)
    return made


def _call(made: Installation, command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, env=made.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
