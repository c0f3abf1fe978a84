"""Every reason to refuse a command now, with its clause and what may be done instead."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

from houseway.chips import MOST_BET, MOST_CENTS, MOST_LIMIT, MOST_ON_ACCOUNT, dollars
from houseway.games.dealing import DEALER
from houseway.games.fields import either, read_choice
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.games.wagers import Moment, Tender, check_coupons, check_tender
from houseway.rulebook import Refusal
from houseway.table import commands
from houseway.table.agenda import due
from houseway.table.commands import Command, Role
from houseway.table.setup import check_setup
from houseway.table.state import DEALS, Phase, TableState, can_complete, find_new_misdeals
from houseway.table.step_checks import check_do, describe_next, refuse_without_device


def check(state: TableState, command: Command) -> Iterator[Refusal]:
    """Every refusal of a command, each with its reason."""
    allowed = ALLOWED_ROLES.get(type(command), STAFF)
    if command.by.role not in allowed:
        tried = f"{type(command).__name__} by the {command.by.role.value}"
        who = either(sorted(role.value for role in allowed))
        yield Refusal(state.setup.game.handling.seated, tried, f"it is for the {who}")
        return
    yield from _CHECKS[type(command)](state, command)


STAFF = frozenset({Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR})
PLAYER = frozenset({Role.PLAYER})
FLOOR = frozenset({Role.FLOORPERSON, Role.SUPERVISOR})
ALLOWED_ROLES: dict[type, frozenset[Role]] = {
    **dict.fromkeys((commands.Sit, commands.BuyIn, commands.Bet), PLAYER),
    commands.Leave: PLAYER | FLOOR | {Role.SYSTEM},
    **dict.fromkeys((commands.PlaceCoupon, commands.Tip), PLAYER),
    commands.TakeBack: PLAYER | {Role.DEALER},
    **dict.fromkeys((commands.ColourUp, commands.CashOut, commands.LookAtHand), PLAYER),
    commands.Choose: PLAYER | {Role.SYSTEM, Role.SUPERVISOR},
    commands.DrawInError: frozenset({Role.DEALER}),
    **dict.fromkeys((commands.MoveInventory, commands.CountInventory, commands.EmptyBox), FLOOR),
    # The agenda says whose act it is.
    commands.Do: frozenset(Role),
    commands.Happen: frozenset({Role.SYSTEM}),
}
"""The roles that may give each command; any other command is for the staff of the table."""


def _check_sit(state: TableState, command: commands.Sit) -> Iterator[Refusal]:
    seated = state.setup.game.handling.seated
    if not 1 <= command.seat <= state.setup.options.seats:
        most = state.setup.options.seats
        yield Refusal(seated, f"Sitting at seat {command.seat}", f"the table has {most} seats")
    if command.seat in state.seats:
        yield Refusal(seated, f"Sitting at seat {command.seat}", "the seat is taken")


def _check_leave(state: TableState, command: commands.Leave) -> Iterator[Refusal]:
    """A player with cards stays to the end of the round, and takes bets back first.

    The floor or the clock may free the seat of a player who went away.
    """
    seated, tried = state.setup.game.handling.seated, f"Leaving seat {command.seat}"
    player = state.seats.get(command.seat)
    if player is None:
        yield Refusal(seated, tried, "nobody sits there")
    elif command.by.role is Role.PLAYER and player != command.by.name:
        yield Refusal(seated, tried, "it is not that player's seat")
    if state.round and command.seat in state.round.hands:
        yield Refusal(seated, tried, "a player who was dealt cards stays until the round is over")
    if command.seat in state.bets:
        yield Refusal(seated, tried, "a wager is down", "Take it back first.")


def _check_bet(state: TableState, command: commands.Bet | commands.TakeBack) -> Iterator[Refusal]:
    seated, wagering = state.setup.game.handling.seated, state.setup.game.wagering
    tried = f"Wager {command.wager} at seat {command.seat}"
    by_dealer = command.by.role is Role.DEALER  # a dealer returns a bet that may not stand (P18)
    if state.seats.get(command.seat) != command.by.name and not by_dealer:
        yield Refusal(seated, tried, "only the player seated there may bet there")
    wager = wagering.wager(command.wager)
    if wager is None or wager.moment is not Moment.BEFORE_THE_DEAL:
        yield Refusal((), tried, "it is not a wager placed before the deal")
        return
    if state.phase is not Phase.BETTING:
        yield Refusal(wagering.no_more_bets, tried, "bets are closed", describe_next(state))
    before = state.bets.get(command.seat, {}).get(command.wager, 0)
    if isinstance(command, commands.TakeBack):
        if not before:
            yield Refusal((), tried, "there is none to take back")
        return
    if state.kit.taken_off:
        yield refuse_without_device(state, tried, "The floor changes the method first.")
    kind = read_choice(command.tender, "The tender", get_args(commands.TenderWord))
    yield from check_tender(wagering, {command.wager: Tender(kind)}, coupons=False)
    yield from _check_room(state, tried)
    held = state.rack_of(command.by.name) + before
    if command.cents < 1:
        yield Refusal((), tried, "a wager is at least one cent", "Take it back to bet nothing.")
    elif command.cents > held:
        yield Refusal((), tried, f"the player has chips for {dollars(held)}", "Buy in first.")
    elif command.cents > MOST_BET:
        most = dollars(MOST_BET)
        yield Refusal((), tried, f"no wager is above {most}", f"Bet {most} at most.")


def _check_choose(state: TableState, command: commands.Choose) -> Iterator[Refusal]:
    tried = f"Deciding at seat {command.seat}"
    task = next((t for t in due(state) if t.act == "decide" and t.seat == command.seat), None)
    if state.round is None or task is None:
        clauses = due(state)[0].clauses if due(state) else ()
        yield Refusal(clauses, tried, "it is not that seat's turn", describe_next(state))
        return
    meant = (command.stage or task.stage, command.round or state.round.number)
    if meant != (task.stage, state.round.number):
        because = "the decision it was meant for has been made"
        yield Refusal(task.clauses, tried, because, describe_next(state))
        return
    hand = state.round.hands[command.seat]
    game, options = state.setup.game, state.setup.options
    if command.by.role is Role.PLAYER and command.by.name != hand.player:
        yield Refusal(game.handling.own_cards, tried, f"the hand is {hand.player}'s")
        return
    if not all(can_complete(state, misdeal) for misdeal in find_new_misdeals(state)):
        return  # looking at the cards discovers the misdeal, whatever is chosen
    if command.by.role is not Role.PLAYER:
        yield from _check_stand_in(state, command, task)
        return
    refusals = tuple(game.script.check_choice(options, hand, task, command.choice))
    yield from refusals
    if not refusals:
        yield from _check_chips(state, command, task)


def _check_stand_in(state: TableState, command: commands.Choose, task: Task) -> Iterator[Refusal]:
    """When a player's time is up: the adopted choice, or a supervisor's where that is adopted.

    The adopted choice may fold a hand that its player may not. A refusal names no card,
    because the stand-in does not see the player's cards.
    """
    tried, hand = f"Deciding for seat {command.seat}", state.current_round.hands[command.seat]
    adopted = state.setup.game.script.timeout(hand, task)
    by_supervisor = state.setup.options.timeout == "supervisor"
    if command.by.role is Role.SUPERVISOR and not by_supervisor:
        yield Refusal(task.clauses, tried, "this table lets the clock decide")
    if command.by.role is Role.SYSTEM and by_supervisor:
        yield Refusal(task.clauses, tried, "at this table a supervisor decides")
    elif command.by.role is Role.SYSTEM and command.choice != adopted:
        yield Refusal(task.clauses, tried, "the clock takes only the adopted choice")
    if command.by.role is Role.SUPERVISOR and by_supervisor and command.choice != adopted:
        game, options = state.setup.game, state.setup.options
        if any(True for _ in game.script.check_choice(options, hand, task, command.choice)):
            yield Refusal(task.clauses, tried, "the player could not choose that either")
        else:
            yield from _check_chips(state, command, task)


def _check_look(state: TableState, command: commands.LookAtHand) -> Iterator[Refusal]:
    """Players look at their own cards once they are dealt, where the game lets them."""
    tried = f"Looking at the cards of seat {command.seat}"
    own_cards = state.setup.game.handling.own_cards
    if state.round is None or command.seat not in state.round.hands:
        yield Refusal(own_cards, tried, "no cards lie there", describe_next(state))
        return
    hand = state.round.hands[command.seat]
    if hand.player != command.by.name:
        yield Refusal(own_cards, tried, f"the hand is {hand.player}'s")
    elif any(_deals_to_player(task) for task in state.agenda):
        yield Refusal(own_cards, tried, "the cards are still being dealt")
    else:
        void, hands = state.ruling.void_seats - {hand.seat}, state.round.hands.values()
        own = tuple(h for h in hands if h.player == hand.player and h.seat not in void)
        yield from state.setup.game.script.check_look(state.setup.options, own, hand)


def _deals_to_player(task: Task) -> bool:
    """A card or stack still to come; the dealer's own stack may wait in the shoe (P22)."""
    return task.act == "deal" or (task.act == "deal_stack" and task.seat != DEALER)


def _check_draw(state: TableState, _command: commands.DrawInError) -> Iterator[Refusal]:
    """A card can be drawn while the deck is being dealt, and once before it is used."""
    clauses, tried = state.setup.game.handling.drawn_in_error, "A card drawn in error"
    racked = any(owner == "stub" for owner, _ in state.rack)
    due_still = any(task.act in DEALS for task in state.agenda)
    if state.round is None or racked or not state.stock or not due_still:
        yield Refusal(clauses, tried, "no cards are being dealt", describe_next(state))
    elif state.drawn:
        yield Refusal(clauses, tried, "one lies there already: it is the next card that is due")


def _check_breach(state: TableState, command: commands.ReportBreach) -> Iterator[Refusal]:
    read_choice(command.breach, "The breach", list(state.setup.game.handling.breaches))
    if command.seat is not None and command.seat not in state.seats:
        yield Refusal((), f"A breach at seat {command.seat}", "nobody sits there")


def _check_chips(state: TableState, command: commands.Choose, task: Task) -> Iterator[Refusal]:
    hand = state.current_round.hands[command.seat]
    cost = sum(list_added_wagers(state, hand, task, command.choice).values())
    if cost > state.rack_of(hand.player):
        tried = f"A wager of {dollars(cost)} at seat {command.seat}"
        because = f"the player has chips for {dollars(state.rack_of(hand.player))}"
        yield Refusal(task.clauses, tried, because, "Buy in for more, or choose otherwise.")


def list_added_wagers(
    state: TableState, hand: Hand[Any], task: Task, choice: Any
) -> dict[str, int]:
    """The wagers that a choice puts down, with their cents, besides those that are down."""
    script, options = state.setup.game.script, state.setup.options
    chosen = hand.with_actions(script.choose(hand, task, choice))
    before, placed = script.placed(options, hand), script.placed(options, chosen)
    return {wager: cents for wager, cents in placed.items() if wager not in before}


def _check_recut(state: TableState, command: commands.OrderRecut) -> Iterator[Refusal]:
    clauses, tried = state.setup.game.handling.recut, "Ordering a recut"
    if command.by.role is not Role.SUPERVISOR:
        yield Refusal(clauses, tried, "a casino supervisor may order it")
    if not command.reason.strip():
        yield Refusal(clauses, tried, "a reason is recorded")
    cut_waits = bool(state.agenda) and state.agenda[0].act in {"rack_cover", "load"}
    if state.setup.equipment.by_device or not (cut_waits or state.phase is Phase.BETTING):
        because = "it comes after a cut and before the first card"
        yield Refusal(clauses, tried, because, describe_next(state))


def _check_room(state: TableState, tried: str) -> Iterator[Refusal]:
    """An account that could grow beyond what the record can hold grows no further."""
    if any(abs(cents) > MOST_ON_ACCOUNT for cents in state.balances.values()):
        because = f"an account of this table has passed {dollars(MOST_ON_ACCOUNT)}"
        yield Refusal((), tried, because, "Cash out, and play at another table.")


def _check_buy_in(state: TableState, command: commands.BuyIn) -> Iterator[Refusal]:
    yield from _check_room(state, "Buying in")
    if command.cents < 1:
        yield Refusal((), "Buying in for nothing", "name an amount in cents")
    elif command.cents + state.rack_of(command.by.name) > MOST_CENTS:
        yield Refusal((), "Buying in", f"nobody holds more than {dollars(MOST_CENTS)} at a table")


def _check_coupon(state: TableState, command: commands.PlaceCoupon) -> Iterator[Refusal]:
    """A coupon stands beside the ante of the player seated there, while bets are open."""
    seated, wagering = state.setup.game.handling.seated, state.setup.game.wagering
    tried = f"A coupon at seat {command.seat}"
    if state.seats.get(command.seat) != command.by.name:
        yield Refusal(seated, tried, "only the player seated there may bet there")
    if state.phase is not Phase.BETTING:
        yield Refusal(wagering.no_more_bets, tried, "bets are closed", describe_next(state))
    if command.face < 1:
        if command.face or command.seat not in state.coupons:
            because = "no coupon lies there, and one without a face cannot"
            yield Refusal(wagering.tender, tried, because, "Put down an ante, then the coupon.")
        return
    placed, accepted = state.bets.get(command.seat, {}), state.setup.options.match_play
    yield from check_coupons(wagering, placed, {"ante": command.face}, {}, accepted=accepted)


def _check_chips_of(state: TableState, command: commands.ChipChange) -> Iterator[Refusal]:
    held, tried = state.rack_of(command.by.name), f"{dollars(command.cents)} in chips"
    if command.cents < 1:
        yield Refusal((), tried, "an amount is at least one cent", "Name an amount.")
    elif command.cents > held:
        because = f"the player has {dollars(held)} at this table"
        yield Refusal((), tried, because, f"Name {dollars(held)} at most.")


def _check_exposed(state: TableState, command: commands.ExposeDealerCard) -> Iterator[Refusal]:
    if command.stage:
        game = state.setup.game
        stages = {game.script.exposed_at(stage) for stage in (*game.stages, None)}
        read_choice(command.stage, "The stage", sorted(filter(None, stages)))
    if state.round is None or not state.round.dealer or state.round.dealer_revealed:
        yield Refusal((), "Reporting an exposed card", "the dealer has no hidden cards")


def _check_between_rounds(state: TableState, tried: str) -> Iterator[Refusal]:
    if state.phase in {Phase.ROUND, Phase.CLOSED} or state.bets:
        clauses = state.setup.game.handling.device_removed_first
        yield Refusal(clauses, tried, "it is done between rounds", describe_next(state))


DECK_STEPS = {"receive", "inspect", "verify", "spread_idle", "spread", "look", "wash", "stack"}
"""Steps that every deck goes through before it is shuffled."""


def _check_remove_device(state: TableState, command: commands.RemoveDevice) -> Iterator[Refusal]:
    tried = f"Removing the {command.device.replace('_', ' ')}"
    yield from _check_between_rounds(state, tried)
    if command.device not in state.setup.equipment.devices - state.kit.taken_off:
        clauses = state.setup.game.handling.device_removed_first
        yield Refusal(clauses, tried, "it is not on the table")


def _check_change_method(state: TableState, command: commands.ChangeMethod) -> Iterator[Refusal]:
    """A device is removed before the method changes, and the new method must be allowed."""
    clauses, tried = state.setup.game.handling.device_removed_first, "Changing the method"
    yield from _check_between_rounds(state, tried)
    if any(task.act in DECK_STEPS for task in state.agenda):
        yield Refusal(clauses, tried, "the decks are not ready yet", describe_next(state))
    if command.by.role not in {Role.FLOORPERSON, Role.SUPERVISOR}:
        yield Refusal(clauses, tried, "a floorperson or supervisor decides it")
    read_choice(command.method, "The method", get_args(commands.MethodWord))
    read_choice(command.shuffle, "The shuffle", get_args(commands.ShuffleWord))
    equipment = state.setup.equipment.dealt_by(command.method, command.shuffle)
    left = state.setup.equipment.devices - equipment.devices - state.kit.taken_off
    for device in sorted(left):
        because = f"the {device.replace('_', ' ')} is still on the table"
        yield Refusal(clauses, tried, because, "Remove it first.")
    yield from check_setup(replace(state.setup, equipment=equipment))


INVENTORY_MOVES: tuple[commands.InventoryMove, ...] = get_args(commands.InventoryMove)
BOXES: dict[commands.Box, str] = {"drop": "count_room", "tips": "tip_pool"}
"""Where the contents of each box go."""


def _check_inventory(state: TableState, command: commands.MoveInventory) -> Iterator[Refusal]:
    read_choice(command.reason, "The reason", INVENTORY_MOVES)
    tried = f"{command.reason.capitalize()} of {dollars(command.cents)}"
    if not 1 <= command.cents <= MOST_CENTS:
        yield Refusal((), tried, f"it is an amount from one cent to {dollars(MOST_CENTS)}")
    else:
        yield from _check_room(state, tried)
    if command.reason == "credit" and command.cents > state.balances.get("inventory", 0):
        yield Refusal((), tried, "the table inventory container does not hold that much")


def _check_count(
    _state: TableState, command: commands.CountInventory | commands.EmptyBox
) -> Iterator[Refusal]:
    if not 0 <= command.cents <= MOST_CENTS:
        tried = f"A count of {dollars(command.cents)}"
        yield Refusal((), tried, f"it is an amount up to {dollars(MOST_CENTS)}")


def _check_empty_box(state: TableState, command: commands.EmptyBox) -> Iterator[Refusal]:
    read_choice(command.box, "The box", list(BOXES))
    yield from _check_count(state, command)
    if state.phase is Phase.ROUND:
        yield Refusal((), f"Taking the {command.box} box", "a round is in play")
    if state.balances.get(command.box, 0) + state.balances.get(BOXES[command.box], 0) > MOST_LIMIT:
        because = f"more than {dollars(MOST_LIMIT)} would have come from this table"
        yield Refusal((), f"Taking the {command.box} box", because, "Close the table.")


def _check_close(state: TableState, _command: commands.CloseTable) -> Iterator[Refusal]:
    if state.phase is Phase.ROUND or state.bets:
        yield Refusal((), "Closing the table", "a round is in play or bets are down")


FAULTS: tuple[commands.Fault, ...] = get_args(commands.Fault)
NEEDS_CARD = {"face_up", "stuck", "lose_card"}


def _check_happen(state: TableState, command: commands.Happen) -> Iterator[Refusal]:
    """A fault needs no permission, but the card it concerns must be in the deck."""
    read_choice(command.kind, "The fault", FAULTS)
    racked = any(owner == "stub" for owner, _ in state.rack)
    if command.kind in NEEDS_CARD and (racked or command.card not in state.stock):
        yield Refusal((), f"A fault of {command.card}", "the card is not in the undealt deck")
    if command.kind == "stray_card" and not state.decks:
        yield Refusal((), "A stray card", "there is no deck on the table")


_CHECKS: dict[type, Callable[[TableState, Any], Iterator[Refusal]]] = {
    commands.Sit: _check_sit,
    commands.Leave: _check_leave,
    commands.BuyIn: _check_buy_in,
    commands.Bet: _check_bet,
    commands.TakeBack: _check_bet,
    commands.PlaceCoupon: _check_coupon,
    **dict.fromkeys(get_args(commands.ChipChange), _check_chips_of),
    commands.LookAtHand: _check_look,
    commands.DrawInError: _check_draw,
    commands.ReportBreach: _check_breach,
    commands.Do: check_do,
    commands.Choose: _check_choose,
    commands.OrderRecut: _check_recut,
    commands.ExposeDealerCard: _check_exposed,
    commands.RemoveDevice: _check_remove_device,
    commands.ChangeMethod: _check_change_method,
    commands.MoveInventory: _check_inventory,
    commands.CountInventory: _check_count,
    commands.EmptyBox: _check_empty_box,
    commands.CloseTable: _check_close,
    commands.Happen: _check_happen,
}
