"""Whether a game describes itself: its options, its wagers, its lobby entry, how it is played."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from houseway.cards import CardError, parse_cards
from houseway.games.contract import Game
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import Option, TableOptions, as_config
from houseway.games.wagers import Moment
from houseway.rulebook import HousewayError, Refused
from houseway.testing.rulebook import check_citation

NOT_A_VALUE = object()


def list_trials(game: Game[Any, Any]) -> Iterator[tuple[Option, Any]]:
    """Every value that a random table tries, of each option that has several."""
    for option in game.options:
        for value in option.trials if len(option.trials) > 1 else ():
            yield option, value


def check_options(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of every option, and of the defaults together."""
    equipment = {option.name for option in EQUIPMENT_OPTIONS}
    names = [option.name for option in game.options]
    for name in {field.name for field in fields(TableOptions) if field.init} - set(names):
        yield f"There is no option {name}; derive the options from TableOptions."
    for option in game.options:
        if option.name in equipment:
            yield f"The option {option.name} has the name of an option of the equipment."
        yield from _check_option(game, option)
    for option, value in list_trials(game):
        try:
            option.read(value)
        except ValueError:
            yield f"The option {option.name} does not take {value!r}, one of its own trial values."
    yield from _check_defaults(game)


def _check_option(game: Game[Any, Any], option: Option) -> Iterator[str]:
    if not option.help.strip():
        yield f"The option {option.name} has no help; say what a licensee chooses with it."
    if not option.allowed.strip():
        yield f"The option {option.name} does not say which values are allowed."
    yield from _check_limits(game, option)
    for value in _outside(option):
        try:
            game.read_options({option.name: value})
        except Refused as refused:
            yield from check_citation(game, f"The refusal of {option.name}", refused.clauses)
        except HousewayError as error:
            yield f"The option {option.name} = {value!r} is not refused but malformed: {error}"
        else:
            yield f"The option {option.name} takes {value!r}, which is not {option.allowed}."


def _check_limits(game: Game[Any, Any], option: Option) -> Iterator[str]:
    """Posted limits are of wagers that are bet."""
    if option.name not in {"minimums", "maximums"}:
        return
    wagers = {wager.id for wager in game.wagering.before_the_deal}
    for wager_id in set(option.form.keys) - wagers:
        yield f"The option {option.name} names {wager_id}, and no such wager is bet."


def _outside(option: Option) -> Iterator[Any]:
    """Values that the option must refuse."""
    yield NOT_A_VALUE
    form = option.form
    if form.kind == "whole":
        yield "1"
        if form.least is not None:
            yield form.least - 1
        if form.most is not None:
            yield form.most + 1


def _check_defaults(game: Game[Any, Any]) -> Iterator[str]:
    options = game.read_options({})
    if not isinstance(options.seats, int) or not 1 <= options.seats <= game.most_seats:
        yield f"The default of seats is {options.seats}, beyond most_seats = {game.most_seats}."
    if game.read_options(as_config(options)) != options:
        yield "The default options written as a configuration are not read back the same."
    cards = game.recipe.cards_used(game.most_seats)
    if cards > 52:
        yield f"most_seats = {game.most_seats} hands take {cards} cards from a deck of 52."


def check_wagers(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the list of wagers."""
    wagers = {wager.id: wager for wager in game.wagering.wagers}
    if "ante" not in wagers or not wagers["ante"].required:
        yield "There is no required wager called ante; all figures are given in antes."
    elif not wagers["ante"].main:
        yield "The ante is not marked as a wager of the main game (main=True)."
    names = {option.name for option in game.options}
    for wager in wagers.values():
        if not wager.name or not wager.clauses:
            yield f"The wager {wager.id} needs a name and the clauses that define it."
        for other in filter(None, (*wager.needs, wager.equals)):
            if other not in wagers:
                yield f"The wager {wager.id} refers to {other}, and there is no such wager."
        if wager.option is not None and wager.option not in names:
            yield f"The wager {wager.id} depends on the option {wager.option}, which is missing."
    for term in game.glossary:
        if not term.clauses:
            yield f"The term {term.word} of the glossary cites no clause."


def check_words(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the lobby entry and of the page that explains the game."""
    for part, words in (
        ("name", game.name),
        ("pitch.where", game.pitch.where),
        ("pitch.play", game.pitch.play),
        ("how_to_play.goal", game.how_to_play.goal),
    ):
        if not words.strip():
            yield f"{part} is empty; a newcomer reads it first."
    if not game.how_to_play.steps:
        yield "how_to_play.steps is empty; say what happens in a round, step by step."
    yield from _check_spots(game)
    for rank in game.how_to_play.ranks:
        try:
            parse_cards(rank.cards.split())
        except CardError as error:
            yield f"The example of {rank.name} in how_to_play.ranks is not made of cards: {error}"


def _check_spots(game: Game[Any, Any]) -> Iterator[str]:
    spots = game.how_to_play.spots
    wagers = {wager.id: wager for wager in game.wagering.wagers}
    for wager_id, wager in wagers.items():
        if not spots.get(wager_id, "").strip():
            kind = "award" if wager.moment is Moment.NEVER else "wager"
            yield f"how_to_play.spots does not say what the {kind} {wager_id} is for."
    for wager_id in spots:
        if wager_id not in wagers:
            yield f"how_to_play.spots explains {wager_id}, and there is no such wager."
