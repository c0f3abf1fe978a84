"""The description of the API, held against what the house really answers."""

import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import jsonschema_rs
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from houseway.games.dealing import Method
from houseway.games.wagers import Tender
from houseway.house.clocks import RunSettings
from houseway.house.offices import Office
from houseway.table.checks import BOXES, FAULTS, INVENTORY_MOVES
from houseway.web.api.socket_messages import INCOMING, describe_messages
from houseway.web.tables.socket import _HANDLERS
from tests.house.helpers import submit
from tests.web.serving import Served

EXAMPLES = int(os.environ.get("HOUSEWAY_EXAMPLES", "10"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ENDS_WHAT_WE_NEED = {"end_tokens", "log_out"}


@pytest.fixture(scope="module")
def described(place: Served) -> dict[str, Any]:
    place.open("t", "uth")
    place.open("h", "hilo", RunSettings(dealer="human"))
    sit = {"type": "sit", "seat": 1}
    for table in ("t", "h"):  # so that nobody ends them
        submit(place.house, place.person(Office.PLAYER), table, sit, "sit")
    with place.client() as client:
        found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def operations(described: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_is_described(described: dict[str, Any]) -> None:
    names = []
    for path, method, operation in operations(described):
        names.append(operation["operationId"])
        where = f"{method} {path}"
        assert operation["description"], where
        open_ = not path.startswith("/api/") or operation["operationId"] in {
            *("log_in", "log_out", "come_in_as_guest"),
        }
        assert ("security" not in operation) == open_, where
        for status, answer in operation["responses"].items():
            types = list(answer.get("content", {}))
            if int(status) >= 400:
                assert types == ["application/problem+json"], where
            elif status != "204":
                wanted = "text/plain" if path == "/metrics" else "application/json"
                assert types == [wanted], where
                assert answer["content"][wanted]["schema"], where
    assert len(names) == len(set(names))
    assert set(described["components"]["securitySchemes"]) == {"cookie", "token"}


def test_every_command_and_event_is_described(described: dict[str, Any]) -> None:
    from houseway.table.event_views import PUBLIC_FIELDS, STAFF_FIELDS  # noqa: PLC0415
    from houseway.table.wire import COMMANDS  # noqa: PLC0415

    schemas = described["components"]["schemas"]
    for kind in COMMANDS.values():
        assert kind.__name__ in schemas
        assert "by" not in schemas[kind.__name__]["properties"]
    for event in {*PUBLIC_FIELDS, *STAFF_FIELDS}:
        assert f"{event.__name__}Event" in schemas


def test_the_messages_of_the_socket_are_described(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    (ways,) = described["x-sockets"].values()
    kinds = {
        way: {
            schemas[one["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
            for one in ways[way]["oneOf"]
        }
        for way in ("in", "out")
    }
    assert set(INCOMING) == set(_HANDLERS)
    assert kinds["in"] == {"command", "ready", "have", "ping"}
    assert kinds["out"] == {"view", "answer", "refused", "pong"}
    referred = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(described)))
    assert referred <= set(schemas)


def test_the_socket_and_the_routes_describe_the_same_things_alike(
    described: dict[str, Any],
) -> None:
    """One schema has one form: what the socket's models bring is what the routes have."""
    for way in describe_messages().values():
        for name, schema in way["$defs"].items():
            described_schema = described["components"]["schemas"][name]
            assert _without_null_defaults(described_schema) == _without_null_defaults(schema), name


def _without_null_defaults(schema: Any) -> Any:
    """As FastAPI writes it: that a field which may be null is null by default goes unsaid."""
    if isinstance(schema, list):
        return [_without_null_defaults(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: one for key, one in schema.items() if (key, one) != ("default", None)}
    return {key: _without_null_defaults(one) for key, one in kept.items()}


@pytest.mark.parametrize(
    ("command", "field", "words"),
    [
        ("MoveInventory", "reason", INVENTORY_MOVES),
        ("EmptyBox", "box", BOXES),
        ("Happen", "kind", FAULTS),
        ("Bet", "tender", Tender),
        ("ChangeMethod", "method", Method),
        ("ChangeMethod", "shuffle", ["manual", "automated"]),
        ("RemoveDevice", "device", ["shuffler", "automated_shoe"]),
    ],
)
def test_words_of_commands_are_those_of_the_engine(
    described: dict[str, Any], command: str, field: str, words: Iterable[str]
) -> None:
    told = described["components"]["schemas"][command]["properties"][field]["enum"]
    assert sorted(told) == sorted(map(str, words))


def test_what_waits_is_told_as_it_was_sent(place: Served, described: dict[str, Any]) -> None:
    sent = {"type": "move_inventory", "reason": "fill", "cents": 500, "slip": "F-1"}
    submit(place.house, place.person(Office.FLOORPERSON), "h", sent, "waits")
    with place.client(Office.SUPERVISOR) as client:
        (told,) = client.get("/api/requests").json()
    assert told["command"] == sent
    schema = {"$ref": "#/components/schemas/RequestModel", "components": described["components"]}
    assert jsonschema_rs.is_valid(schema, told)
    assert not jsonschema_rs.is_valid(schema, {**told, "command": {**sent, "reason": "x"}})
    place.house.turn_down(place.person(Office.FLOORPERSON), told["number"])
    see = {"type": "see_cards", "round": 3, "reason": "A complaint"}
    assert jsonschema_rs.is_valid(schema, {**told, "command": see})
    assert not jsonschema_rs.is_valid(schema, {**told, "command": {**see, "round": "3"}})


def test_no_request_makes_the_house_fail(place: Served, described: dict[str, Any]) -> None:
    """Requests of every kind, from the description and against it, by an administrator."""
    schema = schemathesis.openapi.from_dict(described)
    schema.config.update(base_url=place.url)
    seen: set[int] = set()

    with requests.Session() as session:
        for found in schema.get_all_operations():
            operation: Any = found.ok()  # type: ignore[union-attr]
            if operation.definition.raw["operationId"] in ENDS_WHAT_WE_NEED:
                continue
            if operation.path.startswith("/api/lab/"):
                continue  # its answers take longer than requests in such numbers may
            for mode in schemathesis.GenerationMode:
                # Where nothing is sent, nothing can be sent wrongly.
                with suppress(Unsatisfiable):
                    _try(Asking(place, session, seen), operation, mode)
    assert {200, 201, 400, 404, 409, 422} <= seen


@dataclass(frozen=True)
class Asking:
    place: Served
    session: Any
    seen: set[int]


FEW = settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    deadline=None,
    database=None,
    derandomize="HOUSEWAY_EXAMPLES" not in os.environ,
)


def _try(asking: Asking, operation: Any, mode: Any) -> None:
    cases = operation.as_strategy(generation_mode=mode)
    known = st.sampled_from([None, "t", "h", "the-player"])

    @FEW
    @given(case=cases, office=st.sampled_from(list(Office)), name=known)
    def one(case: Any, office: Office, name: str | None) -> None:
        if name is not None and "name" in (case.path_parameters or {}):
            case.path_parameters["name"] = name
        headers = {**asking.place.headers(office), "Connection": "keep-alive"}
        response = case.call(headers=headers, session=asking.session)
        asking.session.cookies.clear()
        asking.seen.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    one()
