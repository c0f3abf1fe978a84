"""The lab's speed: solves, seven-card hands and simulated rounds, beside what others take.

One core, one process. Times on shared machines mislead, so what counts is the ratio to the
named peers measured in the same run, each at its best of several passes. A peer's rounds are
less than ours: PokerKit and the evaluators only rank the player's and the dealer's hand, and
the version in NumPy, written here in plain array operations, plays by one rule and settles
ante, blind, play and trips; the lab's rounds are played by the best strategy.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import eval7
import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards
from pokerkit import Card as KitCard
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.lab.exact.kernels.seven_cards import evaluate_masks, evaluate_sevens
from houseway.lab.hilo.solver import analyze_hilo
from houseway.lab.hilo.solver import count_deals as count_hilo
from houseway.lab.pikit.solver import analyze_pikit
from houseway.lab.pikit.solver import count_deals as count_pikit
from houseway.lab.simulation.plans import make_plan, run_block
from houseway.lab.uth.solver import read_rules, solve

SEED = 20_260_101
HANDS, FEW = 100_000, 5_000
PASS = 1 << 16
"""Rounds in a pass: few enough that a pass is often left alone."""
TIMES_EVAL7, ROUNDS_A_SECOND = 100, 5_000_000
WANTED_SECONDS = {"uth": 1.5, "pikit": 0.6, "hilo": 0.3}

Cards = NDArray[np.uint8]


def seconds(work: Callable[[], object], best_of: int = 5) -> float:
    """The best of several passes, so that a busy neighbour counts least."""
    best = float("inf")
    for _ in range(best_of):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


# --- solves


def solves() -> None:
    def uth() -> None:
        solve(read_rules())

    def pikit() -> None:
        count_pikit.cache_clear()
        analyze_pikit(GAMES["pikit"].read_options({}))

    def hilo() -> None:
        count_hilo.cache_clear()
        analyze_hilo(GAMES["hilo"].read_options({}))

    print("Exact solves, one thread, warm")
    for name, work in (("uth", uth), ("pikit", pikit), ("hilo", hilo)):
        work()
        took = seconds(work)
        wanted = WANTED_SECONDS[name]
        print(f"  {name:<6} {took:>8.3f} s   wanted under {wanted} s: {took / wanted:.2f} of it")


# --- seven-card hands


def random_hands(count: int) -> Cards:
    chance = np.random.default_rng(SEED)
    order = chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return np.ascontiguousarray(order[:, :7])


def evaluations() -> None:
    hands = random_hands(HANDS)
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    names = [[str(NEW_DECK[card]) for card in hand] for hand in hands[:FEW].tolist()]
    treys, evaluator = [[TreysCard.new(name) for name in hand] for hand in names], Evaluator()
    sevens = [[eval7.Card(name) for name in hand] for hand in names]
    kits = [tuple(KitCard.parse("".join(hand))) for hand in names]
    peers: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
        "eval7": (eval7.evaluate, sevens),
        "phevaluator": (lambda hand: evaluate_cards(*hand), names),
        "treys": (lambda hand: evaluator.evaluate(hand[:2], hand[2:]), treys),
        "pokerkit": (lambda hand: StandardHighHand.from_game(hand[:2], hand[2:]), kits[:200]),
    }
    ours = HANDS / seconds(lambda: evaluate_sevens(hands), 100)
    print("Seven-card hands a second, in batch; others one call a hand, from Python")
    print(f"  {'houseway, rows of cards':<26} {ours:>14,.0f}")
    bits = HANDS / seconds(lambda: evaluate_masks(masks), 50)
    print(f"  {'houseway, sets as bits':<26} {bits:>14,.0f}")
    for name, (work, items) in peers.items():
        rate = len(items) / seconds(lambda: [work(item) for item in items])  # noqa: B023
        aim = f", aim {TIMES_EVAL7}" if name == "eval7" else ""
        print(f"  {name:<26} {rate:>14,.0f}   houseway is {ours / rate:,.0f} times as fast{aim}")
    plain = HANDS / seconds(lambda: value_by_numpy(hands), 3)
    print(f"  {'plain NumPy':<26} {plain:>14,.0f}   houseway is {ours / plain:,.0f} times as fast")


def value_by_numpy(cards: Cards) -> NDArray[np.int64]:
    """The value of seven cards by array operations alone: category, then ranks by count."""
    ranks, suits = cards % 13, cards // 13
    rows = np.arange(len(cards))[:, None]
    counts = np.zeros((len(cards), 13), np.int64)
    np.add.at(counts, (rows, ranks), 1)
    of_suit = np.zeros((len(cards), 4), np.int64)
    np.add.at(of_suit, (rows, suits), 1)
    flush = of_suit.max(axis=1) >= 5
    inside = suits == of_suit.argmax(axis=1)[:, None]
    held = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    suited = np.bitwise_or.reduce(np.where(inside, 1 << ranks.astype(np.int64), 0), axis=1)
    for _ in range(2):
        suited = np.where(np.bitwise_count(suited) > 5, suited & (suited - 1), suited)
    run, run_in_suit = top_of_run(held), np.where(flush, top_of_run(suited), 0)
    order = np.argsort(-(counts * 13 + np.arange(13)), axis=1)[:, :5]
    most = np.take_along_axis(counts, order, axis=1)
    first, second = most[:, 0], most[:, 1]
    category = np.select(
        [run_in_suit > 0, first == 4, (first == 3) & (second >= 2), flush, run > 0, first == 3,
         (first == 2) & (second == 2), first == 2],
        [8, 7, 6, 5, 4, 3, 2, 1],
        0,
    )  # fmt: skip
    kickers = np.where(most > 0, order + 1, 0) @ (16 ** np.arange(4, -1, -1))
    decides = np.select(
        [category == 8, category == 5, category == 4], [run_in_suit, suited, run], kickers
    )
    return np.asarray(category << 20 | decides)


def top_of_run(held: NDArray[np.int64]) -> NDArray[np.int64]:
    low = held << 1 | held >> 12 & 1
    runs = low & low << 1 & low << 2 & low << 3 & low << 4
    return np.frexp(runs.astype(np.float64))[1].astype(np.int64)


# --- rounds


def numpy_rounds(count: int) -> NDArray[np.float64]:
    """Ultimate Texas Hold 'Em by array operations: 4x with a pair or an ace, 1x with a pair."""
    chance = np.random.default_rng(SEED)
    cards = np.argsort(chance.random((count, 52)), axis=1)[:, :9].astype(np.uint8)
    player = value_by_numpy(cards[:, :7])
    dealer = value_by_numpy(cards[:, 2:9])
    own = cards[:, :2] % 13
    raises = (own[:, 0] == own[:, 1]) | (own.max(axis=1) == 12)
    plays = player >> 20 >= 1
    sign = np.sign(player - dealer)
    pays = np.array([0, 0, 0, 0, 1, 1.5, 3, 10, 50])[player >> 20]
    trips = np.array([-1, -1, -1, 3, 4, 7, 9, 30, 40])[player >> 20]
    multiple = np.where(raises, 4, 1)
    net = multiple * sign + sign * (dealer >> 20 >= 1) + np.where(sign > 0, pays, sign)
    return np.asarray(np.where(raises | plays, net, -2) + trips)


def kit_rounds(count: int) -> int:
    """What PokerKit has of it: a board, two holes, and the better hand."""
    chance = random.Random(SEED)
    deck = [KitCard.parse(str(card)) for card in NEW_DECK]
    cards = [next(iter(found)) for found in deck]
    won = 0
    for _ in range(count):
        dealt = chance.sample(cards, 9)
        mine = StandardHighHand.from_game(dealt[:2], dealt[4:])
        his = StandardHighHand.from_game(dealt[2:4], dealt[4:])
        won += mine > his
    return won


def rounds() -> None:
    print("Simulated rounds a second, every wager settled, the best strategy")
    found: dict[tuple[str, int], float] = {}
    for game, seats in (
        ("uth", 1),
        ("uth", 6),
        ("pikit", 1),
        ("pikit", 6),
        ("hilo", 1),
        ("hilo", 7),
    ):
        options = GAMES[game].read_options({"seats": seats})
        plan = make_plan(game, options, PASS, SEED, {}, seats=seats)
        run_block(plan, 0)
        found[game, seats] = plan.rounds / seconds(lambda: run_block(plan, 0), 100)  # noqa: B023
        name = f"{game}, {seats} {'seat' if seats == 1 else 'seats'}"
        print(f"  {name:<26} {found[game, seats]:>14,.0f}")
    ours = found["uth", 1]
    print(f"  uth with one seat: {ours / ROUNDS_A_SECOND:.2f} times the aim of {ROUNDS_A_SECOND:,}")
    peers = {
        "plain NumPy, one rule": 50_000 / seconds(lambda: numpy_rounds(50_000), 3),
        "PokerKit, ranking only": 100 / seconds(lambda: kit_rounds(100), 3),
    }
    for name, rate in peers.items():
        print(f"  {name:<26} {rate:>14,.0f}   houseway is {ours / rate:,.0f} times as fast")


def main() -> None:
    print("The lab, seed", SEED)
    for part in (solves, evaluations, rounds):
        part()
        print()


if __name__ == "__main__":
    main()
