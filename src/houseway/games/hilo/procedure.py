"""The order in which a round of 5 Card Hi-Lo is settled (40.10(a) to (g))."""

from collections.abc import Iterator

from houseway.cards import show_cards
from houseway.games.hilo.decisions import HiloHand, HiloRound
from houseway.games.hilo.irregularities import rule_on
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import set_dealer
from houseway.games.irregularities import Ruling
from houseway.games.procedure import Act, Step, money_steps, return_everything
from houseway.games.results import HandResult, Settlement
from houseway.rulebook import cites, cites_part, see

_FOLD = ("ante", "match_play", "tie")


def running_order(
    options: HiloOptions, round_: HiloRound, settlement: Settlement
) -> Iterator[Step]:
    """Folds, the dealer's setting, then each player from the right."""
    ruling = rule_on(options, round_.irregularity)
    if ruling.all_void:
        yield from return_everything(round_, settlement, see("hilo.40.10.g"))
        return
    yield from _collect_folds(round_, ruling, settlement)
    dealer = set_dealer(round_.dealer)
    words = f"{show_cards(dealer.high)} / {show_cards(dealer.low)}"
    high, low = dealer.points
    yield Step(Act.REVEAL, None, see("hilo.40.10.c"), words=show_cards(round_.dealer))
    yield Step(Act.ANNOUNCE, None, see("hilo.40.10.c"), words=f"{words}: {high} high, {low} low")
    for hand in round_.from_the_right():
        if ruling.voids(hand.seat):
            yield from money_steps(settlement.hand(hand.seat))
            yield Step(Act.RACK, hand.seat, see("hilo.40.10.g"))
        else:
            yield from _settle_player(hand, settlement.hand(hand.seat))
    yield Step(Act.RACK, None, see("hilo.40.10.g"))


@cites("hilo.40.10.a.1", "hilo.40.10.b")
def _collect_folds(round_: HiloRound, ruling: Ruling, settlement: Settlement) -> Iterator[Step]:
    """Ante and tie are collected; the cards wait under a poker bonus bet or are racked."""
    for hand in round_.from_the_left():
        if hand.actions.folded and not ruling.voids(hand.seat):
            yield from money_steps(settlement.hand(hand.seat), _FOLD)
            act = Act.TUCK if "poker_bonus" in hand.wagers else Act.RACK
            yield Step(act, hand.seat, see("hilo.40.10.b"))


@cites("hilo.40.10.d", "hilo.40.10.e")
@cites_part("hilo.40.10.g")
def _settle_player(hand: HiloHand, result: HandResult) -> Iterator[Step]:
    """Turned over and settled; a folded hand only for its poker bonus, in its turn (H39)."""
    if hand.actions.folded and "poker_bonus" not in hand.wagers:
        return
    yield Step(Act.REVEAL, hand.seat, see("hilo.40.10.d"), words=show_cards(hand.cards))
    if hand.actions.folded:
        yield from money_steps(result, ("poker_bonus",))
    else:
        yield from money_steps(result)
    yield Step(Act.RACK, hand.seat, see("hilo.40.10.g"))
