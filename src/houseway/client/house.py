"""The house as a program sees it: coming in, the lobby, opening tables."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import httpx

from houseway.client.table import Refused, TableClient


class HouseClient:
    """One person in one house."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        timeout: float = 30.0,
        others: Sequence[str] = (),
    ) -> None:
        self.url = url.rstrip("/")
        self.others = [other.rstrip("/") for other in others]
        """Further addresses of the same house, for when one does not answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=timeout)

    async def __aenter__(self) -> "HouseClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends one request and gives the data of its response; raises Refused otherwise."""
        response = await self._reach(method, path, body)
        data = response.json() if response.content else None
        if response.is_success:
            return data
        raise Refused(data if isinstance(data, dict) else {"status": response.status_code})

    async def _reach(self, method: str, path: str, body: Any) -> httpx.Response:
        """Tries one address after the other: what was not sent may be sent elsewhere."""
        *others, last = (self.url, *self.others)
        # Stated explicitly: httpx does not send the cookie of one address to another.
        headers = self._headers()
        for url in others:
            with suppress(httpx.ConnectError):
                return await self.http.request(method, url + path, json=body, headers=headers)
        return await self.http.request(method, last + path, json=body, headers=headers)

    # --- coming in

    async def come_in_as_guest(self) -> dict[str, Any]:
        person: dict[str, Any] = await self.ask("POST", "/api/guest")
        return person

    async def log_in(self, name: str, password: str) -> dict[str, Any]:
        data = {"name": name, "password": password}
        person: dict[str, Any] = await self.ask("POST", "/api/session", data)
        return person

    async def log_out(self) -> None:
        await self.ask("DELETE", "/api/session")

    async def me(self) -> dict[str, Any]:
        person: dict[str, Any] = await self.ask("GET", "/api/me")
        return person

    # --- tables

    async def tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = await self.ask("GET", "/api/tables")
        return tables

    async def open_table(
        self,
        name: str,
        game: str,
        config: dict[str, Any] | None = None,
        manner: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Opens a table; the response has the exact edge of its configuration."""
        data = {"name": name, "game": game, "config": config or {}, "manner": manner or {}}
        opened: dict[str, Any] = await self.ask("POST", "/api/tables", data)
        return opened

    async def tell(self, table: str, command: dict[str, Any], command_id: str) -> dict[str, Any]:
        """One command without a socket."""
        data = {"id": command_id, "command": command}
        path = f"/api/tables/{quote(table, safe='')}/commands"
        answer: dict[str, Any] = await self.ask("POST", path, data)
        return answer

    def table(self, name: str) -> TableClient:
        """A connection to a table, to be used with `async with`."""
        return TableClient(self.url, name, self._headers, self.others)

    def _headers(self) -> dict[str, str]:
        """The credentials of this person, for a socket too."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        token = self.http.headers.get("authorization")
        headers = {"Cookie": cookies} if cookies else {}
        return {**headers, "Authorization": token} if token else headers
