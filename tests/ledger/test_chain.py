"""Whatever is changed in a log afterwards is found, and the right line is named."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.ledger import verify_log
from houseway.ledger.checkpoints import (
    check_signature,
    checkpoint,
    kept_checkpoints,
    new_key,
    read_key,
)
from houseway.ledger.errors import RecordError
from houseway.ledger.export import export_lines
from houseway.ledger.records import START, canonical, chained, exported_line, record_line
from houseway.ledger.store import Ledger
from houseway.ledger.verify_log import Fault, Place, check_checkpoint, check_lines
from tests.ledger.helpers import open_or_create, play_rounds, robots
from tests.ledger.stopping import LONG

SEED = int.from_bytes(os.urandom(4), "big")
WRONG_BYTES = 4 if LONG else 1
NAME = 'tisch é,"seq":1'


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    url = str(tmp_path_factory.mktemp("chain") / "house.db")
    with Ledger(url) as ledger:
        trial = robots(open_or_create(ledger, NAME), 3)
        while ledger.head(NAME).seq < 1000:
            play_rounds(trial, 1)
    return url


@pytest.fixture(scope="module")
def log(store: str) -> list[str]:
    """A log of 1,000 events, a line each."""
    with Ledger(store) as ledger:
        return list(export_lines(ledger, NAME))[:1000]


def faults(lines: list[str], stated: dict[str, Any] | None = None) -> list[Fault]:
    place = Place()
    in_the_lines = list(check_lines(lines, place))
    return in_the_lines + (list(check_checkpoint(stated, place)) if stated else [])


def read(line: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(line)
    return record


def forge(lines: list[str], first: int = 0) -> list[str]:
    """The log with every hash from one line on computed again, as a forger would."""
    before, forged = read(lines[first - 1])["hash"] if first else START, lines[:first]
    for line in lines[first:]:
        record = read(line)
        names = (record["table"], record["seq"], record["at"], record["command"])
        text = record_line(*names, canonical(record["body"]))
        before = chained(before, text)
        forged.append(exported_line(before, text))
    return forged


def test_an_untouched_log_has_no_faults(log: list[str]) -> None:
    assert not faults(log)
    assert forge(log) == log
    assert {len(read(line)) for line in log} == {6}


def test_every_single_byte_that_is_changed_is_found_at_its_line(log: list[str]) -> None:
    print(f"seed {SEED}")
    chance, checked = Random(SEED), 0
    before = Place()
    for number, line in enumerate(log):
        raw = line.encode("utf-8") + b"\n"
        following = log[number + 1] if number + 1 < len(log) else ""
        for at, right in enumerate(raw):
            for _ in range(WRONG_BYTES):
                wrong = bytes([(right + chance.randrange(1, 256)) % 256])
                changed = raw[:at] + wrong + raw[at + 1 :]
                if at == len(raw) - 1:
                    changed += following.encode("utf-8")
                texts = changed.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
                place = Place(before.table, before.seq, before.hash, before.at)
                fault = next(check_lines(texts, place), None)
                assert fault is not None, (number, at, wrong)
                assert fault.line == 1, (number, at, wrong)
                checked += 1
        record = read(line)
        before = Place(NAME, record["seq"], record["hash"], record["at"])
    print(f"{checked} changes")
    assert checked > 200_000


def test_a_changed_byte_in_a_file_is_named_by_its_line(log: list[str], tmp_path: Path) -> None:
    """Also a byte that makes the file no text any more, and one in the name of the table."""
    print(f"seed {SEED}")
    chance, file = Random(SEED), tmp_path / "log.jsonl"
    raw = "".join(f"{line}\n" for line in log[:40]).encode("utf-8")
    assert raw.isascii() is False
    places = [chance.randrange(len(raw)) for _ in range(60)]
    places += [raw.index("é".encode()), len(raw) - 1, 0]
    for at in places:
        for wrong in {0xFF, 0xC3, 0x0A, 0x0D, 0x00, chance.randrange(256)} - {raw[at]}:
            file.write_bytes(raw[:at] + bytes([wrong]) + raw[at + 1 :])
            fault = next(verify_log.check_log(file))
            assert fault.line == raw[:at].count(b"\n") + 1
            assert verify_log.main([str(file)]) == 1


@pytest.mark.parametrize("at", [0, 1, 500, 998])
def test_records_out_of_place_are_named(log: list[str], at: int) -> None:
    def first(lines: list[str]) -> tuple[str, int]:
        wrong = faults(lines)
        return wrong[0].kind, wrong[0].line

    assert first(log[:at] + log[at + 1 :]) == ("missing", at + 1)
    assert first(log[: at + 1] + log[at:]) == ("inserted", at + 2)
    swapped = [*log[:at], log[at + 1], log[at], *log[at + 2 :]]
    assert first(swapped)[1] == at + 1
    if at > 1:
        assert first([*log[:at], log[at - 2], *log[at:]]) == ("inserted", at + 1)
        assert first(log[: at - 1] + log[at + 1 :]) == ("missing", at)
    other = canonical({**read(log[at]), "table": "another"})
    assert first([*log[: at + 1], other, *log[at + 1 :]]) == ("inserted", at + 2)


def test_a_forged_middle_is_found_where_it_ends(log: list[str]) -> None:
    """One record changed and its hash made right again: the next record tells."""
    record = read(log[300])
    changed = [*log[:300], canonical({**record, "command": "forged"}), *log[301:]]
    forged = [*forge(changed[:301], 300), *log[301:]]
    wrong = faults(forged)
    assert [fault.line for fault in wrong] == [302]


@pytest.fixture
def signed(store: str, tmp_path: Path) -> dict[str, Any]:
    new_key(tmp_path / "key.pem")
    with Ledger(store) as ledger:
        return checkpoint(ledger, NAME, read_key(tmp_path / "key.pem"), 0)


def test_a_missing_end_is_found_with_a_checkpoint(
    store: str, log: list[str], signed: dict[str, Any]
) -> None:
    with Ledger(store) as ledger:
        whole = list(export_lines(ledger, NAME))
    assert not faults(whole, signed)
    assert not faults(whole[:-1])
    for short in (whole[:-1], log[:10]):
        assert [fault.kind for fault in faults(short, signed)] == ["checkpoint"]


def test_a_chain_made_anew_is_found_with_a_checkpoint(store: str, signed: dict[str, Any]) -> None:
    with Ledger(store) as ledger:
        whole = list(export_lines(ledger, NAME))
    record = read(whole[5])
    forged = forge([*whole[:5], canonical({**record, "command": "forged"}), *whole[6:]])
    assert not faults(forged)
    assert [fault.kind for fault in faults(forged, signed)] == ["checkpoint"]
    assert [fault.kind for fault in faults(whole, {**signed, "table": "u"})] == ["checkpoint"]


def test_an_altered_checkpoint_or_another_key_is_refused(
    store: str, signed: dict[str, Any], tmp_path: Path
) -> None:
    assert check_signature(signed) is None
    assert check_signature(signed, signed["key"]) is None
    other = new_key(tmp_path / "other.pem")
    assert "another key" in str(check_signature(signed, other))
    assert check_signature({**signed, "key": other})
    changes = {"at": signed["at"] + 1, "hash": "0" * 64, "seq": signed["seq"] - 1, "table": "u"}
    changes |= {"kind": "another", "v": 2, "signature": "00" * 64}
    for name, value in changes.items():
        assert check_signature({**signed, name: value}), name
        assert check_signature({key: signed[key] for key in signed if key != name}), name
    wrong: list[Any] = [None, [], "text", {}, {**signed, "more": 1}, {**signed, "signature": 7}]
    for nonsense in wrong:
        assert check_signature(nonsense)
    with Ledger(store) as ledger:
        kept = kept_checkpoints(ledger, NAME)
        assert len(kept) == 1
        assert check_signature(kept[0]) is None
        with pytest.raises(RecordError):
            checkpoint(ledger, "nobody", read_key(tmp_path / "other.pem"), 0)
    with pytest.raises(RecordError, match="never overwritten"):
        new_key(tmp_path / "other.pem")
    with pytest.raises(RecordError):
        read_key(tmp_path / "none.pem")
    assert (tmp_path / "other.pem").stat().st_mode & 0o077 == 0


def test_the_verifier_refuses_a_file_that_is_no_checkpoint(log: list[str], tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("\n".join(log[:3]) + "\n", "utf-8")
    for nonsense in ("[]", "7", "{", "{}"):
        (tmp_path / "point.json").write_text(nonsense, "utf-8")
        arguments = [str(tmp_path / "log.jsonl"), "--checkpoint", str(tmp_path / "point.json")]
        assert verify_log.main(arguments) in {1, 2}


CHANGES = {
    "body": "UPDATE events SET body = '{}' WHERE seq = :seq",
    "body by one letter": "UPDATE events SET body = replace(body, '1', '2') WHERE seq = :seq",
    "body that is no JSON": "UPDATE events SET body = '{' WHERE seq = :seq",
    "at": "UPDATE events SET at = at + 1 WHERE seq = :seq",
    "hash": "UPDATE events SET hash = :hash WHERE seq = :seq",
    "command_id": "UPDATE events SET command_id = 'another' WHERE seq = :seq",
    "seq": "UPDATE events SET seq = seq + 1000000 WHERE seq = :seq",
    "removed": "DELETE FROM events WHERE seq = :seq",
}


def tamper(ledger: Ledger, change: str, values: dict[str, Any]) -> None:
    """Changes the store as somebody who has full power over it could, its constraints off."""
    if ledger.engine.dialect.name == "sqlite":
        with closing(sqlite3.connect(str(ledger.engine.url.database))) as raw:
            raw.execute(change, values)
            raw.commit()
        return
    with ledger.engine.begin() as connection:
        connection.execute(sa.text("SET LOCAL session_replication_role = replica"))
        connection.execute(sa.text(change), values)


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_changed_in_the_store_is_found(url: str, change: str) -> None:
    with Ledger(url) as ledger:
        play_rounds(robots(open_or_create(ledger, "t"), 4), 1)
        last = ledger.head("t").seq
    for seq in (0, 5, last):
        with Ledger(url) as ledger:
            assert not list(check_lines(export_lines(ledger, "t")))
            kept = list(ledger.records("t"))
            values = {"seq": seq, "hash": kept[seq - 1].hash}
            known = {name: values[name] for name in values if f":{name}" in CHANGES[change]}
            tamper(ledger, CHANGES[change], known)
            place = Place()
            wrong = list(check_lines(export_lines(ledger, "t"), place))
            at_the_end = change == "removed" and seq == last
            stated = {"table": "t", "seq": last, "hash": kept[last].hash}
            assert at_the_end or wrong
            assert wrong or list(check_checkpoint(stated, place))
            tamper(ledger, "DELETE FROM events", {})
            ledger.bring_in(kept)
