"""A command that is sent twice with one id takes effect once, whatever happens in between."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.house.clocks import RunSettings
from houseway.house.messages import Outcome
from houseway.house.offices import Office, Person
from houseway.house.table_service import Answer
from houseway.ledger.schema import coupons, events, wallet
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError
from houseway.table.wire import COMMANDS
from tests.house.helpers import QUICK, Stand, build_stand, open_table, submit

DANA, FLO = Person("Dana", Office.DEALER), Person("Flo", Office.FLOORPERSON)
SUE = Person("Sue", Office.SUPERVISOR)
STAFF = (DANA, FLO, SUE)
ANY_SEAT = (1, 2, 3)
STEPS = 120


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        yield build_stand(ledger)


def samples(chance: Random) -> dict[str, dict[str, Any]]:
    """A command of every kind, as it might be sent."""
    seat, cents = chance.choice(ANY_SEAT), chance.choice((100, 500, 7_000))
    wager = chance.choice(("ante", "blind"))
    act = chance.choice(("receive", "inspect", "verify", "shuffle", "cut", "look", "reject"))
    return {
        "sit": {"seat": seat},
        "leave": {"seat": seat},
        "buy_in": {"cents": cents},
        "bet": {"seat": seat, "wager": wager, "cents": 500},
        "take_back": {"seat": seat, "wager": wager},
        "place_coupon": {"seat": seat, "face": chance.choice((0, 500))},
        "tip": {"cents": 100},
        "colour_up": {"cents": 100},
        "do": {"act": act},
        "choose": {"seat": seat, "choice": chance.choice(("check", "fold", "raise_4x"))},
        "order_recut": {"reason": "a test"},
        "look_at_hand": {"seat": seat},
        "draw_in_error": {"exposed": chance.random() < 0.5},
        "report_breach": {"breach": "showed_cards", "seat": seat},
        "cash_out": {"cents": cents},
        "expose_dealer_card": {},
        "remove_device": {"device": "shuffler"},
        "change_method": {"method": "hand", "shuffle": "manual"},
        "move_inventory": {"reason": "fill", "cents": cents},
        "count_inventory": {"cents": cents},
        "empty_box": {"box": "drop", "cents": cents},
        "close_table": {},
        "happen": {"kind": "face_up"},
    }


def whole_house(stand: Stand) -> tuple[object, ...]:
    """Everything that a command could change: the record, the cage, coupons, requests."""
    with stand.house.ledger.reading() as connection:
        counts = [
            connection.scalar(sa.select(sa.func.count()).select_from(kind))
            for kind in (events, wallet, coupons)
        ]
    states = tuple(table.state for table in stand.house.tables.values())
    return (*counts, states, tuple(stand.house.approvals.pending()))


def test_the_samples_name_every_kind_of_command() -> None:
    assert set(samples(Random(0))) == set(COMMANDS)


def test_a_repeated_leave_takes_no_chips_of_the_next_visit(stand: Stand) -> None:
    table = open_table(stand, "uth")
    (ann,) = stand.seated("t", "Ann")
    submit(stand.house, ann, "t", {"type": "leave", "seat": 1}, "bye")
    stand.tell(ann, "t", type="sit", seat=1)
    stand.tell(ann, "t", type="buy_in", cents=7_000)
    before = whole_house(stand)
    again = submit(stand.house, ann, "t", {"type": "leave", "seat": 1}, "bye")
    assert isinstance(again, Answer)
    assert again.again
    assert whole_house(stand) == before
    assert table.state.rack_of("Ann") == 7_000


def send(stand: Stand, sender: Person, table: str, data: Any, command_id: str) -> Outcome | None:
    """The outcome of a command, or None where it was refused."""
    try:
        return submit(stand.house, sender, table, data, command_id)
    except HousewayError:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_no_kind_of_command_takes_effect_under_an_id_that_was_used(stand: Stand, seed: int) -> None:
    chance = Random(seed)
    training = RunSettings(dealer="human", training=True)
    boss = Person("Boss", Office.ADMINISTRATOR)
    open_table(stand, "uth", match_play=True)
    stand.house.open_table(boss, "h", "uth", {**QUICK, "match_play": True}, training)
    players = [stand.player(name) for name in ("Ann", "Ben")]
    serials = [stand.house.coupons.issue(SUE, 500).serial for _ in range(3)]
    breach = {"type": "report_breach", "breach": "cards_away_from_the_tray"}
    effects: dict[tuple[Person, str, str], Answer] = {}
    for person in STAFF:
        answer = submit(stand.house, person, "h", breach, "first")
        assert isinstance(answer, Answer)
        effects[person, "h", "first"] = answer
    kinds_repeated: set[str] = set()
    for step in range(STEPS):
        sender, table = chance.choice([*players, *STAFF]), chance.choice("th")
        kind = chance.choice(("sit", "buy_in", "bet", "leave", chance.choice(list(COMMANDS))))
        outcome = send(stand, sender, table, {"type": kind, **samples(chance)[kind]}, f"c{step}")
        if isinstance(outcome, Answer):
            effects[sender, table, f"c{step}"] = outcome
        for approval in stand.house.approvals.pending():
            try:
                answer = stand.house.confirm(chance.choice(STAFF), approval.number)
            except HousewayError:
                continue
            effects[approval.by, approval.table, approval.command_id] = answer
        sender = chance.choice(list(dict.fromkeys(key[0] for key in effects)))
        _, table, command_id = chance.choice([key for key in effects if key[0] == sender])
        first = effects[sender, table, command_id]
        same = Answer(table, command_id, first.first, first.last, again=True)
        before = whole_house(stand)
        for repeated, data in samples(chance).items():
            again = send(stand, sender, table, {"type": repeated, **data}, command_id)
            if again is not None:  # a kind that is not for this office is refused as ever
                assert again == same
                kinds_repeated.add(repeated)
        if sender in players:
            serial = chance.choice(serials)
            assert stand.house.place_coupon(sender, table, 1, serial, command_id) == same
        assert whole_house(stand) == before
    assert kinds_repeated == set(COMMANDS)


def test_a_confirmation_is_repeated_without_effect(stand: Stand) -> None:
    open_table(stand, "uth")
    fill = {"type": "move_inventory", "reason": "fill", "cents": 900}
    approval = submit(stand.house, FLO, "t", fill, "fill")
    number = approval.number  # type: ignore[union-attr]
    stand.house.confirm(DANA, number)
    stand.seated("t", "Ann")
    before = whole_house(stand)
    assert stand.house.confirm(DANA, number).again
    assert submit(stand.house, FLO, "t", fill, "fill").again  # type: ignore[union-attr]
    assert whole_house(stand) == before
