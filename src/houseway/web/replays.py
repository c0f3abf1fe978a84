"""A closed round again, step by step, as one person was entitled to see it.

Each step is drawn from the view of the table that this person had when it stood there, so
what was hidden then never reaches the page. Who may open a round at all is decided here too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.house.offices import FLOOR, Office, Person, sees_as
from houseway.ledger.errors import RecordError
from houseway.ledger.replaying import Moment, round_moments
from houseway.ledger.search import dealt_in, played_in
from houseway.ledger.store import Ledger
from houseway.ledger.times import show_time
from houseway.table import Setup
from houseway.table.events import CardsRacked
from houseway.table.views import view
from houseway.web.live.felt import Group, draw_table
from houseway.web.live.lying import with_chips_left, without_racked
from houseway.web.live.panel import templates
from houseway.web.replay_words import step_words

FINDS_ALL = FLOOR | {Office.AUDITOR, Office.ADMINISTRATOR}
"""Who finds every round. A dealer finds those that he dealt in, others those they played in."""


def finds_all(person: Person) -> bool:
    return person.office in FINDS_ALL


def check_may_open(ledger: Ledger, person: Person, table: str, number: int) -> None:
    """Refuses a round of others exactly as one that is not there."""
    took_part = dealt_in if person.office is Office.DEALER else played_in
    if not finds_all(person) and not took_part(ledger, table, number, person.name):
        raise RecordError(f"There is no round {number} of yours at table {table} on record.")


@dataclass(frozen=True)
class Step:
    """One step as a person sees it."""

    number: int
    at: str
    by: str
    words: str
    clauses: tuple[str, ...]
    setup: Setup
    view: dict[str, Any]
    racked: frozenset[str]
    """Whose cards lie in the discard rack by now."""


def steps_for(ledger: Ledger, person: Person, table: str, number: int) -> list[Step]:
    """The steps of a round that this person is told of, numbered without a gap."""
    check_may_open(ledger, person, table, number)
    return list(_steps(round_moments(ledger, table, number), person))


def _steps(moments: list[Moment], person: Person) -> Iterator[Step]:
    role, racked, number = sees_as(person), set[str](), 0
    for moment in moments:
        if isinstance(moment.event, CardsRacked):
            racked.add(moment.event.owner)
        words = step_words(moment, role, person.name)
        if not words:
            continue
        number += 1
        yield Step(
            number=number,
            at=show_time(moment.record.at),
            by=_by(moment.event.by),
            words=words,
            clauses=moment.event.clauses,
            setup=moment.after.setup,
            view=with_chips_left(view(moment.after, role, person.name), moment.after),
            racked=frozenset(racked),
        )


def _by(by: str) -> str:
    role, _, name = by.partition(":")
    return f"{name} ({role})" if name else role


def draw_step(step: Step, person: Person) -> Group:
    """The groups of the felt, and the cards in large beside it."""
    drawn = draw_table(step.setup, without_racked(step.view, step.racked), person.name)
    told = {"view": step.view, "racked": step.racked, "game": step.setup.game, "me": person.name}
    return {**drawn, "replay-hands": templates().get_template("replay_hands.html").render(told)}


def changes(steps: list[Step], person: Person) -> Iterator[Group]:
    """Step by step, only the groups that are not as the step before left them."""
    shown: Group = {}
    for step in steps:
        drawn = draw_step(step, person)
        yield {key: text for key, text in drawn.items() if shown.get(key) != text}
        shown = drawn
