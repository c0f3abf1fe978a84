"""Hands and rounds of Ultimate Texas Hold 'Em, as documents for the tests."""

from typing import Any

from houseway.games import GAMES

UTH = GAMES["uth"]
BOARD = "Kd 9c 5h 3s 2c"
PAIRED_DEALER = "9h 8h"
BET = {"preflop": "4x"}
FOLD = {"preflop": "check", "flop": "check", "river": "fold"}
BLIND = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "four_of_a_kind": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
    "three_of_a_kind": (0, 1),
    "two_pair": (0, 1),
    "pair": (0, 1),
}
WINNING = {
    "royal_flush": ("As Ks", "Qs Js Ts 4d 2c"),
    "straight_flush": ("9s 8s", "7s 6s 5s Kd 2c"),
    "four_of_a_kind": ("9s 9h", "9d 9c 5s Kd 2c"),
    "full_house": ("9s 9h", "9d Kc Kd 4h 2c"),
    "flush": ("As 8s", "Ks 6s 3s Qd 2c"),
    "straight": ("9s 8h", "7s 6d 5s Kd 2c"),
    "three_of_a_kind": ("9s 9h", "9d 6c 3s Kd 2c"),
    "two_pair": ("9s Kh", "9d 6c 3s Kd 2c"),
    "pair": ("As Ah", "9d 6c 3s Kd 2c"),
    "high_card": ("As Qh", "9d 6c 3s Kd 2c"),
}
TRIPS = {
    "A": (50, 40, 30, 9, 7, 4, 3),
    "B": (50, 40, 30, 8, 6, 5, 3),
    "C": (50, 40, 30, 8, 7, 4, 3),
    "D": (50, 40, 20, 7, 6, 5, 3),
}
TRIPS_ROWS = list(BLIND)[:7]
PROGRESSIVE = {
    "meter_cents": 1_000_001,
    "table": {"royal_flush": {"meter_percent": 100}, "pair": {"meter_percent": 10}},
}
WITH_PROGRESSIVE = {"trips": 500, "progressive": 500}


def hand(
    cards: str = "Ks Jd", actions: dict[str, str] | None = None, seat: int = 1, **more: Any
) -> dict[str, Any]:
    wagers = {"ante": 1000, "blind": 1000, **more.pop("wagers", {})}
    fields = {"seat": seat, "player": f"P{seat}", "wagers": wagers, "cards": cards.split()}
    return {**fields, "actions": BET if actions is None else actions, **more}


def game(
    *hands: dict[str, Any],
    board: str = BOARD,
    dealer: str = PAIRED_DEALER,
    irregularity: Any = None,
    **config: Any,
) -> dict[str, Any]:
    document: dict[str, Any] = {"game": "uth", "config": config, "community": board.split()}
    if irregularity:
        document["irregularity"] = irregularity
    return {**document, "dealer": dealer.split(), "hands": list(hands)}
