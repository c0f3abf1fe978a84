"""The exact worth of every choice in one situation, in antes, with known cards gone.

Counted the plain way, card by card. The best choice comes first, and of equal ones the
one that wagers less.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import NEW_DECK, Card, FiveCard, Rank, Suit, repeats, show_cards
from houseway.games import GAMES
from houseway.games.hilo.decisions import check_setting
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import TIE
from houseway.games.hilo.points import Setting, aces
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import LOWEST_QUALIFYING
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND
from houseway.lab.kernels import advice as kernel
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.uth_collusion import Tables

PLACE = {card: n for n, card in enumerate(NEW_DECK)}


@dataclass(frozen=True)
class Situation:
    """What a player knows: his cards, the board so far, and other cards that he has seen."""

    game: str
    options: Any
    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    tie: Fraction = Fraction()
    """Hi-Lo: a tie bet of so many antes, valued with the rest."""

    def gone(self) -> tuple[Card, ...]:
        return self.cards + self.board + self.seen


@dataclass(frozen=True)
class Choice:
    """One thing a player may do, and what it is worth."""

    action: str
    ev: Fraction
    wager: int
    """Antes that it puts down, for the order of equal values."""
    setting: Setting | None = None


def advise(situation: Situation) -> tuple[Choice, ...]:
    """Every choice with its exact value, the best first."""
    _check(situation)
    found = _ADVISERS[situation.game](situation)
    return tuple(sorted(found, key=lambda choice: (-choice.ev, choice.wager)))


def _check(situation: Situation) -> None:
    game = GAMES[situation.game]
    size = game.recipe.hand_size
    if len(situation.cards) != size:
        raise Malformed(f"A hand of {game.name} has {size} cards, not {len(situation.cards)}.")
    if situation.board and not game.board:
        raise Malformed(f"{game.name} has no board.")
    if len(situation.board) not in (0, 3, 5):
        raise Malformed("The board has three cards after the flop and five at the end.")
    twice = repeats(situation.gone())
    if twice:
        raise Malformed(f"{show_cards(twice)} cannot be in two places.")
    if situation.tie < 0 or (situation.tie and situation.game != "hilo"):
        raise Malformed("A tie bet is one of 5 Card Hi-Lo, of so many antes.")
    needed = size + (5 - len(situation.board) if game.board else 0)
    if 52 - len(situation.gone()) < needed:
        raise Malformed("So many cards are gone that the round cannot be dealt.")


def _places(cards: Iterable[Card]) -> NDArray[np.int64]:
    return np.array([PLACE[card] for card in cards], np.int64)


def _left(situation: Situation) -> NDArray[np.int64]:
    gone = set(situation.gone())
    return _places(card for card in NEW_DECK if card not in gone)


def _mask(cards: Iterable[Card]) -> np.uint64:
    return np.uint64(sum(1 << PLACE[card] for card in cards))


# --- Ultimate Texas Hold 'Em


@cache
def _blind() -> tuple[NDArray[np.int64], int]:
    """The blind's pay by category in whole units, and how many units make an ante."""
    odds = [BLIND.odds(category.key) for category in FiveCard]
    unit = lcm(*(one.stake for one in odds if one))
    pays = [one.win * unit // one.stake if one else 0 for one in odds]
    return np.array(pays, np.int64), unit


def _advise_uth(situation: Situation) -> list[Choice]:
    if len(situation.board) == 5:
        return _at_the_river(situation)
    if len(situation.board) == 3:
        return _after_the_flop(situation)
    return _before_the_flop(situation)


def _at_the_river(situation: Situation) -> list[Choice]:
    blind, unit = _blind()
    left = _left(situation)
    own, board = _places(situation.cards), _places(situation.board)
    found = kernel.against_all_dealers(own, board, left)
    play, others = kernel.worth_of(found, blind, unit)
    bet = Fraction(int(play + others), unit * comb(len(left), 2))
    return [Choice("1x", bet, 1), Choice("fold", Fraction(-2), 0)]


def _after_the_flop(situation: Situation) -> list[Choice]:
    blind, unit = _blind()
    left = _left(situation)
    own, board = _places(situation.cards), _places(situation.board)
    play, others, checked = map(int, kernel.on_every_board(own, board, left, blind, unit))
    deals = unit * comb(len(left), 2) * comb(len(left) - 2, 2)
    bet = Fraction(2 * play + others, deals)
    return [Choice("2x", bet, 2), Choice("check", Fraction(checked, deals), 0)]


def _before_the_flop(situation: Situation) -> list[Choice]:
    """From the solver; with other cards known, from its tables of all boards."""
    if not situation.seen:
        worth = _starting_values()[hand_name(situation.cards)]
        return [Choice(action, ev, _WAGERS[action]) for action, ev in worth.items()]
    found = _tables().work_out(_numbered(situation.cards), _numbered(situation.seen))
    counted = {"4x": found.four, "3x": found.three, "check": found.check}
    return [Choice(name, Fraction(ev, found.deals), _WAGERS[name]) for name, ev in counted.items()]


def over_every_flop(situation: Situation) -> list[Choice]:
    """The same by going through every flop, card by card: slow, and the test of the above."""
    blind, unit = _blind()
    left, own = _left(situation), _places(situation.cards)
    play, others, checked = map(int, kernel.on_every_flop(own, left, blind, unit))
    cards = len(left)
    boards = comb(cards, 3) * comb(cards - 3, 2)
    deals = unit * boards * comb(cards - 5, 2)
    bets = [Choice(f"{m}x", Fraction(m * play + others, deals), m) for m in (4, 3)]
    return [*bets, Choice("check", Fraction(checked, deals), 0)]


def _numbered(cards: Sequence[Card]) -> NDArray[np.int64]:
    """Cards as those tables number them: 4 * rank + suit."""
    suits = list(Suit)
    return np.array([4 * (int(card.rank) - 2) + suits.index(card.suit) for card in cards])


@cache
def _tables() -> "Tables":
    """What takes a second or two to make, and serves all situations."""
    from houseway.lab.uth import read_rules, solve  # noqa: PLC0415
    from houseway.lab.uth_collusion import Tables  # noqa: PLC0415
    from houseway.lab.uth_seen import list_boards  # noqa: PLC0415

    solution = solve(read_rules())
    return Tables(solution, list_boards(solution.rules, solution.ranked))


_WAGERS = {"4x": 4, "3x": 3, "check": 0}


@cache
def _starting_values() -> dict[str, Mapping[str, Fraction]]:
    """The 169 classes of starting hands; no option of the text touches ante, blind and play."""
    from houseway.lab.uth import analyze_uth  # noqa: PLC0415  # its kernels take a moment to load

    return {one.hand: one.ev for one in analyze_uth(UthOptions()).starting_hands}


def hand_name(cards: Sequence[Card]) -> str:
    """Two cards as players write their class: AKs, T9o, 77."""
    high, low = sorted(cards, reverse=True)
    letters = high.rank.letter + low.rank.letter
    if high.rank == low.rank:
        return letters
    return letters + ("s" if high.suit == low.suit else "o")


# --- the five-card games


@cache
def _hands() -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """All five-card hands, listed once."""
    return kernel.list_hands()


@cache
def _lowest_qualifying() -> int:
    """A-K-4-3-2 of mixed suits as a value."""
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)
    ranks = map(Rank, LOWEST_QUALIFYING.tiebreak)
    cards = [Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
    return int(kernel.value_of_five(_places(cards)))


def _advise_pikit(situation: Situation) -> list[Choice]:
    options: PikitOptions = situation.options
    masks, fives, threes = _hands()
    own = _places(situation.cards)
    mine = (kernel.value_of_five(own), kernel.best_three(own), _lowest_qualifying())
    gone = _mask(situation.gone())
    found = kernel.compare_five_card_dealers(masks, fives, threes, gone, mine)
    dealers, below, equal, below3, equal3, qualify, below_q, equal_q = map(int, found)
    three, five = options.play_3_multiple, options.play_5_multiple
    by_three = (1 + three) * (2 * below3 + equal3 - dealers)
    if options.dealer_must_qualify:
        by_five = (1 + five) * (2 * below_q + equal_q - qualify)
        ahead, level = below - below_q, equal - equal_q
        behind = dealers - qualify - ahead - level
        by_five += ahead - (0 if options.nonqualifying_ante == "push" else behind)
    else:
        by_five = (1 + five) * (2 * below + equal - dealers)
    return [
        Choice("play_3", Fraction(by_three, dealers), three),
        Choice("play_5", Fraction(by_five, dealers), five),
        Choice("fold", Fraction(-1), 0),
    ]


def _advise_hilo(situation: Situation) -> list[Choice]:
    options: HiloOptions = situation.options
    masks, _, _ = _hands()
    counts = kernel.count_totals(masks, _totals(), _mask(situation.gone()))
    bonus = _ante_bonus(options, situation.cards)
    plays = [
        Choice("play", _worth(setting, counts, situation.tie) + bonus, 1, setting)
        for setting in _settings(situation.cards)
    ]
    return [*plays, Choice("fold", -1 - situation.tie, 0)]


@cache
def _totals() -> NDArray[np.int16]:
    return kernel.list_totals()


def _settings(cards: tuple[Card, ...]) -> list[Setting]:
    """Every permitted way to set five cards."""
    found = []
    for high in combinations(cards, 3):
        setting = Setting(high, tuple(card for card in cards if card not in high))
        if not any(True for _ in check_setting(setting, cards)):
            found.append(setting)
    return found


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


_ADVISERS: dict[str, Callable[[Situation], list[Choice]]] = {
    "uth": _advise_uth,
    "pikit": _advise_pikit,
    "hilo": _advise_hilo,
}
