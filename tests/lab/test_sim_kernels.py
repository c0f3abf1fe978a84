"""The compiled rounds: their chance, their decisions, and their settlement.

HOUSEWAY_LONG=1 settles a million rounds of each game twice, compiled and by the games.
"""

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.random import SFC64, SeedSequence

from houseway.cards import NEW_DECK, Card
from houseway.games import GAMES
from houseway.games.hilo.points import Setting
from houseway.games.script import Task
from houseway.lab.hilo.solver import kind_of
from houseway.lab.simulation.kernels.cards import draw_rounds, new_deck, next_word, start_stream
from houseway.lab.simulation.kernels.counts import walk
from houseway.lab.simulation.plans import Plan, make_plan, play_batches, prepare
from houseway.lab.simulation.settled import Dealt, lay_out
from tests.lab import uth_best_play as uth_play
from tests.lab.actions import hilo_actions, pikit_actions, settle_plan, uth_actions
from tests.lab.solved import hilo_choices, pikit_choices
from tests.lab.uth_slowly import solution

LONG = bool(os.environ.get("HOUSEWAY_LONG"))
SEED = 51


# --- chance


def test_the_generator_is_the_one_that_numpy_has() -> None:
    state = start_stream(7, 3)
    other = SFC64(SeedSequence(7, spawn_key=(3,)))
    assert [int(next_word(state)) for _ in range(1000)] == other.random_raw(1000).tolist()


def test_blocks_and_seeds_have_streams_of_their_own() -> None:
    streams = {tuple(start_stream(seed, block)) for seed in range(50) for block in range(50)}
    assert len(streams) == 2500


def test_cards_are_drawn_as_the_words_say_and_none_is_favoured() -> None:
    """Against the same draw in plain Python; every piece that would favour a card is left out."""
    cards = np.zeros((3000, 40), np.uint8)
    draw_rounds(new_deck(), start_stream(1, 1), cards)
    assert all(len(set(row)) == 40 for row in cards.tolist())
    source = SFC64(SeedSequence(1, spawn_key=(1,)))
    deck = list(range(52))
    thrown_away = 0
    for row in cards.tolist():
        pieces: list[int] = []
        for at in range(40):
            while True:
                if not pieces:
                    word = int(source.random_raw())
                    pieces = [word >> 16 * n & 0xFFFF for n in range(4)]
                piece = pieces.pop(0)
                # Of the 65,536 pieces as many as there are whole times the cards may stay.
                place, rest = divmod(piece * (52 - at), 65536)
                if rest >= 65536 % (52 - at):
                    break
                thrown_away += 1
            deck[at], deck[at + place] = deck[at + place], deck[at]
        assert deck[:40] == row
    assert thrown_away > 10


def test_each_place_of_a_draw_is_left_to_equally_many_pieces() -> None:
    for span in range(1, 53):
        kept = Counter(
            piece * span >> 16 for piece in range(65536) if piece * span & 0xFFFF >= 65536 % span
        )
        assert sorted(kept) == list(range(span))
        assert len(set(kept.values())) == 1


# --- decisions and settlement


def plan_for(game: str, config: dict[str, Any], rounds: int, seats: int, **other: Any) -> Plan:
    options = GAMES[game].read_options({"seats": 7, **config})
    return make_plan(game, options, rounds, SEED, other.pop("bets", {}), seats=seats, **other)


def played(plan: Plan) -> Any:
    """Every round of the first block: its cards, and each seat's cell."""
    print("seed", plan.seed)
    for cells, cards in play_batches(plan, prepare(plan).model, 0, plan.rounds, show=True):
        for row, seats in zip(cards.tolist(), cells.tolist(), strict=True):
            yield lay_out(GAMES[plan.game], row), seats


def last_action(plan: Plan, cell: int) -> str:
    return prepare(plan).model.meanings[cell].action


def test_uth_is_played_as_the_solver_says() -> None:
    plan = plan_for("uth", {}, 1000, 2)
    actions: Counter[str] = Counter()
    for dealt, cells in played(plan):
        for hole, cell in zip(dealt.hands, cells, strict=True):
            best = uth_play.before_flop(solution(), hole)
            if best == "check":
                best = uth_play.after_flop(solution(), hole, dealt.board[:3])
            if best == "check":
                best = uth_play.at_last(solution(), hole, dealt.board)
            assert last_action(plan, cell) == best, (hole, dealt.board)
            actions[best] += 1
    assert actions.keys() == {"4x", "2x", "1x", "fold"}


def test_uth_is_played_as_the_beginners_strategy_says() -> None:
    plan = plan_for("uth", {}, 600, 6, strategy="simple")
    for dealt, cells in played(plan):
        for hole, cell in zip(dealt.hands, cells, strict=True):
            best = "check"
            for stage, open_cards in (("preflop", 0), ("flop", 3), ("river", 5)):
                if best == "check":
                    best = beginner(plan, hole, stage, dealt.board[:open_cards])
            assert last_action(plan, cell) == best, (hole, dealt.board)


@pytest.mark.parametrize("strategy", ["optimal", "simple"])
def test_pikit_is_played_as_the_strategy_says(strategy: str) -> None:
    plan = plan_for("pikit", {"dealer_must_qualify": True}, 400, 2, strategy=strategy)
    for dealt, cells in played(plan):
        for hand, cell in zip(dealt.hands, cells, strict=True):
            if strategy == "optimal":
                best = next(iter(pikit_choices(plan.options, hand)))
            else:
                best = beginner(plan, hand, "election")
            assert last_action(plan, cell) == best, hand


def beginner(plan: Plan, cards: tuple[Card, ...], stage: str, board: Any = ()) -> Any:
    """What the game's own strategy for beginners answers."""
    hand: Any = type("Hand", (), {"cards": cards})()
    return GAMES[plan.game].beginner(plan.options, hand, board, Task("choose", (), stage=stage))


def test_hilo_is_played_as_the_beginners_strategy_says() -> None:
    plan = plan_for("hilo", {}, 500, 2, strategy="simple")
    for dealt, cells in played(plan):
        for hand, cell in zip(dealt.hands, cells, strict=True):
            folds = beginner(plan, hand, "election") == "fold"
            assert (last_action(plan, cell) == "fold") == folds, hand


def best_high(plan: Plan, cards: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """The best high hand; hands of the same points are solved once."""
    kinds = tuple(sorted(map(kind_of, cards)))
    totals = _BEST.get((plan, kinds))
    if totals is None:
        best = hilo_choices(plan.options, cards, dict(plan.bets).get("tie", 0))[0]
        totals = _BEST[plan, kinds] = best.setting.points if best.setting else ()
    for high in combinations(cards, 3):
        setting = Setting(high, tuple(card for card in cards if card not in high))
        if setting.points == totals:
            return high
    return None


_BEST: dict[Any, Any] = {}


def actions_of(plan: Plan, cards: tuple[Card, ...], cell: int) -> Any:
    action = last_action(plan, cell)
    if plan.game == "uth":
        return uth_actions(action)
    if plan.game == "pikit":
        return pikit_actions(plan.options, cards, action)
    high = best_high(plan, cards)
    assert (high is None) == (action == "fold"), cards
    return hilo_actions(cards, high)


def settled(plan: Plan, dealt: Dealt, cells: list[int]) -> Any:
    actions = [actions_of(plan, *pair) for pair in zip(dealt.hands, cells, strict=True)]
    return settle_plan(plan, dealt, actions)


CASES: list[tuple[str, dict[str, Any], int, dict[str, Any]]] = [
    ("uth", {}, 1, {}),
    ("uth", {"trips_table": "D", "trips_rows": {"flush": "13 to 2"}}, 6, {}),
    ("pikit", {}, 1, {}),
    (
        "pikit",
        {"dealer_must_qualify": True, "nonqualifying_ante": "push", "play_5_multiple": 2},
        3,
        {},
    ),
    (
        "pikit",
        {"three_card_pick": "seen", "dealer_must_qualify": True, "five_card_table": 2},
        2,
        {},
    ),
    ("hilo", {}, 1, {}),
    ("hilo", {"poker_bonus_table": 2}, 7, {"tie": Fraction(3, 2)}),
]


def rounds_of(game: str, seats: int) -> int:
    if not LONG:
        return 2000 // seats
    return 1_000_000 if seats == 1 else 20_000


@pytest.mark.parametrize(("game", "config", "seats", "bets"), CASES)
def test_every_wager_is_settled_as_the_game_settles_it(
    game: str, config: dict[str, Any], seats: int, bets: dict[str, Any]
) -> None:
    plan = plan_for(game, config, rounds_of(game, seats), seats, bets=bets)
    ready = prepare(plan)
    unit, rounds = ready.lines.unit, 0
    for dealt, cells in played(plan):
        rounds += 1
        for cell, results in zip(cells, settled(plan, dealt, cells), strict=True):
            expected = {
                wager: (stake * unit, net * unit)
                for wager, (stake, net) in ready.model.meanings[cell].wagers.items()
                if stake or net
            }
            assert results == expected, (dealt, cell)
    assert rounds == plan.rounds


# --- sessions


def test_a_walk_follows_the_money() -> None:
    """Three sessions of four rounds, two seats; cells 0 to 2 net -2, 0 and +3."""
    nets = np.array([-2, 0, 3])
    cells = np.array(
        [[0, 0], [2, 1], [0, 0], [0, 0], [0, 2], [0, 2], [2, 0], [2, 0], [1, 1], [1, 1], [1, 1],
         [1, 2]], np.uint16,
    )  # fmt: skip
    totals, ruined = np.zeros(3, np.int64), np.zeros(3, np.int64)
    paths = np.zeros((3, 2), np.int64)
    walk(cells, nets, 5, 2, np.array([2, 4]), totals, ruined, paths)
    assert totals.tolist() == [-9, 4, 3]
    assert ruined.tolist() == [-1, 2, -1]
    assert paths.tolist() == [[6, 2], [1, 1], [5, 5]]


def test_cards_are_laid_out_board_dealer_seats() -> None:
    dealt = lay_out(GAMES["uth"], list(range(11)))
    assert dealt.board == NEW_DECK[:5]
    assert dealt.dealer == NEW_DECK[5:7]
    assert dealt.hands == (NEW_DECK[7:9], NEW_DECK[9:11])
    dealt = lay_out(GAMES["hilo"], list(range(10)))
    assert (dealt.board, dealt.dealer, dealt.hands) == ((), NEW_DECK[:5], (NEW_DECK[5:10],))
