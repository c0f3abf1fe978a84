"""The acts of the house at a table: bring decks, cut, load, and all that is no player's choice.

With an automated dealer the house does everything that is no choice of a player. With a human
dealer it does only what a device does. The order that a shuffle gives comes from the recorded
table, never from here.
"""

import secrets

from houseway.cards import NEW_DECK
from houseway.house.clocks import DEALER, RunSettings
from houseway.table import Phase, TableState, due
from houseway.table.commands import Actor, Command, Do, Role

DEVICE = Actor(Role.DEVICE, "shuffler")
ACTORS = {"dealer": DEALER, "device": DEVICE, "floorperson": Actor(Role.FLOORPERSON, "house")}
LEAST_CUT, MOST_CUT = 10, 42


def next_act(state: TableState, settings: RunSettings) -> Command | None:
    """The next act of the house; None while it waits for a person."""
    if state.phase is Phase.CLOSED:
        return _receive(state) if settings.deals_itself and state.seats else None
    task = next(iter(due(state)), None)
    if task is None or task.act == "decide":
        return None
    is_device = task.by.value == "device"
    if not (settings.deals_itself or is_device) or task.by.value == "player":
        return None
    data: object = None
    match task.act:
        case "receive":
            return _receive(state)
        case "cut":
            data = LEAST_CUT + secrets.randbelow(MOST_CUT - LEAST_CUT + 1)
        case "load":
            data = "left"
    return Do(ACTORS[task.by.value], task.act, task.seat, task.wager, data)


def _receive(state: TableState) -> Do:
    return Do(DEALER, "receive", data=new_decks(state))


def new_decks(state: TableState) -> list[list[str]]:
    """As many decks as the table waits for, in the order in which they leave the factory."""
    number = len(state.retired) or state.setup.equipment.decks
    return [[str(card) for card in NEW_DECK] for _ in range(number)]
