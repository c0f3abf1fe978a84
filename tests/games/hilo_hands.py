"""Hands and rounds of 5 Card Hi-Lo, as documents for the tests."""

from typing import Any

from houseway.games import GAMES

HILO = GAMES["hilo"]
DEALER = "9s 8d 7c 6h 5s"  # 24 high, 11 low
WINNER = "Ks Qd Jc / 3h 2s"  # 30 high, 5 low


def hand(
    setting: str = WINNER, seat: int = 1, player: str = "A", ante: int = 1000, **more: Any
) -> dict[str, Any]:
    high, _, low = setting.partition(" / ")
    actions = {"decision": "play", "high": high.split(), "low": low.split()}
    cards = [*high.split(), *low.split()]
    wagers = {"ante": ante, **more.pop("wagers", {})}
    fields = {"seat": seat, "player": player, "wagers": wagers, "cards": cards}
    return {**fields, "actions": actions, **more}


def folded(setting: str = WINNER, **more: Any) -> dict[str, Any]:
    return {**hand(setting, **more), "actions": {"decision": "fold"}}


def game(
    *hands: dict[str, Any], dealer: str = DEALER, irregularity: Any = None, **config: Any
) -> dict[str, Any]:
    document = {"game": "hilo", "config": config, "dealer": dealer.split(), "hands": list(hands)}
    return {**document, "irregularity": irregularity} if irregularity else document
