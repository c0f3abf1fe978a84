"""Tables over HTTP: the lobby, opening a table, its view and events, commands and requests."""

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from houseway.codec import LARGEST
from houseway.house.approvals import REQUESTED_CODEC, PendingApproval, may_know
from houseway.house.clocks import RunSettings
from houseway.house.edges import Edge as TableEdge
from houseway.house.floor import AnyTable
from houseway.house.house import House
from houseway.house.messages import Outcome
from houseway.house.offices import PLAYERS, STAFF, Office, Person
from houseway.table.event_views import view_event
from houseway.table.setup import read_setup
from houseway.web.api.models import (
    AnswerModel,
    Commanded,
    Edge,
    NewSight,
    NewTable,
    OpenedTable,
    PersonModel,
    RequestModel,
    SetAsideModel,
    TableModel,
)
from houseway.web.api.problems import PROBLEMS
from houseway.web.api.view_schemas import AnyEvent, View
from houseway.web.auth.access import TheHouse, ThePerson, require_office
from houseway.web.auth.rate_limits import TooManyRequests, client_address
from houseway.web.readings import read_record
from houseway.web.rendering import SEES_FLOOR
from houseway.web.services import services_of
from houseway.web.tables.command_gateway import TheGateway
from houseway.web.tables.history import Histories

log = logging.getLogger("houseway.tables")
MOST_EVENTS = 1_000
APART = {"v", "by", "password"}
"""Fields of a request that the API does not show: `by` stands beside it, and a hash is secret."""
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


@router.get("/out-of-service")
def out_of_service(house: TheHouse, person: ThePerson) -> list[SetAsideModel]:
    """The tables that cannot be brought back from their record, each with the reason."""
    require_office(person, *SEES_FLOOR)
    house.lobby()  # every table is read by then
    tables = house.floor.out_of_service.values()
    return [SetAsideModel(table=t.table, game=t.game, reason=t.reason) for t in tables]


@router.post("/tables", status_code=201)
def open_a_table(
    new: NewTable, request: Request, person: ThePerson, house: TheHouse
) -> OpenedTable:
    """A table of any configuration that the text allows, with the exact edge of what was chosen."""
    manner = RunSettings(**new.manner.model_dump())
    house.check_opening(person, manner)
    # The edge first: if it cannot be computed, no table is opened.
    edge = _compute_edge(new, request, person)
    address = client_address(request)
    table = house.open_table(person, new.name, new.game, new.config, manner, address)
    log.info("table opened", extra={"fields": {"table": new.name, "game": new.game}})
    return OpenedTable(table=table_model(table), edge=edge)


@router.post("/edges")
def edge_of_a_configuration(new: NewTable, request: Request, person: ThePerson) -> Edge | None:
    """The exact edge of a configuration, before a table of it is opened."""
    return _compute_edge(new, request, person)


def _compute_edge(new: NewTable, request: Request, person: Person) -> Edge | None:
    """The edge of a table before it is opened; one address may ask for few, as each is slow.

    What guests ask for from an address is not counted against the staff there.
    """
    read_setup(new.game, new.config)
    services = services_of(request)
    client = client_address(request) if person.office in PLAYERS else f"staff {person.name}"
    if not services.limits.analyses.allows(client):
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


@router.post("/tables/{name}/sights", status_code=202)
def ask_to_see_cards(
    name: str, sight: NewSight, person: ThePerson, gateway: TheGateway
) -> AnswerModel:
    """An auditor asks to see the face-down cards of the round in play; a supervisor confirms it."""
    require_office(person, Office.AUDITOR)
    return answer_model(gateway.ask_to_see(person, name, sight.reason, sight.id))


@router.post("/tables/{name}/ready", status_code=204)
def say_ready(name: str, person: ThePerson, gateway: TheGateway) -> None:
    """Says that one's bets are all down; when everybody's are, the cards are dealt."""
    require_office(person, *PLAYERS)
    gateway.say_ready(person, name)


@router.get(
    "/tables/{name}/events",
    response_model=None,
    responses={200: {"model": list[AnyEvent]}},
)
async def what_happened(
    name: str,
    request: Request,
    person: ThePerson,
    house: TheHouse,
    after: Annotated[int, Query(ge=-1, le=LARGEST)] = -1,
) -> Response:
    """What happened at a table after a record, as far as this person might know it then."""
    histories = services_of(request).histories

    def write() -> JSONResponse:
        return JSONResponse(_list_events(house, histories, name, person, after))

    return await read_record(request, person, write)


def _list_events(
    house: House, histories: Histories, name: str, person: Person, after: int
) -> list[dict[str, Any]]:
    current = house.look(name).current()
    first = max(after + 1, current.seq - MOST_EVENTS, 1)
    events = []
    for past in histories.events(house.ledger, name, first, current.seq):
        # As it might be seen when it happened: what lies open now was hidden before.
        role = current.role_then(person, past.after)
        event_view = view_event(past.after, past.event, role, person.name)
        if event_view:
            events.append({"seq": past.seq, "at": past.at, **event_view})
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
                key: value
                for key, value in REQUESTED_CODEC.to_data(request.command).items()
                if key not in APART
            },
            confirmed_by=sorted(request.confirmed_by),
        )
        for request in house.approvals.pending()
        if may_know(person, request)
    ]


@router.post("/requests/{number}/confirm")
def confirm(number: int, person: ThePerson, gateway: TheGateway) -> AnswerModel:
    """The second person agrees, and it happens."""
    require_office(person, *STAFF, Office.ADMINISTRATOR)
    return answer_model(gateway.confirm(person, number))


@router.delete("/requests/{number}", status_code=204)
def turn_down(number: int, person: ThePerson, house: TheHouse) -> None:
    """The second person does not agree, or the person who asked withdraws the request."""
    require_office(person, *STAFF, Office.AUDITOR, Office.ADMINISTRATOR)
    house.turn_down(person, number)
