"""Tables: the lobby, opening one, what a person sees of it, and what they ask of it."""

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Query

from houseway.house.clocks import Manner
from houseway.house.edges import edge_of
from houseway.house.house import Asked
from houseway.house.offices import STAFF, Office, actor, sees_as
from houseway.house.running import Answer, RunningTable
from houseway.ledger.recorded import event_of, state_before
from houseway.table.evolving import evolve
from houseway.table.news import news
from houseway.table.setup import read_setup
from houseway.table.wire import to_data
from houseway.web.acting import TheActs
from houseway.web.letting_in import TheHouse, ThePerson, must_be
from houseway.web.models import (
    AnswerModel,
    Commanded,
    Edge,
    NewTable,
    OpenedTable,
    PersonModel,
    RequestModel,
    TableModel,
)
from houseway.web.problems import PROBLEMS

log = logging.getLogger("houseway.tables")
router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)


def table_model(table: RunningTable) -> TableModel:
    state = table.state
    return TableModel(
        name=table.name,
        game=state.setup.game.id,
        seats=state.setup.options.seats,
        seated={str(seat): player for seat, player in state.seats.items()},
        phase=state.phase.value,
        rounds=state.rounds,
        dealer=table.manner.dealer,
        seq=table.seq,
    )


def edge_model(game: str, config: dict[str, Any]) -> Edge | None:
    found = edge_of(game, config)
    if found is None:
        return None
    return Edge(
        main=f"{found.main.numerator}/{found.main.denominator}",
        compulsory=f"{found.compulsory.numerator}/{found.compulsory.denominator}",
        house_edge_percent=-100 * float(found.compulsory),
        favours_players=found.favours_players,
        warning=found.warning,
    )


def answer_model(answer: Answer | Asked) -> AnswerModel:
    if isinstance(answer, Asked):
        asked = answer.request
        return AnswerModel(done=False, table=asked.table, id=asked.command_id, request=asked.number)
    return AnswerModel(
        done=True,
        table=answer.table,
        id=answer.command,
        first=answer.first,
        last=answer.last,
        again=answer.again,
    )


@router.get("/tables")
def lobby(house: TheHouse, _person: ThePerson) -> list[TableModel]:
    """The tables of the house."""
    return [table_model(table) for _, table in sorted(house.tables.items())]


@router.post("/tables", status_code=201)
def open_a_table(wanted: NewTable, person: ThePerson, house: TheHouse) -> OpenedTable:
    """A table of any configuration that the text allows, with the exact edge of what was chosen."""
    manner = Manner(**wanted.manner.model_dump())
    table = house.open_table(person, wanted.name, wanted.game, wanted.config, manner)
    log.info("table opened", extra={"fact": {"table": wanted.name, "game": wanted.game}})
    edge = edge_model(wanted.game, wanted.config)
    return OpenedTable(table=table_model(table), edge=edge)


@router.post("/edges")
def edge_of_a_configuration(wanted: NewTable, _person: ThePerson) -> Edge | None:
    """The exact edge of a configuration, before a table of it is opened."""
    read_setup(wanted.game, wanted.config)
    return edge_model(wanted.game, wanted.config)


@router.delete("/tables/{name}", status_code=204)
def end_a_table(name: str, person: ThePerson, house: TheHouse) -> None:
    """A table that nobody sits at leaves the lobby; its record stays."""
    house.end_table(person, name)
    log.info("table ended", extra={"fact": {"table": name}})


@router.get("/tables/{name}")
def see_a_table(name: str, person: ThePerson, house: TheHouse) -> dict[str, Any]:
    """The table as this person sees it now."""
    return house.table(name).view(person)


@router.post("/tables/{name}/commands")
def ask(name: str, wanted: Commanded, person: ThePerson, acts: TheActs) -> AnswerModel:
    """Asks something of a table; the answer comes when it is on disk, and only once."""
    data = wanted.command.model_dump(exclude_unset=True)
    return answer_model(acts.tell(person, name, data, wanted.id))


@router.post("/tables/{name}/ready", status_code=204)
def say_ready(name: str, person: ThePerson, acts: TheActs) -> None:
    """Says that one's bets are all down; when everybody's are, the cards are dealt."""
    acts.say_ready(actor(person).name, name)


MOST_EVENTS = 1_000


@router.get("/tables/{name}/events")
def what_happened(
    name: str,
    person: ThePerson,
    house: TheHouse,
    after: Annotated[int, Query(ge=-1)] = -1,
) -> list[dict[str, Any]]:
    """What happened at a table after a record, as far as this person might know it then."""
    table = house.table(name)
    stands = table.stands()
    first = max(after + 1, stands.seq - MOST_EVENTS, 1)
    # Each event is told as it was to be told then: what lies open now says nothing of before.
    state, role, told = state_before(house.ledger, name, first), sees_as(person), []
    for record in house.ledger.records(name, first, stands.seq):
        event = event_of(record)
        state = evolve(state, event)
        seen = news(state, event, role, person.name)
        if seen:
            told.append({"seq": record.seq, "at": record.at, **seen})
    return told


@router.get("/requests")
def waiting(person: ThePerson, house: TheHouse) -> list[RequestModel]:
    """What waits for a second person."""
    must_be(person, *STAFF, Office.ADMINISTRATOR)
    return [
        RequestModel(
            number=one.number,
            table=one.table,
            by=PersonModel(name=one.by.name, office=one.by.office),
            command=to_data(one.command),
            confirmed_by=sorted(one.confirmed_by),
        )
        for one in house.requests.waiting()
    ]


@router.post("/requests/{number}/confirm")
def confirm(number: int, person: ThePerson, acts: TheActs) -> AnswerModel:
    """The second person agrees, and it happens."""
    return answer_model(acts.confirm(person, number))


@router.delete("/requests/{number}", status_code=204)
def turn_down(number: int, person: ThePerson, house: TheHouse) -> None:
    """The second person does not agree, or who asked asks no longer."""
    mine = [one for one in house.requests.waiting() if one.number == number]
    if mine and mine[0].by.name == person.name:
        house.requests.withdraw(number, person)
    else:
        house.turn_down(person, number)
