"""The events that a command causes, or every reason to refuse it.

`check` lists the refusals, `decide` gives the events. The events of automated acts follow
those of the command itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

from houseway.chips import Move
from houseway.games.script import Task
from houseway.rulebook import Refused
from houseway.table import acts, commands, events
from houseway.table.agenda import due, find_due
from houseway.table.checks import BOXES, check, list_added_wagers
from houseway.table.commands import Actor, Command, Role
from houseway.table.evolution import evolve
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
            return acts.perform_task(state, task, AUTOMATION, None)
    elif state.round is not None:
        in_order, number = state.setup.game.handling.rack_in_order, state.round.number
        return (events.RoundClosed(in_order, "table", number),)
    return ()


def _can_automate(state: TableState, task: Task) -> bool:
    """Whether automation may perform a task: it verifies no bad deck and uses no missing device."""
    if task.act in acts.NEEDS_DATA or (task.act == "verify" and not are_decks_whole(state)):
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
    """Cash goes to the drop box, chips come from the table inventory."""
    player, cents = command.by.name, command.cents
    moves = (Move(f"cash:{player}", "drop", cents), Move("inventory", f"rack:{player}", cents))
    yield events.ChipsBought((), str(command.by), player, moves)


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


def _move_chips(_state: TableState, command: commands.ChipChange) -> Iterator[events.Event]:
    """Chips go into the tip box, are changed for others, or go to the cage for cash."""
    player, cents = command.by.name, command.cents
    if isinstance(command, commands.Tip):
        reason, accounts = "tip", [f"rack:{player}", "tips"]
    elif isinstance(command, commands.CashOut):
        reason, accounts = "cash out", [f"rack:{player}", "cage", f"cash:{player}"]
    else:
        reason, accounts = "colour up", []
    moves = tuple(Move(source, target, cents) for source, target in pairwise(accounts))
    yield events.ChipsMoved((), str(command.by), player, reason, moves)


def _take_back(state: TableState, command: commands.TakeBack) -> Iterator[events.Event]:
    seat, wager = command.seat, command.wager
    back = Move(f"spot:{seat}:{wager}", f"rack:{state.seats[seat]}", state.bets[seat][wager])
    coupon = _return_coupon(state, seat) if wager == "ante" else ()  # it goes back with the ante
    moves = (back, *coupon)
    clauses = state.setup.game.wagering.no_more_bets
    yield events.WagerTakenBack(clauses, str(command.by), seat, wager, moves)


def _choose(state: TableState, command: commands.Choose) -> Iterator[events.Event]:
    task = next(task for task in due(state) if task.seat == command.seat)
    misdeals = find_new_misdeals(state)
    if misdeals:  # a player who looks at the cards sees how many there are
        yield from acts.report_misdeals(state, misdeals, str(command.by))
        if not all(can_complete(state, misdeal) for misdeal in misdeals):
            return
    hand = state.current_round.hands[command.seat]
    moves = tuple(
        Move(f"rack:{hand.player}", f"spot:{hand.seat}:{wager}", cents)
        for wager, cents in list_added_wagers(state, hand, task, command.choice).items()
    )
    by, stage = str(command.by), task.stage or ""
    yield events.Chosen(task.clauses, by, hand.seat, stage, command.choice, moves)


def _order_recut(state: TableState, command: commands.OrderRecut) -> Iterator[events.Event]:
    recut = state.setup.game.handling.recut
    yield events.RecutOrdered(recut, str(command.by), command.reason)


def _expose(state: TableState, command: commands.ExposeDealerCard) -> Iterator[events.Event]:
    clauses, exposure = state.setup.game.handling.dealer_exposed, acts.describe_exposure(state)
    if command.stage:
        exposure = replace(exposure, stage=command.stage)
    yield events.IrregularityFound(clauses, str(command.by), exposure)


def _look(state: TableState, command: commands.LookAtHand) -> Iterator[events.Event]:
    yield events.HandLookedAt(state.setup.game.handling.own_cards, str(command.by), command.seat)


def _draw_in_error(state: TableState, command: commands.DrawInError) -> Iterator[events.Event]:
    yield from acts.draw_in_error(state, str(command.by), exposed=command.exposed)


def _report_breach(state: TableState, command: commands.ReportBreach) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.breaches[command.breach]
    by, words = str(command.by), command.words
    yield events.BreachReported(clauses, by, command.breach, command.seat, words)


def _remove_device(state: TableState, command: commands.RemoveDevice) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.DeviceRemoved(clauses, str(command.by), command.device)


def _change_method(state: TableState, command: commands.ChangeMethod) -> Iterator[events.Event]:
    clauses = state.setup.game.handling.device_removed_first
    yield events.MethodChanged(clauses, str(command.by), command.method, command.shuffle)


def _move_inventory(_state: TableState, command: commands.MoveInventory) -> Iterator[events.Event]:
    reason, cents = command.reason, command.cents
    ends = ("inventory", "cage") if reason == "credit" else ("cage", "inventory")
    moves = (Move(*ends, cents),)
    yield events.InventoryMoved((), str(command.by), reason, cents, command.slip, moves)


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


def _bet(state: TableState, command: commands.Bet) -> Iterator[events.Event]:
    """A wager is placed once; placing it again replaces it."""
    seat, cents = command.seat, command.cents
    spot, rack = f"spot:{seat}:{command.wager}", f"rack:{command.by.name}"
    wager = state.setup.game.wagering.wager(command.wager)
    assert wager is not None
    before = state.bets.get(seat, {}).get(wager.id)
    returned = (Move(spot, rack, before),) if before else ()
    moves = (*returned, Move(rack, spot, cents))
    yield events.WagerPlaced(wager.clauses, str(command.by), seat, wager.id, cents, moves)


def _do(state: TableState, command: commands.Do) -> Iterator[events.Event]:
    by, handling = str(command.by), state.setup.game.handling
    if command.act == "no_more_bets":
        clauses = handling.by(state.setup.equipment.dealing).no_more_bets
        yield events.BetsClosed(clauses, by, state.rounds + 1)
    elif command.act == "reject":
        for deck in sorted(state.received):
            yield events.DeckRemoved(handling.inspect, by, deck)
    else:
        yield from acts.perform_task(state, _find_task(state, command), by, command.data)


def _find_task(state: TableState, command: commands.Do) -> Task:
    """The task that a step performs: one that is due, or one open after the preparation."""
    handling = state.setup.game.handling
    if state.phase is not Phase.PREPARING and command.act == "spread_idle":
        # The cards of an idle table lie face up unless the command says face down.
        words = "face down" if command.data == "face_down" else "face up"
        return Task("spread_idle", handling.idle, words=words)
    if state.phase is not Phase.PREPARING and command.act == "shuffle":
        return Task("shuffle", handling.other_deck_shuffles)
    if state.phase is not Phase.PREPARING and command.act == "start":
        return Task("start", handling.shuffle)
    task = find_due(state, command.act, command.seat, command.wager)
    assert task is not None, "a step that is not due was not refused"
    return task


_RULES: dict[type, Callable[[TableState, Any], Iterator[events.Event]]] = {
    commands.Sit: _sit,
    commands.Leave: _leave,
    commands.BuyIn: _buy_in,
    commands.Bet: _bet,
    commands.TakeBack: _take_back,
    commands.PlaceCoupon: _place_coupon,
    **dict.fromkeys(get_args(commands.ChipChange), _move_chips),
    commands.Do: _do,
    commands.Choose: _choose,
    commands.OrderRecut: _order_recut,
    commands.LookAtHand: _look,
    commands.DrawInError: _draw_in_error,
    commands.ReportBreach: _report_breach,
    commands.ExposeDealerCard: _expose,
    commands.RemoveDevice: _remove_device,
    commands.ChangeMethod: _change_method,
    commands.MoveInventory: _move_inventory,
    commands.CountInventory: _count_inventory,
    commands.EmptyBox: _empty_box,
    commands.CloseTable: _close,
    commands.Happen: _happen,
}
