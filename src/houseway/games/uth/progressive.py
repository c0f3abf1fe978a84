"""The progressive wager: the text gives its price and company, the licensee its table (U21).

Nothing is offered until the licensee names the prizes. A prize is a fixed
amount or a share of the meter; shares are taken from the meter as it stands at
each seat's turn (U24).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from houseway.chips import MOST_CENTS, Odds
from houseway.games.fields import either, show
from houseway.games.options import NotAllowed
from houseway.games.uth.paytables import CATEGORIES

PRICE_CENTS = 500
CARDS = ("best_of_seven", "hole_and_flop")


@dataclass(frozen=True)
class Prize:
    """What a category wins: so many cents, or a percentage of the meter."""

    cents: int = 0
    meter_percent: int = 0

    def amount(self, meter: int, unit: int = 1) -> int:
        """A share is paid up to the payout unit, like all odds (U9)."""
        return self.cents or Odds(self.meter_percent, 100).payout(meter, unit)


@dataclass(frozen=True)
class Progressive:
    """The licensee's progressive: prizes by category, and the meter."""

    table: Mapping[str, Prize]
    meter_cents: int
    cards: str = CARDS[0]
    stake_returned: bool = True
    start_cents: int = 0
    """What the meter is set to again when a prize leaves less in it."""
    contribution_cents: int = 0
    """How much of each wager goes to the meter."""
    reserve_cents: int = 0
    """How much of each wager goes to the hidden reserve, which sets the meter again."""

    def after(self, prize: Prize, paid: int, meter: int) -> int:
        """The meter once a prize is paid: only shares come out of it."""
        return max(meter - paid, self.start_cents) if prize.meter_percent else meter


def read_progressive(value: Any) -> Progressive | None:
    """The progressive option: off, or a complete table."""
    if value is None or value is False or value == "off":
        return None
    if not isinstance(value, Mapping):
        raise NotAllowed(
            "the text gives no pay table for it, so it is offered only with the licensee's own: "
            "give table and meter_cents"
        )
    known = {field.name for field in fields(Progressive)}
    if value.keys() - known:
        unknown = show(next(name for name in value if name not in known))
        raise NotAllowed(f"it has no {unknown}; it has {sorted(known)}")
    table = value.get("table")
    if not isinstance(table, Mapping) or not table:
        raise NotAllowed("it needs a table of prizes")
    contribution = _read_cents(value, "contribution_cents", 0, most=PRICE_CENTS)
    reserve = _read_cents(value, "reserve_cents", 0, most=PRICE_CENTS)
    if contribution + reserve > PRICE_CENTS:
        raise NotAllowed(f"meter and reserve take more than the {PRICE_CENTS} cents of a wager")
    cards, stake_returned = value.get("cards", CARDS[0]), value.get("stake_returned", True)
    if cards not in CARDS:
        raise NotAllowed(f"cards is {show(cards)}; it can be {either(CARDS)}")
    if not isinstance(stake_returned, bool):
        raise NotAllowed(f"stake_returned is {show(stake_returned)}, not true or false")
    return Progressive(
        table={key: _read_prize(key, prize) for key, prize in table.items()},
        meter_cents=_read_cents(value, "meter_cents"),
        cards=cards,
        stake_returned=stake_returned,
        start_cents=_read_cents(value, "start_cents", 0),
        contribution_cents=contribution,
        reserve_cents=reserve,
    )


def _read_prize(key: object, prize: object) -> Prize:
    if key not in CATEGORIES:
        raise NotAllowed(f"there is no hand {show(key)}; the hands are {either(CATEGORIES)}")
    if isinstance(prize, Mapping) and len(prize) > 1:
        # Written out in full, the amount that a prize has not is 0.
        prize = {name: amount for name, amount in prize.items() if not _is_zero(amount)}
    if isinstance(prize, Mapping) and prize.keys() == {"cents"}:
        return Prize(cents=_read_cents(prize, "cents", least=1))
    if isinstance(prize, Mapping) and prize.keys() == {"meter_percent"}:
        return Prize(meter_percent=_read_cents(prize, "meter_percent", least=1, most=100))
    raise NotAllowed(f"the prize for {key} is cents or meter_percent, not {show(prize)}")


def _is_zero(amount: object) -> bool:
    return type(amount) is int and amount == 0


def _read_cents(
    value: Mapping[str, Any],
    name: str,
    default: int | None = None,
    least: int = 0,
    most: int = MOST_CENTS,
) -> int:
    cents = value.get(name, default)
    if not isinstance(cents, int) or isinstance(cents, bool) or not least <= cents <= most:
        raise NotAllowed(f"{name} is {show(cents)}, not a whole number from {least} to {most}")
    return cents
