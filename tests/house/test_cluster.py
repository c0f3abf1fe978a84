"""Two houses on one PostgreSQL: which runs a table, what they forward, and what cannot happen."""

import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import psycopg
import pytest

from houseway.house.approvals import PendingApproval
from houseway.house.clocks import RunSettings
from houseway.house.cluster import ERROR_ROOM, ClusterMember
from houseway.house.house import House, NoSuchTable, Rules
from houseway.house.messages import Reply, decode, encode, error_of, reject
from houseway.house.offices import Forbidden, Office, Person, parse_command
from houseway.house.replica import TableReplica
from houseway.house.session import MOST_BYTES, lock_key
from houseway.house.table_service import Answer, NotHere, TableService, Update
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


def join_house(url: str) -> Stand:
    ledger = Ledger(url)
    house = House(ledger, Rules(), ownership=ClusterMember(ledger))
    house.recover()
    return Stand(house)


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(0.01)


@pytest.fixture
def stands(postgres: str) -> Iterator[tuple[Stand, Stand]]:
    stands: list[Stand] = []
    try:
        stands = [join_house(postgres), join_house(postgres)]
        stands[1].ids = iter(f"b{n}" for n in range(10**6))
        yield stands[0], stands[1]
    finally:
        for stand in stands:
            stand.house.close()


def open_shared_table(
    a: Stand, b: Stand, game: str = "uth", settings: RunSettings = SLOW
) -> TableService:
    """A table that runs at a, and that b knows of."""
    config = QUICK if settings.deals_itself else {}
    table = a.house.open_table(BOSS, "t", game, config, settings)
    wait_until(lambda: "t" in b.house.floor.replicas)
    return table


def test_the_second_house_finds_the_tables_of_the_first(stands: tuple[Stand, Stand]) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    assert [listed.name for listed in b.house.lobby()] == ["t"]
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
    wait_until(lambda: bool(b.house.approvals.pending()))
    b.house.end_table(BOSS, "t")
    assert table.stopped
    wait_until(lambda: not a.house.lobby() and not b.house.lobby())
    wait_until(lambda: not b.house.approvals.pending())  # nor does a request wait
    with pytest.raises(NoSuchTable):
        submit(b.house, ANN, "t", {"type": "sit", "seat": 1}, "x")


def test_a_round_is_played_through_the_house_that_does_not_run_it(
    stands: tuple[Stand, Stand],
) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    updates: list[Update] = []
    b.house.watchers.append(updates.append)
    b.seated("t", "Ann", "Ben")
    for name in ("Ann", "Ben"):
        for seat, player in b.house.look("t").state.seats.items():
            for wager in ("ante", "blind") if player == name else ():
                b.tell(
                    Person(name, Office.PLAYER), "t", type="bet", seat=seat, wager=wager, cents=500
                )
    wait_until(lambda: bool(b.house.look("t").current().clocks))
    b.house.say_ready(ANN, "t")
    wait_until(lambda: b.house.look("t").current().ready == ("Ann",))
    b.house.say_ready(Person("Ben", Office.PLAYER), "t")
    while (round_ := b.house.look("t").state.round) is not None:
        task = due(b.house.look("t").state)[0]
        hand = round_.hands[task.seat or 0]
        choice = "fold" if task.stage == "river" else "check"
        # The house that sent a request sees its effect at once.
        answer = b.tell(
            Person(hand.player, Office.PLAYER), "t", type="choose", seat=hand.seat, choice=choice
        )
        assert b.house.look("t").seq >= answer.last
    assert table.state.rounds == 1
    assert b.house.look("t").state == table.state
    # A replica publishes every event, once and in order, as the owner does.
    wait_until(lambda: bool(updates) and updates[-1].seq == table.seq)
    events = [event for update in updates for _, act in update.acts for event in act]
    begin = updates[0].seq - sum(len(act) for _, act in updates[0].acts)
    records = a.house.ledger.records("t", begin + 1)
    assert events == [event_of(record) for record in records]
    assert len(events) > 20
    assert_whole(a.house.ledger, "t")


def test_refusals_and_repeats_are_the_same_everywhere(stands: tuple[Stand, Stand]) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    b.seated("t", "Ann")
    commands: list[dict[str, object]] = [
        {"type": "bet", "seat": 2, "wager": "ante", "cents": 500},
        {"type": "nonsense"},
        {"type": "order_recut"},
        {"type": "buy_in", "cents": 10**12},
    ]
    for data in commands:
        errors = []
        for stand in (a, b):
            with pytest.raises(HousewayError) as raised:
                submit(stand.house, ANN, "t", data, "wrong")
            refusals = raised.value.refusals if isinstance(raised.value, Refused) else ()
            errors.append((type(raised.value), str(raised.value), raised.value.clauses, refusals))
        assert errors[0] == errors[1]
    bet = {"type": "bet", "seat": 1, "wager": "ante", "cents": 500}
    first, again = submit(b.house, ANN, "t", bet, "same"), submit(a.house, ANN, "t", bet, "same")
    other = submit(b.house, ANN, "t", bet, "same")
    assert isinstance(first, Answer)
    assert not first.again
    assert again == other == Answer("t", "same", first.first, first.last, again=True)
    for stand in (a, b):
        with pytest.raises(Malformed, match="at most"):
            submit(stand.house, ANN, "t", {**bet, "wager": "x" * 5_000}, "long")
    assert table.state.bets == {1: {"ante": 500}}


def test_a_request_at_one_house_is_confirmed_at_the_other(
    stands: tuple[Stand, Stand],
) -> None:
    a, b = stands
    table = open_shared_table(a, b, settings=RunSettings(dealer="human"))
    opener = {"type": "move_inventory", "reason": "opener", "cents": 9}
    approval = submit(b.house, FLO, "t", opener, "x")
    assert isinstance(approval, PendingApproval)
    for stand in (a, b):
        assert [request.number for request in stand.house.approvals.pending()] == [approval.number]
    with pytest.raises(Forbidden, match="second person"):
        b.house.confirm(FLO, approval.number)
    b.house.confirm(DANA, approval.number)
    assert table.state.balances["inventory"] == 9
    wait_until(lambda: not b.house.approvals.pending())
    number = approval.number
    wait_until(lambda: all(stand.house.approvals.settled(number) is not None for stand in (a, b)))
    for stand in (a, b):  # a lost answer is given again by either house
        assert stand.house.confirm(DANA, number).again
    # A house that joins later learns which requests wait.
    second = submit(b.house, FLO, "t", {**opener, "reason": "fill"}, "y")
    assert isinstance(second, PendingApproval)
    c = join_house(a.house.ledger.engine.url.render_as_string(hide_password=False))
    try:
        wait_until(lambda: bool(c.house.approvals.pending()))
        assert c.house.approvals.pending() == [second]
        wait_until(lambda: c.house.approvals.settled(number) is not None)  # and which were answered
        assert c.house.confirm(DANA, number).again
        c.house.turn_down(DANA, second.number)
        wait_until(lambda: not any(stand.house.approvals.pending() for stand in (a, b, c)))
    finally:
        c.house.close()
    assert table.state.balances["inventory"] == 9


def end_sessions(url: str) -> int:
    """Ends every session that holds a table's lock, as an operator or a network may."""
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchall()
    return len(rows)


def test_a_house_that_loses_its_session_gives_its_tables_up_to_another(
    stands: tuple[Stand, Stand], postgres: str
) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    table.say_ready("Ann")
    before = table.state
    assert before.round is not None
    assert end_sessions(postgres) == 1
    wait_until(lambda: table.stopped)
    with pytest.raises(NotHere):
        table.submit(parse_command(ANN, {"type": "tip", "cents": 1}), "no")
    wait_until(lambda: "t" in a.house.tables or "t" in b.house.tables)
    owner, other = (a, b) if "t" in a.house.tables else (b, a)
    assert "t" not in other.house.tables
    table_again = owner.house.table("t")
    assert table_again is not table
    assert table_again.state == before
    assert set(table_again.deadlines) == set(table.deadlines)
    for stand in (a, b):
        stand.ids = iter(f"{id(stand)}-{n}" for n in range(1000))
    other.tell(ANN, "t", type="choose", seat=1, choice="check")
    owner.tell(ANN, "t", type="choose", seat=1, choice="check")
    other.decide_all(table_again, Random(1))
    assert table_again.state.rounds == 1
    assert_whole(a.house.ledger, "t")


def test_an_owner_that_does_not_know_it_yet_never_overwrites(
    stands: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both act at once at one table, as if the lock had failed: every act is there, in one line."""
    a, b = stands
    table = open_shared_table(a, b)
    monkeypatch.setattr(b.house.ownership, "holds", lambda _name: True)
    b.house.floor._run("t")
    ann = a.player("Ann")
    a.tell(ann, "t", type="sit", seat=1)
    command_ids: list[str] = []

    def buy_in(stand: Stand, name: str) -> None:
        for n in range(20):
            data = {"type": "buy_in", "cents": 100 + n}
            for attempt in range(50):
                try:
                    submit(stand.house, ann, "t", data, f"{name}{n}")
                except (Conflict, Refused):  # Refused: it has not yet read that Ann sat down
                    assert attempt < 49
                    continue
                command_ids.append(f"{name}{n}")
                break

    threads = [
        threading.Thread(target=buy_in, args=arguments) for arguments in ((a, "a"), (b, "b"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(command_ids) == 40
    assert all(a.house.ledger.effect_of("t", f"Ann:{name}") for name in command_ids)
    assert_whole(a.house.ledger, "t")
    bought = 2 * sum(100 + n for n in range(20))
    assert a.house.wallets.balance("Ann") == 10_000_000 - bought
    table.recorded.refresh()
    assert table.state.rack_of("Ann") == bought


def test_the_next_owner_reads_an_act_that_was_recorded_late(
    stands: tuple[Stand, Stand],
) -> None:
    """It has read the record already; it reads the new part and deals on."""
    a, b = stands
    table = open_shared_table(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    late = open_table(b.house.ledger, "t", a.house.clock)
    late.submit(Tip(Actor(Role.PLAYER, "Ann"), 100), "late")
    table.say_ready("Ann")
    assert table.state.round is not None
    assert not table.trouble
    late.refresh()
    late.submit(Choose(Actor(Role.PLAYER, "Ann"), 1, "check"), "later")
    # Its clock acts on a stale state: it notices, and then runs for the task that is due.
    table.deadlines = dict.fromkeys(table.deadlines, 0)
    a.house.tick()
    assert table.state == open_table(b.house.ledger, "t", a.house.clock).state
    assert {key[3] for key in table.deadlines} == {due(table.state)[0].stage}
    assert_whole(a.house.ledger, "t")


def test_an_act_that_the_store_was_too_busy_for_is_done_later(
    stands: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    a.seated("t", "Ann")
    a.bet_all(table)
    with monkeypatch.context() as patch:

        def fail(*_: object) -> None:
            raise StoreBusy("Not now.")

        patch.setattr(a.house.ledger.writer, "write", fail)
        table.say_ready("Ann")
        assert table.trouble == "Not now."
        assert table.state.round is None

    def goes_on() -> bool:
        a.house.tick()
        return table.state.round is not None

    wait_until(goes_on)
    assert not table.trouble


def test_chips_cannot_be_spent_in_two_houses(stands: tuple[Stand, Stand]) -> None:
    a, b = stands
    for stand, name in ((a, "ta"), (b, "tb")):
        stand.house.open_table(BOSS, name, "uth", QUICK, SLOW)
    wait_until(lambda: len(a.house.lobby()) == len(b.house.lobby()) == 2)
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

    threads = [
        threading.Thread(target=spend, args=arguments) for arguments in ((a, "ta"), (b, "tb"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    at_tables = sum(a.house.look(name).state.rack_of("Ann") for name in ("ta", "tb"))
    assert at_tables + a.house.wallets.balance("Ann") == 1_000
    assert at_tables > 0


def test_one_name_is_opened_once_and_one_person_added_once(stands: tuple[Stand, Stand]) -> None:
    outcomes: list[str] = []
    gate = threading.Barrier(2)

    def open_and_add(stand: Stand) -> None:
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

    threads = [threading.Thread(target=open_and_add, args=(stand,)) for stand in stands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("done") == 10
    assert sum("already" in outcome for outcome in outcomes) == 10
    wait_until(lambda: all(len(stand.house.lobby()) == 5 for stand in stands))
    assert len(stands[0].house.tables) + len(stands[1].house.tables) == 5
    assert not stands[0].house.tables.keys() & stands[1].house.tables.keys()


def test_a_request_without_an_answer_may_be_sent_again(
    stands: tuple[Stand, Stand], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = stands
    table = open_shared_table(a, b)
    ann = a.player("Ann")
    monkeypatch.setattr("houseway.house.cluster.PATIENCE_SECONDS", 0.3)
    with table._lock, pytest.raises(NotHere, match="Ask again"):
        submit(b.house, ann, "t", {"type": "sit", "seat": 1}, "once")
    wait_until(lambda: table.state.seats == {1: "Ann"})  # it took effect after all
    answer = submit(b.house, ann, "t", {"type": "sit", "seat": 1}, "once")
    assert isinstance(answer, Answer)
    assert answer.again


def test_a_house_that_stops_hands_its_tables_over(postgres: str) -> None:
    a, b = join_house(postgres), join_house(postgres)
    try:
        table = open_shared_table(a, b)
        a.seated("t", "Ann")
        a.house.close()
        wait_until(lambda: "t" in b.house.tables)
        assert b.house.table("t").state == table.state
        assert b.house.table("t").state.phase is Phase.BETTING
    finally:
        b.house.close()


def test_a_house_whose_store_failed_runs_nothing(
    stands: tuple[Stand, Stand], postgres: str
) -> None:
    """Its writer is cut off; it accepts nothing more, so another house must."""
    a, b = stands
    open_shared_table(a, b)
    ann = a.player("Ann")
    a.house.ledger.writer._connections[True].connection.driver_connection.close()  # type: ignore[union-attr]
    with pytest.raises(HousewayError):
        submit(a.house, ann, "t", {"type": "sit", "seat": 1}, "lost")
    wait_until(lambda: "t" in b.house.tables)
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
