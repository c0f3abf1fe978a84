"""Ultimate Texas Hold 'Em as data: its wagers, its words, its felt and its signs."""

from houseway.cards import FiveCard
from houseway.chips import dollars
from houseway.games.dealing import Recipe
from houseway.games.printed import Area, AreaKind, Notice, PostedOdds, Printed, Term
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import BLIND, COVER_ALL_MATRIX, EVEN, cover_all_table
from houseway.games.uth.progressive import PRICE_CENTS, Prize, Progressive
from houseway.games.uth.settlement import minimum_bettor_may_be_cut
from houseway.games.wagers import Moment, Wager, WageringRules
from houseway.rulebook import cite, cites, see

NAME = "Ultimate Texas Hold 'Em"

WAGERING = WageringRules(
    wagers=(
        Wager("ante", "ante", cite("uth.1.ante"), required=True, main=True),
        Wager(
            "blind",
            "blind",
            cite("uth.1.ante", "uth.1.blind"),
            required=True,
            equals="ante",
            main=True,
        ),
        Wager(
            "play",
            "play wager",
            cite("uth.1.play_wager", "uth.6.d"),
            moment=Moment.AFTER_THE_DEAL,
            main=True,
        ),
        Wager(
            "trips",
            "trips wager",
            cite("uth.1.trips_wager"),
            needs=("ante", "blind"),
            needs_clauses=cite("uth.6.c"),
        ),
        Wager(
            "progressive",
            "progressive wager",
            cite("uth.14.a"),
            needs=("ante", "blind", "trips"),
            needs_clauses=cite("uth.14.b"),
            option="progressive",
            price_cents=PRICE_CENTS,
            fund="progressive",
        ),
        Wager(
            "cover_all",
            "Cover All wager",
            cite("uth.13.a"),
            needs=("ante", "blind"),
            needs_clauses=cite("uth.13.a"),
            option="cover_all",
            by_hands=True,
        ),
    ),
    posted_limits=cite("uth.6.b"),
    tender=cite("uth.6.a"),
    no_more_bets=cite("uth.6.b"),
)

# Two cards to each hand; then a burn and the flop, a burn and the last two cards.
RECIPE = Recipe(hand_size=2, streets=(3, 2), face_up=see("uth.15.b"), completes_late=True)

GLOSSARY = (
    Term("ante", ("ante",), cite("uth.1", "uth.1.ante")),
    Term("blind", ("blind",), cite("uth.1.blind")),
    Term("burn", ("burned",), cite("uth.1.burn")),
    Term("check", ("check",), cite("uth.1.check")),
    Term("community card", ("community",), cite("uth.1.community_card")),
    Term("flop", ("flop", "preflop", "river"), cite("uth.1.flop")),
    Term("fold", ("fold",), cite("uth.1.fold")),
    Term("hand", ("hand",), cite("uth.1.hand")),
    Term("play wager", ("play", "1x", "2x", "3x", "4x"), cite("uth.1.play_wager")),
    Term("push", ("push",), cite("uth.1.push")),
    Term("rank", tuple(category.key for category in FiveCard), cite("uth.1.rank")),
    Term("round of play", ("round",), cite("uth.1.round_of_play")),
    Term("stub", ("stub",), cite("uth.1.stub")),
    Term("suit", ("c", "d", "h", "s"), cite("uth.1.suit")),
    Term("trips wager", ("trips",), cite("uth.1.trips_wager")),
    Term("Cover All bonus", ("cover_all",), cite("uth.13.a")),
    Term("progressive", ("progressive",), cite("uth.14.a")),
)


def print_table(options: UthOptions) -> Printed:
    """The layout and the sign of a table with these options."""
    return Printed(
        licensee=options.licensee,
        game=NAME,
        seats=options.seats,
        position=_list_areas(options),
        dealer=(
            Area("dealer", "Dealer", AreaKind.CARDS, see("uth.7.d.2"), cards=2),
            Area("community", "Community cards", AreaKind.CARDS, cite("uth.1.community_card"), 5),
        ),
        odds=_list_odds(options),
        notices=tuple(_list_notices(options)),
        on_layout=(
            Notice("Dealer opens with a pair or better", cite("uth.10.g", "uth.10.h")),
            Notice("Blind pushes on a winning hand below a straight", cite("uth.11.c")),
        ),
        extra_sign=options.sign,
        post_odds=cite("uth.11.a"),
        word_odds=cite("uth.11.a"),
    )


def _list_areas(options: UthOptions) -> tuple[Area, ...]:
    areas = [
        Area("trips", "Trips", AreaKind.WAGER, cite("uth.6.c"), optional=True),
        Area("ante", "Ante", AreaKind.WAGER, cite("uth.1.ante"), row=1),
        Area("blind", "Blind", AreaKind.WAGER, cite("uth.1.blind"), row=1),
        Area(
            "play",
            "Play",
            AreaKind.WAGER,
            cite("uth.10.a.1", "uth.10.c.1", "uth.10.e.1"),
            row=2,
        ),
    ]
    if options.cover_all:
        areas.append(
            Area("cover_all", "Cover All", AreaKind.WAGER, cite("uth.13.a"), optional=True)
        )
    if options.progressive:
        clauses = cite("uth.14.a")
        areas.append(
            Area("progressive", "Progressive", AreaKind.WAGER, clauses, row=2, optional=True)
        )
    areas.append(Area("cards", "Cards", AreaKind.CARDS, see("uth.7.d.1"), cards=2, row=3))
    return tuple(areas)


@cites("uth.11.a")
def _list_odds(options: UthOptions) -> tuple[PostedOdds, ...]:
    """All odds are rendered from pay tables, which write them with "to"."""
    posted = [
        PostedOdds("ante", "Ante and play", EVEN, cite("uth.11.b")),
        PostedOdds("blind", "Blind", BLIND, cite("uth.11.c")),
        PostedOdds("trips", "Trips", options.trips, cite("uth.11.d")),
    ]
    if options.cover_all:
        columns = [hands for hands in COVER_ALL_MATRIX if hands <= options.seats + 1]
        posted += [display_cover_all(options, hands) for hands in columns]
    return tuple(posted)


def display_odds(options: UthOptions, hands: int) -> PostedOdds | None:
    """The Cover All column for a number of hands, at a table that offers it."""
    if options.cover_all and hands in COVER_ALL_MATRIX:
        return display_cover_all(options, hands)
    return None


@cites("uth.13.e")
def display_cover_all(options: UthOptions, hands: int) -> PostedOdds:
    """The column that is shown once the dealer's hand is out and the hands are counted."""
    table = cover_all_table(hands, dict(options.cover_all_low_rows))
    heading = f"Cover All, {hands} hands with the dealer's"
    return PostedOdds("cover_all", heading, table, cite("uth.13.e", "uth.13.k"))


def _list_notices(options: UthOptions) -> list[Notice]:
    notices = [
        Notice("Ante and blind must be equal.", cite("uth.1.ante", "uth.1.blind")),
        Notice(
            "Play may be 3 or 4 times the ante before the flop, 2 times after the flop, "
            "or equal to the ante after the last card.",
            see("uth.10.a", "uth.10.c", "uth.10.e"),
        ),
        Notice("If the dealer has less than a pair, antes still in play push.", cite("uth.10.g")),
        Notice("One player position to a player.", cite("uth.12")),
    ]
    if options.cover_all:
        notices.append(
            Notice(
                "Cover All is paid once, for the highest hand at the table, by the number of "
                "hands dealt.",
                cite("uth.13.b", "uth.13.c", "uth.13.g"),
            )
        )
    if options.progressive:
        notices.append(_describe_progressive(options.progressive))
    return notices


def _describe_progressive(progressive: Progressive) -> Notice:
    prizes = ", ".join(
        f"{category.replace('_', ' ')} wins {_describe_prize(prize)}"
        for category, prize in progressive.table.items()
    )
    price = dollars(PRICE_CENTS)
    words = f"The progressive wager is {price} and needs ante, blind and trips: {prizes}."
    return Notice(words, cite("uth.14.a", "uth.14.b", "uth.14.c"))


def _describe_prize(prize: Prize) -> str:
    if prize.meter_percent:
        return f"{prize.meter_percent} percent of the meter"
    return dollars(prize.cents)


def list_warnings(options: UthOptions) -> tuple[str, ...]:
    if minimum_bettor_may_be_cut(options):
        return (
            "A player betting the minimum could win more than the limit on all bets and be cut "
            "(uth.14.d, U11).",
        )
    return ()
