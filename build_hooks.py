"""Builds the index of clause markers in tests/ into the wheel.

`houseway rules` reads markers from the tests' source; an installed wheel has no
tests, so it carries this index instead. It is made anew at every build.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MarkerIndex(BuildHookInterface[Any]):
    """Adds houseway/proof/tests.json to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # the tests are at hand there
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from houseway.proof.tracing import write_test_index  # noqa: PLC0415  # once src is on the path

        folder = Path(tempfile.mkdtemp())
        write_test_index(Path(self.root), folder)
        build_data["force_include"][str(folder / "tests.json")] = "houseway/proof/tests.json"
