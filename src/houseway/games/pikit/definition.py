"""Pik-it poker as data: its wagers, its words, its felt and its signs."""

from houseway.cards import FiveCard, ThreeCard
from houseway.games.dealing import Recipe
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.paytables import EVEN
from houseway.games.printed import Area, AreaKind, Notice, PostedOdds, Printed, Term
from houseway.games.wagers import Moment, Wager, WageringRules
from houseway.rulebook import cite, cites, see

NAME = "Pik-it Poker"

WAGERING = WageringRules(
    wagers=(
        Wager(
            "ante",
            "ante",
            cite("pikit.39.3.a", "pikit.39.1.ante_wager"),
            required=True,
            main=True,
        ),
        Wager(
            "five_card_bonus",
            "5 card bonus",
            cite("pikit.39.1.5_card_bonus_wager", "pikit.39.3.a"),
            required=True,
            equals="ante",
        ),
        Wager(
            "three_card_bonus",
            "3 card bonus",
            cite("pikit.39.1.3_card_bonus_wager", "pikit.39.3.a"),
            needs=("ante", "five_card_bonus"),
            needs_clauses=cite("pikit.39.3.a"),
        ),
        Wager(
            "play_3",
            "play 3 wager",
            cite("pikit.39.1.play_3_wager", "pikit.39.3.b"),
            moment=Moment.AFTER_THE_DEAL,
            main=True,
        ),
        Wager(
            "play_5",
            "play 5 wager",
            cite("pikit.39.1.play_5_wager", "pikit.39.3.b"),
            moment=Moment.AFTER_THE_DEAL,
            main=True,
        ),
    ),
    posted_limits=cite("pikit.39.3.a"),
    tender=cite("pikit.39.3.c"),
    no_more_bets=cite("pikit.39.3.a"),
)

RECIPE = Recipe(hand_size=5, streets=(), face_up=see("pikit.39.12.a"))

_RANKS = tuple({category.key: None for kind in (FiveCard, ThreeCard) for category in kind})
GLOSSARY = (
    Term(
        "3 card bonus wager",
        ("three_card_bonus",),
        cite("pikit.39.1", "pikit.39.1.3_card_bonus_wager"),
    ),
    Term("5 card bonus wager", ("five_card_bonus",), cite("pikit.39.1.5_card_bonus_wager")),
    Term("ante wager", ("ante",), cite("pikit.39.1.ante_wager")),
    Term("fold", ("fold",), cite("pikit.39.1.fold")),
    Term("hand", ("hand", *_RANKS), cite("pikit.39.1.hand")),
    Term("play 3 wager", ("play_3",), cite("pikit.39.1.play_3_wager")),
    Term("play 5 wager", ("play_5",), cite("pikit.39.1.play_5_wager")),
    Term("qualifying hand", ("qualifies",), cite("pikit.39.1.qualifying_hand")),
    Term("round of play", ("round",), cite("pikit.39.1.round_of_play")),
    Term("stub", ("stub",), cite("pikit.39.1.stub")),
    Term("suit", ("c", "d", "h", "s"), cite("pikit.39.1.suit")),
)


@cites("pikit.layout.a", "pikit.layout.b", "pikit.layout.b.1", "pikit.layout.b.4")
def print_table(options: PikitOptions) -> Printed:
    """The layout and the sign of a table with these options."""
    return Printed(
        licensee=options.licensee,
        game=NAME,
        seats=options.seats,
        position=POSITION,
        dealer=(Area("dealer", "Dealer", AreaKind.CARDS, cite("pikit.layout.b.2"), cards=5),),
        odds=_list_odds(options),
        notices=tuple(_list_notices(options)),
        extra_sign=options.sign,
        post_odds=cite("pikit.layout.c"),
        bear_name=cite("pikit.layout.b.4"),
        word_odds=see("pikit.layout.c"),
    )


POSITION = (
    Area(
        "three_card_bonus",
        "3 Card Bonus",
        AreaKind.WAGER,
        cite("pikit.layout.b.1.iii"),
        optional=True,
    ),
    Area("five_card_bonus", "5 Card Bonus", AreaKind.WAGER, cite("pikit.layout.b.1.ii"), row=1),
    Area("ante", "Ante", AreaKind.WAGER, cite("pikit.layout.b.1.i"), row=1),
    Area("play_3", "Play 3", AreaKind.WAGER, cite("pikit.layout.b.1.iv"), row=2),
    Area("play_5", "Play 5", AreaKind.WAGER, cite("pikit.layout.b.1.v"), row=2),
    Area("cards", "Cards", AreaKind.CARDS, cite("pikit.layout.b.1.vi"), cards=5, row=3),
)


@cites("pikit.layout.b.3", "pikit.layout.c")
def _list_odds(options: PikitOptions) -> tuple[PostedOdds, ...]:
    """The odds of every wager: on the layout, or else on the sign."""
    return (
        PostedOdds("ante", "Ante, play 3 and play 5", EVEN, cite("pikit.39.11.a")),
        PostedOdds("five_card_bonus", "5 Card Bonus", options.five_card, cite("pikit.39.11.b")),
        PostedOdds("three_card_bonus", "3 Card Bonus", options.three_card, cite("pikit.39.11.c")),
    )


_TIMES = {1: "equal to the ante", 2: "two times the ante"}


@cites("pikit.layout.d", "pikit.layout.d.1", "pikit.layout.d.2")
def _list_notices(options: PikitOptions) -> list[Notice]:
    """The size of the play wagers and, in the qualifier version, what qualifying means."""
    notices = [
        Notice(f"A play 3 wager is {_TIMES[options.play_3_multiple]}.", cite("pikit.layout.d.1")),
        Notice(f"A play 5 wager is {_TIMES[options.play_5_multiple]}.", cite("pikit.layout.d.1")),
        Notice(
            "The 5 card bonus wager must equal the ante.", cite("pikit.39.1.5_card_bonus_wager")
        ),
    ]
    if options.dealer_must_qualify:
        notices += [
            Notice(
                "The dealer qualifies with ace, king, four, three and two, or better.",
                cite("pikit.layout.d.2.i"),
            ),
            Notice(
                "Dealer qualification has no bearing on a play 3 wager.",
                cite("pikit.layout.d.2.ii"),
            ),
        ]
    return notices


# How far a player who looks before picking is ahead, in bonus wagers (P10).
_SEEN_PICK_WIN = {1: "4.01", 2: "4.02", 3: "3.86"}


def list_warnings(options: PikitOptions) -> tuple[str, ...]:
    warned = []
    if options.three_card_pick == "seen":
        won = _SEEN_PICK_WIN[options.three_card_table]
        warned.append(
            f"Picking three cards after looking wins the player {won} times the 3 card bonus on "
            "average (P10): the table would lose on every such wager."
        )
    if not options.dealer_must_qualify and 2 in (options.play_3_multiple, options.play_5_multiple):
        warned.append(
            "Without a dealer qualifier, a play wager of two times the ante favours the player "
            "(P3, P8)."
        )
    return tuple(warned)
