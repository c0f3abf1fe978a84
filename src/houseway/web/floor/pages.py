"""The floor: every table as it stands, what waits for a second person, what each table won."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.games import broken_games, find_games
from houseway.house.accounting import as_data, house_accounts, table_accounts
from houseway.house.approvals import PendingApproval
from houseway.house.floor import AnyTable
from houseway.house.meters import meter_of
from houseway.house.offices import Person
from houseway.house.table_service import TableService
from houseway.rulebook import HousewayError
from houseway.table import due
from houseway.web.auth.access import TheHouse, require_office, visitor_of
from houseway.web.cards import money
from houseway.web.console.request_words import describe_request
from houseway.web.rendering import SEES_FLOOR, render, to_login
from houseway.web.tables.agenda import task_words

router = APIRouter(include_in_schema=False)


@router.get("/floor")
def floor(request: Request, house: TheHouse, part: str = "") -> Response:
    """All tables on one page, or only the part of it that changes all the time."""
    person = visitor_of(request)
    if person is None:
        return to_login(request)
    require_office(person, *SEES_FLOOR)
    now = {
        "tables": [_show_table(table) for table in house.lobby()],
        "requests": [_show_request(waiting, person) for waiting in house.approvals.pending()],
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


def _show_request(waiting: PendingApproval, person: Person) -> dict[str, Any]:
    return {
        "number": waiting.number,
        "table": waiting.table,
        "by": f"{waiting.by.name} ({waiting.by.office})",
        "words": describe_request(waiting.command),
        "answers": person.office in waiting.confirmed_by and waiting.by.name != person.name,
    }


def _show_table(table: AnyTable) -> dict[str, Any]:
    state = table.state
    options = state.setup.options
    return {
        "name": table.name,
        "game": state.setup.game.name,
        "phase": state.phase.value,
        "players": f"{len(state.seats)} of {options.seats}",
        "rounds": state.rounds,
        "dealer": table.settings.dealer,
        "next": _describe_next(table),
        "trouble": table.trouble if isinstance(table, TableService) else "",
        "count": f"{state.rounds_since_count} of {options.stub_count_interval} rounds",
        "inventory": state.balances.get("inventory", 0),
    }


def _describe_next(table: AnyTable) -> str:
    state = table.state
    task = next(iter(due(state)), None)
    if task is None:
        return ""
    words = task_words(state, task).rstrip(".")
    if state.setup.options.timeout == "supervisor" and task.act == "decide":
        return f"{words}; a supervisor decides when time is up"
    return words


def _show_configuration(row: Mapping[str, Any]) -> dict[str, Any]:
    play, options = row["play"], row["options"]
    chosen = ", ".join(_describe_option(name, value) for name, value in options.items())
    return {
        "game": _name_of(row["game"]),
        "chosen": chosen or "as usual",
        "tables": ", ".join(row["tables"]),
        "rounds": play["rounds"],
        "handle": play["handle"],
        "drop": row["drop"],
        "win": row["win"],
        "theory": _show_cents(play["theoretical_cents"]),
        "band": describe_band(play["band"]),
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


def describe_band(band: Mapping[str, Any] | None) -> str:
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
def table_accounts_page(request: Request, name: str, house: TheHouse) -> Response:
    """The accounts of one table, and its meter where it has one."""
    person = visitor_of(request)
    if person is None:
        return to_login(request)
    require_office(person, *SEES_FLOOR)
    accounts = as_data(table_accounts(house.ledger, house.edges, name))
    return render(
        request,
        "floor/table.html",
        name=name,
        game=_name_of(accounts["game"]),
        accounts=accounts,
        chips=_list_chips(accounts),
        wins=_list_wins(accounts),
        meter=_describe_meter(house, name),
    )


Line = tuple[str, str, str]
"""A label, an amount, and a note."""


def _list_chips(accounts: Mapping[str, Any]) -> list[Line]:
    chips, closer = accounts["chips"], accounts["closer"]
    covered = "by the record"
    if chips["inventory"] < 0:
        covered = "by the record; no opener covers what was paid out"
    lines = [
        ("Opener", money(chips["opener"]), ""),
        ("Fills", money(chips["fills"]), ""),
        ("Credits", money(chips["credits"]), ""),
        ("Drop", money(chips["drop"]), "what was bought in for"),
        ("Cash-outs", money(chips["cash_outs"]), ""),
        ("Tips", money(chips["tips"]), ""),
        ("In the container now", money(chips["inventory"]), covered),
    ]
    if closer:
        lines.append(("Counted last", money(closer["counted"]), f"by {closer['by']}"))
    return lines


def _list_wins(accounts: Mapping[str, Any]) -> list[Line]:
    play = accounts["play"]
    return [
        ("Win by the chips", _show_cents(accounts["win"]), ""),
        ("Win by the results", _show_cents(accounts["win_by_results"]), ""),
        ("Handle", _show_cents(play["handle"]), "all that was wagered"),
        ("In theory", _show_cents(play["theoretical_cents"]), ""),
        *([("Luck explains", describe_band(play["band"]), "")] if play["band"] else []),
    ]


def _describe_meter(house: TheHouse, name: str) -> str:
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
