"""The clocks of a table: what must happen by when, and what the house does when it does not.

Nothing here reads a clock or acts; it says, for a state, which clocks run and what each
does when it has run out. Times are milliseconds on the house's own clock.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from houseway.table import Phase, TableState, due
from houseway.table.commands import Actor, Choose, Command, Do, Role, TakeBack

AUTOMATED = "automated"
HUMAN = "human"
DEALER = Actor(Role.DEALER, "automated dealer")
CLOCK = Actor(Role.SYSTEM, "clock")

Key = tuple[str, ...]
"""What a clock is for: bets, or a decision by its round, seat and stage."""
BETS: Key = ("bets",)


@dataclass(frozen=True)
class Manner:
    """How the house runs a table: who deals, and how long people have."""

    dealer: str = AUTOMATED
    betting_ms: int = 15_000
    decision_ms: int = 30_000
    away_ms: int = 1_800_000
    """How long a seat is kept for somebody who neither bets nor does anything; 0 for ever."""
    training: bool = False
    """Whether a supervisor may let things go wrong, for dealers to learn from."""

    @property
    def deals_itself(self) -> bool:
        return self.dealer == AUTOMATED


def running(state: TableState, manner: Manner) -> Iterator[tuple[Key, int]]:
    """The clocks that run now, each with how long it gives."""
    if state.phase is Phase.BETTING and state.bets and manner.deals_itself:
        yield BETS, manner.betting_ms
    if state.round is not None and state.setup.options.timeout != "supervisor":
        for task in due(state):
            if task.act == "decide":
                key = ("decide", str(state.round.number), str(task.seat), task.stage or "")
                yield key, manner.decision_ms


def wound(state: TableState, manner: Manner, before: Mapping[Key, int], now: int) -> dict[Key, int]:
    """The clocks with their ends: those that ran go on, new ones start in full."""
    return {key: before.get(key, now + given) for key, given in running(state, manner)}


def idle_seats(state: TableState) -> Iterator[tuple[int, str]]:
    """Seats, with who has them, that could bet or have bet and do not play."""
    if state.phase not in {Phase.BETTING, Phase.ROUND}:
        return  # nobody can bet: whoever waits is not away
    playing = {*state.bets, *(state.round.hands if state.round is not None else ())}
    yield from ((seat, name) for seat, name in state.seats.items() if seat not in playing)


def run_out(state: TableState, key: Key) -> Iterable[Command]:
    """What the house does when a clock has run out."""
    if key == BETS:
        return close_bets(state)
    seat = int(key[2])
    assert state.round is not None
    task = next(one for one in due(state) if one.act == "decide" and one.seat == seat)
    adopted = state.setup.game.script.timeout(state.round.hands[seat], task)
    return (Choose(CLOCK, seat, adopted),)


def close_bets(state: TableState) -> list[Command]:
    """Bets that may not stand are handed back, and then there are no more."""
    wrong = _handed_back(state)
    back: list[Command] = [
        TakeBack(DEALER, seat, wager) for seat in wrong for wager in state.bets[seat]
    ]
    if len(wrong) < len(state.bets):
        back.append(Do(DEALER, "no_more_bets"))
    return back


def everybody_ready(state: TableState, ready: Iterable[str]) -> bool:
    """Whether everybody who has bet has said so, with bets that may stand."""
    if state.phase is not Phase.BETTING or not state.bets:
        return False
    said = set(ready)
    return all(state.seats[seat] in said for seat in state.bets) and not _handed_back(state)


def _handed_back(state: TableState) -> list[int]:
    """The positions whose bets may not stand, by themselves or beside those of their player."""
    game, options = state.setup.game, state.setup.options
    stand = {seat: state.seats[seat] for seat in state.bets if _may_stand(state, seat)}
    for player in set(stand.values()):
        his = sorted(seat for seat, who in stand.items() if who == player)
        # The first of his positions stays, and as many of the next as may stand with it.
        while any(game.check_seating(options, dict.fromkeys(his, player), state.bets)):
            del stand[his.pop()]
    return [seat for seat in state.bets if seat not in stand]


def _may_stand(state: TableState, seat: int) -> bool:
    """Whether the bets at a position may stand, and no coupon is above its ante."""
    game, bets = state.setup.game, state.bets[seat]
    if state.coupons.get(seat, 0) > bets.get("ante", 0):
        return False
    return not any(game.check_bets(state.setup.options, bets))
