"""A deck that leaves a table of two decks is replaced; the other one stays as it was shuffled."""

from random import Random

from houseway.table.commands import Do, Happen
from houseway.table.state import Shuffler
from houseway.table.trials import DEVICE
from tests.table.helpers import WORLD, finish, open_table, shuffler, start_round


def test_a_new_deck_does_not_undo_the_shuffle_of_the_other() -> None:
    """A card is lost, the deck leaves, a new one comes: the next round is of the shuffled one."""
    devices = {"decks": 2, "shuffler_counts": True, "stub_count_interval": 1}
    table = open_table("uth", 1, frozenset(), shuffle="automated", **devices)
    table.prepare()
    table.submit(Happen(WORLD, "lose_card", table.state.stock[40]))
    start_round(table)
    assert shuffler(table) is Shuffler.SHUFFLING
    order = Random(5).sample(table.state.decks[1], 52)
    table.submit(Do(DEVICE, "shuffle", data=order))
    finish(table)
    assert table.state.retired == {0}
    table.prepare()
    assert table.state.in_use == 1
    assert list(table.state.stock) == order
