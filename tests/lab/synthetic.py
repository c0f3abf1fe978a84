"""Games so small that every deal can be counted twice: by the lab, and by a few plain loops.

Each borrows the record of a built-in game and puts its own deal, wagers, script and settlement
in place of those.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from houseway.cards import Card, Rank, Suit, parse_cards
from houseway.chips import Odds, PayTable, Row
from houseway.games import get_game
from houseway.games.contract import Game
from houseway.games.dealing import Recipe
from houseway.games.forms import Group, Offer, Partition, PickPlaces, list_answers
from houseway.games.printed import PostedOdds
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult
from houseway.games.rounds import Hand, Round
from houseway.games.script import By, Script, Task, may_always_look
from houseway.games.wagers import Moment, Wager, WageringRules
from houseway.rulebook import Refusal

Actions = tuple[Any, ...]
"""Every answer of a hand, in order."""
Results = list[tuple[str, int, int]]
"""Wager, stake and net."""
BONUS = PayTable(
    "Bonus",
    (
        Row("ace", "Ace", Odds(7, 1)),
        Row("king", "King", Odds(5, 2)),
        Row("queen", "Queen", Odds(1, 1)),
    ),
)
LOWEST_BONUS = Rank.QUEEN
STAKED = {"raise": 1, "raise_2": 2, "play": 1}


@dataclass(frozen=True)
class Plan:
    """What makes one small game."""

    settle: Callable[[Hand[Actions], tuple[Card, ...], tuple[Card, ...]], Results]
    tasks: tuple[str, ...]
    """Decisions by stage; `card` deals a community card, `reveal` turns the hand up."""
    offers: Callable[[Hand[Actions], str], tuple[Offer, ...]]
    hand_size: int = 1
    streets: tuple[int, ...] = ()
    looks: bool = True


def deal_bonus(hand: Hand[Actions]) -> Results:
    """The side wager: an ace, a king or a queen among the player's cards."""
    if "bonus" not in hand.wagers:
        return []
    stake = hand.wagers["bonus"]
    best = max(card.rank for card in hand.cards)
    odds = BONUS.odds(best.word)
    return [("bonus", stake, -stake if odds is None else odds.payout(stake))]


def compare(hand: Hand[Actions], dealer: int, own: int) -> Results:
    """Ante and raise at even money against the dealer's total; a fold loses the ante."""
    ante = hand.wagers["ante"]
    if "fold" in hand.actions:
        return [("ante", ante, -ante)]
    sign = (own > dealer) - (own < dealer)
    words = [answer["decision"] if isinstance(answer, dict) else answer for answer in hand.actions]
    stake = ante * sum(STAKED.get(word, 0) for word in words if isinstance(word, str))
    return [("ante", ante, sign * ante), *([("play", stake, sign * stake)] if stake else [])]


def buttons(*choices: str) -> Callable[[Hand[Actions], str], tuple[Offer, ...]]:
    def offers(hand: Hand[Actions], _stage: str) -> tuple[Offer, ...]:
        ante = hand.wagers["ante"]
        return tuple(
            Offer(choice, "play", ante * STAKED[choice]) if choice in STAKED else Offer(choice)
            for choice in choices
        )

    return offers


def build(plan: Plan) -> Game[Any, Any]:
    base = get_game("hilo")

    def play(_options: Any, hands: tuple[Hand[Actions], ...]) -> tuple[Task, ...]:
        return tuple(_task(stage, hand.seat) for stage in plan.tasks for hand in hands)

    def look(_options: Any, _own: Any, _hand: Any) -> Iterator[Refusal]:
        yield Refusal((), "Looking", "the cards lie face down")

    def resolve(_options: Any, round_: Round[Actions]) -> Settlement:
        hands = []
        for hand in round_.hands:
            results = plan.settle(hand, round_.dealer, round_.community) + deal_bonus(hand)
            hands.append(HandResult(hand.seat, tuple(_result(*entry) for entry in results)))
        return Settlement(tuple(hands))

    def beginner(_options: Any, hand: Hand[Actions], _board: Any, task: Task) -> Any:
        return next(list_answers(plan.offers(hand, task.stage or "")[0], hand.cards))

    script = Script[Any, Actions](
        no_actions=(),
        play=play,
        check_choice=lambda _options, _hand, _task, _choice: iter(()),
        choose=lambda hand, _task, choice: (*hand.actions, choice),
        decided=lambda hand: bool({"fold", "raise", "raise_2"} & set(_words(hand))),
        at_once=lambda _options, _hand, _task: (),
        placed=lambda _options, _hand: {},
        timeout=lambda _hand, _task: "fold",
        offers=lambda _options, hand, task: plan.offers(hand, task.stage or ""),
        check_look=may_always_look if plan.looks else look,
    )
    printed = base.printed(base.read_options({}))
    odds = (PostedOdds("bonus", "Bonus", BONUS, ()),)
    return replace(
        base,
        id="synthetic",
        name="Synthetic",
        lab="",
        recipe=Recipe(plan.hand_size, plan.streets, ()),
        wagering=_wagering(base.wagering),
        script=script,
        printed=lambda _options: replace(printed, odds=odds),
        check=lambda _options, _round: iter(()),
        check_bets=lambda _options, _bets: iter(()),
        resolve=resolve,
        beginner=beginner,
    )


def _words(hand: Hand[Actions]) -> list[str]:
    return [answer for answer in hand.actions if isinstance(answer, str)]


def _result(wager: str, stake: int, net: int) -> WagerResult:
    return WagerResult(wager, stake, net, Outcome.WIN if net > 0 else Outcome.LOSE, ())


def _task(stage: str, seat: int) -> Task:
    if stage == "card":
        return Task("deal_community", ())
    if stage == "reveal":
        return Task("reveal", (), seat=seat)
    return Task("decide", (), By.PLAYER, seat=seat, stage=stage)


def _wagering(base: WageringRules) -> WageringRules:
    wagers = (
        Wager("ante", "ante", (), required=True, main=True),
        Wager("play", "play bet", (), moment=Moment.AFTER_THE_DEAL, main=True),
        Wager("bonus", "bonus bet", ()),
    )
    return replace(base, wagers=wagers)


# --- the games


def rank_of(cards: tuple[Card, ...]) -> int:
    return sum(int(card.rank) for card in cards)


HIGH_CARD = Plan(
    settle=lambda hand, dealer, _board: compare(hand, rank_of(dealer), rank_of(hand.cards)),
    tasks=("decision",),
    offers=buttons("raise_2", "raise", "fold"),
)
"""One card against one: raise, raise twice, or fold."""

STREETS = Plan(
    settle=lambda hand, dealer, board: compare(
        hand, _with_board(dealer, board), _with_board(hand.cards, board)
    ),
    tasks=("before", "card", "after"),
    offers=lambda hand, stage: buttons(
        *(("raise_2", "check") if stage == "before" else ("raise", "fold"))
    )(hand, stage),
    streets=(1,),
)
"""One card and a shared one: raise twice before it, or once after it; a pair counts a hundred."""


def _with_board(cards: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    pair = any(card.rank is shared.rank for card in cards for shared in board)
    suited = any(card.suit is shared.suit for card in cards for shared in board)
    return rank_of(cards) + 100 * pair + 20 * suited


UNSEEN = replace(HIGH_CARD, looks=False, offers=buttons("raise", "fold"))
"""As the first, but the player may not look: he raises or folds unseen."""

REVEALED = replace(HIGH_CARD, looks=False, tasks=("reveal", "decision"))
"""The dealer turns the card up before the decision: the same as the first."""


def _hearts(hand: Hand[Actions], dealer: tuple[Card, ...], _board: Any) -> Results:
    hearts = 3 * (hand.cards[0].suit is Suit.HEARTS)
    return compare(hand, rank_of(dealer), rank_of(hand.cards) + hearts)


HEARTS = replace(HIGH_CARD, settle=_hearts)
"""Hearts count three more: suits are not alike."""

ORDERED = replace(
    HIGH_CARD,
    hand_size=2,
    settle=lambda hand, dealer, _board: compare(hand, dealer[0].rank, hand.cards[0].rank),
)
"""Only the first card of two counts: the order matters."""


def _split(hand: Hand[Actions], stage: str) -> tuple[Offer, ...]:
    groups = (Group("front", "Front", 1), Group("back", "Back", 1))
    splits = tuple((((first,), (second,))) for first, second in permutations((1, 2)))
    play = Offer("play", "play", hand.wagers["ante"], form=Partition(groups, splits))
    return (play, *buttons("fold")(hand, stage))


def _settle_split(hand: Hand[Actions], dealer: tuple[Card, ...], _board: Any) -> Results:
    """The front counts its rank, the back twice; of one suit, the back counts three times."""
    (answer,) = hand.actions
    if answer == "fold":
        return compare(hand, 0, 0)
    (front,), (back,) = parse_cards(answer["front"]), parse_cards(answer["back"])
    times = 3 if front.suit is back.suit else 2
    total = front.rank * (front.rank % 2) + times * back.rank
    return compare(hand, 2 * rank_of(dealer), int(total))


SPLIT = Plan(_settle_split, ("decision",), _split, hand_size=2)
"""Two cards are set, one in front and one behind."""


def _pick(hand: Hand[Actions], stage: str) -> tuple[Offer, ...]:
    if stage == "pick":
        return (Offer("pick", form=PickPlaces(1, 2)),)
    return buttons("raise", "fold")(hand, stage)


def _settle_pick(hand: Hand[Actions], dealer: tuple[Card, ...], _board: Any) -> Results:
    picked = hand.cards[hand.actions[0][0] - 1]
    return compare(hand, int(max(card.rank for card in dealer)), int(picked.rank))


PICK = Plan(_settle_pick, ("pick", "reveal", "decision"), _pick, hand_size=2, looks=False)
"""One of two cards is picked unseen and plays alone; the player sees both, then decides."""
