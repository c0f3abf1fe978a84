"""A store is practice or real for good: chips of no value never become real ones."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules
from houseway.house.offices import Office, Person
from houseway.house.store_kind import MARK, StoreKind, read_kind
from houseway.ledger.backup import back_up, restore
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed
from tests.house.helpers import PASSWORD, QUICK, build_stand, open_table

PRACTICE, REAL = Rules(practice=True), Rules(practice=False)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield ledger


def marks(ledger: Ledger) -> list[dict[str, str]]:
    facts = [json.loads(record.body) for record in ledger.records("@house")]
    return [fact for fact in facts if fact["type"] == MARK]


@pytest.mark.parametrize(("first", "other"), [(PRACTICE, REAL), (REAL, PRACTICE)])
def test_a_store_opens_only_as_the_kind_it_was_begun_as(
    ledger: Ledger, first: Rules, other: Rules
) -> None:
    House(ledger, first).recover()
    for _ in range(2):
        with pytest.raises(Malformed, match=r"stays one.*--db"):
            House(ledger, other).recover()
    House(ledger, first).recover()
    assert len(marks(ledger)) == 1


def test_practice_chips_of_a_store_without_a_mark_do_not_become_real(ledger: Ledger) -> None:
    guest = House(ledger, PRACTICE).guest()  # as a house of an earlier version left it
    assert read_kind(ledger) is None
    real = House(ledger, REAL)
    with pytest.raises(Malformed, match="practice house and stays one"):
        real.recover()
    assert marks(ledger)[0]["because"] == "it has had guests"
    assert real.wallets.balance(guest.name) == PRACTICE.guest_chips  # nothing else was done
    House(ledger, PRACTICE).recover()


def test_a_guest_whose_account_was_closed_is_no_sign_of_practice(ledger: Ledger) -> None:
    house = House(ledger, REAL)
    house.people.add("setup", "Ann", Office.PLAYER, PASSWORD)
    house.people.close("setup", "Ann")  # the books list a closed account as a guest's
    house.recover()
    assert read_kind(ledger) is StoreKind.REAL


def test_a_table_opened_by_a_player_is_a_sign_of_practice(ledger: Ledger) -> None:
    house = House(ledger, PRACTICE)
    house.open_table(Person("Ann", Office.PLAYER), "t", "uth", QUICK, RunSettings())
    with pytest.raises(Malformed, match="stays one"):
        House(ledger, REAL).recover()


def test_a_coupon_with_a_named_face_is_a_sign_of_practice(ledger: Ledger) -> None:
    stand = build_stand(ledger, PRACTICE)
    open_table(stand, "uth", match_play=True)
    (ann,) = stand.seated("t", "Ann")
    stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    stand.tell(ann, "t", type="place_coupon", seat=1, face=500)
    with pytest.raises(Malformed, match="stays one"):
        House(ledger, REAL).recover()


def test_no_guest_comes_into_a_real_store_whatever_the_rules_say(ledger: Ledger) -> None:
    House(ledger, REAL).recover()
    wrong = House(ledger, PRACTICE)  # its start was refused, or not made
    with pytest.raises(Malformed, match="real house and stays one"):
        wrong.guest()
    wrong.people.add("setup", "Gus", Office.GUEST, None)
    with pytest.raises(HousewayError, match="real house and stays one"):
        wrong.more_chips(Person("Gus", Office.GUEST))
    assert wrong.wallets.balance("Gus") == 0


def test_a_backup_keeps_the_kind_of_its_store(ledger: Ledger, tmp_path: Path) -> None:
    House(ledger, PRACTICE).recover()
    back_up(ledger, tmp_path / "monday")
    restore(tmp_path / "monday", str(tmp_path / "other.db"))
    with Ledger(str(tmp_path / "other.db")) as other, pytest.raises(Malformed, match="stays one"):
        House(other, REAL).recover()


def test_of_two_processes_that_start_at_once_one_marks_the_store(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = House(ledger, PRACTICE), House(ledger, REAL)

    def start_the_first(_ledger: Ledger) -> Iterator[str]:
        monkeypatch.undo()
        first.recover()  # after the second has seen no mark, and before it writes one
        return iter(())

    monkeypatch.setattr("houseway.house.store_kind._practice_evidence", start_the_first)
    with pytest.raises(Malformed, match="stays one"):
        second.recover()
    assert [mark["kind"] for mark in marks(ledger)] == ["practice"]
