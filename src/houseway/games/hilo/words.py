"""5 Card Hi-Lo for people: its place in the lobby, how it is played, how hands are called."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.games.hilo.decisions import HiloRound
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import high_total, low_total
from houseway.games.introduction import HandRank, HowToPlay, Pitch

PITCH = Pitch(
    where="New Jersey. Five cards, set three high and two low.",
    play="Five cards. Set three of them high and two low by their points, and beat the dealer "
    "with both; or fold.",
    place=30,
)

HOW_TO_PLAY = HowToPlay(
    goal="Split five cards into a high hand of three and a low hand of two. Win with more points "
    "high and fewer points low than the dealer.",
    steps=(
        "Put an amount on the ante. The tie bet and the poker bonus are optional.",
        "Look at your five cards. Fold and lose the ante, or put the same amount on play.",
        "Set three cards as your high hand and two as your low hand.",
        "Cards count their number; ten, jack, queen and king count ten. An ace counts eleven high "
        "and one low, and at most one ace may be low.",
        "The dealer sets the three highest cards high. Better on both sides wins, better on one "
        "side is a push, better on neither loses.",
    ),
    ranks=(
        HandRank("Highest high hand", "As Ah Ad", "three aces: 33 points"),
        HandRank("Lowest low hand", "Ac 2d", "an ace and a two: 3 points"),
        HandRank("Faces and tens", "Ks Qd Jh", "ten points each: 30 points"),
    ),
    spots={
        "ante": "Pays 1 to 1 when both of your hands are better than the dealer's.",
        "play": "Equals the ante and is settled with it.",
        "tie": "Pays when your high or low total equals the dealer's.",
        "poker_bonus": "Pays by a table for your five cards as a poker hand, even after a fold.",
        "ante_bonus": "Paid without a bet for three or four aces that you play.",
    },
)


def call_hand(
    _options: HiloOptions, round_: HiloRound, seat: int | None, announced: tuple[str, ...]
) -> str:
    """What was announced, or the totals of a hand that was set: they are what is compared."""
    settings = [hand.actions.setting for hand in round_.hands if hand.seat == seat]
    if announced or not settings or settings[0] is None:
        return "; ".join(announced)
    high, low = settings[0].points
    return f"{high} high, {low} low"


def describe_groups(groups: Mapping[str, tuple[Card, ...]]) -> str:
    """The totals of one way to set a hand."""
    return f"{high_total(groups['high'])} high, {low_total(groups['low'])} low"
