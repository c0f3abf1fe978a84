"""What each office may do: every command and every route with every office, none forgotten.

The expectation is written down here by hand. A command or a route that is not in it fails.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from websockets.sync.client import ClientConnection

from houseway.house.clocks import RunSettings
from houseway.house.offices import Office
from houseway.table.wire import COMMANDS
from tests.web.serving import Served, tell

G, P, D, F, S, A, X = Office
EVERY = "guest player dealer floorperson supervisor auditor administrator"
PLAYERS, STAFF, FLOOR = "guest player", "dealer floorperson supervisor", "floorperson supervisor"
BETTING = {"seat": 1, "wager": "ante"}

EXPECTED: dict[str, tuple[str, dict[str, Any]]] = {
    "sit": (PLAYERS, {"seat": 99}),
    "leave": (f"{PLAYERS} {FLOOR}", {"seat": 1}),
    "buy_in": (PLAYERS, {"cents": 0}),
    "bet": (PLAYERS, {**BETTING, "cents": 500}),
    "take_back": (f"{PLAYERS} dealer", BETTING),
    "place_coupon": (PLAYERS, {"seat": 1, "face": 500}),
    "tip": (PLAYERS, {"cents": 100}),
    "colour_up": (PLAYERS, {"cents": 100}),
    "cash_out": (PLAYERS, {"cents": 100}),
    "look_at_hand": (PLAYERS, {"seat": 1}),
    "choose": (f"{PLAYERS} supervisor", {"seat": 1, "choice": "check"}),
    "do": (f"{PLAYERS} {STAFF}", {"act": "burn"}),
    "order_recut": ("supervisor", {"reason": ""}),
    "draw_in_error": ("dealer", {"exposed": False}),
    "report_breach": (STAFF, {"breach": "none such"}),
    "expose_dealer_card": (STAFF, {}),
    "remove_device": (STAFF, {"device": "automated_shoe"}),
    "change_method": (FLOOR, {"method": "hand", "shuffle": "manual"}),
    "move_inventory": (FLOOR, {"reason": "opener", "cents": 0}),
    "count_inventory": (FLOOR, {"cents": -1}),
    "empty_box": (FLOOR, {"box": "drop", "cents": -1}),
    "close_table": (STAFF, {}),
    "happen": ("supervisor", {"kind": "lose_card"}),
}
"""Each command with the offices that may send it, and a form of it that the table itself refuses or
that waits for a second person: nothing may change either way."""


@pytest.fixture(scope="module")
def school(place: Served) -> Served:
    """A table at which a supervisor may let things go wrong."""
    place.open("t", "uth", RunSettings(training=True))
    place.open("no-school", "uth", RunSettings())
    return place


def test_every_command_is_expected() -> None:
    assert set(EXPECTED) == set(COMMANDS)


def check_status(status: int, may: str, office: Office) -> None:
    if office.value in may.split():
        assert status in {200, 400, 409}, f"{office} may, and got {status}"
    else:
        assert status == 403, f"{office} may not, and got {status}"


@pytest.fixture(scope="module")
def sockets(school: Served) -> Iterator[dict[Office, ClientConnection]]:
    """A socket for every office."""
    with ExitStack() as stack:
        yield {
            office: stack.enter_context(school.socket("t", school.headers(office)))
            for office in Office
        }


@pytest.mark.parametrize("office", Office)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_for_its_offices_over_http_and_socket(
    school: Served, sockets: dict[Office, ClientConnection], name: str, office: Office
) -> None:
    may, data = EXPECTED[name]
    table = school.house.table("t")
    before = (table.seq, table.state, len(school.house.approvals.pending()))
    command = {"type": name, **data}
    with school.client(office) as client:
        body = {"id": school.new_id(), "command": command}
        response = client.post("/api/tables/t/commands", json=body)
    check_status(response.status_code, may, office)
    message = tell(sockets[office], school.new_id(), **command)
    status = message["problem"]["status"] if message["type"] == "refused" else 200
    check_status(status, may, office)
    assert (table.seq, table.state) == before[:2]
    if office.value not in may.split():
        assert len(school.house.approvals.pending()) == before[2]
    for request in school.house.approvals.pending():
        school.house.approvals.drop(request.number)


@pytest.mark.parametrize("office", Office)
def test_faults_are_for_training_only(school: Served, office: Office) -> None:
    command = {"type": "happen", "kind": "jam"}
    with school.client(office) as client:
        body = {"id": school.new_id(), "command": command}
        assert client.post("/api/tables/no-school/commands", json=body).status_code == 403


# --- routes

KEEPERS = f"{FLOOR} auditor administrator"
NEW = {"name": "/", "game": "uth", "manner": {"dealer": "human"}}
PERSON = {"name": "/", "office": "player", "password": "long enough"}
Routed = tuple[str, Any, set[int]]
ROUTES: dict[tuple[str, str], Routed] = {
    ("GET", "/api/me"): (EVERY, None, {200}),
    ("GET", "/api/me/chips"): (EVERY, None, {200}),
    ("POST", "/api/me/chips"): ("guest", None, {200, 409}),
    ("POST", "/api/me/tokens"): (EVERY.replace("guest ", ""), {"label": "x"}, {201}),
    ("GET", "/api/me/tokens"): (EVERY, None, {200}),
    ("DELETE", "/api/me/tokens/none"): (EVERY, None, {404}),
    ("DELETE", "/api/me/tokens"): (EVERY, None, {204}),
    ("GET", "/api/people"): ("supervisor administrator", None, {200}),
    ("POST", "/api/people"): ("administrator", PERSON, {400}),
    ("PATCH", "/api/people/nobody"): ("administrator", {"office": "player"}, {404}),
    ("DELETE", "/api/people/nobody"): ("administrator", None, {404}),
    ("POST", "/api/people/nobody/chips"): (
        "supervisor administrator",
        {"cents": 1, "reason": "x"},
        {404},
    ),
    ("GET", "/api/tables"): (EVERY, None, {200}),
    ("GET", "/api/out-of-service"): (KEEPERS, None, {200}),
    ("POST", "/api/tables"): (f"{FLOOR} administrator", NEW, {400}),
    ("POST", "/api/edges"): (EVERY, NEW, {200}),
    ("GET", "/api/tables/t"): (EVERY, None, {200}),
    ("DELETE", "/api/tables/nowhere"): (f"{FLOOR} administrator", None, {404}),
    ("POST", "/api/tables/t/commands"): (
        f"{PLAYERS} {STAFF}",
        {"id": "x", "command": {"type": "do", "act": "burn"}},
        {409},
    ),
    ("POST", "/api/tables/t/ready"): (PLAYERS, None, {400}),
    ("GET", "/api/tables/t/events"): (EVERY, None, {200}),
    ("GET", "/api/requests"): (f"{STAFF} administrator", None, {200}),
    ("POST", "/api/requests/9999/confirm"): (f"{STAFF} administrator", None, {404}),
    ("DELETE", "/api/requests/9999"): (f"{STAFF} auditor administrator", None, {404}),
    ("POST", "/api/tables/t/sights"): ("auditor", {"id": "x", "reason": "why"}, {409}),
    ("GET", "/api/rounds/t/1/steps"): (EVERY, None, {404}),
    **{
        ("POST", f"/api/lab/{what}"): (EVERY, {"game": "uth", "config": {"no": 1}}, {400})
        for what in ("analyze", "plots", "strategies", "designs")
    },
    ("POST", "/api/lab/designer"): (EVERY, {}, {422}),
    ("POST", "/api/lab/advise"): (EVERY, {}, {422}),
    ("POST", "/api/lab/simulations"): (EVERY, {}, {422}),
    ("GET", "/api/lab/simulations/none"): (EVERY, None, {400}),
    ("DELETE", "/api/lab/simulations/none"): (EVERY, None, {400}),
    ("GET", "/api/tables/t/accounts"): (KEEPERS, None, {200}),
    ("GET", "/api/accounts"): (KEEPERS, None, {200}),
    ("GET", "/api/tables/t/meter"): (EVERY, None, {400}),
    ("POST", "/api/coupons"): (f"{FLOOR} administrator", {"face": 500}, {201}),
    ("GET", "/api/coupons"): (KEEPERS, None, {200}),
    ("GET", "/api/alarms"): (f"{KEEPERS} dealer", None, {200}),
    ("DELETE", "/api/alarms/clock"): ("administrator", None, {204}),
    ("POST", "/api/tables/t/coupons"): (
        PLAYERS,
        {"id": "x", "seat": 1, "serial": "none"},
        {400, 404, 409},
    ),
}
"""Every route that is not open to all, with the offices that may use it and what they get."""
OPEN = {
    ("GET", "/health"),
    ("GET", "/ready"),
    ("POST", "/api/session"),
    ("DELETE", "/api/session"),
    ("POST", "/api/guest"),
    ("GET", "/api/openapi.json"),
}
"""What anybody may request without logging in."""
SOCKETS = {"/api/tables/{name}/socket", "/tables/{name}/live"}


def all_routes(routes: Iterable[Any]) -> Iterator[Any]:
    """Every route, also of the routers that were included."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is None:
            yield route
        else:
            yield from all_routes(inner.routes)


def pattern_of(place: Served, method: str, path: str) -> str:
    """The route that answers a path."""
    for route in all_routes(place.app.routes):
        is_candidate = isinstance(route, APIRoute) and method in (route.methods or ())
        if is_candidate and route.path_regex.match(path):
            return str(route.path)
    return path


def test_every_route_is_expected(place: Served) -> None:
    existing, sockets = set(), set()
    for route in all_routes(place.app.routes):
        if isinstance(route, APIWebSocketRoute):
            sockets.add(route.path)
            continue
        path, methods = getattr(route, "path", "?"), getattr(route, "methods", None) or {"?"}
        existing |= {(method, path) for method in methods - {"HEAD"}}
    expected = {(method, pattern_of(place, method, path)) for method, path in ROUTES}
    pages = {(method, path) for method, path in existing if not path.startswith("/api/")} - OPEN
    assert {method for method, _ in pages} == {"GET"}, "a page changes nothing"
    assert existing - pages == expected | OPEN
    assert sockets == SOCKETS


@pytest.mark.parametrize("office", [*Office, None])
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_route_is_for_its_offices(
    school: Served, method: str, path: str, office: Office | None
) -> None:
    may, body, gets = ROUTES[method, path]
    headers = school.headers(office)
    if path == "/api/me/tokens" and office not in {None, Office.GUEST}:
        assert office is not None
        headers = school.cookie(f"the-{office}")  # the other tests still need the token
    with school.client() as client:
        response = client.request(method, path, json=body, headers=headers)
    if office is None:
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
    elif office.value in may.split():
        assert response.status_code in gets, response.text
    else:
        assert response.status_code == 403, response.text
    if response.status_code >= 400:
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["status"] == response.status_code
    if path == "/api/me/tokens" and method == "DELETE" and office not in {None, Office.GUEST}:
        assert office is not None
        school.lets_in[office] = school.token(school.person(office))


@pytest.mark.parametrize("path", ["/health", "/ready", "/api/openapi.json"])
def test_some_paths_are_open_to_everybody(place: Served, path: str) -> None:
    with place.client() as client:
        assert client.get(path).status_code == 200
