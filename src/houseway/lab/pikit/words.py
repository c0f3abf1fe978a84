"""What the lab calls the wagers of Pik-it poker, and the words of its math report."""

from dataclasses import replace

from houseway.games.pikit.options import MOST_SEATS, PikitOptions
from houseway.lab.contract import Bets
from houseway.lab.exact.results import Analysis, Side
from houseway.lab.reports.words import IN_FORCE, NOT_OFFERED, Named, ReportWords, printed
from houseway.rulebook import see

STRATEGY = (
    "Fold, play 3 or play 5, whichever is worth most with the player's own five cards. "
    "Of equal choices the smaller wager is made. The bonuses do not depend on the choice. "
    "Cards at other positions are not used."
)
METHOD = (
    "Every one of the 3,986,646,103,440 ways to deal five cards to the player and five "
    "to the dealer is counted once; nothing is sampled. Hands that differ only in the names of "
    "suits are taken together. Dealers below and level with a hand, by five cards and by the "
    "best three, come from running totals in the order of hands, with those that share cards "
    "taken off by inclusion and exclusion. All sums are whole numbers, all quotients exact."
)
DEALS = "deals: the player's five cards and the dealer's"
FIVE, THREE = "hands of five cards", "hands of three cards"
AS_PRINTED = "_as_printed"
"""How a bonus is marked that is shown without the licensee's better rows."""
EXPOSURES = {
    "burn_card": "One card that is out of play, such as one found face up (pikit.39.12.a).",
    "one_dealer_card": "One of the dealer's five cards, each as likely.",
    "two_dealer_cards": "Two of the dealer's five cards, each pair as likely.",
    "all_dealer_cards": "All five cards of the dealer.",
    "other_hand": "One other player's five cards, turned up before (pikit.39.10.c.1).",
    **{
        f"other_hands_{hands}": f"The hands of {hands} other players (pikit.39.10.c.1)."
        for hands in range(2, MOST_SEATS)
    },
}
"""What may be seen that should not be, and what it is in a sentence."""
EXPOSURES_NOTE = (
    "Ante and play: the 5 card bonus that must be bet too is the same whatever is seen."
)


def side_names(options: PikitOptions) -> dict[str, str]:
    """What `Analysis.side` calls each bonus as these options pay it."""
    looks = "_seen" if options.three_card_pick == "seen" else ""
    return {
        "five_card_bonus": f"five_card_bonus_{options.five_card_table}",
        "three_card_bonus": f"three_card_bonus_{options.three_card_table}{looks}",
    }


def name_line(line: str, _bets: Bets) -> Named:
    title = "Ante with play 3 or play 5"
    clauses = see("pikit.39.1.ante_wager", "pikit.39.3.b", "pikit.39.10.e", "pikit.39.11.a")
    if line == "compulsory":
        title = "All that must be bet: ante, play and 5 card bonus"
        clauses += see("pikit.39.1.5_card_bonus_wager", "pikit.39.11.b")
    return Named(title, IN_FORCE, "the ante", DEALS, clauses)


def name_side(side: str, options: PikitOptions) -> Named:
    name = side.removesuffix(AS_PRINTED)
    after_looking = name.endswith("_seen")
    wager, _, which = name.removesuffix("_seen").rpartition("_")
    fives = wager == "five_card_bonus"
    number = options.five_card_table if fives else options.three_card_table
    in_force = int(which) == number and name == side
    rows = options.five_card_rows if fives else options.three_card_rows
    better = ", with better rows" if in_force and rows else ""
    if fives:
        title = f"5 card bonus, pay table {which}{better}"
        clauses = see("pikit.39.1.5_card_bonus_wager", "pikit.39.11.b")
        return Named(title, printed(in_force=in_force), "the 5 card bonus wager", FIVE, clauses)
    how = "picked after looking" if after_looking else "picked unseen"
    title = f"3 card bonus, pay table {which}, {how}{better}"
    clauses = see("pikit.39.1.3_card_bonus_wager", "pikit.39.11.c")
    offered = options.three_card_pick == ("seen" if after_looking else "blind")
    status = printed(in_force=in_force) if offered else NOT_OFFERED
    return Named(title, status, "the 3 card bonus wager", FIVE if after_looking else THREE, clauses)


def shown_sides(options: PikitOptions, analysis: Analysis) -> dict[str, Side]:
    """Every bonus, and beside one with a licensee's better rows the printed one."""
    as_printed = _as_printed(options) or analysis.side
    shown: dict[str, Side] = {}
    for name, side in analysis.side.items():
        shown[name] = side
        if as_printed[name] != side:
            shown[name + AS_PRINTED] = as_printed[name]
    return shown


def _as_printed(options: PikitOptions) -> dict[str, Side]:
    """The bonuses without a licensee's better rows, where there are any."""
    from houseway.lab.pikit.solver import analyze_pikit  # noqa: PLC0415  # compiled code is heavy

    if not options.five_card_rows and not options.three_card_rows:
        return {}
    return dict(analyze_pikit(replace(options, five_card_rows={}, three_card_rows={})).side)


WORDS = ReportWords(
    strategy=STRATEGY,
    method=METHOD,
    name_line=name_line,
    name_side=name_side,
    shown_sides=shown_sides,
)
