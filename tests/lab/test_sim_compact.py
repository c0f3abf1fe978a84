"""Strategies one can remember, simulated: they decide by their own words, and end near their EV."""

import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.lab.contract import find_playbook, lab_of
from houseway.lab.exact.kernels.seven_cards import NUMBERS
from houseway.lab.exact.strategies import Compact, Move
from houseway.lab.simulation.kernels.cards import number_three
from houseway.lab.simulation.plans import (
    Plan,
    estimate,
    make_plan,
    play_batches,
    prepare,
    run_block,
)
from houseway.lab.simulation.settled import lay_out
from houseway.lab.uth import simulation as sim_uth
from houseway.lab.uth import strategies as compact_uth
from houseway.lab.uth.kernels import direct as uth_direct
from houseway.lab.uth.kernels import flop_sights as uth_flop_sights
from houseway.lab.uth.kernels.rounds import (
    CLASS_BITS,
    CLASS_MASK,
    UthPlay,
    bets_last,
    bit_at,
    number_hole,
)
from houseway.lab.uth.plans import PLANS
from houseway.lab.uth.sights import FlopSight, RiverSight, see_flop
from houseway.lab.uth.solver import line_of, read_rules
from tests.lab.actions import hilo_actions, settle_plan
from tests.lab.uth_known import EVS
from tests.lab.uth_slowly import number_of

LONG = bool(os.environ.get("HOUSEWAY_LONG"))
SEED = 77
PIKIT = {"dealer_must_qualify": True, "play_3_multiple": 2}
RULES = {"pikit": PIKIT, "hilo": {"poker_bonus_table": 2}}


def plan_for(game: str, strategy: str, rounds: int, **bets: Fraction) -> Plan:
    options = GAMES[game].read_options({"seats": 6, **RULES.get(game, {})})
    return make_plan(game, options, rounds, SEED, bets, seats=2, strategy=strategy)


def compact(plan: Plan) -> Compact:
    name = "beginner" if plan.strategy == "simple" else plan.strategy
    book = find_playbook(GAMES[plan.game], plan.options, dict(plan.bets))
    return next(strategy for strategy in book.strategies if strategy.name == name)


def played(plan: Plan) -> Iterator[tuple[Any, list[int]]]:
    print("seed", plan.seed)
    for cells, cards in play_batches(plan, prepare(plan).model, 0, plan.rounds, show=True):
        for row, seats in zip(cards.tolist(), cells.tolist(), strict=True):
            yield lay_out(GAMES[plan.game], row), seats


# --- Ultimate Texas Hold 'Em


def test_every_strategy_of_the_playbooks_is_there() -> None:
    assert set(lab_of(GAMES["uth"]).strategy_names) == {
        "optimal",
        "simple",
        *(plan.name for plan in PLANS),
    }
    for game in ("pikit", "hilo"):
        named = {
            compact_strategy.name
            for compact_strategy in find_playbook(
                GAMES[game], GAMES[game].read_options({})
            ).strategies
        }
        assert set(lab_of(GAMES[game]).strategy_names) == {"optimal", "simple", *named}


@pytest.mark.parametrize("strategy", [plan.name for plan in PLANS])
def test_uth_decides_as_the_plan_and_ends_near_its_ev(strategy: str) -> None:
    plan = plan_for("uth", strategy, 60)
    rules = next(rules for rules in PLANS if rules.name == strategy)
    meanings = prepare(plan).model.meanings
    for dealt, cells in played(plan):
        for hole, cell in zip(dealt.hands, cells, strict=True):
            action = rules.choose(hole, ()).action
            for open_cards in (3, 5):
                if action == "check":
                    action = rules.choose(hole, dealt.board[:open_cards]).action
            assert meanings[cell].action == action, (hole, dealt.board)
    many = replace(plan, rounds=1 << 18)
    simulated = estimate(prepare(plan).lines, 2, run_block(many, 0), "main")
    assert simulated.error
    assert abs(simulated.mean - float(EVS[strategy])) < 4 * simulated.error
    assert simulated.error < 0.01


def test_the_tables_hold_any_plan() -> None:
    """Rules drawn at random, one for every sight: holes that share a bit must see the same."""
    rng = random.Random(SEED)
    print("seed", SEED)
    flops = [rng.random() < 0.5 for _ in range(int(np.prod(uth_flop_sights.SIGHTS)))]
    rivers = [rng.random() < 0.5 for _ in range(math.prod(uth_direct.SIGHTS))]

    def after(sight: FlopSight) -> bool:
        return flops[number_of(sight)]

    def last(sight: RiverSight) -> bool:
        return rivers[number_of(sight)]

    play = sim_uth.play_of(replace(PLANS[0], flop=after, river=last))
    for turn in range(40):
        # Half of the boards have two suits at most, and so three cards of one.
        board = rng.sample(range(52 if turn % 2 else 26), 5)
        looked_at = look_directly(board)
        for hole in looked_at.holes.tolist():
            own = int(uth_direct.FIRST[hole]), int(uth_direct.SECOND[hole])
            assert bets(play, board, own) == rivers[looked_at.sights[hole]], (board, own)
    for _ in range(2000):
        cards = rng.sample(range(52), 5)
        sight = see_flop(
            *(tuple(NEW_DECK[card] for card in part) for part in (cards[:2], cards[2:]))
        )
        assert raises(play, cards[2:], cards[:2]) == after(sight), cards


def look_directly(board: Sequence[int]) -> uth_direct.Board:
    looked_at: uth_direct.Board = uth_direct.new_board()
    uth_direct.put(np.array(board), looked_at)
    uth_direct.look(np.array(board), looked_at)
    return looked_at


def bets(play: UthPlay, board: Sequence[int], own: Sequence[int]) -> bool:
    places = sim_uth.uth_places()
    total = np.uint64(sum(int(NUMBERS[card]) for card in board))
    mask = np.uint64(sum(1 << card for card in board))
    tables = (places.rows, places.columns, places.masks, places.outside)
    return bool(bets_last(play.ranked, play.suited, *tables, total, mask, *own))


def raises(play: UthPlay, flop: Sequence[int], own: Sequence[int]) -> bool:
    places = sim_uth.uth_places()
    flop_class = int(places.classes[number_three(*flop)])
    exchanged = places.exchanged[flop_class >> CLASS_BITS]
    hole = number_hole(*(int(exchanged[card]) for card in own))
    return bool(bit_at(play.flops, flop_class & CLASS_MASK, hole))


def test_the_exact_value_of_a_plan_is_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the seconds that counting takes: which plan is looked up, and what its line gives."""
    lines = {plan: line_of(some_outcomes(plan), read_rules()) for plan in PLANS}
    monkeypatch.setattr(compact_uth, "line_of_plan", lines.__getitem__)
    best = prepare(plan_for("uth", "optimal", 1)).model.exact
    assert best
    for name, plan in (("simple", PLANS[0]), *((plan.name, plan) for plan in PLANS)):
        exact = prepare(plan_for("uth", name, 1)).model.exact
        assert exact
        assert (exact.ev, exact.actions) == (lines[plan].ev, lines[plan].actions)
        assert exact.wagers == best.wagers
    assert len({line.ev for line in lines.values()}) == len(PLANS)


def some_outcomes(plan: Any) -> compact_uth.Numbers:
    rows = slice(0, None, 5000)
    return compact_uth.play([compact_uth.policy_of(plan)], rows)[0]


@pytest.mark.skipif(not LONG, reason="counts all deals for each plan: HOUSEWAY_LONG=1")
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_a_plan_alone_is_counted_as_among_others(plan: Any) -> None:
    assert compact_uth.line_of_plan(plan).ev == EVS[plan.name]


# --- Pik-it and 5 Card Hi-Lo


CASES = [
    *(("pikit", name, {}) for name in ("simple", "beginner", "easy", "better")),
    *(("hilo", name, {}) for name in ("simple", "beginner", "easy", "better")),
    *(("hilo", name, {"tie": Fraction(1, 2)}) for name in ("easy", "better")),
]


@pytest.mark.parametrize(("game", "strategy", "bets"), CASES)
def test_fives_decide_as_the_strategy_and_end_near_its_ev(
    game: str, strategy: str, bets: dict[str, Fraction]
) -> None:
    plan = plan_for(game, strategy, 500, **bets)
    ready, compact_strategy = prepare(plan), compact(plan)
    for dealt, cells in played(plan):
        moves = [compact_strategy.choose(hand, ()) for hand in dealt.hands]
        actions = [move.action for move in moves]
        assert [ready.model.meanings[cell].action for cell in cells] == actions, dealt.hands
        if game == "hilo":
            assert settled(plan, dealt, moves) == [nets_of(plan, cell) for cell in cells], dealt
    exact = ready.model.exact
    assert exact
    assert exact.actions == compact_strategy.line.actions
    bonus = exact.wagers["five_card_bonus"] if game == "pikit" else 0
    tie = dict(plan.bets).get("tie", 0) * exact.wagers.get("tie", 0)
    assert exact.ev + tie == compact_strategy.line.ev + bonus
    total = run_block(replace(plan, rounds=1 << 18), 0)
    for name, value in {"main": exact.ev, **exact.wagers}.items():
        simulated = estimate(ready.lines, 2, total, name)
        assert simulated.error
        assert abs(simulated.mean - float(value)) < 4 * simulated.error, name


def settled(plan: Plan, dealt: Any, moves: Sequence[Move]) -> Any:
    """How the game settles these moves: a setting other than the strategy's would show."""
    highs = [move.groups.get("high") for move in moves]
    actions = [hilo_actions(hand, high) for hand, high in zip(dealt.hands, highs, strict=True)]
    return settle_plan(plan, dealt, actions)


def nets_of(plan: Plan, cell: int) -> dict[str, tuple[Fraction, Fraction]]:
    ready = prepare(plan)
    wagers = ready.model.meanings[cell].wagers.items()
    unit = ready.lines.unit
    return {name: (stake * unit, net * unit) for name, (stake, net) in wagers if stake or net}
