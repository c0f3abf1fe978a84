"""The progressive's meter: who wins how much of it, and every cause for which it changes.

The meter is what it was plus the changes listed here, so that nothing else can move it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from houseway.cards import FiveCardRank, rank_best_five, rank_five
from houseway.games.irregularities import Ruling
from houseway.games.meters import Cause, Meter, MeterChange, MeterTerms, PrizeLine
from houseway.games.results import Settlement
from houseway.games.uth.decisions import UthActions, UthHand, UthRound
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import CATEGORIES
from houseway.games.uth.progressive import PRICE_CENTS, Prize


def turns(round_: UthRound) -> tuple[UthHand, ...]:
    """The hands in the order they are settled: those that play, then the folded ones (U49)."""
    return tuple(sorted(round_.from_the_right(), key=lambda hand: hand.actions.folded))


def prizes_won(
    options: UthOptions, round_: UthRound, ranks: Mapping[int, FiveCardRank], ruling: Ruling
) -> dict[int, tuple[Prize, int]]:
    """The prize at each seat, the meter being read at that seat's turn (U24, U49)."""
    progressive = options.progressive
    assert progressive is not None
    meter = progressive.meter_cents
    prizes: dict[int, tuple[Prize, int]] = {}
    for hand in turns(round_):
        if "progressive" not in hand.wagers or ruling.voids(hand.seat):
            continue
        rank = ranks[hand.seat]
        if progressive.cards == "hole_and_flop":
            rank = rank_five(hand.cards + round_.community[:3])
        prize = progressive.table.get(rank.category.key)
        if prize:
            paid = prize.amount(meter, options.payout_unit_cents)
            prizes[hand.seat] = prize, paid
            meter = progressive.after(prize, paid, meter)
    return prizes


def prizes_of(options: UthOptions, round_: UthRound) -> dict[int, tuple[Prize, int]]:
    """The prizes of a round that is over, and what each came to."""
    ruling = rule_on(round_.irregularity)
    if ruling.all_void:
        return {}
    live = [hand for hand in round_.hands if not ruling.voids(hand.seat)]
    ranks = {hand.seat: rank_best_five(hand.cards + round_.community) for hand in live}
    return prizes_won(options, round_, ranks, ruling)


def changes_with_bets(options: UthOptions, hands: Iterable[UthHand]) -> Iterator[MeterChange]:
    """A part of every progressive wager goes to the meter when the bets close (U21)."""
    if options.progressive is None or not options.progressive.contribution_cents:
        return
    for hand in hands:
        if "progressive" in hand.wagers:
            part = options.progressive.contribution_cents
            yield MeterChange(Cause.CONTRIBUTION, hand.seat, part)


def changes_with_round(options: UthOptions, round_: UthRound) -> Iterator[MeterChange]:
    """The part of a void wager is taken back (U23); then prizes leave the meter, in turn."""
    progressive = options.progressive
    if progressive is None:
        return
    ruling, meter = rule_on(round_.irregularity), progressive.meter_cents
    for hand in round_.hands:
        if "progressive" in hand.wagers and ruling.voids(hand.seat):
            if progressive.contribution_cents:
                yield MeterChange(Cause.VOID, hand.seat, -progressive.contribution_cents)
            meter -= progressive.contribution_cents
    for seat, (prize, paid) in prizes_of(options, round_).items():
        if not prize.meter_percent:
            continue  # a fixed amount is the house's, not the meter's
        if paid:
            yield MeterChange(Cause.PRIZE, seat, -paid)
        meter -= paid
        if meter < progressive.start_cents:
            yield MeterChange(Cause.RESET, seat, progressive.start_cents - meter)
            meter = progressive.start_cents


def meter_after_bets(options: UthOptions, hands: tuple[UthHand, ...]) -> UthOptions:
    return _changed(options, changes_with_bets(options, hands))


def meter_after_round(options: UthOptions, round_: UthRound, _settled: Settlement) -> UthOptions:
    return _changed(options, changes_with_round(options, round_))


def _changed(options: UthOptions, changes: Iterable[MeterChange]) -> UthOptions:
    change = sum(change.cents for change in changes)
    if options.progressive is None or not change:
        return options
    return with_meter(options, options.progressive.meter_cents + change)


def with_meter(options: UthOptions, cents: int) -> UthOptions:
    """The options with the meter at another amount."""
    assert options.progressive is not None, "a table without a progressive has no meter"
    return replace(options, progressive=replace(options.progressive, meter_cents=cents))


def read_terms(options: UthOptions) -> MeterTerms | None:
    """The meter and its terms, the prizes from the highest hand down."""
    progressive = options.progressive
    if progressive is None:
        return None
    highest_first = sorted(progressive.table.items(), key=lambda entry: -CATEGORIES.index(entry[0]))
    return MeterTerms(
        progressive.meter_cents,
        progressive.start_cents,
        progressive.contribution_cents,
        progressive.reserve_cents,
        progressive.stake_returned,
        tuple(
            PrizeLine(hand.replace("_", " "), prize.cents, prize.meter_percent)
            for hand, prize in highest_first
        ),
    )


def fixed_prizes(options: UthOptions, round_: UthRound) -> int:
    """What a round pays in prizes of a fixed amount."""
    return sum(prize.cents for prize, _ in prizes_of(options, round_).values())


METER = Meter[UthOptions, UthActions](
    wager="progressive",
    price_cents=PRICE_CENTS,
    read=read_terms,
    with_meter=with_meter,
    changes_with_bets=changes_with_bets,
    changes_with_round=changes_with_round,
    fixed_prizes=fixed_prizes,
)
