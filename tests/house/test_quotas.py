"""Room for everybody: no visitor, and no address, uses up what others need."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from houseway.house.clocks import RunSettings
from houseway.house.house import House, Rules
from houseway.house.offices import Forbidden, Office, Person
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Refused
from tests.house.helpers import QUICK, Stand, build_stand

HERE, THERE = "192.0.2.1", "198.51.100.7"
ADA, FLO = Person("Ada", Office.ADMINISTRATOR), Person("Flo", Office.FLOORPERSON)
RULES = Rules(
    guests_a_day=8,
    guests_from_an_address=3,
    most_tables=8,
    tables_for_staff=2,
    tables_of_a_person=2,
    tables_from_an_address=3,
    empty_ms=60_000,
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield ledger


@pytest.fixture
def stand(ledger: Ledger) -> Stand:
    return build_stand(ledger, RULES)


def open_for(house: House, by: Person, name: str, address: str | None = None) -> None:
    house.open_table(by, name, "uth", QUICK, RunSettings(), address)


def test_guests_from_one_address_leave_room_for_others(stand: Stand, ledger: Ledger) -> None:
    for _ in range(RULES.guests_from_an_address):
        stand.house.guest(HERE)
    for house in (stand.house, House(ledger, RULES)):  # a restart does not begin anew
        with pytest.raises(Forbidden, match="From this address 3 guests"):
            house.guest(HERE)
    assert stand.house.guest(THERE).office is Office.GUEST


def test_the_house_takes_so_many_guests_a_day(stand: Stand) -> None:
    for number in range(RULES.guests_a_day):
        stand.house.guest(f"203.0.113.{number}")
    with pytest.raises(Forbidden, match="all the guests"):
        stand.house.guest(HERE)


def test_addresses_are_forgotten_after_a_day(ledger: Ledger) -> None:
    hours = [0]
    house = House(ledger, RULES, clock=lambda: (1_000_000 + hours[0]) * 3_600_000_000)
    for _ in range(RULES.guests_from_an_address):
        house.guest(HERE)
    hours[0] = 25
    house.guest(HERE)
    with ledger.reading() as connection:
        assert len(connection.exec_driver_sql("SELECT * FROM arrivals").all()) == 1


def test_a_person_has_few_tables_open(stand: Stand) -> None:
    guest = stand.house.guest()
    for name in "ab":
        open_for(stand.house, guest, name)
    with pytest.raises(Refused, match="you have opened 2"):
        open_for(stand.house, guest, "c")
    stand.house.end_table(FLO, "a")
    open_for(stand.house, guest, "c")


def test_one_address_has_few_tables_open(stand: Stand) -> None:
    guests = [stand.house.guest() for _ in range(4)]
    for number, guest in enumerate(guests[:3]):
        open_for(stand.house, guest, str(number), HERE)
    with pytest.raises(Refused, match="from your address"):
        open_for(stand.house, guests[3], "more", HERE)
    open_for(stand.house, guests[3], "more", THERE)
    stand.house.end_table(FLO, "0")
    open_for(stand.house, guests[3], "again", HERE)


def test_visitors_leave_room_for_the_staff(stand: Stand) -> None:
    """However many guests open however many tables."""
    opened = 0
    for number in range(8):
        guest = stand.house.guest()
        for name in (f"{number}-a", f"{number}-b"):
            with suppress(HousewayError):
                open_for(stand.house, guest, name)
                opened += 1
    assert opened == RULES.most_tables - RULES.tables_for_staff
    for name in ("x", "y"):
        open_for(stand.house, FLO, name, HERE)
    with pytest.raises(Refused, match="room for no more"):
        open_for(stand.house, FLO, "z", HERE)
    for name in ("z", "zz"):
        open_for(stand.house, ADA, name, HERE)  # an administrator always can


def test_an_empty_table_of_a_guest_ends_by_itself(stand: Stand) -> None:
    guest = stand.house.guest()
    open_for(stand.house, guest, "mine")
    open_for(stand.house, FLO, "ours")
    stand.pass_ms(RULES.empty_ms - 1_000)
    stand.pass_ms(500)
    assert set(stand.house.tables) == {"mine", "ours"}
    stand.pass_ms(2_000)
    stand.pass_ms(RULES.empty_ms)
    assert set(stand.house.tables) == {"ours"}
    bodies = [record.body for record in stand.house.log.records()]
    assert any(
        '"because":"nobody sat there","by":"clock","table":"mine"' in body for body in bodies
    )
    assert stand.house.floor.plans.known.keys() == {"ours"}


def test_a_table_at_which_somebody_sits_goes_on(stand: Stand) -> None:
    guest = stand.house.guest()
    open_for(stand.house, guest, "mine")
    stand.pass_ms(RULES.empty_ms // 2)
    stand.tell(guest, "mine", type="sit", seat=1)
    stand.tell(guest, "mine", type="buy_in", cents=5_000)
    for _ in range(4):
        stand.pass_ms(RULES.empty_ms // 2)
    assert "mine" in stand.house.tables
    stand.tell(guest, "mine", type="leave", seat=1)
    for _ in range(4):  # the time begins when the last player leaves
        stand.pass_ms(RULES.empty_ms // 2)
    assert "mine" not in stand.house.tables
    assert stand.house.wallets.balance(guest.name) == RULES.guest_chips


def test_a_visitor_keeps_no_seat_for_ever(stand: Stand) -> None:
    with pytest.raises(Forbidden, match="for ever"):
        stand.house.open_table(stand.house.guest(), "mine", "uth", QUICK, RunSettings(away_ms=0))
