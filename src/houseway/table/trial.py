"""A table run by robots: for self-tests, demonstrations and the tests of the table.

Chance comes from outside, so that a seed repeats every run: the room itself draws
none. After every command the cards and chips are counted.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from houseway.cards import NEW_DECK, Card
from houseway.rulebook import HousewayError
from houseway.table.agenda import due
from houseway.table.checking import NEEDS_CARD
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
from houseway.table.deciding import handle
from houseway.table.events import Event
from houseway.table.evolving import evolve
from houseway.table.robots import Chance, Robot, at_random
from houseway.table.setup import Setup, read_setup
from houseway.table.state import Phase, RoundState, Shuffler, TableState, assert_conserved

DEALER = Actor(Role.DEALER, "Dana")
FLOOR = Actor(Role.FLOORPERSON, "Flo")
DEVICE = Actor(Role.DEVICE, "shuffler")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sam")
ACTORS = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}


CarryOut = Callable[[TableState, Command], tuple[tuple[Event, ...], TableState]]
"""What becomes of a command: `handle`, or something that also keeps a record."""


class Trial:
    """A table with its log; every command goes through `handle`, or through what stands for it."""

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

    def tell(self, command: Command) -> tuple[Event, ...]:
        made, self.state = self.carry_out(self.state, command)
        assert_conserved(self.state)
        self.log.extend(made)
        return made

    @property
    def last_round(self) -> RoundState | None:
        """The round in play, or as it was when it closed."""
        return self.state.round or self.state.last_round

    def tell_all(self, commands: Iterable[Command]) -> None:
        for command in commands:
            self.tell(command)

    def seat(self, *players: str, chips: int = 10_000_000) -> None:
        """Seats players from seat 1 on, each buying in for so many cents."""
        for seat, player in enumerate(players, 1):
            self.tell(Sit(Actor(Role.PLAYER, player), seat))
            self.tell(BuyIn(Actor(Role.PLAYER, player), chips))

    def perform(self, data: Any = None) -> None:
        """Performs the act that is due, whoever does it."""
        task = due(self.state)[0]
        if task.act == "decide":
            self.choose(task.seat or 0)
            return
        by = ACTORS.get(
            task.by.value, Actor(Role.PLAYER, next(iter(self.state.seats.values()), ""))
        )
        if task.act == "load" and data is None:
            data = self.chance.choice(["left", "right"])
        self.tell(Do(by, task.act, task.seat, task.wager, data))

    def perform_all(self, data: Any = None) -> tuple[Event, ...]:
        """Performs the act that is due, and gives its events."""
        before = len(self.log)
        self.perform(data)
        return tuple(self.log[before:])

    def choose(self, seat: int) -> None:
        assert self.state.round is not None
        player = Actor(Role.PLAYER, self.state.round.hands[seat].player)
        task = next(task for task in due(self.state) if task.seat == seat)
        self.tell(Choose(player, seat, self.robot(self.state, task)))

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
                if wager.id == "progressive" or (
                    wager.id == "cover_all" and not self.state.setup.options.cover_all
                ):
                    continue
                if wager.required or self.chance.randint(0, 1):
                    cents = ante if wager.required else 500
                    self.tell(Bet(Actor(Role.PLAYER, player), seat, wager.id, cents))
            if self.state.setup.options.match_play and self.chance.randint(0, 2) == 0:
                face = self.chance.choice([100, 500])
                self.tell(PlaceCoupon(Actor(Role.PLAYER, player), seat, face))

    def play_round(self) -> None:
        """From "No more bets" to the closing of the round."""
        self.tell(Do(DEALER, "no_more_bets"))
        number = self.state.rounds
        while self.state.rounds == number:
            self.perform()


def replayed(table: Trial) -> TableState:
    """The state that the log alone gives."""
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert_conserved(state)
    return state


ALL_ACTS = frozenset(
    {"inspect", "verify", "spread", "wash", "stack", "secure", "insert", "start", "load"}
    | {"place_cover", "rack_cover", "deal", "deal_stack", "burn", "deal_community"}
    | {"rack_stub", "count_stub", "reveal", "announce", "pay", "collect", "return"}
    | {"correct", "rack", "tuck", "leave_exposed", "look"}
)
"""Every act of the dealer that can run by itself."""

EQUIPMENT: tuple[dict[str, Any], ...] = (
    {},
    {"method": "automated_shoe"},
    {"shuffle": "automated", "method": "hand"},
    {"shuffle": "automated", "method": "hand", "decks": 2},
    {"shuffle": "automated", "method": "automated_shoe", "shuffler_counts": True},
    {"shuffle": "automated", "decks": 2, "shuffler_counts": True},
    {"preshuffled": True},
)


OPTIONS: dict[str, dict[str, Sequence[Any]]] = {
    "pikit": {
        "play_3_multiple": (1, 2),
        "play_5_multiple": (1, 2),
        "dealer_must_qualify": (False, True),
        "nonqualifying_ante": ("lose", "push"),
        "settlement_procedure": (1, 2),
        "three_card_table": (1, 2, 3),
        "dealer_stack": ("immediate", "deferred"),
    },
    "uth": {"trips_table": ("A", "B", "C", "D"), "payout_unit_cents": (1, 25)},
    "hilo": {
        "poker_bonus_table": (1, 2),
        "exposed_dealer_card": ("void", "continue"),
        "max_hands_per_player": (3,),
        "additional_hand_blind_fold": (False, True),
    },
}
EVERYWHERE: dict[str, Sequence[Any]] = {
    "void_unwinds_settled": (True, False),
    "stub_count_interval": (5, 3, 1),
    "match_play": (False, True),
}


def random_trial(game: str, chance: Chance) -> Trial:
    """A table of random options, equipment and automation, with a few robots seated."""
    options = {**OPTIONS[game], **EVERYWHERE}
    chosen = {name: chance.choice(values) for name, values in options.items()}
    equipment = {**chance.choice(EQUIPMENT), **chosen}
    if game == "uth" and equipment.get("shuffle") == "automated" and chance.randint(0, 1):
        equipment |= {"cover_all": True, "cover_all_mode": True}
    acts = frozenset(act for act in sorted(ALL_ACTS) if chance.randint(0, 1))
    table = Trial(read_setup(game, equipment, acts), chance)
    players = [f"P{n}" for n in range(1, chance.randint(1, 6) + 1)]
    if game == "hilo" and chance.randint(0, 1):
        players = [*players[:4], *players[:2]]  # two of them play two hands
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
    table.tell(Do(DEALER, "no_more_bets"))
    while table.state.rounds == number:
        if table.chance.randint(1, 20) == 1:
            _try_something_wrong(table)
        if table.chance.randint(1, 60) == 1:
            _expose_a_card(table)
        if table.chance.randint(1, 60) == 1:
            seen = table.chance.randint(0, 1) == 1
            _is_refused(table, DrawInError(DEALER, exposed=seen))
        if table.state.round is not None:
            _other_deck_is_ready(table)
            table.perform()
    _check_money(table, table.last_round, before)


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
    table.tell(Happen(world, kind, card))


def _other_deck_is_ready(table: Trial) -> None:
    """Now and then the shuffler finishes the other deck in the middle of a round."""
    if table.state.kit.shuffler is Shuffler.SHUFFLING and table.chance.randint(1, 10) == 1:
        other = table.state.decks[(table.state.in_use + 1) % 2]
        table.tell(Do(DEVICE, "shuffle", data=table.chance.sample(other, len(other))))


def _expose_a_card(table: Trial) -> None:
    """A card of the dealer is seen before its time, if he has one that is hidden."""
    report = ExposeDealerCard(DEALER)
    if table.state.round and table.state.round.irregularity is None:
        _is_refused(table, report)


def _try_something_wrong(table: Trial) -> None:
    """A command that may not be done now: it must be refused and change nothing."""
    before = table.state
    wrong: list[Command] = [
        Bet(Actor(Role.PLAYER, "P1"), 1, "ante", 500),
        Do(DEALER, "wave"),
        Choose(Actor(Role.PLAYER, "nobody"), 1, "fold"),
        Do(DEALER, "no_more_bets"),
    ]
    assert _is_refused(table, table.chance.choice(wrong)), "a wrong command was done"
    assert table.state is before


def _is_refused(table: Trial, command: Command) -> bool:
    try:
        table.tell(command)
    except HousewayError:
        return True
    return False


def _check_money(table: Trial, settled: RoundState | None, before: dict[str, int]) -> None:
    """What settlement says of the round is what each player has gained or lost."""
    assert settled is not None
    game, options = table.state.setup.game, table.state.setup.options
    totals = dict.fromkeys(before, 0)
    described = settled.described()
    for hand, result in zip(described.hands, game.resolve(options, described).hands, strict=True):
        totals[hand.player] += result.total
    gained = {player: table.state.rack_of(player) - had for player, had in before.items()}
    assert gained == totals, "the chips are not where settlement puts them"


def run_trial(game: str, chance: Chance, rounds: int) -> Trial:
    """So many random rounds at one random table, then a replay of its log."""
    table = random_trial(game, chance)
    for _ in range(rounds):
        random_round(table)
    assert replayed(table) == table.state, "the log does not give back the state"
    return table
