"""What comes next at a table, for its dealer: the acts in their order, with amounts to check.

The list ends where a hand is turned up. What follows depends on its cards, and the dealer may
not know them before everybody does.
"""

from typing import Any

from houseway.games.script import Task
from houseway.table import TableState
from houseway.table.agenda import amount_owed
from houseway.table.prompts import prompt
from houseway.web.cards import money

MOST_SHOWN = 12


def list_coming(state: TableState) -> list[dict[str, Any]]:
    """The next acts, in words and with their clauses; the first is due now."""
    coming = []
    for task in state.agenda[:MOST_SHOWN]:
        clauses = list(task.clauses[:2])
        coming.append({"words": describe_task(state, task), "clauses": clauses})
        if task.act in {"reveal", "shuffle"}:
            break
    return coming


def describe_task(state: TableState, task: Task) -> str:
    """An act in a sentence, without what the hands do."""
    if task.act == "decide":
        return f"Seat {task.seat} decides."
    words = _describe_plainly(state, task)
    return words or prompt(state, task).partition(", ")[0].rstrip(".") + "."


def _describe_plainly(state: TableState, task: Task) -> str:
    """An act with its amount, or with the cards it is about; empty where its prompt says it."""
    if task.act == "rack":
        whose = "your own cards" if task.seat is None else f"the cards of seat {task.seat}"
        board = " and the board" if task.seat is None and state.setup.game.board else ""
        return f"Put {whose}{board} in the discard rack."
    return _describe_amount(state, task)


def _describe_amount(state: TableState, task: Task) -> str:
    """What is paid, taken or given back, to be checked before hands touch chips."""
    if task.seat is None or task.wager is None or state.round is None:
        return ""
    what = f"seat {task.seat}, {task.wager.replace('_', ' ')}"
    stake = state.balances.get(f"spot:{task.seat}:{task.wager}", 0)
    if task.act == "pay":
        return f"Pay {money(task.cents)} to {what}, which lies at {money(stake)}."
    if task.act == "collect":
        return f"Take {money(stake)} from {what}."
    if task.act == "return":
        return f"Give back {money(stake)} to {what}."
    if task.act == "correct":
        return _describe_correction(amount_owed(state.round, task.seat, task.wager), what)
    return ""


def _describe_correction(cents: int, what: str) -> str:
    """What was settled before the round was void is put right; a coupon moves no money."""
    if cents > 0:
        return f"Pay {money(cents)} back to {what}: it was taken before the round was void."
    if cents < 0:
        return f"Take {money(-cents)} back from {what}: it was paid before the round was void."
    return ""


def describe_due(state: TableState) -> str:
    """The act that is due now in the words of this console, where it has any."""
    return _describe_plainly(state, state.agenda[0]) if state.agenda else ""
