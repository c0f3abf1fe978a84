"""The panel beside the felt: what a progressive pays and costs, which cards were picked."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.house.offices import Office
from houseway.ledger.store import Ledger
from houseway.table import due
from houseway.table.events import Chosen
from houseway.table.narration import narrate
from houseway.web.tables.page import draw_for
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.visitors import application, visitor

PRIZES = {
    "four_of_a_kind": {"cents": 50_000},
    "royal_flush": {"meter_percent": 100},
    "straight_flush": {"meter_percent": 10},
}


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield build_stand(ledger)


def test_a_progressive_shows_its_meter_its_prizes_and_its_price(stand: Stand) -> None:
    progressive = {"table": PRIZES, "meter_cents": 1_000_000}
    table = open_table(stand, "uth", "t", progressive=progressive)
    (ann,) = stand.seated("t", "Ann")
    panel = draw_for(table.current(), ann)["controls"]
    assert "The meter stands at $10,000." in panel
    assert "Royal flush 100 %, Straight flush 10 %, Four of a kind $500;" in panel
    assert "$5, no more and no less" in panel
    assert '"wager": "progressive", "price": 500}' in html.unescape(panel)
    page = visitor(application(stand.house), "Sue", Office.SUPERVISOR).open("/floor").text
    assert "progressive table of its own, meter $10,000" in page
    assert "{" not in page.split("<main", 1)[1].split("</main>", 1)[0]


def test_a_player_who_picked_three_cards_sees_which(stand: Stand) -> None:
    table = open_table(stand, "pikit", "t")
    (ann,) = stand.seated("t", "Ann")
    for wager in ("ante", "five_card_bonus", "three_card_bonus"):
        stand.tell(ann, "t", type="bet", seat=1, wager=wager, cents=500)
    table.say_ready("Ann")
    assert due(table.state)[0].stage == "pick"
    assert "Picked: " not in draw_for(table.current(), ann)["hands"]
    stand.tell(ann, "t", type="choose", seat=1, choice=[1, 2, 5])
    hand = table.current().view(ann)["round"]["hands"]["1"]
    assert hand["picked"] == [hand["cards"][place] for place in (0, 1, 4)]
    assert "Picked: " in draw_for(table.current(), ann)["hands"]


def test_a_choice_is_narrated_in_words() -> None:
    assert narrate(Chosen((), "player:A", 4, "play", "play_3")) == "Seat 4 chooses play 3."


def test_a_decision_names_its_stage_where_there_are_several(stand: Stand) -> None:
    table = open_table(stand, "uth", "t")
    (ann,) = stand.seated("t", "Ann")
    stand.bet_all(table)
    table.say_ready("Ann")
    assert due(table.state)[0].stage == "preflop"
    assert "Your decision, before the flop" in draw_for(table.current(), ann)["controls"]
