"""Points and settings: what a card counts, and how five cards are set as three and two."""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards import Card, Rank, display_order
from houseway.rulebook import Citation, cites, cites_part, join, see


@dataclass(frozen=True, slots=True)
class Setting:
    """Five cards set as a three-card high hand and a two-card low hand."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]

    @property
    def points(self) -> tuple[int, int]:
        return high_total(self.high), low_total(self.low)


@cites("hilo.40.5.a", "hilo.40.5.a.1", "hilo.40.5.a.2", "hilo.40.5.c", "hilo.40.1.point_value")
def point_value(card: Card, *, high: bool) -> int:
    """Face value to ten, ten for jack, queen and king; an ace as the hand has it."""
    if card.rank is Rank.ACE:
        return ace_value(high=high)
    return min(card.rank, 10)


@cites("hilo.40.5.a.3", "hilo.40.5.a.3.i", "hilo.40.5.a.3.ii")
def ace_value(*, high: bool) -> int:
    """Eleven in a high hand, one in a low hand."""
    return 11 if high else 1


@cites("hilo.40.1.point_total", "hilo.40.1.high_hand")
def high_total(cards: Sequence[Card]) -> int:
    return sum(point_value(card, high=True) for card in cards)


@cites("hilo.40.1.point_total", "hilo.40.1.low_hand")
def low_total(cards: Sequence[Card]) -> int:
    return sum(point_value(card, high=False) for card in cards)


@cites("hilo.40.5.b")
@cites_part("hilo.40.10.c")
def set_dealer(cards: Sequence[Card]) -> Setting:
    """The three highest values high and the two lowest low.

    Aces count most, so they are all high, and with four of them one is left for
    the low hand, as the text demands (H8). No other permitted setting has a
    higher high or a lower low total (H9).
    """
    ordered = sorted(cards, key=lambda card: (-point_value(card, high=True), *display_order(card)))
    return Setting(tuple(ordered[:3]), tuple(ordered[3:]))


def aces(cards: Sequence[Card]) -> int:
    return sum(card.rank is Rank.ACE for card in cards)


def point_clauses(*settings: Setting) -> Citation:
    """The clauses behind the points that these settings count."""
    ranks = {card.rank for setting in settings for card in (*setting.high, *setting.low)}
    faces = {Rank.JACK, Rank.QUEEN, Rank.KING}
    return join(
        see("hilo.40.5.a.1") if ranks - faces - {Rank.ACE} else (),
        see("hilo.40.5.a.2") if ranks & faces else (),
        see("hilo.40.5.a.3.i", "hilo.40.5.b") if any(aces(s.high) for s in settings) else (),
        see("hilo.40.5.a.3.ii", "hilo.40.5.b") if any(aces(s.low) for s in settings) else (),
    )
