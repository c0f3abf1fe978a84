"""A house behind a proxy is one that is reached from elsewhere, whether it was set up so or not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from houseway.house.offices import Office
from houseway.rulebook import Malformed
from houseway.web.auth.sessions import COOKIE, SECURE_COOKIE
from houseway.web.server import is_for_this_machine, open_house
from houseway.web.settings import ServerSettings
from tests.web.serving import PATIENT, Served, hear, served

LONG = "a password that is long"


def serving(tmp_path: Path, proxy: str = "") -> ServerSettings:
    return ServerSettings(db=str(tmp_path / "h.db"), proxy=proxy)


def test_a_house_behind_a_proxy_needs_an_administrator_and_is_no_practice_house(
    tmp_path: Path,
) -> None:
    settings = serving(tmp_path, proxy="127.0.0.1")
    assert not settings.is_practice
    with pytest.raises(Malformed, match=r"Through the proxy 127\.0\.0\.1.*ADMIN_PASSWORD"):
        open_house(settings)
    house = open_house(replace(settings, admin_password=LONG))
    assert not house.rules.practice
    assert not is_for_this_machine(house, settings)
    house.close()


def test_a_house_on_loopback_is_for_this_machine_unless_it_was_set_up_for_more(
    tmp_path: Path,
) -> None:
    settings = serving(tmp_path)
    house = open_house(settings)
    assert is_for_this_machine(house, settings)
    chosen = replace(settings, practice=True)
    assert is_for_this_machine(house, chosen)  # nobody runs it
    house.people.add("setup", "admin", Office.ADMINISTRATOR, LONG)
    assert is_for_this_machine(house, settings)
    assert not is_for_this_machine(house, chosen)
    house.close()


@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-For": "192.0.2.1"},
        {"Forwarded": "for=192.0.2.1"},
        {"X-Real-IP": "192.0.2.1"},
        {"X-Forwarded-Proto": "https"},
        {"Via": "1.1 proxy"},
        {"Host": "casino.example"},
        {"Host": "127.0.0.1.example:8052"},
    ],
)
def test_a_house_for_this_machine_refuses_what_comes_from_elsewhere(
    tmp_path: Path, header: dict[str, str]
) -> None:
    with served(tmp_path / "h.db", replace(PATIENT, is_local_only=True)) as place:
        place.open("t", "uth")
        ann = place.add("Ann")
        with place.client() as client:
            for path in ("/", "/api/tables", "/metrics"):
                answer = client.get(path, headers={**ann, **header})
                assert answer.status_code == 403
                assert "HOUSEWAY_PROXY" in answer.json()["detail"]
            guest = client.post("/api/guest", headers=header)
            assert guest.status_code == 403
            assert "set-cookie" not in guest.headers
            assert client.post("/api/guest").status_code == 201
        if "Host" not in header:  # the client of the tests sends its own
            with pytest.raises(InvalidStatus, match="403"), place.socket("t", {**ann, **header}):
                pass
        with place.socket("t", ann) as socket:
            hear(socket, "view")


@pytest.mark.parametrize("host", ["localhost:8052", "127.0.0.1", "[::1]:8052", "LOCALHOST"])
def test_this_machine_has_several_names(tmp_path: Path, host: str) -> None:
    with served(tmp_path / "h.db", replace(PATIENT, is_local_only=True)) as place:
        assert place.status("/health", {"Host": host}) == 200


# --- what an encrypted connection brings


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("secure") / "h.db"
    settings = replace(PATIENT, secure=True)
    with served(file, settings, serving=ServerSettings(port=0, proxy="127.0.0.1")) as place:
        place.open("t", "uth")
        yield place


def test_a_secure_cookie_is_for_this_host_and_browsers_come_back_encrypted(
    secure: Served,
) -> None:
    with secure.client() as client:
        answer = client.post("/api/guest")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        assert "secure" in cookie.lower()
        assert "path=/" in cookie.lower()
        assert "domain" not in cookie.lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        value = cookie.partition("=")[2].partition(";")[0]
    assert secure.status("/api/me", {"Cookie": f"{SECURE_COOKIE}={value}"}) == 200
    assert secure.status("/api/me", {"Cookie": f"{COOKIE}={value}"}) == 401


def test_a_house_without_encryption_has_the_plain_cookie_and_promises_nothing(
    tmp_path: Path,
) -> None:
    with served(tmp_path / "h.db") as place, place.client() as client:
        answer = client.post("/api/guest")
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
        assert "strict-transport-security" not in answer.headers


def test_the_origin_of_a_socket_is_compared_with_scheme_host_and_port(
    tmp_path: Path, secure: Served
) -> None:
    def opens(place: Served, origin: str) -> bool:
        ann = place.headers(Office.PLAYER)
        try:
            with place.socket("t", {**ann, "Origin": origin}) as socket:
                hear(socket, "view")
        except InvalidStatus:
            return False
        return True

    host = secure.url.removeprefix("http://")
    assert opens(secure, f"https://{host}")
    assert not opens(secure, f"http://{host}")
    with served(tmp_path / "h.db") as place:
        place.open("t", "uth")
        host, _, port = place.url.removeprefix("http://").partition(":")
        assert opens(place, f"http://{host}:{port}")
        assert opens(place, f"HTTP://{host}:{port}")
        for origin in (
            f"https://{host}:{port}",
            f"http://{host}",
            f"http://{host}:{int(port) + 1}",
            f"http://{host}:{port}/",
            f"http://x@{host}:{port}",
            f"ws://{host}:{port}",
            "null",
            "",
        ):
            assert not opens(place, origin), origin


def test_a_page_that_is_not_encrypted_is_told_so(secure: Served) -> None:
    with secure.client() as client:
        answer = client.post("/api/guest", headers={"Origin": secure.url})
    assert answer.status_code == 403
    assert "https" in answer.json()["detail"]
