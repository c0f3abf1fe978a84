"""A deck that leaves a table of two decks is replaced; the other keeps its shuffled order."""

from random import Random

from houseway.table.commands import Do, Happen
from houseway.table.state import Shuffler
from houseway.table.trials import DEVICE
from tests.table.helpers import WORLD, finish_round, get_shuffler, open_table, start_round


def test_a_new_deck_does_not_undo_the_shuffle_of_the_other() -> None:
    """A deck that lost a card is replaced; the next round is dealt from the shuffled deck."""
    devices = {"decks": 2, "shuffler_counts": True, "stub_count_interval": 1}
    table = open_table("uth", 1, frozenset(), shuffle="automated", **devices)
    table.prepare()
    table.submit(Happen(WORLD, "lose_card", table.state.stock[40]))
    start_round(table)
    assert get_shuffler(table) is Shuffler.SHUFFLING
    order = Random(5).sample(table.state.decks[1], 52)
    table.submit(Do(DEVICE, "shuffle", data=order))
    finish_round(table)
    assert table.state.retired == {0}
    table.prepare()
    assert table.state.in_use == 1
    assert list(table.state.stock) == order
