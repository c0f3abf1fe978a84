"""The lab's requests and responses: configurations with their bets, designs, advice, simulations.

Optional wagers that change the best play are fields of a request, in antes; which wagers these
are is for each game's lab to say.
"""

import typing
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from houseway.codec import CARD_PATTERN
from houseway.games import find_games, get_game
from houseway.games.fields import MOST_ENTRIES
from houseway.house.edges import material
from houseway.lab.contract import check_bets, lab_of
from houseway.lab.exact.results import show
from houseway.rulebook import Malformed
from houseway.web.api.models import Config, Form, GameId
from houseway.web.api.problems import RefusalModel

MOST_ANTES = 1_000
Antes = Annotated[str, Field(max_length=20)]
Rows = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=30)]],
    Field(max_length=MOST_ENTRIES),
]
Cards = Annotated[list[Annotated[str, Field(pattern=CARD_PATTERN)]], Field(max_length=52)]


@cache
def all_valued() -> tuple[str, ...]:
    """The optional wagers that change the best play of any installed game."""
    wagers = (wager for game in find_games().values() for wager in lab_of(game).valued_with)
    return tuple(dict.fromkeys(wagers))


def _read_antes(wager: str, text: str) -> Fraction:
    name = wager.replace("_", " ")
    try:
        antes = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Malformed(f"A {name} bet is a number of antes, not {text!r}.") from None
    if antes > MOST_ANTES:
        raise Malformed(f"A {name} bet is of at most {MOST_ANTES} antes.")
    return antes


class Configured(Form):
    """A configuration of a game."""

    game: GameId
    config: Config = Field(default_factory=dict)

    @property
    def material(self) -> dict[str, Any]:
        """The options that move figures."""
        return material(self.game, self.config)

    @property
    def bets(self) -> dict[str, str]:
        """The bets as fractions of an ante; a wager that is not bet is left out."""
        texts = {wager: getattr(self, wager, "") or "0" for wager in all_valued()}
        bets = {wager: _read_antes(wager, text) for wager, text in texts.items()}
        placed = {wager: antes for wager, antes in bets.items() if antes}
        check_bets(get_game(self.game), placed)
        return {wager: show(antes) for wager, antes in placed.items()}

    @property
    def arguments(self) -> tuple[str, dict[str, Any], dict[str, str]]:
        """What most tasks of the laboratory take: game, options and bets."""
        return self.game, self.material, self.bets


if typing.TYPE_CHECKING:
    Studied = Configured
else:  # made from the labs of the installed games, which a type checker cannot follow
    Studied = create_model(
        "Studied",
        __base__=Configured,
        __doc__="A configuration, and optional wagers that change the best play, in antes.",
        **dict.fromkeys(all_valued(), (Antes, "0")),
    )


def study_of(game: str, config: dict[str, Any], parameters: Mapping[str, str]) -> Configured:
    """The same from the address of a page, which may name anything."""
    bets: dict[str, Any] = {wager: parameters.get(wager, "0") for wager in all_valued()}
    return Studied.model_construct(game=game, config=config, **bets)


class Designed(Configured):
    """Odds for some rows of a wager's pay table; an empty text takes a row away."""

    wager: Annotated[str, Field(max_length=40)]
    rows: Rows = Field(default_factory=dict)
    best_play: bool = False
    """Whether the game is to be solved again; if not, the play is held as it is."""


class Explored(Studied):
    """What a player sees."""

    cards: Cards
    board: Cards = Field(default_factory=list)
    seen: Cards = Field(default_factory=list)


class Simulating(Configured):
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
