"""The edge of a new table: what every wager costs, and a warning of each that favours players."""

from typing import Any

import pytest

from houseway.house.edges import EdgeBook

EDGES = EdgeBook()
GENEROUS = {"table": {"pair": {"meter_percent": 10}}, "meter_cents": 1_000_000}
MEAN = {"table": {"royal_flush": {"meter_percent": 100}}, "meter_cents": 1_000_000}


@pytest.mark.parametrize(
    ("game", "config", "side", "words"),
    [
        ("uth", {}, {"trips"}, ""),
        ("uth", {"cover_all": True}, {"trips", *(f"cover_all_{n}" for n in range(2, 8))}, ""),
        ("uth", {"trips_rows": {"flush": "50 to 1"}}, {"trips"}, "wager trips favours the players"),
        ("uth", {"progressive": GENEROUS}, {"trips", "progressive"}, "wager progressive favours"),
        ("uth", {"progressive": MEAN}, {"trips", "progressive"}, ""),
        ("pikit", {}, {"three_card_bonus"}, ""),
        ("pikit", {"three_card_pick": "seen"}, {"three_card_bonus"}, "by 401.10% of it"),
        ("hilo", {}, {"tie", "poker_bonus"}, ""),
    ],
)
def test_every_wager_is_listed_and_each_that_favours_players_is_warned_of(
    game: str, config: dict[str, Any], side: set[str], words: str
) -> None:
    edge = EDGES.edge(game, config)
    assert edge is not None
    assert edge.side.keys() == side
    assert edge.favours_players is bool(words)
    assert words in edge.warning
    assert bool(edge.warning) is bool(words)
