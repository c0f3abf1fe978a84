"""The progressive's meter: who wins how much of it, and every cause for which it changes.

The meter is what it was plus the changes listed here, so that nothing else can move it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from houseway.cards import FiveCardRank, rank_best_five, rank_five
from houseway.games.irregularities import Ruling
from houseway.games.results import Settlement
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.options import UthOptions
from houseway.games.uth.progressive import Prize

UthHand = Hand[UthActions]
UthRound = Round[UthActions]


class Cause(StrEnum):
    """Why the meter changes. It is lowered by a prize or by a void wager, and by nothing else."""

    CONTRIBUTION = "contribution"
    """A part of each wager, when the bets close (U21)."""
    VOID = "void"
    """The part of a wager that is void is taken back (U23)."""
    PRIZE = "prize"
    """A share of it is won."""
    RESET = "reset"
    """It is set to its start again, because a prize left less in it."""


LOWERS = frozenset({Cause.VOID, Cause.PRIZE})


@dataclass(frozen=True, slots=True)
class MeterChange:
    """One change of the meter, and the seat that caused it."""

    cause: Cause
    seat: int
    cents: int


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
    found: dict[int, tuple[Prize, int]] = {}
    for hand in turns(round_):
        if "progressive" not in hand.wagers or ruling.voids(hand.seat):
            continue
        rank = ranks[hand.seat]
        if progressive.cards == "hole_and_flop":
            rank = rank_five(hand.cards + round_.community[:3])
        prize = progressive.table.get(rank.category.key)
        if prize:
            paid = prize.amount(meter, options.payout_unit_cents)
            found[hand.seat] = prize, paid
            meter = progressive.after(prize, paid, meter)
    return found


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
    change = sum(one.cents for one in changes)
    if options.progressive is None or not change:
        return options
    meter = options.progressive.meter_cents + change
    return replace(options, progressive=replace(options.progressive, meter_cents=meter))
