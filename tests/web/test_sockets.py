"""Sockets in bad hands: wrong messages are refused, repeated ones take effect once."""

import socket as sockets
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from houseway.house.messages import Fault
from houseway.house.offices import Office
from houseway.house.table_service import Update
from houseway.table.state import assert_conserved
from houseway.web.tables.mailboxes import MOST_NEWS, MOST_SOCKETS, LiveSession, Mailbox
from houseway.web.tables.socket import MOST_VIOLATIONS
from tests.house.helpers import submit
from tests.web.serving import Served, hear, say, tell, until_closed


@pytest.fixture(scope="module", autouse=True)
def people(place: Served) -> dict[str, dict[str, str]]:
    """The credentials of Ann at seat 1 and Ben at seat 2, both with chips."""
    place.open("t", "uth")
    credentials = {name: place.add(name, chips=10_000_000) for name in ("Ann", "Ben")}
    for seat, name in enumerate(credentials, 1):
        with place.socket("t", credentials[name]) as socket:
            tell(socket, "sit", type="sit", seat=seat)
            assert tell(socket, "buy", type="buy_in", cents=1_000_000)["done"]
    return credentials


@pytest.fixture
def ann(place: Served, people: dict[str, dict[str, str]]) -> Any:
    with place.socket("t", people["Ann"]) as socket:
        yield socket


@pytest.fixture
def ben(place: Served, people: dict[str, dict[str, str]]) -> Any:
    with place.socket("t", people["Ben"]) as socket:
        yield socket


def assert_answers(socket: ClientConnection) -> None:
    say(socket, type="ping")
    hear(socket, "pong")


# --- malformed messages

DEEP = "[" * 900 + "]" * 900
TEMPLATES = [
    "",
    "{",
    "null",
    "[]",
    '"text"',
    "NaN",
    "1" * 5_000,
    "{}",
    '{"type": null}',
    '{"type": []}',
    '{"type": "view"}',
    '{"type": "command"}',
    '{"type": "command", "id": null, "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": ["x"], "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": "", "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": "\\u0000", "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": "\\ud800", "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": "LONG", "command": {"type": "sit", "seat": 3}}',
    '{"type": "command", "id": "w1", "command": null}',
    '{"type": "command", "id": "w2", "command": {"type": "sit"}}',
    '{"type": "command", "id": "w3", "command": {"type": "sit", "seat": 3, "extra": 1}}',
    '{"type": "command", "id": "w4", "command": {"type": "sit", "seat": true}}',
    '{"type": "command", "id": "w5", "command": {"type": "sit", "seat": 3.0}}',
    '{"type": "command", "id": "w6", "command": {"type": "sit", "seat": 1e400}}',
    '{"type": "command", "id": "w7", "command": {"type": "sit", "seat": MANY}}',
    '{"type": "command", "id": "w8", "command": {"type": "sit", "seat": 3, "v": 2}}',
    '{"type": "command", "id": "w9", "command": {"type": "sit", "seat": 3, "by": "dealer"}}',
    '{"type": "command", "id": "wa", "command": {"type": "bet", "seat": 1, "cents": 1, '
    '"wager": "\\ud800"}}',
    '{"type": "command", "id": "wb", "command": {"type": "choose", "seat": 1, "choice": DEEP}}',
    '{"type": "command", "id": "wc", "command": {"type": "do", "act": "look", "data": DEEP}}',
    '{"type": "command", "id": "wd", "command": {"type": "choose", "seat": 1, "choice": NaN}}',
    '{"type": "command", "id": "we", "command": {"type": "report_breach", "breach": "x"}}',
    '{"type": "have"}',
    '{"type": "have", "seq": "5"}',
    '{"type": "have", "seq": -1}',
    '{"type": "ready", "seat": 1}',
    '{"type": "ping", "x": 1}',
    DEEP,
    "[" * 20_000,
]
WRONG = [
    text.replace("LONG", "x" * 101).replace("MANY", "9" * 4_000).replace("DEEP", DEEP)
    for text in TEMPLATES
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_malformed_message_is_refused_and_the_next_is_answered(
    place: Served, ann: ClientConnection, number: int
) -> None:
    before = place.house.table("t").seq
    ann.send(WRONG[number])
    refused = hear(ann, "refused", "answer")
    assert refused["type"] == "refused"
    assert 400 <= refused["problem"]["status"] < 500
    assert_answers(ann)
    assert place.house.table("t").seq == before


@pytest.mark.parametrize("kind", [KeyError, Fault], ids=["in this process", "where the table runs"])
def test_a_fault_of_the_house_is_reported_and_the_next_message_is_answered(
    place: Served, ann: ClientConnection, kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise kind("x")

    with monkeypatch.context() as patch:
        patch.setattr(place.app.state.services.gateway.house, "submit", fail)
        refused = tell(ann, "faulty", type="sit", seat=3)
    assert (refused["type"], refused["id"]) == ("refused", "faulty")
    assert refused["problem"]["status"] == 500
    assert_answers(ann)


@pytest.mark.parametrize(
    ("message", "code"),
    [(b"\x00\xff", 1008), ("x" * 20_001, 1008), ("x" * 70_000, 1009)],
    ids=["binary", "long", "oversized"],
)
def test_a_message_that_no_client_sends_ends_the_connection(
    place: Served, ann: ClientConnection, message: str | bytes, code: int
) -> None:
    hear(ann, "view")
    ann.send(message)
    _, ended = until_closed(ann)
    assert ended == code
    assert place.status("/ready") == 200


def test_random_nonsense_changes_nothing_of_anybody_else(
    place: Served, people: dict[str, dict[str, str]]
) -> None:
    seed = 20_261
    print(f"seed {seed}")
    chance = Random(seed)
    kinds = ["bet", "take_back", "choose", "do", "leave", "cash_out", "tip", "look_at_hand", "x"]
    values: list[Any] = [None, 0, 1, 2, -1, 10**15, 10**16, "ante", "blind", "As", [], {}, True]
    fields = ["seat", "wager", "cents", "choice", "act", "data", "face", "tender", "by"]
    table = place.house.table("t")
    bens = table.state.rack_of("Ben")
    for number in range(12):
        with place.socket("t", people["Ann"]) as socket:
            for each in range(25):
                command = {"type": chance.choice(kinds)}
                for field in chance.sample(fields, chance.randint(0, 4)):
                    command[field] = chance.choice(values)
                tell(socket, f"n{number}-{each}", **command)
            assert_answers(socket)
    assert_conserved(table.state)
    assert table.state.rack_of("Ben") == bens
    mine = table.state.balances.get("tips", 0) + place.house.wallets.balance("Ann")
    assert mine <= 10_000_000


# --- ids


def test_the_same_id_of_the_same_person_takes_effect_once(
    place: Served, ann: ClientConnection
) -> None:
    table = place.house.table("t")
    tell(ann, "sit-again", type="sit", seat=1)
    first = tell(ann, "tip-1", type="tip", cents=100)
    tips = table.state.balances.get("box:tips", table.state.balances.get("tips"))
    again = tell(ann, "tip-1", type="tip", cents=100)
    other = tell(ann, "tip-1", type="tip", cents=900)  # another command with the same id
    for answer in (again, other):
        assert (answer["first"], answer["last"]) == (first["first"], first["last"])
        assert answer["again"]
    assert not first["again"]
    assert table.state.balances.get("box:tips", table.state.balances.get("tips")) == tips


def test_the_same_id_of_another_person_is_another_command(
    place: Served, ann: ClientConnection, ben: ClientConnection
) -> None:
    chips = place.house.wallets.balance("Ben")
    assert tell(ann, "mine", type="buy_in", cents=100)["done"]
    bens = tell(ben, "mine", type="buy_in", cents=200)
    assert bens["done"] and not bens["again"]  # noqa: PT018
    assert place.house.wallets.balance("Ben") == chips - 200


def test_nobody_can_use_up_the_ids_of_the_house(place: Served) -> None:
    cem = place.add("Cem", chips=5_000)
    with place.socket("t", cem) as socket:
        tell(socket, "1", type="sit", seat=3)
        tell(socket, "2", type="buy_in", cents=5_000)
        seq = place.house.table("t").seq
        for ahead in range(1, 5):
            tell(socket, f"leaving-{seq + 4 + ahead}-Cem", type="colour_up", cents=100)
        assert tell(socket, "3", type="leave", seat=3)["done"]
    assert place.house.wallets.balance("Cem") == 5_000


def test_a_command_that_a_second_person_confirmed_is_answered_as_done(
    place: Served, people: object
) -> None:
    command = {"type": "move_inventory", "reason": "opener", "cents": 100}
    before = place.house.table("t").state.balances["inventory"]
    with (
        place.socket("t", place.headers(Office.FLOORPERSON)) as floor,
        place.client(Office.DEALER) as dealer,
        place.client(Office.FLOORPERSON) as other_session,
    ):
        waiting = tell(floor, "fill", **command)
        assert not waiting["done"]
        assert tell(floor, "fill", **command)["request"] == waiting["request"]
        path = f"/api/requests/{waiting['request']}/confirm"
        assert other_session.post(path).status_code == 403
        done = dealer.post(path).json()
        assert done["done"]
        again = tell(floor, "fill", **command)
    assert (again["done"], again["again"], again["first"]) == (True, True, done["first"])
    assert not place.house.approvals.pending()
    assert place.house.table("t").state.balances["inventory"] == before + 100


# --- seats and turns


@pytest.mark.parametrize(
    "command",
    [
        {"type": "leave", "seat": 2},
        {"type": "bet", "seat": 2, "wager": "ante", "cents": 500},
        {"type": "take_back", "seat": 2, "wager": "ante"},
        {"type": "place_coupon", "seat": 2, "face": 500},
        {"type": "look_at_hand", "seat": 2},
        {"type": "choose", "seat": 2, "choice": "fold"},
        {"type": "sit", "seat": 2},
        {"type": "cash_out", "cents": 2_000_000},
        {"type": "do", "act": "no_more_bets"},
        {"type": "do", "act": "shuffle"},
        {"type": "do", "act": "receive"},
    ],
    ids=lambda command: command["type"] + command.get("act", ""),
)
def test_another_seat_and_another_turn_are_refused(
    place: Served, ann: ClientConnection, ben: ClientConnection, command: dict[str, Any]
) -> None:
    table = place.house.table("t")
    tell(ben, place.new_id(), type="bet", seat=2, wager="ante", cents=500)
    before = table.seq
    refused = tell(ann, place.new_id(), **command)
    assert refused["type"] == "refused", refused
    assert refused["problem"]["status"] in {403, 409}
    assert table.seq == before
    tell(ben, place.new_id(), type="take_back", seat=2, wager="ante")


# --- floods, slow readers, lost connections


def test_a_flood_is_refused_under_its_ids_and_then_cut_off(
    place: Served, people: dict[str, dict[str, str]]
) -> None:
    with place.socket("t", people["Ann"]) as socket:
        hear(socket, "view")
        for number in range(70 + MOST_VIOLATIONS * 3):
            say(socket, type="command", id=f"f{number}", command={"type": "look", "seat": 1})
        messages, _ = until_closed(socket)
    refusals = [message for message in messages if message["type"] == "refused"]
    ids = [refusal["id"] for refusal in refusals if refusal["problem"]["status"] == 429]
    assert len(ids) > MOST_VIOLATIONS
    assert None not in ids[:-1]
    assert len(ids) < 100 + MOST_VIOLATIONS * 2
    assert place.status("/ready") == 200


def test_a_slow_reader_delays_nobody_and_then_gets_the_newest_view(
    place: Served, people: dict[str, dict[str, str]], ben: ClientConnection
) -> None:
    table = place.house.table("t")
    raw = sockets.create_connection(("127.0.0.1", int(place.url.rpartition(":")[2])))
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    token = people["Ann"]["Authorization"]
    raw.sendall(
        f"GET /api/tables/t/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade"
        f"\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: {token}\r\n\r\n".encode()
    )
    wait_for(lambda: place.app.state.services.hub.sockets["Ann"] == 1)
    for number in range(120):
        submit(
            place.house,
            place.house.people.find("Ben").person,  # type: ignore[union-attr]
            "t",
            {"type": "bet", "seat": 2, "wager": "ante", "cents": 500 + number},
            place.new_id(),
        )
    assert_answers(ben)
    (box,) = [box for box in place.app.state.services.hub.boxes["t"] if box.person.name == "Ann"]
    assert len(box._news) <= MOST_NEWS + 1
    seqs: list[int] = []
    raw.settimeout(20)
    data = b""
    while not seqs or seqs[-1] < table.seq:
        data += raw.recv(65_536)
        seqs = [int(part.partition(b",")[0]) for part in data.split(b'"view","seq":')[1:-1]] or []
        if f'"seq":{table.seq},'.encode() in data:
            break
    assert seqs == sorted(seqs)
    raw.close()
    tell(ben, place.new_id(), type="take_back", seat=2, wager="ante")
    wait_for(lambda: not place.app.state.services.hub.sockets["Ann"])


def wait_for(is_so: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_connection_that_breaks_in_a_command_loses_nothing(
    place: Served, people: dict[str, dict[str, str]]
) -> None:
    table = place.house.table("t")
    before = table.state.rack_of("Ann")
    total = place.house.wallets.balance("Ann") + before
    for number in range(20):
        with place.socket("t", people["Ann"]) as socket:
            say(socket, type="command", id=f"d{number}", command={"type": "buy_in", "cents": 100})
            # Closed without a closing message: the house gets a reset.
            socket.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
            socket.socket.close()
    with place.socket("t", people["Ann"]) as socket:
        answers = [tell(socket, f"d{n}", type="buy_in", cents=100) for n in range(20)]
    assert all(answer["done"] for answer in answers)
    assert table.state.rack_of("Ann") == before + 100 * 20
    assert place.house.wallets.balance("Ann") + table.state.rack_of("Ann") == total
    wait_for(lambda: not place.app.state.services.hub.sockets["Ann"])


def test_one_person_has_only_so_many_sockets(place: Served) -> None:
    eve = place.add("Eve")
    with ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            hear(stack.enter_context(place.socket("t", eve)), "view")
        with place.socket("t", eve) as socket:
            messages, _ = until_closed(socket)
        assert statuses(messages) == [429]
    wait_for(lambda: not place.app.state.services.hub.sockets["Eve"])


# --- connecting


def test_another_site_has_no_socket(place: Served, people: dict[str, dict[str, str]]) -> None:
    for origin in ("http://elsewhere.example", "null", place.url + ".example", "file://"):
        with (
            pytest.raises(InvalidStatus, match="403"),
            place.socket("t", {**people["Ann"], "Origin": origin}),
        ):
            pass
    with place.socket("t", {**people["Ann"], "Origin": place.url}) as socket:
        hear(socket, "view")


def statuses(messages: list[dict[str, Any]]) -> list[int]:
    return [message["problem"]["status"] for message in messages]


def assert_not_authenticated(place: Served, headers: dict[str, str]) -> None:
    with place.socket("t", headers) as socket:
        messages, _ = until_closed(socket)
    assert statuses(messages) == [401]
    assert place.status("/api/me", headers) == 401


def test_wrong_credentials_authenticate_nobody(place: Served, people: object) -> None:
    good = place.cookie("Ann")["Cookie"]
    name, _, text = good.partition("=")
    body, _, rest = text.partition(".")
    for wrong in (
        {},
        {"Cookie": f"{name}="},
        {"Cookie": f"{name}=x.y.z"},
        # Not its last letter: some bits of that are ignored.
        {"Cookie": f"{name}={text[:-5]}{'A' if text[-5] != 'A' else 'B'}{text[-4:]}"},
        {"Cookie": f"{name}={body[:-2]}AA.{rest}"},
        {"Authorization": "Bearer hw_unknown"},
        {"Authorization": "Bearer \xff"},
        # A right cookie does not make up for a wrong token.
        {"Authorization": "Bearer hw_unknown", "Cookie": good},
    ):
        assert_not_authenticated(place, wrong)


def test_a_cookie_and_a_token_end_with_the_password_and_so_does_the_socket(place: Served) -> None:
    token = place.add("Fay")
    cookie = place.cookie("Fay")
    with place.socket("t", token) as by_token, place.socket("t", cookie) as by_cookie:
        hear(by_token, "view")
        hear(by_cookie, "view")
        place.house.people.change("test", "Fay", password="another password")
        for socket in (by_token, by_cookie):
            messages, _ = until_closed(socket)
            assert statuses(messages) == [401]
    for headers in (token, cookie):
        assert_not_authenticated(place, headers)


def test_a_former_auditor_gets_no_more_views(place: Served) -> None:
    headers = place.add("Gus", Office.AUDITOR)
    with place.socket("t", headers) as socket:
        assert "balances" in hear(socket, "view")["view"]
        place.house.people.change("test", "Gus", office=Office.PLAYER)
        messages, _ = until_closed(socket)
    assert [message["type"] for message in messages] == ["refused"]


def test_a_token_that_expires_ends_its_socket(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers, people = place.add("Hal"), place.house.people
    with place.socket("t", headers) as socket:
        hear(socket, "view")
        clock = people.clock
        monkeypatch.setattr(people, "clock", lambda: clock() + 91 * 24 * 3600 * 10**6)
        monkeypatch.setattr("houseway.web.tables.mailboxes.RECHECK_SECONDS", 0.0)
        refused = tell(socket, "x", type="sit", seat=5)
    assert refused["problem"]["status"] == 401
    assert 5 not in place.house.table("t").state.seats


def test_a_token_that_is_ended_ends_its_socket_at_once(place: Served) -> None:
    headers = place.add("Ira")
    with place.socket("t", headers) as socket:
        hear(socket, "view")
        with place.client() as client:
            assert client.delete("/api/me/tokens", headers=headers).status_code == 204
        messages, _ = until_closed(socket)
    assert messages[-1]["problem"]["status"] == 401


def test_half_a_letter_does_not_spoil_the_list_of_requests(place: Served, people: object) -> None:
    fill = {"type": "move_inventory", "reason": "fill", "cents": 100, "slip": "\ud800"}
    with place.socket("t", place.headers(Office.FLOORPERSON)) as socket:
        assert tell(socket, "half", **fill)["problem"]["status"] == 400
        assert tell(socket, "whole", **{**fill, "slip": "\U0001f600"})["request"]
    with place.client(Office.SUPERVISOR) as client:
        (request,) = client.get("/api/requests").json()
        assert request["command"]["slip"] == "\U0001f600"
        client.delete(f"/api/requests/{request['number']}")


# --- order


def test_a_view_never_goes_back(place: Served, people: object) -> None:
    state = place.house.table("t").current().state
    identity = place.house.people.find("Ann")
    assert identity is not None
    box = Mailbox(LiveSession(lambda: identity, identity))

    def at(seq: int) -> Update:
        return Update("t", seq, state, (), (), (), "automated")

    box.put(at(5))
    box.put(at(3))
    assert box._newest is not None
    assert box._newest.seq == 5
    box.put(at(6))
    assert box._newest.seq == 6
