"""Tables over HTTP: the lobby, opening a table, its view and events, commands and requests."""

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from houseway.codec import LARGEST
from houseway.house.approvals import PendingApproval
from houseway.house.clocks import RunSettings
from houseway.house.edges import Edge as TableEdge
from houseway.house.floor import AnyTable
from houseway.house.messages import Outcome
from houseway.house.offices import PLAYERS, STAFF, Office, view_role
from houseway.ledger.recorded_table import event_of, state_before
from houseway.table.event_views import view_event
from houseway.table.evolution import evolve
from houseway.table.setup import read_setup
from houseway.table.wire import to_data
from houseway.web.api.models import (
    AnswerModel,
    Commanded,
    Edge,
    NewTable,
    OpenedTable,
    PersonModel,
    RequestModel,
    TableModel,
)
from houseway.web.api.problems import PROBLEMS
from houseway.web.api.view_schemas import AnyEvent, View
from houseway.web.auth.access import TheHouse, ThePerson, require_office
from houseway.web.auth.rate_limits import TooManyRequests, client_address
from houseway.web.services import services_of
from houseway.web.tables.command_gateway import TheGateway

log = logging.getLogger("houseway.tables")
MOST_EVENTS = 1_000
APART = {"v", "by"}
"""Fields of a command on record that one in the API does not have: `by` stands beside it there."""
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
        dealer=table.settings.dealer,
        seq=table.seq,
    )


def edge_model(edge: TableEdge | None) -> Edge | None:
    if edge is None:
        return None
    return Edge(
        main=f"{edge.main.numerator}/{edge.main.denominator}",
        compulsory=f"{edge.compulsory.numerator}/{edge.compulsory.denominator}",
        house_edge_percent=-100 * float(edge.compulsory),
        side={name: f"{ev.numerator}/{ev.denominator}" for name, ev in edge.side.items()},
        favours_players=edge.favours_players,
        warning=edge.warning,
    )


def answer_model(outcome: Outcome) -> AnswerModel:
    if isinstance(outcome, PendingApproval):
        table, command_id, number = outcome.table, outcome.command_id, outcome.number
        return AnswerModel(done=False, table=table, id=command_id, request=number)
    return AnswerModel(
        done=True,
        table=outcome.table,
        id=outcome.command,
        first=outcome.first,
        last=outcome.last,
        again=outcome.again,
    )


@router.get("/tables")
def lobby(house: TheHouse, _person: ThePerson) -> list[TableModel]:
    """The tables of the house."""
    return [table_model(table) for table in house.lobby()]


@router.post("/tables", status_code=201)
def open_a_table(
    new: NewTable, request: Request, person: ThePerson, house: TheHouse
) -> OpenedTable:
    """A table of any configuration that the text allows, with the exact edge of what was chosen."""
    manner = RunSettings(**new.manner.model_dump())
    house.check_opening(person, manner)
    # The edge first: if it cannot be computed, no table is opened.
    edge = _compute_edge(new, request)
    table = house.open_table(person, new.name, new.game, new.config, manner)
    log.info("table opened", extra={"fields": {"table": new.name, "game": new.game}})
    return OpenedTable(table=table_model(table), edge=edge)


@router.post("/edges")
def edge_of_a_configuration(new: NewTable, request: Request, _person: ThePerson) -> Edge | None:
    """The exact edge of a configuration, before a table of it is opened."""
    return _compute_edge(new, request)


def _compute_edge(new: NewTable, request: Request) -> Edge | None:
    """The edge of a table before it is opened; one address may ask for few, as each is slow."""
    read_setup(new.game, new.config)
    services = services_of(request)
    if not services.limits.analyses.allows(client_address(request)):
        raise TooManyRequests("Too many tables and analyses from this address. Wait a moment.")
    return edge_model(services.house.edges.edge(new.game, new.config))


@router.delete("/tables/{name}", status_code=204)
def end_a_table(name: str, person: ThePerson, house: TheHouse) -> None:
    """A table that nobody sits at leaves the lobby; its record stays."""
    house.end_table(person, name)
    log.info("table ended", extra={"fields": {"table": name}})


@router.get("/tables/{name}", response_model=None, responses={200: {"model": View}})
def see_a_table(name: str, person: ThePerson, house: TheHouse) -> JSONResponse:
    """The table as this person sees it now."""
    return JSONResponse(house.look(name).current().view(person))


@router.post("/tables/{name}/commands")
def send_command(
    name: str, message: Commanded, person: ThePerson, gateway: TheGateway
) -> AnswerModel:
    """Asks something of a table; the answer comes when it is on disk, and only once."""
    return answer_model(gateway.send(person, name, message.command, message.id))


@router.post("/tables/{name}/ready", status_code=204)
def say_ready(name: str, person: ThePerson, gateway: TheGateway) -> None:
    """Says that one's bets are all down; when everybody's are, the cards are dealt."""
    require_office(person, *PLAYERS)
    gateway.say_ready(person, name)


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
    newest = house.look(name).current().seq
    first = max(after + 1, newest - MOST_EVENTS, 1)
    if first > newest:
        return []
    # Each event as it might be seen when it happened: what lies open now was hidden before.
    state, role, events = state_before(house.ledger, name, first), view_role(person), []
    for record in house.ledger.records(name, first, newest):
        event = event_of(record)
        state = evolve(state, event)
        event_view = view_event(state, event, role, person.name)
        if event_view:
            events.append({"seq": record.seq, "at": record.at, **event_view})
    return events


@router.get("/requests")
def waiting(person: ThePerson, house: TheHouse) -> list[RequestModel]:
    """What waits for a second person."""
    require_office(person, *STAFF, Office.ADMINISTRATOR)
    return [
        RequestModel(
            number=request.number,
            table=request.table,
            by=PersonModel(name=request.by.name, office=request.by.office),
            command={
                key: value for key, value in to_data(request.command).items() if key not in APART
            },
            confirmed_by=sorted(request.confirmed_by),
        )
        for request in house.approvals.pending()
    ]


@router.post("/requests/{number}/confirm")
def confirm(number: int, person: ThePerson, gateway: TheGateway) -> AnswerModel:
    """The second person agrees, and it happens."""
    require_office(person, *STAFF)
    return answer_model(gateway.confirm(person, number))


@router.delete("/requests/{number}", status_code=204)
def turn_down(number: int, person: ThePerson, house: TheHouse) -> None:
    """The second person does not agree, or the person who asked withdraws the request."""
    require_office(person, *STAFF)
    house.turn_down(person, number)
