"""Coupons with serial numbers: used once, returned where the text gives them back."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from houseway.games import GAMES
from houseway.house.approvals import PendingApproval
from houseway.house.house import Rules
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.coupon_states import CouponState
from houseway.ledger.errors import RecordError
from houseway.ledger.schema import coupons
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed, Refused
from tests.house.helpers import Stand, build_stand, open_table, submit
from tests.ledger.helpers import without_waiting

FLO, SUE = Person("Flo", Office.FLOORPERSON), Person("Sue", Office.SUPERVISOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield ledger


@pytest.fixture
def stand(ledger: Ledger) -> Stand:
    return build_stand(ledger, Rules(practice=False))


def list_states(stand: Stand, serial: str) -> list[str]:
    """Every state that a coupon has had, the first one first."""
    query = sa.select(coupons.c.state).where(coupons.c.serial == serial)
    with stand.house.ledger.reading() as connection:
        return list(connection.scalars(query.order_by(coupons.c.number)))


def open_with_ante(stand: Stand, game: str = "uth", name: str = "t") -> tuple[TableService, Person]:
    table = open_table(stand, game, name, match_play=True)
    ann = stand.seated(name, "Ann")[0]
    stand.bet_all(table)
    return table, ann


def test_a_coupon_is_placed_with_its_face_on_record_and_taken_back(stand: Stand) -> None:
    table, ann = open_with_ante(stand)
    coupon = stand.house.coupons.issue(FLO, 300, serial="GOLD-1")
    assert coupon.state is CouponState.ISSUED
    stand.house.place_coupon(ann, "t", 1, "GOLD-1", "a")
    assert table.state.coupons == {1: 300}
    assert table.state.serials == {1: "GOLD-1"}
    bodies = [record.body for record in stand.house.ledger.records("t")]
    assert any('"serial":"GOLD-1"' in body for body in bodies), "the chain names it"
    stand.tell(ann, "t", type="place_coupon", seat=1, face=0)
    assert list_states(stand, "GOLD-1") == ["issued", "placed", "returned"]
    stand.house.place_coupon(ann, "t", 1, "GOLD-1", "b")
    stand.tell(ann, "t", type="take_back", seat=1, wager="ante")
    assert list_states(stand, "GOLD-1")[-1] == "returned"
    assert not table.state.serials


def test_a_coupon_laid_over_another_sends_that_one_home(stand: Stand) -> None:
    table, ann = open_with_ante(stand)
    for serial in ("A", "B"):
        stand.house.coupons.issue(FLO, 300, serial=serial)
        stand.house.place_coupon(ann, "t", 1, serial, f"place {serial}")
    assert list_states(stand, "A") == ["issued", "placed", "returned"]
    assert list_states(stand, "B") == ["issued", "placed"]
    assert table.state.serials == {1: "B"}


@pytest.mark.parametrize("game", GAMES)
def test_a_round_spends_a_coupon_or_returns_it(stand: Stand, game: str) -> None:
    table, ann = open_with_ante(stand, game)
    chance, states = Random(game), set()
    stand.house.coupons.issue(FLO, 100, serial="0")
    for number in range(60):
        if not table.state.bets:
            stand.bet_all(table)
        serial = next(
            coupon.serial
            for coupon in stand.house.coupons.list_coupons()
            if is_usable(coupon.state)
        )
        stand.house.place_coupon(ann, "t", 1, serial, f"n{number}")
        table.say_ready("Ann")
        stand.decide_all(table, chance)
        last = table.state.last_round
        assert last is not None
        assert last.settlement is not None
        outcome = last.settlement.hand(1).of("match_play").outcome.value
        state = list_states(stand, serial)[-1]
        assert state == {"win": "spent", "consumed": "spent"}.get(outcome, "returned")
        states.add(state)
        if state == "spent":
            with pytest.raises(Refused):
                stand.house.place_coupon(ann, "t", 1, serial, f"again{number}")
            stand.house.coupons.issue(FLO, 100, serial=str(number + 1))
        if states == {"spent", "returned"}:
            break
    assert "spent" in states
    assert table.state.balances.get("coupons", 0) == 100 * sum(
        coupon.state is CouponState.SPENT for coupon in stand.house.coupons.list_coupons()
    ), "the house holds the spent coupons"


def is_usable(state: CouponState) -> bool:
    return state in {CouponState.ISSUED, CouponState.RETURNED}


def test_a_spent_coupon_is_refused_and_a_repeat_is_answered(stand: Stand) -> None:
    table, ann = open_with_ante(stand)
    stand.house.coupons.issue(FLO, 100, serial="ONE")
    first = stand.house.place_coupon(ann, "t", 1, "ONE", "same")
    table.say_ready("Ann")
    while table.state.round is not None:
        stand.pass_ms(table.settings.decision_ms)  # checks, and then folds: the coupon is taken
    assert list_states(stand, "ONE") == ["issued", "placed", "spent"]
    again = stand.house.place_coupon(ann, "t", 1, "ONE", "same")
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    stand.bet_all(table)
    with pytest.raises(Refused, match="was used at table t"):
        stand.house.place_coupon(ann, "t", 1, "ONE", "other")
    assert not table.state.coupons
    assert list_states(stand, "ONE") == ["issued", "placed", "spent"]


def test_a_void_round_gives_a_coupon_back_that_was_taken(stand: Stand) -> None:
    """A card of the dealer is seen after a fold: the collected coupon goes back."""
    table = open_table(stand, "uth", match_play=True)
    ann, ben = stand.seated("t", "Ann", "Ben")
    stand.bet_all(table)
    stand.house.coupons.issue(FLO, 100, serial="ONE")
    stand.house.place_coupon(ann, "t", 1, "ONE", "a")
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    for seat, person in [(1, ann), (2, ben)] * 2:
        stand.tell(person, "t", type="choose", seat=seat, choice="check")
    stand.tell(ann, "t", type="choose", seat=1, choice="fold")
    assert list_states(stand, "ONE") == ["issued", "placed", "spent"]
    dana = Person("Dana", Office.DEALER)
    approval = submit(stand.house, dana, "t", {"type": "expose_dealer_card"}, "exposed")
    assert isinstance(approval, PendingApproval)
    stand.house.confirm(FLO, approval.number)
    assert table.state.round is None
    assert list_states(stand, "ONE") == ["issued", "placed", "spent", "returned"]
    stand.bet_all(table)
    stand.house.place_coupon(ann, "t", 1, "ONE", "b")


def test_only_the_floor_issues_and_a_serial_is_issued_once(stand: Stand) -> None:
    ann = stand.player("Ann")
    with pytest.raises(Forbidden, match="issued by"):
        stand.house.coupons.issue(ann, 100)
    stand.house.coupons.issue(SUE, 100, serial="X")
    with pytest.raises(Malformed, match="already"):
        stand.house.coupons.issue(SUE, 100, serial="X")
    for wrong in ({"face": 0}, {"face": 1, "serial": "a b"}, {"face": 1, "serial": ""}):
        with pytest.raises(Malformed):
            stand.house.coupons.issue(SUE, **wrong)
    serials = {stand.house.coupons.issue(SUE, 100).serial for _ in range(5)}
    assert len(serials) == 5
    assert all(len(serial) == 17 for serial in serials)
    assert len(stand.house.coupons.list_coupons(CouponState.ISSUED)) == 6


def test_a_coupon_is_for_its_owner_only(stand: Stand) -> None:
    table, ann = open_with_ante(stand)
    stand.house.coupons.issue(FLO, 100, person="Ben", serial="BENS")
    for serial, words in (("BENS", "somebody else"), ("NONE", "issued no such")):
        with pytest.raises(Refused, match=words):
            stand.house.place_coupon(ann, "t", 1, serial, serial)
    with pytest.raises(Forbidden):
        stand.house.place_coupon(FLO, "t", 1, "BENS", "floor")
    assert not table.state.coupons


def test_a_face_that_a_player_names_is_for_practice_only(stand: Stand, ledger: Ledger) -> None:
    _, ann = open_with_ante(stand)
    with pytest.raises(Malformed, match="serial number"):
        stand.tell(ann, "t", type="place_coupon", seat=1, face=100)
    practice = build_stand(ledger)
    practice.house.recover()
    practice.ids = stand.ids
    practice.tell(ann, "t", type="place_coupon", seat=1, face=100)
    with pytest.raises(Malformed, match="serial number"):
        practice.tell(ann, "t", type="place_coupon", seat=1, face=100, serial="X")


def test_two_tables_at_once_use_a_coupon_once(stand: Stand) -> None:
    tables = {}
    for name in ("one", "two"):
        tables[name] = open_table(stand, "hilo", name, match_play=True)
        stand.seated(name, "Ann", chips=10_000)
        stand.bet_all(tables[name])
    ann = Person("Ann", Office.PLAYER)
    for number in range(6):
        serial = f"S{number}"
        stand.house.coupons.issue(FLO, 100, serial=serial)
        gate, errors = threading.Barrier(2), []

        def place(name: str, serial: str = serial) -> None:
            gate.wait()  # noqa: B023
            try:
                stand.house.place_coupon(ann, name, 1, serial, f"{serial} {name}")
            except HousewayError as error:
                errors.append(error)  # noqa: B023

        threads = [threading.Thread(target=place, args=(name,)) for name in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [type(error) for error in errors] == [Refused], serial
        places = [name for name, table in tables.items() if table.state.serials.get(1) == serial]
        assert len(places) == 1
        coupon = stand.house.coupons.find(serial)
        assert coupon is not None
        assert coupon.table == places[0]
        assert list_states(stand, serial) == ["issued", "placed"]


def test_a_coupon_on_the_table_is_known_after_a_restart(stand: Stand, ledger: Ledger) -> None:
    _, ann = open_with_ante(stand)
    stand.house.coupons.issue(FLO, 100, serial="ONE")
    stand.house.place_coupon(ann, "t", 1, "ONE", "a")
    restarted = build_stand(ledger, Rules(practice=False))
    restarted.house.recover()
    restarted.ids = stand.ids
    assert restarted.house.table("t").state.serials == {1: "ONE"}
    restarted.tell(ann, "t", type="take_back", seat=1, wager="ante")
    assert list_states(restarted, "ONE") == ["issued", "placed", "returned"]


def test_a_coupon_above_its_ante_does_not_hold_the_table_up(stand: Stand) -> None:
    """An ante that was lowered under its coupon goes home with it when the bets close."""
    table, ann = open_with_ante(stand)
    stand.house.coupons.issue(FLO, 500, serial="BIG")
    stand.house.place_coupon(ann, "t", 1, "BIG", "a")
    for wager in ("ante", "blind"):
        stand.tell(ann, "t", type="bet", seat=1, wager=wager, cents=200)
    table.say_ready("Ann")
    stand.pass_ms(table.settings.betting_ms)
    assert not table.trouble
    assert not table.state.bets
    assert list_states(stand, "BIG")[-1] == "returned"


def test_nothing_is_written_when_the_store_refuses(stand: Stand) -> None:
    """The state of a coupon and the event stand or fall together."""
    table, ann = open_with_ante(stand)
    stand.house.coupons.issue(FLO, 100, serial="ONE")
    seq, hook = table.seq, table.recorded.rows_with

    def double(*arguments: object) -> list[object]:
        rows = hook(*arguments)  # type: ignore[arg-type]
        return [*rows, *rows]  # the same row twice: the store refuses both

    table.recorded.rows_with = double  # type: ignore[assignment]
    with pytest.raises(RecordError):
        stand.house.place_coupon(ann, "t", 1, "ONE", "a")
    table.recorded.rows_with = hook
    assert table.seq == seq
    assert list_states(stand, "ONE") == ["issued"]
    answer = stand.house.place_coupon(ann, "t", 1, "ONE", "a")
    assert not answer.again
