"""The forms of requests and answers.

A command in the API is the table's own command without its `by`: the session says who acts. It
is described by the codec that parses it, so the description cannot fall behind.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from houseway.chips import MOST_CENTS
from houseway.games import find_games
from houseway.games.fields import MOST_ENTRIES
from houseway.house.offices import Office
from houseway.table.wire import COMMAND_CODEC

PLACE = "#/components/schemas/{model}"
"""Where a model stands in the description of the API."""
STRICT = ConfigDict(extra="forbid", strict=True)


class Form(BaseModel):
    """What is sent in: no field is guessed, none is ignored."""

    model_config = STRICT


class _CommandSchema:
    """Describes a command by the codec that parses it; its sender is known from the session."""

    def __get_pydantic_json_schema__(self, _schema: Any, handler: Any) -> Any:
        return handler(COMMAND_CODEC.describe(without={"by"}))


AnyCommand = Annotated[dict[str, Any], Field(max_length=MOST_ENTRIES), _CommandSchema()]


class Commanded(Form):
    """A command with the id that its sender made: it takes effect at most once."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    command: AnyCommand


class AnswerModel(BaseModel):
    """What became of a command: done, or waiting for a second person."""

    done: bool
    table: str
    id: str
    first: int | None = None
    last: int | None = None
    again: bool = False
    request: int | None = None
    """The number of the request that a second person confirms."""


class PersonModel(BaseModel):
    name: str
    office: Office


class ChangedPersonModel(PersonModel):
    """A person after a change, or before one that a second person must confirm."""

    request: int | None = None
    """The number of the request that a second person confirms; until then nothing is changed."""


class Me(BaseModel):
    """Who is let in, and what they have at the cage."""

    name: str
    office: Office
    chips: int


def _check_game(game_id: str) -> str:
    if game_id not in find_games():
        raise ValueError(f"must be one of {', '.join(find_games())}")
    return game_id


GameId = Annotated[
    str, AfterValidator(_check_game), WithJsonSchema({"type": "string", "enum": list(find_games())})
]
"""One of the installed games."""
Config = Annotated[dict[str, Any], Field(max_length=MOST_ENTRIES)]
"""A configuration; the game and the equipment say what each option may be."""
Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(min_length=1, max_length=1_000)]


class Credentials(Form):
    name: Name
    password: Password


class NewPerson(Form):
    name: Name
    office: Annotated[Office, Field(strict=False)]
    password: Password


class ChangedPerson(Form):
    office: Annotated[Office | None, Field(strict=False)] = None
    password: Password | None = None
    current_password: Password | None = None
    """The old one, needed for one's own."""


class GivenChips(Form):
    id: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    """With an id of the sender's own, chips are given once, however often it is sent."""
    cents: Annotated[int, Field(ge=-MOST_CENTS, le=MOST_CENTS)]
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class NewToken(Form):
    label: Annotated[str, Field(min_length=1, max_length=100)]
    days: Annotated[int, Field(ge=1, le=3_650)] = 90


class Token(BaseModel):
    token: str


class KnownTokenModel(BaseModel):
    """A token of one's own: by which mark it is known, and until when it lets in."""

    mark: str
    label: str
    since: int
    expires: int


class MannerModel(Form):
    """Who deals, and how long people have."""

    dealer: Literal["automated", "human"] = "automated"
    betting_ms: Annotated[int, Field(ge=100, le=3_600_000)] = 15_000
    decision_ms: Annotated[int, Field(ge=100, le=3_600_000)] = 30_000
    away_ms: Annotated[int, Field(ge=0, le=86_400_000)] = 1_800_000
    """How long a seat is kept for somebody who does nothing; 0 for ever."""
    training: bool = False


class NewTable(Form):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    game: GameId
    config: Config = {}
    manner: MannerModel = MannerModel()


class NewSight(Form):
    """Why an auditor asks to see the face-down cards of a round in play, and the sender's id."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class Edge(BaseModel):
    """What a configuration costs its players, exactly, in parts of the ante."""

    main: str
    compulsory: str
    side: dict[str, str] = {}
    """The player's expectation of every further wager, in parts of that wager."""
    house_edge_percent: float
    favours_players: bool
    warning: str = ""


class TableModel(BaseModel):
    """A table in the lobby."""

    name: str
    game: str
    seats: int
    seated: dict[str, str]
    phase: str
    rounds: int
    dealer: str
    seq: int


class SetAsideModel(BaseModel):
    """A table that is out of service, because it cannot be brought back from its record."""

    table: str
    game: str
    reason: str


class OpenedTable(BaseModel):
    table: TableModel
    edge: Edge | None
    """None where the mathematics is not installed."""


class RequestModel(BaseModel):
    """Something that waits for a second person."""

    number: int
    table: str
    by: PersonModel
    command: dict[str, Any]
    """As it was sent in; described so, too (see describing.py)."""
    confirmed_by: list[Office]


class WalletMoveModel(BaseModel):
    at: int
    cents: int
    balance: int
    reason: str
    table: str | None


class Health(BaseModel):
    status: Literal["ok"]


class Readiness(BaseModel):
    status: Literal["ready"]
    tables: int
    runs: int
    """How many of the tables run in this process."""
