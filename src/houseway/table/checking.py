"""Every reason why a command may not be done now, with its clause and what comes next."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import NEW_DECK, Card
from houseway.games.dealing import Method
from houseway.games.deals import check_cut
from houseway.games.reading import either, read_choice
from houseway.games.wagers import Moment, Tender, check_coupons, check_tender
from houseway.rulebook import Malformed, Refusal
from houseway.table import commands
from houseway.table.agenda import due
from houseway.table.commands import Command, Role
from houseway.table.setup import check_setup
from houseway.table.state import Phase, TableState, undiscovered_misdeal


def check(state: TableState, command: Command) -> Iterator[Refusal]:
    """Every refusal of a command; nothing is refused without a reason."""
    allowed = MAY_ASK.get(type(command), STAFF)
    if command.by.role not in allowed:
        tried = f"{type(command).__name__} by the {command.by.role.value}"
        who = either(sorted(role.value for role in allowed))
        yield Refusal(state.setup.game.handling.seated, tried, f"it is for the {who}")
        return
    yield from _CHECKS[type(command)](state, command)


STAFF = frozenset({Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR})
PLAYER = frozenset({Role.PLAYER})
MAY_ASK: dict[type, frozenset[Role]] = {
    **dict.fromkeys((commands.Sit, commands.Leave, commands.BuyIn, commands.Bet), PLAYER),
    **dict.fromkeys((commands.TakeBack, commands.PlaceCoupon, commands.Tip), PLAYER),
    commands.ColourUp: PLAYER,
    commands.Choose: PLAYER | {Role.SYSTEM},
    # Whose act it is stands on the agenda.
    commands.Do: frozenset(Role),
    commands.ExposeDealerCard: frozenset(Role),
    commands.Happen: frozenset({Role.SYSTEM}),
}
"""Who may ask for what; what is not named here is for the staff of the table."""


def next_words(state: TableState) -> str:
    """What may be done instead, for the end of a refusal."""
    if state.phase is Phase.CLOSED:
        return "Next: receive the decks."
    if state.phase is Phase.BETTING:
        return "Bets may be placed until the dealer announces 'No more bets'."
    tasks = due(state)
    return f"Next: {tasks[0]} ({tasks[0].by.value})." if tasks else ""


def _check_sit(state: TableState, command: commands.Sit) -> Iterator[Refusal]:
    seated = state.setup.game.handling.seated
    if not 1 <= command.seat <= state.setup.options.seats:
        most = state.setup.options.seats
        yield Refusal(seated, f"Sitting at seat {command.seat}", f"the table has {most} seats")
    if command.seat in state.seats:
        yield Refusal(seated, f"Sitting at seat {command.seat}", "the seat is taken")


def _check_leave(state: TableState, command: commands.Leave) -> Iterator[Refusal]:
    """A player with cards stays to the end of the round; his bets come back first."""
    seated, tried = state.setup.game.handling.seated, f"Leaving seat {command.seat}"
    if state.seats.get(command.seat) != command.by.name:
        yield Refusal(seated, tried, "it is not that player's seat")
    if state.round and command.seat in state.round.hands:
        yield Refusal(seated, tried, "a player who was dealt cards stays until the round is over")
    if command.seat in state.bets:
        yield Refusal(seated, tried, "a wager is down", "Take it back first.")


def _check_bet(state: TableState, command: commands.Bet | commands.TakeBack) -> Iterator[Refusal]:
    wagering = state.setup.game.wagering
    tried = f"Wager {command.wager} at seat {command.seat}"
    if state.seats.get(command.seat) != command.by.name:
        yield Refusal(state.setup.game.handling.seated, tried, "only who sits there may bet there")
    wager = wagering.wager(command.wager)
    if wager is None or wager.moment is not Moment.BEFORE_THE_DEAL:
        yield Refusal((), tried, "it is no wager that goes down before the deal")
        return
    if state.phase is not Phase.BETTING:
        yield Refusal(wagering.no_more_bets, tried, "bets are closed", next_words(state))
    before = state.bets.get(command.seat, {}).get(command.wager, 0)
    if isinstance(command, commands.TakeBack):
        if not before:
            yield Refusal((), tried, "there is none to take back")
        return
    tender = {command.wager: Tender(command.tender)}
    yield from check_tender(wagering, tender, coupons=False)
    if command.cents < 1 or command.cents > state.rack_of(command.by.name) + before:
        yield Refusal((), tried, "the player does not have that many chips", "Buy in first.")


def _check_do(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    if command.act == "no_more_bets":
        yield from _check_no_more_bets(state, command)
        return
    if command.act == "spread_idle":
        if state.phase is not Phase.BETTING or state.seats:
            idle = state.setup.game.handling.idle
            yield Refusal(idle, "Spreading the cards", "there is gaming activity at the table")
        return
    if command.act == "shuffle" and state.phase is Phase.ROUND:
        yield from _check_second_shuffle(state, command)
        return
    asked = (command.act, command.seat, command.wager)
    task = next((t for t in due(state) if (t.act, t.seat, t.wager) == asked), None)
    if task is None:
        expected = due(state)
        clauses = expected[0].clauses if expected else ()
        tried = f"{command.act.replace('_', ' ').capitalize()}"
        yield Refusal(clauses, tried, "it is not what comes next", next_words(state))
        return
    if task.by.value != command.by.role.value:
        because = f"it is done by the {task.by.value}"
        yield Refusal(task.clauses, f"{task} by the {command.by.role.value}", because)
    yield from _check_data(state, command)


def _check_data(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """What an act needs to be told."""
    handling = state.setup.game.handling
    if command.act == "receive":
        yield from _check_decks(state, command.data)
    elif command.act == "shuffle":
        yield from _check_order(state.decks[state.in_use], command.data, handling.shuffle)
    elif command.act == "cut":
        if not isinstance(command.data, int) or isinstance(command.data, bool):
            raise Malformed("A cut is a number of cards.")
        yield from check_cut(state.setup.game, command.data)
    elif command.act == "look" and command.by.name not in state.seats.values():
        yield Refusal(handling.look, "Looking at the cards", "the player is not at the table")
    elif command.act == "verify" and not all(map(_is_whole, state.decks)):
        yield Refusal(handling.one_deck, "Verifying the deck", "it is not the 52 cards")


def _is_whole(deck: tuple[Card, ...]) -> bool:
    return sorted(deck) == sorted(NEW_DECK)


def _check_decks(state: TableState, data: Any) -> Iterator[Refusal]:
    handling, number = state.setup.game.handling, state.setup.equipment.decks
    if not isinstance(data, list | tuple) or len(data) != number:
        tried = "Receiving decks"
        yield Refusal(handling.one_deck, tried, f"this table uses {number}")


def _check_order(deck: tuple[Card, ...], order: Any, clauses: Any) -> Iterator[Refusal]:
    if not isinstance(order, list | tuple) or sorted(order) != sorted(deck):
        yield Refusal(clauses, "A shuffle", "it must keep every card of the deck, each once")


def _check_second_shuffle(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    handling = state.setup.game.handling
    if state.setup.equipment.decks != 2 or command.by.role is not Role.DEVICE:
        clauses = handling.other_deck_shuffles
        yield Refusal(clauses, "Shuffling during a round", "only a second deck, by the device")
        return
    other = state.decks[(state.in_use + 1) % 2]
    yield from _check_order(other, command.data, handling.shuffle)


def _check_no_more_bets(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """The call closes a full set of bets: an incomplete one is refused and stays the player's."""
    game = state.setup.game
    clauses = game.handling.by(state.setup.equipment.dealing).no_more_bets
    tried = "Announcing 'No more bets'"
    if command.by.role is not Role.DEALER:
        yield Refusal(clauses, tried, "the dealer makes the call")
    if state.phase is not Phase.BETTING:
        yield Refusal(clauses, tried, "bets are not open", next_words(state))
        return
    if not state.bets:
        yield Refusal(clauses, tried, "nobody has bet", next_words(state))
    for placed in state.bets.values():
        yield from game.check_bets(state.setup.options, placed)
    players = {seat: state.seats[seat] for seat in state.bets}
    yield from game.check_seating(state.setup.options, players, state.bets)


def _check_choose(state: TableState, command: commands.Choose) -> Iterator[Refusal]:
    tried = f"Deciding at seat {command.seat}"
    task = next((t for t in due(state) if t.act == "decide" and t.seat == command.seat), None)
    if state.round is None or task is None:
        clauses = due(state)[0].clauses if due(state) else ()
        yield Refusal(clauses, tried, "it is not that seat's turn", next_words(state))
        return
    hand = state.round.hands[command.seat]
    clock = command.by.role is Role.SYSTEM
    if not clock and (command.by.role is not Role.PLAYER or command.by.name != hand.player):
        yield Refusal(task.clauses, tried, f"the hand is {hand.player}'s")
    if undiscovered_misdeal(state) is not None:
        return  # looking at the cards brings the misdeal to light, whatever is chosen
    game, options = state.setup.game, state.setup.options
    refusals = tuple(game.script.check_choice(options, hand, task, command.choice))
    yield from refusals
    if not refusals:
        yield from _check_chips(state, command, task)


def _check_chips(state: TableState, command: commands.Choose, task: Any) -> Iterator[Refusal]:
    assert state.round is not None
    game, options = state.setup.game, state.setup.options
    hand = state.round.hands[command.seat]
    chosen = hand.with_actions(game.script.choose(hand, task, command.choice))
    cost = sum(game.script.placed(options, chosen).values())
    if cost > state.rack_of(hand.player):
        tried = f"A play wager of {cost} cents at seat {command.seat}"
        yield Refusal(task.clauses, tried, "the player does not have that many chips")


def _check_recut(state: TableState, command: commands.OrderRecut) -> Iterator[Refusal]:
    clauses, tried = state.setup.game.handling.recut, "Ordering a recut"
    if command.by.role is not Role.SUPERVISOR:
        yield Refusal(clauses, tried, "a casino supervisor may order it")
    if not command.reason.strip():
        yield Refusal(clauses, tried, "a reason is recorded")
    cut_waits = bool(state.agenda) and state.agenda[0].act == "load"
    if state.setup.equipment.by_device or not (cut_waits or state.phase is Phase.BETTING):
        because = "it comes after a cut and before the first card"
        yield Refusal(clauses, tried, because, next_words(state))


def _check_buy_in(_state: TableState, command: commands.BuyIn) -> Iterator[Refusal]:
    if command.cents < 1:
        yield Refusal((), "Buying in for nothing", "name an amount in cents")


def _check_coupon(state: TableState, command: commands.PlaceCoupon) -> Iterator[Refusal]:
    """A coupon stands beside the ante of who sits there, while bets are open."""
    wagering, tried = state.setup.game.wagering, f"A coupon at seat {command.seat}"
    if state.seats.get(command.seat) != command.by.name:
        yield Refusal(state.setup.game.handling.seated, tried, "only who sits there may bet there")
    if state.phase is not Phase.BETTING:
        yield Refusal(wagering.no_more_bets, tried, "bets are closed", next_words(state))
    yield from check_coupons(
        wagering,
        state.bets.get(command.seat, {}),
        {"ante": command.face},
        {},
        accepted=state.setup.options.match_play,
    )


def _check_chips_of(
    state: TableState, command: commands.Tip | commands.ColourUp
) -> Iterator[Refusal]:
    if not 1 <= command.cents <= state.rack_of(command.by.name):
        words = "the player does not have that many chips"
        yield Refusal((), f"{command.cents} cents in chips", words)


def _check_exposed(state: TableState, _command: commands.ExposeDealerCard) -> Iterator[Refusal]:
    hidden = state.round is not None and state.round.dealer and not state.round.dealer_revealed
    if not hidden:
        yield Refusal((), "Reporting an exposed card", "the dealer has no hidden cards")


def _between_rounds(state: TableState, tried: str) -> Iterator[Refusal]:
    if state.phase in {Phase.ROUND, Phase.CLOSED} or state.bets:
        clauses = state.setup.game.handling.device_removed_first
        yield Refusal(clauses, tried, "it is done between rounds", next_words(state))


def _check_remove_device(state: TableState, command: commands.RemoveDevice) -> Iterator[Refusal]:
    tried = f"Removing the {command.device.replace('_', ' ')}"
    yield from _between_rounds(state, tried)
    if command.device not in state.setup.equipment.devices - state.taken_off:
        clauses = state.setup.game.handling.device_removed_first
        yield Refusal(clauses, tried, "it is not on the table")


def _check_change_method(state: TableState, command: commands.ChangeMethod) -> Iterator[Refusal]:
    """A device comes off the table before another method is used; and the new way is allowed."""
    clauses, tried = state.setup.game.handling.device_removed_first, "Changing the method"
    yield from _between_rounds(state, tried)
    if command.by.role not in {Role.FLOORPERSON, Role.SUPERVISOR}:
        yield Refusal(clauses, tried, "a floorperson or supervisor decides it")
    read_choice(command.method, "The method", [method.value for method in Method])
    read_choice(command.shuffle, "The shuffle", ("manual", "automated"))
    now = state.setup.equipment
    equipment = replace(now, method=command.method, shuffle=command.shuffle)
    left = state.setup.equipment.devices - equipment.devices - state.taken_off
    for device in sorted(left):
        because = f"the {device.replace('_', ' ')} is still on the table"
        yield Refusal(clauses, tried, because, "Remove it first.")
    yield from check_setup(replace(state.setup, equipment=equipment))


def _check_close(state: TableState, _command: commands.CloseTable) -> Iterator[Refusal]:
    if state.phase is Phase.ROUND or state.bets:
        yield Refusal((), "Closing the table", "a round is in play or bets are down")


def _check_nothing(_state: TableState, _command: commands.Happen) -> Iterator[Refusal]:
    """The physical world asks nobody."""
    yield from ()


_CHECKS: dict[type, Callable[[TableState, Any], Iterator[Refusal]]] = {
    commands.Sit: _check_sit,
    commands.Leave: _check_leave,
    commands.BuyIn: _check_buy_in,
    commands.Bet: _check_bet,
    commands.TakeBack: _check_bet,
    commands.PlaceCoupon: _check_coupon,
    commands.Tip: _check_chips_of,
    commands.ColourUp: _check_chips_of,
    commands.Do: _check_do,
    commands.Choose: _check_choose,
    commands.OrderRecut: _check_recut,
    commands.ExposeDealerCard: _check_exposed,
    commands.RemoveDevice: _check_remove_device,
    commands.ChangeMethod: _check_change_method,
    commands.CloseTable: _check_close,
    commands.Happen: _check_nothing,
}
