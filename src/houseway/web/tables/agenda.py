"""What comes next at a table, for its dealer: the acts in their order, with amounts to check.

The list ends where a hand is turned up. What follows depends on its cards, and the dealer may
not know them before everybody does.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from houseway.games.script import Task
from houseway.table import TableState
from houseway.table.agenda import amount_owed
from houseway.table.prompts import prompt
from houseway.web.cards import money

MOST_SHOWN = 12


def coming(state: TableState) -> list[dict[str, Any]]:
    """The next acts, in words and with their clauses; the first is due now."""
    known = islice(_known(state), MOST_SHOWN)
    return [{"words": task_words(state, task), "clauses": list(task.clauses[:2])} for task in known]


def _known(state: TableState) -> Iterator[Task]:
    for task in state.agenda:
        yield task
        if task.act in {"reveal", "shuffle"}:
            return


def task_words(state: TableState, task: Task) -> str:
    """An act in a sentence, without what the hands do."""
    if task.act == "decide":
        return f"Seat {task.seat} decides."
    return _plainly(state, task) or prompt(state, task).partition(", ")[0].rstrip(".") + "."


def _plainly(state: TableState, task: Task) -> str:
    """An act with its amount, or with the cards it is about; empty where its prompt says it."""
    if task.act == "rack":
        whose = "your own cards" if task.seat is None else f"the cards of seat {task.seat}"
        board = " and the board" if task.seat is None and state.setup.game.board else ""
        return f"Put {whose}{board} in the discard rack."
    return amount_of(state, task)


def amount_of(state: TableState, task: Task) -> str:
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
        return _corrected(amount_owed(state.round, task.seat, task.wager), what)
    return ""


def _corrected(cents: int, what: str) -> str:
    """What was settled before the round was void is put right; a coupon moves no money."""
    if cents > 0:
        return f"Pay {money(cents)} back to {what}: it was taken before the round was void."
    if cents < 0:
        return f"Take {money(-cents)} back from {what}: it was paid before the round was void."
    return ""


def due_words(state: TableState) -> str:
    """The act that is due now in the words of this console, where it has any."""
    return _plainly(state, state.agenda[0]) if state.agenda else ""
