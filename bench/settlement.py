"""How fast the readable engine settles, beside what others take only to rank the hands.

One core, one process. Times on shared machines mislead, so what counts is the
ratio to the named peers measured in the same run: each peer ranks the two
seven-card hands of the same rounds and does nothing else.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from phevaluator import evaluate_cards
from treys import Card as TreysCard
from treys import Evaluator

from houseway.cards import NEW_DECK, Card, best_five, rank_best_five
from houseway.games import GAMES
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions

SEED = 20_260_101
ROUNDS = 2_000
WANTED, AIM = 5_000, 20_000
ACTIONS = (
    UthActions(preflop="4x"),
    UthActions(preflop="check", flop="2x"),
    UthActions(preflop="check", flop="check", river="1x"),
    UthActions(preflop="check", flop="check", river="fold"),
)


def uth_rounds() -> list[Round[UthActions]]:
    chance = random.Random(SEED)
    rounds = []
    for n in range(ROUNDS):
        deck = chance.sample(NEW_DECK, 9)
        wagers = {"ante": 1000, "blind": 1000, "trips": 500}
        hand = Hand(1, "A", wagers, tuple(deck[:2]), ACTIONS[n % len(ACTIONS)])
        rounds.append(Round((hand,), tuple(deck[2:4]), tuple(deck[4:9])))
    return rounds


def rate(work: Callable[[Any], object], items: list[Any], best_of: int = 5) -> float:
    """Items a second, the best of several passes, so that a busy neighbour counts least."""
    best = float("inf")
    for _ in range(best_of):
        start = time.perf_counter()
        for item in items:
            work(item)
        best = min(best, time.perf_counter() - start)
    return len(items) / best


def sevens(round_: Round[UthActions]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return (round_.hands[0].cards + round_.community, round_.dealer + round_.community)


def main() -> None:
    uth = GAMES["uth"]
    options = uth.read_options({"minimums": {"ante": 500, "trips": 500}})
    rounds = uth_rounds()
    pairs = [sevens(round_) for round_ in rounds]
    treys = [[[TreysCard.new(str(card)) for card in hand] for hand in pair] for pair in pairs]
    named = [[[str(card) for card in hand] for hand in pair] for pair in pairs]
    evaluator = Evaluator()

    settled = rate(lambda round_: uth.settle(options, round_), rounds)
    peers = {
        "treys, ranking only": rate(
            lambda pair: [evaluator.evaluate(hand[:2], hand[2:]) for hand in pair], treys
        ),
        "phevaluator, ranking only": rate(
            lambda pair: [evaluate_cards(*hand) for hand in pair], named
        ),
        "houseway, ranking only": rate(lambda pair: [rank_best_five(h) for h in pair], pairs),
        "houseway, ranking by all 21 choices": rate(
            lambda pair: [best_five(h) for h in pair], pairs[:200], best_of=2
        ),
    }
    print("Ultimate Texas Hold 'Em, one player, ante, blind, play and trips, seed", SEED)
    print(f"  settled with every check and clause  {settled:>10,.0f} rounds/s")
    print(f"  wanted {WANTED:,}, aim {AIM:,}: {settled / WANTED:.1f} and {settled / AIM:.2f} times")
    for name, found in peers.items():
        print(f"  {name:<36} {found:>10,.0f} rounds/s   ratio {settled / found:.2f}")


if __name__ == "__main__":
    main()
