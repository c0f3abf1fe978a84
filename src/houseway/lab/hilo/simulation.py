"""5 Card Hi-Lo as the simulation plays it: a word for every hand of five cards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.cards import FiveCard, FiveCardRank, Rank
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import poker_bonus_odds
from houseway.lab.exact.five_cards import five_cards
from houseway.lab.exact.kernels.hands import FIVE_SHIFT, Values
from houseway.lab.hilo import strategies
from houseway.lab.hilo.kernels import rounds as kernel
from houseway.lab.hilo.kernels import settings
from houseway.lab.hilo.solver import (
    NETS,
    TIE_NETS,
    analyze_hilo,
    ante_bonuses,
    best_settings,
    count_deals,
    line_as_set,
)
from houseway.lab.hilo.words import side_names
from houseway.lab.simulation.five_cards import spread_words
from houseway.lab.simulation.model import Array, Exact, Meaning, Model, Play, paid

ONE, LOST = Fraction(1), (Fraction(1), Fraction(-1))
"""An ante, and an ante staked and lost."""
WAGERS = ("ante", "play", "ante_bonus", "tie", "poker_bonus")


def hilo_model(options: HiloOptions, strategy: str, bets: Mapping[str, Fraction]) -> Model:
    """With a tie bet a strategy is the best, or the best of its kind, for all wagers together."""
    tie = bets.get("tie", Fraction())
    return Model(
        wagers=WAGERS,
        optional=("tie", "poker_bonus"),
        actions=("fold", "play"),
        meanings=tuple(_meanings(options)),
        make_play=lambda: _player(options, np.array(choose_settings(options, tie, strategy))),
        make_exact=lambda: _exact(options, tie, strategy),
        dealt=lambda seats: 5 + 5 * seats,
    )


def choose_settings(options: HiloOptions, tie: Fraction, strategy: str) -> Sequence[int]:
    """A strategy as a setting for every hand that differs in points; -1 folds."""
    if strategy == "optimal":
        return best_settings(options, tie)
    return strategies.settings_of(options, tie, strategies.BY_NAME.get(strategy, strategy))


def _rows_of(cards: Array) -> NDArray[np.int64]:
    """The hand by points of each class of five cards."""
    powers = settings.KINDS ** np.arange(5)
    kinds = np.array([0 if r == 12 else min(r + 1, settings.TENS) for r in range(13)])
    table = np.full(settings.KINDS**5, -1, np.int64)
    hands = count_deals().hands
    table[np.sort(hands, axis=1) @ powers] = np.arange(len(hands))
    rows: NDArray[np.int64] = table[np.sort(kinds[cards % 13], axis=1) @ powers]
    assert rows.min() >= 0
    return rows


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


def _player(options: HiloOptions, chosen: NDArray[np.int64]) -> Play:
    dealt, hands = count_deals(), five_cards()
    own = dealt.totals[np.arange(len(chosen)), np.maximum(chosen, 0)]
    other = dealt.totals[:, 0]
    by_hand = own[:, 0] << kernel.HIGH | own[:, 1] << kernel.LOW
    by_hand |= other[:, 0] << kernel.OTHER_HIGH | other[:, 1] << kernel.OTHER_LOW
    by_hand |= dealt.bonuses << kernel.ACES | (chosen < 0) << kernel.FOLDS
    bonus = _poker_paid(options, hands.values) << kernel.POKER
    table = spread_words(by_hand[_rows_of(hands.cards)] | bonus)

    def rounds(deck: Array, state: Array, cells: Array, cards: Array) -> None:
        kernel.play_rounds(table, deck, state, cells, cards)

    return rounds


def _exact(options: HiloOptions, tie: Fraction, strategy: str) -> Exact:
    analysis = analyze_hilo(options, tie)
    poker = analysis.side[side_names(options)["poker_bonus"]].ev
    if strategy == "optimal":
        sides = {"tie": analysis.side["tie"].ev, "poker_bonus": poker}
        return Exact(analysis.main.ev, sides, analysis.main.actions)
    chosen = choose_settings(options, tie, strategy)
    alone, with_tie = (line_as_set(options, Fraction(antes), chosen) for antes in (0, 1))
    sides = {"tie": with_tie.ev - alone.ev, "poker_bonus": poker}
    return Exact(alone.ev, sides, alone.actions)


def _meanings(options: HiloOptions) -> Iterator[Meaning]:
    """In the order of the kernel's numbers."""
    bonuses = ante_bonuses(options)
    for beside, bonus, category in product(range(kernel.FOLDED + 1), bonuses, FiveCard):
        wagers = {"poker_bonus": (ONE, paid(options.poker_bonus, category.key))}
        if beside == kernel.FOLDED:
            yield Meaning("fold", wagers | {"ante": LOST, "tie": LOST})
            continue
        half = Fraction(NETS[beside], 2)
        wagers |= {"ante": (ONE, half), "play": (ONE, half), "ante_bonus": (Fraction(), bonus)}
        wagers["tie"] = (ONE, Fraction(TIE_NETS[beside]))
        yield Meaning("play", wagers)
