"""Options: what a licensee may choose, typed, explained, and refused by clause.

A game lists its options once, as data. Reading a configuration gives the game's
own frozen options object or refuses, naming for each bad value the option, what
it may be, and the clause that says so.
"""

import dataclasses
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from houseway.chips import (
    Odds,
    OddsError,
    PayTable,
    PayTableError,
    parse_odds,
    states_odds_with_for,
)
from houseway.games.reading import either, show
from houseway.rulebook import Citation, Malformed, Refusal, Refused, join

T = TypeVar("T")


LONGEST_NAME, LONGEST_TEXT = 40, 2000


class NotAllowed(ValueError):
    """A value that an option may not take; the words say what it may be."""


@dataclass(frozen=True)
class Asked:
    """How a form asks for an option's value."""

    kind: str = "data"
    """choice, flag, whole, text; amounts and rows, one for each key; prizes; data otherwise."""
    values: tuple[Any, ...] = ()
    also: tuple[Any, ...] = ()
    """Values that are read too, and mean one of those."""
    least: int | None = None
    most: int | None = None
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Option:
    """One choice of the licensee, as engine, forms, signs and documents read it."""

    name: str
    default: Any
    allowed: str
    help: str
    read: Callable[[Any], Any]
    clauses: Citation = ()
    entries: tuple[str, ...] = ()
    """The interpretations the option stands for."""
    asked: Asked = Asked()


def read_options(kind: Callable[..., T], options: Sequence[Option], given: object) -> T:
    """The options object for a configuration; every bad value is reported, not the first."""
    if not isinstance(given, Mapping):
        raise Malformed(f"The configuration must be an object of options, not {show(given)}.")
    config = _spread_override(options, given)
    known = {option.name: option for option in options}
    refusals: list[Refusal] = []
    values: dict[str, Any] = {}
    for name, value in config.items():
        option = known.get(name)
        if option is None:
            near = difflib.get_close_matches(str(name), known, n=3) or list(known)
            raise Malformed(f"There is no option {show(name)}. There is {', '.join(near)}.")
        try:
            values[name] = option.read(value)
        except NotAllowed as error:
            refusals.append(_refuse(option, value, error))
    if refusals:
        raise Refused(refusals)
    return kind(**values)


def _spread_override(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """`override` betters rows of the one pay table that is meant: its own name says which.

    With `trips_table` there is one candidate; where a game has two tables, the
    configuration must name just one of them, or use that table's own option.
    """
    config = dict(given)
    if "override" not in config:
        return config
    rows = config.pop("override")
    candidates = [option.name for option in options if option.name.endswith("_rows")]
    named = [name for name in candidates if name.replace("_rows", "_table") in config]
    meant = named if len(named) == 1 else candidates
    if len(meant) != 1:
        clauses = join(*(option.clauses for option in options if option.name in meant))
        because = "it is not clear which pay table it betters"
        refusal = Refusal(clauses, "Option override", because, f"Use {either(meant)}.")
        raise Refused([refusal])
    config[meant[0]] = rows
    return config


def _refuse(option: Option, value: object, error: NotAllowed) -> Refusal:
    because = str(error) or f"it can be {option.allowed}"
    # Where a whole table was given, the words say which part of it is wrong.
    whole = isinstance(value, Mapping) and str(error)
    tried = f"Option {option.name}" if whole else f"Option {option.name} = {show(value)}"
    return Refusal(option.clauses, tried, because)


def choice(*values: Any) -> dict[str, Any]:
    """An option with a few fixed values, the first being the default."""

    def read(value: Any) -> Any:
        for allowed in values:
            if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                return allowed
        raise NotAllowed

    asked = Asked("choice", values=tuple(values))
    return {"default": values[0], "allowed": either(values), "read": read, "asked": asked}


def flag(*, default: bool) -> dict[str, Any]:
    """An option that is on or off."""
    words = {"on": True, "off": False}

    def read(value: Any) -> bool:
        value = words.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, bool):
            raise NotAllowed
        return value

    asked = Asked("flag")
    return {"default": default, "allowed": "true or false", "read": read, "asked": asked}


def whole(default: int, least: int, most: int | None = None) -> dict[str, Any]:
    """An option that is a whole number within bounds."""
    allowed = f"a whole number from {least} " + ("up" if most is None else f"to {most}")

    def read(value: Any) -> int:
        in_kind = isinstance(value, int) and not isinstance(value, bool)
        if not in_kind or value < least or (most is not None and value > most):
            raise NotAllowed
        return int(value)

    asked = Asked("whole", least=least, most=most)
    return {"default": default, "allowed": allowed, "read": read, "asked": asked}


def amounts(*wagers: str) -> dict[str, Any]:
    """An option that gives an amount in cents for some of the wagers."""

    def read(value: Any) -> Mapping[str, int]:
        if not isinstance(value, Mapping):
            raise NotAllowed
        for wager, cents in value.items():
            if wager not in wagers:
                raise NotAllowed(
                    f"{wager!r} has no posted limit; those that have: {either(wagers)}"
                )
            if not isinstance(cents, int) or isinstance(cents, bool) or cents < 1:
                raise NotAllowed(f"{wager} is {show(cents)}, not a whole number of cents")
        return dict(value)

    asked, allowed = Asked("amounts", keys=wagers), f"cents for {either(wagers)}"
    return {"default": {}, "allowed": allowed, "read": read, "asked": asked}


def odds_rows(keys: Sequence[str]) -> dict[str, Any]:
    """An option that sets the odds of some rows of a pay table."""

    def read(value: Any) -> Mapping[str, Odds]:
        if not isinstance(value, Mapping):
            raise NotAllowed
        unknown = [key for key in value if key not in keys]
        if unknown:
            raise NotAllowed(f"there is no row {unknown[0]!r}; the rows are {', '.join(keys)}")
        try:
            return {key: parse_odds(odds) for key, odds in value.items()}
        except OddsError as error:
            raise NotAllowed(str(error)) from None

    asked, allowed = Asked("rows", keys=tuple(keys)), "odds for rows, as {'flush': '9 to 1'}"
    return {"default": {}, "allowed": allowed, "read": read, "asked": asked}


def name_of_licensee() -> dict[str, Any]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise NotAllowed("the layout must bear the name or trade name of the licensee")
        return _printable(value.strip(), LONGEST_NAME)

    allowed = f"a name of at most {LONGEST_NAME} characters"
    return {"default": "Houseway", "allowed": allowed, "read": read, "asked": Asked("text")}


def _printable(text: str, longest: int) -> str:
    """Text that can be printed: short enough, no control characters, no odds with "for"."""
    if len(text) > longest:
        raise NotAllowed(f"it has {len(text)} characters; {longest} are the most")
    if not text.isprintable():
        raise NotAllowed("it holds characters that cannot be printed")
    if states_odds_with_for(text):
        raise NotAllowed("printed odds use the word 'to' or 'win' and never 'for'")
    return text


def printed_text() -> dict[str, Any]:
    """An option that is text to be printed, in which odds may not be stated with "for"."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise NotAllowed
        return _printable(value, LONGEST_TEXT)

    allowed = "text whose odds use 'to'"
    return {"default": "", "allowed": allowed, "read": read, "asked": Asked("text")}


def bettered(table: PayTable, rows: Mapping[str, Odds], clauses: Citation) -> PayTable:
    """A pay table with a licensee's better rows, refused by clause where they are lower."""
    try:
        return table.bettered(rows)
    except PayTableError as error:
        tried = "Rows " + ", ".join(f"{key} {odds}" for key, odds in rows.items())
        raise Refused([Refusal(clauses, tried, str(error))]) from None


def as_config(options: Any) -> dict[str, Any]:
    """An options object as the configuration that gives it back."""
    return {
        field.name: _plain(getattr(options, field.name))
        for field in dataclasses.fields(options)
        if field.init
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Odds):
        return str(value)
    if dataclasses.is_dataclass(value):
        return as_config(value)
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return value
