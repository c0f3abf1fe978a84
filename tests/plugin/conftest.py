"""The game can be imported here without being installed; one environment serves all tests."""

import sys
from pathlib import Path

import pytest

from tests.browser.conftest import browser, visit  # noqa: F401  # fixtures
from tests.plugin.installation import Installation, install

sys.path.insert(0, str(Path(__file__).parent / "src"))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Houseway and the game, each from its wheel."""
    return install(tmp_path_factory.mktemp("installed"))
