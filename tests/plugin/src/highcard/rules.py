"""How a round of High Card Duel is checked and settled, to be read beside Rule 4."""

from collections.abc import Iterator
from dataclasses import dataclass

from highcard.definition import ANTE, CROWN, PLAY, USUAL
from highcard.options import DuelOptions
from houseway.cards import Card, Rank, show_cards
from houseway.chips import Odds, PayTable
from houseway.games.coupons import with_coupon
from houseway.games.fields import Fields, read_choice
from houseway.games.procedure import Act, Step, money_steps
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult, pay_or_lose
from houseway.games.rounds import Hand, Round
from houseway.games.usual import void_hand
from houseway.rulebook import Refusal, cites, see

DECISIONS = ("play", "fold")


@dataclass(frozen=True, slots=True)
class DuelActions:
    """What a player did with a hand."""

    decision: str | None = None


DuelHand = Hand[DuelActions]
DuelRound = Round[DuelActions]


def read_actions(fields: Fields, where: str) -> DuelActions:
    """The actions of a described hand."""
    actions = Fields(fields.take("actions", {}), f"{where}, actions")
    decision = actions.take("decision", None)
    actions.finish()
    if decision is not None:
        read_choice(decision, f"{where}: the decision", DECISIONS)
    return DuelActions(decision)


@cites("duel.4.a")
def check(options: DuelOptions, round_: DuelRound) -> Iterator[Refusal]:
    """Every refusal of a described round."""
    yield from USUAL.check_round(options, round_)
    ruling = USUAL.rule_on(options, round_.irregularity)
    for hand in round_.hands:
        if hand.actions.decision is None and not ruling.voids(hand.seat):
            tried, because = f"Seat {hand.seat}: no decision", "each player plays or folds"
            yield Refusal(see("duel.4.a"), tried, because, "Choose play or fold.")


def placed_after_the_deal(_options: DuelOptions, hand: DuelHand) -> dict[str, int]:
    """The play wager of a hand that stays in."""
    return {"play": hand.wagers["ante"]} if hand.actions.decision == "play" else {}


def resolve(options: DuelOptions, round_: DuelRound) -> Settlement:
    """The settlement of a round that `check` does not refuse."""
    ruling = USUAL.rule_on(options, round_.irregularity)
    tender = see("duel.2.a")
    results = []
    for hand in round_.hands:
        if ruling.voids(hand.seat):
            stakes = {**hand.wagers, **placed_after_the_deal(options, hand)}
            results.append(void_hand(hand, stakes, ruling.clauses, tender))
        else:
            folded = hand.actions.decision == "fold"
            settled = _fold(hand) if folded else _settle(options, hand, round_.dealer[0])
            results.append(HandResult(hand.seat, tuple(with_coupon(settled, hand.coupons, tender))))
    return Settlement(tuple(results))


@cites("duel.4.b")
def _fold(hand: DuelHand) -> list[WagerResult]:
    """All wagers are forfeited (D2)."""
    return [
        WagerResult(wager, cents, -cents, Outcome.FORFEIT, see("duel.4.b"))
        for wager, cents in hand.wagers.items()
    ]


def _settle(options: DuelOptions, hand: DuelHand, dealer: Card) -> list[WagerResult]:
    card, ante = hand.cards[0], hand.wagers["ante"]
    outcome = compare(options, card, dealer)
    results = [
        _settle_duel("ante", ante, outcome, ANTE),
        _settle_duel("play", ante, outcome, PLAY),
    ]
    if "crown" in hand.wagers:
        results.append(
            pay_or_lose("crown", hand.wagers["crown"], crown_odds(card), see("duel.4.f"))
        )
    return results


@cites("duel.4.c", "duel.4.d")
def compare(options: DuelOptions, card: Card, dealer: Card) -> Outcome:
    """The higher card wins; equal ranks are a push unless the dealer takes them (D1)."""
    if card.rank == dealer.rank:
        return Outcome.PUSH if options.ties == "push" else Outcome.LOSE
    return Outcome.WIN if card.rank > dealer.rank else Outcome.LOSE


@cites("duel.4.e")
def _settle_duel(wager: str, stake: int, outcome: Outcome, table: PayTable) -> WagerResult:
    odds = table.odds("win")
    assert odds is not None
    net = {Outcome.WIN: odds.payout(stake), Outcome.LOSE: -stake}.get(outcome, 0)
    clauses = see("duel.4.d") if outcome is Outcome.PUSH else see("duel.4.c", "duel.4.e")
    return WagerResult(wager, stake, net, outcome, clauses)


@cites("duel.4.f")
def crown_odds(card: Card) -> Odds | None:
    """What the crown wager pays on a card, or None where it loses."""
    if card.rank is Rank.ACE:
        return CROWN.odds("ace")
    return CROWN.odds("face") if card.rank >= Rank.JACK else None


def running_order(
    options: DuelOptions, round_: DuelRound, settlement: Settlement
) -> Iterator[Step]:
    """The dealer shows; then each player, from the right, is shown, settled and racked."""
    ruling = USUAL.rule_on(options, round_.irregularity)
    if ruling.dealer_stands:
        cards = show_cards(round_.dealer)
        yield Step(Act.REVEAL, None, see("duel.4.c"), words=cards)
        yield Step(Act.ANNOUNCE, None, see("duel.4.c"), words=round_.dealer[0].rank.word)
    for hand in round_.from_the_right():
        if hand.actions.decision == "play" and not ruling.voids(hand.seat):
            yield Step(Act.REVEAL, hand.seat, see("duel.4.c"), words=show_cards(hand.cards))
        yield from money_steps(settlement.hand(hand.seat))
        yield Step(Act.RACK, hand.seat, see("duel.4.g"))
    yield Step(Act.RACK, None, see("duel.4.g"))
