"""A real house on a real port, with somebody of every office."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from argon2 import PasswordHasher

from houseway.games import get_game
from houseway.games.options import as_config
from houseway.house import passwords
from houseway.house.edges import EdgeBook
from tests.web.serving import Served, served


@pytest.fixture(scope="module", autouse=True)
def no_mathematics() -> Iterator[None]:
    """The exact edge takes seconds to compute, and is tested where it is computed."""
    patch = pytest.MonkeyPatch()
    line = SimpleNamespace(ev=Fraction(-1, 50), variance=Fraction(1))

    def solve(_book: EdgeBook, game_id: str, config: Mapping[str, Any]) -> SimpleNamespace:
        options = as_config(get_game(game_id).read_options(config))
        return SimpleNamespace(main=line, compulsory=line, side={}, options=options, estimated=None)

    patch.setattr(EdgeBook, "_solve", solve)
    yield
    patch.undo()


@pytest.fixture(scope="module", autouse=True)
def quick_hashes() -> Iterator[None]:
    """A hash of a password is slow on purpose; here there are hundreds of them."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    patch = pytest.MonkeyPatch()
    patch.setattr(passwords, "new_hasher", lambda: quick)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One house for the tests of a file, which leave it as it was."""
    with served(tmp_path_factory.mktemp("house") / "house.db") as opened:
        yield opened
