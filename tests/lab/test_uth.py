"""Ultimate Texas Hold 'Em solved: known results, sums that must agree, and a slow twin."""

import math
import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

import pytest

from houseway.cards import Card, FiveCard, parse_cards
from houseway.chips import Odds, pay_table
from houseway.games import GAMES
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.lab.exact import results
from houseway.lab.uth.side_wagers import five_card_counts
from houseway.lab.uth.solver import DEALS, analyze_uth, best_first, read_rules, solve
from tests.lab import uth_best_play as uth_play
from tests.lab.uth_slowly import (
    analysis,
    compare_slowly,
    deal,
    settle,
    solution,
    without,
)

T = TypeVar("T")
SEED = 20260722
FLUSHY = "9s 8s 7s 6s 2d", "As Ks Qs Js Ts", "Ah Kh Qh 2c 2d", "5d 5c 5h Jd Qd", "Kc Kd 7c 7d 2c"


def test_the_known_optimum_to_the_last_integer() -> None:
    assert DEALS == 27_813_810_024_000
    assert analysis().deals == DEALS
    assert analysis().main.ev == Fraction(-607_723_787_676, DEALS)


def test_the_actions_and_the_risk_are_those_in_print() -> None:
    line = analysis().main
    assert sum(line.actions.values()) == 1
    assert round(float(line.actions["4x"]), 4) == 0.3771
    assert line.actions["3x"] == 0
    assert round(float(line.element_of_risk), 5) == -0.00526
    assert round(line.sd, 2) == 4.94
    assert line == analysis().compulsory


def test_the_distribution_gives_the_line_again() -> None:
    solved = analysis()
    assert sum(solved.distribution.values()) == 1
    assert sum(net * often for net, often in solved.distribution.items()) == solved.main.ev
    square = sum(net**2 * often for net, often in solved.distribution.items())
    assert square - solved.main.ev**2 == solved.main.variance
    assert Fraction(7, 2) in solved.distribution  # a flush at 3 to 2


def test_starting_hands_add_up_to_the_game() -> None:
    """Their values come from the first pass over the boards, the line from the second."""
    hands = analysis().starting_hands
    assert len(hands) == len({hand.hand for hand in hands}) == 169
    assert sum(hand.combos for hand in hands) == math.comb(52, 2)
    total = sum(hand.combos * max(hand.ev.values()) for hand in hands)
    assert total / math.comb(52, 2) == analysis().main.ev
    raised = sum(hand.combos for hand in hands if max(hand.ev, key=hand.ev.__getitem__) == "4x")
    assert Fraction(raised, math.comb(52, 2)) == analysis().main.actions["4x"]
    best = {hand.hand: max(hand.ev, key=hand.ev.__getitem__) for hand in hands}
    raises = "AA 33 A2o A2s K5o K2s Q8o Q6s JTo J8s".split()
    waits = "22 K4o Q7o Q5s J9o J7s T9s".split()
    assert {best[hand] for hand in raises} == {"4x"}
    assert {best[hand] for hand in waits} == {"check"}


def test_the_trips_wager_rests_on_the_seven_card_counts() -> None:
    counts = dict(solution().categories)
    boards = math.comb(52, 2) * math.comb(50, 5)
    assert sum(counts.values()) == boards == 21 * 133_784_560
    assert {key: count // 21 for key, count in counts.items()} == {
        "high_card": 23_294_460,
        "pair": 58_627_800,
        "two_pair": 31_433_400,
        "three_of_a_kind": 6_461_620,
        "straight": 6_180_020,
        "flush": 4_047_644,
        "full_house": 3_473_184,
        "four_of_a_kind": 224_848,
        "straight_flush": 37_260,
        "royal_flush": 4_324,
    }
    side = analysis().side
    edges = [round(float(side[f"trips_{letter}"].ev), 4) for letter in "ABCD"]
    assert edges == [-0.009, -0.019, -0.035, -0.0618]
    assert side["trips"] == side["trips_A"]
    assert side["trips_A"].hit == Fraction(20_428_900, 133_784_560)


def test_options_reach_the_side_wagers() -> None:
    prize = {"straight_flush": {"cents": 50_000}, "royal_flush": {"meter_percent": 100}}
    config = {
        "trips_table": "D",
        "trips_rows": {"flush": 7},
        "progressive": {"table": prize, "meter_cents": 1_000_000, "cards": "hole_and_flop"},
    }
    options = GAMES["uth"].read_options(config)
    solved = analyze_uth(options)
    more = Fraction(4_047_644, 133_784_560)
    assert solved.side["trips"].ev == solved.side["trips_D"].ev + more
    hands = math.comb(52, 5)
    assert solved.side["progressive"].hit == Fraction(40, hands)
    assert solved.side["progressive"].ev == Fraction(36 * 100 + 4 * 2000 - (hands - 40), hands)
    assert solved.main == analysis().main
    assert results.as_data(solved)["options"]["trips_rows"] == {"flush": "7 to 1"}


def test_five_card_hands_are_counted() -> None:
    counts = five_card_counts()
    assert sum(counts.values()) == math.comb(52, 5)
    assert counts["flush"] == 5_108
    assert counts["full_house"] == 3_744


def random_boards(count: int) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Holes and boards: half of them with a possible flush, and some that are peculiar."""
    rng = random.Random(SEED)
    deals = []
    for words in FLUSHY:
        board = parse_cards(words.split())
        deals.append((tuple(rng.sample(without(board), 2)), board))
    while len(deals) < count:
        cards = deal(rng, 7)
        suits = Counter(card.suit for card in cards[2:])
        if max(suits.values()) >= 3 or len(deals) % 2:
            deals.append((tuple(cards[:2]), tuple(cards[2:])))
    return deals


@pytest.mark.parametrize("opens", [FiveCard.PAIR, FiveCard.TWO_PAIR, FiveCard.HIGH_CARD])
def test_boards_compare_as_the_slow_way_does(opens: FiveCard) -> None:
    solved = solution() if opens is FiveCard.PAIR else solve(read_rules(opens=opens))
    for hole, board in random_boards(120 if opens is FiveCard.PAIR else 15):
        fast = uth_play.compare(solved, hole, board)
        slow = compare_slowly(hole, board, opens)
        compared = (fast.won, fast.tied, fast.won_shut, fast.lost_shut, fast.category)
        assert compared == slow, (hole, board)


def test_flops_are_the_sums_of_their_boards() -> None:
    rng = random.Random(SEED)
    flops = [deal(rng, 5) for _ in range(20)]
    flops += [list(parse_cards(w.split())) for w in ("As 2s 9s 5s 5d", "7c 7d 7h 7s 2d")]
    for hole, flop in ((cards[:2], cards[2:]) for cards in flops):
        gain = 0
        for rest in combinations(without((*hole, *flop)), 2):
            gain += uth_play.worth_on(solution(), hole, (*flop, *rest)).gain
        assert gain == uth_play.gain_after_flop(solution(), hole, flop), (hole, flop)


def best_actions(cards: list[Card]) -> UthActions:
    hole, board = cards[:2], cards[2:7]
    first = uth_play.before_flop(solution(), hole)
    if first != "check":
        return UthActions(preflop=first)
    if uth_play.after_flop(solution(), hole, board[:3]) == "2x":
        return UthActions(preflop="check", flop="2x")
    return UthActions("check", "check", uth_play.at_last(solution(), hole, board))


def test_real_rounds_settle_as_the_distribution_says() -> None:
    """The solver's choices, the games' settlement: results as often as they should come."""
    rng, rounds = random.Random(SEED), 20_000
    nets: Counter[Fraction] = Counter()
    last: Counter[str] = Counter()
    options = UthOptions()
    for _ in range(rounds):
        cards = deal(rng, 9)
        actions = best_actions(cards)
        nets[settle(options, cards[:2], cards[2:7], cards[7:], actions)] += 1
        chosen = (actions.preflop, actions.flop, actions.river)
        last[next(action for action in reversed(chosen) if action)] += 1
    assert nets.keys() <= analysis().distribution.keys()
    assert_as_often(nets, analysis().distribution)
    assert_as_often(last, analysis().main.actions)


def assert_as_often(counted: Counter[T], expected: Mapping[T, Fraction]) -> None:
    total = sum(counted.values())
    for key, often in expected.items():
        spread = math.sqrt(total * often * (1 - often))
        assert abs(counted[key] - total * often) <= 5 * spread + 5, key


@pytest.mark.parametrize("number", range(6))
def test_a_board_is_worth_what_the_settlement_pays(number: int) -> None:
    """Every dealer's hand settled by the games, for every play wager."""
    hole, board = random_boards(6)[number]
    worth = uth_play.worth_on(solution(), hole, board)
    ways = {
        1: UthActions("check", "check", "1x"),
        2: UthActions("check", "2x"),
        3: UthActions("3x"),
        4: UthActions("4x"),
    }
    for multiple, way in ways.items():
        paid = Fraction(0)
        for dealer in combinations(without((*hole, *board)), 2):
            paid += settle(UthOptions(), hole, board, dealer, way)
        assert multiple * worth.edge + worth.rest == paid * solution().rules.unit


def test_other_rules_can_be_tried() -> None:
    """A blind that pays a flush evenly, and a dealer who always opens."""
    rows = {row.key: row.odds for row in BLIND.rows} | {"flush": Odds(1)}
    worse = solve(read_rules(pay_table("Blind", rows)))
    always = solve(read_rules(opens=FiveCard.HIGH_CARD))
    totals = [
        Fraction(sum(max(v.values()) for v in other.values.values()), other.rules.unit * DEALS)
        for other in (worse, solution(), always)
    ]
    assert totals[0] < totals[1] == analysis().main.ev
    assert not always.outcomes[:, :, 2:4].any(), "no hand of the dealer's is shut"
    assert solution().outcomes[:, :, 2:4].any()


def test_equal_values_go_to_the_smaller_wager() -> None:
    assert best_first({"4x": 5, "3x": 5, "check": 5}) == "check"
    assert best_first({"4x": 5, "3x": 5, "check": 4}) == "3x"
    assert best_first({"4x": 6, "3x": 5, "check": 4}) == "4x"
