"""The math report of any game, in the words of its own wagers, clauses and posted odds."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any

from houseway import chips
from houseway.games.contract import Game
from houseway.games.wagers import Moment, Wager
from houseway.lab.contract import Bets
from houseway.lab.exact.pay_table_design import Design, design_of
from houseway.lab.exact.results import Analysis
from houseway.lab.generic.exact import MOST_SETTLEMENTS
from houseway.lab.reports.words import IN_FORCE, OUTCOMES, Named, ReportWords, amount, antes
from houseway.rulebook import join, see

STRATEGY = (
    "At every decision the answer that is worth most over all cards the player cannot see, found "
    "from the last decision backwards; of equal answers the smaller wager. Cards at other "
    "positions are not used. Where the figures are estimated, the notes say so, and who played."
)
METHOD = (
    "Every deal to one player and the dealer is settled by the game's own rules, under every "
    f"answer that its script offers, if that takes at most {MOST_SETTLEMENTS:,} settlements; all "
    "sums are then whole numbers, all quotients exact. Otherwise random rounds are played, and "
    "the figures are estimates with an interval. The notes say which of the two was done."
)
DEALS = "deals to one player and the dealer, or rounds of a sample"


def words_of(game: Game[Any, Any]) -> ReportWords:
    @cache
    def rows() -> dict[tuple[str, str], str]:
        posted = game.printed(game.read_options({})).odds
        return {(odds.wager, row.key): row.words for odds in posted for row in odds.table.rows}

    def row_words(side: str, key: str) -> str:
        """Rows that pay the same are counted together."""
        if key in OUTCOMES:
            return OUTCOMES[key]
        if key.startswith("net "):
            return f"Nets {amount(Fraction(key.removeprefix('net ')))}"
        parts = key.split("/")
        return " or ".join(rows().get((side, part)) or chips.row_words(part) for part in parts)

    return ReportWords(
        strategy=STRATEGY,
        method=METHOD,
        name_line=partial(name_line, game),
        name_side=lambda side, _options: name_side(game, side),
        row_words=row_words,
    )


def name_line(game: Game[Any, Any], line: str, bets: Bets) -> Named:
    wagers = list(_line_wagers(game, line))
    *most, last = [wager.name for wager in wagers]
    title = (f"{', '.join(most)} and {last}" if most else last).capitalize()
    added = [game.wagering.wager(wager) for wager, number in bets.items() if number]
    if line == "compulsory":
        optional = [(wager.name, bets[wager.id]) for wager in added if wager]
        title += "".join(f", with a {name} of {antes(number)}" for name, number in optional)
        wagers += [wager for wager in added if wager]
    clauses = join(*(see(*wager.clauses) for wager in wagers))
    return Named(title, IN_FORCE, "the ante", DEALS, clauses)


def _line_wagers(game: Game[Any, Any], line: str) -> Iterator[Wager]:
    """The main game, or all that must be bet."""
    marked = game.wagering.main
    for wager in game.wagering.wagers:
        compulsory = wager.required or wager.moment is not Moment.BEFORE_THE_DEAL
        if wager.id in marked or (compulsory and (line == "compulsory" or not marked)):
            yield wager


def name_side(game: Game[Any, Any], side: str) -> Named:
    wager = game.wagering.wager(side)
    assert wager is not None
    clauses, unit = see(*wager.clauses), f"the {wager.name}"
    return Named(wager.name.capitalize(), IN_FORCE, unit, DEALS, clauses, played=True)


def list_designs(game: Game[Any, Any], options: Any, analysis: Analysis) -> Iterator[Design]:
    """Optional wagers whose posted rows all pay different odds: only those can be told apart."""
    if analysis.estimated:
        return
    for posted in game.printed(options).odds:
        side = analysis.side.get(posted.wager)
        if side is None:
            continue
        keys = {row.key for row in posted.table.rows}
        known = {outcome.key for outcome in side.outcomes}
        if known <= keys | {"nothing", "push"}:
            tables, unit = (posted.table, posted.table), name_side(game, posted.wager).unit
            yield design_of(posted.wager, unit, tables, posted.clauses, side)
