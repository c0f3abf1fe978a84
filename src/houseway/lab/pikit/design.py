"""Pay tables of Pik-it poker to try out: the 5 card bonus and the 3 card bonus."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.paytables import five_card_table, three_card_table
from houseway.lab.exact.pay_table_design import Design, design_of
from houseway.lab.pikit.solver import analyze_pikit, count_deals
from houseway.lab.pikit.words import side_names
from houseway.rulebook import cite


def list_designs(options: PikitOptions) -> Iterator[Design]:
    analysis, names = analyze_pikit(options), side_names(options)
    five = design_of(
        "five_card_bonus",
        "the 5 card bonus wager",
        (options.five_card, five_card_table(options.five_card_table)),
        cite("pikit.39.11.b"),
        analysis.side[names["five_card_bonus"]],
    )
    yield replace(five, base=analysis.main.ev)
    three = design_of(
        "three_card_bonus",
        "the 3 card bonus wager",
        (options.three_card, three_card_table(options.three_card_table)),
        cite("pikit.39.11.c"),
        analysis.side[names["three_card_bonus"]],
    )
    yield replace(three, picks=_picks()) if options.three_card_pick == "seen" else three


def _picks() -> dict[tuple[str, ...], int]:
    picks = count_deals().picks
    return {tuple(kind.key for kind in kinds): count for kinds, count in picks.items()}
