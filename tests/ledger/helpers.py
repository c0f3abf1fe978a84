"""What the tests of the ledger share: robots on record, and what must hold of every store."""

import json
import time
from collections.abc import Iterable
from random import Random
from typing import Any

import sqlalchemy as sa

from houseway.games import GAMES
from houseway.ledger.export import export_lines
from houseway.ledger.recorded_table import (
    Opening,
    RecordedTable,
    create_table,
    event_of,
    open_table,
)
from houseway.ledger.replay import moments, replayed_rows
from houseway.ledger.schema import INDEX, seeds, snapshots
from houseway.ledger.store import Ledger
from houseway.ledger.store_seals import snapshot_place
from houseway.ledger.verify_log import check_lines
from houseway.table import Phase, TableState, evolve
from houseway.table.commands import Actor, BuyIn, Do, Role, TakeBack
from houseway.table.events import DeckShuffled
from houseway.table.setup import ALL_ACTS
from houseway.table.snapshot import from_snapshot
from houseway.table.state import replace_fast
from houseway.table.trials import DEALER, Trial, accepted_config, random_acts

BODY = '{"type":"nothing","v":1}'
SELF_DEALING = Opening("uth", {}, tuple(sorted(ALL_ACTS)))


def now() -> int:
    return time.time_ns() // 1000


def robots(table: RecordedTable, seed: int) -> Trial:
    """Robots at a recorded table, wherever it stands."""
    trial = Trial(table.state.setup, Random(seed), carry_out=table.carry_out)
    trial.state = table.state
    return trial


def open_or_create(ledger: Ledger, name: str, opening: Opening = SELF_DEALING) -> RecordedTable:
    """A table as its record says, or a new one."""
    if ledger.head(name).seq < 0:
        return create_table(ledger, name, opening, now, "create")
    return open_table(ledger, name, now)


def go_on(trial: Trial, players: tuple[str, ...] = ("A",)) -> None:
    """A few acts that bring a table nearer to the end of its round, wherever it stands."""
    state = trial.state
    if not state.seats:
        trial.seat(*players)
    elif state.phase in {Phase.CLOSED, Phase.PREPARING}:
        trial.prepare()
    elif state.phase is Phase.BETTING:
        for seat, placed in state.bets.items():
            for wager in placed:
                trial.submit(TakeBack(Actor(Role.PLAYER, state.seats[seat]), seat, wager))
        for player in trial.players:  # a crash may have come between sitting down and buying in
            if trial.state.rack_of(player) < 100_000:
                trial.submit(BuyIn(Actor(Role.PLAYER, player), 1_000_000))
        trial.bet_at_random()
        trial.submit(Do(DEALER, "no_more_bets"))
    else:
        trial.perform()


def play_rounds(trial: Trial, number: int) -> None:
    """So many rounds to their end."""
    until = trial.state.rounds + number
    while trial.state.rounds < until:
        go_on(trial)


Rows = dict[str, list[dict[str, Any]]]


def _sorted(rows_by_table: dict[sa.Table, list[dict[str, Any]]]) -> Rows:
    return {
        table.name: sorted(rows, key=lambda row: [row[key.name] for key in table.primary_key])
        for table, rows in rows_by_table.items()
    }


def stored_index(ledger: Ledger, name: str) -> Rows:
    """The index rows of a table's rounds, as they are in the store."""
    stored = {}
    with ledger.engine.connect() as connection:
        for table in INDEX:
            query = sa.select(table).where(table.c.table_id == name)
            stored[table] = [dict(row._mapping) for row in connection.execute(query)]
    return _sorted(stored)


def derived_index(replayed: Iterable[list[tuple[sa.Table, list[dict[str, Any]]]]]) -> Rows:
    derived: dict[sa.Table, list[dict[str, Any]]] = {table: [] for table in INDEX}
    for groups in replayed:
        for table, rows in groups:
            if table in derived:
                derived[table] += rows
    return _sorted(derived)


def final_state(ledger: Ledger, name: str) -> TableState:
    """What a replay of every event from the start gives."""
    records = list(ledger.records(name))
    state = TableState(open_table(ledger, name, now).opening.setup())
    for record in records[1:]:
        state = evolve(state, event_of(record))
    return state


def assert_whole(ledger: Ledger, name: str) -> None:
    """The chain holds, the table replays, and what belongs to an act is there with it."""
    assert not list(check_lines(export_lines(ledger, name)))
    records = list(ledger.records(name))
    assert stored_index(ledger, name) == derived_index(replayed_rows(records))
    state, states, sealed = TableState(open_table(ledger, name, now).opening.setup()), {}, set()
    for moment in moments(records):
        state = states[moment.record.seq] = moment.after
        if isinstance(moment.event, DeckShuffled) and moment.event.commitment:
            sealed.add(moment.event.number)
    with ledger.engine.connect() as connection:
        kept = set(connection.scalars(sa.select(seeds.c.shuffle).where(seeds.c.table_id == name)))
        pictures = connection.execute(sa.select(snapshots).where(snapshots.c.table_id == name))
        for picture in pictures:
            place = snapshot_place(name, picture.seq)
            text = ledger.seals.open_text(name, place, picture.state)
            restored = from_snapshot(state.setup, json.loads(text))
            assert restored == replace_fast(states[picture.seq], last_round=None)
    assert kept == sealed
    again = open_table(ledger, name, now)
    assert again.state == state
    assert (again.head.seq, again.head.hash) == (records[-1].seq, records[-1].hash)


def without_waiting(ledger: Ledger) -> Ledger:
    """A SQLite store that does not wait for the disk: for tests that stop nothing."""

    def hurry(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    ledger.engine.dispose()
    sa.event.listen(ledger.engine, "connect", hurry)
    return ledger


def random_opening(game: str, chance: Random) -> Opening:
    """Any options, equipment and automation, as the trials of the table have them."""
    config = accepted_config(GAMES[game], chance)
    return Opening(game, config, tuple(sorted(random_acts(chance))))


class Restless:
    """A house that is shut and opened again at any moment, also in the middle of a round."""

    def __init__(self, url: str, name: str, opening: Opening, chance: Random) -> None:
        self.url, self.chance, self.restarts = url, chance, 0
        self.ledger = self._open()
        self.table = create_table(self.ledger, name, opening, now)

    def _open(self) -> Ledger:
        ledger = Ledger(self.url)
        return without_waiting(ledger) if ledger.engine.dialect.name == "sqlite" else ledger

    def restart(self) -> None:
        """The house comes back as it was: same state, same place in the record."""
        live = self.table
        self.ledger.close()
        self.ledger = self._open()
        self.table = open_table(self.ledger, live.name, now)
        assert self.table.state == live.state
        assert self.table.head == live.head
        assert self.table._round_began == live._round_began
        self.restarts += 1

    def carry_out(self, state: TableState, command: Any) -> Any:
        if self.chance.randint(1, 40) == 1:
            self.restart()
        return self.table.carry_out(state, command)

    def trial(self, players: int) -> Trial:
        trial = Trial(self.table.state.setup, self.chance, carry_out=self.carry_out)
        trial.seat(*[f"P{n}" for n in range(1, players + 1)])
        return trial
