"""The exact edge of a table is worked out in another process than the one that runs tables."""

import os
from pathlib import Path

from houseway.games import GAMES
from houseway.house import edges
from houseway.ledger.store import Ledger
from houseway.web.app import create_app
from tests.house.helpers import stand
from tests.web.clients import TestClient

HILO = {"minimums": {"ante": 700}}


def test_an_edge_is_solved_elsewhere_and_is_the_same(tmp_path: Path) -> None:
    options = GAMES["hilo"].read_options({})
    here = edges.solve("hilo", options)
    solved_in: list[int] = []
    with Ledger(str(tmp_path / "x.db")) as ledger:
        house = stand(ledger).house
        app = create_app(house)
        bench = app.state.services.laboratory.quick
        wait_for = bench.wait_for

        def watched(task: str, *given: object) -> object:
            found = wait_for(task, *given)
            solved_in.append(bench._process.pid)
            return found

        bench.wait_for = watched
        with TestClient(app):
            found = house.edges.edge("hilo", dict(HILO))
    assert found is not None
    assert here is not None
    assert (found.main, found.compulsory) == (here.main.ev, here.compulsory.ev)
    assert solved_in
    assert os.getpid() not in solved_in
    assert house.edges._solver is edges.solve  # and here again once the house is shut
