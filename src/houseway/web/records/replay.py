"""A closed round again, step by step, as one person was entitled to see it.

Each step is drawn from the view of the table that this person had when it stood there, so
what was hidden then never reaches the page. This module also decides who may open a round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.cards import Card
from houseway.games.results import WagerResult
from houseway.house.offices import FLOOR, Office, Person, closed_round_role
from houseway.ledger.errors import RecordError
from houseway.ledger.replay import round_moments
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
    """Refuses a round of others exactly as a round that does not exist."""
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
    """The seats, and the dealer, whose cards lie in the discard rack by now."""


def steps_for(ledger: Ledger, person: Person, table: str, number: int) -> list[Step]:
    """The steps of a round that this person may know of, numbered without a gap."""
    check_may_open(ledger, person, table, number)
    role, racked, steps = closed_round_role(person), set[str](), list[Step]()
    audience = Audience(role, person.name)
    for moment in round_moments(ledger, table, number):
        event, state = moment.event, moment.after
        if isinstance(event, CardsRacked):
            racked.add(event.owner)
        words = with_suits(narrate(event, audience, state))
        if words:
            step = Step(
                number=len(steps) + 1,
                at=show_time(moment.record.at),
                by=_by(event.by),
                words=words,
                clauses=event.clauses,
                setup=state.setup,
                view=with_chips_left(view(state, role, person.name), state),
                results=settled_wagers(state),
                racked=frozenset(racked),
            )
            steps.append(step)
    return steps


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
    places = dict.fromkeys(step.racked, "in the discard rack")
    if round_ is not None:
        dealer, place = round_.dealer, places.get("dealer", "")
        yield HandRow("Dealer", _fill(dealer.cards, dealer.count), place)
        if step.setup.game.board:
            yield HandRow("Board", round_.community, place)
        for seat, hand in round_.hands.items():
            cards = _fill(hand.cards or hand.shown, hand.count)
            label, is_own = _label(seat, hand.player, name), hand.player == name
            yield HandRow(label, cards, places.get(str(seat), ""), is_own)
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
    known = cards or ()
    return known + (None,) * (count - len(known))


def _label(seat: int, player: str, name: str) -> str:
    return f"Seat {seat}, {'you' if player == name else player}"


def changes(steps: list[Step], person: Person) -> Iterator[Group]:
    """Step by step, only the groups that are not as the step before left them."""
    shown: Group = {}
    for step in steps:
        drawn = draw_step(step, person)
        yield {key: text for key, text in drawn.items() if shown.get(key) != text}
        shown = drawn
