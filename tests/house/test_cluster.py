"""Two houses on one PostgreSQL: who runs a table, what is passed on, and what cannot happen."""

import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import psycopg
import pytest

from houseway.house.approvals import PendingApproval
from houseway.house.clocks import RunSettings
from houseway.house.cluster import ERROR_ROOM, ClusterMember
from houseway.house.commands import parse_command
from houseway.house.house import House, NoSuchTable, Rules
from houseway.house.messages import Reply
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.replica import TableReplica
from houseway.house.session import MOST_BYTES, lock_key
from houseway.house.table_service import Answer, NotHere, TableService, Update
from houseway.house.wire import decode, encode, error_of, reject
from houseway.ledger.errors import Conflict, StoreBusy
from houseway.ledger.recorded_table import event_of, open_table
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused
from houseway.table import Phase, due
from houseway.table.commands import Actor, Choose, Role, Tip
from tests.house.helpers import QUICK, Stand, submit
from tests.ledger import conftest
from tests.ledger.helpers import assert_whole

server, postgres = conftest.server, conftest.postgres

BOSS = Person("Boss", Office.ADMINISTRATOR)
FLO, DANA = Person("Flo", Office.FLOORPERSON), Person("Dana", Office.DEALER)
ANN = Person("Ann", Office.PLAYER)
SLOW = RunSettings(betting_ms=3_600_000, decision_ms=3_600_000)


def new_house(url: str) -> Stand:
    ledger = Ledger(url)
    house = House(ledger, Rules(), ownership=ClusterMember(ledger))
    house.recover()
    return Stand(house)


def until(wanted: Callable[[], bool], seconds: float = 20.0) -> None:
    patience = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < patience, "it did not come about"
        time.sleep(0.01)


@pytest.fixture
def two(postgres: str) -> Iterator[tuple[Stand, Stand]]:
    found: list[Stand] = []
    try:
        found = [new_house(postgres), new_house(postgres)]
        found[1].ids = iter(f"b{n}" for n in range(10**6))
        yield found[0], found[1]
    finally:
        for one in found:
            one.house.close()


def opened(a: Stand, b: Stand, game: str = "uth", manner: RunSettings = SLOW) -> TableService:
    """A table that runs at a, and that b knows of."""
    config = QUICK if manner.deals_itself else {}
    table = a.house.open_table(BOSS, "t", game, config, manner)
    until(lambda: "t" in b.house.floor.replicas)
    return table


def test_the_second_house_finds_the_tables_of_the_first(two: tuple[Stand, Stand]) -> None:
    a, b = two
    table = opened(a, b)
    assert [one.name for one in b.house.lobby()] == ["t"]
    assert isinstance(b.house.look("t"), TableReplica)
    assert not b.house.tables
    with pytest.raises(NotHere):
        b.house.table("t")
    with pytest.raises(Malformed, match="already"):
        b.house.open_table(BOSS, "t", "hilo", QUICK, SLOW)
    with pytest.raises(NoSuchTable):
        b.house.look("other")
    fill = {"type": "move_inventory", "reason": "fill", "cents": 100}
    submit(a.house, FLO, "t", fill, "fill")
    until(lambda: bool(b.house.approvals.pending()))
    b.house.end_table(BOSS, "t")
    assert table.stopped
    until(lambda: not a.house.lobby() and not b.house.lobby())
    until(lambda: not b.house.approvals.pending())  # nor does it wait for anybody any more
    with pytest.raises(NoSuchTable):
        submit(b.house, ANN, "t", {"type": "sit", "seat": 1}, "x")


def test_a_round_is_played_through_the_house_that_does_not_run_it(
    two: tuple[Stand, Stand],
) -> None:
    a, b = two
    table = opened(a, b)
    seen: list[Update] = []
    b.house.watchers.append(seen.append)
    b.seated("t", "Ann", "Ben")
    for name in ("Ann", "Ben"):
        for seat, player in b.house.look("t").state.seats.items():
            for wager in ("ante", "blind") if player == name else ():
                b.tell(
                    Person(name, Office.PLAYER), "t", type="bet", seat=seat, wager=wager, cents=500
                )
    until(lambda: bool(b.house.look("t").current().clocks))
    b.house.say_ready(ANN, "t")
    until(lambda: b.house.look("t").current().ready == ("Ann",))
    b.house.say_ready(Person("Ben", Office.PLAYER), "t")
    while (round_ := b.house.look("t").state.round) is not None:
        task = due(b.house.look("t").state)[0]
        hand = round_.hands[task.seat or 0]
        choice = "fold" if task.stage == "river" else "check"
        # What was answered is seen at once by who asked.
        answer = b.tell(
            Person(hand.player, Office.PLAYER), "t", type="choose", seat=hand.seat, choice=choice
        )
        assert b.house.look("t").seq >= answer.last
    assert table.state.rounds == 1
    assert b.house.look("t").state == table.state
    # The followers are told every event, once and in order, as those are who watch at the owner.
    until(lambda: bool(seen) and seen[-1].seq == table.seq)
    events = [event for update in seen for _, made in update.acts for event in made]
    begin = seen[0].seq - sum(len(made) for _, made in seen[0].acts)
    records = a.house.ledger.records("t", begin + 1)
    assert events == [event_of(record) for record in records]
    assert len(events) > 20
    assert_whole(a.house.ledger, "t")


def test_refusals_and_repeats_are_the_same_everywhere(two: tuple[Stand, Stand]) -> None:
    a, b = two
    table = opened(a, b)
    b.seated("t", "Ann")
    wrong: list[dict[str, object]] = [
        {"type": "bet", "seat": 2, "wager": "ante", "cents": 500},
        {"type": "nonsense"},
        {"type": "order_recut"},
        {"type": "buy_in", "cents": 10**12},
    ]
    for data in wrong:
        told = []
        for one in (a, b):
            with pytest.raises(HousewayError) as raised:
                submit(one.house, ANN, "t", data, "wrong")
            refusals = raised.value.refusals if isinstance(raised.value, Refused) else ()
            told.append((type(raised.value), str(raised.value), raised.value.clauses, refusals))
        assert told[0] == told[1]
    bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
    first, again = submit(b.house, ANN, "t", bet, "same"), submit(a.house, ANN, "t", bet, "same")
    other = submit(b.house, ANN, "t", bet, "same")
    assert isinstance(first, Answer)
    assert not first.again
    assert again == other == Answer("t", "same", first.first, first.last, again=True)
    for one in (a, b):
        with pytest.raises(Malformed, match="at most"):
            submit(one.house, ANN, "t", {**bet, "wager": "x" * 5_000}, "long")
    assert table.state.bets == {1: {"ante": 500}}


def test_what_needs_two_people_is_asked_at_one_house_and_confirmed_at_the_other(
    two: tuple[Stand, Stand],
) -> None:
    a, b = two
    table = opened(a, b, manner=RunSettings(dealer="human"))
    data = {"type": "move_inventory", "reason": "opener", "cents": 9}
    asked = submit(b.house, FLO, "t", data, "x")
    assert isinstance(asked, PendingApproval)
    for one in (a, b):
        assert [request.number for request in one.house.approvals.pending()] == [asked.number]
    with pytest.raises(Forbidden, match="second person"):
        b.house.confirm(FLO, asked.number)
    b.house.confirm(DANA, asked.number)
    assert table.state.balances["inventory"] == 9
    until(lambda: not b.house.approvals.pending())
    number = asked.number
    until(lambda: all(one.house.approvals.settled(number) is not None for one in (a, b)))
    for one in (a, b):  # an answer that was lost is given again, wherever it is asked for
        assert one.house.confirm(DANA, number).again
    # A house that comes later is told what waits.
    second = submit(b.house, FLO, "t", {**data, "reason": "fill"}, "y")
    assert isinstance(second, PendingApproval)
    c = new_house(a.house.ledger.engine.url.render_as_string(hide_password=False))
    try:
        until(lambda: bool(c.house.approvals.pending()))
        assert c.house.approvals.pending() == [second]
        until(lambda: c.house.approvals.settled(number) is not None)  # and what was answered
        assert c.house.confirm(DANA, number).again
        c.house.turn_down(DANA, second.number)
        until(lambda: not any(one.house.approvals.pending() for one in (a, b, c)))
    finally:
        c.house.close()
    assert table.state.balances["inventory"] == 9


def end_sessions(url: str) -> int:
    """Ends every session that holds a table's lock, as an operator or a network may."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchall()
    return len(found)


def test_who_loses_its_session_gives_its_tables_up_and_another_goes_on(
    two: tuple[Stand, Stand], postgres: str
) -> None:
    a, b = two
    table = opened(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    table.say_ready("Ann")
    before = table.state
    assert before.round is not None
    assert end_sessions(postgres) == 1
    until(lambda: table.stopped)
    with pytest.raises(NotHere):
        table.submit(parse_command(ANN, {"type": "tip", "cents": 1}), "no")
    until(lambda: "t" in a.house.tables or "t" in b.house.tables)
    mine, other = (a, b) if "t" in a.house.tables else (b, a)
    assert "t" not in other.house.tables
    again = mine.house.table("t")
    assert again is not table
    assert again.state == before
    assert set(again.deadlines) == set(table.deadlines)
    for one in (a, b):
        one.ids = iter(f"{id(one)}-{n}" for n in range(1000))
    other.tell(ANN, "t", type="choose", seat=1, choice="check")
    mine.tell(ANN, "t", type="choose", seat=1, choice="check")
    other.decide_all(again, Random(1))
    assert again.state.rounds == 1
    assert_whole(a.house.ledger, "t")


def test_an_owner_that_does_not_know_it_yet_never_overwrites(
    two: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both act at once at one table, as if the lock had failed: every act is there, in one line."""
    a, b = two
    table = opened(a, b)
    monkeypatch.setattr(b.house.ownership, "holds", lambda _name: True)
    b.house.floor._run("t")
    ann = a.player("Ann")
    a.tell(ann, "t", type="sit", seat=1)
    done: list[str] = []

    def bets(stand: Stand, name: str) -> None:
        for n in range(20):
            data = {"type": "buy_in", "cents": 100 + n}
            for attempt in range(50):
                try:
                    submit(stand.house, ann, "t", data, f"{name}{n}")
                except (Conflict, Refused):  # Refused: it has not yet read that Ann sat down
                    assert attempt < 49
                    continue
                done.append(f"{name}{n}")
                break

    threads = [threading.Thread(target=bets, args=one) for one in ((a, "a"), (b, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 40
    assert all(a.house.ledger.effect_of("t", f"Ann:{name}") for name in done)
    assert_whole(a.house.ledger, "t")
    bought = 2 * sum(100 + n for n in range(20))
    assert a.house.wallets.balance("Ann") == 10_000_000 - bought
    table.recorded.refresh()
    assert table.state.rack_of("Ann") == bought


def test_an_act_that_comes_on_record_after_its_process_ended(
    two: tuple[Stand, Stand],
) -> None:
    """Who took the table over has read it already; it reads it again and deals on."""
    a, b = two
    table = opened(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    late = open_table(b.house.ledger, "t", a.house.clock)
    late.submit(Tip(Actor(Role.PLAYER, "Ann"), 100), "late")
    table.say_ready("Ann")
    assert table.state.round is not None
    assert not table.trouble
    late.refresh()
    late.submit(Choose(Actor(Role.PLAYER, "Ann"), 1, "check"), "later")
    # Its clock acts on what it has not read: it finds out, and the clock of what is due runs.
    table.deadlines = dict.fromkeys(table.deadlines, 0)
    a.house.tick()
    assert table.state == open_table(b.house.ledger, "t", a.house.clock).state
    assert {key[3] for key in table.deadlines} == {due(table.state)[0].stage}
    assert_whole(a.house.ledger, "t")


def test_what_the_store_had_no_turn_for_is_done_when_it_has(
    two: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = two
    table = opened(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    with monkeypatch.context() as patched:

        def busy(*_: object) -> None:
            raise StoreBusy("Not now.")

        patched.setattr(a.house.ledger.writer, "write", busy)
        table.say_ready("Ann")
        assert table.trouble == "Not now."
        assert table.state.round is None

    def goes_on() -> bool:
        a.house.tick()
        return table.state.round is not None

    until(goes_on)
    assert not table.trouble


def test_chips_cannot_be_spent_in_two_houses(two: tuple[Stand, Stand]) -> None:
    a, b = two
    for stand, name in ((a, "ta"), (b, "tb")):
        stand.house.open_table(BOSS, name, "uth", QUICK, SLOW)
    until(lambda: len(a.house.lobby()) == len(b.house.lobby()) == 2)
    ann = a.player("Ann", 1_000)
    for name in ("ta", "tb"):
        a.tell(ann, name, type="sit", seat=1)
    gate = threading.Barrier(2)

    def spend(stand: Stand, table: str) -> None:
        gate.wait()
        for n in range(10):
            try:
                submit(stand.house, ann, table, {"type": "buy_in", "cents": 100}, f"{table}{n}")
            except (Refused, Conflict):
                continue

    threads = [threading.Thread(target=spend, args=one) for one in ((a, "ta"), (b, "tb"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    there = sum(a.house.look(name).state.rack_of("Ann") for name in ("ta", "tb"))
    assert there + a.house.wallets.balance("Ann") == 1_000
    assert there > 0


def test_one_name_is_opened_once_and_one_person_added_once(two: tuple[Stand, Stand]) -> None:
    outcomes: list[str] = []
    gate = threading.Barrier(2)

    def both(stand: Stand) -> None:
        for n in range(5):
            gate.wait()
            for work in (
                lambda n=n: stand.house.open_table(BOSS, f"t{n}", "hilo", QUICK, SLOW),
                lambda n=n: stand.house.people.add("x", f"P{n}", Office.GUEST, None),
            ):
                try:
                    work()
                except Malformed as error:
                    outcomes.append(str(error))
                else:
                    outcomes.append("done")

    threads = [threading.Thread(target=both, args=(one,)) for one in two]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("done") == 10
    assert sum("already" in one for one in outcomes) == 10
    until(lambda: all(len(one.house.lobby()) == 5 for one in two))
    assert len(two[0].house.tables) + len(two[1].house.tables) == 5
    assert not two[0].house.tables.keys() & two[1].house.tables.keys()


def test_who_is_not_answered_is_told_to_ask_again(
    two: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = two
    table = opened(a, b)
    ann = a.player("Ann")
    monkeypatch.setattr("houseway.house.cluster.PATIENCE_SECONDS", 0.3)
    with table._lock, pytest.raises(NotHere, match="Ask again"):
        submit(b.house, ann, "t", {"type": "sit", "seat": 1}, "once")
    until(lambda: table.state.seats == {1: "Ann"})  # it came about after all
    answer = submit(b.house, ann, "t", {"type": "sit", "seat": 1}, "once")
    assert isinstance(answer, Answer)
    assert answer.again


def test_a_house_that_stops_hands_its_tables_over(postgres: str) -> None:
    a, b = new_house(postgres), new_house(postgres)
    try:
        table = opened(a, b)
        a.seated("t", "Ann")
        a.house.close()
        until(lambda: "t" in b.house.tables)
        assert b.house.table("t").state == table.state
        assert b.house.table("t").state.phase is Phase.BETTING
    finally:
        b.house.close()


def test_a_house_whose_store_failed_runs_nothing(two: tuple[Stand, Stand], postgres: str) -> None:
    """Its writer is cut off in the middle; it takes nothing more, so another must."""
    a, b = two
    opened(a, b)
    ann = a.player("Ann")
    a.house.ledger.writer._connections[True].connection.driver_connection.close()  # type: ignore[union-attr]
    with pytest.raises(HousewayError):
        submit(a.house, ann, "t", {"type": "sit", "seat": 1}, "lost")
    until(lambda: "t" in b.house.tables)
    assert not a.house.tables
    submit(b.house, ann, "t", {"type": "sit", "seat": 1}, "lost")
    assert b.house.table("t").state.seats == {1: "Ann"}


def test_a_refusal_of_any_length_fits_into_a_message() -> None:
    many = [Refusal(("uth.1.ante",) * 3, "\U0001f0a1" * 50, "because " * 20, "") for _ in range(60)]
    rejection = reject(Refused(many), ERROR_ROOM)
    text = encode(Reply("x", rejection))
    assert len(text) < MOST_BYTES - 200
    reply = decode(text)
    assert reply == Reply("x", rejection)
    error = error_of(rejection)
    assert isinstance(error, Refused)
    assert error.clauses == ("uth.1.ante",)
    assert error.refusals[0] == many[0]
    long = encode(Reply("x", reject(Malformed("\U0001f0a1" * 9_000), ERROR_ROOM)))
    assert len(long) < MOST_BYTES - 200


def test_the_number_of_a_lock_never_changes() -> None:
    """Two versions of the program at one store must agree on it."""
    assert lock_key("uth-1") == LOCK_OF_UTH_1
    assert len({lock_key(f"t{n}") for n in range(10_000)}) == 10_000


LOCK_OF_UTH_1 = 4892070119742120055
