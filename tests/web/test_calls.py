"""The calls of the hands of the last round: the dealer's, and those that were turned up."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from houseway.games import GAMES
from houseway.ledger.store import Ledger
from houseway.web.cards import with_suits
from houseway.web.tables.page import call_hands, draw_for
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting

FACE = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
CODE = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield build_stand(ledger)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_was_turned_up_is_called_and_no_other(stand: Stand, game: str) -> None:
    table = open_table(stand, game, "t")
    people = stand.seated("t", "Ann", "Ben")
    chance, hidden, shown = Random(5), 0, 0
    for _ in range(24):
        stand.bet_all(table)
        for person in people:
            table.say_ready(person.name)
        stand.decide_all(table, chance)
        last = table.state.last_round
        assert last is not None
        called = call_hands(table.state)
        assert called[None]
        assert set(called) - {None} <= set(last.revealed)
        assert not CODE.search(str(called))
        if game == "uth":  # which five of seven cards it is
            assert all(len(FACE.findall(words)) == 5 for words in called.values())
        if game == "pikit":
            assert re.match(r"five-card hand: .*; three-card hand: .*\(", called[None])
        shown += len(called) - 1
        hidden += len(last.hands) - len(last.revealed)
        panel = draw_for(table.current(), people[0])["hands"]
        assert called[None][1:] in panel
    assert shown
    assert hidden or game == "pikit"  # at Pik-it every hand is turned up


def test_cards_are_written_as_on_their_faces() -> None:
    words = "A♥ K♠ 10♦ / J♥ 2♣: 31 high; ace-high straight, six tens, 2x"
    assert with_suits("Ah Ks Td / Jh 2c: 31 high; ace-high straight, six tens, 2x") == words
