"""High Card Duel for people: its place in the lobby, and how it is played."""

from houseway.games.introduction import HandRank, HowToPlay, Pitch

PITCH = Pitch(
    where="An example. One card against the dealer's.",
    play="One card each. Stay in for another ante, or fold; the higher card wins.",
)

HOW_TO_PLAY = HowToPlay(
    goal="Hold a higher card than the dealer.",
    steps=(
        "Put an amount on the ante. The crown wager is optional.",
        "Look at your card. Fold and lose your wagers, or put the same amount on play.",
        "The dealer shows. The higher card wins; an ace is the highest.",
    ),
    ranks=(
        HandRank("Highest card", "As", "an ace"),
        HandRank("Lowest card", "2c", "a two"),
    ),
    spots={
        "ante": "Pays 1 to 1 when your card is higher than the dealer's.",
        "play": "Equals the ante and pays 1 to 2 with it.",
        "crown": "Pays 5 to 1 for an ace, and 1 to 1 for a king, queen or jack.",
    },
)
