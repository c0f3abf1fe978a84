"""The acts that are due at the table, from the arrival of the decks to the last racked card."""

from collections.abc import Iterator

from houseway.games.dealing import DEALER, Method
from houseway.games.procedure import Act, Step
from houseway.games.script import By, Task, deal_tasks, task_of
from houseway.rulebook import Citation
from houseway.table.setup import Setup
from houseway.table.state import Phase, RoundState, Shuffler, TableState


def list_preparation_tasks(state: TableState) -> tuple[Task, ...]:
    """The tasks before the next bets: new decks, the shoe, the shuffle, the cut, loading."""
    setup, secured = state.setup, state.setup.game.handling.secured_shoe
    fresh = state.retired if state.decks else frozenset(range(setup.equipment.decks))
    by_hand = setup.equipment.dealing is Method.HAND
    return (
        *(_list_new_deck_tasks(setup, len(fresh)) if fresh else ()),
        *([Task("secure", secured)] if secured and not by_hand and not state.kit.secured else ()),
        *_list_shuffle_tasks(state, fresh),
    )


def _list_new_deck_tasks(setup: Setup, decks: int) -> Iterator[Task]:
    """Receive, inspect, verify; spread, look, wash and stack: each deck by itself."""
    handling = setup.game.handling
    separately = handling.each_deck_separately if setup.equipment.decks == 2 else ()
    yield Task("receive", handling.receive)
    for _ in range(decks):
        yield Task("inspect", handling.inspect + separately)
        yield Task("verify", handling.inspect + separately, By.FLOORPERSON)
    if not setup.equipment.preshuffled:
        for _ in range(decks):
            yield from list_look_tasks(setup)


def list_look_tasks(setup: Setup) -> list[Task]:
    """The first player's look at the spread cards, and the wash that follows it."""
    handling = setup.game.handling
    return [
        Task("spread", handling.look),
        Task("look", handling.look, By.PLAYER),
        Task("wash", handling.wash),
        Task("stack", handling.wash),
    ]


def _list_shuffle_tasks(state: TableState, fresh: frozenset[int]) -> tuple[Task, ...]:
    """Prepares the deck in use: a device's shuffle goes straight to the deal, others are cut.

    Of two decks, the other goes into the shuffler after that.
    """
    setup, handling = state.setup, state.setup.game.handling
    equipment, load = setup.equipment, make_load_task(setup)
    if not equipment.by_device:
        preshuffled = bool(fresh) and equipment.preshuffled and handling.preshuffled_is_cut
        shuffle = () if preshuffled else (Task("shuffle", handling.shuffle),)
        return (*shuffle, *list_cut_tasks(setup), load)
    only_one = handling.one_deck_in_rack if equipment.decks == 2 else ()
    by_device = (
        Task("insert", handling.shuffle + only_one),
        Task("start", handling.shuffle),
        Task("shuffle", handling.shuffle + handling.no_cut_after_device, By.DEVICE),
    )
    if equipment.decks == 1:
        return (*by_device, load)
    insert_and_start = by_device[:2]
    return (*by_device[_count_done(state, fresh) :], load, *insert_and_start)


def _count_done(state: TableState, fresh: frozenset[int]) -> int:
    """How many of the device's tasks are done for the deck in use: insert, start, shuffle."""
    if state.waiting:
        return 3
    if state.in_use in fresh:
        return 0
    return {Shuffler.LOADED: 1, Shuffler.JAM: 1, Shuffler.SHUFFLING: 2}.get(state.kit.shuffler, 0)


def list_cut_tasks(setup: Setup, ordered: Citation = ()) -> tuple[Task, ...]:
    """The cover card in front of the deck, the cut onto it, and the cover card to the rack."""
    handling = setup.game.handling
    return (
        Task("place_cover", ordered + handling.cover_card_placed),
        Task("cut", ordered + handling.cut),
        Task("rack_cover", ordered + handling.cover_card_racked),
    )


def make_load_task(setup: Setup) -> Task:
    """Into the shoe, or into one of the dealer's hands: the only way on from the cut."""
    handling = setup.game.handling
    return Task("load", handling.by(setup.equipment.dealing).loaded + handling.dealt_from)


def list_round_tasks(state: TableState, hands: RoundState) -> tuple[Task, ...]:
    """The whole round up to the dealer's reveal."""
    setup = state.setup
    game, method = setup.game, setup.equipment.dealing
    dealt = deal_tasks(game.recipe, game.handling, method, list(hands.hands))
    stub = (make_stub_task(state),)
    play = game.script.play(setup.options, tuple(hands.hands.values()))
    if method is Method.AUTOMATED_SHOE and game.script.dealer_waits(setup.options):
        # The dealer's own stack stays in the shoe until every player has decided.
        *players, own = dealt
        return (*players, *play, own, *stub, Task("reveal", game.handling.dealer_reveals))
    after, before = (stub, ()) if game.script.stub_after_board else ((), stub)
    return (*dealt, *before, *play, *after, Task("reveal", game.handling.dealer_reveals))


def make_stub_task(state: TableState) -> Task:
    """The stub is counted when a count is due, else racked unexposed."""
    setup = state.setup
    by_method = setup.game.handling.by(setup.equipment.dealing)
    due = state.rounds_since_count + 1 >= setup.options.stub_count_interval
    if due and not setup.counts_spared:
        return Task("count_stub", by_method.count)
    return Task("rack_stub", by_method.stub)


def list_settlement_tasks(state: TableState, round_: RoundState) -> Iterator[Task]:
    """The steps of the running order that have not been performed.

    A wager settled before the round became void is corrected. Stakes are returned first, so
    that a player who must pay something back has chips for it.
    """
    assert round_.settlement is not None
    corrections: list[Task] = []
    game, options = state.setup.game, state.setup.options
    for step in game.running_order(options, round_.described(), round_.settlement):
        shown = step.act is Act.REVEAL and (step.seat is None or step.seat in round_.revealed)
        if shown or (step.act, step.seat, step.wager) in round_.done:
            continue
        if step.wager and (step.seat or 0, step.wager) in round_.moved:
            if amount_owed(round_, step.seat or 0, step.wager) or _is_coupon_taken(step, round_):
                task = Task("correct", step.clauses, seat=step.seat, wager=step.wager)
                corrections.append(task)
            continue
        yield task_of(step)
    yield from corrections


def _is_coupon_taken(step: Step, round_: RoundState) -> bool:
    """Whether a coupon that is to be returned has gone to the house already."""
    if step.wager != "match_play" or step.act is not Act.RETURN:
        return False
    return any((act, step.seat, step.wager) in round_.done for act in (Act.PAY, Act.COLLECT))


def amount_owed(round_: RoundState, seat: int, wager: str) -> int:
    """The amount a player is still owed on a wager; negative where the player owes it."""
    assert round_.settlement is not None
    return round_.settlement.hand(seat).of(wager).net - round_.moved.get((seat, wager), 0)


def due(state: TableState) -> tuple[Task, ...]:
    """The acts that may be performed now: the first, or every decision of a stage at once."""
    if state.phase is Phase.CLOSED:
        return list_preparation_tasks(state)[:1]
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


def find_due(state: TableState, act: str, seat: int | None, wager: str | None) -> Task | None:
    """The task of this kind, if it may be performed now."""
    step = (act, seat, wager)
    return next((task for task in due(state) if (task.act, task.seat, task.wager) == step), None)


def find_place(task: Task) -> str:
    """Where a dealt card goes."""
    if task.act == "burn":
        return "burned"
    if task.act == "deal_community":
        return "community"
    return "dealer" if task.seat == DEALER else str(task.seat)
