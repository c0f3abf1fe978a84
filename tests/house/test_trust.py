"""A house trusts no row that its chained record does not bear out: at the door and at the start."""

import json
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.house.people import NotAuthenticated
from houseway.ledger import recorded_table
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded_table import open_table as open_recorded
from houseway.ledger.records import canonical, chained, record_line
from houseway.ledger.register import digest_password
from houseway.ledger.schema import events, people, snapshots, tokens
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.store_seals import snapshot_place
from houseway.ledger.verify_books import all_faults
from tests.house.helpers import PASSWORD, build_stand, open_table
from tests.ledger.helpers import now

ADA = Person("Ada", Office.ADMINISTRATOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    with Ledger(str(tmp_path / "house.db")) as opened:
        yield opened


def behind_its_back(ledger: Ledger, statement: Any) -> None:
    with ledger.engine.execution_options(writes=True).begin() as connection:
        assert connection.execute(statement).rowcount > 0


def house_with_ada(ledger: Ledger) -> House:
    house = build_stand(ledger).house
    house.people.add("test", "Ada", Office.ADMINISTRATOR, PASSWORD)
    return house


def test_a_token_that_was_never_issued_opens_no_door(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    token = house.people.new_token(ADA, "mine")
    with ledger.reading() as connection:
        row = connection.execute(sa.select(tokens)).mappings().one()
    assert house.people.by_token(token).person == ADA
    house.people.end_tokens(ADA)
    with pytest.raises(NotAuthenticated):
        house.people.by_token(token)
    # Put back into the store by somebody who has the database open: it stays revoked.
    behind_its_back(ledger, tokens.insert().values(dict(row)))
    with pytest.raises(NotAuthenticated):
        house.people.by_token(token)
    assert any(
        "was never issued, or was revoked" in fault for fault in all_faults(ledger)["tokens"]
    )


def test_a_token_does_not_outlive_its_day_on_record(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    token = house.people.new_token(ADA, "mine")
    behind_its_back(ledger, tokens.update().values(expires=tokens.c.expires + 1))
    with pytest.raises(NotAuthenticated):
        house.people.by_token(token)


def test_the_record_holds_digests_and_no_secrets(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    token = house.people.new_token(ADA, "mine")
    with ledger.reading() as connection:
        stored = connection.scalar(sa.select(people.c.password))
    bodies = " ".join(record.body for record in ledger.records(HOUSE))
    assert token not in bodies
    assert str(stored) not in bodies
    assert str(digest_password(stored)) in bodies


@pytest.mark.parametrize("change", [{"office": "supervisor"}, {"generation": 7}])
def test_a_row_that_was_changed_lets_nobody_in(ledger: Ledger, change: dict[str, Any]) -> None:
    house = house_with_ada(ledger)
    assert house.people.authenticate("Ada", PASSWORD).person == ADA
    behind_its_back(ledger, people.update().values(**change))
    with pytest.raises(NotAuthenticated):
        house.people.authenticate("Ada", PASSWORD)
    with pytest.raises(NotAuthenticated):
        house.people.by_session("Ada", change.get("generation", 0), "session")


def test_the_password_of_another_opens_no_door(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    house.people.add("test", "Eve", Office.PLAYER, "a password of my own")
    with ledger.reading() as connection:
        query = sa.select(people.c.password).where(people.c.name == "Eve")
        known = connection.scalar(query)
    behind_its_back(ledger, people.update().where(people.c.name == "Ada").values(password=known))
    with pytest.raises(NotAuthenticated):
        house.people.authenticate("Ada", "a password of my own")


def test_an_administrator_whom_nobody_added_is_nobody(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    with ledger.reading() as connection:
        row = dict(connection.execute(sa.select(people)).mappings().one())
    row |= {"name": "Eve", "known_as": "eve"}
    behind_its_back(ledger, people.insert().values(row))
    with pytest.raises(NotAuthenticated):
        house.people.authenticate("Eve", PASSWORD)
    assert house.people.find("Eve") is None


def make_old(ledger: Ledger) -> None:
    """Takes out of the house's record what older programs did not put there."""
    before, rows = "0" * 64, list(ledger.records(HOUSE))
    with ledger.engine.execution_options(writes=True).begin() as connection:
        for record in rows:
            fact = json.loads(record.body)
            for name in ("password", "digest", "expires"):
                fact.pop(name, None)
            body = canonical({**fact, "v": 1})
            place = record.table, record.seq, record.at, record.command
            old = chained(before, record_line(*place, body))
            where = events.c.table_id == HOUSE, events.c.seq == record.seq
            connection.execute(events.update().where(*where).values(body=body, hash=old))
            before = old


def test_the_books_of_an_older_program_are_adopted_once(ledger: Ledger) -> None:
    house = house_with_ada(ledger)
    token = house.people.new_token(ADA, "mine")
    make_old(ledger)
    assert not any(all_faults(ledger).values()), "old facts are no faults"
    later = build_stand(ledger).house
    later.people.credentials.adopt()
    written = ledger.head(HOUSE).seq
    assert later.people.by_token(token).person == ADA
    assert later.people.authenticate("Ada", PASSWORD).person == ADA
    assert not any(all_faults(ledger).values())
    # What is put into the store afterwards is not adopted.
    behind_its_back(
        ledger,
        tokens.insert().values(digest="0" * 64, person="Ada", label="x", since=1, expires=10**18),
    )
    build_stand(ledger).house.people.credentials.adopt()
    assert ledger.head(HOUSE).seq == written
    assert all_faults(ledger)["tokens"]


def play_with_snapshots(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 1)
    stand = build_stand(ledger)
    table = open_table(stand, "uth")
    stand.seated("t", "Ann")
    for turn in range(3):
        stand.play_round(table, Random(turn))


def test_an_edited_snapshot_is_noticed_and_not_used(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play_with_snapshots(ledger, monkeypatch)
    before = open_recorded(ledger, "t", now).state
    with ledger.reading() as connection:
        rows = connection.execute(sa.select(snapshots)).all()
    assert len(rows) == 3
    for row in rows:
        place = snapshot_place("t", row.seq)
        data = json.loads(ledger.seals.open_text("t", place, row.state))
        data["balances"] = {**data["balances"], "rack:Ann": 100_000_000}
        change = snapshots.update().where(snapshots.c.seq == row.seq)
        behind_its_back(ledger, change.values(state=canonical(data)))
    with caplog.at_level(logging.ERROR, logger="houseway"):
        assert open_recorded(ledger, "t", now).state == before
    assert "a snapshot was changed" in caplog.text
    assert len(all_faults(ledger)["snapshots"]) == 3


@pytest.mark.parametrize("column", ["hash", "at", "body", "command_id"])
def test_a_table_whose_record_does_not_fit_its_chain_is_not_opened(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    play_with_snapshots(ledger, monkeypatch)
    last = ledger.head("t")
    values = {"hash": "f" * 64, "at": last.at + 1, "body": '{"type":"x","v":1}', "command_id": "x"}
    where = events.c.table_id == "t", events.c.seq == last.seq
    behind_its_back(ledger, events.update().where(*where).values({column: values[column]}))
    with pytest.raises(RecordError, match=f"Record {last.seq} of t does not fit"):
        open_recorded(ledger, "t", now)


def test_a_house_does_not_start_on_a_record_of_its_own_that_was_changed(ledger: Ledger) -> None:
    house_with_ada(ledger)
    where = events.c.table_id == HOUSE, events.c.seq == 0
    behind_its_back(ledger, events.update().where(*where).values(at=7))
    with pytest.raises(RecordError, match="Record 0 of @house does not fit"):
        build_stand(ledger).house.recover()
