"""Any commands in any order, by a hypothesis state machine, with invariants after every event.

Unlike the trials it does not follow the agenda: people sit, bet, leave, report and
meddle whenever they like, right or wrong. A refusal changes nothing; what is
accepted keeps cards and chips, leaks no card, and replays.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.rulebook import HousewayError
from houseway.table import Phase, due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    CashOut,
    ChangeMethod,
    Choose,
    CloseTable,
    Command,
    Do,
    DrawInError,
    ExposeDealerCard,
    Fault,
    Happen,
    Leave,
    LookAtHand,
    OrderRecut,
    RemoveDevice,
    ReportBreach,
    Role,
    Sit,
    TakeBack,
    Tip,
)
from houseway.table.setup import ALL_ACTS
from houseway.table.state import assert_conserved
from houseway.table.trials import DEALER, DEVICE, EQUIPMENT, SUPERVISOR, Trial, replay
from tests.table.helpers import assert_no_view_leaks

PLAYERS = st.sampled_from(["A", "B", "C"])
SEATS = st.integers(1, 4)
WAGERS = st.sampled_from(["ante", "blind", "trips", "five_card_bonus", "tie", "poker_bonus"])


class Meddling(RuleBasedStateMachine):
    """A table at which everybody does as they please."""

    @initialize(
        game=st.sampled_from(list(GAMES)),
        equipment=st.sampled_from(EQUIPMENT),
        automated=st.booleans(),
        seed=st.integers(0, 2**32),
    )
    def open(self, game: str, equipment: Any, automated: bool, seed: int) -> None:
        acts = ALL_ACTS if automated else frozenset[str]()
        self.table = Trial(read_setup(game, equipment, acts), Random(seed))
        self.table.seat("A", "B")

    def attempt(self, command: Command) -> None:
        before, logged = self.table.state, len(self.table.log)
        try:
            self.table.submit(command)
        except HousewayError as refused:
            assert str(refused)  # noqa: PT017  # a refusal has words
            assert self.table.state is before
            assert len(self.table.log) == logged

    @rule()
    def go_on(self) -> None:
        """Performs the act that is due, so that the table makes progress."""
        if self.table.state.kit.taken_off:
            self.attempt(ChangeMethod(SUPERVISOR, "manual_shoe", "manual"))
            self.attempt(RemoveDevice(SUPERVISOR, "automated_shoe"))
        elif self.table.state.phase in {Phase.CLOSED, Phase.PREPARING}:
            self.prepare()
        elif self.table.state.phase is Phase.BETTING:
            self.table.bet_at_random()
            self.attempt(Do(DEALER, "no_more_bets"))
        else:
            self.table.perform()

    def prepare(self) -> None:
        """Somebody must be there to look at the cards."""
        if not self.table.state.seats:
            self.attempt(Sit(Actor(Role.PLAYER, "A"), 1))
        self.table.prepare()

    @rule(times=st.integers(5, 40))
    def go_on_for_long(self, times: int) -> None:
        for _ in range(times):
            if self.table.state.phase is Phase.ROUND:
                self.table.perform()

    @rule(player=PLAYERS, seat=SEATS)
    def sit(self, player: str, seat: int) -> None:
        self.attempt(Sit(Actor(Role.PLAYER, player), seat))
        self.attempt(BuyIn(Actor(Role.PLAYER, player), 50_000))

    @rule(player=PLAYERS, seat=SEATS)
    def leave(self, player: str, seat: int) -> None:
        self.attempt(Leave(Actor(Role.PLAYER, player), seat))

    @rule(player=PLAYERS, seat=SEATS, wager=WAGERS, cents=st.integers(-5, 3000))
    def bet(self, player: str, seat: int, wager: str, cents: int) -> None:
        self.attempt(Bet(Actor(Role.PLAYER, player), seat, wager, cents))

    @rule(player=PLAYERS, seat=SEATS, wager=WAGERS)
    def take_back(self, player: str, seat: int, wager: str) -> None:
        self.attempt(TakeBack(Actor(Role.PLAYER, player), seat, wager))

    @rule(player=PLAYERS, cents=st.integers(-1, 1000))
    def move_chips(self, player: str, cents: int) -> None:
        self.attempt(Tip(Actor(Role.PLAYER, player), cents))
        self.attempt(CashOut(Actor(Role.PLAYER, player), cents))

    @rule(player=PLAYERS, seat=SEATS, choice=st.sampled_from(["fold", "check", "4x", "play", 7]))
    def choose(self, player: str, seat: int, choice: Any) -> None:
        self.attempt(Choose(Actor(Role.PLAYER, player), seat, choice))

    @rule(player=PLAYERS, seat=SEATS)
    def look(self, player: str, seat: int) -> None:
        self.attempt(LookAtHand(Actor(Role.PLAYER, player), seat))

    @rule(act=st.sampled_from(sorted(ALL_ACTS | {"shuffle", "cut", "spread_idle"})))
    def try_act(self, act: str) -> None:
        """An act out of turn, or in turn without the data it needs."""
        self.attempt(Do(DEALER, act))
        self.attempt(Do(DEVICE, act, data=list(NEW_DECK)))

    @rule(exposed=st.booleans())
    def draw_in_error(self, exposed: bool) -> None:
        self.attempt(DrawInError(DEALER, exposed))

    @rule()
    def expose(self) -> None:
        self.attempt(ExposeDealerCard(DEALER))

    @rule(
        kind=st.sampled_from(["face_up", "stuck", "skip_dealer", "jam", "lose_card"]),
        where=st.integers(0, 30),
    )
    def happen(self, kind: Fault, where: int) -> None:
        stock = self.table.state.stock
        card = stock[where] if where < len(stock) else None
        self.attempt(Happen(Actor(Role.SYSTEM, "world"), kind, card))

    @rule(which=st.integers(0, 3))
    def act_as_staff(self, which: int) -> None:
        commands: list[Command] = [
            OrderRecut(SUPERVISOR, "to be sure"),
            ReportBreach(SUPERVISOR, "cards_away_from_the_tray"),
            RemoveDevice(SUPERVISOR, "shuffler"),
            CloseTable(SUPERVISOR),
        ]
        self.attempt(commands[which])

    @invariant()
    def assert_sound(self) -> None:
        if not hasattr(self, "table"):
            return
        assert_conserved(self.table.state)
        assert_no_view_leaks(self.table.state)
        assert self.table.state.phase is not Phase.ROUND or due(self.table.state)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert replay(self.table) == self.table.state


TestMeddling = Meddling.TestCase
TestMeddling.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.NonInteractiveExampleWarning")
