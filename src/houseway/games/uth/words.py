"""Ultimate Texas Hold 'Em for people: the lobby's words, how to play, how hands are called."""

from houseway.cards import show_best_five, show_cards
from houseway.games.introduction import POKER_RANKS, HowToPlay, Pitch
from houseway.games.uth.decisions import UthRound
from houseway.games.uth.options import UthOptions

PITCH = Pitch(
    where="Massachusetts. Two cards and a board of five; raise early for more.",
    play="Two cards of your own and five for everybody. Raise four times your ante before the "
    "flop, twice after it, or once at the end; or fold.",
    place=10,
)

HOW_TO_PLAY = HowToPlay(
    goal="Make a better five-card poker hand than the dealer from your two cards and the five "
    "community cards.",
    steps=(
        "Put the same amount on the ante and on the blind. A trips wager is optional.",
        "Look at your two cards. Raise 3 or 4 times the ante now, or check.",
        "The flop brings three community cards. If you have not raised, raise 2 times the ante or "
        "check.",
        "The last two community cards follow. If you have not raised, raise once the ante or fold.",
        "The dealer shows two cards. The better hand wins; with less than a pair the dealer's hand "
        "does not open, and the ante is returned.",
    ),
    ranks=POKER_RANKS,
    spots={
        "ante": "Pays 1 to 1 when you beat a dealer who has a pair or better.",
        "blind": "Pays extra when you win with a straight or better; a lower win gets it back.",
        "play": "Your raise. It pays 1 to 1 when you win.",
        "trips": "Pays for three of a kind or better, whether you win or lose.",
        "cover_all": "Pays for the highest hand at the table, whoever holds it.",
        "progressive": "A fixed price. Very high hands win a prize or a share of the meter.",
    },
)


def call_hand(
    _options: UthOptions, round_: UthRound, seat: int | None, announced: tuple[str, ...]
) -> str:
    """A player's hand is called with its five cards: the board is shared, a kicker may decide."""
    words = "; ".join(announced)
    if seat is None or not words:
        return words
    hand = next(hand for hand in round_.hands if hand.seat == seat)
    cards = hand.cards + round_.community
    if len(cards) != 7:
        return words
    return f"{words} ({show_cards(show_best_five(cards)[1])})"
