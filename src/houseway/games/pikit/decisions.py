"""What a player decides at Pik-it: three cards for the bonus, then play 3, play 5 or fold."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.cards import Card, show_cards
from houseway.games.fields import Fields, either, read_cards, show
from houseway.games.pikit.options import PikitOptions
from houseway.games.rounds import Hand, Round
from houseway.rulebook import Malformed, Refusal, cites, cites_part, see

DECISIONS = ("play_3", "play_5", "fold")


@dataclass(frozen=True, slots=True)
class PikitActions:
    """The three cards picked, if any, and the elections made: settlement needs exactly one."""

    select_3: tuple[Card, ...] | None = None
    elections: tuple[str, ...] = ()
    shown: bool = False
    """Whether the dealer has turned the hand up; a described round says it by a decision."""

    @property
    def decision(self) -> str | None:
        return self.elections[0] if self.elections else None

    @property
    def folded(self) -> bool:
        return self.decision == "fold"


PikitHand = Hand[PikitActions]
PikitRound = Round[PikitActions]


def read_actions(fields: Fields, where: str) -> PikitActions:
    """The `actions` of a described hand."""
    actions = Fields(fields.take("actions", {}), f"{where}, actions")
    picked = actions.take("select_3", None)
    decision = actions.take("decision", None)
    actions.finish()
    return PikitActions(
        None if picked is None else read_cards(picked, f"{where}: select_3"),
        read_elections(decision, where),
    )


def placed_after_the_deal(options: PikitOptions, hand: PikitHand) -> dict[str, int]:
    """The play wager that was elected, at the licensee's multiple of the ante."""
    play = hand.actions.decision
    if play in {"play_3", "play_5"}:
        return {play: hand.wagers["ante"] * options.multiple(play)}
    return {}


def read_elections(value: object, where: str) -> tuple[str, ...]:
    """One decision, or several, which are then refused by the rule and not by the reader."""
    elections = value if isinstance(value, list | tuple) else [] if value is None else [value]
    for election in elections:
        if election not in DECISIONS:
            raise Malformed(
                f"{where}: {show(election)} is not a decision; say {either(DECISIONS)}."
            )
    return tuple(elections)


@cites("pikit.39.3.b", "pikit.39.1.fold")
@cites_part("pikit.39.10.c.3")
def check_election(elections: tuple[str, ...], where: str, *, complete: bool) -> Iterator[Refusal]:
    """Exactly one of play 3, play 5 and fold, once the hand is dealt."""
    if len(elections) > 1:
        yield Refusal(
            see("pikit.39.3.b"),
            f"{where}: {' and '.join(elections)}",
            "a player makes one election: a play 3 wager, a play 5 wager, or a fold",
            f"Choose {either(DECISIONS)}.",
        )
    if not elections and complete:
        yield Refusal(
            see("pikit.39.3.b", "pikit.39.10.c.3"),
            f"{where}: no decision",
            "every player must play 3, play 5 or fold before the round can be settled",
            f"Choose {either(DECISIONS)}.",
        )


@cites("pikit.39.10.b", "pikit.39.1.3_card_bonus_wager")
@cites_part("pikit.39.10.a")
def check_pick(hand: PikitHand, *, complete: bool) -> Iterator[Refusal]:
    """A 3 card bonus bettor picks three of his own five cards; nobody else picks."""
    picked, where = hand.actions.select_3, f"Seat {hand.seat}"
    clauses = see("pikit.39.10.b", "pikit.39.1.3_card_bonus_wager")
    if "three_card_bonus" not in hand.wagers:
        if picked is not None:
            yield Refusal(
                clauses, f"{where}: picking three cards", "there is no 3 card bonus wager"
            )
        return
    if picked is None:
        if complete:
            because = "the 3 card bonus is settled on three cards that the player picks"
            yield Refusal(clauses, f"{where}: no three cards picked", because, "Give select_3.")
    elif len(set(picked)) != 3 or len(picked) != 3 or not set(picked) <= set(hand.cards):
        yield Refusal(
            clauses,
            f"{where}: picking {show_cards(picked)}",
            "the pick is three different cards of the five dealt",
            f"Pick three of {show_cards(hand.cards)}.",
        )
