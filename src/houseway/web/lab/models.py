"""The models of the lab's requests and responses."""

import typing
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from houseway.web.api.models import CARD, Form, GameId
from houseway.web.api.problems import RefusalModel
from houseway.web.lab.bets import all_valued, read_bets

Cards = Annotated[list[Annotated[str, Field(pattern=CARD)]], Field(max_length=52)]


class Configured(Form):
    """A configuration of a game."""

    game: GameId
    config: dict[str, Any] = Field(default_factory=dict)

    @property
    def bets(self) -> dict[str, str]:
        """The optional wagers that are valued with the rest, in antes."""
        return read_bets(self.game, {wager: getattr(self, wager, "0") for wager in all_valued()})


Antes = Annotated[str, Field(max_length=20)]
if typing.TYPE_CHECKING:
    Studied = Configured
else:  # made from the labs of the installed games, which a type checker cannot follow
    Studied = create_model(
        "Studied",
        __base__=Configured,
        __doc__="A configuration, and optional wagers that change the best play, in antes.",
        **dict.fromkeys(all_valued(), (Antes, "0")),
    )


class Designed(Form):
    """Odds for some rows of a wager's pay table; an empty text takes a row away."""

    game: GameId
    config: dict[str, Any] = Field(default_factory=dict)
    wager: Annotated[str, Field(max_length=40)]
    rows: dict[str, Annotated[str, Field(max_length=30)]] = Field(default_factory=dict)
    best_play: bool = False
    """Whether the game is to be solved again; if not, the play is held as it is."""


class Explored(Studied):
    """What a player sees."""

    cards: Cards
    board: Cards = Field(default_factory=list)
    seen: Cards = Field(default_factory=list)


class Simulating(Form):
    game: GameId
    config: dict[str, Any] = Field(default_factory=dict)
    rounds: Annotated[int, Field(ge=1, le=10_000_000)] = 2_000_000
    seats: Annotated[int, Field(ge=1, le=21)] = 1
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 1


class RowModel(BaseModel):
    """One row of a pay table: its odds, and how many cases it has of all."""

    key: str
    words: str
    odds: str
    printed: str
    count: int
    probability: str


class DesignModel(BaseModel):
    """A wager with a pay table, as it is posted or as it is tried out."""

    wager: str
    title: str
    unit: str
    exact: bool
    """Whether the text states the odds exactly, so that they cannot even be raised."""
    clauses: list[str]
    rows: list[RowModel]
    cases: int
    ev: str
    edge_percent: float
    hit: str
    sd: float
    game_ev: str | None = None
    """The player's expectation of all that must be bet, where the wager is part of that."""
    play: Literal["held", "best", "fixed"] = "fixed"
    """Whether that is with the play held as it was, or with the best; or the same anyhow."""
    warnings: list[RefusalModel] = []


class ChoiceModel(BaseModel):
    """A choice with its value; one that splits the hand names the cards of each group."""

    model_config = ConfigDict(extra="allow")

    action: str
    ev: str
    cost: str


class AdviceModel(BaseModel):
    actions: list[ChoiceModel]
    best: str | None
    """None where there is nothing to value."""


class PlotModel(BaseModel):
    name: str
    title: str
    caption: str
    of: str


class PointModel(BaseModel):
    """An estimate after so many rounds, with its 95 % interval, in antes."""

    rounds: int
    mean: float
    low: float | None
    high: float | None


class SimulationModel(BaseModel):
    id: str
    state: Literal["starting", "running", "done", "stopped", "failed"]
    words: str
    rounds: int
    seed: int
    seats: int
    points: list[PointModel]
    exact: str | None
    errors: float | None
    """How many standard errors the last estimate is away from what is exact."""
    seconds: float
