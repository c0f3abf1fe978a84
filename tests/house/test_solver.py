"""The exact edge of a table is worked out in another process than the one that runs tables."""

import os
from pathlib import Path

from houseway.games import GAMES
from houseway.house import edges
from houseway.ledger.store import Ledger
from houseway.web.app import create_app
from tests.house.helpers import build_stand
from tests.web.clients import TestClient

HILO = {"minimums": {"ante": 700}}


def test_an_edge_is_solved_elsewhere_and_is_the_same(tmp_path: Path) -> None:
    options = GAMES["hilo"].read_options({})
    analysis = edges.solve("hilo", options)
    solved_in: list[int] = []
    with Ledger(str(tmp_path / "x.db")) as ledger:
        house = build_stand(ledger).house
        app = create_app(house)
        bench = app.state.services.laboratory.quick
        wait_for = bench.wait_for

        def note_process(task: str, *arguments: object) -> object:
            outcome = wait_for(task, *arguments)
            solved_in.append(bench._process.pid)
            return outcome

        bench.wait_for = note_process
        with TestClient(app):
            edge = house.edges.edge("hilo", dict(HILO))
    assert edge is not None
    assert analysis is not None
    assert (edge.main, edge.compulsory) == (analysis.main.ev, analysis.compulsory.ev)
    assert solved_in
    assert os.getpid() not in solved_in
    assert house.edges._solver is edges.solve  # and in this process again once the house is shut
