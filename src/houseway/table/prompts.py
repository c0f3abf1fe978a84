"""Prompts for the person whose act is due: the physical part of each step, in words.

The engine cannot see hands and cards. Where a clause speaks of them, the prompt
quotes it at the moment it applies, and a breach can be recorded.
"""

from houseway.games.dealing import DEALER, Method
from houseway.games.script import Task
from houseway.rulebook import Citation
from houseway.table.state import TableState

WORDS = {
    "receive": "Receive the decks from the pit's storage, sealed as they came.",
    "inspect": "Inspect the deck, both sides of every card.",
    "verify": "Verify the inspection of the deck.",
    "spread": "Spread the cards face up by suit and in sequence for the first player.",
    "look": "Look at the spread cards before play begins.",
    "wash": "Turn the cards face down and wash them thoroughly.",
    "stack": "Stack the washed cards.",
    "secure": "Fix the dealing shoe to the table.",
    "insert": "Put the deck in the shuffler; the discard rack must hold one deck's cards only.",
    "start": "Start the shuffler.",
    "place_cover": "Lay the cover card on the table in front of the deck.",
    "cut": "Cut at least ten cards from the top onto the cover card, the rest on top of them.",
    "rack_cover": "Put the cover card in the discard rack.",
    "count_stub": "Count the stub, and rack it.",
    "rack_stub": "Put the stub in the discard rack without exposing a card.",
    "burn": "Burn the top card face down.",
    "deal_community": "Deal a community card face up.",
    "tuck": "Keep the folded cards face down under the wager they are needed for.",
    "leave_exposed": "Leave the hand on the table: it is the best so far.",
}


def prompt(state: TableState, task: Task) -> str:
    """The prompt for the person whose act is due."""
    if task.act == "shuffle":
        by_device = state.setup.equipment.by_device
        return "Wait for the shuffler." if by_device else "Shuffle the cards."
    if task.act == "load":
        return _prompt_load(state)
    if task.act in {"deal", "deal_stack"}:
        return _prompt_deal(state, task)
    if task.act == "reveal":
        return _prompt_reveal(state, task)
    if task.act == "announce":
        return f"Announce: {task.words}."
    return WORDS.get(task.act, f"{str(task)[0].upper()}{str(task)[1:]}.")


def list_prompt_clauses(state: TableState, task: Task) -> Citation:
    """The clauses that the prompt for a task cites."""
    handling = state.setup.game.handling
    if task.act in {"deal", "deal_stack"}:
        return handling.by(state.setup.equipment.dealing).drawn
    return ()


def _prompt_load(state: TableState) -> str:
    method = state.setup.equipment.dealing
    if method is Method.HAND:
        return "Take the deck in the left or the right hand: it stays there for the whole round."
    return f"Put the stacked deck in the {method.value.replace('_', ' ')}."


def _prompt_deal(state: TableState, task: Task) -> str:
    whom = "yourself" if task.seat == DEALER else f"seat {task.seat}"
    covered = task.seat == DEALER and state.setup.covers_dealer
    under = " Put it under the cover card." if covered else ""
    if task.act == "deal_stack":
        return f"Deliver the next stack face down to {whom}.{under}"
    if state.setup.equipment.dealing is Method.HAND:
        how = "with the free hand; keep the deck in front of you and over the chip tray"
    else:
        near = state.setup.equipment.shoe_side
        far = "right" if near == "left" else "left"
        how = f"drawing it with the {near} hand, nearest the shoe, and placing it with the {far}"
    return f"Deal one card face down to {whom}, {how}.{under}"


def _prompt_reveal(state: TableState, task: Task) -> str:
    if task.seat is not None:
        return f"Turn up the cards of seat {task.seat}."
    covered = " Lay the cover card beside the shoe." if state.setup.covers_dealer else ""
    return f"Turn up your own cards, and announce the hand.{covered}"
