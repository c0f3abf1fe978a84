"""Robots that run a table: they deal, bet and decide at random, always by the rules."""

import random
from collections.abc import Iterable
from typing import Any

from houseway.cards import NEW_DECK, Card, Rank
from houseway.table import Phase, Setup, TableState, due, evolve, handle
from houseway.table.commands import Actor, Bet, BuyIn, Choose, Command, Do, Role, Sit
from houseway.table.events import Event
from houseway.table.state import assert_conserved

DEALER = Actor(Role.DEALER, "Dana")
FLOOR = Actor(Role.FLOORPERSON, "Flo")
DEVICE = Actor(Role.DEVICE, "shuffler")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sam")
ACTORS = {"dealer": DEALER, "floorperson": FLOOR, "device": DEVICE}


class Table:
    """A table with its log, for tests: every command goes through decide and evolve."""

    def __init__(self, setup: Setup, seed: int = 0) -> None:
        self.start = self.state = TableState(setup)
        self.log: list[Event] = []
        self.chance = random.Random(seed)

    def tell(self, command: Command) -> tuple[Event, ...]:
        made, self.state = handle(self.state, command)
        assert_conserved(self.state)
        self.log.extend(made)
        return made

    def tell_all(self, commands: Iterable[Command]) -> None:
        for command in commands:
            self.tell(command)

    def seat(self, *players: str) -> None:
        for seat, player in enumerate(players, 1):
            self.tell(Sit(Actor(Role.PLAYER, player), seat))
            self.tell(BuyIn(Actor(Role.PLAYER, player), 10_000_000))

    def perform(self, data: Any = None) -> None:
        """Performs the act that is due, whoever does it."""
        task = due(self.state)[0]
        if task.act == "decide":
            self.choose(task.seat or 0)
            return
        by = ACTORS.get(
            task.by.value, Actor(Role.PLAYER, next(iter(self.state.seats.values()), ""))
        )
        self.tell(Do(by, task.act, task.seat, task.wager, data))

    def choose(self, seat: int) -> None:
        assert self.state.round is not None
        player = Actor(Role.PLAYER, self.state.round.hands[seat].player)
        self.tell(Choose(player, seat, self.random_choice(seat)))

    def random_choice(self, seat: int) -> Any:
        """A legal choice for the decision that is due at the seat."""
        assert self.state.round is not None
        task = next(task for task in due(self.state) if task.seat == seat)
        hand = self.state.round.hands[seat]
        if task.stage == "pick":
            return [str(card) for card in self.chance.sample(hand.cards, 3)]
        if task.stage == "election":
            return self.random_setting(hand.cards)
        return self.chance.choice(
            {
                "preflop": ["check", "check", "3x", "4x"],
                "flop": ["check", "2x"],
                "river": ["1x", "fold"],
                "play": ["play_3", "play_5", "fold"],
            }[task.stage or ""]
        )

    def random_setting(self, cards: tuple[Card, ...]) -> Any:
        if self.chance.random() < 0.3:
            return "fold"
        order = self.chance.sample(cards, len(cards))
        order.sort(key=lambda card: card.rank is not Rank.ACE)  # aces first, so high
        names = [str(card) for card in order]
        return {"decision": "play", "high": names[:3], "low": names[3:]}

    def prepare(self, order: Iterable[Card] | None = None, cut: int = 0) -> None:
        """Opens the table, or shuffles it, until bets may be placed."""
        deck = list(NEW_DECK)
        if self.state.phase is Phase.CLOSED:
            self.tell(Do(DEALER, "receive", data=[deck] * self.state.setup.equipment.decks))
        while self.state.phase is Phase.PREPARING:
            task = due(self.state)[0]
            if task.act == "receive":
                self.perform([deck] * self.state.setup.equipment.decks)
            elif task.act == "shuffle":
                stock = self.state.decks[self.state.in_use]
                self.perform(list(order) if order else self.chance.sample(stock, len(stock)))
            elif task.act == "cut":
                self.perform(cut or self.chance.randint(10, 42))
            else:
                self.perform()

    def bet_at_random(self) -> None:
        """Every seated player makes a complete set of bets, some with extras."""
        game = self.state.setup.game
        for seat, player in self.state.seats.items():
            ante = self.chance.choice([500, 1000, 2500])
            for wager in game.wagering.before_the_deal:
                if wager.id == "progressive" or (
                    wager.id == "cover_all" and not self.state.setup.options.cover_all
                ):
                    continue
                if wager.required or self.chance.random() < 0.5:
                    cents = ante if wager.required else 500
                    self.tell(Bet(Actor(Role.PLAYER, player), seat, wager.id, cents))

    def play_round(self) -> None:
        """From "No more bets" to the closing of the round."""
        self.tell(Do(DEALER, "no_more_bets"))
        number = self.state.rounds
        while self.state.rounds == number:
            self.perform()


def replayed(table: Table) -> TableState:
    """The state that the log alone gives."""
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert_conserved(state)
    return state
