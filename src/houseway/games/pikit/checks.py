"""What may be wrong with a described round of Pik-it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from houseway.chips import dollars
from houseway.games.attempts import (
    AttemptRules,
    check_wager_attempt,
    read_seats,
    read_stage,
)
from houseway.games.fields import Fields
from houseway.games.irregularities import Ruling
from houseway.games.pikit.decisions import (
    PikitHand,
    PikitRound,
    check_election,
    check_pick,
    read_elections,
)
from houseway.games.pikit.definition import WAGERING
from houseway.games.pikit.irregularities import rule_on
from houseway.games.pikit.options import PikitOptions
from houseway.games.rounds import (
    check_cards_once,
    check_misdeal,
    check_number,
    check_payment,
    check_seats,
    seating,
)
from houseway.games.wagers import check_wagers
from houseway.rulebook import Refusal, cites, see


def check(options: PikitOptions, round_: PikitRound) -> Iterator[Refusal]:
    """Every refusal of the round: positions, wagers, cards and decisions."""
    ruling = rule_on(round_.irregularity)
    yield from check_seats(
        round_, options.seats, see("pikit.layout.b.1"), "Set the option seats for a larger table."
    )
    yield from check_cards_once(round_, see("pikit.39.2.a"))
    yield from check_misdeal(round_, 5, see("pikit.39.12.c"))
    yield from check_seating(options, *seating(round_))
    if ruling.dealer_stands:
        yield from check_number(
            round_.dealer, 5, "The dealer", see("pikit.39.7.c", "pikit.39.12.c")
        )
    for hand in round_.hands:
        yield from check_hand_wagers(options, hand.wagers)
        yield from check_payment(WAGERING, hand, accepted=options.match_play)
        yield from _check_hand(options, hand, ruling)


@cites("pikit.39.3.a", "pikit.39.3.c", "pikit.39.1.5_card_bonus_wager", "pikit.39.1.ante_wager")
def check_hand_wagers(options: PikitOptions, wagers: Mapping[str, int]) -> Iterator[Refusal]:
    """Refusals of the wagers at one position."""
    yield from check_wagers(WAGERING, options.posted, wagers)


@cites("pikit.39.3.e")
def check_seating(
    options: PikitOptions, players: Mapping[int, str], _bets: Mapping[int, Mapping[str, int]]
) -> Iterator[Refusal]:
    """Each player on one position, or on two or three that adjoin where that is permitted."""
    for player in dict.fromkeys(players.values()):
        seats = sorted(seat for seat, holder in players.items() if holder == player)
        yield from check_positions(options, seats, f"Player {player}")


@cites("pikit.39.3.e")
def check_positions(
    options: PikitOptions, seats: Sequence[int], holder: str = "The player"
) -> Iterator[Refusal]:
    """One position, or two or three that adjoin where the licensee permits it (P17)."""
    if len(seats) < 2:
        return
    tried = f"{holder} on seats {', '.join(map(str, seats))}"
    if len(seats) > options.multi_position:
        allowed = options.multi_position
        because = f"this table allows {allowed} position{'s' if allowed > 1 else ''} to a player"
        yield Refusal(see("pikit.39.3.e"), tried, because, "See the option multi_position.")
    elif any(right - left != 1 for left, right in pairwise(sorted(seats))):
        yield Refusal(
            see("pikit.39.3.e"),
            tried,
            "the positions of one player must be adjacent to each other",
            "Choose seats next to one another.",
        )


def _check_hand(options: PikitOptions, hand: PikitHand, ruling: Ruling) -> Iterator[Refusal]:
    where, complete = f"Seat {hand.seat}", not ruling.all_void
    if complete:
        yield from check_number(hand.cards, 5, where, see("pikit.39.7.c", "pikit.39.12.c"))
    yield from check_election(hand.actions.elections, where, complete=complete)
    yield from check_pick(hand, complete=complete)
    yield from _check_play(options, hand)


@cites("pikit.39.3.b", "pikit.39.1.play_3_wager", "pikit.39.1.play_5_wager")
def _check_play(options: PikitOptions, hand: PikitHand) -> Iterator[Refusal]:
    """A play wager, if its amount is stated, is the one elected and the licensee's multiple."""
    for play in ("play_3", "play_5"):
        amount = hand.wagers.get(play)
        if amount is None:
            continue
        due = hand.wagers.get("ante", 0) * options.multiple(play)
        if play not in hand.actions.elections:
            because = f"the player elected {hand.actions.decision or 'nothing'}"
            yield Refusal(see("pikit.39.3.b"), f"Seat {hand.seat}: a {play} wager", because)
        elif amount != due:
            yield Refusal(
                see("pikit.39.3.b", "pikit.39.10.c.3"),
                f"Seat {hand.seat}: a {play} wager of {dollars(amount)}",
                f"at this table it is {dollars(due)}",
            )


def check_attempt(options: PikitOptions, attempt: Fields) -> Iterator[Refusal]:
    """Refusals of one act: wagers, a decision, or the positions of one player."""
    rules = AttemptRules(
        WAGERING,
        STAGES,
        lambda wagers: check_hand_wagers(options, wagers),
        lambda stage, wager, ante: _play_amounts(options, stage, wager, ante),
        coupons=options.match_play,
    )
    stage = read_stage(attempt, rules)
    yield from check_wager_attempt(rules, attempt, stage)
    if attempt.has("decision"):
        yield from _check_moment(stage)
        elections = read_elections(attempt.take("decision"), "The attempt")
        yield from check_election(elections, "The player", complete=True)
    yield from check_positions(options, read_seats(attempt, options.seats, see("pikit.layout.b.1")))


STAGES = ("pick", "decision")


@cites("pikit.39.1.fold", "pikit.39.3.b")
def _check_moment(stage: str | None) -> Iterator[Refusal]:
    """Play 3, play 5 and fold belong to the decision, when the hand has been shown."""
    if stage not in (None, "decision"):
        tried = f"Deciding at the stage {stage}"
        because = "a player decides after the cards are dealt and his hand is shown"
        yield Refusal(see("pikit.39.3.b", "pikit.39.1.fold"), tried, because)


@cites("pikit.39.3.b")
def _play_amounts(options: PikitOptions, stage: str | None, wager: str, ante: int) -> list[int]:
    return [ante * options.multiple(wager)] if stage in (None, "decision") else []
