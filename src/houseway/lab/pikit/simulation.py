"""Pik-it poker as the simulation plays it: a word for every hand of five cards."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, ThreeCard
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab.exact.five_cards import encode
from houseway.lab.exact.kernels.hands import CLASSES, THREE_SHIFT, list_classes, values_of_three
from houseway.lab.pikit import strategies
from houseway.lab.pikit.kernels import rounds as kernel
from houseway.lab.pikit.kernels import settlement
from houseway.lab.pikit.solver import ACTIONS, analyze_pikit, count_deals, rules_of
from houseway.lab.pikit.words import side_names
from houseway.lab.simulation.five_cards import pack_fives, spread_words, suit_exchanges
from houseway.lab.simulation.kernels.five_cards import spread_threes
from houseway.lab.simulation.model import Array, Exact, Meaning, Model, Play, paid

ONE, LOST = Fraction(1), (Fraction(1), Fraction(-1))
"""An ante, and an ante staked and lost."""
WAGERS = ("ante", "play_3", "play_5", "five_card_bonus", "three_card_bonus")


def pikit_model(options: PikitOptions, strategy: str, _bets: Mapping[str, Fraction]) -> Model:
    return Model(
        wagers=WAGERS,
        optional=("three_card_bonus",),
        actions=ACTIONS,
        meanings=tuple(_meanings(options)),
        make_play=lambda: _player(options, choose_actions(options, strategy)),
        make_exact=lambda: _exact(options, strategy),
        dealt=lambda seats: 5 + 5 * seats,
    )


def choose_actions(options: PikitOptions, strategy: str) -> NDArray[np.uint8]:
    """A strategy as an action for every class of hands."""
    if strategy != "optimal":
        return strategies.choices_of(
            strategies.find_thresholds(options, strategies.BY_NAME.get(strategy, strategy))
        )
    dealt = count_deals()
    sets, values = dealt.hands.sets, dealt.hands.values
    actions = settlement.settle(dealt.known, sets, values, rules_of(options))[1]
    return np.asarray(actions, np.uint8)


def _best_paid(options: PikitOptions) -> NDArray[np.int64]:
    """Of categories given as bits, the one that pays most: for players who look first."""
    pays = [paid(options.three_card, kind.key) for kind in ThreeCard]
    best = np.zeros(1 << len(pays), np.int64)
    for bits in range(1, len(best)):
        kinds = [kind for kind in ThreeCard if bits >> kind & 1]
        best[bits] = max(kinds, key=lambda kind: pays[kind])
    return best


def _player(options: PikitOptions, choices: NDArray[np.uint8]) -> Play:
    dealt, looks = count_deals(), options.three_card_pick == "seen"
    fives = pack_fives(dealt.hands.values)
    threes = np.unique(dealt.threes, return_inverse=True)[1]
    assert int(threes.max()) <= kernel.THREE_MASK
    words = fives << kernel.FIVE | threes << kernel.THREE
    table = spread_words(words | _best_paid(options)[dealt.kinds] << kernel.SEEN | choices)
    lowest = int(fives[dealt.hands.values >= encode(LOWEST_QUALIFYING)].min())
    picks = _categories_of_three()

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        kernel.play_rounds(table, picks, looks, lowest, deck, state, cells, cards)

    return rounds


def _categories_of_three() -> NDArray[np.uint8]:
    """By the number of three cards."""
    cards, _ = list_classes(3, CLASSES[3])
    table = np.zeros(22100, np.uint8)
    categories = (values_of_three(cards) >> THREE_SHIFT).astype(np.uint8)
    spread_threes(categories, cards, suit_exchanges(), table)
    return table


def _exact(options: PikitOptions, strategy: str) -> Exact:
    """Both bonuses are paid whatever the player does."""
    analysis = analyze_pikit(options)
    sides = {wager: analysis.side[side].ev for wager, side in side_names(options).items()}
    if strategy == "optimal":
        return Exact(analysis.compulsory.ev, sides, analysis.main.actions)
    line = strategies.line_of(options, choose_actions(options, strategy))
    return Exact(line.ev + sides["five_card_bonus"], sides, line.actions)


def _meanings(options: PikitOptions) -> Iterator[Meaning]:
    """In the order of the kernel's numbers."""
    for action, five, three, outcome, qualifies in product(
        ACTIONS, FiveCard, ThreeCard, range(3), (False, True)
    ):
        wagers = {
            "five_card_bonus": (ONE, paid(options.five_card, five.key)),
            "three_card_bonus": (ONE, paid(options.three_card, three.key)),
        }
        if action == "fold":
            wagers["ante"] = LOST
        else:
            ante, play = Fraction(outcome - 1), Fraction(outcome - 1)
            if action == "play_5" and options.dealer_must_qualify and not qualifies:
                play = Fraction()
                ante = max(ante, Fraction()) if options.nonqualifying_ante == "push" else ante
            stake = Fraction(options.multiple(action))
            wagers |= {"ante": (ONE, ante), action: (stake, stake * play)}
        yield Meaning(action, wagers)
