"""Every reason to refuse a step of procedure now, with its clause and what comes next."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import NEW_DECK, Card, CardError, parse_card
from houseway.games.dealing import Method
from houseway.games.handling import check_cut
from houseway.games.script import Task
from houseway.games.wagers import check_coupons
from houseway.rulebook import Citation, Malformed, Refusal
from houseway.table import commands
from houseway.table.agenda import due, find_due
from houseway.table.commands import Role
from houseway.table.state import Phase, Shuffler, TableState


def describe_next(state: TableState) -> str:
    """The next step, for the end of a refusal."""
    if state.phase is Phase.CLOSED:
        return "Next: receive the decks."
    if state.phase is Phase.BETTING:
        return "Bets may be placed until the dealer announces 'No more bets'."
    tasks = due(state)
    return f"Next: {tasks[0]} ({tasks[0].by.value})." if tasks else ""


def check_do(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """Refusals of a step: one that is always open, or the one that is due."""
    preparing = state.phase is Phase.PREPARING
    if command.act in USES_DEVICES and state.kit.taken_off:
        tried = command.act.replace("_", " ").capitalize()
        yield refuse_without_device(state, tried, "Change the method first.")
    if command.act == "no_more_bets":
        yield from _check_no_more_bets(state, command)
    elif command.act == "spread_idle" and not preparing:
        yield from _check_idle(state, command)
    elif command.act == "reject":
        yield from _check_reject(state, command)
    elif command.act == "shuffle" and state.phase in {Phase.BETTING, Phase.ROUND}:
        yield from _check_second_shuffle(state, command)
    elif command.act == "start" and not preparing and state.kit.shuffler is Shuffler.JAM:
        start = Task("start", state.setup.game.handling.shuffle)
        yield from _check_performer(state, command, start)
    else:
        yield from _check_due(state, command)


USES_DEVICES = {"insert", "start", "shuffle", "load", "deal_stack", "no_more_bets"}


def refuse_without_device(state: TableState, tried: str, instead: str) -> Refusal:
    """A device that was removed is not used; the method is changed first."""
    gone = ", ".join(sorted(state.kit.taken_off)).replace("_", " ")
    clauses = state.setup.game.handling.device_removed_first
    return Refusal(clauses, tried, f"the {gone} is off the table", instead)


def _check_reject(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """Decks that are not in order are sent back while they are inspected."""
    inspect, tried = state.setup.game.handling.inspect, "Sending the decks back"
    if command.by.role not in {Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR}:
        yield Refusal(inspect, tried, "it is done by the staff of the table")
    if not state.agenda or state.agenda[0].act not in {"inspect", "verify"}:
        yield Refusal(inspect, tried, "no deck is being inspected", describe_next(state))


def _check_due(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    if command.act == "decide":
        tried, because = "Performing a decision", "a decision is its player's own choice"
        yield Refusal(state.setup.game.handling.own_cards, tried, because, describe_next(state))
        return
    task = find_due(state, command.act, command.seat, command.wager)
    if task is None:
        yield _refuse_out_of_turn(state, command)
        return
    yield from _check_performer(state, command, task)
    yield from _check_data(state, command)


def _refuse_out_of_turn(state: TableState, command: commands.Do) -> Refusal:
    expected, handling = due(state), state.setup.game.handling
    clauses = expected[0].clauses if expected else ()
    tried, because = command.act.replace("_", " ").capitalize(), "it is not what comes next"
    if command.act == "load" and state.kit.holding:
        because = f"the deck stays in the {state.kit.holding} hand for the whole round"
        clauses = handling.same_hand
    return Refusal(clauses, tried, because, describe_next(state))


def _check_performer(state: TableState, command: commands.Do, task: Task) -> Iterator[Refusal]:
    """Refusals of the person; a deck is put in the shoe by the dealer or by the shuffler."""
    performers = {task.by.value}
    if task.act == "load" and state.setup.equipment.by_device:
        performers.add(Role.DEVICE.value)
    if command.by.role.value not in performers:
        because = f"it is done by the {task.by.value}"
        yield Refusal(task.clauses, f"{task} by the {command.by.role.value}", because)
    if task.act == "verify" and is_same_person(command.by.name, state.inspected_by):
        because = f"{command.by.name} inspected the deck; a second person verifies it"
        yield Refusal(task.clauses, "Verifying the deck", because)


def _check_data(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """Refusals of the data that an act needs."""
    handling = state.setup.game.handling
    if command.act == "receive":
        yield from _check_decks(state, command.data)
    elif command.act == "shuffle":
        yield from _check_order(state.decks[state.in_use], command.data, handling.shuffle)
    elif command.act == "cut":
        if not isinstance(command.data, int) or isinstance(command.data, bool):
            raise Malformed("A cut is a number of cards.")
        yield from check_cut(state.setup.game.handling, command.data)
    elif command.act == "look" and command.by.name not in state.seats.values():
        yield Refusal(handling.look, "Looking at the cards", "the player is not at the table")
    elif command.act == "verify" and not are_decks_whole(state):
        because, instead = "it is not the 52 cards", "Send it back: reject."
        yield Refusal(handling.one_deck, "Verifying the deck", because, instead)
    elif command.act == "load":
        _check_holding_hand(state, command)


def _check_holding_hand(state: TableState, command: commands.Do) -> None:
    by_hand = state.setup.equipment.dealing is Method.HAND
    if by_hand and command.data not in ("left", "right"):  # any data
        raise Malformed("Say in which hand the deck is held for this round: left or right.")


def read_card_list(value: Any, where: str) -> tuple[Card, ...]:
    """Cards as a command carries them: as cards, or as their two letters."""
    if not isinstance(value, list | tuple):
        raise Malformed(f"{where} must be a list of cards.")
    try:
        return tuple(card if isinstance(card, Card) else parse_card(card) for card in value)
    except CardError as error:
        raise Malformed(f"{where}: {error}") from None


def read_shuffle(data: Any) -> tuple[tuple[Card, ...], str]:
    """The order that a shuffle gave, and the commitment made to it: a list, or an object."""
    if not isinstance(data, dict):
        return read_card_list(data, "The order of a shuffle"), ""
    if set(data) - {"order", "commitment"} or not isinstance(data.get("commitment", ""), str):
        raise Malformed("A shuffle has an order and a commitment, and nothing else.")
    return read_card_list(data.get("order"), "The order of a shuffle"), data.get("commitment", "")


def are_decks_whole(state: TableState) -> bool:
    """Whether every deck that arrived last is the 52 cards."""
    return all(sorted(state.decks[n]) == sorted(NEW_DECK) for n in state.received)


def is_same_person(name: str, other: str) -> bool:
    """Whether two names are the same but for spelling variants of the same letters."""
    return _normalize(name) == _normalize(other)


def _normalize(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _check_decks(state: TableState, data: Any) -> Iterator[Refusal]:
    one_deck, tried = state.setup.game.handling.one_deck, "Receiving decks"
    number = len(state.retired) or state.setup.equipment.decks
    if not isinstance(data, list | tuple) or len(data) != number:
        yield Refusal(one_deck, tried, f"this table uses {number}")
    elif any(len(read_card_list(deck, "A deck")) > 52 for deck in data):
        yield Refusal(one_deck, tried, "a deck has 52 cards")


def _check_order(deck: tuple[Card, ...], data: Any, clauses: Citation) -> Iterator[Refusal]:
    order, _ = read_shuffle(data)
    if len(order) != len(deck) or set(order) != set(deck):
        yield Refusal(clauses, "A shuffle", "it must keep every card of the deck, each once")


def _check_idle(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """Cards are spread when nobody plays; a second deck must not be in mid-shuffle."""
    idle, tried = state.setup.game.handling.idle, "Spreading the cards"
    if command.by.role is not Role.DEALER:
        yield Refusal(idle, tried, "it is done by the dealer")
    if state.phase is not Phase.BETTING or state.seats:
        yield Refusal(idle, tried, "there is gaming activity at the table")
    if state.kit.shuffler in {Shuffler.SHUFFLING, Shuffler.JAM}:
        yield Refusal(idle, tried, "the shuffler is at work on the other deck", "Wait for it.")


def _check_second_shuffle(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    clauses = state.setup.game.handling.other_deck_shuffles
    if state.setup.equipment.decks != 2 or command.by.role is not Role.DEVICE:
        yield Refusal(clauses, "Shuffling during a round", "only a second deck, by the device")
    elif state.kit.shuffler is not Shuffler.SHUFFLING:
        because = f"the shuffler is {state.kit.shuffler.value}, not shuffling"
        yield Refusal(clauses, "The report of a shuffle", because)
    else:
        other = state.decks[(state.in_use + 1) % 2]
        yield from _check_order(other, command.data, state.setup.game.handling.shuffle)


def _at_seat(seat: int, refusal: Refusal) -> Refusal:
    """A refusal of one player's bets, naming the seat."""
    return replace(refusal, tried=f"Seat {seat}: {refusal.tried[0].lower()}{refusal.tried[1:]}")


def _check_no_more_bets(state: TableState, command: commands.Do) -> Iterator[Refusal]:
    """The call closes complete sets of bets; an incomplete one is refused and stays where it is."""
    game = state.setup.game
    clauses = game.handling.by(state.setup.equipment.dealing).no_more_bets
    tried = "Announcing 'No more bets'"
    if command.by.role is not Role.DEALER:
        yield Refusal(clauses, tried, "the dealer makes the call")
    if state.phase is not Phase.BETTING:
        yield Refusal(clauses, tried, "bets are not open", describe_next(state))
        return
    if not state.bets:
        yield Refusal(clauses, tried, "nobody has bet", describe_next(state))
    for seat, placed in state.bets.items():
        for refusal in game.check_bets(state.setup.options, placed):
            yield _at_seat(seat, refusal)
    for seat, face in state.coupons.items():
        placed, coupon = state.bets.get(seat, {}), {"ante": face}
        for refusal in check_coupons(game.wagering, placed, coupon, {}, accepted=True):
            yield _at_seat(seat, refusal)
    players = {seat: state.seats[seat] for seat in state.bets}
    yield from game.check_seating(state.setup.options, players, state.bets)
