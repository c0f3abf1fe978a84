"""The script of a round of Ultimate Texas Hold 'Em: three streets of decisions, from the left."""

from collections.abc import Iterator

from houseway.games.coupons import settle_coupon
from houseway.games.forms import Offer
from houseway.games.procedure import Act, Step, money_step
from houseway.games.results import Outcome, WagerResult
from houseway.games.rounds import Hand
from houseway.games.script import By, Script, Task, may_always_look
from houseway.games.uth.decisions import BY_NAME, STREETS, Street, UthActions, check_choice
from houseway.games.uth.meter import METER, meter_after_bets, meter_after_round
from houseway.games.uth.options import UthOptions
from houseway.rulebook import Malformed, Refusal, cite, cites, see

UthHand = Hand[UthActions]


@cites("uth.10.a", "uth.10.a.2", "uth.10.c", "uth.10.c.2", "uth.10.e")
def play(_options: UthOptions, hands: tuple[UthHand, ...]) -> tuple[Task, ...]:
    """Ask each player; burn and deal the flop; ask; burn and deal the rest; ask."""
    preflop, flop, river = STREETS
    return (
        *_ask(preflop, hands),
        Task("burn", cite("uth.10.b")),
        *[Task("deal_community", cite("uth.10.b"))] * 3,
        *_ask(flop, hands),
        Task("burn", cite("uth.10.d")),
        *[Task("deal_community", cite("uth.10.d"))] * 2,
        *_ask(river, hands),
    )


def _ask(street: Street, hands: tuple[UthHand, ...]) -> Iterator[Task]:
    for hand in sorted(hands, key=lambda hand: hand.seat):
        yield Task("decide", street.clauses, By.PLAYER, seat=hand.seat, stage=street.name)


def check(_options: UthOptions, hand: UthHand, task: Task, choice: object) -> Iterator[Refusal]:
    if not isinstance(choice, str):
        raise Malformed(f"A choice is a word, not {choice!r}.")
    yield from check_choice(BY_NAME[task.stage or ""], choice, f"Seat {hand.seat}")


def choose(hand: UthHand, task: Task, choice: str) -> UthActions:
    return hand.actions.with_choice(task.stage or "", choice)


def decided(hand: UthHand) -> bool:
    return hand.actions.multiple > 0 or hand.actions.folded


def at_once(_options: UthOptions, hand: UthHand, _task: Task) -> tuple[Step, ...]:
    """A fold: ante and blind are collected, the cards kept under trips or racked (10(e)(2))."""
    if not hand.actions.folded:
        return ()
    clauses = see("uth.10.e.2")
    lost = [
        WagerResult(wager, hand.wagers[wager], -hand.wagers[wager], Outcome.FORFEIT, clauses)
        for wager in ("ante", "blind")
    ]
    if "ante" in hand.coupons:
        lost.insert(1, settle_coupon(hand.coupons["ante"], Outcome.FORFEIT, see("uth.6.a")))
    kept = "trips" in hand.wagers
    cards = (
        Step(Act.TUCK, hand.seat, see("uth.10.e.2.i"))
        if kept
        else Step(Act.RACK, hand.seat, see("uth.10.e.2.ii"))
    )
    return (*(money_step(hand.seat, result) for result in lost), cards)


def placed(_options: UthOptions, hand: UthHand) -> dict[str, int]:
    play = hand.wagers["ante"] * hand.actions.multiple
    return {"play": play} if play else {}


def offers(_options: UthOptions, hand: UthHand, task: Task) -> tuple[Offer, ...]:
    """The street's bets with their amounts, then the check or the fold."""
    street, ante = BY_NAME[task.stage or ""], hand.wagers["ante"]
    return tuple(
        Offer(choice, "play", int(choice[0]) * ante) if choice.endswith("x") else Offer(choice)
        for choice in street.choices
    )


def timeout(_hand: UthHand, task: Task) -> str:
    """Checks, and at the last decision folds (U52)."""
    return "fold" if task.stage == "river" else "check"


SCRIPT = Script[UthOptions, UthActions](
    no_actions=UthActions(),
    play=play,
    check_choice=check,
    choose=choose,
    decided=decided,
    at_once=at_once,
    placed=placed,
    timeout=timeout,
    # Only when short, and before the first burn, while the order of cards is intact (U30).
    dealer_completes=lambda count, before_burn: count < 2 and before_burn,
    stage_words={street.name: street.when for street in STREETS},
    stub_after_board=True,
    offers=offers,
    check_look=may_always_look,
    bets_closed=meter_after_bets,
    round_closed=meter_after_round,
    exposed_at=lambda stage: stage or "after_all_acted",
    face_up_at=lambda initial: "initial_deal" if initial else "after_initial_deal",
    carry=METER.cents,
    restore=METER.restore,
)
