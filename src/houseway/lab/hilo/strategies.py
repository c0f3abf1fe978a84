"""Compact strategies of 5 Card Hi-Lo: rules on points, for each configuration and tie bet.

Without an ace no setting is better than the house's on either side. With one, the ace may
go low beside the lowest card. So a strategy has to say when an ace goes low, by the totals
of the house's way, and with which totals to fold. Both are thresholds on points, and all of
them are tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, Rank
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting, aces, point_value, set_dealer
from houseway.games.hilo.script import GOOD_HIGH, GOOD_LOW
from houseway.games.options import as_config
from houseway.lab.exact.strategies import Cards, Chart, Compact, Move, Playbook
from houseway.lab.hilo.solver import (
    HiloDeals,
    Stakes,
    best_settings,
    count_deals,
    line_as_set,
    stakes_of,
)
from houseway.rulebook import Malformed

Numbers = NDArray[np.int64]
NEVER = 99
"""More than any total, and than any distance between two."""
HIGHS, LOWS = range(6, 34), range(3, 21)
"""The totals there are: high, and low."""
DISTANCES = np.array([NEVER, *range(30, -15, -1)])
"""How far high may be above low."""
HOUSE, ACE_LOW = 0, 1


@dataclass(frozen=True)
class PointRules:
    """Where the ace goes, and when to play."""

    ace_if_low: int
    """An ace goes low if the house's way leaves so much low, ..."""
    ace_if_apart: int
    """... or high and low no further apart than this."""
    high: int
    """Play with so much high, ..."""
    low: int
    """... or so little low, ..."""
    apart: int = NEVER
    """... or if high and low are so far apart."""

    def puts_ace_low(self, high: int, low: int) -> bool:
        """From the totals of the house's way."""
        return low >= self.ace_if_low or high - low <= self.ace_if_apart

    def plays(self, high: int, low: int) -> bool:
        return high >= self.high or low <= self.low or high - low >= self.apart

    def choose(self, cards: Cards, _board: Cards = ()) -> Move:
        setting = set_dealer(cards)
        other = with_ace_low(cards)
        if other and self.puts_ace_low(*setting.points):
            setting = other
        if not self.plays(*setting.points):
            return Move("fold")
        return Move("play", {"high": setting.high, "low": setting.low})

    def words(self) -> tuple[str, ...]:
        return (*self._setting_words(), self._playing_words())

    def _setting_words(self) -> Iterator[str]:
        yield "Set as the house does: the three highest cards high, aces counting eleven."
        conditions = []
        if self.ace_if_low < NEVER:
            conditions.append(f"your low hand has {self.ace_if_low} or more")
        if self.ace_if_apart > -NEVER:
            conditions.append(f"high and low are {self.ace_if_apart} or less apart")
        if conditions:
            yield f"If {', or if '.join(conditions)}, put an ace low, beside your lowest card."

    def _playing_words(self) -> str:
        if self.high <= HIGHS.start or self.low >= LOWS.stop - 1:
            return "Always play."
        conditions = []
        if self.high < HIGHS.stop:
            conditions.append(f"your high hand has {self.high} or more")
        if self.low >= LOWS.start:
            conditions.append(f"your low hand has {self.low} or less")
        if self.apart < NEVER:
            conditions.append(f"the two are {self.apart} or more apart")
        return (
            f"Play if {', or if '.join(conditions)}. Otherwise fold."
            if conditions
            else "Always fold."
        )


def with_ace_low(cards: Sequence[Card]) -> Setting | None:
    """An ace and the lowest other card low; none without an ace, or where the house has it so."""
    if aces(cards) not in (1, 2, 3):
        return None
    ace = next(card for card in cards if card.rank is Rank.ACE)
    others = sorted(
        (card for card in cards if card != ace), key=lambda card: point_value(card, high=True)
    )
    return Setting(tuple(reversed(others[1:])), (others[0], ace))


BEGINNER = PointRules(NEVER, -NEVER, GOOD_HIGH, GOOD_LOW)
"""As the robots play, whatever the configuration."""


# --- all hands by points


@dataclass(frozen=True)
class Hands:
    """Every hand by points with its two settings; the house's where a hand has only that."""

    settings: Numbers
    """By hand: where the kernel lists the house's setting and the one with an ace low."""
    totals: Numbers
    """By hand and setting: high and low."""
    gains: Numbers
    """By hand and setting: what playing is worth more than folding, over all deals."""


def list_hands(dealt: HiloDeals, stakes: Stakes) -> Hands:
    settings = np.array([(0, _ace_low(dealt, row)) for row in range(len(dealt.many))])
    rows = np.arange(len(settings))[:, None]
    worth = [stakes.worth(dealt, row) for row in range(len(dealt.many))]
    gains = [
        [(worth[row][at] - stakes.fold) * int(dealt.sets[row]) for at in both]
        for row, both in enumerate(settings.tolist())
    ]
    if sum(abs(gain) for both in gains for gain in both) >= 1 << 62:
        raise Malformed("A tie bet so large, or with so small a part of an ante, is not counted.")
    return Hands(settings, dealt.totals[rows, settings], np.array(gains, np.int64))


def _ace_low(dealt: HiloDeals, row: int) -> int:
    """Where the setting with an ace low is listed; 0, the house's, if there is none."""
    kinds = dealt.hands[row].tolist()
    if kinds.count(0) not in (1, 2, 3):
        return 0
    # The ace, kind 0, is listed first, and the lowest other card after all aces.
    lowest = next(kind for kind in kinds if kind)
    high = sum(11 if kind == 0 else kind + 1 for kind in kinds[1:]) - (lowest + 1)
    totals: list[list[int]] = dealt.totals[row, : dealt.many[row]].tolist()
    return totals.index([high, lowest + 2])


def settings_by(rules: PointRules, hands: Hands) -> Numbers:
    """Which of the two settings each hand gets."""
    high, low = hands.totals[:, HOUSE, 0], hands.totals[:, HOUSE, 1]
    ace_low = (low >= rules.ace_if_low) | (high - low <= rules.ace_if_apart)
    return np.where(ace_low & (hands.settings[:, ACE_LOW] > 0), ACE_LOW, HOUSE)


def find_rules(hands: Hands, *, fine: bool) -> PointRules:
    """The best rules: two thresholds for setting and three for playing, or one and two."""
    tried = list(product((NEVER, *LOWS), (-NEVER, *DISTANCES[1:].tolist())))
    if not fine:
        tried = [(low, apart) for low, apart in tried if low == NEVER or apart == -NEVER]
    best, rules = -1, BEGINNER
    for ace_low in tried:
        settings = settings_by(PointRules(*ace_low, NEVER, 0), hands)
        gained, playing = find_playing(_by_totals(hands, settings), fine=fine)
        if gained > best:
            best, rules = gained, PointRules(*ace_low, *playing)
    return rules


def _by_totals(hands: Hands, settings: Numbers) -> Numbers:
    """What playing gains, by high and low total."""
    rows = np.arange(len(settings))
    gains = np.zeros((HIGHS.stop, LOWS.stop), np.int64)
    totals = hands.totals[rows, settings]
    np.add.at(gains, (totals[:, 0], totals[:, 1]), hands.gains[rows, settings])
    return gains


def find_playing(gains: Numbers, *, fine: bool) -> tuple[int, tuple[int, int, int]]:
    """The best thresholds for playing with these gains by totals, and what they gain.

    A hand folds if its high total is below, its low total above, and the distance below the
    thresholds. Sums over all such corners of the table, for all distances at once, leave
    only the best to be picked.
    """
    distances = DISTANCES if fine else DISTANCES[:1]
    apart = np.arange(gains.shape[0])[:, None] - np.arange(gains.shape[1])
    near = apart[..., None] < distances
    folds = np.where(near, gains[..., None], 0)
    corners = np.zeros((HIGHS.stop + 1, LOWS.stop + 1, len(distances)), np.int64)
    corners[1:, :-1] = folds.cumsum(axis=0)[:, ::-1].cumsum(axis=1)[:, ::-1]
    # Corner (h, l) holds high totals below h, low totals from l on.
    high_at, low_at, at = map(int, np.unravel_index(corners.argmin(), corners.shape))
    gained = int(gains.sum() - corners[high_at, low_at, at])
    return gained, (high_at, low_at - 1, int(distances[at]))


def chosen_by(rules: PointRules, hands: Hands) -> list[int]:
    """The setting of each hand as the kernel lists it; -1 folds."""
    rows, which = np.arange(len(hands.settings)), settings_by(rules, hands)
    settings = hands.settings[rows, which].tolist()
    totals = hands.totals[rows, which].tolist()
    return [
        setting if rules.plays(high, low) else -1
        for setting, (high, low) in zip(settings, totals, strict=True)
    ]


STRATEGIES = ("beginner", "easy", "better")
BY_NAME = {"simple": "beginner"}
"""What the simulation calls simple, because the robots play so, is the beginner's strategy."""


def rules_for(strategy: str, hands: Hands) -> PointRules:
    return BEGINNER if strategy == "beginner" else find_rules(hands, fine=strategy == "better")


def settings_of(options: HiloOptions, tie: Fraction, strategy: str) -> list[int]:
    """The setting of each hand by a strategy, as the kernel lists it; -1 folds."""
    hands = list_hands(count_deals(), stakes_of(options, tie))
    return chosen_by(rules_for(strategy, hands), hands)


def playbook(options: HiloOptions, tie: Fraction = Fraction()) -> Playbook:
    """The strategies for ante, play, ante bonus and a tie bet of so many antes, all together."""
    hands = list_hands(count_deals(), stakes_of(options, tie))
    best = best_settings(options, tie)
    optimum = line_as_set(options, tie, best).ev
    rules_by_name = {name: rules_for(name, hands) for name in STRATEGIES}
    strategies = []
    for name, rules in rules_by_name.items():
        chosen = chosen_by(rules, hands)
        line = line_as_set(options, tie, chosen)
        strategies.append(
            Compact("hilo", name, rules.words(), rules.choose, line, optimum - line.ev)
        )
    charted = {"best play": best, "better": chosen_by(rules_by_name["better"], hands)}
    charts = [
        chart
        for name, chosen in charted.items()
        for chart in (_chart_of_play(name, chosen), _chart_of_aces(name, chosen))
    ]
    return Playbook(
        "hilo", as_config(options), optimum, tuple(strategies), tuple(charts), _notes(tie)
    )


def _notes(tie: Fraction) -> tuple[str, ...]:
    bet = f"a tie bet of {tie} ante{'' if tie <= 1 else 's'}" if tie else "no tie bet"
    return (
        f"Ante, play and ante bonus, with {bet} in every round.",
        "easy and better were found for this configuration: of their kind none is worth more.",
    )


# --- charts


def _chart_of_play(name: str, chosen: Sequence[int]) -> Chart:
    """Play or fold by the totals as set; of folded hands, by those of the house's way."""
    dealt = count_deals()
    marks: dict[tuple[int, int], set[str]] = {}
    for row, setting in enumerate(chosen):
        high, low = dealt.totals[row, max(setting, 0)].tolist()
        marks.setdefault((high, low), set()).add("F" if setting < 0 else "P")
    return _chart(
        f"Play or fold: {name}", marks, {"P": "play", "F": "fold", "/": "it depends on the cards"}
    )


def _chart_of_aces(name: str, chosen: Sequence[int]) -> Chart:
    """Where an ace goes, by the totals of the house's way; hands that are played."""
    dealt = count_deals()
    marks: dict[tuple[int, int], set[str]] = {}
    for row, setting in enumerate(chosen):
        if setting >= 0 and _ace_low(dealt, row):
            high, low = dealt.totals[row, 0].tolist()
            marks.setdefault((high, low), set()).add("A" if setting else "h")
    legend = {"A": "an ace low", "h": "the house's way", "/": "it depends on the cards"}
    return _chart(f"With an ace: {name}", marks, legend)


def _chart(title: str, marks: Mapping[tuple[int, int], set[str]], legend: dict[str, str]) -> Chart:
    highs = range(max(high for high, _ in marks), min(high for high, _ in marks) - 1, -1)
    lows = range(min(low for _, low in marks), max(low for _, low in marks) + 1)

    def mark(high: int, low: int) -> str:
        there = marks.get((high, low), {""})
        return "/" if len(there) > 1 else next(iter(there))

    return Chart(
        title=title,
        across="low total",
        down="high total",
        columns=tuple(map(str, lows)),
        rows=tuple(map(str, highs)),
        cells=tuple(tuple(mark(high, low) for low in lows) for high in highs),
        legend=legend,
    )
