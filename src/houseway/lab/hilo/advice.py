"""The exact worth of every setting at 5 Card Hi-Lo and of a fold, with known cards gone."""

from fractions import Fraction
from itertools import combinations

import numpy as np

from houseway.cards import Card, parse_cards
from houseway.games.hilo.decisions import check_setting
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.kernels.hands import Counts
from houseway.lab.hilo.exposure import points
from houseway.lab.hilo.kernels import settings as kernel
from houseway.lab.hilo.solver import NETS, TIE_NETS, ante_bonuses, count_deals, kind_of, row_of


def advise(situation: Situation) -> list[Choice]:
    """A hand that is bet already is set and cannot be folded; one bet unseen has no value yet."""
    if situation.stage == "bet":
        return []
    options: HiloOptions = situation.options
    tie = situation.bets.get("tie", Fraction())
    dealt = points()
    below = np.empty((kernel.HIGHS, kernel.LOWS), np.int64)
    gone = np.array([kind_of(card) for card in situation.gone()])
    kernel.count_below(below, dealt.dealers, kernel.count_ways(dealt.tree, gone))
    bonus = ante_bonuses(options)[count_deals().bonuses[row_of(situation.cards)]]
    plays = [
        Choice("play", _worth(setting, below, tie) + bonus, 1, groups_of(setting))
        for setting in _list_settings(situation.cards)
    ]
    return plays if situation.stage == "setting" else [*plays, Choice("fold", -1 - tie, 0)]


def warm() -> None:
    hand = tuple(parse_cards(["As", "Kd", "9c", "5h", "2s"]))
    advise(Situation("hilo", HiloOptions(), hand))


def groups_of(setting: Setting) -> dict[str, tuple[Card, ...]]:
    return {"high": setting.high, "low": setting.low}


def _list_settings(cards: tuple[Card, ...]) -> list[Setting]:
    """Every permitted way to set five cards."""
    settings = [
        Setting(high, tuple(card for card in cards if card not in high))
        for high in combinations(cards, 3)
    ]
    return [setting for setting in settings if not any(check_setting(setting, cards))]


def _worth(setting: Setting, below: Counts, tie: Fraction) -> Fraction:
    """Ante and play, and the tie bet, against every dealer that `below` counts."""
    counted = np.zeros(kernel.COLUMNS, np.int64)
    counted[: kernel.LOW_TOTALS] = setting.points
    kernel.count_nine(counted, below)
    cells = counted[kernel.LOW_TOTALS :]
    return (int(cells @ NETS) + tie * int(cells @ TIE_NETS)) / Fraction(int(cells.sum()))
