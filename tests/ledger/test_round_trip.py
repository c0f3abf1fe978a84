"""Nothing enters the record that has not made the round trip through its canonical bytes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.chips import Move
from houseway.codec import LARGEST
from houseway.house.log import HouseLog
from houseway.ledger import recorded_table
from houseway.ledger.errors import Unrecordable
from houseway.ledger.recorded_table import Opening, create_table, open_table
from houseway.ledger.records import canonical
from houseway.ledger.round_trip import write_events
from houseway.ledger.store import HOUSE, Head, Ledger
from houseway.rulebook import Refused
from houseway.table import TableState, handle, read_setup
from houseway.table.commands import Actor, BuyIn, Command, Role, Sit
from houseway.table.events import ChipsBought, Chosen, Event
from houseway.table.snapshot import to_snapshot
from houseway.table.state import Phase
from tests.ledger.helpers import SELF_DEALING, now, play_rounds, robots

ALICE = Actor(Role.PLAYER, "Alice")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(str(tmp_path / "house.db")) as opened:
        yield opened


@pytest.mark.parametrize(
    "data",
    [
        *(1.0, 0.5, float("nan"), float("inf"), -0.0, {"a": [1, {"b": 1e3}]}),
        *({1: "a"}, {None: 1}, {True: 1}, (1, 2), {"a": (1,)}, {"a": {1}}, object(), b"a"),
    ],
)
def test_the_canonical_form_refuses_what_reads_back_as_something_else(data: Any) -> None:
    with pytest.raises(Unrecordable, match="Nothing was done"):
        canonical(data)


def test_the_canonical_form_keeps_everything_else() -> None:
    data = {"b": [1, -(10**15), None, True, "é\u2028"], "a": {}}
    assert canonical(data) == '{"a":{},"b":[1,-1000000000000000,null,true,"é\u2028"]}'


def bought(cents: int) -> ChipsBought:
    return ChipsBought((), str(ALICE), "Alice", (Move("inventory", "rack:Alice", cents),))


@pytest.mark.parametrize(
    "event",
    [bought(LARGEST + 1), Chosen((), "x", 1, "s", 1.5), Chosen((), "x", 1, "s", [{"a": 0.5}])],
)
def test_an_event_that_cannot_be_read_is_not_written(event: Event) -> None:
    with pytest.raises(Unrecordable):
        write_events([bought(5), event])


def test_a_choice_may_hold_what_json_has_not() -> None:
    (body,) = write_events([Chosen((), "x", 1, "s", {"places": (1, 2)})])
    assert json.loads(body)["choice"] == {"places": [1, 2]}


def test_an_act_that_cannot_be_read_back_is_refused_and_nothing_is_done(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create_table(ledger, "t", SELF_DEALING, now)
    table.submit(Sit(ALICE, 1))

    def handle_badly(state: TableState, command: Command) -> tuple[tuple[Event, ...], TableState]:
        events, after = handle(state, command)
        return (*events, bought(10**16)), after

    head, state = table.head, table.state
    with monkeypatch.context() as patch:
        patch.setattr(recorded_table, "handle", handle_badly)
        with pytest.raises(Unrecordable, match=r"out of range.* stands where it stood"):
            table.submit(BuyIn(ALICE, 500), "one")
    assert (table.head, table.state) == (head, state)
    assert ledger.head("t") == head
    assert ledger.effect_of("t", "one") is None
    table.submit(BuyIn(ALICE, 500), "one")
    assert open_table(ledger, "t", now).state.rack_of("Alice") == 500


@pytest.mark.parametrize("facts", [{"cents": 1.0}, {"of": {1: 2}}, {"of": {"a"}}])
def test_the_houses_own_record_takes_only_what_reads_back(
    ledger: Ledger, facts: dict[str, Any]
) -> None:
    with pytest.raises(Unrecordable):
        HouseLog(ledger, now).write("test", "somebody", facts)
    assert ledger.head(HOUSE).seq == -1


def test_a_state_that_does_not_read_back_makes_no_snapshot(ledger: Ledger) -> None:
    table = create_table(ledger, "t", SELF_DEALING, now)
    play_rounds(robots(table, 1), 1)
    state = table.state
    assert state.phase is not Phase.CLOSED
    assert to_snapshot(state) is not None
    assert to_snapshot(replace(state, balances={"inventory": LARGEST + 1})) is None


def test_the_record_holds_the_options_that_were_read(ledger: Ledger) -> None:
    config = {"five_card_table": 2, "multi_position": "on", "override": {"flush": 50}}
    automation = SELF_DEALING.automation
    sent = {"shuffle": "automated", "method": "hand", **config}
    create_table(ledger, "t", Opening("pikit", sent, automation), now)
    (record,) = ledger.records("t")
    kept = json.loads(record.body)["config"]
    assert kept["multi_position"] == 3
    assert kept["five_card_rows"] == {"flush": "50 to 1"}
    assert kept["licensee"] == "Houseway"
    assert "override" not in kept
    setup = read_setup("pikit", sent, frozenset(automation))
    assert open_table(ledger, "t", now).state.setup == setup
    assert setup.config == kept


def test_a_record_with_the_configuration_that_was_sent_still_opens(ledger: Ledger) -> None:
    body = {
        "type": "table_created",
        "v": 1,
        "game": "pikit",
        "config": {"multi_position": "on", "shuffle": "automated", "method": "hand"},
        "automation": [],
    }
    ledger.append(Head("t"), [canonical(body)], at=1)
    assert open_table(ledger, "t", now).state.setup.options.multi_position == 3


def test_nothing_is_written_of_a_table_with_loose_options(ledger: Ledger) -> None:
    for value in (1.0, True):
        with pytest.raises(Refused, match="five_card_table"):
            create_table(ledger, "t", Opening("pikit", {"five_card_table": value}), now)
    assert not ledger.tables()
