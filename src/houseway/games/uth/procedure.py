"""The order in which a round of Ultimate Texas Hold 'Em is settled: Sections 10(e)-(i), 13(j)."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.cards import FiveCard, rank_best_five, show_best_five, show_cards
from houseway.games.irregularities import Ruling
from houseway.games.procedure import Act, Step, money_steps, return_everything
from houseway.games.results import HandResult, Settlement
from houseway.games.uth.decisions import UthHand, UthRound
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.options import UthOptions
from houseway.games.uth.settlement import dealer_opens
from houseway.rulebook import cites, see

_IN_TURN = ("ante", "match_play", "blind", "play", "trips", "progressive")


def running_order(options: UthOptions, round_: UthRound, settlement: Settlement) -> Iterator[Step]:
    """Folds, the dealer's hand, each player from the right, folded trips, Cover All."""
    ruling = rule_on(round_.irregularity)
    if ruling.all_void:
        return return_everything(round_, settlement, see("uth.10.i"))
    steps = _settle_in_turn(round_, settlement, ruling)
    return _leave_the_best_exposed(round_, steps) if options.cover_all else steps


def _settle_in_turn(round_: UthRound, settlement: Settlement, ruling: Ruling) -> Iterator[Step]:
    live = [hand for hand in round_.hands if not ruling.voids(hand.seat)]
    standing = replace(round_, hands=tuple(live))
    yield from _collect_folds(standing, settlement)
    yield from _show_dealer(round_)
    opens = dealer_opens(rank_best_five(round_.dealer + round_.community))
    for hand in round_.from_the_right():
        if ruling.voids(hand.seat):
            yield from money_steps(settlement.hand(hand.seat))
            yield Step(Act.RACK, hand.seat, ruling.clauses)
        elif not hand.actions.folded:
            yield from _settle_player(round_, hand, settlement.hand(hand.seat), opens=opens)
    yield from _settle_folded_trips(standing, settlement)
    yield from _settle_cover_all(standing, settlement)
    yield Step(Act.RACK, None, see("uth.10.i"))


@cites("uth.13.h.a", "uth.13.i")
def _leave_the_best_exposed(round_: UthRound, steps: Iterator[Step]) -> Iterator[Step]:
    """A straight or better stays on the table until a better hand is met; then that one does."""
    cards = {hand.seat: hand.cards for hand in round_.hands}
    shown: set[int] = set()
    best = rank_best_five(round_.dealer + round_.community)
    waiting: int | None = None
    for step in steps:
        if step.act is Act.REVEAL and step.seat is not None:
            shown.add(step.seat)
        if step.act is Act.ANNOUNCE and step.seat is None and best.category >= FiveCard.STRAIGHT:
            yield step
            yield Step(Act.EXPOSE, None, see("uth.13.h.a"))
            continue
        if step.act is Act.RACK and step.seat in shown:
            rank = rank_best_five(cards[step.seat] + round_.community)
            if rank.category >= FiveCard.STRAIGHT and rank > best:
                if waiting is not None:
                    yield Step(Act.RACK, waiting, see("uth.13.i"))
                yield Step(Act.EXPOSE, step.seat, see("uth.13.h.a"))
                best, waiting = rank, step.seat
                continue
        if step.act is Act.RACK and step.seat is None and waiting is not None:
            yield Step(Act.RACK, waiting, see("uth.10.i"))
        yield step


@cites("uth.10.e.2", "uth.10.e.2.i", "uth.10.e.2.ii")
def _collect_folds(round_: UthRound, settlement: Settlement) -> Iterator[Step]:
    """At the last decision, from the left: ante and blind are collected at once."""
    for hand in round_.from_the_left():
        if not hand.actions.folded:
            continue
        yield from money_steps(settlement.hand(hand.seat), ("ante", "match_play", "blind"))
        if "trips" in hand.wagers:
            yield Step(Act.TUCK, hand.seat, see("uth.10.e.2.i"))
        else:
            yield Step(Act.RACK, hand.seat, see("uth.10.e.2.ii"))


@cites("uth.10.f")
def _show_dealer(round_: UthRound) -> Iterator[Step]:
    rank, cards = show_best_five(round_.dealer + round_.community)
    words = f"{rank} ({show_cards(cards)})"
    yield Step(Act.REVEAL, None, see("uth.10.f"), words=show_cards(round_.dealer))
    yield Step(Act.ANNOUNCE, None, see("uth.10.f"), words=words)


@cites("uth.10.g", "uth.10.h", "uth.10.h.4", "uth.14.c")
def _settle_player(
    round_: UthRound, hand: UthHand, result: HandResult, *, opens: bool
) -> Iterator[Step]:
    """One player at a time: shown, announced, all wagers resolved, cards racked."""
    clause = see("uth.10.h") if opens else see("uth.10.g")
    rank = rank_best_five(hand.cards + round_.community)
    yield Step(Act.REVEAL, hand.seat, clause, words=show_cards(hand.cards))
    yield Step(Act.ANNOUNCE, hand.seat, clause, words=str(rank))
    yield from money_steps(result, _IN_TURN)
    yield Step(Act.RACK, hand.seat, see("uth.10.h", "uth.10.i"))


def _settle_folded_trips(round_: UthRound, settlement: Settlement) -> Iterator[Step]:
    """At the conclusion of the round, from the right (U49)."""
    for hand in round_.from_the_right():
        if hand.actions.folded and "trips" in hand.wagers:
            yield Step(Act.REVEAL, hand.seat, see("uth.10.e.2.i"), words=show_cards(hand.cards))
            yield from money_steps(settlement.hand(hand.seat), ("trips", "progressive"))
            yield Step(Act.RACK, hand.seat, see("uth.10.i"))


@cites("uth.13.j", "uth.13.h")
def _settle_cover_all(round_: UthRound, settlement: Settlement) -> Iterator[Step]:
    """After all other bets, the dealer goes back to the Cover All wagers."""
    for hand in round_.from_the_right():
        if "cover_all" in hand.wagers:
            yield from money_steps(settlement.hand(hand.seat), ("cover_all",))
