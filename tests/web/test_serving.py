"""The set-up of the service: its addresses, the sources of its settings, its printed summary."""

import socket
import stat
from pathlib import Path

import pytest

from houseway.games import GAMES
from houseway.house.offices import Office
from houseway.ledger.errors import RecordError
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.web.server import (
    address_of,
    listen,
    lock_store,
    open_house,
    open_practice_tables,
    server_options,
    signing_secret,
)
from houseway.web.settings import ServerSettings, read_settings

LONG = "a password that is long"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("", False),
        ("0", False),
        ("192.168.1.5", False),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
    ],
)
def test_only_loopback_needs_no_set_up(tmp_path: Path, host: str, loopback: bool) -> None:
    serving = ServerSettings(db=str(tmp_path / "h.db"), host=host)
    assert serving.is_practice == loopback
    if loopback:
        house = open_house(serving)
        assert not house.people.has_administrator()
        assert house.rules.practice
        house.ledger.close()
    else:
        with pytest.raises(Malformed, match="HOUSEWAY_ADMIN_PASSWORD"):
            open_house(serving)


def test_a_house_with_an_administrator_may_be_reached_from_elsewhere(tmp_path: Path) -> None:
    db = str(tmp_path / "h.db")
    with pytest.raises(Malformed, match="at least"):
        open_house(ServerSettings(db=db, host="0.0.0.0", admin_password="short"))
    house = open_house(ServerSettings(db=db, host="0.0.0.0", admin_password=LONG))
    assert not house.rules.practice
    assert house.people.authenticate("admin", LONG).person.office is Office.ADMINISTRATOR
    house.ledger.close()
    again = open_house(ServerSettings(db=db, host="0.0.0.0", admin_password="quite another one"))
    assert again.people.authenticate("admin", LONG).person.name == "admin"
    again.ledger.close()
    open_house(ServerSettings(db=db, host="0.0.0.0")).ledger.close()


def test_the_command_line_comes_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('db = "file.db"\nport = 1\nlog = "json"\npractice = false\n')
    environment = {"HOUSEWAY_DB": "env.db", "HOUSEWAY_PORT": "2", "HOUSEWAY_OTHER": "x"}
    settings = read_settings(str(file), environment, {"port": 3, "db": None})
    assert (settings.db, settings.port) == ("env.db", 3)
    assert (settings.log, settings.practice) == ("json", False)
    assert read_settings(str(file), environment, {}).port == 2
    assert read_settings(str(file), {}, {}).port == 1
    assert read_settings(None, {}, {}) == ServerSettings()
    assert read_settings(None, {"HOUSEWAY_PRACTICE": "no"}, {}).practice is False


@pytest.mark.parametrize(
    ("file", "environment", "words"),
    [
        ("prot = 1", {}, "unknown setting prot"),
        ('port = "1"', {}, "port must be int"),
        ("port = true", {}, "port must be int"),
        ("port = 70000", {}, "70000 is not a valid port"),
        ("practice = 1", {}, "practice must be bool"),
        ('log = "xml"', {}, "text or json"),
        ("db = ", {}, "cannot be read"),
        ("", {"HOUSEWAY_PORT": "x"}, "port must be int"),
        ("", {"HOUSEWAY_PORT": "²"}, "port must be int"),
        ("", {"HOUSEWAY_PRACTICE": "perhaps"}, "practice must be bool"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(
    tmp_path: Path, file: str, environment: dict[str, str], words: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(file)
    with pytest.raises(Malformed, match=words):
        read_settings(str(path), environment, {})
    with pytest.raises(Malformed, match="cannot be read"):
        read_settings(str(tmp_path / "none.toml"), {}, {})


def test_the_printed_summary_has_no_secrets() -> None:
    serving = ServerSettings(
        db="postgresql://boss:pa%40ss@word@db.example/house",
        secret="the signing secret",
        admin_password=LONG,
    )
    text = str(serving.summary())
    for secret in ("pa%40ss", "word@", "boss", serving.secret, LONG):
        assert secret not in text
    assert serving.summary()["secret"] == "given"
    assert serving.summary()["db"] == "postgresql://...@db.example/house"
    assert ServerSettings().summary()["admin_password"] == "none"


@pytest.mark.parametrize(
    "db",
    [
        "postgresql://boss:hunter2@127.0.0.1:1/house",
        "postgresql://127.0.0.1:1/house?user=boss&password=hunter2",
        "postgresql://boss@127.0.0.1:1/house?password=hunter2@x",
        "postgresql://boss:hun?hunter2@127.0.0.1:1/house",
        "nothing://boss:hunter2@127.0.0.1:1/house",
    ],
)
def test_the_password_of_a_store_is_never_printed(db: str) -> None:
    assert "hunter2" not in str(ServerSettings(db=db).summary())
    with pytest.raises(RecordError) as refused:
        Ledger(db)
    assert "hunter2" not in str(refused.value)


def test_the_signing_secret_is_kept_where_only_the_house_reads_it(tmp_path: Path) -> None:
    serving = ServerSettings(db=str(tmp_path / "h.db"))
    secret = signing_secret(serving)
    assert signing_secret(serving) == secret
    file = tmp_path / "h.db.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_bytes(b"\xff\xfe")
    assert len(signing_secret(serving)) >= 32
    with pytest.raises(Malformed, match="at least 16"):
        signing_secret(ServerSettings(secret="short"))


def test_only_a_named_proxy_may_forward_addresses() -> None:
    assert server_options(ServerSettings())["proxy_headers"] is False
    named = server_options(ServerSettings(proxy="10.0.0.2"))
    assert (named["proxy_headers"], named["forwarded_allow_ips"]) == (True, "10.0.0.2")


@pytest.mark.parametrize(
    ("serving", "secure"),
    [
        (ServerSettings(), False),
        (ServerSettings(proxy="127.0.0.1"), True),
        (ServerSettings(host="0.0.0.0"), True),
        (ServerSettings(host="0.0.0.0", secure_cookies=False), False),
        (ServerSettings(secure_cookies=True), True),
    ],
)
def test_cookies_are_for_encrypted_connections_unless_people_are_on_this_machine(
    serving: ServerSettings, secure: bool
) -> None:
    assert serving.is_secure is secure
    assert serving.summary()["secure_cookies"] is secure


def test_a_port_that_is_taken_is_refused_in_words() -> None:
    with listen(ServerSettings(port=0)) as place:
        taken = place.getsockname()[1]
        assert address_of(ServerSettings(port=0), place) == f"http://127.0.0.1:{taken}"
        with pytest.raises(Malformed, match=f"port {taken}.*Choose another with --port"):
            listen(ServerSettings(port=taken))
    with pytest.raises(Malformed, match="Cannot listen on no"):
        listen(ServerSettings(host="no.such.host.invalid"))


def test_the_address_works_in_a_browser() -> None:
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
        hosts = ("0.0.0.0", "::", "::1")
        addresses = [address_of(ServerSettings(host=host), place) for host in hosts]
    assert addresses == [f"http://{host}:{port}" for host in ("127.0.0.1", "[::1]", "[::1]")]


def test_a_practice_house_with_no_table_lays_out_one_of_each_game(tmp_path: Path) -> None:
    house = open_house(ServerSettings(db=str(tmp_path / "h.db")))
    open_practice_tables(house)
    open_practice_tables(house)
    assert {table.state.setup.game.id for table in house.lobby()} == set(GAMES)
    assert len(house.lobby()) == len(GAMES)
    house.ledger.close()
    strict = open_house(
        ServerSettings(db=str(tmp_path / "s.db"), host="0.0.0.0", admin_password=LONG)
    )
    open_practice_tables(strict)
    assert not strict.lobby()
    strict.ledger.close()


def test_a_file_is_for_one_house_at_a_time(tmp_path: Path) -> None:
    db = str(tmp_path / "h.db")
    with lock_store(db):
        (tmp_path / "other.db").symlink_to(db)
        queried, named = f"sqlite:///{db}?timeout=5", f"sqlite+pysqlite:///{db}"
        for other in (db, f"sqlite:///{db}", queried, named, str(tmp_path / "other.db")):
            with pytest.raises(Malformed, match="Another house runs on"), lock_store(other):
                raise AssertionError("it was not refused")
    with lock_store(db), lock_store("postgresql://somewhere/else"):
        pass
    with (
        pytest.raises(Malformed, match="There is no folder"),
        lock_store(str(tmp_path / "no/h.db")),
    ):
        raise AssertionError("it was not refused")


def test_the_secret_of_a_file_is_beside_it_however_it_is_named(tmp_path: Path) -> None:
    db = str(tmp_path / "h.db")
    assert signing_secret(ServerSettings(db=db)) == signing_secret(
        ServerSettings(db=f"sqlite:///{db}")
    )
