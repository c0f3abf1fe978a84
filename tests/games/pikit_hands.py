"""Hands and rounds of Pik-it, as documents for the tests."""

from typing import Any

from houseway.games import GAMES
from houseway.games.results import HandResult
from tests.conftest import first_hand

PIKIT = GAMES["pikit"]
DEALER = "Ks Kd Tc 5h 3s"
ACES = "Ah Ad 7c 6h 2s"
NON_QUALIFIER = "As Qd Jc Th 8s"


def hand(
    cards: str = ACES,
    decision: Any = "play_5",
    seat: int = 1,
    ante: int = 1000,
    pick: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    wagers = {"ante": ante, "five_card_bonus": ante}
    actions: dict[str, Any] = {"decision": decision}
    if pick:
        wagers["three_card_bonus"] = 500
        actions["select_3"] = pick.split()
    fields = {"seat": seat, "player": f"P{seat}", "wagers": wagers, "cards": cards.split()}
    return {**fields, "actions": actions, **more}


def game(*hands: dict[str, Any], dealer: str = DEALER, **config: Any) -> dict[str, Any]:
    return {"game": "pikit", "config": config, "dealer": dealer.split(), "hands": list(hands)}


def settle(cards: str, decision: str, dealer: str = DEALER, **config: Any) -> HandResult:
    return first_hand(game(hand(cards, decision), dealer=dealer, **config))
