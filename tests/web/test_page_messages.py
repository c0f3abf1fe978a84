"""Chips and repeated bets from a page: each takes effect once, however often it is sent."""

from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.web.serving import Served, hear, say, tell

TABLE = "messages"


@pytest.fixture(scope="module")
def player(place: Served) -> dict[str, str]:
    """The credentials of Pam, who sits at seat 1 with chips."""
    place.open(TABLE, "uth")
    credentials = place.add("Pam", chips=1_000_000)
    with place.socket(TABLE, credentials) as socket:
        tell(socket, "sit", type="sit", seat=1)
        tell(socket, "buy", type="buy_in", cents=100_000)
    return credentials


@pytest.fixture
def page(place: Served, player: dict[str, str]) -> Iterator[ClientConnection]:
    address = f"ws{place.url[4:]}/tables/{TABLE}/live"
    with connect(address, additional_headers=player, compression=None, proxy=None) as socket:
        yield socket


def send(page: ClientConnection, **message: Any) -> dict[str, Any]:
    say(page, **message)
    return hear(page, "answer", "refused")


def bets_at(place: Served, seat: int) -> dict[str, int]:
    return dict(place.house.table(TABLE).state.bets.get(seat, {}))


def test_a_chip_is_answered_under_its_own_id(place: Served, page: ClientConnection) -> None:
    answer = send(page, type="chip", id="a", seat=1, wager="ante", cents=500)
    assert answer == {"type": "answer", "id": "a", "done": True}
    assert bets_at(place, 1) == {"ante": 500, "blind": 500}
    answer = send(page, type="chip", id="b", seat=1, wager="ante", cents=0)
    assert answer == {"type": "answer", "id": "b", "done": True}
    assert bets_at(place, 1) == {}


def test_a_chip_sent_again_after_half_of_it_was_done_makes_equal_bets(
    place: Served, page: ClientConnection
) -> None:
    """The connection broke between the ante and the blind; the page sends its chip again."""
    bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
    tell(page, "half-ante", **bet)
    assert bets_at(place, 1) == {"ante": 500}
    for _ in range(2):
        assert send(page, type="chip", id="half", seat=1, wager="ante", cents=500)["done"]
        assert bets_at(place, 1) == {"ante": 500, "blind": 500}
    send(page, type="chip", id="undo", seat=1, wager="ante", cents=0)


def test_nothing_to_take_back_is_answered_too(page: ClientConnection) -> None:
    answer = send(page, type="chip", id="nothing", seat=1, wager="trips", cents=0)
    assert answer == {"type": "answer", "id": "nothing", "done": True}


@pytest.mark.parametrize(
    "message", [{"type": "chip", "seat": 1, "wager": "ante", "cents": 500}, {"type": "repeat"}]
)
def test_a_message_that_may_be_repeated_needs_an_id(
    place: Served, page: ClientConnection, message: dict[str, Any]
) -> None:
    refused = send(page, **message)
    assert refused["problem"]["detail"] == "The message lacks id."
    assert bets_at(place, 1) == {}
