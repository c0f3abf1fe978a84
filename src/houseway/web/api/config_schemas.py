"""Configurations in the description of the API, made from the games' own lists of options.

Only described here: what a configuration may be is the game's to say, and its refusals name
the clause, which a schema cannot.
"""

from collections.abc import Callable, Sequence
from typing import Any

from houseway.chips import MOST_ODDS
from houseway.games import GAMES
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.fields import MOST_ENTRIES
from houseway.games.options import Option, OptionForm
from houseway.web.api.models import PLACE

Schema = dict[str, Any]
ODDS: Schema = {
    "description": 'Odds as they are printed, "9 to 1", or the first number alone.',
    "anyOf": [
        {"type": "string", "pattern": r"^\d{1,9} to \d{1,9}$"},
        {"type": "integer", "minimum": 0, "maximum": MOST_ODDS},
    ],
}
OVERRIDE: Schema = {
    "type": "object",
    "additionalProperties": ODDS,
    "maxProperties": MOST_ENTRIES,
    "description": "Better rows of the one pay table that is meant.",
}


def describe_configs(document: Schema) -> None:
    """Says of every configuration that can be sent in what it may hold."""
    schemas = document["components"]["schemas"]
    with_config = [
        schema["properties"]
        for schema in schemas.values()
        if "config" in schema.get("properties", {}) and "game" in schema["properties"]
    ]
    names = {game.id: f"{game.id.capitalize()}Config" for game in GAMES.values()}
    for game in GAMES.values():
        words = f"The options of {game.name} and the equipment of its table; all may be left out."
        schemas[names[game.id]] = config_schema(words, (*game.options, *EQUIPMENT_OPTIONS))
    one_of_them = [{"$ref": PLACE.format(model=name)} for name in names.values()]
    for properties in with_config:
        properties["config"] = {"title": "Config", "anyOf": one_of_them, "default": {}}


def config_schema(words: str, options: Sequence[Option]) -> Schema:
    properties = {option.name: _option(option) for option in options}
    if any(option.name.endswith("_rows") for option in options):
        properties["override"] = OVERRIDE
    return {
        "type": "object",
        "description": words,
        "properties": properties,
        "additionalProperties": False,
    }


def _option(option: Option) -> Schema:
    cited = ", ".join((*option.clauses, *option.readings))
    words = f"{option.help} ({cited})" if cited else option.help
    return {"title": option.name, "description": words, **_shape(option.form)}


def _shape(form: OptionForm) -> Schema:
    shape = _SHAPES.get(form.kind)
    return shape(form) if shape else {}


def _whole(form: OptionForm) -> Schema:
    bounds = {"minimum": form.least, "maximum": form.most}
    return {"type": "integer", **{key: at for key, at in bounds.items() if at is not None}}


def _amounts(form: OptionForm) -> Schema:
    least = 1 if form.least is None else form.least
    return _of_keys(form, {"type": "integer", "minimum": least, "maximum": form.most})


def _of_keys(form: OptionForm, value: Schema) -> Schema:
    properties = dict.fromkeys(form.keys, value)
    return {"type": "object", "properties": properties, "additionalProperties": False}


_SHAPES: dict[str, Callable[[OptionForm], Schema]] = {
    "choice": lambda form: {"enum": [*form.values, *form.also]},
    "flag": lambda _: {"anyOf": [{"type": "boolean"}, {"enum": ["on", "off"]}]},
    "whole": _whole,
    "text": lambda form: {"type": "string", "maxLength": form.longest},
    "amounts": _amounts,
    "rows": lambda form: _of_keys(form, ODDS),
}
"""How each kind of option is written; a progressive's prizes are the game's to read."""
