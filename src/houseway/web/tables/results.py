"""How wagers ended, on the felt: a word and the amount at each spot, chips that were won beside."""

from collections.abc import Iterator, Sequence
from html import escape

from houseway.felt.layout import Drawn
from houseway.felt.shapes import Shape
from houseway.games.printed import AreaKind
from houseway.games.results import Outcome, WagerResult
from houseway.web.cards import draw_stack, signed, upright

WORDS = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "void": "void",
    "forfeit": "folded",
    "consumed": "used",
}
SIGNS = {"win": "✓", "lose": "✗", "forfeit": "✗"}


def spot_of(drawn: Sequence[Drawn], wager: str) -> Shape | None:
    """The spot of a wager at a position."""
    for area in drawn:
        if area.area.id == wager and area.area.kind is AreaKind.WAGER:
            return area.shapes[0]
    return None


def draw_results(
    drawn: Sequence[Drawn], results: Sequence[WagerResult], scale: float
) -> Iterator[str]:
    """Each wager's end at its own spot; a stake that stays is drawn with what it won."""
    for result in results:
        spot = spot_of(drawn, result.wager)
        if spot is None:
            continue
        x, y = spot.frame.point(spot.x, spot.y)
        inside = _chips(result, scale) + _tag(result, scale)
        yield f'<g data-result="{escape(result.wager)}">{upright(x, y, inside)}</g>'


def _chips(result: WagerResult, scale: float) -> str:
    stake, won = result.stake, result.net
    if result.outcome is not Outcome.WIN or not stake or won <= 0:
        return ""
    size = 0.66 * scale
    left = draw_stack(stake, -22.0 * scale, -20.0, size, total=False)
    return left + draw_stack(won, 22.0 * scale, -20.0, size, total=False)


def _tag(result: WagerResult, scale: float) -> str:
    """The word with a sign, and the amount below it: colour is never the only sign."""
    outcome = result.outcome.value
    word = f"{SIGNS.get(outcome, '')} {WORDS.get(outcome, outcome)}".strip()
    amount = signed(result.net) if result.net else ""
    half = 8.0 + max(5.2 * len(word), 6.6 * len(amount))
    height = 50.0 if amount else 30.0
    low = 20.0 if result.outcome is Outcome.WIN and result.stake else 0.0
    second = f'<text y="{height / 2 - 8:.1f}" font-size="22">{amount}</text>' if amount else ""
    return (
        f'<g class="result {escape(outcome)}" '
        f'transform="translate(0 {low:.1f}) scale({min(scale, 1.12):.2f})">'
        f'<rect x="{-half:.1f}" y="{-height / 2:.1f}" width="{2 * half:.1f}" '
        f'height="{height:.0f}" rx="12"/>'
        f'<text y="{-5 if amount else 7}" font-size="19">{escape(word)}</text>{second}</g>'
    )
