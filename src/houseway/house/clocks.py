"""The clocks of a table: what must happen by when, and what the house does when it does not.

Nothing here reads a clock or acts: for a state it gives the clocks that run, and for a clock
that has run out the commands of the house. Times are milliseconds on the house's own clock.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from houseway.games.fields import read_choice
from houseway.rulebook import Malformed
from houseway.table import Phase, TableState, due
from houseway.table.commands import Actor, Choose, Command, Do, Role, TakeBack
from houseway.table.setup import ALL_ACTS

AUTOMATED = "automated"
HUMAN = "human"
DAY_MS = 86_400_000
DEALER = Actor(Role.DEALER, "automated dealer")
CLOCK = Actor(Role.SYSTEM, "clock")

Key = tuple[str, ...]
"""The purpose of a clock: bets, or a decision by its round, seat and stage."""
BETS: Key = ("bets",)


@dataclass(frozen=True)
class RunSettings:
    """How the house runs a table: who deals, and how long people have."""

    dealer: str = AUTOMATED
    betting_ms: int = 15_000
    decision_ms: int = 30_000
    away_ms: int = 1_800_000
    """How long a seat is kept for a player who does nothing; 0 keeps it for ever."""
    training: bool = False
    """Whether a supervisor may inject faults, for dealers to learn from."""

    @property
    def deals_itself(self) -> bool:
        return self.dealer == AUTOMATED

    @property
    def automation(self) -> tuple[str, ...]:
        """The acts that no person performs."""
        return tuple(sorted(ALL_ACTS)) if self.deals_itself else ()


def check_run_settings(settings: RunSettings) -> None:
    read_choice(settings.dealer, "The dealer", [AUTOMATED, HUMAN])
    for name, limit in (("betting", settings.betting_ms), ("decision", settings.decision_ms)):
        if not 100 <= limit <= 3_600_000:
            raise Malformed(f"The time for {name} is from 100 to 3,600,000 milliseconds.")
    if settings.away_ms and not 100 <= settings.away_ms <= DAY_MS:
        raise Malformed(f"A seat is kept from 100 to {DAY_MS:,} milliseconds, or with 0 for ever.")


def running_clocks(state: TableState, settings: RunSettings) -> Iterator[tuple[Key, int]]:
    """The clocks that run now, each with the time it gives."""
    if state.phase is Phase.BETTING and state.bets and settings.deals_itself:
        yield BETS, settings.betting_ms
    if state.round is not None and state.setup.options.timeout != "supervisor":
        for task in due(state):
            if task.act == "decide":
                key = ("decide", str(state.round.number), str(task.seat), task.stage or "")
                yield key, settings.decision_ms


def deadlines(
    state: TableState, settings: RunSettings, before: Mapping[Key, int], now: int
) -> dict[Key, int]:
    """When each clock runs out: those that ran go on, new ones start in full."""
    return {key: before.get(key, now + limit) for key, limit in running_clocks(state, settings)}


def idle_seats(state: TableState) -> Iterator[tuple[int, str]]:
    """The seats, each with its player, that could play and do not."""
    if state.phase not in {Phase.BETTING, Phase.ROUND}:
        return  # nobody can bet: a player who waits is not away
    playing = {*state.bets, *(state.round.hands if state.round is not None else ())}
    yield from ((seat, name) for seat, name in state.seats.items() if seat not in playing)


def commands_at_deadline(state: TableState, key: Key) -> Iterable[Command]:
    """The commands of the house when a clock has run out."""
    if key == BETS:
        return close_bets(state)
    seat = int(key[2])
    assert state.round is not None
    task = next(task for task in due(state) if task.act == "decide" and task.seat == seat)
    adopted = state.setup.game.script.timeout(state.round.hands[seat], task)
    return (Choose(CLOCK, seat, adopted),)


def close_bets(state: TableState) -> list[Command]:
    """Hands back the bets that may not stand, and then calls "No more bets"."""
    invalid = _invalid_positions(state)
    commands: list[Command] = [
        TakeBack(DEALER, seat, wager) for seat in invalid for wager in state.bets[seat]
    ]
    if len(invalid) < len(state.bets):
        commands.append(Do(DEALER, "no_more_bets"))
    return commands


def everybody_ready(state: TableState, ready: Iterable[str]) -> bool:
    """Whether everybody who has bet is ready, with bets that may stand."""
    if state.phase is not Phase.BETTING or not state.bets:
        return False
    players = set(ready)
    all_ready = all(state.seats[seat] in players for seat in state.bets)
    return all_ready and not _invalid_positions(state)


def _invalid_positions(state: TableState) -> list[int]:
    """The positions whose bets may not stand, by themselves or beside those of their player."""
    game, options = state.setup.game, state.setup.options
    valid = {seat: state.seats[seat] for seat in state.bets if _may_stand(state, seat)}
    for player in set(valid.values()):
        seats = sorted(seat for seat, name in valid.items() if name == player)
        # The player's first position stays, and as many of the next as may stand with it.
        while any(game.check_seating(options, dict.fromkeys(seats, player), state.bets)):
            del valid[seats.pop()]
    return [seat for seat in state.bets if seat not in valid]


def _may_stand(state: TableState, seat: int) -> bool:
    """Whether the bets at a position may stand, and no coupon is above its ante."""
    game, bets = state.setup.game, state.bets[seat]
    if state.coupons.get(seat, 0) > bets.get("ante", 0):
        return False
    return not any(game.check_bets(state.setup.options, bets))
