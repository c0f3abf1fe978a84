"""The states that a coupon goes through, by the events of the table at which it is laid down."""

from collections.abc import Iterator
from enum import StrEnum

from houseway.games.procedure import Act
from houseway.table.events import CouponPlaced, Event, MoneyMoved, RoundClosed, WagerTakenBack


class CouponState(StrEnum):
    """Where a coupon is."""

    ISSUED = "issued"
    PLACED = "placed"
    RETURNED = "returned"
    """Back with its player: taken back, pushed, or of a void round."""
    SPENT = "spent"
    """Won or lost: it stays with the house."""


USABLE = frozenset({CouponState.ISSUED, CouponState.RETURNED})
AT_A_TABLE = frozenset({CouponState.PLACED, CouponState.SPENT})
"""The states in which a coupon has a table."""


def next_states(serials: dict[int, str], event: Event) -> Iterator[tuple[str, CouponState]]:
    """The new state of each coupon that an event moves; `serials` by seat are kept up to date."""
    match event:
        case CouponPlaced():
            if event.seat in serials:  # the coupon of before goes back to its player
                yield serials.pop(event.seat), CouponState.RETURNED
            if event.serial:
                serials[event.seat] = event.serial
                yield event.serial, CouponState.PLACED
        case WagerTakenBack(wager="ante") if event.seat in serials:
            yield serials.pop(event.seat), CouponState.RETURNED
        case MoneyMoved(wager="match_play") if event.seat in serials:
            is_kept = event.act in {Act.PAY, Act.COLLECT}
            # A coupon that was taken in a round which proves void later is given back.
            yield serials[event.seat], CouponState.SPENT if is_kept else CouponState.RETURNED
        case RoundClosed():
            serials.clear()
