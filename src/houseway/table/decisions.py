"""The events that a command causes, or every reason to refuse it.

`check` lists the refusals, `decide` gives the events. The events of automated acts follow
those of the command itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from houseway.chips import Move
from houseway.games.script import Task
from houseway.rulebook import Refused
from houseway.table import commands, events
from houseway.table.acts import (
    NEEDS_DATA,
    describe_exposure,
    draw_in_error,
    perform_task,
    report_misdeals,
    shuffle,
)
from houseway.table.agenda import due
from houseway.table.checks import check
from houseway.table.commands import Actor, Command, Role
from houseway.table.evolution import evolve
from houseway.table.inventory_checks import BOXES
from houseway.table.state import Phase, TableState, can_complete, find_new_misdeals
from houseway.table.step_checks import USES_DEVICES, are_decks_whole

AUTOMATION = str(Actor(Role.SYSTEM, "automation"))


def decide(state: TableState, command: Command) -> tuple[events.Event, ...]:
    """The events that a command causes, automated acts included; refuses by clause."""
    return handle(state, command)[0]


def handle(state: TableState, command: Command) -> tuple[tuple[events.Event, ...], TableState]:
    """The events of a command, and the state after them."""
    refusals = tuple(check(state, command))
    if refusals:
        raise Refused(refusals)
    log: list[events.Event] = []
    batch: Iterable[events.Event] = _RULES[type(command)](state, command)
    while batch:
        for event in tuple(batch):
            log.append(event)
            state = evolve(state, event)
        batch = _perform_automated(state)
    return tuple(log), state


def _perform_automated(state: TableState) -> Iterable[events.Event]:
    """The events of the next automated act, or of closing a round with nothing left to do."""
    if state.agenda:
        task = state.agenda[0]
        if task.act in state.setup.automation and _can_automate(state, task):
            return perform_task(state, task, AUTOMATION, None)
    elif state.round is not None:
        in_order, number = state.setup.game.handling.rack_in_order, state.round.number
        return (events.RoundClosed(in_order, "table", number),)
    return ()


def _can_automate(state: TableState, task: Task) -> bool:
    """Whether automation may perform a task: it verifies no bad deck and uses no missing device."""
    if task.act in NEEDS_DATA or (task.act == "verify" and not are_decks_whole(state)):
        return False
    if task.act == "look" and not state.seats:  # a player must be there to look
        return False
    return not (state.kit.taken_off and task.act in USES_DEVICES)


def _sit(state: TableState, command: commands.Sit) -> Iterator[events.Event]:
    seated, player = state.setup.game.handling.seated, command.by.name
    yield events.PlayerSat(seated, str(command.by), command.seat, player)


def _leave(state: TableState, command: commands.Leave) -> Iterator[events.Event]:
    yield events.PlayerLeft(state.setup.game.handling.seated, str(command.by), command.seat)


def _buy_in(_state: TableState, command: commands.BuyIn) -> Iterator[events.Event]:
    player = command.by.name
    yield events.ChipsBought((), str(command.by), player, _buy_in_moves(player, command.cents))


def _place_coupon(state: TableState, command: commands.PlaceCoupon) -> Iterator[events.Event]:
    tender, seat = state.setup.game.wagering.tender, command.seat
    moves = list(_return_coupon(state, seat))
    if command.face:
        moves.append(Move(f"coupons:{command.by.name}", f"spot:{seat}:match_play", command.face))
    by, face, serial = str(command.by), command.face, command.serial
    yield events.CouponPlaced(tender, by, seat, face, tuple(moves), serial)


def _return_coupon(state: TableState, seat: int) -> Iterator[Move]:
    """The coupon at a position goes back to its player."""
    if seat in state.coupons:
        owner = f"coupons:{state.seats[seat]}"
        yield Move(f"spot:{seat}:match_play", owner, state.coupons[seat])


def _tip(_state: TableState, command: commands.Tip) -> Iterator[events.Event]:
    player = command.by.name
    moves = (Move(f"rack:{player}", "tips", command.cents),)
    yield events.ChipsMoved((), str(command.by), player, "tip", moves)


def _colour_up(_state: TableState, command: commands.ColourUp) -> Iterator[events.Event]:
    yield events.ChipsMoved((), str(command.by), command.by.name, "colour up", ())


def _take_back(state: TableState, command: commands.TakeBack) -> Iterator[events.Event]:
    seat, wager = command.seat, command.wager
    back = Move(f"spot:{seat}:{wager}", f"rack:{state.seats[seat]}", state.bets[seat][wager])
    coupon = _return_coupon(state, seat) if wager == "ante" else ()  # it goes back with the ante
    moves = (back, *coupon)
    clauses = state.setup.game.wagering.no_more_bets
    yield events.WagerTakenBack(clauses, str(command.by), seat, wager, moves)


def _choose(state: TableState, command: commands.Choose) -> Iterator[events.Event]:
    task = next(task for task in due(state) if task.seat == command.seat)
    assert state.round is not None
    misdeals = find_new_misdeals(state)
    if misdeals:  # a player who looks at the cards sees how many there are
        yield from report_misdeals(state, misdeals, str(command.by))
        if not all(can_complete(state, misdeal) for misdeal in misdeals):
            return
    yield _choice_event(state, task, command.choice, str(command.by))


def _order_recut(state: TableState, command: commands.OrderRecut) -> Iterator[events.Event]:
    recut = state.setup.game.handling.recut
    yield events.RecutOrdered(recut, str(command.by), command.reason)


def _expose(state: TableState, command: commands.ExposeDealerCard) -> Iterator[events.Event]:
    clauses, exposure = state.setup.game.handling.dealer_exposed, describe_exposure(state)
    if command.stage:
        exposure = replace(exposure, stage=command.stage)
    yield events.IrregularityFound(clauses, str(command.by), exposure)


def _look(state: TableState, command: commands.LookAtHand) -> Iterator[events.Event]:
    yield events.HandLookedAt(state.setup.game.handling.own_cards, str(command.by), command.seat)


def _draw_in_error(state: TableState, command: commands.DrawInError) -> Iterator[events.Event]:
    yield from draw_in_error(state, str(command.by), exposed=command.exposed)


def _breach(state: TableState, command: commands.ReportBreach) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.breaches[command.breach]
    by, words = str(command.by), command.words
    yield events.BreachReported(clauses, by, command.breach, command.seat, words)


def _cash_out(_state: TableState, command: commands.CashOut) -> Iterator[events.Event]:
    """Chips go to the cage, and cash comes back for them."""
    player = command.by.name
    moves = (
        Move(f"rack:{player}", "cage", command.cents),
        Move("cage", f"cash:{player}", command.cents),
    )
    yield events.ChipsMoved((), str(command.by), player, "cash out", moves)


def _remove_device(state: TableState, command: commands.RemoveDevice) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.DeviceRemoved(clauses, str(command.by), command.device)


def _change_method(state: TableState, command: commands.ChangeMethod) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.MethodChanged(clauses, str(command.by), command.method, command.shuffle)


def _move_inventory(_state: TableState, command: commands.MoveInventory) -> Iterator[events.Event]:
    ends = ("inventory", "cage") if command.reason == "credit" else ("cage", "inventory")
    moves = (Move(*ends, command.cents),)
    yield events.InventoryMoved(
        (), str(command.by), command.reason, command.cents, command.slip, moves
    )


def _count_inventory(state: TableState, command: commands.CountInventory) -> Iterator[events.Event]:
    expected = state.balances.get("inventory", 0)
    yield events.InventoryCounted((), str(command.by), command.cents, expected)


def _empty_box(state: TableState, command: commands.EmptyBox) -> Iterator[events.Event]:
    held = state.balances.get(command.box, 0)
    moves = (Move(command.box, BOXES[command.box], held),) if held else ()
    yield events.BoxEmptied((), str(command.by), command.box, command.cents, moves)


def _close(state: TableState, command: commands.CloseTable) -> Iterator[events.Event]:
    """A shoe that was fixed to the table is locked away."""
    if state.kit.secured:
        secured = state.setup.game.handling.secured_shoe
        yield events.StepDone(secured, str(command.by), "lock")
    yield events.StepDone(state.setup.game.handling.idle, str(command.by), "close")


def _happen(_state: TableState, command: commands.Happen) -> Iterator[events.Event]:
    yield events.FaultHappened((), str(command.by), command.kind, command.card)


def _buy_in_moves(player: str, cents: int) -> tuple[Move, ...]:
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


def _choice_event(state: TableState, task: Task, choice: Any, by: str) -> events.Event:
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


def _orientation(data: Any) -> str:
    """The cards of an idle table lie face up unless the command says face down."""
    return "face down" if data == "face_down" else "face up"


def _do(state: TableState, command: commands.Do) -> Iterator[events.Event]:
    by = str(command.by)
    handling = state.setup.game.handling
    if command.act == "no_more_bets":
        clauses = handling.by(state.setup.equipment.dealing).no_more_bets
        yield events.BetsClosed(clauses, by, state.rounds + 1)
        return
    if command.act == "spread_idle" and state.phase is not Phase.PREPARING:
        yield events.StepDone(handling.idle, by, "spread_idle", words=_orientation(command.data))
        return
    if command.act == "reject":
        for deck in sorted(state.received):
            yield events.DeckRemoved(handling.inspect, by, deck)
        return
    if command.act == "shuffle" and state.phase is not Phase.PREPARING:
        other, clauses = (state.in_use + 1) % 2, handling.other_deck_shuffles
        yield from shuffle(state, clauses, by, other, command.data)
        return
    if command.act == "start" and state.phase is not Phase.PREPARING:
        yield events.StepDone(handling.shuffle, by, "start")
        return
    task = next(
        task
        for task in due(state)
        if (task.act, task.seat, task.wager) == (command.act, command.seat, command.wager)
    )
    yield from perform_task(state, task, by, command.data)


_RULES: dict[type, Callable[[TableState, Any], Iterator[events.Event]]] = {
    commands.Sit: _sit,
    commands.Leave: _leave,
    commands.BuyIn: _buy_in,
    commands.Bet: _bet,
    commands.TakeBack: _take_back,
    commands.PlaceCoupon: _place_coupon,
    commands.Tip: _tip,
    commands.ColourUp: _colour_up,
    commands.Do: _do,
    commands.Choose: _choose,
    commands.OrderRecut: _order_recut,
    commands.LookAtHand: _look,
    commands.DrawInError: _draw_in_error,
    commands.ReportBreach: _breach,
    commands.CashOut: _cash_out,
    commands.ExposeDealerCard: _expose,
    commands.RemoveDevice: _remove_device,
    commands.ChangeMethod: _change_method,
    commands.MoveInventory: _move_inventory,
    commands.CountInventory: _count_inventory,
    commands.EmptyBox: _empty_box,
    commands.CloseTable: _close,
    commands.Happen: _happen,
}
