"""The cards that each person may know at each moment, read off the full record alone.

Written without the table's own views, so that a test can compare the two.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
SIZE = {"uth": 2, "pikit": 5, "hilo": 5}


def cards_in(value: Any) -> set[str]:
    """Every card that is named anywhere in a message."""
    return set(CARD.findall(json.dumps(value)))


@dataclass
class Cards:
    """The cards on the table, and the people who may know them."""

    game: str
    blind: bool
    seats: dict[int, str] = field(default_factory=dict)
    bets: dict[int, set[str]] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)
    """Cards that lay open at the end of the last round: everybody may see them again."""
    chosen: dict[int, Any] = field(default_factory=dict)

    def happen(self, event: dict[str, Any]) -> None:
        act = getattr(self, f"_{event['type']}", None)
        if act is not None:
            act(event)

    def _player_sat(self, event: dict[str, Any]) -> None:
        self.seats[event["seat"]] = event["player"]

    def _player_left(self, event: dict[str, Any]) -> None:
        del self.seats[event["seat"]]

    def _wager_placed(self, event: dict[str, Any]) -> None:
        self.bets.setdefault(event["seat"], set()).add(event["wager"])

    def _wager_taken_back(self, event: dict[str, Any]) -> None:
        self.bets[event["seat"]].discard(event["wager"])

    def _bets_closed(self, _event: dict[str, Any]) -> None:
        self.owners = {seat: self.seats[seat] for seat, placed in self.bets.items() if placed}
        self.hands, self.open, self.chosen = {}, set(), {}

    def _cards_dealt(self, event: dict[str, Any]) -> None:
        self.hands.setdefault(event["place"], []).extend(event["cards"])
        if event["place"] == "community":
            self.open |= set(event["cards"])

    def _hand_revealed(self, event: dict[str, Any]) -> None:
        place = "dealer" if event["seat"] is None else str(event["seat"])
        self.open |= set(self.hands[place])

    def _chosen(self, event: dict[str, Any]) -> None:
        seat, choice = event["seat"], event["choice"]
        self.chosen.setdefault(seat, choice)
        if event["stage"] == "pick":
            hand = self.hands[str(seat)]
            self.open |= {hand[card - 1] if isinstance(card, int) else card for card in choice}

    def _round_closed(self, _event: dict[str, Any]) -> None:
        self.before = self.open
        self.owners, self.bets, self.hands, self.open = {}, {}, {}, set()

    def known_to(self, role: str, name: str) -> set[str]:
        if role == "record_reader":
            return self.before | {card for hand in self.hands.values() for card in hand}
        own = (self.hands[str(seat)] for seat in self._looks_at(name)) if role == "player" else ()
        return self.open | self.before | {card for hand in own for card in hand}

    def _looks_at(self, name: str) -> Iterator[int]:
        mine = sorted(seat for seat, owner in self.owners.items() if owner == name)
        dealt = all(len(self.hands.get(str(seat), ())) == SIZE[self.game] for seat in self.owners)
        if not dealt or (self.game == "pikit" and self.blind):
            return
        for seat in mine:
            first = self.game != "hilo" or seat == mine[0]
            bet_unseen = all(own in self.chosen for own in mine)
            if first or (bet_unseen and self.chosen[seat] != "fold"):
                yield seat


def entitlements(
    bodies: Iterable[str], game: str, role: str, name: str, *, blind: bool = True
) -> list[set[str]]:
    """The cards that somebody may know after each record of a table, from record 0 on."""
    cards, known = Cards(game, blind), []
    for body in bodies:
        cards.happen(json.loads(body))
        known.append(cards.known_to(role, name))
    return known
