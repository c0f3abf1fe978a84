"""One codec for everything that leaves the program: commands, events, views, snapshots, messages.

The form of the data follows from our own frozen dataclasses, through Pydantic:

    to_data(value)                  a value as JSON data
    from_data(kind, data, "what")   the value that JSON data describe, or `Malformed`
    schema_of(kind)                 the JSON schema of the same form
    TaggedUnion("event", kinds, version=1)   records of several kinds, told apart by `type`

A field is written by its own name, a card as its two letters, odds as `3 to 2`, an enum as its
value, a set in order. Reading is strict: no number is read from text, no field is guessed
and none is ignored.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache, partial
from typing import Annotated, Any, Generic, Literal, TypeVar, cast

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails, SchemaSerializer, SchemaValidator, core_schema

from houseway.cards import Card, parse_card
from houseway.chips import Odds, parse_odds
from houseway.rulebook import Malformed

T = TypeVar("T")
Mode = Literal["validation", "serialization"]

LARGEST = 10**15
"""The largest whole number in any data: more than any chips, seats or cards need."""
Moment = Annotated[int, Field(ge=0, le=2**63 - 1)]
"""A time in microseconds since 1970, UTC."""
CARD_PATTERN = "^[2-9TJQKA][cdhs]$"
SCHEMA_PLACE = "#/$defs/{model}"


class Sparse:
    """A record whose optional fields are left out of the data where they are None."""

    __slots__ = ()


def to_data(value: Any, only: Set[str] | None = None) -> Any:
    """A value as JSON data: objects, lists, text, numbers, true, false and null.

    With `only`, just these fields of a record: what is not among them is not even looked at.
    """
    kind: Any = type(value)
    return _serializer(kind)(value, mode="json", include=only)


def from_data(kind: type[T], data: object, what: str) -> T:
    """The value of this kind that JSON data describe; `what` names it in a refusal."""
    of_kind: Any = kind  # a type can be hashed, which mypy does not see
    try:
        value: T = _validator(of_kind)(data)
    except ValidationError as error:
        raise Malformed(_explain(what, error)) from None
    return value


def schema_of(kind: Any, mode: Mode = "validation", place: str = SCHEMA_PLACE) -> dict[str, Any]:
    """The JSON schema of a kind; `place` says where the schemas it refers to stand."""
    return GenerateJsonSchema(ref_template=place).generate(_schema(kind), mode)


class TaggedUnion(Generic[T]):
    """Records of several kinds in one stream: each is written with its own name as `type`.

    With a version, each also says which form it has as `v`; another form is refused. A field of
    a record that holds one of them is declared as `Annotated[Command, COMMAND_CODEC]`. A suffix
    that all their classes have is no part of the names.
    """

    def __init__(
        self, what: str, kinds: Iterable[type[T]], version: int | None = None, suffix: str = ""
    ) -> None:
        self.what, self.version = what, version
        self.kinds: Mapping[str, type[T]] = {
            snake_case(kind.__name__.removesuffix(suffix)): kind for kind in kinds
        }
        self.names: Mapping[type, str] = {kind: name for name, kind in self.kinds.items()}
        self._heads = {kind: self._head(name) for kind, name in self.names.items()}

    def _head(self, name: str) -> dict[str, Any]:
        return {"type": name} if self.version is None else {"v": self.version, "type": name}

    def to_data(self, record: T) -> dict[str, Any]:
        """A record as JSON data."""
        data = self._heads[type(record)].copy()
        data.update(to_data(record))
        return data

    def from_data(self, data: object) -> T:
        """The record that JSON data describe."""
        what = f"The {self.what}"
        if not isinstance(data, Mapping):
            raise Malformed(f"{what} must be an object with named fields, not {_short(data)}.")
        fields = dict(data)
        if self.version is not None:
            _check_version(self.what, fields.pop("v", None), self.version)
        name = fields.pop("type", None)
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            known = ", ".join(self.kinds)
            raise Malformed(f"{what}'s type is {_short(name)}; it can be {known}.")
        return from_data(kind, fields, what)

    def describe(self, without: Set[str] = frozenset()) -> Any:
        """Pydantic's schema of these records, for descriptions of what may be sent.

        `without` names the fields that the receiver adds, whoever sends the record.
        """
        records = {
            name: _describe_record(_schema(cast("Any", kind)), name, without)
            for name, kind in self.kinds.items()
        }
        return core_schema.tagged_union_schema(records, "type")

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> Any:
        written = core_schema.plain_serializer_function_ser_schema(self.to_data)
        return core_schema.no_info_plain_validator_function(self.from_data, serialization=written)


def snake_case(name: str) -> str:
    """The name of a class as it stands in data: `CardsDealt` is `cards_dealt`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _check_version(what: str, version: object, expected: int) -> None:
    if type(version) is not int or version != expected:
        raise Malformed(
            f"This {what} has form {_short(version)}; this program reads form {expected}."
        )


@cache
def _schema(kind: Any) -> Any:
    return _restrict(TypeAdapter(kind).core_schema)


def _describe_record(schema: Any, name: str, without: Set[str]) -> Any:
    """The schema of one record of a union: with its type, and without some of its fields."""
    fields = [field for field in schema["schema"]["fields"] if field["name"] not in without]
    tag = core_schema.dataclass_field("type", core_schema.literal_schema([name]))
    return {**schema, "schema": {**schema["schema"], "fields": [tag, *fields]}}


@cache
def _serializer(kind: type) -> Any:
    return SchemaSerializer(_schema(kind)).to_python


@cache
def _validator(kind: type) -> Any:
    return SchemaValidator(_schema(kind)).validate_python


def _restrict(schema: Any) -> Any:
    """Pydantic's schema of a type, made strict: JSON data are read as they are written.

    Bounds that a field states itself count instead. Keys of an object are always text in JSON,
    so numbers among them are read from text.
    """
    if isinstance(schema, list | tuple):
        return type(schema)(map(_restrict, schema))
    if not isinstance(schema, dict):
        return schema
    parts = {
        name: part if name in {"keys_schema", "metadata", "serialization"} else _restrict(part)
        for name, part in schema.items()
    }
    if parts.get("type") == "dataclass":
        parts["config"] = {**parts.get("config", {}), "extra_fields_behavior": "forbid"}
        if issubclass(parts["cls"], Sparse):
            parts["schema"]["fields"] = [*map(_leave_out_none, parts["schema"]["fields"])]
    return {**_RESTRICTIONS.get(parts.get("type"), {}), **parts}


def _leave_out_none(field: dict[str, Any]) -> dict[str, Any]:
    optional = field["schema"]["type"] == "default" and field["schema"].get("default", 0) is None
    return {**field, "serialization_exclude_if": _IS_NONE} if optional else field


_IS_NONE = partial(operator.is_, None)


def _write_sorted(members: Any, write: Any) -> list[Any]:
    return sorted(write(members))


_IN_ORDER = {"serialization": core_schema.wrap_serializer_function_ser_schema(_write_sorted)}
_RESTRICTIONS: dict[Any, dict[str, Any]] = {
    "int": {"strict": True, "ge": -LARGEST, "le": LARGEST},
    "str": {"strict": True},
    "bool": {"strict": True},
    "float": {"strict": True},
    "set": _IN_ORDER,
    "frozenset": _IN_ORDER,
}


def _write_as_text(kind: Any, parse: Callable[[object], Any], pattern: str) -> None:
    """Teaches Pydantic to read a type of our own from text, and to write it as `str` does."""

    def read(value: object) -> Any:
        return value if isinstance(value, kind) else parse(value)

    text = core_schema.str_schema(pattern=pattern)
    schema = core_schema.no_info_plain_validator_function(
        read,
        json_schema_input_schema=text,
        serialization=core_schema.plain_serializer_function_ser_schema(str, return_schema=text),
    )
    # Pydantic asks a class for these: the first where a field is declared with it, the second
    # where a value of it comes in a field that may hold anything.
    kind.__get_pydantic_core_schema__ = classmethod(lambda _cls, _source, _handler: schema)
    kind.__pydantic_serializer__ = SchemaSerializer(schema)


_write_as_text(Card, parse_card, CARD_PATTERN)
_write_as_text(Odds, parse_odds, "^[0-9]{1,9} to [0-9]{1,9}$")


def _explain(what: str, error: ValidationError) -> str:
    """Why data cannot be read, naming the field."""
    details = error.errors(include_url=False)
    first, parent = details[0], details[0]["loc"][:-1]
    if first["type"] == "missing":
        names = [str(detail["loc"][-1]) for detail in details if _is_missing(detail, parent)]
        return f"{_place(what, parent)} lacks {', '.join(names)}."
    if first["type"] == "unexpected_keyword_argument":
        return f"{_place(what, parent)} has an unknown field: {first['loc'][-1]!r}."
    return f"{_place(what, first['loc'])} {_fault(first)}"


def _fault(detail: ErrorDetails) -> str:
    """What is wrong with one value, as the end of a sentence."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "assertion_error":
        return f"cannot be: {context['error']}."
    if kind == "value_error":
        return f"cannot be read: {context['error']}"
    if kind in {"enum", "literal_error"}:
        return f"is {_short(detail['input'])}; it can be {_plain_choices(context)}."
    if kind in {"less_than_equal", "greater_than_equal"}:
        limit = f"at most {context['le']}" if "le" in context else f"at least {context['ge']}"
        return f"is out of range: a number is {limit}."
    if kind == "string_too_long":
        return f"is too long: it has at most {context['max_length']} characters."
    wanted = _WANTED.get(kind)
    return f"must be {wanted}, not {_short(detail['input'])}." if wanted else f"{detail['msg']}."


def _plain_choices(context: dict[str, Any]) -> str:
    return str(context["expected"]).replace("'", "")


def _is_missing(detail: ErrorDetails, parent: tuple[int | str, ...]) -> bool:
    return detail["type"] == "missing" and detail["loc"][:-1] == parent


def _place(what: str, path: tuple[int | str, ...]) -> str:
    return f"{what}'s {'.'.join(map(str, path))}" if path else what


_WANTED = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "dataclass_type"), "an object with named fields"),
}


def _short(value: object) -> str:
    """A value short enough to stand in a message."""
    if isinstance(value, int) and abs(value) > LARGEST:
        return "a number out of range"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
