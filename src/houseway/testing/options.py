"""Whether a game's options are explained, bounded, and read as they are written."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from houseway.games.contract import Game
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.options import Option, TableOptions, as_config
from houseway.rulebook import HousewayError, Refused
from houseway.testing.rulebook import unknown

NOT_A_VALUE = object()


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
    yield from _check_defaults(game)


def _check_option(game: Game[Any, Any], option: Option) -> Iterator[str]:
    if not option.help.strip():
        yield f"The option {option.name} has no help; say what a licensee chooses with it."
    if not option.allowed.strip():
        yield f"The option {option.name} does not say which values are allowed."
    yield from _check_limits(game, option)
    for value in option.trials if len(option.trials) > 1 else ():
        try:
            option.read(value)
        except ValueError:
            yield f"The option {option.name} does not take {value!r}, one of its own trial values."
    for value in _outside(option):
        try:
            game.read_options({option.name: value})
        except Refused as refused:
            for clause_id in unknown(game, refused.clauses):
                yield f"The refusal of {option.name} cites {clause_id}: there is no such clause."
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
