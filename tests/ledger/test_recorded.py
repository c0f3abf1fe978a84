"""Tables on record, with every fault: the record gives back the table, the index and the proof."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.fairness import commit
from houseway.fairness.proof import after_cuts
from houseway.games import GAMES
from houseway.ledger import recorded_table, replay
from houseway.ledger.errors import Conflict, RecordError
from houseway.ledger.export import export_lines, import_lines
from houseway.ledger.proofs import round_proof
from houseway.ledger.recorded_table import Opening, create_table, open_table, state_before
from houseway.ledger.records import canonical
from houseway.ledger.replay import moments, rebuild_index, round_moments
from houseway.ledger.schema import rounds, seeds, snapshots
from houseway.ledger.store import Ledger
from houseway.rulebook import HousewayError
from houseway.table import Phase
from houseway.table.events import DeckCut, DeckShuffled
from houseway.table.state import replace_fast
from houseway.table.trials import random_round
from houseway.table.view_data import view_data
from tests.fairness.proof_writer import verify
from tests.ledger.helpers import (
    SELF_DEALING,
    Restless,
    assert_whole,
    final_state,
    go_on,
    now,
    open_or_create,
    play_rounds,
    random_opening,
    robots,
    stored_index,
    without_waiting,
)
from tests.ledger.stopping import LONG
from tests.ledger.test_chain import forge
from tests.table.helpers import cards_in

SEED = int.from_bytes(os.urandom(4), "big")
TABLES = [(game, n) for game in GAMES for n in range(20 if LONG else 3)]
ROUNDS = 9


@pytest.fixture(params=TABLES, ids=lambda case: f"{case[0]}-{case[1]}", scope="module")
def house(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restless]:
    """Random rounds at a random table, in a house that is restarted all the time."""
    game, number = request.param
    chance = Random(f"{SEED} {game} {number}")
    print(f"seed {SEED}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 2)
        url = str(tmp_path_factory.mktemp("house") / "house.db")
        restless = Restless(url, f"{game}-1", random_opening(game, chance), chance)
        trial = restless.trial(chance.randint(1, 6))
        for _ in range(ROUNDS):
            random_round(trial)
        restless.restart()
    assert restless.restarts
    yield restless
    restless.ledger.close()


def test_the_record_gives_back_the_table(house: Restless) -> None:
    ledger, table = house.ledger, house.table
    assert table.state.rounds == ROUNDS
    assert_whole(ledger, table.name)
    assert final_state(ledger, table.name) == table.state
    with ledger.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(snapshots))


def test_the_state_before_any_record_is_read_from_the_record(house: Restless) -> None:
    """From a snapshot or from the start, it is the same table."""
    records = list(house.ledger.records(house.table.name))
    for moment in Random(SEED).sample(list(moments(records)), 25):
        state = state_before(house.ledger, house.table.name, moment.record.seq)
        differ = state.last_round is None and moment.before.last_round is not None
        if differ:  # a snapshot does not keep how the last round ended
            state = with_last_round_of(state, moment.before)
        assert state == moment.before


def test_a_snapshot_of_an_old_form_is_passed_over(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that an earlier version wrote opens by its log alone."""
    monkeypatch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 1)
    with Ledger(sqlite) as ledger:
        table = open_or_create(ledger, "t")
        play_rounds(robots(table, 1), 2)
        with ledger.engine.begin() as connection:
            old = connection.execute(sa.update(snapshots).values(form=1, state='{"phase": "x"}'))
            assert old.rowcount
        assert open_or_create(ledger, "t").state == table.state


def with_last_round_of(state: Any, other: Any) -> Any:
    return replace_fast(state, last_round=other.last_round)


def test_a_log_taken_elsewhere_is_the_same_table(house: Restless, tmp_path: Path) -> None:
    name = house.table.name
    lines = list(export_lines(house.ledger, name))
    with without_waiting(Ledger(str(tmp_path / "other.db"))) as other:
        assert import_lines(other, [f"{line}\n" for line in lines]) == name
        assert list(export_lines(other, name)) == lines
        assert stored_index(other, name) == stored_index(house.ledger, name)
        assert open_table(other, name, now).state == house.table.state
        with pytest.raises(Conflict):
            import_lines(other, lines)
        assert list(export_lines(other, name)) == lines


def test_the_index_can_be_made_anew(house: Restless) -> None:
    name, ledger = house.table.name, house.ledger
    kept = stored_index(ledger, name)
    assert len(kept["rounds"]) == ROUNDS
    with ledger.engine.begin() as connection:
        connection.execute(rounds.update().values(ended=1, last_seq=10**9))
        connection.execute(rounds.delete().where(rounds.c.round == 2))
    rebuild_index(ledger, name)
    assert stored_index(ledger, name) == kept


def test_every_round_can_be_proved(house: Restless) -> None:
    """To the auditor and to each player; and no player gets a card that he could not see."""
    ledger, name = house.ledger, house.table.name
    for number in range(1, ROUNDS + 1):
        played = round_moments(ledger, name, number)
        if not played[0].before.seal.commitment:
            with pytest.raises(RecordError, match="not shuffled by this house"):
                round_proof(ledger, name, number)
            continue
        try:
            whole = round_proof(ledger, name, number)
        except RecordError:  # after a card was lost, cards leave from elsewhere than committed
            assert any(deck == played[0].before.in_use for deck, _ in played[-1].before.lost)
            continue
        assert whole["commitment"] == played[0].before.seal.commitment
        assert not [finding for finding in verify(whole) if finding.outcome == "WRONG"]
        last = played[-1].before
        assert last.round is not None
        for player in {hand.player for hand in last.round.hands.values()}:
            proof = round_proof(ledger, name, number, player=player)
            assert "seed" not in proof
            assert not [finding for finding in verify(proof) if finding.outcome == "WRONG"]
            opened = {entry["card"] for entry in proof["leaving"] if "card" in entry}
            ever: set[str] = set()
            for moment in played:
                ever |= cards_in(view_data(moment.before, "player", player).get("round", {}))
            visible = cards_in(view_data(last, "player", player)["round"])
            assert opened <= visible <= ever
            assert opened == visible & {entry["card"] for entry in whole["leaving"]}
        with pytest.raises(RecordError, match="did not play"):
            round_proof(ledger, name, number, player="nobody")


def test_there_is_no_proof_before_the_round_is_closed(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        table = open_or_create(ledger, "t")
        trial = robots(table, 1)
        play_rounds(trial, 1)
        while table.state.phase is not Phase.ROUND:
            go_on(trial)
        for number in (0, 2, 3, -1):
            for player in (None, "A"):
                with pytest.raises(RecordError, match="no closed round"):
                    round_proof(ledger, "t", number, player=player)
        play_rounds(trial, 1)
        assert round_proof(ledger, "t", 2, player="A")


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_never_shuffles_a_committed_deck_anew(url: str, game: str) -> None:
    with Ledger(url) as ledger:
        table = create_table(ledger, "t", Opening(game, {}, SELF_DEALING.automation), now)
        trial = robots(table, 1)
        go_on(trial)
        trial.prepare()
    stock, seal = table.state.stock, table.state.seal
    assert seal.commitment
    for _ in range(3):
        with Ledger(url) as ledger:
            again = open_table(ledger, "t", now)
            assert (again.state.stock, again.state.seal) == (stock, seal)
            with ledger.engine.connect() as connection:
                kept = connection.execute(sa.select(seeds.c.shuffle, seeds.c.seed)).all()
            assert len(kept) == 1
            events = [moment.event for moment in moments(ledger.records("t"))]
            cuts = [event.cards for event in events if isinstance(event, DeckCut)]
            assert sum(isinstance(event, DeckShuffled) for event in events) == 1
            sealed = commit("t", kept[0].shuffle, ledger.seed_of("t", kept[0].shuffle))
            assert sealed.commitment.root == seal.commitment
            assert tuple(after_cuts(sealed.order, cuts)) == stock


def test_a_house_on_a_server_survives_many_restarts(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {SEED}")
    monkeypatch.setattr(recorded_table, "ROUNDS_A_SNAPSHOT", 2)
    chance = Random(SEED)
    house = Restless(postgres, "uth-1", random_opening("uth", chance), chance)
    trial = house.trial(2)
    for _ in range(3):
        random_round(trial)
    assert_whole(house.ledger, "uth-1")
    house.ledger.close()


def test_a_log_that_is_not_right_is_not_brought_in(sqlite: str, tmp_path: Path) -> None:
    with Ledger(sqlite) as ledger, Ledger(str(tmp_path / "other.db")) as other:
        play_rounds(robots(open_or_create(ledger, "t"), 1), 1)
        lines = list(export_lines(ledger, "t"))
        for wrong in ([], lines[1:], [*lines[:3], *lines[4:]], [*lines, "{}"], ["nonsense"]):
            with pytest.raises(RecordError):
                import_lines(other, wrong)
        assert other.tables() == []


@pytest.mark.parametrize(
    ("at", "body"),
    [
        (0, []),
        (0, {"type": "table_created", "v": 1}),
        (0, {"type": "table_created", "v": 1, "game": "x", "config": {}, "automation": []}),
        (3, 7),
        (3, {"type": "round_closed", "v": 1, "clauses": [], "by": "x", "round": 1}),
        (5, {"type": "cards_dealt", "v": 1, "clauses": [], "by": "x", "place": "1", "cards": []}),
    ],
)
def test_a_chain_of_impossible_events_is_not_brought_in(
    sqlite: str, tmp_path: Path, at: int, body: Any
) -> None:
    """Its hashes are right, and it is refused as any other log that is not."""
    with Ledger(sqlite) as ledger, Ledger(str(tmp_path / "other.db")) as other:
        play_rounds(robots(open_or_create(ledger, "t"), 1), 1)
        lines = list(export_lines(ledger, "t"))
        lines[at] = canonical({**json.loads(lines[at]), "body": body})
        with pytest.raises(HousewayError):
            import_lines(other, forge(lines))
        assert other.tables() == []


def test_the_index_is_made_anew_while_the_table_goes_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that closes while the index is made is found as well."""

    with Ledger(url) as ledger, Ledger(url) as other:
        trial = robots(open_or_create(ledger, "t"), 1)
        play_rounds(trial, 2)
        real = replay.replayed_rows

        def meanwhile(records: Any) -> Any:
            rows = list(real(records))
            play_rounds(trial, 1)
            return rows

        monkeypatch.setattr(replay, "replayed_rows", meanwhile)
        rebuild_index(other, "t")
        assert len(stored_index(ledger, "t")["rounds"]) == 3
        assert_whole(ledger, "t")


def test_a_table_without_a_valid_name_is_refused(sqlite: str) -> None:
    with Ledger(sqlite) as ledger:
        for name in ("", " a", "a\x00", "\ud800"):
            with pytest.raises(RecordError):
                create_table(ledger, name, SELF_DEALING, now)
        with pytest.raises(RecordError, match="no table"):
            open_table(ledger, "nobody", now)
