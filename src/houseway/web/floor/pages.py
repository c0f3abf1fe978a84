"""The floor: every table now, requests that wait for a second person, the win of each table."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from houseway.games import broken_games, find_games
from houseway.house.accounting import as_data, house_accounts, table_accounts
from houseway.house.approvals import may_know
from houseway.house.house import House
from houseway.house.meters import meter_of
from houseway.house.offices import Person
from houseway.rulebook import HousewayError
from houseway.table import TableState, due
from houseway.web.auth.access import TheHouse, TheVisitor, require_office
from houseway.web.cards import money
from houseway.web.console.request_words import show_request
from houseway.web.readings import read_record
from houseway.web.rendering import SEES_FLOOR, render, to_login
from houseway.web.tables.agenda import describe_task

router = APIRouter(include_in_schema=False)


@router.get("/floor")
async def floor(request: Request, house: TheHouse, person: TheVisitor, part: str = "") -> Response:
    """All tables on one page, or only the part of it that changes all the time."""
    if person is None:
        return to_login(request)
    require_office(person, *SEES_FLOOR)
    if part == "now":  # which an open page wants all the time, and which reads no record
        return await run_in_threadpool(_floor, request, house, person, part)
    return await read_record(request, person, lambda: _floor(request, house, person, part))


def _floor(request: Request, house: House, person: Person, part: str) -> Response:
    now = {
        "tables": house.lobby(),
        "out_of_service": list(house.floor.out_of_service.values()),
        "describe_next": _describe_next,
        "alarm": house.clock_watch.alarm,
        "requests": [
            show_request(waiting, person)
            for waiting in house.approvals.pending()
            if may_know(person, waiting)
        ],
    }
    if part == "now":
        return render(request, "floor/now.html", **now)
    accounts = as_data(house_accounts(house.ledger, house.edges))
    return render(
        request,
        "floor/floor.html",
        **now,
        broken=broken_games(),
        configurations=[_show_configuration(row) for row in accounts["by_pay_table"]],
    )


def _describe_next(state: TableState) -> str:
    """The act that is due at a table, and what happens when it is late."""
    task = next(iter(due(state)), None)
    if task is None:
        return ""
    words = describe_task(state, task).rstrip(".")
    if state.setup.options.timeout == "supervisor" and task.act == "decide":
        return f"{words}; a supervisor decides when time is up"
    return words


def _show_configuration(row: Mapping[str, Any]) -> dict[str, Any]:
    chosen = ", ".join(_describe_option(name, value) for name, value in row["options"].items())
    return {
        **row,
        "game": _name_of(row["game"]),
        "chosen": chosen or "as usual",
        "theory": _show_cents(row["play"]["theoretical_cents"]),
        "band": _describe_band(row["play"]["band"]),
    }


def _describe_option(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if not isinstance(value, Mapping):
        return f"{words} {_describe_value(value)}"
    in_cents = name in {"minimums", "maximums"}
    parts = (
        f"{key.removesuffix('_cents').replace('_', ' ')} "
        + (money(part) if in_cents or key.endswith("_cents") else _describe_value(part))
        for key, part in value.items()
    )
    return f"{words} {', '.join(parts)}"


def _describe_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "of its own"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _describe_band(band: Mapping[str, Any] | None) -> str:
    """The wins that luck alone explains, and whether this is one of them."""
    if band is None:
        return ""
    return f"{money(band['low'])} to {money(band['high'])}: {band['verdict']}"


def _show_cents(cents: int | None) -> str:
    return "not known" if cents is None else money(cents)


def _name_of(game_id: str) -> str:
    """The name of a game; its id where it is not installed any more."""
    game = find_games().get(game_id)
    return game.name if game else game_id


@router.get("/floor/{name}")
async def table_accounts_page(
    request: Request, name: str, house: TheHouse, person: TheVisitor
) -> Response:
    """The accounts of one table, and its meter where it has one."""
    if person is None:
        return to_login(request)
    require_office(person, *SEES_FLOOR)
    return await read_record(request, person, lambda: _table_accounts(request, name, house))


def _table_accounts(request: Request, name: str, house: House) -> Response:
    accounts = as_data(table_accounts(house.ledger, house.edges, name))
    return render(
        request,
        "floor/table.html",
        name=name,
        game=_name_of(accounts["game"]),
        accounts=accounts,
        theory=_show_cents(accounts["play"]["theoretical_cents"]),
        band=_describe_band(accounts["play"]["band"]),
        meter=_describe_meter(house, name),
    )


def _describe_meter(house: House, name: str) -> str:
    try:
        meter = as_data(meter_of(house.ledger, name))
    except HousewayError:
        return ""  # most tables have none
    causes = (
        f"{cause.replace('_', ' ')} {money(cents)}" for cause, cents in meter["by_cause"].items()
    )
    stands = f"It stands at {money(meter['meter'])}; it began at {money(meter['start'])}."
    words = ", ".join(causes)
    return f"{stands} {words}." if words else stands
