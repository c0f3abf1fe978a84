"""How many complete rounds a self-dealing table runs on one core, nothing stored.

Six players at Ultimate Texas Hold 'Em, every dealer's act automated: shuffle,
bets, deal, decisions, settlement, every card racked, every cent and card checked
after each event. The processor's own time is taken, since the question is what one core
does and not how busy the machine is.
"""

import random
import time

from houseway.cards import NEW_DECK
from houseway.table import Phase, TableState, due, handle, read_setup
from houseway.table.commands import Actor, Bet, BuyIn, Choose, Command, Do, Role, Sit

SEED = 20_260_101
ROUNDS = 150
WANTED, AIM = 400, 1_500
ACTS = frozenset(
    {"inspect", "verify", "spread", "wash", "stack", "insert", "start", "load", "deal", "burn"}
    | {"deal_community", "rack_stub", "count_stub", "reveal", "announce", "pay", "collect"}
    | {"return", "correct", "rack", "tuck"}
)
DEALER = Actor(Role.DEALER, "dealer")
DEVICE = Actor(Role.DEVICE, "shuffler")
PLAYERS = [Actor(Role.PLAYER, f"P{n}") for n in range(1, 7)]
CHOICES = {"preflop": ["check", "4x"], "flop": ["check", "2x"], "river": ["1x", "fold"]}


class Run:
    """A table and its count of events."""

    def __init__(self) -> None:
        config = {"shuffle": "automated", "method": "hand"}
        self.state = TableState(read_setup("uth", config, ACTS))
        self.chance = random.Random(SEED)
        self.events = 0

    def submit(self, command: Command) -> None:
        events, self.state = handle(self.state, command)
        self.events += len(events)

    def prepare(self) -> None:
        if self.state.phase is Phase.CLOSED:
            self.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
        while self.state.phase is Phase.PREPARING:
            task = due(self.state)[0]
            order = self.chance.sample(NEW_DECK, 52)
            self.submit(Do(DEVICE if task.act == "shuffle" else PLAYERS[0], task.act, data=order))

    def play(self) -> None:
        for seat, player in enumerate(PLAYERS, 1):
            for wager in ("ante", "blind", "trips"):
                self.submit(Bet(player, seat, wager, 500))
        self.submit(Do(DEALER, "no_more_bets"))
        while self.state.round is not None:
            task = due(self.state)[0]
            seat = task.seat or 0
            self.submit(
                Choose(PLAYERS[seat - 1], seat, self.chance.choice(CHOICES[task.stage or ""]))
            )


def main() -> None:
    run = Run()
    for seat, player in enumerate(PLAYERS, 1):
        run.submit(Sit(player, seat))
        run.submit(BuyIn(player, 10**9))
    best = float("inf")
    for _ in range(3):
        run.events = 0
        start = time.process_time()
        for _ in range(ROUNDS):
            run.prepare()
            run.play()
        best = min(best, time.process_time() - start)
    rate = ROUNDS / best
    print("A self-dealing table of Ultimate Texas Hold 'Em, six players, seed", SEED)
    print(f"  {rate:,.0f} rounds/s, {run.events / ROUNDS:.0f} events a round")
    print(f"  wanted {WANTED:,}, aim {AIM:,}: {rate / WANTED:.1f} and {rate / AIM:.2f} times")


if __name__ == "__main__":
    main()
