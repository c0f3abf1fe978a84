"""What a table must show its players, checked: areas, odds, notices and the licensee's name.

The check does not trust the definition it is given: it asks the rulebook which
layout clauses the text has, and looks for each of them on the felt.
"""

from collections.abc import Iterator

from houseway.chips import states_odds_with_for
from houseway.felt.layout import Layout
from houseway.felt.sign import Sign
from houseway.games.printed import Printed
from houseway.rulebook import Refusal, cite, cites, text

# Layout clauses that speak of the table or the list as a whole, not of one area.
_GENERAL = {"layout.a", "layout.b", "layout.b.1", "layout.b.2"}
# In Pik-it this item is the dealer's area; in Hi-Lo it heads the list of areas.
_DEALER_AREAS = {"pikit.layout.b.2"}


@cites("pikit.layout.b", "pikit.layout.b.1", "pikit.layout.b.2")
@cites("hilo.layout.b", "hilo.layout.b.1", "hilo.layout.b.2")
def check_layout(game: str, layout: Layout) -> Iterator[Refusal]:
    """Refusals of a layout that lacks an area its text demands, at any position."""
    demanded = {
        clause.id
        for clause in text(game).clauses
        if clause.kind == "layout"
        and (clause.id.partition(".")[2] not in _GENERAL or clause.id in _DEALER_AREAS)
    }
    for_dealer = demanded & _DEALER_AREAS
    yield from _lacking(layout, "dealer", for_dealer)
    for seat in range(1, layout.printed.seats + 1):
        yield from _lacking(layout, f"seat-{seat}", demanded - for_dealer)


def _lacking(layout: Layout, owner: str, demanded: set[str]) -> Iterator[Refusal]:
    shown = {clause for drawn in layout.of(owner) for clause in drawn.area.clauses}
    for clause in sorted(demanded - shown):
        yield Refusal(
            (clause,),
            f"A layout without an area at {owner.replace('-', ' ')}",
            "the text demands it at every position",
        )


@cites("pikit.layout.b.3", "pikit.layout.c", "hilo.layout.b.3", "hilo.layout.c")
def check_posting(printed: Printed, layout: Layout, sign: Sign) -> Iterator[Refusal]:
    """Refusals of odds posted nowhere, notices missing, a nameless felt, odds with "for"."""
    shown = {posted.heading for posted in (*layout.odds, *sign.odds)}
    for posted in printed.odds:
        if posted.heading not in shown:
            yield Refusal(
                posted.clauses + cite("pikit.layout.c", "hilo.layout.c"),
                f"Leaving the odds of {posted.heading} off the layout and off the sign",
                "they must be on one of them",
                "Inscribe them, or post them.",
            )
    yield from _check_notices(printed, sign)
    if not printed.licensee.strip():
        clauses = cite("pikit.layout.b.4", "hilo.layout.b.5")
        yield Refusal(clauses, "A layout without a name", "it bears the licensee's name")
    for words in printed.words():
        if states_odds_with_for(words):
            clauses = cite("uth.11.a", "hilo.40.11.a")
            yield Refusal(clauses, f"Printing {words!r}", "odds are stated with 'to' or 'win'")


def _check_notices(printed: Printed, sign: Sign) -> Iterator[Refusal]:
    shown = {notice.words for notice in sign.notices}
    for notice in printed.notices:
        if notice.words not in shown:
            yield Refusal(notice.clauses, "A sign without a notice", f"it must say: {notice.words}")
