"""The headers of every answer, also of those that the server gives before the application."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import MutableHeaders

DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
ENCRYPTED_FOR = 365 * 24 * 3600
"""Seconds for which a browser may only come back over an encrypted connection."""

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]


def security_headers(media_type: str, *, secure: bool) -> dict[str, str]:
    """What a browser may do with an answer of this type."""
    # A drawing carries its own styles; nothing else may.
    is_drawing = media_type.startswith("image/svg")
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
        "Content-Security-Policy": DRAWING_POLICY if is_drawing else POLICY,
    }
    if secure:
        headers["Strict-Transport-Security"] = f"max-age={ENCRYPTED_FOR}"
    return headers


def add_headers(path: str, send: Send, *, secure: bool) -> Send:
    """The same way out, on which every answer gets its headers; a route may set stricter ones."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            message.setdefault("headers", [])
            headers = MutableHeaders(scope=message)
            media_type = headers.get("content-type", "")
            for name, value in security_headers(media_type, secure=secure).items():
                headers.setdefault(name, value)
            if path.startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers
