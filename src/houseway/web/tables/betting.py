"""Betting on the panel: the chips of the tray, the spots of a seat, and bets that cannot stay."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games.contract import Game
from houseway.games.meters import PrizeLine
from houseway.games.wagers import Wager
from houseway.rulebook import Refusal
from houseway.table import Phase, Setup
from houseway.table.views import TableView
from houseway.web.cards import money

BUY_INS = (10_000, 50_000, 100_000)
CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
MOST_CHIPS = 5


@dataclass(frozen=True)
class Spot:
    """A wager that may be made before the deal, with what lies there."""

    wager: Wager
    cents: int
    limits: str
    meter: str
    """The meter that the wager can win, and its prizes."""

    def target(self, seat: int) -> dict[str, Any]:
        """The place of a chip, in the message that adds it there, and its fixed price if any."""
        price = self.wager.price_cents
        return {"seat": seat, "wager": self.wager.id} | ({} if price is None else {"price": price})


@dataclass(frozen=True)
class CouponSpot:
    """A match play coupon beside the first wager of a seat."""

    wager: str
    face: int
    most: int
    """The amount of the wager beside it."""


@dataclass(frozen=True)
class BettingSeat:
    """Where a player bets at one seat."""

    seat: int
    spots: tuple[Spot, ...]
    coupon: CouponSpot | None


def first_wager(game: Game[Any, Any]) -> Wager:
    """The wager that every player makes first, and that limits are posted for."""
    wagers = game.wagering.before_the_deal
    return next((wager for wager in wagers if wager.required), wagers[0])


def list_seats(setup: Setup, view: TableView, own: list[int]) -> list[BettingSeat]:
    """The seats at which this player may bet now."""
    if view.phase is not Phase.BETTING:
        return []
    return [
        BettingSeat(
            seat, tuple(_list_spots(setup, view.bets.get(seat, {}))), _coupon(setup, view, seat)
        )
        for seat in own
    ]


def _list_spots(setup: Setup, placed: Mapping[str, int]) -> Iterator[Spot]:
    for wager in setup.game.wagering.before_the_deal:
        if wager.is_offered(setup.options) and wager.equals is None:
            limits, meter = _describe_limits(setup, wager), _describe_meter(setup, wager)
            yield Spot(wager, placed.get(wager.id, 0), limits, meter)


def _describe_limits(setup: Setup, wager: Wager) -> str:
    """What may be bet, and what goes down with it."""
    wagers = setup.game.wagering.wagers
    equal = " and ".join(other.name for other in wagers if other.equals == wager.id)
    return _describe_amounts(setup, wager) + (f", with an equal {equal}" if equal else "")


def _describe_amounts(setup: Setup, wager: Wager) -> str:
    posted = setup.options.posted
    least, most = posted.minimums.get(wager.id, 1), posted.maximums.get(wager.id)
    if wager.price_cents is not None:
        return f"{money(wager.price_cents)}, no more and no less"
    if least == most:
        return f"{money(least)}, no more and no less"
    if least > 1:
        return f"{money(least)} to {money(most)}" if most else f"{money(least)} and up"
    return f"up to {money(most)}" if most else "any amount"


def _describe_meter(setup: Setup, wager: Wager) -> str:
    """Where the meter of a wager stands, and what each hand takes of it."""
    meter = setup.game.meter
    terms = meter.read(setup.options) if meter and meter.wager == wager.id else None
    if terms is None:
        return ""
    prizes = ", ".join(f"{prize.hand.capitalize()} {_show_prize(prize)}" for prize in terms.prizes)
    return (
        f"The meter stands at {money(terms.meter_cents)}. {prizes}; percentages are of the meter."
    )


def _show_prize(prize: PrizeLine) -> str:
    return money(prize.cents) if prize.cents else f"{prize.meter_percent} %"


def _coupon(setup: Setup, view: TableView, seat: int) -> CouponSpot | None:
    if not setup.options.match_play:
        return None
    wager = first_wager(setup.game)
    placed = view.bets.get(seat, {}).get(wager.id, 0)
    return CouponSpot(wager.name, (view.coupons or {}).get(seat, 0), placed)


def list_refusals(setup: Setup, view: TableView, own: list[int]) -> list[Refusal]:
    """The reasons for which these bets would be handed back when the betting ends."""
    if view.phase is not Phase.BETTING:
        return []
    placed = (view.bets[seat] for seat in own if view.bets.get(seat))
    return [refusal for bets in placed for refusal in setup.game.check_bets(setup.options, bets)]


def least_bet(setup: Setup) -> int:
    minimums = setup.options.posted.minimums
    return int(minimums.get(first_wager(setup.game).id, CHIPS[1]))


def list_chips(setup: Setup) -> list[int]:
    """The chips that fit the limits of a table: one below its minimum, and up from there."""
    most = max(setup.options.posted.maximums.values(), default=CHIPS[-1])
    below = [chip for chip in CHIPS if chip < least_bet(setup)]
    first = below[-1] if below else CHIPS[0]
    return [chip for chip in CHIPS if chip >= first and chip <= max(most, first)][:MOST_CHIPS]


def first_chip(setup: Setup) -> int:
    """The chip that is chosen at first: the largest that the minimum allows."""
    chips = list_chips(setup)
    return max((chip for chip in chips if chip <= least_bet(setup)), default=chips[0])
