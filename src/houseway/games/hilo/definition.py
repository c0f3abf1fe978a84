"""5 Card Hi-Lo as data: its wagers, its words, its felt and its signs."""

from houseway.cards import FiveCard
from houseway.games.dealing import Recipe
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import EVEN, TIE
from houseway.games.printed import Area, AreaKind, Notice, PostedOdds, Printed, Term
from houseway.games.wagers import Moment, Wager, WageringRules
from houseway.rulebook import cite, cites, see

NAME = "5 Card Hi-Lo"

WAGERING = WageringRules(
    wagers=(
        Wager("ante", "ante", cite("hilo.40.1.ante_bet"), required=True, main=True),
        Wager(
            "play",
            "play bet",
            cite("hilo.40.1.play_bet"),
            moment=Moment.AFTER_THE_DEAL,
            main=True,
        ),
        Wager(
            "tie",
            "tie bet",
            cite("hilo.40.1.tie_bet"),
            needs=("ante",),
            needs_clauses=cite("hilo.40.1.ante_bet"),
        ),
        Wager(
            "poker_bonus",
            "poker bonus bet",
            cite("hilo.40.1.poker_bonus_bet"),
            needs=("ante",),
            needs_clauses=cite("hilo.40.1.ante_bet"),
        ),
        Wager(
            "ante_bonus",
            "ante bonus",
            cite("hilo.40.1.ante_bonus"),
            moment=Moment.NEVER,
            main=True,
        ),
    ),
    posted_limits=cite("hilo.40.6.b"),
    tender=cite("hilo.40.6.a"),
    no_more_bets=cite("hilo.40.6.b"),
)

RECIPE = Recipe(hand_size=5, streets=(), face_up=see("hilo.40.12.a"))

GLOSSARY = (
    Term("ante bonus", ("ante_bonus",), cite("hilo.40.1", "hilo.40.1.ante_bonus")),
    Term("ante bet", ("ante",), cite("hilo.40.1.ante_bet")),
    Term("fold", ("fold",), cite("hilo.40.1.fold")),
    Term("hand", ("hand",), cite("hilo.40.1.hand")),
    Term("high hand", ("high",), cite("hilo.40.1.high_hand")),
    Term("low hand", ("low",), cite("hilo.40.1.low_hand")),
    Term("play bet", ("play",), cite("hilo.40.1.play_bet")),
    Term("point value", ("points",), cite("hilo.40.1.point_value")),
    Term("point total", ("total",), cite("hilo.40.1.point_total")),
    Term("poker bonus bet", ("poker_bonus",), cite("hilo.40.1.poker_bonus_bet")),
    Term("push", ("push",), cite("hilo.40.1.push")),
    Term("rank", tuple(category.key for category in FiveCard), cite("hilo.40.1.rank")),
    Term("round of play", ("round",), cite("hilo.40.1.round_of_play")),
    Term("stub", ("stub",), cite("hilo.40.1.stub")),
    Term("suit", ("c", "d", "h", "s"), cite("hilo.40.1.suit")),
    Term("tie bet", ("tie",), cite("hilo.40.1.tie_bet")),
)


POSITION = (
    Area("tie", "Tie", AreaKind.WAGER, cite("hilo.layout.b.2.iii"), optional=True),
    Area("poker_bonus", "Poker Bonus", AreaKind.WAGER, cite("hilo.layout.b.2.iv"), optional=True),
    Area("ante", "Ante", AreaKind.WAGER, cite("hilo.layout.b.2.i"), row=1),
    Area("play", "Play", AreaKind.WAGER, cite("hilo.layout.b.2.ii"), row=1),
    Area("high", "High", AreaKind.CARDS, cite("hilo.layout.b.2.v"), cards=3, row=2),
    Area("low", "Low", AreaKind.CARDS, cite("hilo.layout.b.2.vi"), cards=2, row=3),
)


@cites("hilo.layout.a", "hilo.layout.b", "hilo.layout.b.1", "hilo.layout.b.2", "hilo.layout.b.5")
def print_table(options: HiloOptions) -> Printed:
    """The layout and the sign of a table with these options."""
    return Printed(
        licensee=options.licensee,
        game=NAME,
        seats=options.seats,
        position=POSITION,
        # Item 4 of the text's list is missing; 40.7(d)2 describes the area (H29).
        dealer=(Area("dealer", "Dealer", AreaKind.CARDS, see("hilo.40.7.d.2"), cards=5),),
        odds=_list_odds(options),
        notices=_list_notices(),
        extra_sign=options.sign,
        post_odds=cite("hilo.layout.b.3"),
        bear_name=cite("hilo.layout.b.5"),
        word_odds=cite("hilo.40.11.a"),
    )


@cites("hilo.layout.b.3", "hilo.40.11.a")
def _list_odds(options: HiloOptions) -> tuple[PostedOdds, ...]:
    """All odds are rendered from pay tables, which write them with "to"."""
    return (
        PostedOdds("ante", "Ante and play", EVEN, cite("hilo.40.11.b")),
        PostedOdds("tie", "Tie", TIE, cite("hilo.40.11.c")),
        PostedOdds("poker_bonus", "Poker Bonus", options.poker_bonus, cite("hilo.40.11.d")),
        PostedOdds("ante_bonus", "Ante Bonus", options.ante_bonus, cite("hilo.40.11.e")),
    )


@cites("hilo.layout.c")
def _list_notices() -> tuple[Notice, ...]:
    """The five statements that a sign makes in any case; the first with its exception (H7)."""
    return (
        Notice(
            "The dealer always plays aces in the high hand, except that with four aces the dealer "
            "plays one ace in the low hand.",
            cite("hilo.layout.c.1") + see("hilo.40.5.b"),
        ),
        Notice(
            "Ante and play win when your high hand has more points than the dealer's high hand and "
            "your low hand has fewer points than the dealer's low hand.",
            cite("hilo.layout.c.2", "hilo.40.10.d.i"),
        ),
        Notice(
            "Winning ante and play bets are paid 1 to 1.",
            cite("hilo.layout.c.3", "hilo.40.11.b"),
        ),
        Notice(
            "Ante and tie bets are forfeited if you do not place a play bet.",
            cite("hilo.layout.c.4", "hilo.40.10.a.1"),
        ),
        Notice(
            "A qualifying ante bonus is paid whatever the outcome of your ante and play bets.",
            cite("hilo.layout.c.5", "hilo.40.10.f"),
        ),
    )
