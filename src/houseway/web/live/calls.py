"""What the dealer called each hand of the last round: two pair, or 17 high and 4 low."""

from collections.abc import Mapping
from functools import lru_cache

from houseway.cards import show_best_five, show_cards
from houseway.games.procedure import Act
from houseway.table import Setup, TableState
from houseway.table.state import RoundState
from houseway.table.views import Same
from houseway.web.live.cards import with_suits

SEVEN = 7


def calls(state: TableState) -> Mapping[str, str]:
    """By seat, and the dealer's own; only of hands that were turned up for all to see."""
    if state.last_round is None or not state.last_round.dealer_revealed:
        return {}
    return _calls(Same(state.last_round), Same(state.setup))


@lru_cache(maxsize=256)
def _calls(last: Same, at: Same) -> Mapping[str, str]:
    round_: RoundState = last.thing
    setup: Setup = at.thing
    if round_.settlement is None:
        return {}
    found: dict[str, list[str]] = {}
    for step in setup.game.running_order(setup.options, round_.described(), round_.settlement):
        if step.act is Act.ANNOUNCE and (step.seat is None or step.seat in round_.revealed):
            whose = "dealer" if step.seat is None else str(step.seat)
            five = _five(round_, step.seat) if setup.game.board and step.seat is not None else ""
            found.setdefault(whose, []).append(with_suits(step.words + five))
    for seat in round_.revealed:
        if picked := getattr(round_.hands[seat].actions, "select_3", None):
            words = f"picked for the bonus: {with_suits(show_cards(picked))}"
            found.setdefault(str(seat), []).append(words)
    told = {whose: "; ".join(words) for whose, words in found.items()}
    return {**_totals(round_), **told}


def _five(round_: RoundState, seat: int) -> str:
    """Which five of the seven cards it is: the board shares them, and a kicker may decide.

    Found here, once a round, and not in the game's own order of steps, which a table goes
    through again and again: there it cost a twelfth of the table's speed.
    """
    cards = round_.hands[seat].cards + round_.community
    return f" ({show_cards(show_best_five(cards)[1])})" if len(cards) == SEVEN else ""


def _totals(round_: RoundState) -> dict[str, str]:
    """A hand that was set is called by nobody; its totals are what it is compared by."""
    found = {}
    for seat in round_.revealed:
        if setting := getattr(round_.hands[seat].actions, "setting", None):
            high, low = setting.points
            found[str(seat)] = f"{high} high, {low} low"
    return found
