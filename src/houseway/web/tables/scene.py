"""A scene: a table as one person sees it at one moment, with its clocks and ready players."""

from dataclasses import dataclass

from houseway.house.clocks import Key
from houseway.house.offices import Person
from houseway.house.table_service import Update
from houseway.table.views import TableView, view


@dataclass(frozen=True)
class Scene:
    """Everything that a page of a table is drawn from."""

    table: str
    seq: int
    view: TableView
    clocks: tuple[tuple[Key, int], ...] = ()
    """The milliseconds that each running clock has left."""
    ready: tuple[str, ...] = ()
    """The players who have said that their bets are down."""
    dealer: str = "automated"

    @property
    def is_dealt_by_hand(self) -> bool:
        return self.dealer == "human"


def scene_for(update: Update, person: Person) -> Scene:
    """The table after an update, as this person sees it."""
    table_view = view(update.state, update.role_of(person), person.name)
    return Scene(update.table, update.seq, table_view, update.clocks, update.ready, update.dealer)
