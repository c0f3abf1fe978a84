"""What one person may not do alone: make money above a small sum, or make people of power."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from houseway.house import passwords
from houseway.house.approvals import PendingApproval
from houseway.house.house import House, Rules
from houseway.house.messages import ApprovalOpened, decode, encode
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.people import NotAuthenticated
from houseway.ledger.store import Ledger
from houseway.ledger.verify_books import all_faults
from houseway.rulebook import HousewayError, Malformed, Refused

PASSWORD, OTHER = "a password of some length", "another password of some length"
ADA, SUE = Person("Ada", Office.ADMINISTRATOR), Person("Sue", Office.SUPERVISOR)
FLO = Person("Flo", Office.FLOORPERSON)
ALONE = Rules().chips_alone


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "new_hasher", lambda: quick)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        house = House(ledger)
        for person in (ADA, SUE, FLO):
            house.people.add("setup", person.name, person.office, PASSWORD)
        house.people.add("setup", "Ann", Office.PLAYER, PASSWORD)
        yield house
        assert not any(all_faults(ledger).values())


def ask_for_chips(house: House, cents: int, by: Person = SUE) -> PendingApproval:
    outcome = house.office.give_chips(by, "Ann", cents, "a gift")
    assert isinstance(outcome, PendingApproval)
    return outcome


def facts(house: House, kind: str) -> list[dict[str, Any]]:
    all_facts = [json.loads(record.body) for record in house.log.records()]
    return [fact for fact in all_facts if fact["type"] == kind]


def test_a_small_sum_is_given_by_one_person(house: House) -> None:
    assert house.office.give_chips(SUE, "Ann", ALONE, "a gift") == ALONE
    assert not house.approvals.pending()


def test_more_chips_wait_for_a_second_person(house: House) -> None:
    approval = ask_for_chips(house, ALONE + 1)
    assert house.wallets.balance("Ann") == 0
    with pytest.raises(Forbidden, match="second person"):
        house.confirm(SUE, approval.number)
    with pytest.raises(Forbidden, match="confirmed by another"):
        house.confirm(FLO, approval.number)
    first = house.confirm(ADA, approval.number)
    assert house.wallets.balance("Ann") == ALONE + 1
    assert house.confirm(ADA, approval.number).first == first.first  # the answer was lost
    assert house.wallets.balance("Ann") == ALONE + 1
    (fact,) = facts(house, "chips_given")
    assert (fact["by"], fact["confirmed_by"]) == ("supervisor:Sue", "administrator:Ada")


def test_small_sums_of_a_day_add_up(house: House) -> None:
    """In pieces, as coupons, and in another office it is the same money of the same person."""
    house.office.give_chips(SUE, "Ann", ALONE // 2, "a gift")
    house.office.issue_coupon(SUE, ALONE // 4)
    ask_for_chips(house, ALONE // 2)
    assert isinstance(house.office.issue_coupon(SUE, ALONE // 2), PendingApproval)
    ask_for_chips(house, -ALONE // 2)  # taking chips away is no way out
    as_admin = Person("Sue", Office.ADMINISTRATOR)
    ask_for_chips(house, ALONE // 2, as_admin)
    assert house.wallets.balance("Ann") == ALONE // 2


def test_small_sums_at_once_do_not_slip_through(house: House) -> None:
    start = threading.Barrier(8)

    def give(_number: int) -> None:
        start.wait()
        house.office.give_chips(SUE, "Ann", ALONE // 2, "a gift")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(give, range(8)))
    assert house.wallets.balance("Ann") == ALONE
    assert len(house.approvals.pending()) == 6


@pytest.mark.parametrize("cents", [0, Rules().most_chips + 1, -Rules().most_chips - 1, 10**12])
def test_no_two_people_give_more_than_the_bound(house: House, cents: int) -> None:
    with pytest.raises(Refused, match="one act moves"):
        house.office.give_chips(SUE, "Ann", cents, "a gift")
    if cents > 0:
        with pytest.raises(Refused, match="one act moves"):
            house.office.issue_coupon(SUE, cents)


def test_a_coupon_of_a_large_face_waits_for_a_second_person(house: House) -> None:
    approval = house.office.issue_coupon(FLO, ALONE + 1, "Ann", "GOLD")
    assert isinstance(approval, PendingApproval)
    assert house.coupons.find("GOLD") is None
    house.confirm(SUE, approval.number)
    coupon = house.coupons.find("GOLD")
    assert coupon is not None
    assert (coupon.face, coupon.person) == (ALONE + 1, "Ann")


def test_one_id_gives_chips_once(house: House) -> None:
    for _ in range(3):
        assert house.office.give_chips(SUE, "Ann", 100, "a gift", "same") == 100
    large = [house.office.give_chips(SUE, "Ann", ALONE, "a gift", "large") for _ in range(2)]
    assert large[0] == large[1]
    assert isinstance(large[0], PendingApproval)
    house.confirm(ADA, large[0].number)
    assert house.office.give_chips(SUE, "Ann", ALONE, "a gift", "large") == ALONE + 100


def test_a_person_does_not_confirm_what_is_about_them(house: House) -> None:
    approval = house.office.give_chips(ADA, "Sue", ALONE + 1, "a gift")
    assert isinstance(approval, PendingApproval)
    with pytest.raises(Forbidden, match="about yourself"):
        house.confirm(SUE, approval.number)


def test_of_two_people_who_confirm_at_once_one_does(house: House) -> None:
    house.people.add("setup", "Bea", Office.ADMINISTRATOR, PASSWORD)
    approval, start = ask_for_chips(house, ALONE + 1), threading.Barrier(2)

    def confirm(name: str) -> bool:
        start.wait()
        try:
            house.confirm(Person(name, Office.ADMINISTRATOR), approval.number)
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(confirm, ("Ada", "Bea"))) == [False, True]
    assert house.wallets.balance("Ann") == ALONE + 1


def test_two_processes_that_confirm_give_chips_once(house: House) -> None:
    other = House(house.ledger)
    approval = ask_for_chips(house, ALONE + 1)
    other.approvals.learn(approval)
    assert house.confirm(ADA, approval.number).first == other.confirm(ADA, approval.number).first
    assert house.wallets.balance("Ann") == ALONE + 1


def test_a_request_ends_with_the_office_of_its_sender(house: House) -> None:
    approval = ask_for_chips(house, ALONE + 1)
    house.people.change("Ada", "Sue", Office.DEALER)
    with pytest.raises(Forbidden, match="no longer a supervisor"):
        house.confirm(ADA, approval.number)
    assert house.wallets.balance("Ann") == 0


def test_a_request_is_turned_down_or_withdrawn(house: House) -> None:
    first, second = ask_for_chips(house, ALONE + 1), ask_for_chips(house, ALONE + 2)
    house.turn_down(ADA, first.number)
    house.turn_down(SUE, second.number)
    for approval in (first, second):
        with pytest.raises(NotFound):
            house.confirm(ADA, approval.number)
    assert house.wallets.balance("Ann") == 0


# --- people of power


def test_the_first_administrator_makes_the_first_supervisor_alone(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "new.db")) as ledger:
        house = House(ledger)
        house.people.add("setup", "Ada", Office.ADMINISTRATOR, PASSWORD)
        sue, approval = house.office.add_person(ADA, "Sue", Office.SUPERVISOR, PASSWORD)
        assert (sue, approval) == (SUE, None)
        _, approval = house.office.add_person(ADA, "Tim", Office.SUPERVISOR, PASSWORD)
        assert approval is not None


@pytest.mark.parametrize("office", [Office.SUPERVISOR, Office.AUDITOR, Office.ADMINISTRATOR])
def test_a_person_of_power_is_made_by_two(house: House, office: Office) -> None:
    zed, approval = house.office.add_person(ADA, "Zed", office, PASSWORD)
    assert approval is not None
    assert zed.office is Office.PLAYER
    with pytest.raises(HousewayError):
        house.confirm(ADA, approval.number)
    house.confirm(SUE, approval.number)
    assert house.people.authenticate("Zed", PASSWORD).person.office is office


def test_others_are_made_by_one(house: House) -> None:
    for number, office in enumerate((Office.PLAYER, Office.DEALER, Office.FLOORPERSON)):
        person, approval = house.office.add_person(ADA, f"New {number}", office, PASSWORD)
        assert (person.office, approval) == (office, None)


def test_removing_the_second_person_does_not_leave_one_to_act_alone(house: House) -> None:
    house.people.close("administrator:Ada", "Sue")
    _, approval = house.office.change_person(ADA, "Ann", Office.SUPERVISOR, None)
    assert approval is not None
    with pytest.raises(Forbidden):
        house.confirm(ADA, approval.number)


def test_one_person_does_not_take_over_the_account_of_another(house: House) -> None:
    _, approval = house.office.change_person(ADA, "Sue", None, OTHER)
    assert approval is not None
    assert OTHER not in repr(approval)
    with pytest.raises(NotAuthenticated):
        house.people.authenticate("Sue", OTHER)
    house.people.add("setup", "Bea", Office.ADMINISTRATOR, PASSWORD)
    house.confirm(Person("Bea", Office.ADMINISTRATOR), approval.number)
    assert house.people.authenticate("Sue", OTHER).person == SUE


def test_power_is_given_up_and_the_own_password_changed_alone(house: House) -> None:
    person, approval = house.office.change_person(ADA, "Sue", Office.PLAYER, None)
    assert (person.office, approval) == (Office.PLAYER, None)
    assert house.office.change_person(ADA, "Ada", None, OTHER) == (ADA, None)
    with pytest.raises(Malformed, match="only administrator"):
        house.office.change_person(ADA, "Ada", Office.PLAYER, None)


# --- practice chips


def test_of_many_refills_at_once_one_is_given(tmp_path: Path) -> None:
    with Ledger(str(tmp_path / "practice.db")) as ledger:
        houses = [House(ledger) for _ in range(4)]  # the store alone is between them
        guest = houses[0].guest()
        houses[0].wallets.give("test", guest.name, -houses[0].rules.guest_chips, "spent")
        start = threading.Barrier(16)

        def refill(number: int) -> bool:
            start.wait()
            try:
                houses[number % 4].more_chips(guest)
            except HousewayError:
                return False
            return True

        with ThreadPoolExecutor(16) as pool:
            assert sum(pool.map(refill, range(16))) == 1
        assert houses[0].wallets.balance(guest.name) == houses[0].rules.guest_chips


def test_other_processes_learn_of_every_kind_of_request(house: House) -> None:
    ask_for_chips(house, ALONE + 1)
    house.office.issue_coupon(SUE, ALONE + 1)
    house.office.add_person(ADA, "Zed", Office.AUDITOR, PASSWORD)
    house.office.change_person(ADA, "Sue", None, OTHER)
    waiting = house.approvals.pending()
    assert len(waiting) == 4
    for approval in waiting:
        message = ApprovalOpened(approval)
        assert decode(encode(message)) == message
        assert len(encode(message)) < 4_000  # of what one notification carries
