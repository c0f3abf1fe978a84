"""Tables: the lobby, opening one, what a person sees of it, and what they ask of it."""

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from houseway.house.clocks import Manner
from houseway.house.floor import AnyTable
from houseway.house.house import Asked
from houseway.house.offices import PLAYERS, STAFF, Office, sees_as
from houseway.house.running import Answer
from houseway.house.theory import edge_of
from houseway.ledger.recorded import event_of, state_before
from houseway.table.evolving import evolve
from houseway.table.news import news
from houseway.table.setup import read_setup
from houseway.table.wire import LARGEST, to_data
from houseway.web.acting import TheActs
from houseway.web.letting_in import TheHouse, ThePerson, TooMany, address, must_be
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
from houseway.web.seen import AnyEvent, View

log = logging.getLogger("houseway.tables")
APART = {"v", "by"}
"""What a command on record says and one in the API does not: who asks is told beside it."""
router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)


def table_model(table: AnyTable) -> TableModel:
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
        side={name: f"{ev.numerator}/{ev.denominator}" for name, ev in found.side.items()},
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
    return [table_model(table) for table in house.lobby()]


@router.post("/tables", status_code=201)
def open_a_table(
    wanted: NewTable, request: Request, person: ThePerson, house: TheHouse
) -> OpenedTable:
    """A table of any configuration that the text allows, with the exact edge of what was chosen."""
    manner = Manner(**wanted.manner.model_dump())
    house.check_opening(person, manner)
    # The edge first: if it cannot be told, no table is opened.
    edge = _edge(wanted, request)
    table = house.open_table(person, wanted.name, wanted.game, wanted.config, manner)
    log.info("table opened", extra={"fact": {"table": wanted.name, "game": wanted.game}})
    return OpenedTable(table=table_model(table), edge=edge)


@router.post("/edges")
def edge_of_a_configuration(wanted: NewTable, request: Request, _person: ThePerson) -> Edge | None:
    """The exact edge of a configuration, before a table of it is opened."""
    return _edge(wanted, request)


def _edge(wanted: NewTable, request: Request) -> Edge | None:
    """It can take seconds to compute, so it is asked for slowly."""
    read_setup(wanted.game, wanted.config)
    if not request.app.state.solving.allows(address(request)):
        raise TooMany("Too many tables and edges asked for from here. Wait a moment.")
    return edge_model(wanted.game, wanted.config)


@router.delete("/tables/{name}", status_code=204)
def end_a_table(name: str, person: ThePerson, house: TheHouse) -> None:
    """A table that nobody sits at leaves the lobby; its record stays."""
    house.end_table(person, name)
    log.info("table ended", extra={"fact": {"table": name}})


@router.get("/tables/{name}", response_model=View, response_model_exclude_unset=True)
def see_a_table(name: str, person: ThePerson, house: TheHouse) -> dict[str, Any]:
    """The table as this person sees it now."""
    return house.look(name).view(person)


@router.post("/tables/{name}/commands")
def ask(name: str, wanted: Commanded, person: ThePerson, acts: TheActs) -> AnswerModel:
    """Asks something of a table; the answer comes when it is on disk, and only once."""
    data = wanted.command.model_dump(exclude_unset=True)
    return answer_model(acts.tell(person, name, data, wanted.id))


@router.post("/tables/{name}/ready", status_code=204)
def say_ready(name: str, person: ThePerson, acts: TheActs) -> None:
    """Says that one's bets are all down; when everybody's are, the cards are dealt."""
    must_be(person, *PLAYERS)
    acts.say_ready(person, name)


MOST_EVENTS = 1_000


@router.get(
    "/tables/{name}/events",
    response_model=list[AnyEvent],
    response_model_exclude_unset=True,
)
def what_happened(
    name: str,
    person: ThePerson,
    house: TheHouse,
    after: Annotated[int, Query(ge=-1, le=LARGEST)] = -1,
) -> list[dict[str, Any]]:
    """What happened at a table after a record, as far as this person might know it then."""
    table = house.look(name)
    stands = table.stands()
    first = max(after + 1, stands.seq - MOST_EVENTS, 1)
    if first > stands.seq:
        return []
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
            command={key: told for key, told in to_data(one.command).items() if key not in APART},
            confirmed_by=sorted(one.confirmed_by),
        )
        for one in house.requests.waiting()
    ]


@router.post("/requests/{number}/confirm")
def confirm(number: int, person: ThePerson, acts: TheActs) -> AnswerModel:
    """The second person agrees, and it happens."""
    must_be(person, *STAFF)
    return answer_model(acts.confirm(person, number))


@router.delete("/requests/{number}", status_code=204)
def turn_down(number: int, person: ThePerson, house: TheHouse) -> None:
    """The second person does not agree, or who asked asks no longer."""
    must_be(person, *STAFF)
    house.turn_down(person, number)
