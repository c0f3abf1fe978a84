"""Simulations: the same whoever plays them, near what is exact, and refused where they must be."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.lab.contract import find_playbook
from houseway.lab.simulation import workers as sim_workers
from houseway.lab.simulation.model import build_lines
from houseway.lab.simulation.plans import (
    SLOW_BLOCK_ROUNDS,
    Block,
    Plan,
    accumulate,
    estimate,
    make_plan,
    prepare,
    run_block,
)
from houseway.lab.simulation.results import (
    Simulated,
    as_data,
    block_row,
    check_target,
    notes,
    write_rows,
)
from houseway.lab.simulation.sessions import Visit, list_marks, percentile, run_sessions
from houseway.rulebook import Malformed

SEED = 2026


def plan_for(game: str, rounds: int = 10_000, **other: Any) -> Plan:
    options = GAMES[game].read_options({"seats": 7, **other.pop("config", {})})
    return make_plan(game, options, rounds, SEED, other.pop("bets", {}), **other)


def total_of(blocks: Iterator[Block]) -> Block:
    first, *rest = blocks
    return sum(rest, start=first)


# --- agreement with what is exact


@pytest.mark.parametrize(
    ("game", "config", "seats", "bets"),
    [
        ("uth", {}, 1, {}),
        ("uth", {"trips_table": "B"}, 6, {}),
        ("pikit", {"play_3_multiple": 2}, 1, {}),
        ("pikit", {"dealer_must_qualify": True, "three_card_pick": "seen"}, 4, {}),
        ("hilo", {}, 1, {}),
        ("hilo", {"poker_bonus_table": 2}, 3, {"tie": Fraction(1)}),
    ],
)
def test_every_estimate_is_near_what_is_exact(
    game: str, config: dict[str, Any], seats: int, bets: dict[str, Fraction]
) -> None:
    """Within four standard errors with this seed: wagers, all that must be bet, and actions."""
    plan = plan_for(game, 1 << 19, config=config, seats=seats, bets=bets)
    ready, total = prepare(plan), total_of(sim_workers.play_here(plan))
    exact = ready.model.exact
    assert exact is not None
    assert set(exact.wagers) >= set(ready.model.optional)
    for name, value in {"main": exact.ev, **exact.wagers}.items():
        simulated = estimate(ready.lines, seats, total, name)
        assert simulated.error
        assert abs(simulated.mean - float(value)) < 4 * simulated.error, name
        assert simulated.error < 0.05
    count = plan.rounds * seats
    for action, often in zip(ready.model.actions, total.actions, strict=True):
        share = float(exact.actions[action])
        # Seats share a board, so their actions go together a little.
        allowed = 4 * math.sqrt(share * (1 - share) / count * math.sqrt(seats))
        assert abs(often / count - share) <= allowed, action


def test_the_spread_comes_from_rounds_and_not_from_seats() -> None:
    """Six seats on one board win trips together: the error is that of far fewer hands."""
    plan = plan_for("uth", 1 << 17, seats=6)
    lines, total = prepare(plan).lines, run_block(plan, 0)
    together = estimate(lines, 6, total, "trips").error
    alone = estimate(lines, 1, run_block(replace(plan, seats=1), 0), "trips").error
    assert together is not None
    assert alone is not None
    assert together > 1.3 * alone / math.sqrt(6)


def test_sums_follow_from_the_distribution() -> None:
    plan = plan_for("uth", 50_000)
    ready, block = prepare(plan), run_block(plan, 0)
    main = ready.lines.names.index("main")
    assert sum(block.nets.values()) == 50_000 == sum(block.actions)
    assert sum(net * count for net, count in block.nets.items()) == block.sums[main]
    assert sum(net**2 * count for net, count in block.nets.items()) == block.squares[main]
    parts = [block.sums[ready.lines.names.index(w)] for w in ("ante", "blind", "play")]
    assert sum(parts) == block.sums[main]


def test_bets_are_part_of_what_the_table_wins() -> None:
    plan = plan_for("hilo", 5_000, bets={"tie": Fraction(1, 2), "poker_bonus": Fraction(2)})
    names, block = prepare(plan).lines.names, run_block(plan, 0)
    sums = dict(zip(names, block.sums, strict=True))
    assert sums["table"] == sums["main"] + Fraction(sums["tie"], 2) + 2 * sums["poker_bonus"]
    stakes = dict(zip(names, block.stakes, strict=True))
    assert stakes["table"] == stakes["main"] + Fraction(5, 2) * stakes["tie"]


def test_lines_are_whole_numbers_whatever_is_bet() -> None:
    model = prepare(plan_for("uth")).model
    lines = build_lines(model, {"trips": Fraction(1, 3)})
    cell = next(n for n, meaning in enumerate(model.meanings) if meaning.wagers["trips"][1] == 7)
    parts = {
        name: Fraction(int(lines.nets[cell, n]), lines.unit) for n, name in enumerate(lines.names)
    }
    assert parts["table"] == parts["main"] + Fraction(7, 3)


# --- the same whoever plays


def test_blocks_may_be_played_in_any_order() -> None:
    plan = plan_for("uth", 40_000, seats=3, block_rounds=6_000)
    alone = list(sim_workers.play_here(plan))
    assert len(alone) == plan.blocks == 7
    assert alone[-1].rounds == 4_000
    assert [run_block(plan, n) for n in reversed(range(7))][::-1] == alone


def test_seeds_and_blocks_differ() -> None:
    plan = plan_for("hilo", 10_000, block_rounds=5_000)
    blocks = [run_block(plan, 0), run_block(plan, 1), run_block(replace(plan, seed=1), 0)]
    assert len({block.sums for block in blocks}) == 3


def test_a_worker_that_dies_costs_its_block_no_count(tmp_path: Path) -> None:
    """The strategy kills its own process once, in the middle of a block."""
    mark = tmp_path / "killed"
    strategy = tmp_path / "deadly.py"
    strategy.write_text(
        "import os, signal, pathlib\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        "calls = 0\n"
        "def choose(stage, cards, board):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    if calls == 250 and not mark.exists():\n"
        "        mark.write_text('x')\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return 'fold'\n"
    )
    plan = plan_for("hilo", 600, strategy=f"{strategy}:choose", block_rounds=100)
    blocks = list(sim_workers.play_in_processes(plan, 2))
    assert mark.exists(), "a worker was killed"
    assert blocks == list(sim_workers.play_here(plan))
    assert sum(block.rounds for block in blocks) == 600


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dying:
        def submit(self, *_: object) -> object:
            raise BrokenProcessPool

        def shutdown(self, **_: object) -> None: ...

    monkeypatch.setattr(sim_workers, "new_pool", lambda _workers: Dying())
    with pytest.raises(Malformed, match="died 3 times over block 0"):
        list(sim_workers.play_in_processes(plan_for("hilo", 10), 2))


def test_a_simulation_ends_once_it_is_precise() -> None:
    plan = plan_for("hilo", 10_000_000, block_rounds=20_000)
    blocks = (run_block(plan, n) for n in range(plan.blocks))
    steps = list(accumulate(plan, blocks, 0.008))
    assert 1 < len(steps) < 20
    assert steps[-1][2].half_width <= 0.008 < steps[-2][2].half_width
    assert steps[-1][1].rounds == 20_000 * len(steps)


# --- a cluster


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers, all of them processes of this test."""
    distributed = pytest.importorskip("distributed")
    code = (
        "import asyncio, sys\n"
        "from distributed import Scheduler, Worker\n"
        "async def main():\n"
        "    if sys.argv[1] == 'scheduler':\n"
        "        server = Scheduler(host='127.0.0.1', port=0, dashboard=False)\n"
        "    else:\n"
        "        server = Worker(sys.argv[1], host='127.0.0.1', nthreads=1, dashboard=False)\n"
        "    async with server:\n"
        "        print(server.address, flush=True)\n"
        "        await server.finished()\n"
        "asyncio.run(main())\n"
    )
    assert distributed

    def start(what: str) -> tuple[str, subprocess.Popen[bytes]]:
        command = [sys.executable, "-c", code, what]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        return process.stdout.readline().decode().strip(), process

    address, scheduler = start("scheduler")
    workers = [start(address)[1] for _ in range(2)]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_counts_every_block_once(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    plan = plan_for("hilo", 1 << 21, seats=2, block_rounds=1 << 16)
    blocks = []
    for block in sim_workers.play_on_cluster(plan, address):
        blocks.append(block)
        if len(blocks) == 3:
            os.kill(workers[0].pid, signal.SIGKILL)
    assert workers[0].wait() == -signal.SIGKILL
    assert len(blocks) == plan.blocks == 32
    assert blocks == list(sim_workers.play_here(plan))


# --- a strategy of one's own

STRATEGY = """
from tests.lab import uth_best_play as uth_play
from tests.lab.solved import hilo_choices, pikit_choices
from houseway.games.pikit.options import PikitOptions
from houseway.games.hilo.options import HiloOptions
from tests.lab.uth_slowly import solution

def choose(stage, cards, board):
    if stage == "preflop":
        return uth_play.before_flop(solution(), cards)
    if stage == "flop":
        return uth_play.after_flop(solution(), cards, board)
    if stage == "river":
        return uth_play.at_last(solution(), cards, board)
    if stage == "decision":
        return next(iter(pikit_choices(PikitOptions(), cards)))
    best = hilo_choices(HiloOptions(), cards)[0]
    return best.setting.high if best.setting else "fold"

def wrong(stage, cards, board):
    return "raise"

def fails(stage, cards, board):
    return 1 / 0

def forbidden(stage, cards, board):
    return [str(card) for card in cards]
"""


@pytest.fixture
def strategy(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(STRATEGY)
    return str(file)


@pytest.mark.parametrize("game", ["uth", "pikit", "hilo"])
def test_a_function_that_plays_as_the_compiled_strategy_gives_the_same(
    game: str, strategy: str
) -> None:
    """Cards, decisions and settlement: nothing differs but the speed."""
    optional = prepare(plan_for(game)).model.optional
    plan = plan_for(game, 150, seats=2, bets=dict.fromkeys(optional, Fraction(1, 2)))
    if game == "hilo":  # the best play would take the tie bet into account
        plan = plan_for(game, 150, seats=2)
    assert run_block(replace(plan, strategy=f"{strategy}:choose"), 0) == run_block(plan, 0)


def test_a_function_that_answers_nonsense_is_refused(strategy: str) -> None:
    for game, name, words in (
        ("uth", "wrong", "'raise' at preflop; say check, 3x or 4x"),
        ("pikit", "wrong", "say play_3, play_5 or fold"),
        ("hilo", "wrong", "three cards of the high hand"),
        ("hilo", "forbidden", "the high hand has three cards"),
        ("uth", "fails", "ZeroDivisionError"),
        ("uth", "missing", "no function missing"),
    ):
        plan = plan_for(game, 10, strategy=f"{strategy}:{name}")
        with pytest.raises(Malformed, match=words):
            run_block(plan, 0)
    with pytest.raises(Malformed, match="no Python file"):
        run_block(plan_for("uth", 10, strategy="nowhere.py:f"), 0)
    assert plan_for("uth").block_rounds > SLOW_BLOCK_ROUNDS


def test_a_file_that_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_that_name\n")
    with pytest.raises(Malformed, match="ModuleNotFoundError"):
        run_block(plan_for("uth", 10, strategy=f"{file}:f"), 0)


# --- sessions


def test_sessions_win_what_the_rounds_say() -> None:
    plan = plan_for("uth", 1 << 18, seats=4, bets={"trips": Fraction(1)})
    sessions = run_sessions(plan, Visit(100, 1500, Fraction(60)))
    lines, total = prepare(plan).lines, run_block(plan, 0)
    by_round = estimate(lines, 4, total, "table")
    assert by_round.error
    sd = by_round.error * math.sqrt(total.rounds) * 4 * math.sqrt(100)
    mean = math.fsum(sessions.wins) / 1500
    assert abs(mean + by_round.mean * 400) < 4 * sd / math.sqrt(1500)
    low, high = percentile(sessions.wins, 2.5), percentile(sessions.wins, 97.5)
    assert 3.2 * sd < high - low < 4.6 * sd, "near 3.92 standard deviations"
    assert sessions.marks == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert 0 < sessions.share_ruined < 0.5
    assert run_sessions(plan, Visit(100, 1500, Fraction(60))) == sessions
    richer = run_sessions(plan, Visit(100, 1500, Fraction(200)))
    assert richer.share_ruined < sessions.share_ruined
    assert richer.wins == sessions.wins


def test_marks_and_percentiles() -> None:
    assert list_marks(3) == [1, 2, 3]
    assert percentile([1.0, 2.0, 3.0, 4.0, 5.0], 50) == 3.0
    assert percentile([1.0], 97.5) == 1.0


def test_sessions_refuse_what_makes_no_sense(strategy: str) -> None:
    plan = plan_for("uth")
    for visit in (Visit(0), Visit(10, 0), Visit(10, 10, Fraction(-1)), Visit(10**6)):
        with pytest.raises(Malformed):
            run_sessions(plan, visit)
    with pytest.raises(Malformed, match="compiled strategy"):
        run_sessions(replace(plan, strategy=f"{strategy}:choose"), Visit(10))


# --- results


def test_rows_of_blocks_add_up(tmp_path: Path) -> None:
    plan = plan_for("pikit", 9_000, seats=2, block_rounds=4_000)
    blocks = list(sim_workers.play_here(plan))
    rows = [block_row(plan, n, block) for n, block in enumerate(blocks)]
    write_rows(tmp_path / "rows.csv", rows)
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("game,seed,block,rounds,seats,parts_to_an_ante,ante_net")
    assert [row["rounds"] for row in rows] == [4_000, 4_000, 1_000]
    parquet = pytest.importorskip("pyarrow.parquet")
    write_rows(tmp_path / "rows.parquet", rows)
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == rows


def test_data_is_json_and_exact_where_it_can_be() -> None:
    plan = plan_for("uth", 1)
    start = time.perf_counter()
    simulated = Simulated(plan, run_block(plan, 0), 1, time.perf_counter() - start)
    data = json.loads(json.dumps(as_data(simulated, {"a": 1})))
    assert data["exact"] == "-50643648973/2317817502000"
    assert data["ev"]["error"] is None, "one round has no spread"
    assert data["ev"]["low"] is None
    assert sum(data["actions"].values()) == 1
    assert data["per_wager"]["trips"]["exact"] is not None
    assert data["per_wager"]["blind"]["exact"] is None
    easy = plan_for("hilo", 100, strategy="easy")
    data = as_data(Simulated(easy, run_block(easy, 0), 1, 1.0), {})
    book = find_playbook(GAMES["hilo"], easy.options)
    assert Fraction(data["exact"]) == book.strategies[1].line.ev != book.optimum


def test_wagers_that_are_left_out_are_named() -> None:
    assert len(notes(plan_for("uth"))) == 1
    covered = plan_for("uth", config={"seats": 6, "cover_all": True})
    assert "Cover All" in notes(covered)[1]


def test_extra_parts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(Malformed, match="extra part parquet"):
        check_target(Path("blocks.parquet"))
    with pytest.raises(Malformed, match="extra part cluster"):
        next(sim_workers.play_on_cluster(plan_for("uth"), "tcp://127.0.0.1:1"))


# --- bad plans


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rounds": 0}, "Rounds are 1 to"),
        ({"rounds": 10**13}, "Rounds are 1 to"),
        ({"seats": 0}, "Seats are 1 to 7"),
        ({"seats": 8}, "Seats are 1 to 7"),
        ({"bets": {"tie": Fraction(1)}}, "tie is no optional wager"),
        ({"bets": {"trips": Fraction(0)}}, "more than 0"),
        ({"strategy": "brilliant"}, "no strategy 'brilliant'"),
    ],
)
def test_an_impossible_plan_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        plan_for("uth", **{"rounds": 10, **wrong})


def test_a_cluster_that_is_not_there_is_refused() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(Malformed, match="No Dask scheduler answers"):
        next(sim_workers.play_on_cluster(plan_for("uth"), "not an address"))
