"""What most texts say alike, ready for a game whose text says nothing else.

A game that differs in one point writes that point itself and takes the rest from here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from houseway.cards import FiveCardRank, ThreeCardRank
from houseway.games.attempts import AttemptRules, check_wager_attempt, read_seats, read_stage
from houseway.games.coupons import with_coupon
from houseway.games.dealing import Recipe
from houseway.games.fields import Fields, either, show
from houseway.games.forms import Offer, list_answers
from houseway.games.handling import Handling
from houseway.games.irregularities import Irregularity, Kind, Ruling, rule_on_everything
from houseway.games.options import TableOptions
from houseway.games.procedure import Step, money_steps
from houseway.games.results import HandResult, Outcome, forfeit, return_stakes
from houseway.games.rounds import (
    Hand,
    Round,
    check_cards_once,
    check_misdeal,
    check_number,
    check_payment,
    check_seats,
    seating,
)
from houseway.games.script import Task
from houseway.games.wagers import WageringRules, check_wagers
from houseway.rulebook import Citation, Malformed, Refusal

PokerRank = TypeVar("PokerRank", FiveCardRank, ThreeCardRank)

STAGES = ("initial_deal", "decision", "before_dealer_reveal", "after_dealer_reveal")
"""The moments that a table names in an irregularity, for a game with one decision."""


@dataclass(frozen=True)
class UsualRules:
    """The checks and rulings that most games share, each with the clauses of the text at hand."""

    wagering: WageringRules
    handling: Handling
    recipe: Recipe
    positions: Citation
    """How many positions there are."""
    one_position: Citation
    """A player bets on one position only."""
    stages: tuple[str, ...] = STAGES

    def rule_on(self, _options: Any, irregularity: Irregularity | None) -> Ruling:
        """The ruling on everything that went wrong in a round."""
        return rule_on_everything(
            irregularity, self.stages, lambda part: rule_usually(self.handling, part)
        )

    def check_bets(self, options: TableOptions, wagers: Mapping[str, int]) -> Iterator[Refusal]:
        """Refusals of the wagers at one position."""
        yield from check_wagers(self.wagering, options.posted, wagers)

    def check_seating(
        self, _options: Any, players: Mapping[int, str], _bets: Mapping[int, Mapping[str, int]]
    ) -> Iterator[Refusal]:
        """One position to a player."""
        for player in dict.fromkeys(players.values()):
            seats = [str(seat) for seat, name in players.items() if name == player]
            if len(seats) > 1:
                tried = f"Player {player} on seats {', '.join(seats)}"
                because = "a player bets on one position"
                yield Refusal(self.one_position, tried, because, "Take the other wagers back.")

    def check_round(self, options: TableOptions, round_: Round[Any]) -> Iterator[Refusal]:
        """Refusals of a described round, except those of the players' decisions."""
        ruling, size = self.rule_on(options, round_.irregularity), self.recipe.hand_size
        number = self.handling.wrong_number
        yield from check_seats(
            round_, options.seats, self.positions, "Set the option seats for a larger table."
        )
        yield from check_cards_once(round_, self.handling.one_deck)
        yield from check_misdeal(round_, size, number)
        yield from self.check_seating(options, *seating(round_))
        if ruling.dealer_stands:
            yield from check_number(round_.dealer, size, "The dealer", number)
        for hand in round_.hands:
            yield from self.check_bets(options, before_the_deal(self.wagering, hand.wagers))
            yield from check_payment(self.wagering, hand, accepted=options.match_play)
            if not ruling.voids(hand.seat):
                yield from check_number(hand.cards, size, f"Seat {hand.seat}", number)

    def check_attempt(self, options: TableOptions, attempt: Fields) -> Iterator[Refusal]:
        """Refusals of one act: wagers, or positions. A wager after the deal equals the ante."""
        rules = AttemptRules(
            self.wagering,
            self.stages,
            lambda wagers: self.check_bets(options, before_the_deal(self.wagering, wagers)),
            lambda stage, _wager, ante: [ante] if stage in (None, "decision") else [],
            coupons=options.match_play,
        )
        yield from check_wager_attempt(rules, attempt, read_stage(attempt, rules))
        seats = read_seats(attempt, options.seats, self.positions)
        yield from self.check_seating(options, dict.fromkeys(seats, "A"), {})


def rule_usually(handling: Handling, part: Irregularity) -> Ruling:
    """A wrong hand is void; whatever touches the deck or the dealer voids the round.

    One card found face up is set aside, and a failed shuffle means another shuffle.
    """
    if part.kind is Kind.INCORRECT_NUMBER_OF_CARDS:
        if part.who == "player" and part.seat is not None:
            return Ruling(handling.wrong_number, void_seats=frozenset({part.seat}))
        return Ruling(handling.wrong_number, all_void=True)
    if part.kind is Kind.STUB_COUNT:
        is_right = part.cards_in_deck == 52 and not part.misdealt
        clauses = handling.count_right if is_right else handling.count_wrong
        return Ruling(clauses, all_void=not is_right)
    clauses, is_void = {
        Kind.FACE_UP_CARDS: (handling.face_up, (part.count or 0) > 1),
        Kind.DEALER_CARD_EXPOSED: (handling.dealer_exposed, part.stage != "after_dealer_reveal"),
        Kind.SHOE_FAULT: (handling.shoe_fault, True),
        Kind.SHUFFLER_FAULT: (handling.shuffler_fault, False),
        Kind.CARD_DRAWN_IN_ERROR: (handling.drawn_in_error, False),
    }[part.kind]
    during_deal = part.kind in {Kind.FACE_UP_CARDS, Kind.SHOE_FAULT}
    return Ruling(clauses, all_void=is_void, during_deal=during_deal)


def before_the_deal(rules: WageringRules, wagers: Mapping[str, int]) -> dict[str, int]:
    """The wagers without those that are known and made after the deal."""
    later = {wager.id for wager in rules.wagers} - {wager.id for wager in rules.before_the_deal}
    return {wager: cents for wager, cents in wagers.items() if wager not in later}


def check_offered(
    offers: Callable[[Any, Hand[Any], Task], tuple[Offer, ...]],
) -> Callable[[Any, Hand[Any], Task, Any], Iterator[Refusal]]:
    """A check of choices for a game in which every answer to an offer is allowed."""

    def check(options: Any, hand: Hand[Any], task: Task, choice: Any) -> Iterator[Refusal]:
        open_offers = offers(options, hand, task)
        answers = [answer for offer in open_offers for answer in list_answers(offer, hand.cards)]
        if choice not in answers:
            words = either([offer.words for offer in open_offers])
            raise Malformed(f"Seat {hand.seat}: the choice is {show(choice)}; it can be {words}.")
        yield from ()

    return check


def void_hand(
    hand: Hand[Any], stakes: Mapping[str, int], clauses: Citation, tender: Citation
) -> HandResult:
    """The result of a hand that does not stand: everything it staked is returned."""
    results = with_coupon(return_stakes(stakes, clauses), hand.coupons, tender)
    return HandResult(hand.seat, tuple(results))


def compare_ranks(player: PokerRank, dealer: PokerRank) -> Outcome:
    """The higher rank wins; equal ranks push, whatever the suits."""
    if player == dealer:
        return Outcome.PUSH
    return Outcome.WIN if player > dealer else Outcome.LOSE


def collect_fold(
    hand: Hand[Any], wagers: Sequence[str], clauses: Citation, tender: Citation
) -> Iterator[Step]:
    """The steps that a fold brings on at once: these wagers and a coupon are collected."""
    lost = with_coupon(forfeit(hand.wagers, wagers, clauses), hand.coupons, tender)
    return money_steps(HandResult(hand.seat, tuple(lost)))
