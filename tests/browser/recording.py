"""Everything that a page receives, kept in order, and every card that is named in it.

A card may be named in letters, aloud, or as a rank and a suit that are drawn beside each other.
"""

import html
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, Request, WebSocket

from tests.web.visitors import cards_named

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
DRAWN = re.compile(r"(?<![\w.])(10|[2-9TJQKA])(?:\s|<[^>]*>)*([♣♦♥♠])")
COLOURED = re.compile(r"\bsuit-([cdhs])\b")
AS_THE_WORD = re.compile(r"\bAs (?=[a-z])")
NO_CONTENT = 204
TEXTS = ("text/html", "application/json", "text/plain", "image/svg")


def cards_anywhere(text: str) -> set[str]:
    """Every card that a message tells, in whatever form."""
    plain = AS_THE_WORD.sub("", html.unescape(text))
    return cards_named(plain) | set(_drawn(plain))


def _drawn(plain: str) -> list[str]:
    return [rank.replace("10", "T") + SUITS[suit] for rank, suit in DRAWN.findall(plain)]


def suits_alone(text: str) -> Counter[str]:
    """Suits that are told by a colour where no card of that suit is drawn."""
    plain = html.unescape(text)
    return Counter(COLOURED.findall(plain)) - Counter(card[1] for card in _drawn(plain))


@dataclass
class Heard:
    """One thing that came: a frame of the socket, or the body of an answer."""

    what: str
    text: str
    before: int
    """The record that this page had been told of by then."""
    seq: int | None = None
    """The record that it tells of, where it says so."""


@dataclass
class Recorder:
    """What one page received."""

    page: Page
    heard: list[Heard] = field(default_factory=list)
    _seq: int = 0

    def __post_init__(self) -> None:
        self.page.on("websocket", self._listen)
        self.page.on("requestfinished", self._read)

    def _listen(self, socket: WebSocket) -> None:
        began = [True]

        def frame(payload: str | bytes) -> None:
            text = payload if isinstance(payload, str) else payload.decode()
            told: dict[str, Any] = json.loads(text)
            seq = told.get("seq")
            before = seq - 1 if seq is not None and began[0] else self._seq
            self.heard.append(Heard(f"frame {told['type']}", _opened(told), before, seq))
            if seq is not None:
                self._seq, began[0] = seq, False

        socket.on("framereceived", frame)

    def _read(self, request: Request) -> None:
        """Reads a body as soon as it has come: a page that is left is forgotten."""
        before, answer = self._seq, request.response()
        if answer is None or not 200 <= answer.status < 300 or answer.status == NO_CONTENT:
            return
        if answer.headers.get("content-type", "").startswith(TEXTS):
            self.heard.append(Heard(request.url, answer.text(), before))


def _opened(told: Any) -> str:
    """A message as text in which quotes and letters are no longer escaped for JSON."""
    if isinstance(told, dict):
        return "\n".join(f"{key}: {_opened(value)}" for key, value in told.items())
    if isinstance(told, list):
        return "\n".join(_opened(value) for value in told)
    return str(told)


def leaks(heard: list[Heard], known: list[set[str]]) -> list[tuple[str, int | None, object]]:
    """Each thing that told a card, or a suit, which its receiver might not know then."""
    found: list[tuple[str, int | None, object]] = []
    for one in heard:
        last = one.before if one.seq is None else one.seq
        # What happened since the message before is told too, card by card as it was turned up.
        may = set().union(*known[min(one.before + 1, last) : last + 1])
        told = cards_anywhere(one.text)
        if not told <= may:
            found.append((one.what, one.seq, told - may))
        alone = suits_alone(one.text)
        if alone:
            found.append((one.what, one.seq, alone))
    return found
