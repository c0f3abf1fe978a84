"""Chips of the table itself: between the cage and the container, counts, and the boxes."""

from collections.abc import Iterator

from houseway.chips import MOST_CENTS, dollars
from houseway.games.fields import read_choice
from houseway.rulebook import Refusal
from houseway.table import commands
from houseway.table.state import Phase, TableState

INVENTORY_MOVES: dict[commands.InventoryMove, str] = {
    "opener": "cage",
    "fill": "cage",
    "credit": "inventory",
}
"""Where the chips come from; they go to the other of the two."""
BOXES: dict[commands.Box, str] = {"drop": "count_room", "tips": "tip_pool"}
"""Where the contents of each box go."""


def check_inventory(state: TableState, command: commands.MoveInventory) -> Iterator[Refusal]:
    read_choice(command.reason, "The reason", list(INVENTORY_MOVES))
    tried = f"{command.reason.capitalize()} of {dollars(command.cents)}"
    if not 1 <= command.cents <= MOST_CENTS:
        yield Refusal((), tried, f"it is an amount from one cent to {dollars(MOST_CENTS)}")
    elif command.reason == "credit" and command.cents > state.balances.get("inventory", 0):
        yield Refusal((), tried, "the table inventory container does not hold that much")


def check_count(_state: TableState, command: commands.CountInventory) -> Iterator[Refusal]:
    if not 0 <= command.cents <= MOST_CENTS:
        tried = f"A count of {dollars(command.cents)}"
        yield Refusal((), tried, f"it is an amount up to {dollars(MOST_CENTS)}")


def check_empty_box(state: TableState, command: commands.EmptyBox) -> Iterator[Refusal]:
    read_choice(command.box, "The box", list(BOXES))
    if not 0 <= command.cents <= MOST_CENTS:
        tried = f"A count of {dollars(command.cents)}"
        yield Refusal((), tried, f"it is an amount up to {dollars(MOST_CENTS)}")
    if state.phase is Phase.ROUND:
        yield Refusal((), f"Taking the {command.box} box", "a round is in play")
