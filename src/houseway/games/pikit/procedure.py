"""The order in which a round of Pik-it is settled (39.10(b) to (g)).

Bonuses and decisions go from the dealer's far right; then the dealer shows, and
the remaining wagers are settled by procedure 1 (step by step for all players) or
procedure 2 (player by player), as the licensee's submission says.
"""

from collections.abc import Iterator, Sequence

from houseway.cards import best_three, rank_five, show_cards
from houseway.games.pikit.decisions import PikitHand, PikitRound
from houseway.games.pikit.irregularities import rule_on
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.settlement import qualifies
from houseway.games.procedure import Act, Step, money_steps, return_everything
from houseway.games.results import Settlement
from houseway.rulebook import Citation, cites, cites_part, see

_MAIN = ("ante", "match_play", "play_3", "play_5")


def running_order(
    options: PikitOptions, round_: PikitRound, settlement: Settlement
) -> Iterator[Step]:
    """Every step of settling the round, in order."""
    if rule_on(round_.irregularity).all_void:
        yield from return_everything(round_, settlement, see("pikit.39.10.g"))
        return
    yield from _settle_three_card_bonuses(round_, settlement)
    yield from _reveal_and_decide(round_, settlement)
    yield from _show_dealer(options, round_)
    remaining = [hand for hand in round_.from_the_right() if not hand.actions.folded]
    procedure = _follow_procedure_1 if options.settlement_procedure == 1 else _follow_procedure_2
    yield from procedure(remaining, settlement)
    # The dealer's own cards go to the rack after all players' cards.
    yield Step(Act.RACK, None, see("pikit.39.10.e", "pikit.39.10.g"))


@cites("pikit.39.10.b")
def _settle_three_card_bonuses(round_: PikitRound, settlement: Settlement) -> Iterator[Step]:
    """From the right: each bettor shows the three cards he picks, and the bonus is settled."""
    for hand in round_.from_the_right():
        if "three_card_bonus" in hand.wagers:
            picked = show_cards(hand.actions.select_3 or ())
            yield Step(Act.REVEAL, hand.seat, see("pikit.39.10.b"), words=picked)
            yield from money_steps(settlement.hand(hand.seat), ("three_card_bonus",))


@cites("pikit.39.10.c.2", "pikit.39.10.c.4")
def _reveal_and_decide(round_: PikitRound, settlement: Settlement) -> Iterator[Step]:
    """From the right, one player at a time: hand shown, 5 card bonus settled, fold collected."""
    for hand in round_.from_the_right():
        result = settlement.hand(hand.seat)
        yield Step(Act.REVEAL, hand.seat, see("pikit.39.10.c.1"), words=show_cards(hand.cards))
        yield from money_steps(result, ("five_card_bonus",))
        if hand.actions.folded:
            yield from money_steps(result, ("ante", "match_play"))
            yield Step(Act.RACK, hand.seat, see("pikit.39.10.c.4"))


@cites_part("pikit.39.10.d")
def _show_dealer(options: PikitOptions, round_: PikitRound) -> Iterator[Step]:
    """The five-card hand, "No qualify" where it applies, and the three-card hand."""
    clause = see("pikit.39.10.d")
    five = rank_five(round_.dealer)
    three, cards = best_three(round_.dealer)
    yield Step(Act.REVEAL, None, clause, words=show_cards(round_.dealer))
    yield Step(Act.ANNOUNCE, None, clause, words=f"five-card hand: {five}")
    if options.dealer_must_qualify and not qualifies(five):
        yield Step(Act.ANNOUNCE, None, clause, words="No qualify")
    words = f"three-card hand: {three} ({show_cards(cards)})"
    yield Step(Act.ANNOUNCE, None, clause, words=words)


@cites("pikit.39.10.e.1", "pikit.39.10.e.1.i", "pikit.39.10.e.1.ii")
@cites("pikit.39.10.e.1.iii", "pikit.39.10.e.1.iv", "pikit.39.10.e")
def _follow_procedure_1(remaining: Sequence[PikitHand], settlement: Settlement) -> Iterator[Step]:
    """Announce all, collect all losing wagers, pay all winning wagers, rack all hands."""
    for hand in remaining:
        yield _announce(hand, see("pikit.39.10.e.1.i"))
    main = [s for hand in remaining for s in money_steps(settlement.hand(hand.seat), _MAIN)]
    yield from (step for step in main if step.act is Act.COLLECT)
    yield from (step for step in main if step.act is not Act.COLLECT)
    for hand in remaining:
        yield Step(Act.RACK, hand.seat, see("pikit.39.10.e.1.iv", "pikit.39.10.g"))


@cites("pikit.39.10.e.2", "pikit.39.10.e.2.i", "pikit.39.10.e.2.ii", "pikit.39.10.e.2.iii")
def _follow_procedure_2(remaining: Sequence[PikitHand], settlement: Settlement) -> Iterator[Step]:
    """Announce, settle and rack one player before the next."""
    for hand in remaining:
        yield _announce(hand, see("pikit.39.10.e.2.i"))
        yield from money_steps(settlement.hand(hand.seat), _MAIN)
        yield Step(Act.RACK, hand.seat, see("pikit.39.10.e.2.iii", "pikit.39.10.g"))


def _announce(hand: PikitHand, clauses: Citation) -> Step:
    """The hand that the play wager needs: three cards for play 3, five for play 5."""
    if hand.actions.decision == "play_3":
        words = f"three-card hand: {best_three(hand.cards)[0]}"
    else:
        words = f"five-card hand: {rank_five(hand.cards)}"
    return Step(Act.ANNOUNCE, hand.seat, clauses, words=words)
