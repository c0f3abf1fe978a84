"""The exact mathematics of 5 Card Hi-Lo, over all 3,986,646,103,440 deals.

For each of the 1,993 hands that differ in points, and each way to set it, the kernel counts
dealers in nine cells: his high total below, equal to or above the player's, and the same
for the low total. Every wager but the poker bonus is decided by the cell.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card, Rank
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import TIE, poker_bonus_odds, poker_bonus_table
from houseway.games.options import as_config
from houseway.lab.exact.five_cards import DEALS, bonus_net, five_cards
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.kernels.hands import Counts
from houseway.lab.exact.results import (
    Analysis,
    Line,
    Outcome,
    Side,
    frequencies,
    line,
    paid_by,
    side_of,
)
from houseway.lab.hilo.kernels import settings as kernel

POKER_TABLES = (1, 2)
_CELLS = tuple((high, low) for high in (-1, 0, 1) for low in (-1, 0, 1))
"""How the dealer's totals compare with the player's, in the order the kernel counts them."""
_TIED = {(0, 0): "both", (0, -1): "high", (0, 1): "high", (-1, 0): "low", (1, 0): "low"}
# More points high and fewer low are better; both win, one pushes, neither loses.
NETS = tuple((-2, 0, 2)[(high < 0) + (low > 0)] for high, low in _CELLS)
"""Ante and play together, in antes, by cell."""
TIE_NETS = tuple(int(bonus_net(TIE.odds(_TIED.get(cell, "neither")))) for cell in _CELLS)
"""The tie bet, for each unit of it, by cell."""
BONUSES = ("", "three_aces", "four_aces", "four_aces_and_a_two")


@dataclass(frozen=True)
class HiloDeals:
    """Every hand by points, its settings and what they face; no option has a say in it."""

    hands: kernel.Kinds
    sets: Counts
    """How many hands of five cards have these points."""
    many: list[int]
    """How many settings each hand has."""
    totals: Counts
    """By hand and setting: the high and the low total."""
    cells: Counts
    """By hand and setting: dealers in each of the nine cells."""
    nets: list[list[int]]
    """By hand and setting: the nets of ante and play, added over all dealers."""
    ties: list[list[int]]
    """By hand and setting: the nets of a tie bet of one ante, added over all dealers."""
    bonuses: NDArray[np.int64]
    """By hand: which row of the ante bonus it has, as a place in `BONUSES`."""


@cache
def count_deals() -> HiloDeals:
    """Counts what every setting faces. Kept, because every configuration needs the same."""
    hands, tree = kernel.list_hands()
    counted, many = kernel.face_dealers(hands, tree)
    cells = counted[:, :, kernel.LOW_TOTALS :]
    aces, twos = (np.count_nonzero(hands == kind, axis=1) for kind in (0, 1))
    return HiloDeals(
        hands=hands,
        sets=kernel.count_ways(tree, hands[0, :0]),
        many=many.tolist(),
        totals=counted[:, :, : kernel.LOW_TOTALS],
        cells=cells,
        nets=(cells @ np.array(NETS)).tolist(),
        ties=(cells @ np.array(TIE_NETS)).tolist(),
        bonuses=np.where(aces == 4, 2 + (twos == 1), aces == 3).astype(np.int64),
    )


@dataclass(frozen=True)
class Stakes:
    """What the best play depends on, as whole numbers: one ante is `ante`."""

    ante: int
    tie: int
    bonuses: tuple[int, ...]

    @property
    def fold(self) -> int:
        """What a fold is worth, against all dealers together."""
        return -(self.ante + self.tie) * DEALERS

    def worth(self, dealt: HiloDeals, row: int) -> list[int]:
        """What each setting of a hand is worth, against all dealers together."""
        bonus = self.bonuses[dealt.bonuses[row]] * DEALERS
        return [
            net * self.ante + tied * self.tie + bonus
            for net, tied in zip(dealt.nets[row][: dealt.many[row]], dealt.ties[row], strict=False)
        ]


def stakes_of(options: HiloOptions, tie: Fraction) -> Stakes:
    assert tie >= 0, "a tie bet is not negative"
    bonuses = ante_bonuses(options)
    scale = lcm(tie.denominator, *(bonus.denominator for bonus in bonuses))
    return Stakes(scale, int(tie * scale), tuple(int(bonus * scale) for bonus in bonuses))


def ante_bonuses(options: HiloOptions) -> tuple[Fraction, ...]:
    """What the ante bonus adds, in antes, by the places in `BONUSES`; it has no stake to lose."""
    odds = (options.ante_bonus.odds(key) for key in BONUSES)
    return tuple(Fraction() if paid is None else paid.ratio for paid in odds)


def analyze_hilo(options: HiloOptions, tie: Fraction | int = 0) -> Analysis:
    """The whole game as these options have it, with a tie bet of `tie` antes in every round.

    `main` is ante, play and ante bonus; `compulsory` and the distribution add the tie bet.
    The play is the best for all of them together.
    """
    began = time.perf_counter()
    tie = Fraction(tie)
    dealt = count_deals()
    chosen = choose_settings(dealt, stakes_of(options, tie))
    played = _add_up(dealt, chosen)
    folded = DEALS - sum(map(sum, played))
    actions = {"fold": folded, "play": DEALS - folded}
    bonuses = ante_bonuses(options)
    nets = _nets(played, bonuses, tie)
    wagered = 2 * DEALS - folded
    return Analysis(
        game="hilo",
        options=as_config(options),
        deals=DEALS,
        main=line(_nets(played, bonuses, None), wagered, actions),
        compulsory=line(nets, wagered + tie * DEALS, actions),
        side=_sides(dealt, played),
        distribution=frequencies(nets),
        seconds=time.perf_counter() - began,
        notes=tuple(_notes(tie)),
        parts={"ante_bonus": _ante_bonus(played, bonuses)},
    )


def best_settings(options: HiloOptions, tie: Fraction) -> list[int]:
    """The best setting of each hand of `count_deals`; -1 folds."""
    return choose_settings(count_deals(), stakes_of(options, tie))


def line_as_set(options: HiloOptions, tie: Fraction, chosen: Sequence[int]) -> Line:
    """All that is bet in every round, with each hand set as chosen; -1 folds."""
    played = _add_up(count_deals(), chosen)
    folded = DEALS - sum(map(sum, played))
    wagered = (2 + tie) * DEALS - folded
    nets = _nets(played, ante_bonuses(options), tie)
    return line(nets, wagered, {"fold": folded, "play": DEALS - folded})


def choose_settings(dealt: HiloDeals, stakes: Stakes) -> list[int]:
    """The best setting of each hand, the first of equals; -1 where folding is as good."""
    chosen = []
    for row in range(len(dealt.many)):
        worth = stakes.worth(dealt, row)
        best = max(worth)
        chosen.append(worth.index(best) if best > stakes.fold else -1)
    return chosen


def _add_up(dealt: HiloDeals, chosen: Sequence[int]) -> list[list[int]]:
    """Deals played with these settings, by the row of the ante bonus and by cell."""
    rows = np.arange(len(chosen))
    settings = np.array(chosen)
    plays = settings >= 0
    deals = dealt.cells[rows, settings] * np.where(plays, dealt.sets, 0)[:, None]
    by_bonus = [deals[dealt.bonuses == bonus].sum(axis=0) for bonus in range(len(BONUSES))]
    return [cells.tolist() for cells in by_bonus]


def _nets(
    played: list[list[int]], bonuses: tuple[Fraction, ...], tie: Fraction | None
) -> dict[Fraction, int]:
    """Deals by net in antes; with the tie bet unless that is left out."""
    nets: Counter[Fraction] = Counter()
    bet = Fraction() if tie is None else tie
    nets[-1 - bet] = DEALS - sum(map(sum, played))
    for bonus, cells in zip(bonuses, played, strict=True):
        for net, tied, count in zip(NETS, TIE_NETS, cells, strict=True):
            nets[net + bonus + bet * tied] += count
    return {net: count for net, count in nets.items() if count}


def _sides(dealt: HiloDeals, played: list[list[int]]) -> dict[str, Side]:
    """The tie bet as this player sets, and as the dealer does; the poker bonus by every table."""
    as_dealer = _add_up(dealt, [0] * len(dealt.many))
    sides = {"tie": _tie_side(played), "tie_set_as_dealer": _tie_side(as_dealer)}
    ranks = five_cards().by_rank()
    for number in POKER_TABLES:
        table = poker_bonus_table(number)
        counts: Counter[str] = Counter()
        for rank, count in ranks.items():
            paid = poker_bonus_odds(table, number, rank)
            counts[rank.category.key if paid else "nothing"] += count
        sides[f"poker_bonus_{number}"] = paid_by(table, counts)
    return sides


def _ante_bonus(played: list[list[int]], bonuses: tuple[Fraction, ...]) -> Side:
    """The ante bonus alone, for each ante; it has no stake, so what has no row costs nothing."""
    deals = [sum(cells) for cells in played]
    rows = zip(BONUSES, deals, bonuses, strict=True)
    paid = [Outcome(key, count, bonus) for key, count, bonus in rows if key]
    paid.reverse()
    rest = DEALS - sum(outcome.count for outcome in paid)
    return side_of([*paid, Outcome("nothing", rest, Fraction())])


def _tie_side(played: list[list[int]]) -> Side:
    counts = dict.fromkeys(("both", "high", "low", "nothing"), 0)
    for cells in played:
        for cell, count in zip(_CELLS, cells, strict=True):
            counts[_TIED.get(cell, "nothing")] += count
    outcomes = [Outcome(key, count, bonus_net(TIE.odds(key))) for key, count in counts.items()]
    return side_of([*outcomes, Outcome("fold", DEALS - sum(counts.values()), Fraction(-1))])


def _notes(tie: Fraction) -> Iterator[str]:
    yield "tie is the tie bet as this player plays: a fold loses it."
    yield "tie_set_as_dealer is the tie bet of a player who never folds and sets as the dealer."
    yield "Payout limits are left out: they depend on the size of the ante."
    if tie:
        yield f"Best play for ante, play, ante bonus and a tie bet of {tie} antes together."
        yield "compulsory and the distribution include that tie bet."


def kind_of(card: Card) -> int:
    """The kernel's kind: 0 for an ace, then two to nine, and 9 for all that count ten."""
    return 0 if card.rank is Rank.ACE else min(int(card.rank), 10) - 1


def row_of(cards: Iterable[Card]) -> int:
    """Where `count_deals` lists the hand that has the points of these cards."""
    return _rows()[tuple(sorted(map(kind_of, cards)))]


@cache
def _rows() -> Mapping[tuple[int, ...], int]:
    return {tuple(hand): row for row, hand in enumerate(count_deals().hands.tolist())}
