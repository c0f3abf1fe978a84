"""A player that needs no person: sits down, bets, and decides at random among its offers.

It knows only what the house sends to its seat.
"""

from random import Random
from typing import Any

from houseway.cards import parse_cards
from houseway.client.table import Refused, TableClient
from houseway.codec import from_data
from houseway.games.forms import Button, Offer, list_answers


class Robot:
    """One robot at one table."""

    def __init__(self, table: TableClient, name: str, seat: int, chance: Random) -> None:
        self.table, self.name, self.seat, self.chance = table, name, seat, chance
        self.answered: list[dict[str, Any]] = []
        self.refused: list[str] = []

    async def tell(self, **command: Any) -> bool:
        try:
            self.answered.append(await self.table.tell(command))
        except Refused as error:
            self.refused.append(str(error))
            return False
        return True

    async def sit_down(self, cents: int) -> None:
        if self.table.view["seats"].get(str(self.seat)) != self.name:
            await self.tell(type="sit", seat=self.seat)
        if self.table.view.get("chips", 0) < cents // 2:
            await self.tell(type="buy_in", cents=cents)

    async def play_round(self, wagers: tuple[str, ...], ante: int = 500) -> None:
        """Bets when bets are open, decides until the round is over; or sits one out."""
        view = await self.table.wait_until(
            lambda view: view["phase"] == "betting" or _find_decision(view, self.seat) is not None
        )
        before, answered_at = view["rounds"], view["seq"]
        if view["phase"] == "betting":
            answered_at = max(answered_at, await self._bet(wagers, ante))
        while True:
            view = await self.table.wait_until(
                lambda view: (
                    view["rounds"] > before
                    or _find_decision(view, self.seat) is not None
                    or (view["seq"] >= answered_at and self._sits_out(view))
                )
            )
            task = _find_decision(view, self.seat)
            if task is None or view["rounds"] > before:
                return
            seq = view["seq"]
            await self.tell(type="choose", seat=self.seat, choice=self.choose(view, task))
            await self.table.wait_until(lambda view, seq=seq: view["seq"] > seq)  # type: ignore[misc]

    async def _bet(self, wagers: tuple[str, ...], ante: int) -> int:
        """Puts its bets down and gives the number of the last record that they made."""
        last = 0
        for wager in wagers:
            if await self.tell(type="bet", seat=self.seat, wager=wager, cents=ante):
                last = int(self.answered[-1]["last"])
        await self.table.ready()
        return last

    def _sits_out(self, view: dict[str, Any]) -> bool:
        """Whether bets are open and none of its own is down: refused, or handed back."""
        return view["phase"] == "betting" and not view["bets"].get(str(self.seat))

    def choose(self, view: dict[str, Any], task: dict[str, Any]) -> Any:
        """Any answer to any of the offers."""
        offer = from_data(Offer, self.chance.choice(task["offers"]), "The offer")
        if isinstance(offer.form, Button):
            return offer.choice
        cards = parse_cards(view["round"]["hands"][str(self.seat)].get("cards") or [])
        return self.chance.choice(list(list_answers(offer, cards)))


def _find_decision(view: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """The decision that is due at this seat, if one is."""
    due = (task for task in view["due"] if task["act"] == "decide" and task.get("seat") == seat)
    return next((task for task in due if "offers" in task), None)
