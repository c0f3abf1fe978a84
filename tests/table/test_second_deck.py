"""A deck that leaves a table of two decks is replaced; the other one stays as it was shuffled."""

from random import Random

from houseway.table.commands import Do, Happen
from houseway.table.state import Shuffler
from houseway.table.trial import DEVICE
from tests.table.helpers import WORLD, finish, shuffler, start_round, table


def test_a_new_deck_does_not_undo_the_shuffle_of_the_other() -> None:
    """A card is lost, the deck leaves, a new one comes: the next round is of the shuffled one."""
    devices = {"decks": 2, "shuffler_counts": True, "stub_count_interval": 1}
    found = table("uth", 1, frozenset(), shuffle="automated", **devices)
    found.prepare()
    found.tell(Happen(WORLD, "lose_card", found.state.stock[40]))
    start_round(found)
    assert shuffler(found) is Shuffler.SHUFFLING
    order = Random(5).sample(found.state.decks[1], 52)
    found.tell(Do(DEVICE, "shuffle", data=order))
    finish(found)
    assert found.state.retired == {0}
    found.prepare()
    assert found.state.in_use == 1
    assert list(found.state.stock) == order
