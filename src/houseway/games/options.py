"""Options: what a licensee may choose, typed, explained, and refused by clause.

A game states each option once, as a field of its frozen options class: the field carries
the default, what is allowed, the help and the clauses. Reading a configuration gives the
options object or refuses, naming for each bad value the option, what it may be, and the
clause that says so.
"""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Required, TypedDict, TypeVar, Unpack

from houseway.chips import (
    MOST_BET,
    AmountError,
    Odds,
    OddsError,
    PayTable,
    PayTableError,
    parse_odds,
    states_odds_with_for,
    whole_cents,
)
from houseway.games.fields import LONGEST_TEXT, check_size, either, show
from houseway.games.wagers import Posted
from houseway.rulebook import Citation, Malformed, Refusal, Refused, join

T = TypeVar("T")

LONGEST_NAME = 40
OPTION = "option"
"""The key of a field's metadata under which its option stands."""


class NotAllowed(ValueError):
    """A value that an option may not take; the words say what it may be."""


@dataclass(frozen=True)
class OptionForm:
    """How a form asks for an option's value."""

    kind: str = "data"
    """choice, flag, whole, text; amounts and rows, one for each key; prizes; data otherwise."""
    values: tuple[Any, ...] = ()
    also: tuple[Any, ...] = ()
    """Values that are read too, and mean one of those."""
    least: int | None = None
    most: int | None = None
    """The bounds of a number, or of every number in a table."""
    longest: int | None = None
    """The most characters of a text."""
    keys: tuple[str, ...] = ()

    def lacks(self) -> list[str]:
        """The bounds that an option of this kind must state and this form does not."""
        needed = _NEEDED.get(self.kind, ("least", "most", "longest"))
        return [name for name in needed if getattr(self, name) in (None, ())]


_NEEDED: Mapping[str, tuple[str, ...]] = {
    "choice": ("values",),
    "flag": (),
    "whole": ("least", "most"),
    "text": ("longest",),
    "amounts": ("keys", "least", "most"),
    "rows": ("keys",),
    "prizes": ("keys", "least", "most"),
}
"""What bounds each kind of option; the odds of rows are bounded by `parse_odds`."""


@dataclass(frozen=True)
class Option:
    """One choice of the licensee, as engine, forms, signs and documents read it."""

    name: str
    default: Any
    allowed: str
    help: str
    read: Callable[[Any], Any]
    clauses: Citation = ()
    readings: tuple[str, ...] = ()
    """The readings of the text that the option stands for."""
    form: OptionForm = OptionForm()
    material: bool = False
    """Whether exact figures depend on it; the others are about how a table is run."""
    trials: tuple[Any, ...] = ()
    """Values that random tables try."""


class About(TypedDict, total=False):
    """What every option says of itself."""

    help: Required[str]
    clauses: Citation
    readings: tuple[str, ...]
    material: bool
    trials: tuple[Any, ...]


def option(
    default: Any,
    *,
    read: Callable[[Any], Any],
    allowed: str,
    form: OptionForm,
    **about: Unpack[About],
) -> Any:
    """A field of an options class: its default, and the option that describes it.

    The form states the bounds of the value. Whatever the reader lets through, no value holds a
    number, a text or a table beyond those that every option has (`check_size`).
    """
    assert not form.lacks(), f"an option of kind {form.kind} needs {form.lacks()}: {about['help']}"

    def read_within_bounds(value: Any) -> Any:
        result = read(value)
        try:
            check_size(value)
        except ValueError as error:
            raise NotAllowed(str(error)) from None
        return result

    described = Option("", default, allowed, read=read_within_bounds, form=form, **about)
    if not described.trials:
        described = replace(described, trials=(default,))
    if isinstance(default, dict):
        return field(default_factory=dict, metadata={OPTION: described})
    return field(default=default, metadata={OPTION: described})


def options_of(options_type: type[Any]) -> tuple[Option, ...]:
    """The options of a class: the number of seats, the game's own, then those all tables share."""
    shared = {entry.name for entry in fields(TableOptions)} - {"seats"}
    sources: Mapping[str, Sources] = getattr(options_type, "sources", {})
    options = []
    for entry in fields(options_type):
        if OPTION in entry.metadata:
            option: Option = entry.metadata[OPTION]
            source = sources.get(entry.name, option)
            options.append(
                replace(option, name=entry.name, clauses=source.clauses, readings=source.readings)
            )
    return tuple(sorted(options, key=lambda option: option.name in shared))


def read_options(kind: Callable[..., T], options: Sequence[Option], config: object) -> T:
    """The options object for a configuration; every bad value is reported, not the first."""
    if not isinstance(config, Mapping):
        raise Malformed(f"The configuration must be an object of options, not {show(config)}.")
    known = {option.name: option for option in options}
    refusals: list[Refusal] = []
    values: dict[str, Any] = {}
    for name, value in _spread_override(options, config).items():
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


def _spread_override(options: Sequence[Option], config: Mapping[str, Any]) -> Mapping[str, Any]:
    """`override` improves rows of a pay table; the configuration says of which.

    A game with one such table needs to say nothing; where it has two, the configuration
    must name just one of them, or use that table's own option.
    """
    if "override" not in config:
        return config
    candidates = [option.name for option in options if option.name.endswith("_rows")]
    named = [name for name in candidates if name.replace("_rows", "_table") in config]
    targets = named if len(named) == 1 else candidates
    if len(targets) != 1:
        clauses = join(*(option.clauses for option in options if option.name in targets))
        because = "it is not clear which pay table it betters"
        refusal = Refusal(clauses, "Option override", because, f"Use {either(targets)}.")
        raise Refused([refusal])
    others = {name: value for name, value in config.items() if name != "override"}
    return {**others, targets[0]: config["override"]}


def _refuse(option: Option, value: object, error: NotAllowed) -> Refusal:
    because = str(error) or f"it can be {option.allowed}"
    # Where a whole table was given, the words say which part of it is wrong.
    whole = isinstance(value, Mapping) and str(error)
    tried = f"Option {option.name}" if whole else f"Option {option.name} = {show(value)}"
    return Refusal(option.clauses, tried, because)


def choice(*values: Any, **about: Unpack[About]) -> Any:
    """An option with a few fixed values, the first being the default."""

    def read(value: Any) -> Any:
        for allowed in values:
            # 1.0 and true are equal to 1, and are not what was offered.
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise NotAllowed

    about.setdefault("trials", tuple(dict.fromkeys(values)))
    form = OptionForm("choice", values=tuple(values))
    return option(values[0], read=read, allowed=either(values), form=form, **about)


def flag(*, default: bool, **about: Unpack[About]) -> Any:
    """An option that is on or off."""
    words = {"on": True, "off": False}

    def read(value: Any) -> bool:
        value = words.get(value, value) if isinstance(value, str) else value
        if not isinstance(value, bool):
            raise NotAllowed
        return value

    about.setdefault("trials", (False, True))
    return option(default, read=read, allowed="true or false", form=OptionForm("flag"), **about)


def whole(default: int, least: int, most: int, **about: Unpack[About]) -> Any:
    """An option that is a whole number within bounds."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise NotAllowed
        return int(value)

    allowed = f"a whole number from {least} to {most}"
    form = OptionForm("whole", least=least, most=most)
    return option(default, read=read, allowed=allowed, form=form, **about)


def amounts(*wagers: str, **about: Unpack[About]) -> Any:
    """An option that gives an amount in cents for some of the wagers."""

    def read(value: Any) -> Mapping[str, int]:
        if not isinstance(value, Mapping):
            raise NotAllowed
        for wager, cents in value.items():
            if wager not in wagers:
                raise NotAllowed(
                    f"{show(wager)} has no posted limit; those that have: {either(wagers)}"
                )
            try:
                whole_cents(cents, most=MOST_BET)
            except AmountError as error:
                raise NotAllowed(f"{wager}: {error}") from None
        return dict(value)

    form = OptionForm("amounts", keys=wagers, least=1, most=MOST_BET)
    return option({}, read=read, allowed=f"cents for {either(wagers)}", form=form, **about)


def odds_rows(keys: Sequence[str], **about: Unpack[About]) -> Any:
    """An option that sets the odds of some rows of a pay table."""

    def read(value: Any) -> Mapping[str, Odds]:
        if not isinstance(value, Mapping):
            raise NotAllowed
        unknown = [key for key in value if key not in keys]
        if unknown:
            row = show(unknown[0])
            raise NotAllowed(f"there is no row {row}; the rows are {', '.join(keys)}")
        try:
            return {key: parse_odds(odds) for key, odds in value.items()}
        except OddsError as error:
            raise NotAllowed(str(error)) from None

    allowed = "odds for rows, as {'flush': '9 to 1'}"
    form = OptionForm("rows", keys=tuple(keys))
    return option({}, read=read, allowed=allowed, form=form, **about)


def licensee_name(**about: Unpack[About]) -> Any:
    """The option that names the licensee on the layout."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise NotAllowed("the layout must bear the name or trade name of the licensee")
        return _printable(value.strip(), LONGEST_NAME)

    allowed = f"a name of at most {LONGEST_NAME} characters"
    form = OptionForm("text", longest=LONGEST_NAME)
    return option("Houseway", read=read, allowed=allowed, form=form, **about)


def printed_text(**about: Unpack[About]) -> Any:
    """An option that is text to be printed, in which odds may not be stated with "for"."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise NotAllowed
        return _printable(value, LONGEST_TEXT)

    form = OptionForm("text", longest=LONGEST_TEXT)
    return option("", read=read, allowed="text whose odds use 'to'", form=form, **about)


def _printable(text: str, longest: int) -> str:
    """Text that can be printed: short enough, no control characters, no odds with "for"."""
    if len(text) > longest:
        raise NotAllowed(f"it has {len(text)} characters; {longest} are the most")
    if not text.isprintable():
        raise NotAllowed("it holds characters that cannot be printed")
    if states_odds_with_for(text):
        raise NotAllowed("printed odds use the word 'to' or 'win' and never 'for'")
    return text


@dataclass(frozen=True)
class Sources:
    """The clauses and readings of a game's text behind an option that every table has."""

    clauses: Citation
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableOptions:
    """The options that every table has.

    A game names its own clauses for them in `sources`, and restates an option only where its
    bounds or its help differ.
    """

    sources: ClassVar[Mapping[str, Sources]] = {}
    seats: int = whole(6, 1, 7, help="Player positions.", material=True)
    minimums: Mapping[str, int] = amounts("ante", help="Posted minimum of each wager.")
    maximums: Mapping[str, int] = amounts("ante", help="Posted maximum of each wager.")
    match_play: bool = flag(
        default=False, help="Whether a match play coupon is accepted beside the ante."
    )
    void_unwinds_settled: bool = flag(
        default=True, help="Whether a void round gives back what was already collected on a fold."
    )
    stub_count_interval: int = whole(
        5, 1, 5, help="The stub is counted at least once in this many rounds.", trials=(5, 3, 1)
    )
    timeout: str = choice("fold", "supervisor", help="What happens when a player does not act.")
    licensee: str = licensee_name(help="The name on the layout.")
    sign: str = printed_text(help="Further text on the sign.")
    posted: Posted = field(init=False)
    """The posted limits in force."""

    def __post_init__(self) -> None:
        options = {option.name: option for option in options_of(type(self))}
        self.post_limits(options["maximums"].clauses)

    def post_limits(self, clauses: Citation, increment: int = 1) -> None:
        """Sets the limits in force; refuses limits that no wager can meet."""
        posted = Posted(self.minimums, self.maximums, increment)
        posted.check(clauses)
        object.__setattr__(self, "posted", posted)


def improve(table: PayTable, rows: Mapping[str, Odds], clauses: Citation) -> PayTable:
    """A pay table with a licensee's better rows, refused by clause where they are lower."""
    try:
        return table.improved(rows)
    except PayTableError as error:
        tried = "Rows " + ", ".join(f"{key} {odds}" for key, odds in rows.items())
        raise Refused([Refusal(clauses, tried, str(error))]) from None


def as_config(options: Any) -> dict[str, Any]:
    """An options object as the configuration that gives it back."""
    from houseway.codec import to_data  # noqa: PLC0415  # Pydantic loads only where it is needed

    config: dict[str, Any] = to_data(options)
    return config
