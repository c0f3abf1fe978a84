"""What lies on the felt, drawn over the layout that the regulation prints: cards, chips, names,
and how wagers ended.

Each owner's part is a group of its own, so that only what changed is sent. A card has the
name of its place (`seat-2:0`), so that the page can show how it came there.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

from houseway.cards import Card
from houseway.felt import Layout, compose, to_svg
from houseway.felt.layout import Drawn
from houseway.felt.shapes import Shape
from houseway.games.printed import AreaKind
from houseway.games.results import Outcome, WagerResult
from houseway.table import Phase, Setup
from houseway.table.views import HandView, IdentityKey, TableView
from houseway.web.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    draw_back,
    draw_card,
    draw_stack,
    money,
    signed,
    upright,
)
from houseway.web.tables.betting import first_wager
from houseway.web.tables.equipment import draw_equipment
from houseway.web.tables.on_felt import OnFelt, with_backs

Group = dict[str, str]
COUPON = "match_play"
BACK = '<use class="back" href="#card-back"/>'
"""A card face down: the back is drawn once in the felt."""
LIGHT = (
    '<radialGradient id="lamp" cx="0.5" cy="0.42" r="0.75">'
    '<stop offset="0" stop-color="#15724a"/><stop offset="0.6" stop-color="#0d5c38"/>'
    '<stop offset="1" stop-color="#083f27"/></radialGradient>'
)
"""A lamp over the middle of the table."""
MOST_NAME = 14
RESULT_WORDS = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "void": "void",
    "forfeit": "folded",
    "consumed": "used",
}
RESULT_SIGNS = {"win": "✓", "lose": "✗", "forfeit": "✗"}


def layout_of(setup: Setup) -> Layout:
    """The layout of a table; tables that print the same share one."""
    return _layout_of(IdentityKey(setup))


@lru_cache(maxsize=1_024)
def _layout_of(setup: IdentityKey) -> Layout:
    """Every seat that is drawn needs it, and even comparing what is printed would take too long."""
    return _compose_shared(setup.thing.game.printed(setup.thing.options))


_compose_shared = lru_cache(maxsize=64)(compose)


def felt_svg(setup: Setup) -> str:
    """The layout, with an empty group for each owner to put what lies there."""
    layout = layout_of(setup)
    # The page has the drawing's styles in a sheet of its own: styles inside it are not allowed.
    drawing = re.sub(r"<style>.*?</style>", "", to_svg(layout), flags=re.DOTALL).rstrip()
    assert drawing.endswith("</svg>")
    opened, title, printed = drawing.removesuffix("</svg>").partition("</title>")
    back = f'<g id="card-back">{draw_back(setup.equipment.back)}</g>'
    groups = "".join(_empty(layout, owner) for owner in owners(layout))
    # The world is what a page turns and moves to bring one seat near.
    world = f'<g id="world">{printed}<g id="live-rack"></g>{groups}</g>'
    return f"{opened}{title}<defs>{LIGHT}{back}</defs>{world}</svg>"


def _empty(layout: Layout, owner: str) -> str:
    """The place for what an owner has; a seat says where it is, for a page that comes near."""
    if not owner.startswith("seat-"):
        return f'<g id="live-{owner}"></g>'
    frame = layout.of(owner)[0].shapes[0].frame
    block = _lowest(layout.of(owner)) + 50.0
    x, y = frame.point(0.0, block / 2)
    near = f"{x:.1f} {y:.1f} {frame.turn:.2f} {block + 150.0:.1f}"
    return f'<g data-near="{near}"><g id="live-{owner}"></g></g>'


def owners(layout: Layout) -> list[str]:
    return list(dict.fromkeys(drawn.owner for drawn in layout.areas))


def draw_table(setup: Setup, felt: OnFelt, name: str) -> Group:
    """Every group of the felt; `name` is the person who looks at it."""
    layout = layout_of(setup)
    groups = {f"live-{owner}": "" for owner in owners(layout)}
    groups["live-dealer"] = _draw_dealer(layout, felt)
    for owner in groups:
        if owner.startswith("live-seat-"):
            seat = int(owner.removeprefix("live-seat-"))
            groups[owner] = draw_seat(setup, felt, seat, name)
    groups["live-rack"] = draw_equipment(layout, setup, felt, scale_of(layout))
    return groups


def scale_of(layout: Layout) -> float:
    """Wide felts are drawn smaller on the page; what must be read on them is drawn larger."""
    return max(1.0, min(1.3, layout.width / 1_950.0))


def _card_areas(drawn: Sequence[Drawn]) -> list[Drawn]:
    return [area for area in drawn if area.area.kind is AreaKind.CARDS]


def _places(drawn: Sequence[Drawn], room: float, rise: float) -> list[Shape]:
    """Where cards are laid: over the printed places, fanned as far as there is room."""
    places: list[Shape] = []
    for area in _card_areas(drawn):
        cards = [shape for shape in area.shapes if shape.style == "card"]
        gaps = max(1, len(cards) - 1)
        pitch = min(CARD_WIDTH + 5.0, (room - CARD_WIDTH) / gaps)
        first = area.shapes[0].x - pitch * (len(cards) - 1) / 2
        places += [
            replace(card, x=first + n * pitch, y=card.y + rise) for n, card in enumerate(cards)
        ]
    return places


def _lay(owner: str, places: Sequence[Shape], cards: Sequence[Card | None]) -> str:
    """Cards on their places; more cards than places lie beside the last."""
    drawn = []
    for n, card in enumerate(cards):
        place = places[min(n, len(places) - 1)]
        shift = max(0, n - len(places) + 1) * 18.0
        frame = place.frame
        x, y = frame.point(place.x + shift, place.y)
        corner = f"translate({-CARD_WIDTH / 2:.0f} {-CARD_HEIGHT / 2:.0f})"
        inside = BACK if card is None else draw_card(str(card))
        drawn.append(
            f'<g data-at="{owner}:{n}" transform="translate({x:.1f} {y:.1f}) '
            f'rotate({frame.turn:.2f})"><g class="lying">'
            f'<g transform="{corner}">{inside}</g></g></g>'
        )
    return "".join(drawn)


def _draw_dealer(layout: Layout, felt: OnFelt) -> str:
    areas = {drawn.area.id: drawn for drawn in layout.of("dealer")}
    round_, last = felt.view.round, felt.view.last
    if round_ is not None:
        cards, community = with_backs(round_.dealer.cards, round_.dealer.count), round_.community
    elif last is not None and felt.shows_last_round:
        cards, community = last.dealer or (), last.community
    else:
        return ""
    drawn = _lay("dealer", _places([areas["dealer"]], 400.0, 0.0), cards)
    if "community" in areas:
        drawn += _lay("community", _places([areas["community"]], 400.0, 0.0), community)
    return drawn


def draw_seat(setup: Setup, felt: OnFelt, seat: int, name: str) -> str:
    """What lies at one seat: cards, limits, name, chips, and how wagers ended."""
    layout, view = layout_of(setup), felt.view
    drawn, scale = layout.of(f"seat-{seat}"), scale_of(layout)
    hand = view.round.hands.get(seat) if view.round is not None else None
    wagers = hand.wagers if hand is not None else view.bets.get(seat, {})
    coupon = (view.coupons or {}).get(seat) if hand is None else wagers.get(COUPON)
    cards, results = _lying_at(felt, seat, hand)
    parts = [_lay(f"seat-{seat}", _hand_places(drawn), cards)] if cards is not None else []
    if view.phase is Phase.BETTING and view.seats.get(seat) == name and not results:
        parts.append("".join(_limits(setup, drawn, wagers, scale)))
    parts.append(_plate(layout, view, seat, name))
    parts.append("".join(_chips(drawn, wagers, scale)))
    parts.append(_coupon(setup, drawn, coupon, scale) if coupon else "")
    parts.append("".join(_draw_results(drawn, results, scale)))
    return "".join(parts)


def _lying_at(
    felt: OnFelt, seat: int, hand: HandView | None
) -> tuple[Sequence[Card | None] | None, Sequence[WagerResult]]:
    """The cards at a seat, in play or of the last round, and how its wagers ended."""
    if hand is not None:
        return with_backs(hand.cards or hand.shown, hand.count), felt.results.get(seat, ())
    view = felt.view
    if view.round is not None or view.last is None or view.bets or seat not in view.last.hands:
        return None, ()
    ended = view.last.hands[seat]
    cards = ended.cards or ended.shown or ()
    return cards if felt.shows_last_round else None, ended.results


def _hand_places(drawn: Sequence[Drawn]) -> list[Shape]:
    return _places(drawn, 254.0 if len(_card_areas(drawn)) == 1 else 176.0, 3.0)


def _chips(drawn: Sequence[Drawn], wagers: Mapping[str, int], scale: float) -> Iterator[str]:
    for wager, cents in wagers.items():
        spot = _spot_of(drawn, wager)
        if spot is not None and cents:
            x, y = spot.frame.point(spot.x, spot.y)
            stack = upright(x, y, draw_stack(cents, 0.0, -4.0, scale))
            yield f'<g data-bet="{escape(wager)}">{stack}</g>'


def _coupon(setup: Setup, drawn: Sequence[Drawn], face: int, scale: float) -> str:
    """A match play coupon, on the felt beside the first wager."""
    spot = _spot_of(drawn, first_wager(setup.game).id)
    assert spot is not None
    # Away from the other wagers, which lie towards the middle of the seat.
    side = 72.0 * scale * (-1.0 if spot.x < 0 else 1.0)
    x, y = spot.frame.point(spot.x + side, spot.y)
    ticket = (
        f'<g class="coupon" transform="scale({scale:.2f})">'
        f"<title>A match play coupon of {money(face)}</title>"
        '<rect x="-30" y="-26" width="60" height="52" rx="4"/>'
        '<text y="-11" font-size="13">Match</text><text y="3" font-size="13">play</text>'
        f'<text y="20" font-size="17">{money(face)}</text></g>'
    )
    return f'<g data-bet="{COUPON}">{upright(x, y, ticket)}</g>'


def _limits(
    setup: Setup, drawn: Sequence[Drawn], wagers: Mapping[str, int], scale: float
) -> Iterator[str]:
    """The limits of each wager, at its spot, until chips lie there."""
    posted = setup.options.posted
    for wager in setup.game.wagering.before_the_deal:
        spot = _spot_of(drawn, wager.id)
        if spot is None or wagers.get(wager.id) or not wager.is_offered(setup.options):
            continue
        least, most = posted.minimums.get(wager.id), posted.maximums.get(wager.id)
        text = f"= {wager.equals}" if wager.equals else describe_limits(least, most)
        if not text:
            continue
        x, y = spot.frame.point(spot.x, spot.y)
        size = 18 * scale
        words = f'<text class="limit" y="36" font-size="{size:.1f}">{escape(text)}</text>'
        yield upright(x, y, words)


def describe_limits(least: int | None, most: int | None) -> str:
    """The limits of a wager, in few characters."""
    if least and most:
        return f"{money(least)}–{money(most)}"
    if most:
        return f"to {money(most)}"
    return f"{money(least)}+" if least else ""


def _lowest(drawn: Sequence[Drawn]) -> float:
    return max(shape.y + shape.height / 2 for area in drawn for shape in area.shapes)


def _plate(layout: Layout, view: TableView, seat: int, viewer: str) -> str:
    """The player's name, outside the cards, and whether it is their turn."""
    player = view.seats.get(seat)
    if player is None:
        return ""
    drawn, scale = layout.of(f"seat-{seat}"), scale_of(layout)
    due = any(task.seat == seat and task.act == "decide" for task in view.due)
    name = "You" if player == viewer else player
    short = name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"
    style = "plate" + (" mine" if player == viewer else "") + (" due" if due else "")
    width = (34.0 + 11.5 * len(short)) * scale
    frame = drawn[0].shapes[0].frame
    # At the ends of the arc the plate lies across the seat: it must clear the cards.
    aside = abs(math.sin(math.radians(frame.turn))) * width * 0.36
    x, y = frame.point(0.0, _lowest(drawn) + 60.0 + aside)
    x = max(width / 2 + 4.0, min(layout.width - width / 2 - 4.0, x))
    turn = '<text class="turn" y="{:.1f}" font-size="{:.1f}">to decide</text>' if due else ""
    inside = (
        f'<g class="{style}"><rect x="{-width / 2:.1f}" '
        f'y="{-19 * scale:.1f}" width="{width:.1f}" height="{38 * scale:.1f}" '
        f'rx="{19 * scale:.1f}"/><text y="{7 * scale:.1f}" font-size="{21 * scale:.1f}">'
        f"{escape(short)}</text>{turn.format(38 * scale, 18 * scale)}</g>"
    )
    return upright(x, y, inside)


def _spot_of(drawn: Sequence[Drawn], wager: str) -> Shape | None:
    """The spot of a wager at a position."""
    for area in drawn:
        if area.area.id == wager and area.area.kind is AreaKind.WAGER:
            return area.shapes[0]
    return None


def _draw_results(
    drawn: Sequence[Drawn], results: Sequence[WagerResult], scale: float
) -> Iterator[str]:
    """Each wager's end at its own spot; a stake that stays is drawn with what it won."""
    for result in results:
        spot = _spot_of(drawn, result.wager)
        if spot is None:
            continue
        x, y = spot.frame.point(spot.x, spot.y)
        inside = _stacks(result, scale) + _tag(result, scale)
        yield f'<g data-result="{escape(result.wager)}">{upright(x, y, inside)}</g>'


def _stacks(result: WagerResult, scale: float) -> str:
    stake, won = result.stake, result.net
    if result.outcome is not Outcome.WIN or not stake or won <= 0:
        return ""
    size = 0.66 * scale
    left = draw_stack(stake, -22.0 * scale, -20.0, size, total=False)
    return left + draw_stack(won, 22.0 * scale, -20.0, size, total=False)


def _tag(result: WagerResult, scale: float) -> str:
    """The word with a sign, and the amount below it: colour is never the only sign."""
    outcome = result.outcome.value
    word = f"{RESULT_SIGNS.get(outcome, '')} {RESULT_WORDS.get(outcome, outcome)}".strip()
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
