"""A real house on a real port, with somebody of every office."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.house import edges
from tests.web.serving import Served, served


@pytest.fixture(scope="module", autouse=True)
def no_mathematics() -> Iterator[None]:
    """The exact edge takes seconds to compute, and is tested where it is computed."""
    patch = pytest.MonkeyPatch()
    patch.setattr(edges, "_solve", lambda *_: edges.Edge(Fraction(-1, 50), Fraction(-1, 50)))
    patch.setattr(edges, "_known", {})
    yield
    patch.undo()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One house for the tests of a file, which leave it as they found it."""
    with served(tmp_path_factory.mktemp("house") / "house.db") as found:
        yield found


@pytest.fixture
def own_place(tmp_path: Path) -> Iterator[Served]:
    """A house of the test's own."""
    with served(tmp_path / "house.db") as found:
        yield found
