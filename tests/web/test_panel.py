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
from houseway.web.tables.page_parts import draw_for
from tests.house.helpers import Stand, open_table, stand
from tests.ledger.helpers import without_waiting
from tests.web.visitors import application, visitor

PRIZES = {
    "four_of_a_kind": {"cents": 50_000},
    "royal_flush": {"meter_percent": 100},
    "straight_flush": {"meter_percent": 10},
}


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Stand]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield stand(ledger)


def test_a_progressive_tells_its_meter_its_prizes_and_its_price(found: Stand) -> None:
    progressive = {"table": PRIZES, "meter_cents": 1_000_000}
    table = open_table(found, "uth", "t", progressive=progressive)
    (ann,) = found.seated("t", "Ann")
    panel = draw_for(table.current(), ann)["controls"]
    assert "The meter stands at $10,000." in panel
    assert "Royal flush 100 %, Straight flush 10 %, Four of a kind $500;" in panel
    assert "$5, no more and no less" in panel
    assert '"wager": "progressive", "price": 500}' in html.unescape(panel)
    page = visitor(application(found.house), "Sue", Office.SUPERVISOR).open("/floor").text
    assert "progressive table of its own, meter $10,000" in page
    assert "{" not in page.split("<main", 1)[1].split("</main>", 1)[0]


def test_who_picked_three_cards_is_told_which(found: Stand) -> None:
    table = open_table(found, "pikit", "t")
    (ann,) = found.seated("t", "Ann")
    for wager in ("ante", "five_card_bonus", "three_card_bonus"):
        found.tell(ann, "t", type="bet", seat=1, wager=wager, cents=500)
    table.say_ready("Ann")
    assert due(table.state)[0].stage == "pick"
    assert "Picked: " not in draw_for(table.current(), ann)["hands"]
    found.tell(ann, "t", type="choose", seat=1, choice=[1, 2, 5])
    hand = table.view(ann)["round"]["hands"]["1"]
    assert hand["picked"] == [hand["cards"][place] for place in (0, 1, 4)]
    assert "Picked: " in draw_for(table.current(), ann)["hands"]


def test_a_choice_is_told_in_words() -> None:
    assert narrate(Chosen((), "player:A", 4, "play", "play_3")) == "Seat 4 chooses play 3."


def test_a_decision_says_when_it_comes_where_there_are_several(found: Stand) -> None:
    table = open_table(found, "uth", "t")
    (ann,) = found.seated("t", "Ann")
    found.bet_all(table)
    table.say_ready("Ann")
    assert due(table.state)[0].stage == "preflop"
    assert "Your decision, before the flop" in draw_for(table.current(), ann)["controls"]
