"""Cards seen at Pik-it poker: against dealers one by one, against the advice, and as a whole."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.games.pikit.options import PikitOptions
from houseway.lab.contract import Situation, advise
from houseway.lab.exact.exposure import Estimate
from houseway.lab.exact.exposure_common import estimate, generator
from houseway.lab.exact.five_cards import DEALS
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.pikit.exposure import (
    COUNTED,
    WITH_ONE,
    WITHOUT_ONE,
    best_net,
    count_gone,
    count_holding,
    counted,
    dead_card_gains,
    dealers_by_cell,
    deals_by_cell,
    pikit_exposures,
    ranked,
    two_card_gains,
)
from houseway.lab.pikit.kernels.settlement import BESIDE_5, UNQUALIFIED, add_best, weigh_all
from houseway.lab.pikit.solver import ACTIONS, analyze_pikit, count_deals, rules_of
from houseway.lab.pikit.words import EXPOSURES
from houseway.rulebook import Malformed
from tests.lab import every_hand
from tests.lab.solved import row_of
from tests.lab.test_pikit import VARIANTS, main_net, name_of, settled

SEED = 20261117
LOWEST = [NEW_DECK.index(card) for card in parse_cards("As Kd 4h 3c 2s".split())]

listed = cache(every_hand.list_hands)
"""All hands: which cards, the value of the five, the value of the best three."""


def hand_of(row: int) -> list[int]:
    return [int(card) for card in count_deals().hands.cards[row]]


def mask(places: list[int]) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))


def cards_at(places: list[int]) -> tuple[Card, ...]:
    return tuple(NEW_DECK[place] for place in places)


def one_by_one(own: list[int], chosen: np.ndarray) -> list[list[list[int]]]:
    """Dealers of those chosen by qualification and by how they compare, each one looked at."""
    masks, fives, threes = listed()
    mine, lowest = (np.flatnonzero(masks == mask(hand))[0] for hand in (own, LOWEST))
    cells = np.zeros((2, 3, 3), np.int64)
    five = np.sign(fives[chosen] - fives[mine]) + 1
    three = np.sign(threes[chosen] - threes[mine]) + 1
    np.add.at(cells, ((fives[chosen] >= fives[lowest]).astype(int), five, three), 1)
    counts: list[list[list[int]]] = cells.tolist()
    return counts


def dealers_with(own: list[int], held: list[int]) -> np.ndarray:
    """Dealers who hold these cards and none of the player's."""
    masks = listed()[0]
    none_of, all_of = mask(own), mask(held)
    return np.flatnonzero(((masks & none_of) == 0) & ((masks & all_of) == all_of))


def columns(cells: list[list[list[int]]]) -> list[int]:
    """The five numbers that are known of a state, from the cells."""
    by = np.array(cells)
    five, three = by.sum(axis=(0, 2)), by.sum(axis=(0, 1))
    return [int(n) for n in (*five[:2], *three[:2], by[0].sum())]


@pytest.fixture
def chance() -> Random:
    print(f"seed {SEED}")
    return Random(SEED)


def some_rows(chance: Random, many: int) -> list[int]:
    """Random hands; half of them too low to qualify, half not."""
    by_five, _ = ranked()
    low = np.flatnonzero(by_five.levels < by_five.limit).tolist()
    high = np.flatnonzero(by_five.levels >= by_five.limit).tolist()
    return chance.sample(low, many // 2) + chance.sample(high, many // 2)


# --- counted


def test_dealers_who_hold_a_card_agree_with_dealers_one_by_one(chance: Random) -> None:
    for row in some_rows(chance, 4):
        by_five, by_three = count_holding(row, row + 1)
        own = hand_of(row)
        others = [card for card in range(52) if card not in own]
        for n in chance.sample(range(47), 5):
            hold = dealers_with(own, [others[n]])
            assert len(hold) == WITH_ONE
            below, beside, low = by_five[0, n].tolist()
            state = [below, beside, *by_three[0, n, :2].tolist(), low]
            assert state == columns(one_by_one(own, hold)), (own, others[n])


def test_every_dealer_holds_five_cards() -> None:
    """Over the 47 cards, each dealer is counted five times: for thousands of hands at once."""
    known = count_deals().known
    for first in (0, 70_000, len(known) - 1_000):
        by_five, by_three = count_holding(first, first + 1_000)
        held = np.concatenate((by_five[:, :, :2], by_three[:, :, :2], by_five[:, :, 2:]), axis=2)
        assert (held.sum(axis=1) == 5 * known[first : first + 1_000]).all()


def test_comparisons_by_five_and_by_three_agree_with_dealers_one_by_one(chance: Random) -> None:
    cells = dealers_by_cell()
    for row in some_rows(chance, 12):
        own = hand_of(row)
        assert cells[..., row].tolist() == one_by_one(own, dealers_with(own, [])), own


def test_player_and_dealer_compare_alike_when_they_change_places() -> None:
    deals = deals_by_cell()
    assert deals.min() >= 0
    assert deals.sum() == DEALS
    both = deals.sum(axis=0)
    assert (both == both[::-1, ::-1]).all()
    assert deals[0].sum() == (count_deals().known[:, UNQUALIFIED] * weights()).sum()
    assert both[1].sum() == (count_deals().known[:, BESIDE_5] * weights()).sum()


def weights() -> np.ndarray:
    return count_deals().hands.sets.astype(np.int64)


def test_a_player_who_sees_the_dealers_hand_takes_the_best_settlement(
    chance: Random,
) -> None:
    for _ in range(300):
        cards = tuple(chance.sample(NEW_DECK, 10))
        player, dealer = cards[:5], cards[5:]
        own, other = row_of(player), row_of(dealer)
        five, three = (
            1 + int(np.sign(int(order.levels[other]) - int(order.levels[own])))
            for order in ranked()
        )
        options = chance.choice(VARIANTS)
        by_five, _ = ranked()
        qualifies = int(by_five.levels[other] >= by_five.limit)
        nets = [main_net(settled(options, player, dealer, action)) for action in ACTIONS]
        assert best_net(options, qualifies, five, three) == max(nets), cards


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_seeing_more_is_never_worth_less(options: PikitOptions) -> None:
    base = analyze_pikit(options).main.ev
    burn, dealer_card, every = (counted(options, name) for name in COUNTED)
    assert (
        base
        < burn
        < dealer_card
        < every
        < 1 + max(options.play_3_multiple, options.play_5_multiple)
    )


def test_one_card_and_all_five_have_their_known_worth() -> None:
    """As first found, after every count had agreed with the plain way."""
    evs = {name: counted(PikitOptions(), name) for name in COUNTED}
    assert evs == KNOWN


KNOWN = {
    "burn_card": Fraction(1222583422321, 1744157670255),
    "one_dealer_card": Fraction(13989045248, 19775030275),
    "all_dealer_cards": Fraction(31636888737, 27685042385),
}


# --- against the advice


def worths(options: PikitOptions, own: list[int], dead: list[int], dealers: int) -> list[int]:
    """What fold, play 3 and play 5 net over all dealers, by the advice."""
    choices = advise(Situation("pikit", options, cards_at(own), (), cards_at(dead)))
    worth = {choice.action: choice.ev * dealers for choice in choices}
    assert all(net.denominator == 1 for net in worth.values())
    return [int(worth[action]) for action in ACTIONS]


@pytest.mark.parametrize("dead", [1, 2, 5, 10, 15, 20, 25, 40])
def test_dealers_with_cards_gone_are_worth_what_the_advice_says(dead: int) -> None:
    print(f"seed {SEED + dead}")
    chance = Random(SEED + dead)
    rows = np.array(sorted(some_rows(chance, 4)))
    gone = []
    for row in rows:
        others = [card for card in range(52) if card not in hand_of(row)]
        gone.append(hand_of(row) + chance.sample(others, dead))
    known = count_gone(rows, np.array(gone, np.uint8))
    dealers = comb(47 - dead, 5)
    for options in chance.sample(VARIANTS, 3):
        worth = weigh_all(known, dealers, rules_of(options)).tolist()
        for own, nets in zip(gone, worth, strict=True):
            assert nets == worths(options, own[:5], own[5:], dealers)


def test_the_best_choices_with_one_card_seen_are_those_of_the_advice(chance: Random) -> None:
    """One hand, all 47 cards: dead, and in the dealer's hand, which all others are without."""
    for row, options in zip(some_rows(chance, 2), (VARIANTS[1], VARIANTS[10]), strict=True):
        own = hand_of(row)
        unseen = worths(options, own, [], DEALERS)
        best_held, best_dead = 0, 0
        for card in set(range(52)) - set(own):
            dead = worths(options, own, [card], WITHOUT_ONE)
            best_dead += max(dead)
            best_held += max(a - b for a, b in zip(unseen, dead, strict=True))
        sums = np.zeros((1, 2), np.int64)
        known, sets = count_deals().known[row : row + 1], np.ones(1, np.int32)
        rules = rules_of(options)[None, :]
        held = count_holding(row, row + 1)
        add_best(known, sets, *held, (WITH_ONE, WITHOUT_ONE), rules, sums)
        assert sums.tolist() == [[best_held, best_dead]]


def test_a_sample_of_two_dealer_cards_nets_what_the_dealers_net(chance: Random) -> None:
    """Dealers with both cards, counted as the sample does and one by one."""
    for row in some_rows(chance, 4):
        own = hand_of(row)
        first, second = chance.sample([card for card in range(52) if card not in own], 2)
        rows = np.array([row])
        known = count_deals().known[row]
        without = [
            count_gone(rows, np.array([own + dead], np.uint8))[0]
            for dead in ([first], [second], [first, second])
        ]
        both = known - without[0] - without[1] + without[2]
        assert both.tolist() == columns(one_by_one(own, dealers_with(own, [first, second])))


# --- sampled


def test_a_sample_finds_what_is_known_exactly() -> None:
    """The gain of a dead card, which can be counted, by the way other hands are estimated."""
    for options in (PikitOptions(), PikitOptions(dealer_must_qualify=True, play_3_multiple=2)):
        base = analyze_pikit(options).main.ev
        gains = dead_card_gains(options, 1, 40_000, generator(5, "burn_card"))
        sampled = estimate(base, gains, 5)
        exact = float(counted(options, "burn_card"))
        assert 0 < sampled.error < 0.2 * (exact - float(base))
        assert abs(sampled.mean - exact) < 3 * sampled.error
        assert abs(sampled.mean - float(base)) > 3 * sampled.error, "it would find nothing else"


def test_two_cards_lie_between_one_and_five() -> None:
    options = PikitOptions(play_5_multiple=2)
    gains = two_card_gains(options, 4_000, generator(5, "two_dealer_cards"))
    assert gains.min() == 0
    sampled = estimate(counted(options, "one_dealer_card"), gains, 5)
    low, high = sampled.interval
    assert counted(options, "one_dealer_card") < low
    assert high < counted(options, "all_dealer_cards")


def test_more_hands_are_worth_more_and_a_seed_repeats_them() -> None:
    options = PikitOptions(seats=9)
    names = ["other_hand", "other_hands_3", "other_hands_5", "other_hands_7", "other_hands_8"]
    evs = [exposure.ev for exposure in pikit_exposures(options, names, rounds=600, seed=4)]
    means = [exposure.mean for exposure in evs if isinstance(exposure, Estimate)]
    assert len(means) == 5
    assert all(less < more for less, more in pairwise(means))
    assert float(analyze_pikit(options).main.ev) < means[0]
    again, other = (
        next(pikit_exposures(options, ["other_hands_5"], rounds=600, seed=seed)).ev
        for seed in (4, 5)
    )
    assert again == evs[2]
    assert other != evs[2]


# --- names and arguments


def test_every_exposure_that_the_seats_allow_is_calculated() -> None:
    names = [exposure.name for exposure in pikit_exposures(PikitOptions(seats=2), rounds=10)]
    assert names == [*list(EXPOSURES)[:4], "other_hand"]
    alone = pikit_exposures(PikitOptions(seats=1), rounds=0)
    assert [(exposure.name, exposure.exact) for exposure in alone] == [
        (name, True) for name in COUNTED
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"names": ["dealer"]}, "known are burn_card, one_dealer_card"),
        ({"names": ["other_hands_6"]}, "needs 7 seats; the table has 6"),
        ({"names": ["other_hand"], "rounds": 0}, "needs rounds"),
        ({"rounds": 1}, "2 rounds or more"),
        ({"rounds": -5}, "2 rounds or more"),
        ({"seed": -1}, "whole number from 0"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, int], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        pikit_exposures(PikitOptions(), **arguments)  # type: ignore[arg-type]
