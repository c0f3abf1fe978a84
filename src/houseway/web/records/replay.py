"""A closed round again, step by step, as one person was entitled to see it.

Each step is drawn from the view of the table that this person had when it stood there, so
what was hidden then never reaches the page. Who may open a round at all is decided here too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.cards import Card
from houseway.games.results import WagerResult
from houseway.house.offices import FLOOR, Office, Person, view_role
from houseway.ledger.errors import RecordError
from houseway.ledger.replay import Moment, round_moments
from houseway.ledger.search import dealt_in, played_in
from houseway.ledger.store import Ledger
from houseway.ledger.times import show_time
from houseway.table import Setup
from houseway.table.events import CardsRacked
from houseway.table.narration import Audience, narrate
from houseway.table.views import TableView, view
from houseway.web.cards import with_suits
from houseway.web.rendering import render_part
from houseway.web.tables.felt import Group, draw_table
from houseway.web.tables.on_felt import OnFelt, settled_wagers, with_chips_left, without_racked

FINDS_ALL = FLOOR | {Office.AUDITOR, Office.ADMINISTRATOR}
"""They find every round. A dealer finds rounds that he dealt, others rounds they played in."""


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
    view: TableView
    results: Mapping[int, tuple[WagerResult, ...]]
    """By seat, how the wagers ended that are settled by now."""
    racked: frozenset[str]
    """Whose cards lie in the discard rack by now."""


def steps_for(ledger: Ledger, person: Person, table: str, number: int) -> list[Step]:
    """The steps of a round that this person may know of, numbered without a gap."""
    check_may_open(ledger, person, table, number)
    return list(_steps(round_moments(ledger, table, number), person))


def _steps(moments: list[Moment], person: Person) -> Iterator[Step]:
    role, racked, number = view_role(person), set[str](), 0
    audience = Audience(role, person.name)
    for moment in moments:
        if isinstance(moment.event, CardsRacked):
            racked.add(moment.event.owner)
        words = with_suits(narrate(moment.event, audience, moment.after))
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
            results=settled_wagers(moment.after),
            racked=frozenset(racked),
        )


def _by(by: str) -> str:
    role, _, name = by.partition(":")
    return f"{name} ({role})" if name else role


@dataclass(frozen=True)
class HandRow:
    """A hand in large beside the felt; a card that is None lies face down."""

    label: str
    cards: tuple[Card | None, ...]
    where: str = ""
    is_own: bool = False


def draw_step(step: Step, person: Person) -> Group:
    """The groups of the felt, and the cards in large beside it."""
    felt = OnFelt(without_racked(step.view, step.racked), results=step.results)
    hands = list(_list_hands(step, person.name))
    return {
        **draw_table(step.setup, felt, person.name),
        "replay-hands": render_part("records/hands.html", hands=hands),
    }


def _list_hands(step: Step, name: str) -> Iterator[HandRow]:
    round_, last = step.view.round, step.view.last
    if round_ is not None:
        dealer, racked = round_.dealer, _where("dealer", step)
        yield HandRow("Dealer", _fill(dealer.cards, dealer.count), racked)
        if step.setup.game.board:
            yield HandRow("Board", round_.community, racked)
        for seat, hand in round_.hands.items():
            cards = _fill(hand.cards or hand.shown, hand.count)
            label, is_own = _label(seat, hand.player, name), hand.player == name
            yield HandRow(label, cards, _where(str(seat), step), is_own)
    elif last is not None:
        if last.dealer:
            yield HandRow("Dealer", last.dealer)
        if last.community:
            yield HandRow("Board", last.community)
        for seat, ended in last.hands.items():
            if shown := ended.cards or ended.shown:
                label = _label(seat, ended.player, name)
                yield HandRow(label, shown, is_own=ended.player == name)


def _fill(cards: tuple[Card, ...] | None, count: int) -> tuple[Card | None, ...]:
    seen = cards or ()
    return (*seen, *([None] * (count - len(seen))))


def _where(owner: str, step: Step) -> str:
    return "in the discard rack" if owner in step.racked else ""


def _label(seat: int, player: str, name: str) -> str:
    return f"Seat {seat}, {'you' if player == name else player}"


def changes(steps: list[Step], person: Person) -> Iterator[Group]:
    """Step by step, only the groups that are not as the step before left them."""
    shown: Group = {}
    for step in steps:
        drawn = draw_step(step, person)
        yield {key: text for key, text in drawn.items() if shown.get(key) != text}
        shown = drawn
