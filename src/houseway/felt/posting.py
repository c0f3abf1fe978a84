"""What a table must show its players, checked: areas, odds, notices and the licensee's name.

The check does not trust the definition it is given: it asks the rulebook which
layout clauses the text has, and looks for each of them on the felt.
"""

from collections.abc import Iterator

from houseway.chips import states_odds_with_for
from houseway.felt.layout import Layout
from houseway.felt.sign import Sign
from houseway.games.printed import Printed
from houseway.rulebook import Refusal, RuleText


def check_layout(text: RuleText, layout: Layout) -> Iterator[Refusal]:
    """Refusals of a layout that lacks an area its text demands, at any position."""
    yield from _check_areas(layout, "dealer", _demanded(text, "dealer"))
    for seat in range(1, layout.printed.seats + 1):
        yield from _check_areas(layout, f"seat-{seat}", _demanded(text, "position"))


def _demanded(text: RuleText, area: str) -> set[str]:
    """The clauses that demand an area at every position, or for the dealer."""
    return {clause.id for clause in text.clauses if clause.area == area}


def _check_areas(layout: Layout, owner: str, demanded: set[str]) -> Iterator[Refusal]:
    shown = {clause for drawn in layout.of(owner) for clause in drawn.area.clauses}
    for clause in sorted(demanded - shown):
        yield Refusal(
            (clause,),
            f"A layout without an area at {owner.replace('-', ' ')}",
            "the text demands it at every position",
        )


def check_posting(printed: Printed, layout: Layout, sign: Sign) -> Iterator[Refusal]:
    """Refusals of odds posted nowhere, notices missing, a nameless felt, odds with "for"."""
    shown = {posted.heading for posted in (*layout.odds, *sign.odds)}
    for posted in printed.odds:
        if posted.heading not in shown:
            yield Refusal(
                posted.clauses + printed.post_odds,
                f"Leaving the odds of {posted.heading} off the layout and off the sign",
                "they must be on one of them",
                "Inscribe them, or post them.",
            )
    yield from _check_notices(printed, sign)
    if not printed.licensee.strip():
        yield Refusal(printed.bear_name, "A layout without a name", "it bears the licensee's name")
    for words in printed.words():
        if states_odds_with_for(words):
            yield Refusal(
                printed.word_odds, f"Printing {words!r}", "odds are stated with 'to' or 'win'"
            )


def _check_notices(printed: Printed, sign: Sign) -> Iterator[Refusal]:
    shown = {notice.words for notice in sign.notices}
    for notice in printed.notices:
        if notice.words not in shown:
            yield Refusal(notice.clauses, "A sign without a notice", f"it must say: {notice.words}")
