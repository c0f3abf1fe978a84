"""Coupons with serial numbers: used once, returned where the text gives them back."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from houseway.games import GAMES
from houseway.house.approvals import PendingApproval
from houseway.house.coupons import CouponState
from houseway.house.house import Rules
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.errors import RecordError
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed, Refused
from tests.house.helpers import Stand, open_table, stand, submit
from tests.ledger.helpers import without_waiting

FLO, SUE = Person("Flo", Office.FLOORPERSON), Person("Sue", Office.SUPERVISOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as found:
        yield found


@pytest.fixture
def found(ledger: Ledger) -> Stand:
    return stand(ledger, Rules(practice=False))


def states(found: Stand, serial: str) -> list[str]:
    return [one.state.value for one in found.house.coupons.history(serial)]


def with_ante(found: Stand, game: str = "uth", name: str = "t") -> tuple[TableService, Person]:
    table = open_table(found, game, name, match_play=True)
    ann = found.seated(name, "Ann")[0]
    found.bet_all(table)
    return table, ann


def test_a_coupon_is_placed_with_its_face_on_record_and_taken_back(found: Stand) -> None:
    table, ann = with_ante(found)
    coupon = found.house.coupons.issue(FLO, 300, serial="GOLD-1")
    assert coupon.state is CouponState.ISSUED
    found.house.place_coupon(ann, "t", 1, "GOLD-1", "a")
    assert table.state.coupons == {1: 300}
    assert table.state.serials == {1: "GOLD-1"}
    bodies = [record.body for record in found.house.ledger.records("t")]
    assert any('"serial":"GOLD-1"' in body for body in bodies), "the chain names it"
    found.tell(ann, "t", type="place_coupon", seat=1, face=0)
    assert states(found, "GOLD-1") == ["issued", "placed", "returned"]
    found.house.place_coupon(ann, "t", 1, "GOLD-1", "b")
    found.tell(ann, "t", type="take_back", seat=1, wager="ante")
    assert states(found, "GOLD-1")[-1] == "returned"
    assert not table.state.serials


def test_a_coupon_laid_over_another_sends_that_one_home(found: Stand) -> None:
    table, ann = with_ante(found)
    for serial in ("A", "B"):
        found.house.coupons.issue(FLO, 300, serial=serial)
        found.house.place_coupon(ann, "t", 1, serial, f"place {serial}")
    assert states(found, "A") == ["issued", "placed", "returned"]
    assert states(found, "B") == ["issued", "placed"]
    assert table.state.serials == {1: "B"}


@pytest.mark.parametrize("game", GAMES)
def test_a_round_spends_a_coupon_or_returns_it(found: Stand, game: str) -> None:
    table, ann = with_ante(found, game)
    chance, seen = Random(game), set()
    found.house.coupons.issue(FLO, 100, serial="0")
    for number in range(60):
        if not table.state.bets:
            found.bet_all(table)
        serial = next(one.serial for one in found.house.coupons.list_coupons() if usable(one.state))
        found.house.place_coupon(ann, "t", 1, serial, f"n{number}")
        table.say_ready("Ann")
        found.decide_all(table, chance)
        last = table.state.last_round
        assert last is not None
        assert last.settlement is not None
        outcome = last.settlement.hand(1).of("match_play").outcome.value
        became = states(found, serial)[-1]
        assert became == {"win": "spent", "consumed": "spent"}.get(outcome, "returned")
        seen.add(became)
        if became == "spent":
            with pytest.raises(Refused):
                found.house.place_coupon(ann, "t", 1, serial, f"again{number}")
            found.house.coupons.issue(FLO, 100, serial=str(number + 1))
        if seen == {"spent", "returned"}:
            break
    assert "spent" in seen
    assert table.state.balances.get("coupons", 0) == 100 * sum(
        one.state is CouponState.SPENT for one in found.house.coupons.list_coupons()
    ), "the house holds what it has spent"


def usable(state: CouponState) -> bool:
    return state in {CouponState.ISSUED, CouponState.RETURNED}


def test_a_spent_coupon_is_refused_and_a_repeat_is_answered(found: Stand) -> None:
    table, ann = with_ante(found)
    found.house.coupons.issue(FLO, 100, serial="ONE")
    first = found.house.place_coupon(ann, "t", 1, "ONE", "same")
    table.say_ready("Ann")
    while table.state.round is not None:
        found.pass_ms(table.settings.decision_ms)  # checks, and then folds: the coupon is taken
    assert states(found, "ONE") == ["issued", "placed", "spent"]
    again = found.house.place_coupon(ann, "t", 1, "ONE", "same")
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    found.bet_all(table)
    with pytest.raises(Refused, match="was used at table t"):
        found.house.place_coupon(ann, "t", 1, "ONE", "other")
    assert not table.state.coupons
    assert states(found, "ONE") == ["issued", "placed", "spent"]


def test_a_void_round_gives_a_coupon_back_that_was_taken(found: Stand) -> None:
    """A card of the dealer is seen after a fold: what was collected is put right."""
    table = open_table(found, "uth", match_play=True)
    ann, ben = found.seated("t", "Ann", "Ben")
    found.bet_all(table)
    found.house.coupons.issue(FLO, 100, serial="ONE")
    found.house.place_coupon(ann, "t", 1, "ONE", "a")
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    for seat, person in [(1, ann), (2, ben)] * 2:
        found.tell(person, "t", type="choose", seat=seat, choice="check")
    found.tell(ann, "t", type="choose", seat=1, choice="fold")
    assert states(found, "ONE") == ["issued", "placed", "spent"]
    dana = Person("Dana", Office.DEALER)
    asked = submit(found.house, dana, "t", {"type": "expose_dealer_card"}, "exposed")
    assert isinstance(asked, PendingApproval)
    found.house.confirm(FLO, asked.number)
    assert table.state.round is None
    assert states(found, "ONE") == ["issued", "placed", "spent", "returned"]
    found.bet_all(table)
    found.house.place_coupon(ann, "t", 1, "ONE", "b")


def test_only_the_floor_issues_and_a_serial_is_issued_once(found: Stand) -> None:
    ann = found.player("Ann")
    with pytest.raises(Forbidden, match="issued by"):
        found.house.coupons.issue(ann, 100)
    found.house.coupons.issue(SUE, 100, serial="X")
    with pytest.raises(Malformed, match="already"):
        found.house.coupons.issue(SUE, 100, serial="X")
    for wrong in ({"face": 0}, {"face": 1, "serial": "a b"}, {"face": 1, "serial": ""}):
        with pytest.raises(Malformed):
            found.house.coupons.issue(SUE, **wrong)
    made = {found.house.coupons.issue(SUE, 100).serial for _ in range(5)}
    assert len(made) == 5
    assert all(len(serial) == 17 for serial in made)
    assert len(found.house.coupons.list_coupons(CouponState.ISSUED)) == 6


def test_whose_coupon_it_is(found: Stand) -> None:
    table, ann = with_ante(found)
    found.house.coupons.issue(FLO, 100, person="Ben", serial="BENS")
    for serial, words in (("BENS", "somebody else"), ("NONE", "issued no such")):
        with pytest.raises(Refused, match=words):
            found.house.place_coupon(ann, "t", 1, serial, serial)
    with pytest.raises(Forbidden):
        found.house.place_coupon(FLO, "t", 1, "BENS", "floor")
    assert not table.state.coupons


def test_a_face_that_a_player_names_is_for_practice_only(found: Stand, ledger: Ledger) -> None:
    _, ann = with_ante(found)
    with pytest.raises(Malformed, match="serial number"):
        found.tell(ann, "t", type="place_coupon", seat=1, face=100)
    practice = stand(ledger)
    practice.house.recover()
    practice.ids = found.ids
    practice.tell(ann, "t", type="place_coupon", seat=1, face=100)
    with pytest.raises(Malformed, match="serial number"):
        practice.tell(ann, "t", type="place_coupon", seat=1, face=100, serial="X")


def test_two_tables_at_once_use_a_coupon_once(found: Stand) -> None:
    tables = {}
    for name in ("one", "two"):
        tables[name] = open_table(found, "hilo", name, match_play=True)
        found.seated(name, "Ann", chips=10_000)
        found.bet_all(tables[name])
    ann = Person("Ann", Office.PLAYER)
    for number in range(6):
        serial = f"S{number}"
        found.house.coupons.issue(FLO, 100, serial=serial)
        gate, refused = threading.Barrier(2), []

        def place(name: str, serial: str = serial) -> None:
            gate.wait()  # noqa: B023
            try:
                found.house.place_coupon(ann, name, 1, serial, f"{serial} {name}")
            except HousewayError as error:
                refused.append(error)  # noqa: B023

        threads = [threading.Thread(target=place, args=(name,)) for name in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [type(one) for one in refused] == [Refused], serial
        lies = [name for name, table in tables.items() if table.state.serials.get(1) == serial]
        assert len(lies) == 1
        assert found.house.coupons.history(serial)[-1].table == lies[0]
        assert states(found, serial) == ["issued", "placed"]


def test_a_coupon_on_the_table_is_known_after_a_restart(found: Stand, ledger: Ledger) -> None:
    _, ann = with_ante(found)
    found.house.coupons.issue(FLO, 100, serial="ONE")
    found.house.place_coupon(ann, "t", 1, "ONE", "a")
    again = stand(ledger, Rules(practice=False))
    again.house.recover()
    again.ids = found.ids
    assert again.house.table("t").state.serials == {1: "ONE"}
    again.tell(ann, "t", type="take_back", seat=1, wager="ante")
    assert states(again, "ONE") == ["issued", "placed", "returned"]


def test_a_coupon_above_its_ante_does_not_hold_the_table_up(found: Stand) -> None:
    """An ante that was lowered under its coupon goes home with it when the bets close."""
    table, ann = with_ante(found)
    found.house.coupons.issue(FLO, 500, serial="BIG")
    found.house.place_coupon(ann, "t", 1, "BIG", "a")
    for wager in ("ante", "blind"):
        found.tell(ann, "t", type="bet", seat=1, wager=wager, cents=200)
    table.say_ready("Ann")
    found.pass_ms(table.settings.betting_ms)
    assert not table.trouble
    assert not table.state.bets
    assert states(found, "BIG")[-1] == "returned"


def test_nothing_is_written_when_the_store_refuses(found: Stand) -> None:
    """The state of a coupon and the event stand or fall together."""
    table, ann = with_ante(found)
    found.house.coupons.issue(FLO, 100, serial="ONE")
    seq, hook = table.seq, table.recorded.rows_with

    def broken(*told: object) -> list[object]:
        rows = hook(*told)  # type: ignore[arg-type]
        return [*rows, *rows]  # the same row twice: the store refuses both

    table.recorded.rows_with = broken  # type: ignore[assignment]
    with pytest.raises(RecordError):
        found.house.place_coupon(ann, "t", 1, "ONE", "a")
    table.recorded.rows_with = hook
    assert table.seq == seq
    assert states(found, "ONE") == ["issued"]
    made = found.house.place_coupon(ann, "t", 1, "ONE", "a")
    assert not made.again
