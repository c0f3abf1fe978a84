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
from tests.house.helpers import QUICK, Stand, build_stand, open_table, submit

ADMIN = Person("Boss", Office.ADMINISTRATOR)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield ledger


@pytest.fixture
def stand(ledger: Ledger) -> Stand:
    return build_stand(ledger)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_played_by_people_and_dealt_by_the_house(stand: Stand, game: str) -> None:
    table = open_table(stand, game)
    stand.seated("t", "Ann", "Ben", "Cem")
    chance = Random(7)
    for _ in range(3):
        stand.play_round(table, chance)
        assert_conserved(table.state)
    assert table.state.rounds == 3
    assert not table.trouble


def test_every_command_has_its_offices() -> None:
    assert set(ALLOWED_OFFICES) == set(COMMANDS.values())


def test_the_actor_is_the_person_who_is_logged_in(stand: Stand) -> None:
    table = open_table(stand, "uth")
    ann, ben = stand.seated("t", "Ann", "Ben")
    with pytest.raises(Refused, match="only the player seated there may bet there"):
        stand.tell(ann, "t", type="bet", seat=2, wager="ante", cents=500)
    by = {"role": "player", "name": "Ben"}
    with pytest.raises(Forbidden, match="names the person who sends it"):
        stand.house.submit(ann, "t", Bet(Actor(Role.PLAYER, "Ben"), 2, "ante", 500), "as Ben")
    with pytest.raises(Malformed, match="does not name its sender"):
        stand.tell(ann, "t", type="bet", seat=2, wager="ante", cents=500, by=by)
    with pytest.raises(Forbidden, match=r"not for the auditor"):
        stand.tell(Person("Aud", Office.AUDITOR), "t", type="sit", seat=3)
    assert not table.state.bets
    stand.tell(ben, "t", type="bet", seat=2, wager="ante", cents=500)


# --- ids


def test_a_command_that_comes_again_is_answered_as_the_first_time(stand: Stand) -> None:
    open_table(stand, "uth")
    ann = stand.seated("t", "Ann")[0]
    bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
    first = submit(stand.house, ann, "t", bet, "same")
    between = submit(stand.house, ann, "t", {**bet, "cents": 700}, "other")
    again = submit(stand.house, ann, "t", bet, "same")
    assert not isinstance(first, PendingApproval) and not isinstance(again, PendingApproval)  # noqa: PT018
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    assert first != between
    assert stand.house.table("t").state.bets == {1: {"ante": 700}}


# --- chips at the cage


def test_chips_leave_the_cage_with_the_buy_in_and_come_back(stand: Stand) -> None:
    open_table(stand, "uth")
    ann = stand.player("Ann", 5_000)
    stand.tell(ann, "t", type="sit", seat=1)
    with pytest.raises(Refused, match="Ann has"):
        stand.tell(ann, "t", type="buy_in", cents=6_000)
    stand.tell(ann, "t", type="buy_in", cents=4_000)
    assert stand.house.wallets.balance("Ann") == 1_000
    buy_in = {"type": "buy_in", "cents": 1_000}
    for _ in range(3):
        submit(stand.house, ann, "t", buy_in, "once")
    assert stand.house.wallets.balance("Ann") == 0
    assert stand.house.table("t").state.rack_of("Ann") == 5_000
    stand.tell(ann, "t", type="leave", seat=1)
    assert stand.house.wallets.balance("Ann") == 5_000
    assert [move.cents for move in stand.house.wallets.moves("Ann")] == [
        5_000,
        -1_000,
        -4_000,
        5_000,
    ]
    assert stand.house.table("t").state.rack_of("Ann") == 0


# --- clocks


def test_bets_close_by_the_clock_and_bets_that_may_not_stand_go_back(stand: Stand) -> None:
    table = open_table(stand, "uth")
    ann, ben = stand.seated("t", "Ann", "Ben")
    stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    stand.tell(ann, "t", type="bet", seat=1, wager="blind", cents=500)
    stand.tell(ben, "t", type="bet", seat=2, wager="ante", cents=500)
    stand.pass_ms(RunSettings().betting_ms - 1)
    assert table.state.phase is Phase.BETTING
    stand.pass_ms(1)
    assert table.state.round is not None
    assert set(table.state.round.hands) == {1}
    assert table.state.rack_of("Ben") == 1_000_000


def test_ready_counts_for_the_present_bets_only(stand: Stand) -> None:
    table = open_table(stand, "uth")
    ann = stand.seated("t", "Ann")[0]
    stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    table.say_ready("Ann")
    stand.pass_ms(RunSettings().betting_ms)
    assert not table.state.bets  # without a blind it is handed back
    stand.tell(ann, "t", type="bet", seat=1, wager="ante", cents=500)
    table.say_ready("Ann")
    stand.tell(ann, "t", type="take_back", seat=1, wager="ante")
    stand.bet_all(table)
    assert table.state.phase is Phase.BETTING  # there is time for trips now
    table.say_ready("Ann")
    assert table.state.round is not None


@pytest.mark.parametrize("game", GAMES)
def test_bets_that_may_not_stand_together_hold_nobody_up(stand: Stand, game: str) -> None:
    table = open_table(stand, game)
    ann, _ = stand.seated("t", "Ann", "Ben")
    stand.tell(ann, "t", type="sit", seat=4)
    stand.bet_all(table)
    if game == "hilo":  # where two hands of one player have equal antes
        stand.tell(ann, "t", type="bet", seat=4, wager="ante", cents=1_000)
    for name in ("Ann", "Ben"):
        table.say_ready(name)
    assert set(table.state.bets) == {1, 2, 4}  # there is time left to put it right
    stand.pass_ms(RunSettings().betting_ms)
    assert table.state.round is not None
    assert set(table.state.round.hands) == {1, 2}
    assert not table.trouble
    paid = sum(table.state.round.hands[1].wagers.values())
    assert table.state.rack_of("Ann") == 1_000_000 - paid


def test_a_clock_that_fails_at_one_table_stops_no_other(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = open_table(stand, "uth", "a"), open_table(stand, "uth", "b")
    for table, name in ((first, "Ann"), (second, "Ben")):
        stand.seated(table.name, name)
        stand.bet_all(table)

    def fail() -> None:
        raise AssertionError("a fault of the house")

    monkeypatch.setattr(first, "tick", fail)
    stand.pass_ms(RunSettings().betting_ms)
    assert second.state.phase is Phase.ROUND
    assert "a clock failed" in caplog.text


@pytest.mark.parametrize(
    ("game", "choices"),
    [("uth", ["check", "check", "fold"]), ("pikit", ["fold"]), ("hilo", ["fold"])],
)
def test_a_player_who_lets_the_time_pass_gets_the_adopted_choice(
    stand: Stand, game: str, choices: list[str]
) -> None:
    table = open_table(stand, game)
    stand.seated("t", "Ann")
    stand.bet_all(table)
    table.say_ready("Ann")
    clock_choices: list[Any] = []
    for choice in choices:
        task = due(table.state)[0]
        assert (task.act, task.seat) == ("decide", 1)
        before = table.seq
        stand.pass_ms(RunSettings().decision_ms)
        bodies = [record.body for record in stand.house.ledger.records("t", before + 1)]
        clock_choices.append(
            (choice, any("system:clock" in body and choice in body for body in bodies))
        )
    assert clock_choices == [(choice, True) for choice in choices]
    assert table.state.round is None


def test_a_supervisor_decides_where_that_is_adopted(stand: Stand) -> None:
    table = open_table(stand, "uth", timeout="supervisor")
    stand.seated("t", "Ann")
    stand.bet_all(table)
    table.say_ready("Ann")
    assert not table.deadlines
    stand.pass_ms(10**9)
    assert due(table.state)[0].stage == "preflop"
    stand.tell(Person("Sue", Office.SUPERVISOR), "t", type="choose", seat=1, choice="check")
    assert due(table.state)[0].stage == "flop"


# --- two people


def open_human_table(stand: Stand, game: str = "uth") -> TableService:
    boss = Person("Boss", Office.ADMINISTRATOR)
    return stand.house.open_table(boss, "h", game, {}, RunSettings(dealer="human"))


DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)


def test_a_dealer_deals_and_the_house_shuffles(stand: Stand) -> None:
    table = open_human_table(stand)
    stand.seated("h", "Ann")
    ann = Person("Ann", Office.PLAYER)
    acts = []
    while table.state.phase is not Phase.BETTING:
        task = due(table.state)[0]
        acts.append(task.act)
        by = {"dealer": DANA, "floorperson": FLO, "player": ann}[task.by.value]
        data = {"cut": 20}.get(task.act)
        stand.tell(by, "h", type="do", act=task.act, **({"data": data} if data else {}))
    assert acts[:3] == ["receive", "inspect", "verify"]
    assert "shuffle" in acts
    assert table.state.seal.commitment
    with pytest.raises(Malformed, match="the house's alone"):
        stand.tell(DANA, "h", type="do", act="shuffle", data=["As"])


def test_faults_are_for_training_and_for_supervisors(stand: Stand) -> None:
    open_table(stand, "uth")
    sue = Person("Sue", Office.SUPERVISOR)
    with pytest.raises(Forbidden, match="training"):
        stand.tell(sue, "t", type="happen", kind="jam")
    settings = RunSettings(training=True)
    stand.house.open_table(ADMIN, "school", "uth", QUICK, settings)
    with pytest.raises(Forbidden, match="training"):
        stand.tell(DANA, "school", type="happen", kind="jam")
    stand.tell(sue, "school", type="happen", kind="jam")


# --- opening, guests, recovery


def test_guests_come_in_from_the_street_only_in_a_practice_house(stand: Stand) -> None:
    guest = stand.house.guest()
    assert stand.house.wallets.balance(guest.name) == stand.house.rules.guest_chips
    stand.house.open_table(guest, "mine", "hilo", {}, RunSettings())
    stand.tell(guest, "mine", type="sit", seat=1)
    with pytest.raises(Forbidden, match="Opening a table"):
        stand.house.open_table(guest, "other", "hilo", {}, RunSettings(dealer="human"))


def test_a_table_is_opened_once_and_only_as_the_text_allows(stand: Stand) -> None:
    open_table(stand, "uth")
    with pytest.raises(Malformed, match="already"):
        open_table(stand, "hilo")
    with pytest.raises(Refused):
        stand.house.open_table(ADMIN, "two", "uth", {"decks": 2}, RunSettings())
    for wrong in ("", "a/b", "x" * 61):
        with pytest.raises(Malformed, match="name"):
            stand.house.open_table(ADMIN, wrong, "uth", {}, RunSettings())
    assert set(stand.house.tables) == {"t"}


@pytest.mark.parametrize("game", GAMES)
def test_a_house_that_stopped_goes_on_where_it_stood(tmp_path: Path, game: str) -> None:
    url = str(tmp_path / "house.db")
    with Ledger(url) as ledger:
        stand = build_stand(ledger)
        table = open_table(stand, game)
        stand.seated("t", "Ann", "Ben")
        stand.play_round(table, Random(3))
        stand.bet_all(table)
        table.say_ready("Ann")
        table.say_ready("Ben")
        before, views = table.state, table.current().view(Person("Ann", Office.PLAYER))
        assert before.round is not None
    with Ledger(url) as ledger:
        restarted = build_stand(ledger)
        assert restarted.house.recover() == ["t"]
        table = restarted.house.table("t")
        assert table.state == before
        assert table.current().view(Person("Ann", Office.PLAYER)) == views
        restarted.ids = stand.ids
        restarted.decide_all(table, Random(4))
        assert table.state.rounds == 2


def test_a_table_that_was_planned_and_not_created_is_created(stand: Stand) -> None:
    """A stop between the house's record and the table's leaves no orphan."""
    facts = {"table": "t", "game": "uth", "config": QUICK, "manner": {"betting_ms": 900}}
    stand.house.log.write("table_opened", "test", facts)
    assert stand.house.recover() == ["t"]
    assert stand.house.table("t").settings.betting_ms == 900


def test_the_house_keeps_its_own_chain_apart(stand: Stand) -> None:
    open_table(stand, "uth")
    assert stand.house.ledger.tables() == ["t"]
    bodies = [record.body for record in stand.house.ledger.records(HOUSE)]
    assert any("table_opened" in body for body in bodies)
    with pytest.raises(Malformed):
        open_table(stand, "uth", "@house")


def test_an_ended_table_leaves_the_lobby_and_stays_on_record(stand: Stand) -> None:
    table = open_table(stand, "uth")
    stand.seated("t", "Ann")
    with pytest.raises(Malformed, match="still sit"):
        stand.house.end_table(ADMIN, "t")
    stand.tell(Person("Ann", Office.PLAYER), "t", type="leave", seat=1)
    stand.house.end_table(ADMIN, "t")
    assert House(table.recorded.ledger).recover() == []
    assert stand.house.ledger.tables() == ["t"]


def test_a_table_that_ends_gives_everybody_their_chips(stand: Stand) -> None:
    open_table(stand, "uth")
    ann = stand.player("Ann", 5_000)
    stand.tell(ann, "t", type="buy_in", cents=4_000)  # and never sits down
    stand.house.end_table(ADMIN, "t")
    assert stand.house.wallets.balance("Ann") == 5_000
    assert not any(book_faults(stand.house.ledger).values())


def test_nobody_buys_in_while_a_table_ends(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(stand, "uth")
    ann, write = stand.player("Ann", 5_000), stand.house.log.write
    outcomes: list[object] = []

    def buy() -> None:
        try:
            outcomes.append(stand.tell(ann, "t", type="buy_in", cents=4_000))
        except HousewayError as error:
            outcomes.append(error)

    thread = threading.Thread(target=buy)

    def write_slowly(kind: str, *rest: Any) -> int:
        if kind == "table_ended":
            thread.start()
            thread.join(0.2)  # it waits for its turn, and that never comes
        return write(kind, *rest)

    monkeypatch.setattr(stand.house.log, "write", write_slowly)
    stand.house.end_table(ADMIN, "t")
    thread.join()
    assert isinstance(outcomes[0], HousewayError)
    assert table.state.rack_of("Ann") == 0
    assert stand.house.wallets.balance("Ann") == 5_000
