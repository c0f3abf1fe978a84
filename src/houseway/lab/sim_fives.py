"""Pik-it and 5 Card Hi-Lo as the simulation plays them: a word for every hand of five cards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, FiveCardRank, Rank, ThreeCard
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import poker_bonus_odds
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.lab import compact_hilo, compact_pikit, hilo, pikit
from houseway.lab.fivecards import encode, five_cards
from houseway.lab.kernels import hilo as hilo_kernel
from houseway.lab.kernels import pikit as pikit_kernel
from houseway.lab.kernels import sim_fives as kernel
from houseway.lab.kernels.hands import (
    CLASSES,
    FIVE_SHIFT,
    THREE_SHIFT,
    Values,
    list_classes,
    values_of_three,
)
from houseway.lab.kernels.seven import PLACE_BITS
from houseway.lab.sim_model import Array, Exact, Meaning, Model, Play, paid
from houseway.lab.sim_uth import flop_classes

ONE, ALL = Fraction(1), (Fraction(1), Fraction(-1))
"""An ante, and an ante staked and lost."""
SIMPLE = "simple"
"""What the games call so, because their robots play so, is the beginner's compact strategy."""


def compact_name(strategy: str) -> str:
    return "beginner" if strategy == SIMPLE else strategy


def pack_fives(values: Values) -> NDArray[np.int64]:
    """Values of five cards as a category and a place in it, in sixteen bits."""
    known, places = np.unique(values, return_inverse=True)
    category = known >> FIVE_SHIFT
    first = np.searchsorted(category, category)
    packed: NDArray[np.int64] = (category << PLACE_BITS | np.arange(len(known)) - first)[places]
    return packed


def _spread(words: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The words of the classes as a table of all hands."""
    table = np.zeros(kernel.HANDS, np.uint32)
    kernel.spread(words.astype(np.uint32), five_cards().cards, flop_classes()[1], table)
    return table


# --- Pik-it

PIKIT_WAGERS = ("ante", "play_3", "play_5", "five_card_bonus", "three_card_bonus")


def pikit_model(options: PikitOptions, strategy: str, _bets: Mapping[str, Fraction]) -> Model:
    return Model(
        wagers=PIKIT_WAGERS,
        optional=("three_card_bonus",),
        actions=pikit.ACTIONS,
        meanings=tuple(_pikit_meanings(options)),
        make_play=lambda: _pikit_player(options, pikit_actions(options, strategy)),
        make_exact=lambda: _pikit_exact(options, strategy),
        dealt=lambda seats: 5 + 5 * seats,
    )


PIKIT_STRATEGIES = ("optimal", SIMPLE, *compact_pikit.STRATEGIES)


def pikit_actions(options: PikitOptions, strategy: str) -> NDArray[np.uint8]:
    """A strategy as an action for every class of hands."""
    if strategy != "optimal":
        return compact_pikit.choices_of(
            compact_pikit.find_thresholds(options, compact_name(strategy))
        )
    dealt = pikit.count_deals()
    sets, values = dealt.hands.sets, dealt.hands.values
    found = pikit_kernel.settle(dealt.known, sets, values, pikit.rules_of(options))[1]
    return np.asarray(found, np.uint8)


def _best_paid(options: PikitOptions) -> NDArray[np.int64]:
    """Of categories given as bits, the one that pays most: for players who look first."""
    pays = [paid(options.three_card, kind.key) for kind in ThreeCard]
    found = np.zeros(1 << len(pays), np.int64)
    for bits in range(1, len(found)):
        kinds = [kind for kind in ThreeCard if bits >> kind & 1]
        found[bits] = max(kinds, key=lambda kind: pays[kind])
    return found


def _pikit_player(options: PikitOptions, choices: NDArray[np.uint8]) -> Play:
    dealt, looks = pikit.count_deals(), options.three_card_pick == "seen"
    fives = pack_fives(dealt.hands.values)
    threes = np.unique(dealt.threes, return_inverse=True)[1]
    assert int(threes.max()) <= kernel.THREE_MASK
    words = fives << kernel.FIVE | threes << kernel.THREE
    table = _spread(words | _best_paid(options)[dealt.kinds] << kernel.SEEN | choices)
    lowest = int(fives[dealt.hands.values >= encode(LOWEST_QUALIFYING)].min())
    picks = _categories_of_three()

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        kernel.play_pikit(table, picks, looks, lowest, deck, state, cells, cards)

    return rounds


def _categories_of_three() -> NDArray[np.uint8]:
    """By the number of three cards."""
    cards, _ = list_classes(3, CLASSES[3])
    found = np.zeros(22100, np.uint8)
    categories = (values_of_three(cards) >> THREE_SHIFT).astype(np.uint8)
    kernel.spread_threes(categories, cards, flop_classes()[1], found)
    return found


def _pikit_exact(options: PikitOptions, strategy: str) -> Exact:
    """Both bonuses are paid whatever the player does."""
    found = pikit.analyze_pikit(options)
    three = f"three_card_bonus_{options.three_card_table}"
    sides = {
        "five_card_bonus": found.side[f"five_card_bonus_{options.five_card_table}"].ev,
        "three_card_bonus": found.side[
            f"{three}_seen" if options.three_card_pick == "seen" else three
        ].ev,
    }
    if strategy == "optimal":
        return Exact(found.compulsory.ev, sides, found.main.actions)
    line = compact_pikit.line_of(options, pikit_actions(options, strategy))
    return Exact(line.ev + sides["five_card_bonus"], sides, line.actions)


def _pikit_meanings(options: PikitOptions) -> Iterator[Meaning]:
    """In the order of the kernel's numbers."""
    for action, five, three, outcome, qualifies in product(
        pikit.ACTIONS, FiveCard, ThreeCard, range(3), (False, True)
    ):
        wagers = {
            "five_card_bonus": (ONE, paid(options.five_card, five.key)),
            "three_card_bonus": (ONE, paid(options.three_card, three.key)),
        }
        if action == "fold":
            wagers["ante"] = ALL
        else:
            ante, play = Fraction(outcome - 1), Fraction(outcome - 1)
            if action == "play_5" and options.dealer_must_qualify and not qualifies:
                play = Fraction()
                ante = max(ante, Fraction()) if options.nonqualifying_ante == "push" else ante
            stake = Fraction(options.multiple(action))
            wagers |= {"ante": (ONE, ante), action: (stake, stake * play)}
        yield Meaning(action, wagers)


# --- 5 Card Hi-Lo

HILO_WAGERS = ("ante", "play", "ante_bonus", "tie", "poker_bonus")


def hilo_model(options: HiloOptions, strategy: str, bets: Mapping[str, Fraction]) -> Model:
    """With a tie bet a strategy is the best, or the best of its kind, for all wagers together."""
    tie = bets.get("tie", Fraction())
    return Model(
        wagers=HILO_WAGERS,
        optional=("tie", "poker_bonus"),
        actions=("fold", "play"),
        meanings=tuple(_hilo_meanings(options)),
        make_play=lambda: _hilo_player(options, np.array(hilo_settings(options, tie, strategy))),
        make_exact=lambda: _hilo_exact(options, tie, strategy),
        dealt=lambda seats: 5 + 5 * seats,
    )


HILO_STRATEGIES = ("optimal", SIMPLE, *compact_hilo.STRATEGIES)


def hilo_settings(options: HiloOptions, tie: Fraction, strategy: str) -> Sequence[int]:
    """A strategy as a setting for every hand that differs in points; -1 folds."""
    if strategy == "optimal":
        return hilo.best_settings(options, tie)
    return compact_hilo.settings_of(options, tie, compact_name(strategy))


def _rows_of(cards: Array) -> NDArray[np.int64]:
    """The hand by points of each class of five cards."""
    powers = hilo_kernel.KINDS ** np.arange(5)
    kinds = np.array([0 if r == 12 else min(r + 1, hilo_kernel.TENS) for r in range(13)])
    table = np.full(hilo_kernel.KINDS**5, -1, np.int64)
    hands = hilo.count_deals().hands
    table[np.sort(hands, axis=1) @ powers] = np.arange(len(hands))
    found: NDArray[np.int64] = table[np.sort(kinds[cards % 13], axis=1) @ powers]
    assert found.min() >= 0
    return found


def _poker_paid(options: HiloOptions, values: Values) -> NDArray[np.int64]:
    """The category that the poker bonus pays a hand for; high card where it loses."""
    lowest = min(
        rank
        for rank in Rank
        if poker_bonus_odds(
            options.poker_bonus, options.poker_bonus_table, FiveCardRank(FiveCard.PAIR, (rank,))
        )
    )
    unpaid = (values >> FIVE_SHIFT == FiveCard.PAIR) & (values >> FIVE_SHIFT - 4 & 15 < lowest)
    return np.where(unpaid, FiveCard.HIGH_CARD, values >> FIVE_SHIFT).astype(np.int64)


def _hilo_player(options: HiloOptions, chosen: NDArray[np.int64]) -> Play:
    dealt, hands = hilo.count_deals(), five_cards()
    own = dealt.totals[np.arange(len(chosen)), np.maximum(chosen, 0)]
    other = dealt.totals[:, 0]
    by_hand = own[:, 0] << kernel.HIGH | own[:, 1] << kernel.LOW
    by_hand |= other[:, 0] << kernel.OTHER_HIGH | other[:, 1] << kernel.OTHER_LOW
    by_hand |= dealt.bonuses << kernel.ACES | (chosen < 0) << kernel.FOLDS
    bonus = _poker_paid(options, hands.values) << kernel.POKER
    table = _spread(by_hand[_rows_of(hands.cards)] | bonus)

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        kernel.play_hilo(table, deck, state, cells, cards)

    return rounds


def _hilo_exact(options: HiloOptions, tie: Fraction, strategy: str) -> Exact:
    found = hilo.analyze_hilo(options, tie)
    poker = found.side[f"poker_bonus_{options.poker_bonus_table}"].ev
    if strategy == "optimal":
        sides = {"tie": found.side["tie"].ev, "poker_bonus": poker}
        return Exact(found.main.ev, sides, found.main.actions)
    chosen = hilo_settings(options, tie, strategy)
    alone, with_tie = (hilo.line_as_set(options, Fraction(antes), chosen) for antes in (0, 1))
    sides = {"tie": with_tie.ev - alone.ev, "poker_bonus": poker}
    return Exact(alone.ev, sides, alone.actions)


def _hilo_meanings(options: HiloOptions) -> Iterator[Meaning]:
    """In the order of the kernel's numbers."""
    bonuses = hilo.ante_bonuses(options)
    for beside, bonus, category in product(range(kernel.FOLDED + 1), bonuses, FiveCard):
        wagers = {"poker_bonus": (ONE, paid(options.poker_bonus, category.key))}
        if beside == kernel.FOLDED:
            yield Meaning("fold", wagers | {"ante": ALL, "tie": ALL})
            continue
        half = Fraction(hilo.NETS[beside], 2)
        wagers |= {"ante": (ONE, half), "play": (ONE, half), "ante_bonus": (Fraction(), bonus)}
        wagers["tie"] = (ONE, Fraction(hilo.TIE_NETS[beside]))
        yield Meaning("play", wagers)
