"""An open store shows no hidden card before its time: neither in its tables nor in its files."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.fairness.verify_round import verify
from houseway.ledger import recorded_table
from houseway.ledger.backup import back_up, restore
from houseway.ledger.errors import KeyMissing, RecordError
from houseway.ledger.export import export_lines, import_lines
from houseway.ledger.hidden import CARD_EVENTS
from houseway.ledger.proofs import round_proof
from houseway.ledger.recipes import deal_recipes
from houseway.ledger.recorded_table import Opening, RecordedTable, create_table, open_table
from houseway.ledger.schema import events, metadata
from houseway.ledger.seals import keep_key, key_file, load_key, new_store_key
from houseway.ledger.store import Ledger
from houseway.ledger.verify_books import all_faults
from houseway.ledger.verify_log import check_lines
from houseway.table import Phase
from houseway.table.commands import Do
from houseway.table.state import TableState
from houseway.table.trials import DEVICE, Trial
from houseway.table.wire import EVENTS
from tests.ledger.helpers import SELF_DEALING, assert_whole, go_on, now, play_rounds, robots


def play_until_bets_are_open(table: RecordedTable, trial: Trial) -> None:
    while table.state.phase is not Phase.BETTING:
        go_on(trial)


def play_into_a_round(table: RecordedTable, trial: Trial) -> None:
    while table.state.round is None or not table.state.round.dealer:
        go_on(trial)


def rows_as_text(ledger: Ledger) -> Iterator[str]:
    """Every row of every table of a store, as anybody with the store open reads it."""
    with ledger.engine.connect() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(sa.select(table)):
                yield " ".join(
                    bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
                    for value in row
                )


def deck_of(state: TableState) -> str:
    """The undealt cards in their order, as the record would write them."""
    assert state.stock
    return json.dumps([str(card) for card in state.stock], separators=(",", ":"))[1:-1]


def test_an_open_store_does_not_show_the_deck_while_bets_are_open(url: str) -> None:
    with Ledger(url) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        trial = robots(table, 1)
        play_until_bets_are_open(table, trial)
        deck, seed = deck_of(table.state), ledger.seed_of("t", table.state.seal.number)
        assert seed is not None
        shown = "\n".join(rows_as_text(ledger))
        assert deck[:40] not in shown
        assert seed.hex() not in shown
        if "://" not in url:
            bytes_on_disk = b"".join(
                file.read_bytes() for file in Path(url).parent.iterdir() if file.suffix != ".key"
            )
            assert deck[:40].encode() not in bytes_on_disk
            assert seed not in bytes_on_disk


def test_an_open_store_shows_no_card_that_was_dealt_until_the_round_is_closed(url: str) -> None:
    with Ledger(url) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        trial = robots(table, 2)
        play_rounds(trial, 1)
        play_into_a_round(table, trial)
        query = sa.select(events.c.body).where(events.c.type == "cards_dealt")
        with ledger.engine.connect() as connection:
            bodies = list(connection.scalars(query))
        assert bodies
        assert not [body for body in bodies if '"cards"' in body]
        play_rounds(trial, 1)
        assert_whole(ledger, "t")


def test_a_snapshot_does_not_show_the_deck_that_waits(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a round is played the other deck is shuffled, and the snapshot after it holds that."""
    monkeypatch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 1)
    config = {"shuffle": "automated", "method": "hand", "decks": 2}
    opening = Opening("uth", config, SELF_DEALING.automation)
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", opening, now)
        trial = robots(table, 3)
        play_into_a_round(table, trial)
        table.submit(Do(DEVICE, "shuffle"))
        trial.state = table.state
        play_rounds(trial, 1)
        assert table.state.seal.number == 2
        deck = deck_of(table.state)
        with sqlite3.connect(sqlite) as connection:
            states = [state for (state,) in connection.execute("SELECT state FROM snapshots")]
        assert states
        assert not [state for state in states if deck[:40] in state]
        play_rounds(trial, 1)
        assert_whole(ledger, "t")
        again = open_table(ledger, "t", now)
        assert again.state == table.state


def test_the_hash_of_a_record_does_not_tell_its_cards(sqlite: str) -> None:
    """A hash is shown to players: without a salt the few possible hands could all be tried."""
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_rounds(robots(table, 4), 1)
        salts = []
        for record in ledger.records("t", 1):
            data = json.loads(record.body)
            can_name_cards = any(name in data for name in ("cards", "order", "choice", "card"))
            if data["type"] in {"cards_dealt", "deck_shuffled", "chosen", "cards_racked"}:
                assert can_name_cards
                salts.append(data["salt"])
        assert len(salts) > 5
        assert len(set(salts)) == len(salts)
        assert {len(salt) for salt in salts} == {32}


def test_every_type_of_event_that_can_hold_a_card_is_hidden() -> None:
    assert {name for name, kind in EVENTS.items() if kind in CARD_EVENTS} >= {
        "deck_shuffled",
        "cards_dealt",
        "cards_racked",
        "chosen",
        "fault_happened",
        "face_up_card_found",
    }


def test_a_closed_round_is_read_and_proved_without_the_key(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_rounds(robots(table, 5), 2)
        proof = round_proof(ledger, "t", 2)
    key_file(sqlite).unlink()
    with Ledger(sqlite, read_only=True) as ledger:
        assert round_proof(ledger, "t", 2) == proof
        assert not [
            finding for finding in verify(proof, deal_recipes()) if finding.outcome == "WRONG"
        ]
        assert not list(check_lines(export_lines(ledger, "t")))
        assert not any(all_faults(ledger).values())


def test_an_open_round_needs_the_key_and_says_so(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_into_a_round(table, robots(table, 6))
    key = load_key(key_file(sqlite))
    assert key is not None
    key_file(sqlite).unlink()
    with pytest.raises(KeyMissing, match=r"key of the store is missing.*house\.db\.key"):
        Ledger(sqlite)
    assert not key_file(sqlite).exists()
    with Ledger(sqlite, read_only=True) as ledger, pytest.raises(KeyMissing, match="sealed until"):
        open_table(ledger, "t", now)
    keep_key(key_file(sqlite), new_store_key())
    for read_only in (False, True):
        with pytest.raises(KeyMissing, match="another key"):
            Ledger(sqlite, read_only=read_only)
    with Ledger(sqlite, key=key) as ledger:  # a key that is given counts too
        assert open_table(ledger, "t", now).state == table.state
        play_rounds(robots(open_table(ledger, "t", now), 7), 1)
        assert_whole(ledger, "t")


def test_every_process_on_a_server_needs_the_same_key(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(postgres) as ledger, Ledger(postgres) as other:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_into_a_round(table, robots(table, 8))
        assert open_table(other, "t", now).state == table.state
    monkeypatch.setenv("HOUSEWAY_KEY", "ab" * 32)
    with pytest.raises(KeyMissing, match="another key"):
        Ledger(postgres)
    monkeypatch.setenv("HOUSEWAY_KEY", "too short")
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        Ledger(postgres)
    monkeypatch.delenv("HOUSEWAY_KEY")
    with pytest.raises(KeyMissing, match=r"is missing. Set HOUSEWAY_KEY"):
        Ledger(postgres)


def test_a_servers_store_that_was_never_given_a_key_is_kept_unsealed(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_KEY")
    with Ledger(postgres) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_into_a_round(table, robots(table, 9))
        assert ledger.seals.key is None
    monkeypatch.setenv("HOUSEWAY_KEY", "cd" * 32)  # from now on it has one
    with Ledger(postgres) as ledger:
        again = open_table(ledger, "t", now)
        assert again.state == table.state
        play_rounds(robots(again, 10), 2)
        assert_whole(ledger, "t")


def test_a_changed_seal_is_named_by_a_verification(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        trial = robots(table, 11)
        play_rounds(trial, 2)
        play_into_a_round(table, trial)
        secret, key = table.state.seal.number, ledger.seals.key
        assert key is not None
        assert not any(all_faults(ledger).values())
        opened = key.for_shuffle("t", secret)
        early = ("INSERT INTO opened_seals VALUES ('t', ?, ?)", (secret, opened))
        closed = ("DELETE FROM opened_seals WHERE shuffle = ?", (1,))
        other = ("UPDATE opened_seals SET key = ? WHERE shuffle = ?", (b"k" * 32, 2))
        for (statement, values), words in (
            (early, "still a secret"),
            (closed, "no secret any more"),
            (other, "another key"),
        ):
            with sqlite3.connect(sqlite) as connection:
                assert connection.execute(statement, values).rowcount == 1
            assert words in " ".join(all_faults(ledger)["seals"])
        with sqlite3.connect(sqlite) as connection:
            connection.execute(
                "UPDATE events SET body = substr(body, 1, 60) || 'AAAA' || substr(body, 65)"
                " WHERE seq = (SELECT max(seq) FROM events WHERE body LIKE 'sealed %')"
            )
        assert all_faults(ledger)["t"]
        with pytest.raises(RecordError):
            open_table(ledger, "t", now)


def test_a_backup_comes_back_only_with_its_key(sqlite: str, tmp_path: Path) -> None:
    file, target = tmp_path / "backup", tmp_path / "again.db"
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        trial = robots(table, 12)
        play_rounds(trial, 1)
        play_into_a_round(table, trial)
        back_up(ledger, file)
        deck = deck_of(table.state)
    assert deck[:40].encode() not in file.read_bytes()
    beside = key_file(str(file))
    assert [path.stat().st_mode & 0o777 for path in (file, beside)] == [0o600, 0o600]
    moved = beside.rename(tmp_path / "elsewhere")
    with pytest.raises(KeyMissing, match=r"backup\.key, or set HOUSEWAY_KEY"):
        restore(file, str(target))
    assert not target.exists()
    moved.rename(beside)
    restore(file, str(target))
    with Ledger(str(target)) as ledger:
        again = open_table(ledger, "t", now)
        assert again.state == table.state
        play_rounds(robots(again, 13), 1)
        assert_whole(ledger, "t")
        assert not any(all_faults(ledger).values())


def test_a_log_that_ends_in_a_round_is_sealed_when_it_is_brought_in(
    sqlite: str, tmp_path: Path
) -> None:
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        trial = robots(table, 14)
        play_rounds(trial, 1)
        play_into_a_round(table, trial)
        lines = list(export_lines(ledger, "t"))
    with Ledger(str(tmp_path / "other.db")) as other:
        import_lines(other, lines)
        assert deck_of(table.state)[:40] not in "\n".join(rows_as_text(other))
        assert list(export_lines(other, "t")) == lines
        play_rounds(robots(open_table(other, "t", now), 15), 1)
        assert not list(check_lines(export_lines(other, "t")))


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("no_umask")
def test_every_file_of_a_store_is_its_owners_alone_whatever_the_umask(
    sqlite: str, tmp_path: Path
) -> None:
    with Ledger(sqlite) as ledger:
        table = create_table(ledger, "t", SELF_DEALING, now)
        play_rounds(robots(table, 16), 1)
        back_up(ledger, tmp_path / "backup")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    names = {"house.db", "house.db-wal", "house.db-shm", "house.db.key", "backup", "backup.key"}
    assert modes == dict.fromkeys(names, 0o600)


@pytest.mark.usefixtures("no_umask")
def test_a_store_that_others_could_read_is_narrowed_and_it_is_logged(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    Ledger(sqlite).close()
    Path(sqlite).chmod(0o644)
    with Ledger(sqlite, read_only=True):
        assert Path(sqlite).stat().st_mode & 0o777 == 0o644
    caplog.clear()
    with Ledger(sqlite):
        assert Path(sqlite).stat().st_mode & 0o777 == 0o600
    assert "now only its owner can" in caplog.text
    caplog.clear()
    with Ledger(sqlite):
        assert not caplog.records


def test_a_store_whose_mode_cannot_be_changed_is_opened_all_the_same(
    sqlite: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Ledger(sqlite).close()
    Path(sqlite).chmod(0o644)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with Ledger(sqlite) as ledger:
        create_table(ledger, "t", SELF_DEALING, now)
    assert "cannot be narrowed" in caplog.text
