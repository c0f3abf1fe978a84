"""What the lab calls the wagers of Ultimate Texas Hold 'Em, and the words of its math report."""

from houseway.chips import dollars
from houseway.games.uth.options import UthOptions
from houseway.games.uth.paytables import COVER_ALL_MATRIX
from houseway.lab.contract import Bets
from houseway.lab.exact.results import Analysis, Outcome, Side
from houseway.lab.reports import words
from houseway.lab.reports.words import (
    IN_FORCE,
    NOT_OFFERED,
    PART,
    Grid,
    Named,
    ReportWords,
    printed,
)
from houseway.rulebook import see

STRATEGY = (
    "The play that is best for ante, blind and play together, with nothing known but the "
    "player's own cards and the board: before the flop by starting hand, after the flop and "
    "after the last card by every card in sight. Of equal choices the smaller wager is made. "
    "Side wagers do not change it."
)
METHOD = (
    "Every one of the 27,813,810,024,000 ways to deal the player's two cards, the flop, "
    "the last two cards and the dealer's two cards is counted once; nothing is sampled. For "
    "each board the dealer's hands below and level with the player's are found by sorting, less "
    "those that share a card with his. Boards without a possible flush are counted by their "
    "ranks alone, the others by what is in that suit and what is not. The best choice is found "
    "backwards, from the last card to the first. Trips is counted over all starting hands and "
    "boards; Cover All over all boards and all ways to deal that many hands, by counting the "
    "sets of holes that share no card. All sums are whole numbers, all quotients exact."
)
DEALS = "deals: starting hand, flop, last two cards, dealer's hand"
FIVE, SEVEN = "hands of five cards", "starting hands with boards of five cards"
OTHERS = {f"other_players_{others}": others for others in range(2, 6)}
"""What is estimated, by the number of other players."""
EXPOSURES = {
    "burn_card": "One card that is out of play, such as a burn card.",
    "one_flop_card": "One card of the flop.",
    "one_dealer_card": "One of the dealer's two cards.",
    "dealer_and_flop_card": "One of the dealer's two cards and one card of the flop.",
    "both_dealer_cards": "Both of the dealer's cards.",
    "other_players_1": "The cards of one other player.",
    **{name: f"The cards of {others} other players." for name, others in OTHERS.items()},
}
"""What may be seen that should not be, and what it is in a sentence."""


def side_names(_options: UthOptions) -> dict[str, str]:
    """What `Analysis.side` calls each side wager; Cover All pays by the number of hands."""
    return {name: name for name in ("trips", *map(cover_all, sorted(COVER_ALL_MATRIX)))}


def cover_all(hands: int) -> str:
    """Cover All with so many hands, the dealer's included."""
    return f"cover_all_{hands}"


def name_line(_line: str, _bets: Bets) -> Named:
    clauses = see(
        "uth.1.ante", "uth.1.blind", "uth.1.play_wager", "uth.10.g", "uth.11.b", "uth.11.c"
    )
    return Named("Ante, blind and play", IN_FORCE, "the ante", DEALS, clauses)


def name_side(side: str, options: UthOptions) -> Named:
    wager, _, which = side.rpartition("_")
    if side == "blind":
        clauses = see("uth.1.blind", "uth.10.h.2", "uth.11.c")
        title = "The blind alone, with the strategy of this report"
        return Named(title, PART, "the blind", DEALS, clauses)
    if side == "progressive":
        assert options.progressive is not None
        space = FIVE if options.progressive.cards == "hole_and_flop" else SEVEN
        clauses = see("uth.14.a", "uth.14.b", "uth.14.c")
        return Named("Progressive", IN_FORCE, "the progressive wager", space, clauses)
    if wager == "cover_all":
        offered = options.cover_all and int(which) <= options.seats + 1
        status = IN_FORCE if offered else NOT_OFFERED
        space = f"boards of five cards with {which} hands of two, the dealer's among them"
        title = f"Cover All, {which} hands"
        return Named(title, status, "the Cover All wager", space, see("uth.13.a", "uth.13.k"))
    clauses = see("uth.1.trips_wager", "uth.6.c", "uth.11.d")
    title, in_force = f"Trips, pay table {which}", which == options.trips_table
    if side == "trips":
        title = f"Trips, pay table {options.trips_table} with better rows"
        in_force = True
    elif options.trips_rows:
        in_force = False
    return Named(title, printed(in_force=in_force), "the trips wager", SEVEN, clauses)


def shown_sides(_options: UthOptions, analysis: Analysis) -> dict[str, Side]:
    """None twice: trips as posted is shown where it differs from every printed table."""
    shown: dict[str, Side] = {}
    for name, side in analysis.side.items():
        if name != "trips" or side not in shown.values():
            shown[name] = side
    return shown


def row_words(side: str, key: str) -> str:
    if key == "push":
        return "Push: a tie, or a win below a straight"
    return words.row_words(side, key)


def pays_words(options: UthOptions, side: str, outcome: Outcome) -> str:
    if side != "progressive" or outcome.key == "nothing":
        return words.pays_words(options, side, outcome)
    assert options.progressive is not None
    prize = options.progressive.table[outcome.key]
    paid = dollars(prize.amount(options.progressive.meter_cents, options.payout_unit_cents))
    return f"{prize.meter_percent}% of the meter: {paid}" if prize.meter_percent else paid


WORDS = ReportWords(
    strategy=STRATEGY,
    method=METHOD,
    name_line=name_line,
    name_side=name_side,
    row_words=row_words,
    pays_words=pays_words,
    shown_sides=shown_sides,
    grid=Grid(
        title="Before the flop",
        caption="The best first action of every starting hand and what it is worth in antes. "
        "Suited hands are above the diagonal of pairs. Shaded hands raise; the others check.",
        passive="check",
        shades={"4x": "#a9c6e3", "3x": "#d5e4f2", "check": "#ffffff"},
    ),
)
