"""What the dealer called each hand of the last round, in the game's own words."""

from collections.abc import Mapping
from functools import lru_cache

from houseway.games.procedure import Act
from houseway.table import Setup, TableState
from houseway.table.state import RoundState
from houseway.table.views import IdentityKey
from houseway.web.cards import with_suits

Calls = Mapping[int | None, str]
"""By seat; None is the dealer."""
NO_CALLS: Calls = {}


def calls(state: TableState) -> Calls:
    """The calls of the hands that were turned up for all to see."""
    if state.last_round is None or not state.last_round.dealer_revealed:
        return NO_CALLS
    return _call_hands(IdentityKey(state.last_round), IdentityKey(state.setup))


@lru_cache(maxsize=256)
def _call_hands(last: IdentityKey, at: IdentityKey) -> Calls:
    round_: RoundState = last.thing
    setup: Setup = at.thing
    if round_.settlement is None:
        return NO_CALLS
    game, described = setup.game, round_.described()
    announced: dict[int | None, list[str]] = {}
    for step in game.running_order(setup.options, described, round_.settlement):
        if step.act is Act.ANNOUNCE:
            announced.setdefault(step.seat, []).append(step.words)
    words = {
        seat: game.call_hand(setup.options, described, seat, tuple(announced.get(seat, ())))
        for seat in (None, *round_.revealed)
    }
    return {seat: with_suits(call) for seat, call in words.items() if call}
