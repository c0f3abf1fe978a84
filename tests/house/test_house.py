"""Tables that run: commands in, the house's own acts, clocks, recovery, chips at the cage."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.house.approvals import PendingApproval
from houseway.house.clocks import RunSettings
from houseway.house.house import House
from houseway.house.offices import ALLOWED_OFFICES, Forbidden, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_books import book_faults
from houseway.rulebook import HousewayError, Malformed, Refused
from houseway.table import Phase, due
from houseway.table.commands import Actor, Bet, Role
from houseway.table.state import assert_conserved
from houseway.table.wire import COMMANDS
from tests.house.helpers import QUICK, Stand, open_table, stand, submit

ADMIN = Person("Boss", Office.ADMINISTRATOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as found:
        yield found


@pytest.fixture
def found(ledger: Ledger) -> Stand:
    return stand(ledger)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_played_by_people_and_dealt_by_the_house(found: Stand, game: str) -> None:
    table = open_table(found, game)
    found.seated("t", "Ann", "Ben", "Cem")
    chance = Random(7)
    for _ in range(3):
        found.play_round(table, chance)
        assert_conserved(table.state)
    assert table.state.rounds == 3
    assert not table.trouble


def test_every_command_has_its_offices() -> None:
    assert set(ALLOWED_OFFICES) == set(COMMANDS.values())


def test_who_acts_is_who_was_let_in(found: Stand) -> None:
    table = open_table(found, "uth")
    ann, ben = found.seated("t", "Ann", "Ben")
    with pytest.raises(Refused, match="only the player seated there may bet there"):
        found.tell(ann, "t", type="bet", seat=2, wager="ante", cents=500)
    by = {"role": "player", "name": "Ben"}
    with pytest.raises(Forbidden, match="names the person who sends it"):
        found.house.submit(ann, "t", Bet(Actor(Role.PLAYER, "Ben"), 2, "ante", 500), "as Ben")
    with pytest.raises(Malformed, match="does not name its sender"):
        found.tell(ann, "t", type="bet", seat=2, wager="ante", cents=500, by=by)
    with pytest.raises(Forbidden, match=r"not for the auditor"):
        found.tell(Person("Aud", Office.AUDITOR), "t", type="sit", seat=3)
    assert not table.state.bets
    found.tell(ben, "t", type="bet", seat=2, wager="ante", cents=500)


# --- ids


def test_a_command_that_comes_again_is_answered_as_the_first_time(found: Stand) -> None:
    open_table(found, "uth")
    ann = found.seated("t", "Ann")[0]
    bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
    first = submit(found.house, ann, "t", bet, "same")
    between = submit(found.house, ann, "t", {**bet, "cents": 700}, "other")
    again = submit(found.house, ann, "t", bet, "same")
    assert not isinstance(first, PendingApproval) and not isinstance(again, PendingApproval)  # noqa: PT018
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    assert first != between
    assert found.house.table("t").state.bets == {1: {"ante": 700}}


# --- chips at the cage


def test_chips_leave_the_cage_with_the_buy_in_and_come_back(found: Stand) -> None:
    open_table(found, "uth")
    ann = found.player("Ann", 5_000)
    found.tell(ann, "t", type="sit", seat=1)
    with pytest.raises(Refused, match="Ann has"):
        found.tell(ann, "t", type="buy_in", cents=6_000)
    found.tell(ann, "t", type="buy_in", cents=4_000)
    assert found.house.wallets.balance("Ann") == 1_000
    again = {"type": "buy_in", "cents": 1_000}
    for _ in range(3):
        submit(found.house, ann, "t", again, "once")
    assert found.house.wallets.balance("Ann") == 0
    assert found.house.table("t").state.rack_of("Ann") == 5_000
    found.tell(ann, "t", type="leave", seat=1)
    assert found.house.wallets.balance("Ann") == 5_000
    assert [move.cents for move in found.house.wallets.moves("Ann")] == [
        5_000,
        -1_000,
        -4_000,
        5_000,
    ]
    assert found.house.table("t").state.rack_of("Ann") == 0


# --- clocks


def test_bets_close_by_the_clock_and_bets_that_may_not_stand_go_back(found: Stand) -> None:
    table = open_table(found, "uth")
    ann, ben = found.seated("t", "Ann", "Ben")
    found.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    found.tell(ann, "t", type="bet", seat=1, wager="blind", cents=500)
    found.tell(ben, "t", type="bet", seat=2, wager="ante", cents=500)
    found.pass_ms(RunSettings().betting_ms - 1)
    assert table.state.phase is Phase.BETTING
    found.pass_ms(1)
    assert table.state.round is not None
    assert set(table.state.round.hands) == {1}
    assert table.state.rack_of("Ben") == 1_000_000


def test_ready_is_said_of_the_bets_that_lie_there(found: Stand) -> None:
    table = open_table(found, "uth")
    ann = found.seated("t", "Ann")[0]
    found.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    table.say_ready("Ann")
    found.pass_ms(RunSettings().betting_ms)
    assert not table.state.bets  # without a blind it is handed back
    found.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    table.say_ready("Ann")
    found.tell(ann, "t", type="take_back", seat=1, wager="ante")
    found.bet_all(table)
    assert table.state.phase is Phase.BETTING  # there is time for trips now
    table.say_ready("Ann")
    assert table.state.round is not None


@pytest.mark.parametrize("game", GAMES)
def test_bets_on_positions_that_may_not_stand_together_hold_nobody_up(
    found: Stand, game: str
) -> None:
    table = open_table(found, game)
    ann, _ = found.seated("t", "Ann", "Ben")
    found.tell(ann, "t", type="sit", seat=4)
    found.bet_all(table)
    if game == "hilo":  # where two hands of one player have equal antes
        found.tell(ann, "t", type="bet", seat=4, wager="ante", cents=1_000)
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    assert set(table.state.bets) == {1, 2, 4}  # there is time left to put it right
    found.pass_ms(RunSettings().betting_ms)
    assert table.state.round is not None
    assert set(table.state.round.hands) == {1, 2}
    assert not table.trouble
    paid = sum(table.state.round.hands[1].wagers.values())
    assert table.state.rack_of("Ann") == 1_000_000 - paid


def test_a_clock_that_fails_at_one_table_stops_no_other(
    found: Stand, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = open_table(found, "uth", "a"), open_table(found, "uth", "b")
    for table, name in ((first, "Ann"), (second, "Ben")):
        found.seated(table.name, name)
        found.bet_all(table)

    def fail() -> None:
        raise AssertionError("a fault of the house")

    monkeypatch.setattr(first, "tick", fail)
    found.pass_ms(RunSettings().betting_ms)
    assert second.state.phase is Phase.ROUND
    assert "a clock failed" in caplog.text


@pytest.mark.parametrize(
    ("game", "choices"),
    [("uth", ["check", "check", "fold"]), ("pikit", ["fold"]), ("hilo", ["fold"])],
)
def test_who_lets_the_time_pass_gets_the_adopted_choice(
    found: Stand, game: str, choices: list[str]
) -> None:
    table = open_table(found, game)
    found.seated("t", "Ann")
    found.bet_all(table)
    table.say_ready("Ann")
    made: list[Any] = []
    for choice in choices:
        task = due(table.state)[0]
        assert (task.act, task.seat) == ("decide", 1)
        before = table.seq
        found.pass_ms(RunSettings().decision_ms)
        bodies = [r.body for r in found.house.ledger.records("t", before + 1)]
        made.append((choice, any("system:clock" in body and choice in body for body in bodies)))
    assert made == [(choice, True) for choice in choices]
    assert table.state.round is None


def test_a_supervisor_decides_where_that_is_adopted(found: Stand) -> None:
    table = open_table(found, "uth", timeout="supervisor")
    found.seated("t", "Ann")
    found.bet_all(table)
    table.say_ready("Ann")
    assert not table.deadlines
    found.pass_ms(10**9)
    assert due(table.state)[0].stage == "preflop"
    found.tell(Person("Sue", Office.SUPERVISOR), "t", type="choose", seat=1, choice="check")
    assert due(table.state)[0].stage == "flop"


# --- two people


def human(found: Stand, game: str = "uth") -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return found.house.open_table(boss, "h", game, {}, RunSettings(dealer="human"))


DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)


def test_a_dealer_deals_and_the_house_shuffles(found: Stand) -> None:
    table = human(found)
    found.seated("h", "Ann")
    ann = Person("Ann", Office.PLAYER)
    acts = []
    while table.state.phase is not Phase.BETTING:
        task = due(table.state)[0]
        acts.append(task.act)
        by = {"dealer": DANA, "floorperson": FLO, "player": ann}[task.by.value]
        data = {"cut": 20}.get(task.act)
        found.tell(by, "h", type="do", act=task.act, **({"data": data} if data else {}))
    assert acts[:3] == ["receive", "inspect", "verify"]
    assert "shuffle" in acts
    assert table.state.seal.commitment
    with pytest.raises(Malformed, match="the house's alone"):
        found.tell(DANA, "h", type="do", act="shuffle", data=["As"])


def test_faults_are_for_training_and_for_supervisors(found: Stand) -> None:
    open_table(found, "uth")
    sue = Person("Sue", Office.SUPERVISOR)
    with pytest.raises(Forbidden, match="training"):
        found.tell(sue, "t", type="happen", kind="jam")
    manner = RunSettings(training=True)
    found.house.open_table(ADMIN, "school", "uth", QUICK, manner)
    with pytest.raises(Forbidden, match="training"):
        found.tell(DANA, "school", type="happen", kind="jam")
    found.tell(sue, "school", type="happen", kind="jam")


# --- opening, guests, recovery


def test_guests_come_in_from_the_street_only_in_a_practice_house(found: Stand) -> None:
    guest = found.house.guest()
    assert found.house.wallets.balance(guest.name) == found.house.rules.guest_chips
    found.house.open_table(guest, "mine", "hilo", {}, RunSettings())
    found.tell(guest, "mine", type="sit", seat=1)
    with pytest.raises(Forbidden, match="Opening a table"):
        found.house.open_table(guest, "other", "hilo", {}, RunSettings(dealer="human"))


def test_a_table_is_opened_once_and_only_as_the_text_allows(found: Stand) -> None:
    open_table(found, "uth")
    with pytest.raises(Malformed, match="already"):
        open_table(found, "hilo")
    with pytest.raises(Refused):
        found.house.open_table(ADMIN, "two", "uth", {"decks": 2}, RunSettings())
    for wrong in ("", "a/b", "x" * 61):
        with pytest.raises(Malformed, match="name"):
            found.house.open_table(ADMIN, wrong, "uth", {}, RunSettings())
    assert set(found.house.tables) == {"t"}


@pytest.mark.parametrize("game", GAMES)
def test_a_house_that_stopped_goes_on_where_it_stood(tmp_path: Path, game: str) -> None:
    url = str(tmp_path / "house.db")
    with Ledger(url) as ledger:
        found = stand(ledger)
        table = open_table(found, game)
        found.seated("t", "Ann", "Ben")
        found.play_round(table, Random(3))
        found.bet_all(table)
        table.say_ready("Ann")
        table.say_ready("Ben")
        before, views = table.state, table.view(Person("Ann", Office.PLAYER))
        assert before.round is not None
    with Ledger(url) as ledger:
        again = stand(ledger)
        assert again.house.recover() == ["t"]
        table = again.house.table("t")
        assert table.state == before
        assert table.view(Person("Ann", Office.PLAYER)) == views
        again.ids = found.ids
        again.decide_all(table, Random(4))
        assert table.state.rounds == 2


def test_a_table_that_was_planned_and_not_made_is_made(found: Stand) -> None:
    """A stop between the house's record and the table's leaves no orphan."""
    told = {"table": "t", "game": "uth", "config": QUICK, "manner": {"betting_ms": 900}}
    found.house.log.write("table_opened", "test", told)
    assert found.house.recover() == ["t"]
    assert found.house.table("t").settings.betting_ms == 900


def test_the_house_keeps_its_own_chain_apart(found: Stand) -> None:
    open_table(found, "uth")
    assert found.house.ledger.tables() == ["t"]
    kinds = [record.body for record in found.house.ledger.records(HOUSE)]
    assert any("table_opened" in body for body in kinds)
    with pytest.raises(Malformed):
        open_table(found, "uth", "@house")


def test_an_ended_table_leaves_the_lobby_and_stays_on_record(found: Stand) -> None:
    table = open_table(found, "uth")
    found.seated("t", "Ann")
    with pytest.raises(Malformed, match="still sit"):
        found.house.end_table(ADMIN, "t")
    found.tell(Person("Ann", Office.PLAYER), "t", type="leave", seat=1)
    found.house.end_table(ADMIN, "t")
    assert House(table.recorded.ledger).recover() == []
    assert found.house.ledger.tables() == ["t"]


def test_a_table_that_ends_gives_everybody_their_chips(found: Stand) -> None:
    open_table(found, "uth")
    ann = found.player("Ann", 5_000)
    found.tell(ann, "t", type="buy_in", cents=4_000)  # and never sits down
    found.house.end_table(ADMIN, "t")
    assert found.house.wallets.balance("Ann") == 5_000
    assert not any(book_faults(found.house.ledger).values())


def test_nobody_buys_in_while_a_table_ends(found: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(found, "uth")
    ann, write = found.player("Ann", 5_000), found.house.log.write
    bought: list[object] = []

    def buy() -> None:
        try:
            bought.append(found.tell(ann, "t", type="buy_in", cents=4_000))
        except HousewayError as error:
            bought.append(error)

    buys = threading.Thread(target=buy)

    def written(kind: str, *told: Any) -> int:
        if kind == "table_ended":
            buys.start()
            buys.join(0.2)  # it waits for its turn, and that never comes
        return write(kind, *told)

    monkeypatch.setattr(found.house.log, "write", written)
    found.house.end_table(ADMIN, "t")
    buys.join()
    assert isinstance(bought[0], HousewayError)
    assert table.state.rack_of("Ann") == 0
    assert found.house.wallets.balance("Ann") == 5_000
