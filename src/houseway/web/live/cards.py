"""Cards and chips as small drawings."""

from html import escape

RANKS = {"T": "10"}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def card_words(card: str) -> str:
    """A card as it is read aloud."""
    return f"{RANK_WORDS.get(card[0], card[0])} of {SUIT_WORDS[card[1]]}"


def draw_card(card: str, x: float, y: float, width: float, height: float) -> str:
    """A card face up, its upper left corner at a point."""
    rank, suit = RANKS.get(card[0], card[0]), SUITS[card[1]]
    size, middle = height * 0.46, x + width / 2
    return (
        f'<g class="face suit-{card[1]}" role="img" aria-label="{card_words(card)}">'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4"/>'
        f'<text x="{middle:.1f}" y="{y + height * 0.44:.1f}" font-size="{size:.1f}">{rank}</text>'
        f'<text x="{middle:.1f}" y="{y + height * 0.9:.1f}" font-size="{size:.1f}">{suit}</text>'
        "</g>"
    )


def draw_back(x: float, y: float, width: float, height: float, back: str = "red") -> str:
    """A card face down."""
    inner = f'x="{x + 4:.1f}" y="{y + 4:.1f}" width="{width - 8:.1f}" height="{height - 8:.1f}"'
    return (
        f'<g class="back back-{escape(back)}">'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4"/>'
        f'<rect class="pattern" {inner} rx="2"/></g>'
    )


def money(cents: int) -> str:
    """An amount in dollars, with cents only where there are any."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    whole = f"${cents // 100:,}"
    return sign + (f"{whole}.{cents % 100:02d}" if cents % 100 else whole)


def draw_chip(cents: int, x: float, y: float, radius: float = 27.0) -> str:
    """A chip with what lies there, whatever chips make it up."""
    colour = next(name for least, name in _COLOURS if cents >= least)
    text = money(cents)
    size = radius * (0.95 if len(text) <= 3 else 0.72 if len(text) <= 5 else 0.54)
    return (
        f'<g class="chip chip-{colour}"><title>{text}</title>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
        f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.72:.1f}"/>'
        f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}">{text}</text></g>'
    )


_COLOURS = ((50_000, "purple"), (10_000, "black"), (2_500, "green"), (500, "red"), (0, "white"))


def html_card(card: str | None, extra: str = "") -> str:
    """A large card for the panel; None is one that lies face down."""
    if card is None:
        return f'<span class="big-card down" {extra}><span class="unseen">face down</span></span>'
    rank = RANKS.get(card[0], card[0])
    return (
        f'<span class="big-card suit-{card[1]}" {extra} role="img" aria-label="{card_words(card)}">'
        f'<b aria-hidden="true">{rank}</b><i aria-hidden="true">{SUITS[card[1]]}</i></span>'
    )
