"""The exact worth of every setting at 5 Card Hi-Lo and of a fold, with known cards gone."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, parse_cards
from houseway.games.hilo.decisions import check_setting
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import TIE
from houseway.games.hilo.points import Setting, aces
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.all_hands import list_all_hands
from houseway.lab.exact.deck import mask_of
from houseway.lab.hilo.kernels.advice import count_totals, list_totals


def advise(situation: Situation) -> list[Choice]:
    """A hand that is bet already is set and cannot be folded; one bet unseen has no value yet."""
    if situation.stage == "bet":
        return []
    options: HiloOptions = situation.options
    tie = situation.bets.get("tie", Fraction())
    counts = count_totals(list_all_hands()[0], _totals(), mask_of(situation.gone()))
    bonus = _ante_bonus(options, situation.cards)
    plays = [
        Choice("play", _worth(setting, counts, tie) + bonus, 1, groups_of(setting))
        for setting in _list_settings(situation.cards)
    ]
    return plays if situation.stage == "setting" else [*plays, Choice("fold", -1 - tie, 0)]


def warm() -> None:
    hand = tuple(parse_cards(["As", "Kd", "9c", "5h", "2s"]))
    advise(Situation("hilo", HiloOptions(), hand))


def groups_of(setting: Setting) -> dict[str, tuple[Card, ...]]:
    return {"high": setting.high, "low": setting.low}


@cache
def _totals() -> NDArray[np.int16]:
    return list_totals()


def _list_settings(cards: tuple[Card, ...]) -> list[Setting]:
    """Every permitted way to set five cards."""
    settings = [
        Setting(high, tuple(card for card in cards if card not in high))
        for high in combinations(cards, 3)
    ]
    return [setting for setting in settings if not any(check_setting(setting, cards))]


def _worth(setting: Setting, counts: NDArray[np.int64], tie: Fraction) -> Fraction:
    """Ante and play, and the tie bet, against every dealer."""
    high, low = setting.points
    dealers = int(counts.sum())
    higher, lower = counts[:high].sum(axis=0), int(counts[:high].sum())
    better_low = counts[:, low + 1 :]
    both = int(higher[low + 1 :].sum())
    neither = dealers - lower - int(better_low.sum()) + both
    worth = Fraction(2 * (both - neither), dealers)
    if not tie:
        return worth
    tied = {
        "both": int(counts[high, low]),
        "high": int(counts[high].sum()) - int(counts[high, low]),
        "low": int(counts[:, low].sum()) - int(counts[high, low]),
    }
    paid = sum((_odds(key) * count for key, count in tied.items()), Fraction())
    return worth + tie * (paid - (dealers - sum(tied.values()))) / dealers


def _odds(key: str) -> Fraction:
    odds = TIE.odds(key)
    assert odds is not None
    return odds.ratio


def _ante_bonus(options: HiloOptions, cards: tuple[Card, ...]) -> Fraction:
    """Paid on the ante for three or four aces that are played."""
    held = aces(cards)
    if held < 3:
        return Fraction()
    with_two = any(str(card).startswith("2") for card in cards)
    key = "three_aces" if held == 3 else "four_aces_and_a_two" if with_two else "four_aces"
    odds = options.ante_bonus.odds(key)
    assert odds is not None
    return odds.ratio
