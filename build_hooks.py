"""Builds the index of clause markers in tests/ into the wheel.

`houseway rules` reads markers from the tests' source; an installed wheel has no
tests, so it carries this index instead. It is made anew at every build.
"""

import json
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
        from houseway.proof.tracing import scan_tests  # noqa: PLC0415  # only once src is on the path

        entries = [
            [marker.clause, marker.file, marker.line, marker.name]
            for marker in sorted(scan_tests(Path(self.root)))
        ]
        index = Path(tempfile.mkdtemp()) / "tests.json"
        index.write_text(json.dumps(entries, indent=0), encoding="utf-8")
        build_data["force_include"][str(index)] = "houseway/proof/tests.json"
