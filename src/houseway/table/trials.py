"""A table run by robots: for self-tests, demonstrations and the tests of the table.

The caller supplies the source of chance, so that a seed repeats every run. After every
command the cards and chips are counted.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from houseway.cards import NEW_DECK, Card
from houseway.games.contract import Game
from houseway.games.wagers import Wager
from houseway.rulebook import HousewayError
from houseway.table.agenda import due
from houseway.table.checks import NEEDS_CARD
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    Choose,
    Command,
    Do,
    DrawInError,
    ExposeDealerCard,
    Fault,
    Happen,
    PlaceCoupon,
    Role,
    Sit,
)
from houseway.table.decisions import handle
from houseway.table.events import Event
from houseway.table.evolution import evolve
from houseway.table.robots import Chance, Robot, at_random
from houseway.table.setup import Setup
from houseway.table.state import Phase, RoundState, Shuffler, TableState, assert_conserved
from houseway.table.trial_options import random_setup

DEALER = Actor(Role.DEALER, "Dana")
FLOOR = Actor(Role.FLOORPERSON, "Flo")
DEVICE = Actor(Role.DEVICE, "shuffler")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sam")
ACTORS = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}


CarryOut = Callable[[TableState, Command], tuple[tuple[Event, ...], TableState]]
"""Carries out a command: `handle`, or a function that also records it."""


class Trial:
    """A table with its log; every command goes through `handle` or its substitute."""

    def __init__(
        self,
        setup: Setup,
        chance: Chance,
        robot: Robot | None = None,
        carry_out: CarryOut = handle,
    ) -> None:
        self.start = self.state = TableState(setup)
        self.carry_out = carry_out
        self.robot = robot or at_random(chance)
        self.log: list[Event] = []
        self.chance = chance

    def submit(self, command: Command) -> tuple[Event, ...]:
        new_events, self.state = self.carry_out(self.state, command)
        assert_conserved(self.state)
        self.log.extend(new_events)
        return new_events

    @property
    def last_round(self) -> RoundState | None:
        """The round in play, or as it was when it closed."""
        return self.state.round or self.state.last_round

    def submit_all(self, commands: Iterable[Command]) -> None:
        for command in commands:
            self.submit(command)

    def seat(self, *players: str, chips: int = 10_000_000) -> None:
        """Seats players from seat 1 on, each with a buy-in of this many cents."""
        for seat, player in enumerate(players, 1):
            self.submit(Sit(Actor(Role.PLAYER, player), seat))
            self.submit(BuyIn(Actor(Role.PLAYER, player), chips))

    def perform(self, data: Any = None) -> None:
        """Performs the act that is due, in the right role."""
        task = due(self.state)[0]
        if task.act == "decide":
            self.choose(task.seat or 0)
            return
        by = ACTORS.get(
            task.by.value, Actor(Role.PLAYER, next(iter(self.state.seats.values()), ""))
        )
        if task.act == "load" and data is None:
            data = self.chance.choice(["left", "right"])
        self.submit(Do(by, task.act, task.seat, task.wager, data))

    def perform_all(self, data: Any = None) -> tuple[Event, ...]:
        """Performs the act that is due, and gives its events."""
        before = len(self.log)
        self.perform(data)
        return tuple(self.log[before:])

    def choose(self, seat: int) -> None:
        assert self.state.round is not None
        player = Actor(Role.PLAYER, self.state.round.hands[seat].player)
        task = next(task for task in due(self.state) if task.seat == seat)
        self.submit(Choose(player, seat, self.robot(self.state, task)))

    def prepare(self, order: Iterable[Card] | None = None, cut: int = 0) -> None:
        """Opens the table, or shuffles it, until bets may be placed."""
        if self.state.phase is Phase.CLOSED:
            self.perform(self._new_decks())
        while self.state.phase is Phase.PREPARING:
            task = due(self.state)[0]
            if task.act == "receive":
                self.perform(self._new_decks())
            elif task.act == "shuffle":
                stock = self.state.decks[self.state.in_use]
                self.perform(list(order) if order else self.chance.sample(stock, len(stock)))
            elif task.act == "cut":
                self.perform(cut or self.chance.randint(10, 42))
            else:
                self.perform()

    def _new_decks(self) -> list[list[Card]]:
        number = len(self.state.retired) or self.state.setup.equipment.decks
        return [list(NEW_DECK)] * number

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(self.state.seats.values()))

    def bet_at_random(self) -> None:
        """Every seated player makes a complete set of bets, some with extras."""
        game = self.state.setup.game
        antes = {player: self.chance.choice([500, 1000, 2500]) for player in self.players}
        for seat, player in self.state.seats.items():
            ante = antes[player]  # equal on all hands of one player
            for wager in game.wagering.before_the_deal:
                if not self._may_bet(seat, wager):
                    continue
                if wager.required or self.chance.randint(0, 1):
                    cents = wager.price_cents or (ante if wager.required else 500)
                    self.submit(Bet(Actor(Role.PLAYER, player), seat, wager.id, cents))
            if self.state.setup.options.match_play and self.chance.randint(0, 2) == 0:
                face = self.chance.choice([100, 500])
                self.submit(PlaceCoupon(Actor(Role.PLAYER, player), seat, face))

    def _may_bet(self, seat: int, wager: Wager) -> bool:
        """Whether the table offers the wager and those it needs are down."""
        placed = self.state.bets.get(seat, {})
        return wager.is_offered(self.state.setup.options) and set(wager.needs) <= placed.keys()

    def play_round(self) -> None:
        """From "No more bets" to the closing of the round."""
        self.submit(Do(DEALER, "no_more_bets"))
        number = self.state.rounds
        while self.state.rounds == number:
            self.perform()


def replay(table: Trial) -> TableState:
    """The state that the log alone gives."""
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert_conserved(state)
    return state


def random_trial(
    game: Game[Any, Any],
    chance: Chance,
    fixed: Mapping[str, Any] | None = None,
    carry_out: CarryOut = handle,
) -> Trial:
    """A table of random options, equipment and automation, with a few robots seated."""
    table = Trial(random_setup(game, chance, fixed), chance, carry_out=carry_out)
    options = table.state.setup.options
    seats = min(chance.randint(1, 6), options.seats)
    most = game.hands_allowed(options) if chance.randint(0, 1) else 1
    players = [f"P{n // most + 1}" for n in range(seats)]  # each on positions that adjoin
    table.seat(*players)
    return table


def random_round(table: Trial) -> None:
    """One round with random bets, choices, wrong commands and, now and then, a fault."""
    table.prepare()
    before = {player: table.state.rack_of(player) for player in table.players}
    table.bet_at_random()
    number = table.state.rounds
    if table.chance.randint(1, 4) == 1:
        _something_goes_wrong(table)
    table.submit(Do(DEALER, "no_more_bets"))
    options = table.state.setup.options  # a meter in them changes again when the round closes
    while table.state.rounds == number:
        if table.chance.randint(1, 20) == 1:
            _try_something_wrong(table)
        if table.chance.randint(1, 60) == 1:
            _expose_a_card(table)
        if table.chance.randint(1, 60) == 1:
            exposed = table.chance.randint(0, 1) == 1
            _is_refused(table, DrawInError(DEALER, exposed=exposed))
        if table.state.round is not None:
            _other_deck_is_ready(table)
            table.perform()
    _check_money(table, options, before)


def _something_goes_wrong(table: Trial) -> None:
    world = Actor(Role.SYSTEM, "world")
    kinds: list[Fault] = [
        "face_up",
        "face_up",
        "stuck",
        "jam",
        "skip_dealer",
        "lose_card",
        "stray_card",
    ]
    kind = table.chance.choice(kinds)
    needs_card = kind in NEEDS_CARD
    card = table.chance.choice(table.state.stock[:30]) if needs_card else None
    table.submit(Happen(world, kind, card))


def _other_deck_is_ready(table: Trial) -> None:
    """Now and then the shuffler finishes the other deck in the middle of a round."""
    if table.state.kit.shuffler is Shuffler.SHUFFLING and table.chance.randint(1, 10) == 1:
        other = table.state.decks[(table.state.in_use + 1) % 2]
        table.submit(Do(DEVICE, "shuffle", data=table.chance.sample(other, len(other))))


def _expose_a_card(table: Trial) -> None:
    """A hidden card of the dealer is exposed, if there is one."""
    report = ExposeDealerCard(DEALER)
    if table.state.round and table.state.round.irregularity is None:
        _is_refused(table, report)


def _try_something_wrong(table: Trial) -> None:
    """Tries a command that must be refused and change nothing."""
    before, wager = table.state, table.state.setup.game.wagering.wagers[0].id
    wrong: list[Command] = [
        Bet(Actor(Role.PLAYER, "P1"), 1, wager, 500),
        Do(DEALER, "wave"),
        Choose(Actor(Role.PLAYER, "nobody"), 1, wager),
        Do(DEALER, "no_more_bets"),
    ]
    assert _is_refused(table, table.chance.choice(wrong)), "a wrong command was accepted"
    assert table.state is before


def _is_refused(table: Trial, command: Command) -> bool:
    try:
        table.submit(command)
    except HousewayError:
        return True
    return False


def _check_money(table: Trial, options: Any, before: dict[str, int]) -> None:
    """Checks each player's gain or loss against the settlement of the round."""
    settled, game = table.last_round, table.state.setup.game
    assert settled is not None
    totals = dict.fromkeys(before, 0)
    described = settled.described()
    for hand, result in zip(described.hands, game.resolve(options, described).hands, strict=True):
        totals[hand.player] += result.total
    gained = {player: table.state.rack_of(player) - had for player, had in before.items()}
    assert gained == totals, "the chips are not where settlement puts them"


def run_trial(game: Game[Any, Any], chance: Chance, rounds: int) -> Trial:
    """Plays random rounds at a random table, then replays its log."""
    table = random_trial(game, chance)
    for _ in range(rounds):
        random_round(table)
    assert replay(table) == table.state, "the log does not give back the state"
    return table
