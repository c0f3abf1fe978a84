"""What lies on the felt, drawn over the layout that the regulation prints: cards, chips, names.

Each owner's part is a group of its own, so that only what changed is sent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from houseway.felt import Layout, compose, to_svg
from houseway.felt.layout import Drawn
from houseway.felt.shapes import Frame, Shape
from houseway.games.printed import AreaKind
from houseway.table import Setup
from houseway.web.live.cards import draw_back, draw_card, draw_chip, money

Group = dict[str, str]


@lru_cache(maxsize=64)
def _layout(_key: tuple[str, str], setup: "_Uncompared") -> Layout:
    printed = setup.value.game.printed(setup.value.options)
    return compose(printed)


class _Uncompared:
    """A setup that the cache does not look at: its text is beside it."""

    def __init__(self, value: Setup) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Uncompared)

    def __hash__(self) -> int:
        return 0


def layout_of(setup: Setup) -> Layout:
    return _layout((setup.game.id, repr(setup.options)), _Uncompared(setup))


def felt_svg(setup: Setup) -> str:
    """The layout, with an empty group for each owner to put what lies there."""
    layout = layout_of(setup)
    # The page has the drawing's styles in a sheet of its own: styles inside it are not allowed.
    drawing = re.sub(r"<style>.*?</style>", "", to_svg(layout), flags=re.DOTALL).rstrip()
    assert drawing.endswith("</svg>")
    groups = "".join(f'<g id="live-{owner}"></g>' for owner in owners(layout))
    return drawing.removesuffix("</svg>") + groups + '<g id="live-rack"></g></svg>'


def owners(layout: Layout) -> list[str]:
    return list(dict.fromkeys(drawn.owner for drawn in layout.areas))


def draw_table(setup: Setup, view: Mapping[str, Any], me: str) -> Group:
    """Every group of the felt as this view has it."""
    layout = layout_of(setup)
    back = setup.equipment.back
    found = {f"live-{owner}": "" for owner in owners(layout)}
    found["live-dealer"] = _dealer(layout, view, back)
    for owner in found:
        if owner.startswith("live-seat-"):
            seat = owner.removeprefix("live-seat-")
            found[owner] = _position(layout, view, seat, me, back)
    found["live-rack"] = _rack(layout, view)
    return found


def _turn(frame: Frame) -> str:
    turn = f" rotate({frame.turn:.2f})" if frame.turn else ""
    return f'transform="translate({frame.x:.2f} {frame.y:.2f}){turn}"'


def _card_places(drawn: Sequence[Drawn]) -> list[Shape]:
    return [
        shape
        for one in drawn
        if one.area.kind is AreaKind.CARDS
        for shape in one.shapes
        if shape.style == "card"
    ]


def _lay(places: Sequence[Shape], cards: Sequence[str | None], back: str) -> str:
    """Cards on their places; more cards than places lie beside the last."""
    drawn = []
    for n, card in enumerate(cards):
        place = places[min(n, len(places) - 1)]
        shift = max(0, n - len(places) + 1) * 18.0
        x, y = place.x - place.width / 2 + shift, place.y - place.height / 2
        inside = (
            draw_back(x, y, place.width, place.height, back)
            if card is None
            else draw_card(card, x, y, place.width, place.height)
        )
        drawn.append(f"<g {_turn(place.frame)}>{inside}</g>")
    return "".join(drawn)


def _dealer(layout: Layout, view: Mapping[str, Any], back: str) -> str:
    areas = {drawn.area.id: drawn for drawn in layout.of("dealer")}
    round_, last = view.get("round"), view.get("last")
    if round_ is not None:
        dealer = round_["dealer"].get("cards") or [None] * round_["dealer"]["count"]
        community = round_["community"]
    elif last is not None and not view["bets"]:
        dealer, community = last.get("dealer", []), last["community"]
    else:
        return ""
    found = _lay(_card_places([areas["dealer"]]), dealer, back)
    if "community" in areas:
        found += _lay(_card_places([areas["community"]]), community, back)
    return found


def _position(layout: Layout, view: Mapping[str, Any], seat: str, me: str, back: str) -> str:
    drawn = layout.of(f"seat-{seat}")
    round_, last = view.get("round"), view.get("last")
    player = view["seats"].get(seat)
    parts = [_plate(drawn, view, seat, player, me)]
    hand = round_["hands"].get(seat) if round_ is not None else None
    wagers = hand["wagers"] if hand is not None else view["bets"].get(seat, {})
    if hand is not None:
        parts.append(_lay(_card_places(drawn), _cards_of(hand), back))
        # Only a replay stops between one wager's settlement and the next.
        parts.append("".join(_results(drawn, hand.get("results", []))))
    elif round_ is None and last is not None and not view["bets"] and seat in last["hands"]:
        ended = last["hands"][seat]
        parts.append(_lay(_card_places(drawn), ended.get("cards", []), back))
        parts.append("".join(_results(drawn, ended["results"])))
    parts.append("".join(_chips(drawn, wagers)))
    return "".join(parts)


def _cards_of(hand: Mapping[str, Any]) -> list[str | None]:
    if "cards" in hand:
        return list(hand["cards"])
    shown = list(hand.get("shown", []))
    return [*shown, *([None] * (hand["count"] - len(shown)))]


def _spot(drawn: Sequence[Drawn], wager: str) -> Shape | None:
    for one in drawn:
        if one.area.id == wager and one.area.kind is AreaKind.WAGER:
            return one.shapes[0]
    return None


def _chips(drawn: Sequence[Drawn], wagers: Mapping[str, int]) -> Iterator[str]:
    for wager, cents in wagers.items():
        spot = _spot(drawn, wager)
        if spot is not None and cents:
            yield f"<g {_turn(spot.frame)}>{draw_chip(cents, spot.x, spot.y)}</g>"


WORDS = {"win": "won", "lose": "lost", "push": "push", "void": "void", "forfeit": "folded"}


def _results(drawn: Sequence[Drawn], results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How each wager ended, at its own spot: in words, and in money where it won."""
    for one in results:
        spot = _spot(drawn, one["wager"])
        if spot is None:
            continue
        word = WORDS.get(one["outcome"], one["outcome"])
        text = f"+{money(one['net'])}" if one["outcome"] == "win" else word
        half = 11.0 + 5.2 * len(text)
        yield (
            f'<g {_turn(spot.frame)} class="result {escape(one["outcome"])}">'
            f'<rect x="{spot.x - half:.1f}" y="{spot.y - 15:.1f}" width="{2 * half:.1f}" '
            f'height="30" rx="15"/><text x="{spot.x:.1f}" y="{spot.y + 6:.1f}">{text}</text></g>'
        )


def _plate(
    drawn: Sequence[Drawn], view: Mapping[str, Any], seat: str, player: str | None, me: str
) -> str:
    """Who sits there, below the cards, and whether it is their turn."""
    places = _card_places(drawn)
    frame, lowest = places[-1].frame, max(place.y + place.height / 2 for place in places)
    due = any(str(task.get("seat")) == seat and task["act"] == "decide" for task in view["due"])
    name = "" if player is None else ("You" if player == me else player)
    if not name:
        return ""
    short = name if len(name) <= 14 else f"{name[:13]}…"
    style = "plate" + (" mine" if player == me else "") + (" due" if due else "")
    width = 30.0 + 10.0 * len(short)
    y = lowest + 52.0
    return (
        f'<g {_turn(frame)} class="{style}"><rect x="{-width / 2:.1f}" y="{y - 17:.1f}" '
        f'width="{width:.1f}" height="34" rx="17"/>'
        f'<text x="0" y="{y + 6:.1f}">{escape(short)}</text></g>'
    )


def _rack(layout: Layout, view: Mapping[str, Any]) -> str:
    """How many cards are left to deal; the shoe stands at the dealer's side."""
    round_ = view.get("round")
    if round_ is None:
        return ""
    x, y = layout.width - 300.0, 128.0
    words = f"{round_['undealt']} undealt, {round_['burned']} burned"
    return f'<text class="note" x="{x:.1f}" y="{y:.1f}" font-size="22">{words}</text>'
