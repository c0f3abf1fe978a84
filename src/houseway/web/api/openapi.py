"""The description of the API: exact, with problem documents, and how one is let in."""

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from houseway.codec import schema_of, snake_case
from houseway.house.approvals import ChangePerson, GiveChips, IssueCoupon, SeeCards
from houseway.web.api.config_schemas import describe_configs
from houseway.web.api.problems import MEDIA_TYPE
from houseway.web.api.socket_messages import describe_socket
from houseway.web.auth.sessions import COOKIE

OPEN = {("/api/session", "post"), ("/api/session", "delete"), ("/api/guest", "post")}
"""What is asked of who was not let in yet; and all that is not under /api."""
SCHEMES = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Given by POST /api/session and POST /api/guest.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Made by POST /api/me/tokens.",
    },
}
WORDS = """\
REST for lists and forms; for a table there is a WebSocket at `/api/tables/{name}/socket`,
which sends a `View` with what happened whenever something did, and takes the same commands.
Its messages are among the schemas, and `x-sockets` says which way each goes:

    out  ViewMessage, AnswerMessage, RefusedMessage, PongMessage
    in   CommandMessage, ReadyMessage, HaveMessage, PingMessage

It closes with 1008 and the reason where somebody is not let in or shown out, and with 1012
where the house stops and will be back.

The id of a command is its sender's own. The same id of the same person takes effect once;
whatever comes with it again is answered as the first time.
"""

BESIDE_THE_TABLE = (SeeCards, GiveChips, IssueCoupon, ChangePerson)
"""What may wait for a second person and is no command to a table."""


def describe(app: FastAPI) -> None:
    """Makes the description anew from FastAPI's own, once."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title,
                version=app.version,
                summary=app.summary,
                description=WORDS,
                routes=app.routes,
            )
            _complete(document)
            describe_socket(document)
            describe_configs(document)
            # A command that waits is told as it was sent in.
            schemas = document["components"]["schemas"]
            sent = schemas["Commanded"]["properties"]["command"]
            for kind in BESIDE_THE_TABLE:
                schemas[f"{kind.__name__}Model"] = _describe_request(kind)
            others = [
                {"$ref": f"#/components/schemas/{kind.__name__}Model"} for kind in BESIDE_THE_TABLE
            ]
            schemas["RequestModel"]["properties"]["command"] = {"anyOf": [sent, *others]}
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _describe_request(kind: type) -> dict[str, Any]:
    """What waits for a second person and is no command to a table."""
    text = json.dumps(schema_of(kind, "serialization"))
    schema = json.loads(text.replace("#/$defs/", "#/components/schemas/"))
    schema.pop("$defs", None)
    shown = {key: value for key, value in schema["properties"].items() if key != "password"}
    properties = {"type": {"const": snake_case(kind.__name__)}, **shown}
    required = ["type", *(name for name in schema["required"] if name in shown)]
    return {**schema, "properties": properties, "required": required}


def name_operations(route: APIRoute) -> str:
    """An operation is called as its function is."""
    return route.name


def _complete(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _problems_only(operation)
            if path.startswith("/api/") and (path, method) not in OPEN:
                operation["security"] = [{"cookie": []}, {"token": []}]
    document["components"]["securitySchemes"] = SCHEMES
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)


def _problems_only(operation: dict[str, Any]) -> None:
    """Whatever is not done is told as a problem document, and in no other form."""
    for status, answer in operation["responses"].items():
        if int(status) >= 400:
            schema = {"$ref": "#/components/schemas/Problem"}
            answer["content"] = {MEDIA_TYPE: {"schema": schema}}
