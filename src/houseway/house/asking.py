"""What people ask of a table, as data that one process can pass on to another.

What is asked is carried out where the table runs. The answer, or the refusal with its
clauses, goes back the same way, so that it is the same wherever it was asked.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from houseway.house.offices import Office, Person
from houseway.house.requests import Request, Settled
from houseway.house.running import Answer
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused
from houseway.table.wire import command_from_data, to_data

TELL, COUPON, READY = "tell", "coupon", "ready"
CONFIRM, TURN_DOWN, END = "confirm", "turn_down", "end"
MOST_REASON = 250
"""The most letters of why something could not come about that other processes are told."""


@dataclass(frozen=True)
class Ask:
    """One thing that a person asks of a table."""

    kind: str
    table: str
    person: Person
    told: dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A command that waits for a second person."""

    request: Request


Reply = Answer | Asked | None


class Fault(Exception):
    """The process that runs the table failed at it; its log says how."""


def ask_data(ask: Ask) -> dict[str, Any]:
    return {
        "what": ask.kind,
        "table": ask.table,
        "person": _person_data(ask.person),
        "told": ask.told,
    }


def read_ask(data: dict[str, Any]) -> Ask:
    return Ask(data["what"], data["table"], _read_person(data["person"]), data["told"])


def reply_data(reply: Reply) -> dict[str, Any]:
    if isinstance(reply, Answer):
        return {"answer": asdict(reply)}
    return {} if reply is None else {"asked": request_data(reply.request)}


def read_reply(data: dict[str, Any]) -> Reply:
    """The answer; raises what was raised where the table runs."""
    if "refused" in data:
        raise _read_error(data["refused"])
    if "fault" in data:
        raise Fault(data["fault"])
    if "answer" in data:
        return Answer(**data["answer"])
    return Asked(read_request(data["asked"])) if "asked" in data else None


def request_data(request: Request) -> dict[str, Any]:
    return {
        "number": request.number,
        "table": request.table,
        "by": _person_data(request.by),
        "command": to_data(request.command),
        "id": request.command_id,
        "confirmed_by": sorted(request.confirmed_by),
        "at": request.asked_at,
        "about": request.about,
    }


def read_request(data: dict[str, Any]) -> Request:
    return Request(
        data["number"],
        data["table"],
        _read_person(data["by"]),
        command_from_data(data["command"]),
        data["id"],
        frozenset(Office(one) for one in data["confirmed_by"]),
        data["at"],
        data["about"],
    )


def settled_data(settled: Settled) -> dict[str, Any]:
    return {
        "request": request_data(settled.request),
        "by": _person_data(settled.by),
        "how": settled.how,
        "at": settled.at,
        "effect": settled.effect and list(settled.effect),
        "because": settled.because[:MOST_REASON],
    }


def read_settled(data: dict[str, Any]) -> Settled:
    return Settled(
        read_request(data["request"]),
        _read_person(data["by"]),
        data["how"],
        data["at"],
        data["effect"] and (data["effect"][0], data["effect"][1]),
        data["because"],
    )


def error_data(error: HousewayError, room: int) -> dict[str, Any]:
    """A refusal with as many of its reasons as there is room for."""
    found: dict[str, Any] = {"kind": type(error).__name__, "words": str(error)[: room // 12]}
    if isinstance(error, Refused):
        found["refusals"] = []
        for one in error.refusals:
            told = [list(one.clauses), one.tried, one.because, one.instead]
            # Six bytes at most for a letter in JSON, twelve for one outside of the first plane.
            room -= 12 * sum(len(part) for part in told[1:]) + 40 * len(one.clauses) + 20
            if room > 0 or not found["refusals"]:
                found["refusals"].append(told)
        found["words"] = ""
    return {"refused": found}


def _read_error(data: dict[str, Any]) -> HousewayError:
    if data["kind"] == Refused.__name__:
        return Refused([Refusal(tuple(one[0]), *one[1:]) for one in data["refusals"]])
    kind = next((one for one in _kinds(HousewayError) if one.__name__ == data["kind"]), Malformed)
    return kind(data["words"])


def _kinds(kind: type[HousewayError]) -> Iterator[type[HousewayError]]:
    """Every way in which the house says no, whichever room it is from."""
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def _person_data(person: Person) -> list[str]:
    return [person.name, person.office.value]


def _read_person(data: list[str]) -> Person:
    return Person(data[0], Office(data[1]))
