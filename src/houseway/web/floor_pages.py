"""The floor: every table and how it stands, what waits for a second person, what each won."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.games import GAMES
from houseway.house.accounting import as_data, house_accounts, table_accounts
from houseway.house.floor import AnyTable
from houseway.house.meters import meter_of
from houseway.house.offices import FLOOR, Office, Person
from houseway.house.running import RunningTable
from houseway.rulebook import HousewayError
from houseway.table import due
from houseway.web.letting_in import TheHouse, anybody, must_be
from houseway.web.live.agenda import task_words
from houseway.web.live.asked import asked_words
from houseway.web.pages import ROOMS, render, to_login

router = APIRouter(include_in_schema=False)

MAY_SEE = FLOOR | {Office.AUDITOR, Office.ADMINISTRATOR}


def _finds(person: Person | None) -> bool:
    return person is not None and person.office in MAY_SEE


ROOMS.append(("/floor", "Floor", _finds))


@router.get("/floor")
def floor(request: Request, house: TheHouse, part: str = "") -> Response:
    """All tables on one page, or only that part of it which changes from one moment to the next."""
    person = anybody(request)
    if person is None:
        return to_login(request)
    must_be(person, *MAY_SEE)
    tables = [_table(table) for table in house.lobby()]
    requests = [
        {
            "number": one.number,
            "table": one.table,
            "by": one.by,
            "what": asked_words(one.command),
            "answers": person.office in one.confirmed_by and one.by.name != person.name,
        }
        for one in house.requests.waiting()
    ]
    names = {game.id: game.name for game in GAMES.values()}
    now = {"tables": tables, "requests": requests, "names": names}
    if part == "now":
        return render(request, "floor_now.html", **now)
    accounts = as_data(house_accounts(house.ledger))
    return render(request, "floor.html", **now, accounts=accounts)


def _table(table: AnyTable) -> dict[str, Any]:
    state = table.state
    task = next(iter(due(state)), None)
    waits = "" if task is None else task_words(state, task).rstrip(".")
    if state.setup.options.timeout == "supervisor" and task is not None and task.act == "decide":
        waits = f"{waits}; a supervisor decides when time is up"
    return {
        "name": table.name,
        "game": state.setup.game.id,
        "phase": state.phase.value,
        "seated": len(state.seats),
        "seats": state.setup.options.seats,
        "rounds": state.rounds,
        "dealer": table.manner.dealer,
        "waits": waits,
        "trouble": table.trouble if isinstance(table, RunningTable) else "",
        "count": f"{state.rounds_since_count} of {state.setup.options.stub_count_interval}",
        "inventory": state.balances.get("inventory", 0),
    }


@router.get("/floor/{name}")
def one_table(request: Request, name: str, house: TheHouse) -> Response:
    """The accounts of one table, and its meter where it has one."""
    person = anybody(request)
    if person is None:
        return to_login(request)
    must_be(person, *MAY_SEE)
    found = as_data(table_accounts(house.ledger, name))
    try:
        meter = as_data(meter_of(house.ledger, name))
    except HousewayError:
        meter = None  # most tables have none
    names = {game.id: game.name for game in GAMES.values()}
    return render(request, "floor-table.html", found=found, meter=meter, names=names, name=name)
