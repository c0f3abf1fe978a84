"""Cover All: graphs against plain counting, and the best of seven real hands."""

import math
import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from houseway.cards import Card, FiveCard, rank_best_five
from houseway.games import GAMES
from houseway.games.uth.paytables import COVER_ALL_MATRIX
from houseway.lab.uth.cover_all import Graph, best_of, choose_apart, holes_of, sum_over_boards
from houseway.lab.uth.solver import analyze_uth
from tests.lab.uth_slowly import analysis, deal, solution, without

SEED = 20260722


@cache
def reached(least: FiveCard) -> tuple[int, ...]:
    return sum_over_boards(solution().ranked, solution().compared, least)


def choose_plainly(edges: list[tuple[int, int]], most: int) -> list[int]:
    """Sets of edges that share no end, by their number: each edge is left out or taken."""
    if not edges or most == 0:
        return [1] + [0] * most
    (a, b), *rest = edges
    left_out = choose_plainly(rest, most)
    free = [edge for edge in rest if not {a, b} & set(edge)]
    taken = [0, *choose_plainly(free, most - 1)]
    return [without + taking for without, taking in zip(left_out, taken, strict=True)]


def draw_graph(rng: random.Random) -> tuple[Graph, list[tuple[int, int]]]:
    """A random graph as classes, and as edges between single cards."""
    count = rng.randint(1, 5)
    sizes = [rng.randint(1, 3) for _ in range(count)]
    inner = [rng.random() < 0.5 for _ in range(count)]
    joined = [0] * count
    for a, b in combinations(range(count), 2):
        if rng.random() < 0.5:
            joined[a] |= 1 << b
            joined[b] |= 1 << a
    graph = tuple(zip(sizes, inner, joined, strict=True))
    cards = [place for place, size in enumerate(sizes) for _ in range(size)]
    edges = [
        (i, j)
        for i, j in combinations(range(len(cards)), 2)
        if (inner[cards[i]] if cards[i] == cards[j] else joined[cards[i]] >> cards[j] & 1)
    ]
    return graph, edges


def test_choices_of_a_graph_are_those_of_plain_counting() -> None:
    rng = random.Random(SEED)
    for _ in range(150):
        graph, edges = draw_graph(rng)
        if len(edges) <= 24:
            assert list(choose_apart(graph)) == choose_plainly(edges, 7), graph


def test_one_hand_reaches_what_seven_cards_do() -> None:
    assert reached(FiveCard.FULL_HOUSE)[:2] == (math.comb(52, 5), 21 * 3_739_616)
    assert reached(FiveCard.ROYAL_FLUSH)[1] == 21 * 4_324
    assert holes_of(47, 1) == 1081
    assert sum(best_of(3, {FiveCard.FULL_HOUSE: reached(FiveCard.FULL_HOUSE)}).values()) == (
        math.comb(52, 5) * holes_of(47, 3)
    )


def test_all_may_have_a_royal_flush_only_on_the_board() -> None:
    for k in range(2, 8):
        assert reached(FiveCard.ROYAL_FLUSH)[k] == 4 * holes_of(47, k)


def pairs_that_reach(board: list[Card], least: FiveCard) -> int:
    """Pairs of holes of a board that share no card and both reach a category."""
    edges = [
        hole
        for hole in combinations(without(board), 2)
        if rank_best_five((*hole, *board)).category >= least
    ]
    met = Counter(card for hole in edges for card in hole)
    return math.comb(len(edges), 2) - sum(math.comb(n, 2) for n in met.values())


@pytest.mark.parametrize("least", [FiveCard.THREE_OF_A_KIND, FiveCard.FULL_HOUSE])
def test_two_hands_reach_it_as_often_as_on_real_boards(least: FiveCard) -> None:
    rng, boards = random.Random(SEED), 250
    pairs = [pairs_that_reach(deal(rng, 5), least) for _ in range(boards)]
    mean = reached(least)[2] / math.comb(52, 5)
    spread = math.sqrt(sum((count - mean) ** 2 for count in pairs) / boards)
    assert abs(sum(pairs) / boards - mean) < 5 * spread / math.sqrt(boards)


def test_the_best_of_seven_hands_on_real_deals() -> None:
    rng, rounds = random.Random(SEED), 4_000
    best: Counter[str] = Counter()
    for _ in range(rounds):
        cards = deal(rng, 19)
        board = cards[:5]
        hands = [rank_best_five((*board, *cards[at : at + 2])) for at in range(5, 19, 2)]
        best[max(hands).category.key] += 1
    lows = [FiveCard(n) for n in range(FiveCard.THREE_OF_A_KIND, FiveCard.ROYAL_FLUSH + 1)]
    exact = best_of(7, {least: reached(least) for least in lows})
    total = sum(exact.values())
    for category in lows:
        often = exact[category.key] / total
        spread = math.sqrt(rounds * often * (1 - often))
        assert abs(best[category.key] - rounds * often) <= 5 * spread + 3, category


def test_every_column_is_paid() -> None:
    side = analysis().side
    edges = {hands: round(float(side[f"cover_all_{hands}"].ev), 4) for hands in COVER_ALL_MATRIX}
    assert edges == {2: -0.0998, 3: -0.1, 4: -0.092, 5: -0.0861, 6: -0.0995, 7: -0.1056}
    better = GAMES["uth"].read_options({"cover_all_low_rows": {"flush": 1}})
    assert analyze_uth(better).side["cover_all_7"].ev > side["cover_all_7"].ev
