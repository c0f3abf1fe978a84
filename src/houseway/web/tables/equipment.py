"""The equipment on the felt: the shoe, the deck in the hand or the shuffler, and the discard rack.

Each stands where its configuration puts it. The dealer looks down the picture, so that his
left is its right.
"""

from dataclasses import dataclass

from houseway.felt import Layout
from houseway.felt.layout import RAIL, TRAY
from houseway.games.dealing import Method
from houseway.table import Setup
from houseway.web.tables.on_felt import OnFelt

ASIDE = TRAY / 2 + 300.0


@dataclass(frozen=True)
class At:
    """Where something stands on the felt, and how large it is drawn."""

    x: float
    y: float
    scale: float

    def __str__(self) -> str:
        return f'transform="translate({self.x:.1f} {self.y:.1f}) scale({self.scale:.2f})"'


def draw_equipment(layout: Layout, setup: Setup, felt: OnFelt, scale: float) -> str:
    """What the cards come from and what they go into, with how many are in each."""
    round_ = felt.view.round
    left = round_.undealt if round_ is not None else None
    side = -1.0 if setup.equipment.shoe_side == "right" else 1.0
    middle, y = layout.width / 2, RAIL + 84.0
    discard = At(middle - side * ASIDE, y, scale)
    source = _source(setup, At(middle, y, scale), side, left)
    # Between rounds the deck is with the dealer or in the shuffler again.
    return source + _discard(discard, felt.racked if round_ is not None else 0)


def _source(setup: Setup, middle: At, side: float, left: int | None) -> str:
    equipment, y, scale = setup.equipment, middle.y, middle.scale
    x = middle.x + side * ASIDE
    if equipment.dealing is Method.HAND:
        hand = At(middle.x + side * (TRAY / 2 + 90.0), y + 28.0, 0.78)
        return _deck(hand, left, equipment.back) + _device("Shuffler", "", At(x, y, scale))
    count_words = "" if left is None else f"{left} cards"
    name = "Automated shoe" if equipment.dealing is Method.AUTOMATED_SHOE else "Shoe"
    drawn = _device(name, count_words, At(x, y, scale), source=True)
    if equipment.by_device:
        drawn += _device("Shuffler", "", At(x + side * 190.0 * scale, y, scale))
    return drawn


def _device(name: str, count_words: str, at: At, *, source: bool = False) -> str:
    marked = ' data-kit="source"' if source else ""
    mouth = '<rect class="mouth" x="-30" y="38" width="60" height="12" rx="3"/>' if source else ""
    count = f'<text class="count" y="24" font-size="19">{count_words}</text>' if count_words else ""
    return (
        f'<g class="device"{marked} {at}>'
        '<rect x="-82" y="-46" width="164" height="98" rx="12"/>'
        '<path class="shine" d="M-70 -34h140"/>'
        f'{mouth}<text y="{-2 if count_words else 10}" font-size="21">{name}</text>{count}</g>'
    )


def _deck(at: At, left: int | None, back: str) -> str:
    """The deck in the dealer's hand, over the chip tray; once the stub is racked, its place."""
    if left == 0:
        outline = '<rect x="-35" y="-49" width="70" height="98" rx="7"/>'
        return f'<g class="deck empty" data-kit="source" {at}>{outline}</g>'
    count_words = (
        "" if left is None else f'<text class="count" x="-3" y="10" font-size="38">{left}</text>'
    )
    cards = "".join(
        f'<rect x="{-35 - n}" y="{-49 - n}" width="70" height="98" rx="7"/>' for n in range(4)
    )
    return (
        f'<g class="deck back-{back}" data-kit="source" {at}>'
        f"<title>The deck in the dealer's hand</title>{cards}"
        f'<rect class="pattern" x="-33" y="-47" width="60" height="88" rx="4"/>{count_words}</g>'
    )


def _discard(at: At, cards: int) -> str:
    """The discard rack with its stack: a line for every two cards."""
    lines = "".join(
        f'<path class="racked" d="M-52 {40 - 2.2 * n:.1f}h104"/>' for n in range((cards + 1) // 2)
    )
    count_words = f"{cards} card{'' if cards == 1 else 's'}" if cards else "Discard rack"
    return (
        f'<g class="device discard" data-kit="discard" {at}>'
        f"<title>The discard rack holds {cards} cards</title>"
        '<rect x="-76" y="-46" width="152" height="98" rx="8"/>'
        f'{lines}<text y="{-24 if cards else 10}" font-size="20">{count_words}</text></g>'
    )
