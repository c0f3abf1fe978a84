"""What the house does at a table by itself: bring decks, shuffle fairly, cut, load.

With an automated dealer it does all that is no player's choice. With a dealer of flesh and
blood it only does what no person could: the decks are the house's, and so is the order
that a shuffle gives.
"""

import secrets
from collections.abc import Callable

from houseway.cards import NEW_DECK
from houseway.games.script import Task
from houseway.house.clocks import DEALER, Manner
from houseway.table import Phase, TableState, due
from houseway.table.commands import Actor, Command, Do, Role

DEVICE = Actor(Role.DEVICE, "shuffler")
SHUFFLE = "shuffle"
ACTORS = {"dealer": DEALER, "device": DEVICE, "floorperson": Actor(Role.FLOORPERSON, "house")}
LEAST_CUT, MOST_CUT = 10, 42


def next_act(state: TableState, manner: Manner) -> Command | None:
    """The next act that is the house's own; a shuffle among them gets its order elsewhere."""
    if state.phase is Phase.CLOSED:
        return _receive(state) if manner.deals_itself and state.seats else None
    task = next(iter(due(state)), None)
    if task is None or task.act == "decide":
        return None
    device = task.by.value == "device"
    if not (manner.deals_itself or device) or task.by.value == "player":
        return None
    return _act(state, task)


def _act(state: TableState, task: Task) -> Command:
    if task.act == "receive":
        return _receive(state)
    by = ACTORS[task.by.value]
    data = _DATA.get(task.act, lambda: None)()
    return Do(by, task.act, task.seat, task.wager, data)


_DATA: dict[str, Callable[[], object]] = {
    "cut": lambda: LEAST_CUT + secrets.randbelow(MOST_CUT - LEAST_CUT + 1),
    "load": lambda: "left",
}


def _receive(state: TableState) -> Do:
    return Do(DEALER, "receive", data=new_decks(state))


def new_decks(state: TableState) -> list[list[str]]:
    """As many decks as the table waits for, in the order in which they leave the factory."""
    number = len(state.retired) or state.setup.equipment.decks
    return [[str(card) for card in NEW_DECK] for _ in range(number)]
