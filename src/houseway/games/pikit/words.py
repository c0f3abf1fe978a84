"""Pik-it Poker for people: its place in the lobby, how it is played, how hands are called."""

from houseway.cards import show_cards
from houseway.games.introduction import POKER_RANKS, HowToPlay, Pitch
from houseway.games.pikit.decisions import PikitRound
from houseway.games.pikit.options import PikitOptions

PITCH = Pitch(
    where="New Jersey. Five cards; play your best three, or all five.",
    play="Five cards. Pick three of them unseen if you like a bonus; then play your best three, "
    "play all five, or fold.",
    place=20,
)

HOW_TO_PLAY = HowToPlay(
    goal="Beat the dealer with your best three cards or with all five: you choose which once you "
    "see your hand.",
    steps=(
        "Put the same amount on the ante and on the 5 card bonus. A 3 card bonus is optional.",
        "You get five cards face down. With a 3 card bonus, pick three of them unseen; they are "
        "turned up and paid first.",
        "The dealer turns up your hand and pays the 5 card bonus by its table.",
        "Choose play 3 to compare your best three cards, play 5 to compare all five, or fold and "
        "lose the ante.",
        "The dealer shows five cards. The better hand wins ante and play; where the table says "
        "so, the dealer must first qualify with ace, king, four, three and two, or better.",
    ),
    ranks=POKER_RANKS,
    spots={
        "ante": "Pays 1 to 1 when you beat the dealer with the hand you play.",
        "five_card_bonus": "Must equal the ante. Paid by a table for your five cards.",
        "three_card_bonus": "Optional. Paid by a table for three cards that you pick unseen.",
        "play_3": "Plays your best three cards against the dealer's best three.",
        "play_5": "Plays all five cards against the dealer's five.",
    },
)


def call_hand(
    _options: PikitOptions, round_: PikitRound, seat: int | None, announced: tuple[str, ...]
) -> str:
    """What was announced, and the three cards that were picked for the bonus."""
    picks = [hand.actions.select_3 for hand in round_.hands if hand.seat == seat]
    bonus = [f"picked for the bonus: {show_cards(pick)}" for pick in picks if pick]
    return "; ".join([*announced, *bonus])
