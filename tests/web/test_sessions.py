"""Logging in: cookies, locks, limits, other sites; and that no secret is shown or logged."""

import asyncio
import io
import json
import logging
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from houseway.client import HouseClient
from houseway.house import passwords
from houseway.house.house import House, Rules
from houseway.house.login_tries import LOCKED_FOR, TRIES_A_LOCK
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.people import NotAuthenticated, known_as
from houseway.ledger.errors import StoreFailed
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_books import all_faults
from houseway.rulebook import Malformed
from houseway.web.api.problems import problem_of
from houseway.web.app import Settings
from houseway.web.auth.rate_limits import RateLimiter, client_address
from houseway.web.logs import set_up_logs
from tests.house.helpers import submit
from tests.web.serving import PASSWORD, PATIENT, SECRET, Served, served, tell

NEW = "another password"
USUAL_HASHER = passwords.new_hasher


def log_in(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/session", json={"name": name, "password": password})


def test_a_cookie_is_signed_and_not_for_scripts(place: Served) -> None:
    place.add("Ann")
    with place.client() as client:
        response = log_in(client, "ann")
        assert response.json() == {"name": "Ann", "office": "player", "chips": 0}
        parts = {part.strip().lower() for part in response.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=strict", "path=/"} <= parts
        assert client.get("/api/me").status_code == 200
        assert client.delete("/api/session").status_code == 204
        assert client.get("/api/me").status_code == 401


def test_after_a_logout_a_copy_of_the_cookie_is_of_no_use(place: Served) -> None:
    place.add("Out")
    with place.client() as client, place.client() as elsewhere:
        log_in(client, "Out")
        log_in(elsewhere, "Out")
        copy = {"Cookie": f"houseway={client.cookies['houseway']}"}
        token = place.token(Person("Out", Office.PLAYER))
        assert place.status("/api/me", copy) == 200
        assert client.delete("/api/session").status_code == 204
        assert place.status("/api/me", copy) == 401
        place.house.people.end_tokens(Person("Out", Office.PLAYER))
        assert place.status("/api/me", copy) == 401  # an ended session stays ended
        assert place.status("/api/me", token) == 401
        assert elsewhere.get("/api/me").status_code == 200  # another session of theirs goes on
        # The record that ended the session is kept, and is no token.
        session = place.app.state.services.cookies._signer().loads(
            copy["Cookie"].partition("=")[2]
        )[2]
        assert place.status("/api/me", {"Authorization": f"Bearer {session}"}) == 401
        assert client.delete("/api/session").status_code == 204  # twice is no fault
        assert client.delete("/api/session", headers=copy).status_code == 204


def test_nothing_logs_a_closed_account_in(place: Served) -> None:
    boss, token = place.headers(Office.ADMINISTRATOR), place.add("Gone", Office.DEALER)
    cookie = place.cookie("Gone")
    with place.client() as client:
        assert client.delete("/api/people/Gone", headers=boss).status_code == 204
        assert log_in(client, "Gone").status_code == 401
    for headers in (token, cookie):
        assert place.status("/api/me", headers) == 401
    assert not any(all_faults(place.house.ledger).values())


def test_nobody_gives_chips_to_themselves(place: Served) -> None:
    with place.client(Office.SUPERVISOR) as client:
        me = client.get("/api/me").json()["name"]
        response = client.post(f"/api/people/{me}/chips", json={"cents": 100, "reason": "mine"})
    assert response.status_code == 403
    assert "another supervisor" in response.json()["detail"]


def test_a_failed_login_is_logged_and_a_lock_is_recorded(
    place: Served, caplog: pytest.LogCaptureFixture
) -> None:
    place.add("Vic")
    with place.client() as client, caplog.at_level(logging.WARNING):
        for name in ["Vic"] * TRIES_A_LOCK + ["typed my password here", "Mallory"]:
            log_in(client, name, "wrong password")
    facts = [entry.fields for entry in caplog.records if entry.name == "houseway.people"]  # type: ignore[attr-defined]
    assert [fact["name"] for fact in facts] == ["Vic"] * TRIES_A_LOCK + ["typ…", "Mallory"]
    assert all(fact["address"] == "127.0.0.1" for fact in facts)
    reasons = ["wrong password"] * TRIES_A_LOCK + ["nobody has this name"] * 2
    assert [fact["reason"] for fact in facts] == reasons
    last = json.loads(list(place.house.log.records())[-1].body)
    assert (last["type"], last["name"]) == ("name_locked", "Vic")


def test_a_cookie_can_be_kept_to_encrypted_connections(tmp_path: Path) -> None:
    with (
        served(tmp_path / "h.db", Settings(SECRET, secure=True)) as house,
        house.client() as client,
    ):
        assert "secure" in client.post("/api/guest").headers["set-cookie"].lower()


def test_a_cookie_expires(place: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    place.add("Old")
    cookie = place.cookie("Old")
    assert place.status("/api/me", cookie) == 200
    monkeypatch.setattr("houseway.web.auth.sessions.DAYS", -1)
    assert place.status("/api/me", cookie) == 401


def test_passwords_and_tokens_are_kept_as_hashes(place: Served, tmp_path: Path) -> None:
    token = place.add("Hash")["Authorization"].removeprefix("Bearer ")
    row = place.house.people._row("Hash")
    assert row.password.startswith("$argon2id$")
    usual = USUAL_HASHER()
    assert (usual.memory_cost, usual.time_cost) >= (64 * 1024, 3)
    everything = b"".join(
        Path(f"{place.house.ledger.engine.url.database}{end}").read_bytes() for end in ("", "-wal")
    )
    assert PASSWORD.encode() not in everything
    assert token.encode() not in everything


# --- locks and limits


def test_a_name_is_locked_after_wrong_passwords_and_open_again_later(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.add("Lock")
    known = place.house.people
    with place.client() as client:
        for _ in range(TRIES_A_LOCK):
            assert log_in(client, "Lock", "wrong password").status_code == 401
        for name in ("Lock", "LOCK", "Ｌock"):
            refused = log_in(client, name)
            assert refused.status_code == 401
            assert "minutes" in refused.json()["detail"]
        clock = known.clock
        monkeypatch.setattr(known, "clock", lambda: clock() + LOCKED_FOR)
        assert log_in(client, "Lock").status_code == 200


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(place: Served) -> None:
    place.add("Known")
    with place.client() as client:
        wrong = log_in(client, "Known", "wrong password")
        unknown = log_in(client, "Unknown", "wrong password")
    assert wrong.json() == unknown.json()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with limits that are soon reached, and no guests after the third."""
    settings = Settings(SECRET, False, 0.0, 40, 8, 0.0, 1, 0.0)
    file = tmp_path_factory.mktemp("strict") / "h.db"
    with served(file, settings, Rules(guests_a_day=4)) as house:
        yield house


def test_guests_passwords_edges_and_all_requests_have_limits(strict: Served) -> None:
    """In this order, because every one of them counts for the last."""
    with strict.client() as client:
        guests = [client.post("/api/guest").status_code for _ in range(4)]
        assert guests == [201, 201, 201, 403]  # one of the four was there already
        tries = [log_in(client, "Nobody").status_code for _ in range(9)]
        assert tries == [*[401] * 8, 429]  # guests do not count for passwords
        spoofed = {"X-Forwarded-For": "10.9.8.7", "Forwarded": "for=10.9.8.7"}
        body = {"name": "Nobody", "password": PASSWORD}
        again = client.post("/api/session", json=body, headers=spoofed)
        assert again.status_code == 429
        assert again.headers["Retry-After"]
        table = {"name": "x", "game": "uth"}
        edges = [client.post("/api/edges", json=table).status_code for _ in range(2)]
        assert edges == [200, 429]
        rest = [client.get("/health").status_code for _ in range(40)]
        assert rest[0] == 200
        assert rest[-1] == 429
        strict.open("t", "uth")
        with strict.socket("t", strict.headers(Office.AUDITOR)) as socket:
            refused = json.loads(socket.recv(20))
        assert refused["problem"]["status"] == 429


def test_a_rate_limit_holds_for_many_threads_at_once() -> None:
    limiter, allowed = RateLimiter(50, 0.0), []
    barrier = threading.Barrier(8)

    def send_many() -> None:
        barrier.wait()
        allowed.extend([1 for _ in range(2_000) if limiter.allows("x")])

    threads = [threading.Thread(target=send_many) for _ in range(8)]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns as often as they can
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert len(allowed) == 50


def test_one_network_is_one_address() -> None:
    def address_of(host: str | None) -> str:
        client = None if host is None else httpx.URL(f"http://{host}")
        return client_address(type("R", (), {"client": client}))

    assert address_of("[2001:db8:1:2::1]") == address_of("[2001:db8:1:2:ffff::9]")
    assert address_of("[2001:db8:1:2::1]") != address_of("[2001:db8:1:3::1]")
    assert address_of("10.0.0.1") != address_of("10.0.0.2")
    assert address_of(None) == "nowhere"


# --- other sites, and bodies without end


def test_another_site_changes_nothing(place: Served) -> None:
    place.add("Site")
    cookie = place.cookie("Site")
    body = {"name": "Site", "password": PASSWORD}
    with place.client() as client:
        for origin in ("http://elsewhere.example", "null", f"{place.url}.example"):
            for method, path, data in (
                ("POST", "/api/session", body),
                ("DELETE", "/api/session", None),
                ("POST", "/api/guest", None),
                ("POST", "/api/me/tokens", {"label": "x"}),
                ("DELETE", "/api/me/tokens", None),
            ):
                headers = {"Origin": origin, **cookie}
                response = client.request(method, path, json=data, headers=headers)
                assert response.status_code == 403, (method, path)
                assert "set-cookie" not in response.headers
        headers = {"Origin": place.url, **cookie}
        response = client.post("/api/me/tokens", json={"label": "x"}, headers=headers)
        assert response.status_code == 201


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (iter([b"x"] * 3), {}, 411),
        (b"x" * 100_001, {}, 413),
        (b'{"name": "\\ud800", "password": "x"}', {}, 422),
        (b'{"name": "\\u0000", "password": "x"}', {}, 401),
        (b"[" * 90_000, {}, 400),
        (b'{"name": NaN, "password": "x"}', {}, 422),
        (b"\xff\xfe", {}, 422),
    ],
    ids=["endless", "long", "no text", "nul", "deep", "no number", "no letters"],
)
def test_a_body_that_no_page_sends_is_refused(
    place: Served, content: Any, headers: dict[str, str], status: int
) -> None:
    headers = {**headers, "Content-Type": "application/json"}
    with place.client() as client:
        response = client.post("/api/session", content=content, headers=headers)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "config",
    [
        '{"x": "\\ud800"}',
        '{"\\ud800": 1}',
        '{"seats": NaN}',
        '{"seats": %s}' % ("[" * 400 + "]" * 400),
    ],
    ids=["no text", "no name", "no number", "deep"],
)
def test_a_configuration_that_makes_no_sense_is_refused(place: Served, config: str) -> None:
    content = f'{{"name": "odd", "game": "uth", "config": {config}}}'
    headers = {"Content-Type": "application/json"}
    with place.client(Office.ADMINISTRATOR) as client:
        response = client.post("/api/tables", content=content, headers=headers)
    assert response.status_code in {400, 409, 422}, response.text
    assert "odd" not in place.house.tables


def test_a_table_may_have_any_printable_name(place: Served) -> None:
    name = "Tisch 1? #½ %2F&…"
    place.open(name, "uth")
    with place.socket(name, place.headers(Office.PLAYER)) as socket:
        assert tell(socket, "1", type="sit", seat=1)["done"]
    for odd in ("..", ".", "a/b", " a", "a\u200b", "a\nb", "@house", "TISCH 1? #½ %2F&…"):
        with pytest.raises(Malformed):
            place.open(odd, "uth")


# --- people and their names


def test_a_client_stays_logged_in_at_another_address_of_the_house(place: Served) -> None:
    place.add("Rob")
    elsewhere = place.url.replace("127.0.0.1", "localhost")

    async def log_in_and_move() -> dict[str, Any]:
        async with HouseClient(place.url, others=[elsewhere]) as house:
            await house.log_in("Rob", PASSWORD)
            with socket.socket() as nobody:  # a port at which nobody listens
                nobody.bind(("127.0.0.1", 0))
                house.url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
                return await house.me()

    assert asyncio.run(log_in_and_move())["name"] == "Rob"


def test_names_that_look_alike_belong_to_one_person(place: Served) -> None:
    place.add("Zoe")
    for alike in ("zoe", "ZOE", "Ｚｏｅ"):
        with pytest.raises(Malformed, match="already"):
            place.house.people.add("test", alike, Office.PLAYER, PASSWORD)
    for odd in ("a:b", "a/b", "..", "@x", " x", "x\u200b", "x" * 41, ""):
        with pytest.raises(Malformed):
            place.house.people.add("test", odd, Office.PLAYER, PASSWORD)
    assert known_as("ſtraße") == known_as("STRASSE")


def test_changing_a_password_takes_the_old_one(place: Served) -> None:
    place.add("Pat")
    cookie, path = place.cookie("Pat"), "/api/people/Pat"
    with place.client() as client:
        for body in ({"password": NEW}, {"password": NEW, "current_password": "wrong one"}):
            assert client.patch(path, json=body, headers=cookie).status_code == 401
        assert client.patch(path, json={}, headers=cookie).status_code == 400
        body = {"password": NEW, "current_password": PASSWORD}
        assert client.patch(path, json=body, headers=cookie).status_code == 200
        assert client.get("/api/me", headers=cookie).status_code == 401
        assert log_in(client, "Pat").status_code == 401
        assert log_in(client, "Pat", NEW).status_code == 200


def test_another_spelling_of_a_name_is_the_same_person(place: Served) -> None:
    place.add("Bo", Office.ADMINISTRATOR)
    cookie = place.cookie("Bo")
    with place.client() as client:
        response = client.patch("/api/people/BO", json={"password": NEW}, headers=cookie)
        assert response.status_code == 401  # without the old one
        assert client.delete("/api/people/bo", headers=cookie).status_code == 403
        assert log_in(client, "Bo").status_code == 200
    place.add("Mia")
    body = {"password": NEW, "current_password": PASSWORD}
    with place.client() as client:
        response = client.patch("/api/people/mia", json=body, headers=place.cookie("Mia"))
        assert response.status_code == 200


def test_a_guest_cannot_come_back_with_a_password(place: Served) -> None:
    with place.client() as client:
        name = client.post("/api/guest").json()["name"]
        body = {"password": NEW, "current_password": "x"}
        assert client.patch(f"/api/people/{name}", json=body).status_code == 403
        assert client.post("/api/me/tokens", json={"label": "x"}).status_code == 403


def test_a_request_ends_with_the_office_of_its_sender(place: Served) -> None:
    place.open("req", "uth")
    place.add("Flo", Office.FLOORPERSON)
    house, dealer = place.house, place.person(Office.DEALER)
    command = {"type": "move_inventory", "reason": "opener", "cents": 9}
    request: Any = submit(house, Person("Flo", Office.FLOORPERSON), "req", command, "1")
    house.people.change("test", "Flo", office=Office.PLAYER)
    with pytest.raises(Forbidden, match="no longer a floorperson"):
        house.confirm(dealer, request.number)
    request = submit(house, place.person(Office.FLOORPERSON), "req", command, "2")
    house.end_table(place.person(Office.SUPERVISOR), "req")
    with pytest.raises(NotFound):
        house.confirm(dealer, request.number)
    assert not house.approvals.pending()


def test_nobody_inspects_and_verifies_a_deck_in_two_offices(tmp_path: Path) -> None:
    from houseway.house.clocks import RunSettings  # noqa: PLC0415
    from houseway.rulebook import Refused  # noqa: PLC0415

    with Ledger(str(tmp_path / "h.db")) as ledger:
        house = House(ledger)
        boss = Person("Boss", Office.ADMINISTRATOR)
        house.open_table(boss, "h", "uth", {}, RunSettings(dealer="human"))
        dealer, floor = Person("Dana", Office.DEALER), Person("Dana", Office.FLOORPERSON)
        submit(house, dealer, "h", {"type": "do", "act": "receive"}, "1")
        submit(house, dealer, "h", {"type": "do", "act": "inspect"}, "2")
        with pytest.raises(Refused, match="second person"):
            submit(house, floor, "h", {"type": "do", "act": "verify"}, "3")


# --- logs


@pytest.mark.parametrize("kind", ["text", "json"])
def test_nothing_secret_is_logged(tmp_path: Path, kind: str) -> None:
    root, stream = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    set_up_logs(kind)
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    try:
        secrets = use_secrets(tmp_path)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    text = stream.getvalue()
    assert "a clock failed" in text  # so that something was logged at all
    if kind == "json":
        assert all(json.loads(line)["level"] for line in text.splitlines())
    for secret in secrets:
        assert secret not in text


def use_secrets(tmp_path: Path) -> list[str]:
    """Logging in rightly and wrongly, by cookie and token, over requests and sockets."""
    with served(tmp_path / "h.db", PATIENT) as place:
        place.open("t", "uth")
        header = place.add("Sec")
        with place.client() as client:
            log_in(client, "Sec", "a wrong password")
            log_in(client, "Sec")
            cookie = client.cookies["houseway"]
            client.patch("/api/people/Sec", json={"password": "x", "current_password": PASSWORD})
            client.post("/api/session", content=f'{{"name": "Sec", "password": "{PASSWORD}" oops')
            token = client.post("/api/me/tokens", json={"label": "x"}).json()["token"]
        with place.socket("t", {"Cookie": f"houseway={cookie}"}) as socket:
            tell(socket, "1", type="sit", seat=1)
        with place.socket("t", header) as socket:
            tell(socket, "2", type="sit", seat=2)
            socket.socket.close()
        logging.getLogger("houseway").error("a clock failed")
        log = "".join(record.body for record in place.house.ledger.records(HOUSE))
    secrets = [PASSWORD, "a wrong password", cookie, token, header["Authorization"][7:], SECRET]
    assert not any(secret in log for secret in secrets)
    return secrets


def test_a_wrong_password_logs_nobody_in(place: Served) -> None:
    place.add("Long")
    with pytest.raises(NotAuthenticated):
        place.house.people.authenticate("Long", PASSWORD + "x")
    with pytest.raises(NotAuthenticated):
        place.house.people.authenticate("the-guest", "")


def test_an_unreachable_store_is_not_reported_as_an_unknown_person(
    place: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client tries again after a 503, and not after a 404."""
    headers, address = place.add("Away"), "the store's own address"

    def fail() -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, Exception(address))

    with monkeypatch.context() as patch, place.client() as client:
        patch.setattr(place.house.ledger.engine, "connect", fail)
        refused = client.get("/api/me", headers=headers)
    assert (refused.status_code, refused.json()["type"]) == (503, "houseway:try-again")
    assert address not in refused.text
    assert place.status("/api/me", headers) == 200


def test_a_failed_store_is_reported_without_its_own_words(tmp_path: Path) -> None:
    """The words of a server about a broken connection name its address; they are for the log."""
    with Ledger(str(tmp_path / "h.db")) as ledger:
        house = House(ledger)

        def fail() -> None:
            raise sa.exc.OperationalError("COMMIT", {}, Exception("the store's own address"))

        ledger.writer.engine.connect = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(StoreFailed, match="own address") as failed:
            house.people.add("test", "Ann", Office.PLAYER, PASSWORD)
    problem = problem_of(failed.value)
    assert (problem.status, problem.type) == (503, "houseway:store-failed")
    assert "own address" not in problem.detail
