"""What a command brings about: the events, or every reason why it may not be done.

`check` lists the refusals, `decide` gives the events. After the command's own
events come those of the acts that run by themselves.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.chips import Move
from houseway.games.dealing import DEALER, Method
from houseway.games.irregularities import Irregularity, Kind
from houseway.games.procedure import Act
from houseway.games.script import MONEY_ACTS, Task
from houseway.rulebook import Refused
from houseway.table import commands, events
from houseway.table.agenda import due, owed, place_of
from houseway.table.checking import check
from houseway.table.commands import Actor, Command, Role
from houseway.table.evolving import evolve
from houseway.table.state import Phase, TableState, misdealt, undiscovered_misdeal

DEALER_BY_ITSELF = Actor(Role.SYSTEM, "automation")


def decide(state: TableState, command: Command) -> tuple[events.Event, ...]:
    """The events that a command brings about, automation included; refuses by clause."""
    return handle(state, command)[0]


def handle(state: TableState, command: Command) -> tuple[tuple[events.Event, ...], TableState]:
    """The events of a command, and the state after them."""
    refusals = tuple(check(state, command))
    if refusals:
        raise Refused(refusals)
    found: list[events.Event] = []
    made = list(_perform(state, command))
    while made:
        for event in made:
            found.append(event)
            state = evolve(state, event)
        made = list(_next_by_itself(state))
    return tuple(found), state


def _next_by_itself(state: TableState) -> Iterator[events.Event]:
    """The next act of automation, and the closing of a round with nothing left to do."""
    round_ = state.round
    if round_ and not state.agenda:
        yield events.RoundClosed(state.setup.game.handling.rack_in_order, "table", round_.number)
        return
    for task in due(state)[:1]:
        if task.act in state.setup.automation and task.act not in NEEDS_DATA:
            yield from perform_task(state, task, str(DEALER_BY_ITSELF), None)


NEEDS_DATA = {"receive", "shuffle", "cut", "decide", "look"}
"""Acts that wait for something from outside, whatever is automated."""


def _perform(state: TableState, command: Command) -> Iterator[events.Event]:
    yield from _RULES[type(command)](state, command)


def _sit(state: TableState, command: commands.Sit) -> Iterator[events.Event]:
    seated, player = state.setup.game.handling.seated, command.by.name
    yield events.PlayerSat(seated, str(command.by), command.seat, player)


def _leave(state: TableState, command: commands.Leave) -> Iterator[events.Event]:
    yield events.PlayerLeft(state.setup.game.handling.seated, str(command.by), command.seat)


def _buys(_state: TableState, command: commands.BuyIn) -> Iterator[events.Event]:
    player = command.by.name
    yield events.ChipsBought((), str(command.by), player, _buy_in(player, command.cents))


def _coupon(state: TableState, command: commands.PlaceCoupon) -> Iterator[events.Event]:
    tender = state.setup.game.wagering.tender
    yield events.CouponPlaced(tender, str(command.by), command.seat, command.face)


def _tip(_state: TableState, command: commands.Tip) -> Iterator[events.Event]:
    player = command.by.name
    moves = (Move(f"rack:{player}", "tips", command.cents),)
    yield events.ChipsMoved((), str(command.by), player, "tip", moves)


def _colour_up(_state: TableState, command: commands.ColourUp) -> Iterator[events.Event]:
    yield events.ChipsMoved((), str(command.by), command.by.name, "colour up", ())


def _take_back(state: TableState, command: commands.TakeBack) -> Iterator[events.Event]:
    seat, wager = command.seat, command.wager
    moves = (Move(f"spot:{seat}:{wager}", f"rack:{state.seats[seat]}", state.bets[seat][wager]),)
    clauses = state.setup.game.wagering.no_more_bets
    yield events.WagerTakenBack(clauses, str(command.by), seat, wager, moves)


def _chooses(state: TableState, command: commands.Choose) -> Iterator[events.Event]:
    task = next(task for task in due(state) if task.seat == command.seat)
    assert state.round is not None
    wrong = undiscovered_misdeal(state)
    if wrong is not None:  # whoever looks at his cards sees how many there are
        yield from _misdeal(state, wrong, str(command.by))
        if not _completes(state, wrong):
            return
    yield _choose(state, task, command.choice, str(command.by))


def _order_recut(state: TableState, command: commands.OrderRecut) -> Iterator[events.Event]:
    recut = state.setup.game.handling.recut
    yield events.RecutOrdered(recut, str(command.by), command.reason)


def _expose(state: TableState, command: commands.ExposeDealerCard) -> Iterator[events.Event]:
    stage = state.agenda[0].stage if state.agenda else None
    exposed = state.setup.game.handling.dealer_exposed
    yield events.IrregularityFound(exposed, str(command.by), _exposed(state, stage))


def _remove_device(state: TableState, command: commands.RemoveDevice) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.DeviceRemoved(clauses, str(command.by), command.device)


def _change_method(state: TableState, command: commands.ChangeMethod) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.MethodChanged(clauses, str(command.by), command.method, command.shuffle)


def _close(state: TableState, command: commands.CloseTable) -> Iterator[events.Event]:
    yield events.StepDone(state.setup.game.handling.idle, str(command.by), "close")


def _happen(_state: TableState, command: commands.Happen) -> Iterator[events.Event]:
    yield events.FaultHappened((), str(command.by), command.kind, command.card)


def _buy_in(player: str, cents: int) -> tuple[Move, ...]:
    """Cash goes to the drop box, chips come from the table inventory."""
    return (
        Move(f"cash:{player}", "drop", cents),
        Move("inventory", f"rack:{player}", cents),
    )


def _bet(state: TableState, command: commands.Bet) -> Iterator[events.Event]:
    """A wager is placed once; placing it again replaces it."""
    spot, rack = f"spot:{command.seat}:{command.wager}", f"rack:{command.by.name}"
    wagering = state.setup.game.wagering
    wager = wagering.wager(command.wager)
    assert wager is not None
    before = state.bets.get(command.seat, {}).get(command.wager)
    moves = (Move(spot, rack, before),) if before else ()
    yield events.WagerPlaced(
        wager.clauses,
        str(command.by),
        command.seat,
        command.wager,
        command.cents,
        (*moves, Move(rack, spot, command.cents)),
    )


def _exposed(state: TableState, stage: str | None) -> Irregularity:
    """The stage decides at a game with a board; elsewhere it is before the reveal."""
    kind = Kind.DEALER_CARD_EXPOSED
    if not state.setup.game.board:
        return Irregularity(kind, stage="before_dealer_reveal")
    waiting = [task for task in state.agenda if task.act == "decide"]
    if not waiting:
        return Irregularity(kind, stage="after_all_acted")
    return Irregularity(kind, stage=stage or waiting[0].stage)


def _choose(state: TableState, task: Task, choice: Any, by: str) -> events.Event:
    assert task.seat is not None
    assert state.round is not None
    game, options = state.setup.game, state.setup.options
    hand = state.round.hands[task.seat]
    chosen = hand.with_actions(game.script.choose(hand, task, choice))
    moves = tuple(
        Move(f"rack:{hand.player}", f"spot:{hand.seat}:{wager}", cents)
        for wager, cents in game.script.placed(options, chosen).items()
        if wager not in game.script.placed(options, hand)
    )
    return events.Chosen(task.clauses, by, task.seat, task.stage or "", choice, moves)


def _do(state: TableState, command: commands.Do) -> Iterator[events.Event]:
    by = str(command.by)
    handling = state.setup.game.handling
    if command.act == "no_more_bets":
        clauses = handling.by(state.setup.equipment.dealing).no_more_bets
        yield events.BetsClosed(clauses, by, state.rounds + 1)
        return
    if command.act == "spread_idle":
        yield events.StepDone(handling.idle, by, "spread_idle")
        return
    if command.act == "shuffle" and state.phase is Phase.ROUND:
        other = (state.in_use + 1) % 2
        yield events.DeckShuffled(handling.other_deck_shuffles, by, other, tuple(command.data))
        return
    task = next(
        task
        for task in due(state)
        if (task.act, task.seat, task.wager) == (command.act, command.seat, command.wager)
    )
    yield from perform_task(state, task, by, command.data)


def perform_task(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """The events of an act that is due; an act without a rule of its own is only recorded."""
    if task.act in NEEDS_DATA:
        yield from _with_data(state, task, by, data)
    elif task.act in _ACTS:
        yield from _ACTS[task.act](state, task, by)
    else:
        yield events.StepDone(task.clauses, by, task.act, task.seat, task.words)


def _with_data(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """Acts that bring something from outside: decks, the order of a shuffle, a cut."""
    jammed = state.jammed and state.setup.equipment.by_device
    if task.act == "receive":
        yield events.DecksReceived(task.clauses, by, tuple(tuple(deck) for deck in data))
    elif task.act == "shuffle" and jammed:
        fault = state.setup.game.handling.shuffler_fault
        yield events.ShufflerJammed(fault, by, state.in_use)
    elif task.act == "shuffle":
        yield events.DeckShuffled(task.clauses, by, state.in_use, tuple(data))
    elif task.act == "cut":
        yield events.DeckCut(task.clauses, by, data)
    else:
        yield events.StepDone(task.clauses, by, task.act, task.seat, task.words)


def _rack_stub(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    yield events.CardsRacked(task.clauses, by, "stub", state.stock)


def _rack(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    owner, cards = _racked(state, task)
    yield events.CardsRacked(task.clauses, by, owner, cards)


def _deal(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """The next card, or stack, from the top; what lies face up is set aside, a jam ends it."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    if state.jammed and state.setup.equipment.dealing is Method.AUTOMATED_SHOE:
        yield events.IrregularityFound(handling.shoe_fault, by, Irregularity(Kind.SHOE_FAULT))
        return
    if state.skips_dealer and task.seat == DEALER:
        yield events.CardsDealt(task.clauses, by, "dealer", ())
        return
    wanted = state.setup.game.recipe.hand_size if task.act == "deal_stack" else 1
    taken: list[Card] = []
    stock, aside = list(state.stock), len(round_.set_aside)
    for _ in range(wanted):
        while stock and stock[0] in state.face_up:
            if taken:  # the cards above it in the stack are out already
                yield events.CardsDealt(task.clauses, by, place_of(task), tuple(taken), whole=False)
                taken = []
            yield events.FaceUpCardFound(handling.face_up, by, stock.pop(0))
            aside += 1
            if aside > 1 and not state.ruling.all_void:
                yield events.IrregularityFound(handling.face_up, by, _face_up(state, task, aside))
                return
        assert stock, "the deck serves every seat of the table"
        taken.append(stock.pop(0))
        # A second card that comes along unseen goes to the hand; on the open table the
        # dealer sees it, and a card drawn in error is used as the next one.
        if taken[-1] in state.stuck and stock and task.seat is not None:
            taken.append(stock.pop(0))
    yield events.CardsDealt(task.clauses, by, place_of(task), tuple(taken))


def _face_up(state: TableState, task: Task, count: int) -> Irregularity:
    stage = "initial_deal" if task.act in {"deal", "deal_stack"} else "after_initial_deal"
    stage = stage if state.setup.game.board else "initial_deal"
    return Irregularity(Kind.FACE_UP_CARDS, count=count, stage=stage)


def _completes(state: TableState, wrong: Irregularity) -> bool:
    """Whether the dealer may put his own short hand right."""
    assert state.round is not None
    script, before_burn = state.setup.game.script, not state.round.burned
    return wrong.who == "dealer" and script.dealer_completes(wrong.count or 0, before_burn)


def _misdeal(state: TableState, wrong: Irregularity, by: str) -> Iterator[events.Event]:
    """A wrong number of cards is found; a dealer who may takes the cards he lacks."""
    clauses = state.setup.game.handling.wrong_number
    if not _completes(state, wrong):
        yield events.IrregularityFound(clauses, by, wrong)
        return
    lacking = state.setup.game.recipe.hand_size - (wrong.count or 0)
    yield events.IrregularityFound(clauses, by, replace(wrong, correctable=True))
    yield events.CardsDealt(clauses, by, "dealer", state.stock[:lacking], whole=False)


def _count(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """The stub is counted; a wrong number, or a misdeal that it shows, voids the round."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    cards = len(state.cards())
    wrong = misdealt(state, round_) is not None
    yield events.StubCounted(task.clauses, by, cards)
    if cards == 52 and not wrong:
        return
    found = Irregularity(Kind.STUB_COUNT, cards_in_deck=cards, misdealt=wrong)
    if cards != 52:
        yield events.DeckRemoved(handling.count_wrong, by, state.in_use)
    yield events.IrregularityFound(handling.count_wrong, by, found)


def _reveal(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """Turning cards up shows how many there are: a misdeal is found here at the latest."""
    round_ = state.round
    assert round_ is not None
    wrong = undiscovered_misdeal(state)
    if wrong is not None:
        yield from _misdeal(state, wrong, by)
        if not _completes(state, wrong):
            return
    yield events.HandRevealed(task.clauses, by, task.seat)


def _settle(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """Pays, collects, returns or puts right one wager."""
    round_ = state.round
    assert round_ is not None
    assert task.seat is not None
    assert task.wager is not None
    player = f"rack:{round_.hands[task.seat].player}"
    if task.act == "correct":
        due_ = owed(round_, task.seat, task.wager)
        ends = ("inventory", player) if due_ > 0 else (player, "inventory")
        moves: tuple[Move, ...] = (Move(*ends, abs(due_)),)
    else:
        spot = f"spot:{task.seat}:{task.wager}"
        # The progressive has a fund of its own; all else is the table inventory's.
        house = "progressive" if task.wager == "progressive" else "inventory"
        moves = tuple(_moves(task, spot, state.balances.get(spot, 0), (player, house)))
    yield events.MoneyMoved(task.clauses, by, task.seat, task.wager, task.act, moves)


def _moves(task: Task, spot: str, stake: int, ends: tuple[str, str]) -> Iterator[Move]:
    """The stake goes home or to the house, and winnings come from the house."""
    player, house = ends
    if stake:
        yield Move(spot, house if task.act == Act.COLLECT else player, stake)
    if task.act == Act.PAY and task.cents:
        yield Move(house, player, task.cents)


def _racked(state: TableState, task: Task) -> tuple[str, tuple[Card, ...]]:
    round_ = state.round
    assert round_ is not None
    if task.seat is None:
        return "dealer", round_.dealer + round_.community
    return str(task.seat), round_.hands[task.seat].cards


_ACTS: dict[str, Callable[[TableState, Task, str], Iterator[events.Event]]] = {
    **dict.fromkeys(("deal", "deal_stack", "burn", "deal_community"), _deal),
    **dict.fromkeys((*MONEY_ACTS, "correct"), _settle),
    "rack_stub": _rack_stub,
    "count_stub": _count,
    "reveal": _reveal,
    "rack": _rack,
}

_RULES: dict[type, Callable[[TableState, Any], Iterator[events.Event]]] = {
    commands.Sit: _sit,
    commands.Leave: _leave,
    commands.BuyIn: _buys,
    commands.Bet: _bet,
    commands.TakeBack: _take_back,
    commands.PlaceCoupon: _coupon,
    commands.Tip: _tip,
    commands.ColourUp: _colour_up,
    commands.Do: _do,
    commands.Choose: _chooses,
    commands.OrderRecut: _order_recut,
    commands.ExposeDealerCard: _expose,
    commands.RemoveDevice: _remove_device,
    commands.ChangeMethod: _change_method,
    commands.CloseTable: _close,
    commands.Happen: _happen,
}
