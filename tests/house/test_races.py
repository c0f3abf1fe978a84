"""Many at once: threads at one table, the clock among them, and a rush at the door."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from houseway.house.house import House
from houseway.house.offices import Office, Person
from houseway.ledger.errors import Conflict
from houseway.ledger.recorded_table import open_table as read_again
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError
from houseway.table.state import assert_conserved
from tests.house.helpers import build_stand, open_table, submit, total_at_cage


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield ledger


def at_once(works: list[Callable[[], None]]) -> list[BaseException]:
    """Runs all of them at the same time; returns the errors that they raised."""
    raised: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_players_and_the_clock_at_one_table_lose_nothing(ledger: Ledger) -> None:
    stand = build_stand(ledger)
    table = open_table(stand, "uth")
    names = ["Ann", "Ben", "Cem", "Dee"]
    stand.seated("t", *names)
    effects: list[tuple[int, int]] = []
    seqs: list[int] = []
    stand.house.watchers.append(lambda update: seqs.append(update.seq))

    def play(name: str) -> Callable[[], None]:
        chance, person = Random(name), Person(name, Office.PLAYER)
        seat = names.index(name) + 1
        commands = [
            {"type": "bet", "seat": seat, "wager": "ante", "cents": 500},
            {"type": "bet", "seat": seat, "wager": "blind", "cents": 500},
            {"type": "take_back", "seat": seat, "wager": "ante"},
            {"type": "choose", "seat": seat, "choice": "check"},
            {"type": "choose", "seat": seat, "choice": "fold"},
            {"type": "buy_in", "cents": 100},
            {"type": "cash_out", "cents": 100},
        ]

        def work() -> None:
            for number in range(30):
                try:
                    command = chance.choice(commands)
                    answer = submit(stand.house, person, "t", command, f"{name}-{number}")
                    effects.append((answer.first, answer.last))  # type: ignore[union-attr]
                    table.say_ready(name)
                except HousewayError:
                    pass

        return work

    def tick() -> None:
        for _ in range(60):
            stand.pass_ms(3_000)

    assert at_once([*map(play, names), tick]) == []
    assert_conserved(table.state)
    assert seqs == sorted(seqs)
    assert len(set(effects)) == len(effects)  # no two acts in the same place
    reread = read_again(ledger, "t", stand.house.clock)
    assert reread.head == table.recorded.head
    assert reread.state == table.state
    for name in names:  # the cage agrees with the moves to and from the table
        cash = table.state.balances[f"cash:{name}"]
        assert stand.house.wallets.balance(name) == 10_000_000 + cash


def test_one_id_sent_from_all_sides_takes_effect_once(ledger: Ledger) -> None:
    stand = build_stand(ledger)
    table = open_table(stand, "uth")
    ann = stand.seated("t", "Ann")[0]
    rack, cage = table.state.rack_of("Ann"), stand.house.wallets.balance("Ann")
    again: list[bool] = []

    def send() -> None:
        answer = submit(stand.house, ann, "t", {"type": "buy_in", "cents": 100}, "same")
        again.append(answer.again)  # type: ignore[union-attr]

    assert at_once([send] * 8) == []
    assert sorted(again) == [False] + [True] * 7
    assert table.state.rack_of("Ann") == rack + 100
    assert stand.house.wallets.balance("Ann") == cage - 100


@pytest.mark.parametrize(("cents", "bought_in"), [(600, 1), (200, 4)])
def test_the_same_chips_are_not_spent_at_two_tables(
    ledger: Ledger, cents: int, bought_in: int
) -> None:
    """A buy-in that comes too late is refused for lack of chips, not because of a race."""
    stand = build_stand(ledger)
    for name in "abcd":
        open_table(stand, "uth", name)
    ann = stand.player("Ann", 1_000)
    bought: list[str] = []
    errors: list[HousewayError] = []

    def buy(table: str) -> Callable[[], None]:
        def work() -> None:
            try:
                submit(stand.house, ann, table, {"type": "buy_in", "cents": cents}, "buy")
                bought.append(table)
            except HousewayError as error:
                errors.append(error)

        return work

    assert at_once([buy(name) for name in "abcd"]) == []
    assert len(bought) == bought_in
    assert not [error for error in errors if isinstance(error, Conflict)]
    held = sum(stand.house.table(name).state.rack_of("Ann") for name in "abcd")
    assert (held, stand.house.wallets.balance("Ann")) == (cents * len(bought), 1_000 - held)


def test_a_rush_at_the_door_lets_everybody_in(ledger: Ledger) -> None:
    house, names = House(ledger), []

    def come() -> None:
        names.append(house.guest().name)

    assert at_once([come] * 40) == []
    assert len(set(names)) == 40
    assert total_at_cage(ledger) == 40 * house.rules.guest_chips


def test_of_several_people_who_confirm_one_succeeds(ledger: Ledger) -> None:
    stand = build_stand(ledger)
    table = open_table(stand, "uth")
    floor = Person("Flo", Office.FLOORPERSON)
    command = {"type": "move_inventory", "reason": "fill", "cents": 100}
    approval = submit(stand.house, floor, "t", command, "fill")
    number = approval.number  # type: ignore[union-attr]
    before = table.state.balances.get("inventory", 0)

    def confirm(name: str) -> Callable[[], None]:
        def work() -> None:
            stand.house.confirm(Person(name, Office.DEALER), number)

        return work

    raised = at_once([confirm("Dan"), confirm("Dot"), confirm("Dov")])
    assert len(raised) == 2
    assert table.state.balances["inventory"] == before + 100


def test_a_request_that_could_not_be_written_waits_on(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    from houseway.ledger.errors import StoreBusy  # noqa: PLC0415

    stand = build_stand(ledger)
    open_table(stand, "uth")
    floor, dealer = Person("Flo", Office.FLOORPERSON), Person("Dan", Office.DEALER)
    command = {"type": "move_inventory", "reason": "fill", "cents": 100}
    approval = submit(stand.house, floor, "t", command, "fill")
    number = approval.number  # type: ignore[union-attr]

    def fail(*_: object, **__: object) -> None:
        raise StoreBusy("not now")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "append", fail)
        with pytest.raises(StoreBusy):
            stand.house.confirm(dealer, number)
    assert [approval.number for approval in stand.house.approvals.pending()] == [number]
    assert stand.house.confirm(dealer, number).first > 0
