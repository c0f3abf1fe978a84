"""The messages of a table's socket: what it takes, and what it sends.

What comes in is parsed by the codec, from these types. What goes out is written directly, for
speed; tests hold it against these models, which the description of the API is made from.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from houseway.codec import LARGEST, TaggedUnion
from houseway.web.api.models import PLACE, AnswerModel, AnyCommand
from houseway.web.api.problems import Problem
from houseway.web.api.view_schemas import AnyNews, View

SOCKET = "/api/tables/{name}/socket"
SUFFIX = "Message"
SenderId = Annotated[str, Field(min_length=1, max_length=100)]
"""An id that the sender of a message chose."""


@dataclass(frozen=True)
class CommandMessage:
    """A command to the table, with the id that its sender chose."""

    id: SenderId
    command: AnyCommand


@dataclass(frozen=True)
class ReadyMessage:
    """A player needs no more time to bet."""


@dataclass(frozen=True)
class HaveMessage:
    """The number of the newest view that the client has; it gets a fresh one if there is."""

    seq: Annotated[int, Field(ge=0, le=LARGEST)]


@dataclass(frozen=True)
class PingMessage:
    """Asks for a pong."""


INCOMING = (CommandMessage, ReadyMessage, HaveMessage, PingMessage)


class ViewMessage(BaseModel):
    """The table as it stands, and what happened since the last view."""

    type: Literal["view"]
    seq: int
    view: View
    news: list[AnyNews]


class AnswerMessage(AnswerModel):
    """What became of a command."""

    type: Literal["answer"]


class RefusedMessage(BaseModel):
    """Why a message had no effect; without an id where the message had none."""

    type: Literal["refused"]
    id: str | None
    problem: Problem


class PongMessage(BaseModel):
    """The answer to a ping."""

    type: Literal["pong"]


AnyOutgoing = Annotated[
    ViewMessage | AnswerMessage | RefusedMessage | PongMessage, Field(discriminator="type")
]


def describe_messages() -> dict[str, dict[str, Any]]:
    """The JSON schemas of the messages, by the way they go: in or out."""
    incoming: TaggedUnion[Any] = TaggedUnion("message", INCOMING, suffix=SUFFIX)
    outgoing: TypeAdapter[Any] = TypeAdapter(AnyOutgoing)
    return {
        "in": GenerateJsonSchema(ref_template=PLACE).generate(incoming.describe(), "validation"),
        "out": outgoing.json_schema(ref_template=PLACE, mode="serialization"),
    }


def describe_socket(document: dict[str, Any]) -> None:
    """Adds the messages to the schemas of the API, and says which way each goes.

    OpenAPI has no terms for sockets; `x-sockets` is read by people, and by our own tests.
    """
    ways = describe_messages()
    for schema in ways.values():
        for name, definition in schema.pop("$defs").items():
            document["components"]["schemas"].setdefault(name, definition)
    document["x-sockets"] = {SOCKET: ways}
