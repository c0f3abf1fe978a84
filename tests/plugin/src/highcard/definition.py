"""High Card Duel as data: its wagers, its odds, its felt, and how cards are handled."""

from highcard.options import DuelOptions
from houseway.chips import EVEN_MONEY, Odds, PayTable, Row
from houseway.games.dealing import Recipe
from houseway.games.handling import Sections
from houseway.games.printed import Area, AreaKind, Notice, PostedOdds, Printed, Term
from houseway.games.usual import UsualRules
from houseway.games.wagers import Moment, Wager, WageringRules
from houseway.rulebook import cite, see

NAME = "High Card Duel"

WAGERING = WageringRules(
    wagers=(
        Wager("ante", "ante", cite("duel.2.b"), required=True, main=True),
        Wager("play", "play wager", cite("duel.2.c"), moment=Moment.AFTER_THE_DEAL, main=True),
        Wager(
            "crown",
            "crown wager",
            cite("duel.2.d"),
            needs=("ante",),
            needs_clauses=see("duel.2.b"),
        ),
    ),
    posted_limits=cite("duel.2.a"),
    tender=cite("duel.2.a"),
    no_more_bets=cite("duel.2.a"),
)
RECIPE = Recipe(hand_size=1, streets=(), face_up=see("duel.5.a"))
HANDLING = Sections(
    deck=cite("duel.3.a"),
    opening=cite("duel.3.b"),
    shuffle=cite("duel.3.b"),
    cut=cite("duel.3.c"),
    deal=cite("duel.3.d"),
    count=cite("duel.3.e"),
    conduct=cite("duel.4.g"),
    irregularities=cite("duel.5.a"),
    devices=cite("duel.5.c"),
).as_handling(
    wrong_number=cite("duel.5.b"),
    count_wrong=cite("duel.5.b"),
    dealer_reveals=see("duel.4.c"),
)
USUAL = UsualRules(
    WAGERING, HANDLING, RECIPE, positions=see("duel.1.a"), one_position=see("duel.2.b")
)

ANTE = PayTable("Ante", (Row("win", "Ante", EVEN_MONEY),))
PLAY = PayTable("Play", (Row("win", "Play", Odds(1, 2)),))
CROWN = PayTable(
    "Crown",
    (Row("ace", "Ace", Odds(5)), Row("face", "King, queen or jack", Odds(1))),
)

POSITION = (
    Area("crown", "Crown", AreaKind.WAGER, cite("duel.1.b.crown"), optional=True),
    Area("ante", "Ante", AreaKind.WAGER, cite("duel.1.b.ante"), row=1),
    Area("play", "Play", AreaKind.WAGER, cite("duel.1.b.play"), row=1),
    Area("card", "Card", AreaKind.CARDS, cite("duel.1.b.card"), cards=1, row=2),
)
GLOSSARY = (
    Term("ante", ("ante",), see("duel.2.b")),
    Term("play wager", ("play",), see("duel.2.c")),
    Term("crown wager", ("crown",), see("duel.2.d")),
    Term("fold", ("fold",), see("duel.4.b")),
)


def print_table(options: DuelOptions) -> Printed:
    """The layout and the sign of a table with these options."""
    ties = "are returned" if options.ties == "push" else "go to the dealer"
    return Printed(
        licensee=options.licensee,
        game=NAME,
        seats=options.seats,
        position=POSITION,
        dealer=(Area("dealer", "Dealer", AreaKind.CARDS, cite("duel.1.c"), cards=1),),
        odds=(
            PostedOdds("ante", "Ante", ANTE, see("duel.4.e")),
            PostedOdds("play", "Play", PLAY, see("duel.4.e")),
            PostedOdds("crown", "Crown", CROWN, see("duel.4.f")),
        ),
        notices=(Notice(f"Wagers on cards of equal rank {ties}.", see("duel.4.d")),),
        extra_sign=options.sign,
        post_odds=cite("duel.1.d"),
        bear_name=cite("duel.1.a"),
        word_odds=cite("duel.1.d"),
    )
