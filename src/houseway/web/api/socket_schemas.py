"""The messages of a table's socket, as models for the description of the API.

The socket reads and writes them by hand, for speed and for its own words of refusal; tests
hold every kind of message that it knows, and whatever it really sends, against these.
"""

import typing
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from houseway.codec import LARGEST
from houseway.web.api.models import PLACE, AnswerModel, AnyCommand, Form
from houseway.web.api.problems import Problem
from houseway.web.api.view_schemas import AnyNews, View

SOCKET = "/api/tables/{name}/socket"
SenderId = Annotated[str, Field(min_length=1, max_length=100)]


class CommandMessage(Form):
    """A command to the table, with the id that its sender made."""

    type: Literal["command"]
    id: SenderId
    command: AnyCommand


class ReadyMessage(Form):
    """A player needs no more time to bet."""

    type: Literal["ready"]


class HaveMessage(Form):
    """The number of the newest view that the client has; it gets a fresh one if there is."""

    type: Literal["have"]
    seq: Annotated[int, Field(ge=0, le=LARGEST)]


class PingMessage(Form):
    """Asks for a pong."""

    type: Literal["ping"]


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


SENT_IN = (CommandMessage, ReadyMessage, HaveMessage, PingMessage)
SENT_OUT = (ViewMessage, AnswerMessage, RefusedMessage, PongMessage)
if typing.TYPE_CHECKING:
    AnySentIn = BaseModel
    AnySentOut = BaseModel
else:  # made from lists, which a type checker cannot follow
    AnySentIn = Annotated[typing.Union[SENT_IN], Field(discriminator="type")]  # noqa: UP007
    AnySentOut = Annotated[typing.Union[SENT_OUT], Field(discriminator="type")]  # noqa: UP007


def describe_socket(document: dict[str, Any]) -> None:
    """Puts the messages beside the other schemas, and says which way each goes.

    OpenAPI has no words for sockets; `x-sockets` is read by people, and by our own tests.
    """
    ways: dict[str, Any] = {"in": SENT_IN, "out": SENT_OUT}
    modes: dict[str, Any] = {"in": "validation", "out": "serialization"}
    wanted = [(model, modes[way]) for way, models in ways.items() for model in models]
    _, schemas = models_json_schema(wanted, ref_template=PLACE)
    for name, schema in schemas["$defs"].items():
        document["components"]["schemas"].setdefault(name, schema)
    document["x-sockets"] = {
        SOCKET: {
            way: {
                "oneOf": [{"$ref": PLACE.format(model=model.__name__)} for model in models],
                "discriminator": {"propertyName": "type"},
            }
            for way, models in ways.items()
        }
    }
