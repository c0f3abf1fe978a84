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
    """Every card that a message names, in whatever form."""
    plain = AS_THE_WORD.sub("", html.unescape(text))
    return cards_named(plain) | set(_drawn(plain))


def _drawn(plain: str) -> list[str]:
    return [rank.replace("10", "T") + SUITS[suit] for rank, suit in DRAWN.findall(plain)]


def suits_alone(text: str) -> Counter[str]:
    """Suits that a colour shows where no card of that suit is drawn."""
    plain = html.unescape(text)
    return Counter(COLOURED.findall(plain)) - Counter(card[1] for card in _drawn(plain))


@dataclass
class Received:
    """A frame of the socket, or the body of a response."""

    source: str
    text: str
    before: int
    """The last record that this page knew of by then."""
    seq: int | None = None
    """The record that it is about, where it says so."""


@dataclass
class Recorder:
    """What one page received."""

    page: Page
    received: list[Received] = field(default_factory=list)
    _seq: int = 0

    def __post_init__(self) -> None:
        self.page.on("websocket", self._listen)
        self.page.on("requestfinished", self._read)

    def _listen(self, socket: WebSocket) -> None:
        is_first = [True]

        def frame(payload: str | bytes) -> None:
            text = payload if isinstance(payload, str) else payload.decode()
            message: dict[str, Any] = json.loads(text)
            seq = message.get("seq")
            before = seq - 1 if seq is not None and is_first[0] else self._seq
            self.received.append(
                Received(f"frame {message['type']}", _opened(message), before, seq)
            )
            if seq is not None:
                self._seq, is_first[0] = seq, False

        socket.on("framereceived", frame)

    def _read(self, request: Request) -> None:
        """Reads a body as soon as it has come: a page that is left is forgotten."""
        before, response = self._seq, request.response()
        if response is None or not 200 <= response.status < 300 or response.status == NO_CONTENT:
            return
        if response.headers.get("content-type", "").startswith(TEXTS):
            self.received.append(Received(request.url, response.text(), before))


def _opened(value: Any) -> str:
    """A message as text in which quotes and letters are no longer escaped for JSON."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_opened(part)}" for key, part in value.items())
    if isinstance(value, list):
        return "\n".join(_opened(part) for part in value)
    return str(value)


def leaks(received: list[Received], known: list[set[str]]) -> list[tuple[str, int | None, object]]:
    """Each item that names a card, or shows a suit, which its receiver might not know then."""
    leaked: list[tuple[str, int | None, object]] = []
    for item in received:
        last = item.before if item.seq is None else item.seq
        # An item also has what happened since the one before, card by card as it was turned up.
        visible = set().union(*known[min(item.before + 1, last) : last + 1])
        named = cards_anywhere(item.text)
        if not named <= visible:
            leaked.append((item.source, item.seq, named - visible))
        alone = suits_alone(item.text)
        if alone:
            leaked.append((item.source, item.seq, alone))
    return leaked
