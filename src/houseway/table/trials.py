"""A table run by robots: for self-tests, demonstrations and the tests of the table.

The caller supplies the source of chance, so that a seed repeats every run. After every
command the cards and chips are counted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from houseway.cards import NEW_DECK, Card
from houseway.games.contract import Game
from houseway.games.forms import list_answers
from houseway.games.script import Task
from houseway.games.wagers import Wager
from houseway.rulebook import HousewayError, Refused
from houseway.table import commands
from houseway.table.agenda import due
from houseway.table.checks import NEEDS_CARD
from houseway.table.commands import Actor, Command, Do, Fault, Role
from houseway.table.decisions import handle
from houseway.table.events import Event
from houseway.table.evolution import evolve
from houseway.table.setup import ALL_ACTS, Setup, set_up
from houseway.table.state import Phase, RoundState, Shuffler, TableState, assert_conserved

T = TypeVar("T")

DEALER = Actor(Role.DEALER, "Dana")
FLOOR = Actor(Role.FLOORPERSON, "Flo")
DEVICE = Actor(Role.DEVICE, "shuffler")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sam")
ACTORS = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}
EQUIPMENT: tuple[dict[str, Any], ...] = (
    {},
    {"method": "automated_shoe"},
    {"shuffle": "automated", "method": "hand"},
    {"shuffle": "automated", "method": "hand", "decks": 2},
    {"shuffle": "automated", "method": "automated_shoe", "shuffler_counts": True},
    {"shuffle": "automated", "decks": 2, "shuffler_counts": True},
    {"preshuffled": True},
)
"""Every way to shuffle and deal."""
MOST_TRIES = 500


class Chance(Protocol):
    """A source of chance, such as `random.Random`."""

    def randint(self, a: int, b: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...


Robot = Callable[[TableState, Task], Any]
"""Chooses for the player whose decision is due, from what that player may see."""
CarryOut = Callable[[TableState, Command], tuple[tuple[Event, ...], TableState]]
"""Carries out a command: `handle`, or a function that also records it."""


def beginner(state: TableState, task: Task) -> Any:
    """Each game's simple strategy."""
    round_ = state.current_round
    hand = round_.hands[task.seat or 0]
    return state.setup.game.beginner(state.setup.options, hand, round_.community, task)


def at_random(chance: Chance) -> Robot:
    """Any legal choice."""

    def choose(state: TableState, task: Task) -> Any:
        hand, script = state.current_round.hands[task.seat or 0], state.setup.game.script
        offers = script.offers(state.setup.options, hand, task)
        answers = list(list_answers(chance.choice(offers), hand.cards))
        # A misdealt hand cannot be split as the rules demand; any answer brings that to light.
        return chance.choice(answers or [script.timeout(hand, task)])

    return choose


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
        """The round in play, or else the previous one as it was when it closed."""
        return self.state.round or self.state.last_round

    def seat(self, *players: str, chips: int = 10_000_000) -> None:
        """Seats players from seat 1 on, each with a buy-in of this many cents."""
        for seat, player in enumerate(players, 1):
            self.submit(commands.Sit(Actor(Role.PLAYER, player), seat))
            self.submit(commands.BuyIn(Actor(Role.PLAYER, player), chips))

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

    def choose(self, seat: int) -> None:
        player = Actor(Role.PLAYER, self.state.current_round.hands[seat].player)
        task = next(task for task in due(self.state) if task.seat == seat)
        self.submit(commands.Choose(player, seat, self.robot(self.state, task)))

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
                    self.submit(commands.Bet(Actor(Role.PLAYER, player), seat, wager.id, cents))
            if self.state.setup.options.match_play and self.chance.randint(0, 2) == 0:
                face = self.chance.choice([100, 500])
                self.submit(commands.PlaceCoupon(Actor(Role.PLAYER, player), seat, face))

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


def random_config(game: Game[Any, Any], chance: Chance) -> dict[str, Any]:
    """Equipment and options at random; not every combination is one that the game takes."""
    varied = {option.name: option.trials for option in game.options if len(option.trials) > 1}
    chosen = {name: chance.choice(values) for name, values in varied.items()}
    return {**chance.choice(EQUIPMENT), **chosen}


def accepted_config(
    game: Game[Any, Any], chance: Chance, fixed: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A random configuration that the game accepts, with some of it fixed."""
    for _ in range(MOST_TRIES):
        config = {**random_config(game, chance), **(fixed or {})}
        try:
            set_up(game, config)
        except Refused as refused:
            last = refused
        else:
            return config
    raise last


def random_acts(chance: Chance) -> frozenset[str]:
    """Some of the acts that can run by themselves."""
    return frozenset(act for act in sorted(ALL_ACTS) if chance.randint(0, 1))


def random_trial(
    game: Game[Any, Any],
    chance: Chance,
    fixed: Mapping[str, Any] | None = None,
    carry_out: CarryOut = handle,
) -> Trial:
    """A table of random options, equipment and automation, with a few robots seated."""
    setup = set_up(game, accepted_config(game, chance, fixed), random_acts(chance))
    table = Trial(setup, chance, carry_out=carry_out)
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
        _cause_fault(table)
    table.submit(Do(DEALER, "no_more_bets"))
    options = table.state.setup.options  # a meter in them changes again when the round closes
    while table.state.rounds == number:
        if table.chance.randint(1, 20) == 1:
            _try_wrong_command(table)
        if table.chance.randint(1, 60) == 1:
            _expose_card(table)
        if table.chance.randint(1, 60) == 1:
            exposed = table.chance.randint(0, 1) == 1
            _is_refused(table, commands.DrawInError(DEALER, exposed=exposed))
        if table.state.round is not None:
            _finish_other_deck(table)
            table.perform()
    _check_money(table, options, before)


def _cause_fault(table: Trial) -> None:
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
    card = table.chance.choice(table.state.stock[:30]) if kind in NEEDS_CARD else None
    table.submit(commands.Happen(world, kind, card))


def _finish_other_deck(table: Trial) -> None:
    """Now and then the shuffler finishes the other deck in the middle of a round."""
    if table.state.kit.shuffler is Shuffler.SHUFFLING and table.chance.randint(1, 10) == 1:
        other = table.state.decks[(table.state.in_use + 1) % 2]
        table.submit(Do(DEVICE, "shuffle", data=table.chance.sample(other, len(other))))


def _expose_card(table: Trial) -> None:
    """A hidden card of the dealer is exposed, if there is one."""
    if table.state.round and table.state.round.irregularity is None:
        _is_refused(table, commands.ExposeDealerCard(DEALER))


def _try_wrong_command(table: Trial) -> None:
    """Tries a command that must be refused and change nothing."""
    before, wager = table.state, table.state.setup.game.wagering.wagers[0].id
    wrong: list[Command] = [
        commands.Bet(Actor(Role.PLAYER, "P1"), 1, wager, 500),
        Do(DEALER, "wave"),
        commands.Choose(Actor(Role.PLAYER, "nobody"), 1, wager),
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
