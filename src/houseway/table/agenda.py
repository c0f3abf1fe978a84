"""What is due at the table, from the decks' arrival to the last card in the rack."""

from collections.abc import Iterator

from houseway.games.dealing import DEALER, Method
from houseway.games.procedure import Act, Step
from houseway.games.script import By, Task, deal_tasks, task_of
from houseway.rulebook import cites
from houseway.table.setup import Setup
from houseway.table.state import Phase, RoundState, TableState


def opening_tasks(setup: Setup) -> tuple[Task, ...]:
    """Receive, inspect, verify; spread, look, wash and stack; then shuffle, cut and load."""
    handling = setup.game.handling
    decks = range(setup.equipment.decks)
    separately = handling.each_deck_separately if setup.equipment.decks == 2 else ()
    tasks = [Task("receive", handling.receive)]
    for _ in decks:
        tasks.append(Task("inspect", handling.inspect + separately))
        tasks.append(Task("verify", handling.inspect + separately, By.FLOORPERSON))
    if not setup.equipment.preshuffled:
        for _ in decks:
            tasks += look_and_mix(setup)
    skips_shuffle = setup.equipment.preshuffled and handling.preshuffled_is_cut
    if skips_shuffle and not setup.equipment.by_device:
        return (*tasks, Task("cut", handling.cut), Task("load", _loaded(setup)))
    return (*tasks, *shuffle_tasks(setup))


def look_and_mix(setup: Setup) -> list[Task]:
    """The first player's look at the spread cards, and the wash that follows it."""
    handling = setup.game.handling
    return [
        Task("spread", handling.look),
        Task("look", handling.look, By.PLAYER),
        Task("wash", handling.wash),
        Task("stack", handling.wash),
    ]


def shuffle_tasks(setup: Setup) -> tuple[Task, ...]:
    """A device's shuffle goes straight to the deal; a shuffle by hand is cut."""
    handling, loaded = setup.game.handling, Task("load", _loaded(setup))
    if setup.equipment.by_device:
        clauses = handling.shuffle + handling.no_cut_after_device
        return (Task("shuffle", clauses, By.DEVICE), loaded)
    return (Task("shuffle", handling.shuffle), Task("cut", handling.cut), loaded)


def _loaded(setup: Setup) -> tuple[str, ...]:
    return setup.game.handling.by(setup.equipment.dealing).loaded


@cites("pikit.39.9.c.1", "pikit.39.9.c.2")
def round_tasks(state: TableState, hands: RoundState) -> tuple[Task, ...]:
    """The whole round up to the dealer's reveal."""
    setup = state.setup
    game, method = setup.game, setup.equipment.dealing
    dealt = deal_tasks(game.recipe, game.handling, method, list(hands.hands))
    stub = (stub_task(state),)
    play = game.script.play(setup.options, tuple(hands.hands.values()))
    if method is Method.AUTOMATED_SHOE and _deferred(setup):
        # The dealer's own stack stays in the shoe until every player has decided.
        *players, own = dealt
        return (*players, *play, own, *stub, Task("reveal", game.handling.dealer_reveals))
    after, before = (stub, ()) if game.script.stub_after_board else ((), stub)
    return (*dealt, *before, *play, *after, Task("reveal", game.handling.dealer_reveals))


def _deferred(setup: Setup) -> bool:
    return getattr(setup.options, "dealer_stack", "immediate") == "deferred"


def stub_task(state: TableState) -> Task:
    """The stub is counted when a count is due, else racked unexposed."""
    setup = state.setup
    by_method = setup.game.handling.by(setup.equipment.dealing)
    due = state.rounds_since_count + 1 >= setup.options.stub_count_interval
    if due and not setup.counts_spared:
        return Task("count_stub", by_method.count)
    return Task("rack_stub", by_method.stub)


def settlement_tasks(state: TableState, round_: RoundState) -> tuple[Task, ...]:
    """What remains of the running order, once the steps already performed are left out."""
    game, options = state.setup.game, state.setup.options
    assert round_.settlement is not None
    order = game.running_order(options, round_.described(), round_.settlement)
    return tuple(_remaining(order, round_))


def _remaining(order: Iterator[Step], round_: RoundState) -> Iterator[Task]:
    """Steps not performed yet; a wager settled before the round was void is put right."""
    for step in order:
        shown = step.act is Act.REVEAL and (step.seat is None or step.seat in round_.revealed)
        if shown or (step.act, step.seat, step.wager) in round_.done:
            continue
        if step.wager and (step.seat or 0, step.wager) in round_.moved:
            if owed(round_, step.seat or 0, step.wager):
                yield Task("correct", step.clauses, seat=step.seat, wager=step.wager)
            continue
        yield task_of(step)


def owed(round_: RoundState, seat: int, wager: str) -> int:
    """What a player is still owed on a wager, or owes where it is below nothing."""
    assert round_.settlement is not None
    return round_.settlement.hand(seat).of(wager).net - round_.moved.get((seat, wager), 0)


def board_tasks(state: TableState) -> tuple[Task, ...]:
    """What is left of the board, for trips wagers that survive a void round."""
    kept = {"burn", "deal_community"}
    return tuple(task for task in state.agenda if task.act in kept)


def due(state: TableState) -> tuple[Task, ...]:
    """The acts that may be performed now: the first, or every decision of a stage at once."""
    if state.phase is Phase.CLOSED:
        return opening_tasks(state.setup)[:1]
    if not state.agenda:
        return ()
    first = state.agenda[0]
    if first.act != "decide" or not state.setup.game.script.any_order:
        return (first,)
    together = [first]
    for task in state.agenda[1:]:
        if (task.act, task.stage) != (first.act, first.stage):
            break
        together.append(task)
    return tuple(together)


def place_of(task: Task) -> str:
    """Where a dealt card goes."""
    if task.act == "burn":
        return "burned"
    if task.act == "deal_community":
        return "community"
    return "dealer" if task.seat == DEALER else str(task.seat)
