"""Cards and chips as small drawings."""

import re
from html import escape

RANKS = {"T": "10"}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
CARD_WIDTH, CARD_HEIGHT = 70.0, 98.0
"""Larger than the places that the layout prints: they are to be read from the rail."""

DENOMINATIONS = (
    (100_000, "gold"),
    (50_000, "purple"),
    (10_000, "black"),
    (2_500, "green"),
    (500, "red"),
    (100, "white"),
    (1, "grey"),
)
"""What a chip is worth from, in cents, and its colour; all below a dollar is one chip."""
MOST_DISCS = 7


def card_words(card: str) -> str:
    """A card as it is read aloud."""
    return f"{RANK_WORDS.get(card[0], card[0])} of {SUIT_WORDS[card[1]]}"


def with_suits(text: str) -> str:
    """Words in which cards are written as on their faces: A♠ for As, 10♥ for Th."""
    return re.sub(r"\b([2-9TJQKA])([cdhs])\b", lambda m: RANKS.get(m[1], m[1]) + SUITS[m[2]], text)


def speak_cards(text: str) -> str:
    """Words in which cards are written as they are read aloud: ace of spades for As."""
    spoken = re.sub(r"\b[2-9TJQKA][cdhs]\b", lambda m: card_words(m[0]), text)
    return spoken[:1].upper() + spoken[1:]


def draw_card(card: str) -> str:
    """A card face up, its upper left corner at the origin; the index reads when it is fanned."""
    rank, suit = RANKS.get(card[0], card[0]), SUITS[card[1]]
    squeeze = ' textLength="36" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    return (
        f'<g class="face suit-{card[1]}" role="img" aria-label="{card_words(card)}">'
        f'<rect width="{CARD_WIDTH:.0f}" height="{CARD_HEIGHT:.0f}" rx="7"/>'
        f'<text x="5" y="36" font-size="40"{squeeze}>{rank}</text>'
        f'<text x="6" y="66" font-size="32">{suit}</text>'
        f'<text class="large" x="66" y="91" font-size="52">{suit}</text></g>'
    )


def draw_back(back: str = "red") -> str:
    """A card face down, its upper left corner at the origin."""
    return (
        f'<g class="back back-{escape(back)}">'
        f'<rect width="{CARD_WIDTH:.0f}" height="{CARD_HEIGHT:.0f}" rx="7"/>'
        f'<rect class="pattern" x="5" y="5" width="60" height="88" rx="4"/>'
        '<path class="lattice" d="M5 27 27 5 M5 49 49 5 M5 71 65 11 M5 93 65 33 M27 93 65 55 '
        "M49 93 65 77 M43 5 65 27 M21 5 65 49 M5 11 65 71 M5 33 65 93 M5 55 43 93 "
        'M5 77 21 93"/></g>'
    )


def money(cents: int) -> str:
    """An amount in dollars, with cents only where there are any."""
    sign, cents = ("−" if cents < 0 else ""), abs(cents)
    whole = f"${cents // 100:,}"
    return sign + (f"{whole}.{cents % 100:02d}" if cents % 100 else whole)


def signed(cents: int) -> str:
    """What was won or lost, always with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def describe_net(cents: int) -> str:
    """What somebody won or lost, in words."""
    if not cents:
        return "even"
    return f"won {money(cents)}" if cents > 0 else f"lost {money(-cents)}"


def discs(cents: int) -> list[str]:
    """The colours of the chips that make up an amount, the largest at the bottom."""
    colours: list[str] = []
    for worth, colour in DENOMINATIONS:
        count, cents = divmod(cents, worth) if worth > 1 else (min(1, cents), 0)
        colours += [colour] * count
    # A tall stack is drawn as tall as the felt allows; its label has the amount.
    return colours if len(colours) <= MOST_DISCS else colours[:MOST_DISCS]


def upright(x: float, y: float, inside: str) -> str:
    """Something that is read from where the reader sits, however the felt is turned."""
    return f'<g transform="translate({x:.1f} {y:.1f})"><g class="upright">{inside}</g></g>'


def draw_stack(cents: int, x: float, y: float, scale: float = 1.0, *, total: bool = True) -> str:
    """A stack of chips by denomination, with its total below it."""
    text = money(cents)
    drawn = "".join(
        f'<g class="disc chip-{colour}" transform="translate(0 {-7 * n})">'
        '<ellipse class="edge" cy="4" rx="30" ry="26"/><ellipse rx="30" ry="26"/>'
        '<ellipse class="ring" rx="21" ry="18"/></g>'
        for n, colour in enumerate(discs(cents))
    )
    half = 9.0 + 6.6 * len(text)
    label = (
        f'<rect class="total" x="{-half:.1f}" y="10" width="{2 * half:.1f}" height="28" rx="14"/>'
        f'<text y="31" font-size="21">{text}</text>'
    )
    return (
        f'<g class="chip" transform="translate({x:.1f} {y:.1f}) scale({scale:.2f})">'
        f"<title>{text}</title>{drawn}{label if total else ''}</g>"
    )


def html_card(card: str | None, extra: str = "") -> str:
    """A large card for the panel; None is one that lies face down."""
    if card is None:
        return f'<span class="big-card down" {extra}><span class="unseen">face down</span></span>'
    rank = RANKS.get(card[0], card[0])
    return (
        f'<span class="big-card suit-{card[1]}" {extra} role="img" aria-label="{card_words(card)}">'
        f'<b aria-hidden="true">{rank}</b><i aria-hidden="true">{SUITS[card[1]]}</i></span>'
    )
