"""Who opens a table is told what every wager costs, and warned of each that favours players."""

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
def test_every_wager_is_told_and_warned_of(
    game: str, config: dict[str, Any], side: set[str], words: str
) -> None:
    found = EDGES.edge(game, config)
    assert found is not None
    assert found.side.keys() == side
    assert found.favours_players is bool(words)
    assert words in found.warning
    assert bool(found.warning) is bool(words)
