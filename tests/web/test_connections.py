"""Connections over real sockets: slow ones are closed, and one address does not take them all."""

import json
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from houseway.web import connections
from houseway.web.connections import ConnectionLimits, raise_descriptor_limit
from houseway.web.headers import security_headers
from houseway.web.server import connection_limits
from houseway.web.settings import ServerSettings
from tests.web.serving import PATIENT, Served, hear, served

HURRIED = ServerSettings(
    port=0,
    connections=40,
    connections_per_address=12,
    unfinished_per_address=6,
    head_seconds=0.5,
    body_seconds=0.5,
    stalled_seconds=1.0,
    ping_seconds=0.5,
)
SECURITY = [name.lower() for name in security_headers("text/html", secure=False)]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "h.db", serving=HURRIED) as opened:
        yield opened


def knock(place: Served, sent: bytes = b"") -> socket.socket:
    host, _, port = place.url.removeprefix("http://").partition(":")
    client = socket.create_connection((host, int(port)), timeout=20)
    client.sendall(sent)
    return client


def read_all(client: socket.socket) -> bytes:
    """Everything until the house closes the connection."""
    received = b""
    try:
        while more := client.recv(65_536):
            received += more
    except ConnectionResetError:
        pass
    return received


def request(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


def headers_of(answer: bytes) -> dict[str, str]:
    head = answer.partition(b"\r\n\r\n")[0].decode()
    lines = (line.partition(": ") for line in head.split("\r\n")[1:])
    return {name.lower(): value for name, _, value in lines}


# --- deadlines


def test_a_connection_that_says_nothing_is_closed(place: Served) -> None:
    with knock(place) as client:
        assert read_all(client) == b""


def test_half_a_head_is_answered_and_closed(place: Served) -> None:
    with knock(place, b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ") as client:
        answer = read_all(client)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert set(SECURITY) <= headers_of(answer).keys()


def test_a_head_that_comes_letter_by_letter_has_no_more_time(place: Served) -> None:
    with knock(place, b"GET /health HTTP/1.1\r\nX: ") as client:
        client.settimeout(0.05)
        assert any(is_closed_after(client, b"x") for _ in range(400))


def is_closed_after(client: socket.socket, sent: bytes) -> bool:
    """Whether the house answers or closes when it gets this."""
    try:
        client.sendall(sent)
        client.recv(1)
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def send_until_cut_off(client: socket.socket, sent: bytes, most: int) -> None:
    for _ in range(most):
        client.sendall(sent)


def test_half_a_body_is_closed(place: Served) -> None:
    head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with knock(place, head + b'Content-Length: 100\r\n\r\n{"name"') as client:
        assert not read_all(client).startswith(b"HTTP/1.1 2")


def test_the_next_request_of_a_connection_has_a_deadline_too(place: Served) -> None:
    with knock(place, request("/health")) as client:
        assert client.recv(65_536).startswith(b"HTTP/1.1 200 ")
        client.sendall(b"GET /he")
        assert b"HTTP/1.1 408 " in read_all(client)


def test_a_refused_body_is_not_read_for_ever(place: Served) -> None:
    head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n"
    with knock(place, head) as client:
        assert client.recv(65_536).startswith(b"HTTP/1.1 413 ")
        with pytest.raises(OSError, match=r"reset|pipe"):
            send_until_cut_off(client, b"x" * 100_000, 1_000)


def test_a_client_that_reads_nothing_is_cut_off(place: Served) -> None:
    client = socket.socket()
    with client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        host, _, port = place.url.removeprefix("http://").partition(":")
        client.settimeout(20)
        client.connect((host, int(port)))
        # Answers without end, none of which is read: the house stops reading, then gives up.
        with pytest.raises(OSError, match=r"reset|pipe"):
            send_until_cut_off(client, request("/api/openapi.json") * 10, 10_000)


# --- caps


def test_half_sent_requests_make_room_for_whole_ones_of_their_address(tmp_path: Path) -> None:
    serving = replace(HURRIED, head_seconds=60.0)
    with served(tmp_path / "h.db", serving=serving) as place, ExitStack() as waiting:
        clients = [waiting.enter_context(knock(place, b"GET /")) for _ in range(6)]
        for _ in range(3):
            with place.client() as visitor:
                assert visitor.get("/health").status_code == 200
        assert read_all(clients[0]) == b""  # it had waited longest
        clients[-1].sendall(b"health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert clients[-1].recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_a_full_house_takes_room_from_half_sent_requests(tmp_path: Path) -> None:
    serving = replace(HURRIED, connections=4, head_seconds=60.0, proxy="127.0.0.1")
    with served(tmp_path / "h.db", serving=serving) as place, ExitStack() as waiting:
        clients = [waiting.enter_context(knock(place, b"GET /")) for _ in range(4)]
        with place.client() as visitor:
            assert visitor.get("/health").status_code == 200
        assert read_all(clients[0]) == b""


def test_sockets_count_for_their_address_and_are_given_back(place: Served) -> None:
    place.open("t", "uth")
    ann = place.add("Ann")
    with ExitStack() as opened:
        for _ in range(12):
            hear(opened.enter_context(place.socket("t", ann)), "view")
        with knock(place) as another:
            assert read_all(another).startswith(b"HTTP/1.1 503 ")
    for _ in range(3):
        with place.socket("t", ann) as again:
            hear(again, "view")


def test_behind_a_proxy_the_forwarded_address_counts(tmp_path: Path) -> None:
    serving = replace(HURRIED, proxy="127.0.0.1", unfinished_per_address=1)
    settings = replace(PATIENT, in_flight_per_address=2)
    with served(tmp_path / "h.db", settings, serving=serving) as place:
        place.open("t", "uth")
        ann = place.add("Ann")
        one = {**ann, "X-Forwarded-For": "192.0.2.1"}
        other = {**ann, "X-Forwarded-For": "192.0.2.2"}
        with place.socket("t", one) as first, place.socket("t", one) as second:
            hear(first, "view")
            hear(second, "view")
            with pytest.raises(InvalidStatus, match="403"), place.socket("t", one):
                pass
            with place.client() as client:
                assert client.get("/health", headers=one).status_code == 429
                assert client.get("/health", headers=other).status_code == 200
            with place.socket("t", other) as third:
                hear(third, "view")


def test_a_socket_that_never_answers_a_ping_is_closed(place: Served) -> None:
    place.open("t", "uth")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    token = f"Authorization: {place.add('Ann')['Authorization']}"
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    with knock(place, request("/api/tables/t/socket", *upgrade, key, token)) as client:
        answer = read_all(client)
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert struct.pack("!H", 1011) in answer


def test_a_socket_that_answers_pings_stays(place: Served) -> None:
    place.open("t", "uth")
    with place.socket("t", place.add("Ann")) as client:
        hear(client, "view")
        with pytest.raises(TimeoutError):
            client.recv(3 * HURRIED.ping_seconds + HURRIED.stalled_seconds)
        client.send('{"type": "ping"}')
        try:
            hear(client, "pong")
        except ConnectionClosed as closed:
            pytest.fail(f"it was closed: {closed}")


# --- answers that never reach the application


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"this is no request\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000, 400),
        (request("/nowhere"), 404),
        (b"DELETE /health HTTP/1.1\r\nHost: x\r\n\r\n", 405),
        (b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", 413),
        (b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        (request("/api/tables/t/socket", "Connection: Upgrade", "Upgrade: websocket"), 400),
        (
            request(
                "/nowhere",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ),
            403,
        ),
    ],
    ids=["nonsense", "long head", "nowhere", "method", "long", "endless", "handshake", "socket"],
)
def test_every_early_answer_has_the_security_headers(
    place: Served, sent: bytes, status: int
) -> None:
    with knock(place, sent) as client:
        answer = client.recv(65_536)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:200]
    assert set(SECURITY) <= headers_of(answer).keys()


def test_a_fault_of_the_house_has_the_security_headers(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(place.house, "lobby", fail)
    with place.client() as client:
        answer = client.get("/")
    assert answer.status_code == 500
    assert json.loads(answer.text)["type"] == "houseway:fault"
    assert set(SECURITY) <= answer.headers.keys()


# --- descriptors


def test_the_limit_of_descriptors_is_raised_and_connections_leave_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        lower = min(soft, 1_000)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lower, hard))
        raised = raise_descriptor_limit()
        assert raised is not None
        assert raised >= min(soft, connections.DESCRIPTORS_WANTED)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    usual, scarce = ServerSettings(), connection_limits(ServerSettings(), 1_024)
    assert connection_limits(usual, None) == ConnectionLimits()
    assert scarce.in_all == 1_024 - connections.DESCRIPTORS_KEPT_BACK
    assert scarce.per_address <= scarce.in_all // 2
