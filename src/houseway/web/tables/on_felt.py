"""What still lies on the felt: chips that were moved and cards that were racked are gone.

A view shows the round as it was bet and dealt; a hand does not lose its cards in it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.games.results import Outcome, WagerResult
from houseway.table import TableState
from houseway.table.state import replace_fast
from houseway.table.views import DealerView, RoundView, TableView

NOTHING = DealerView(0)


@dataclass(frozen=True)
class OnFelt:
    """A view with only what lies there, the size of the discard rack, and how wagers ended."""

    view: TableView
    racked: int = 0
    results: Mapping[int, tuple[WagerResult, ...]] = field(default_factory=dict)
    """By seat: the wagers of the round in play that are settled."""
    is_dealt_by_hand: bool = False

    @property
    def shows_last_round(self) -> bool:
        """Whether the last round still lies there: until the next bets, where the house deals.

        A person who deals has put the cards in the rack, one hand after the other.
        """
        view = self.view
        waits = view.round is None and view.last is not None and not view.bets
        return waits and not self.is_dealt_by_hand


def with_backs(cards: Sequence[Card] | None, count: int) -> tuple[Card | None, ...]:
    """The cards that are seen, then None for each that lies face down."""
    faces = tuple(cards or ())
    return (*faces, *([None] * (count - len(faces))))


def remaining_on_felt(
    view: TableView, state: TableState, *, is_dealt_by_hand: bool = False
) -> OnFelt:
    """The view of a person, with only what still lies on the table."""
    racked = sum(len(cards) for _, cards in state.rack)
    owners = {owner for owner, _ in state.rack}
    left = without_racked(with_chips_left(view, state), owners) if state.round else view
    return OnFelt(left, racked, settled_wagers(state), is_dealt_by_hand)


def without_racked(view: TableView, owners: Collection[str]) -> TableView:
    """A view without the hands, and the stub, that are in the discard rack."""
    if view.round is None or not owners:
        return view
    hands = {
        seat: replace_fast(hand, cards=None, shown=None, count=0) if str(seat) in owners else hand
        for seat, hand in view.round.hands.items()
    }
    left: RoundView = replace_fast(view.round, hands=hands)
    if "stub" in owners:
        left = replace_fast(left, undealt=0)
    if "dealer" in owners:
        left = replace_fast(left, dealer=NOTHING, community=())
    return replace_fast(view, round=left)


def with_chips_left(view: TableView, state: TableState) -> TableView:
    """A view with only those chips that still lie there."""
    if state.round is None or view.round is None:
        return view
    hands = {
        seat: replace_fast(hand, wagers=_chips_at(state, seat))
        for seat, hand in view.round.hands.items()
    }
    return replace_fast(view, round=replace_fast(view.round, hands=hands))


def _chips_at(state: TableState, seat: int) -> dict[str, int]:
    spot = f"spot:{seat}:"
    return {
        account.removeprefix(spot): cents
        for account, cents in state.balances.items()
        if cents and account.startswith(spot)
    }


def settled_wagers(state: TableState) -> dict[int, tuple[WagerResult, ...]]:
    """By seat, how the wagers ended that are settled in the round in play."""
    settled: dict[int, tuple[WagerResult, ...]] = {}
    for (seat, wager), net in state.round.moved.items() if state.round else ():
        outcome = Outcome.PUSH if not net else Outcome.WIN if net > 0 else Outcome.LOSE
        settled[seat] = (*settled.get(seat, ()), WagerResult(wager, 0, net, outcome, ()))
    return settled
