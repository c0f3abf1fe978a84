"""Nothing that comes in is unbounded: options, fields of commands, forms of the API, messages."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

import houseway.web
from houseway.chips import MOST_LIMIT, OddsError, parse_odds
from houseway.codec import LARGEST, schema_of
from houseway.games import GAMES, find_games
from houseway.games.equipment import EQUIPMENT_OPTIONS
from houseway.games.fields import (
    LONGEST_TEXT,
    MOST_ENTRIES,
    check_size,
    read_amount,
    read_list,
    read_text,
    read_whole,
)
from houseway.games.options import NotAllowed, Option, OptionForm, option
from houseway.rulebook import Malformed, Refused
from houseway.table import read_setup
from houseway.table.wire import COMMANDS
from houseway.web.api.models import Form
from houseway.web.api.socket_messages import INCOMING
from houseway.web.tables.page_socket import ChipMessage, RepeatMessage

LOWER, UPPER = {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}


def unbounded(schema: Any, where: str) -> Iterator[str]:
    """The places of a JSON schema that take a number, a text or a collection of any size."""
    if isinstance(schema, list):
        for part in schema:
            yield from unbounded(part, where)
    if not isinstance(schema, dict) or {"enum", "const", "$ref"} & schema.keys():
        return
    if not _is_bounded(schema):
        yield f"{where}: {schema.get('type', 'anything')}"
    for name in ("anyOf", "oneOf", "allOf", "items"):
        yield from unbounded(schema.get(name), where)
    for name in ("properties", "$defs"):
        for key, part in schema.get(name, {}).items():
            yield from unbounded(part, f"{where}.{key}")


def _is_bounded(schema: dict[str, Any]) -> bool:
    """Whether a schema bounds what it describes itself, its parts aside."""
    names, pattern = schema.keys(), schema.get("pattern", "")
    match schema.get("type"):
        case "integer" | "number":
            return bool(LOWER & names) and bool(UPPER & names)
        case "string":
            return "maxLength" in names or (bool(pattern) and not set("*+") & set(pattern))
        case "array":
            return "maxItems" in names
        case "object":
            return schema.get("additionalProperties") is False or "maxProperties" in names
    return bool(names - {"title", "default"})


def forms() -> list[type[Form]]:
    """Every form of the API, wherever it is declared."""
    for module in pkgutil.walk_packages(houseway.web.__path__, "houseway.web."):
        importlib.import_module(module.name)
    pending, known = [Form], list[type[Form]]()
    while pending:
        kinds = pending.pop().__subclasses__()
        known += kinds
        pending += kinds
    return known


def test_an_unbounded_field_is_noticed() -> None:
    kinds: list[Any] = [int, str, list[bool], dict[str, bool], float, Any, int | None]
    for kind in kinds:
        assert list(unbounded(TypeAdapter(kind).json_schema(), "it")), kind


def test_every_form_of_the_api_is_bounded() -> None:
    assert len(forms()) > 15
    for form in forms():
        assert not list(unbounded(form.model_json_schema(), form.__name__))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_field_of_a_command_is_bounded(name: str) -> None:
    assert not list(unbounded(schema_of(COMMANDS[name]), name))


@pytest.mark.parametrize("kind", [*INCOMING, ChipMessage, RepeatMessage])
def test_every_message_of_a_socket_is_bounded(kind: type) -> None:
    assert not list(unbounded(schema_of(kind), kind.__name__))


OPTIONS = [
    *((game.id, option) for game in find_games().values() for option in game.options),
    *(("equipment", option) for option in EQUIPMENT_OPTIONS),
]
TOO_LARGE = [
    *(10**16, -(10**16), 10**30, "x" * (LONGEST_TEXT + 1), ["x"] * 10**4),
    {f"key-{number}": 1 for number in range(10**4)},
]
LOOSE = [1.0, 2.0, 0.0, float("nan"), float("inf"), 1e3]


@pytest.mark.parametrize(
    ("game", "known"), OPTIONS, ids=lambda entry: getattr(entry, "name", entry)
)
def test_every_option_states_its_bounds_and_keeps_them(game: str, known: Option) -> None:
    assert not known.form.lacks(), game
    bounds = known.form.least, known.form.most
    assert all(bound is None or abs(bound) <= MOST_LIMIT for bound in bounds)
    keys = known.form.keys or ("x",)
    inside = [dict.fromkeys(keys[:1], value) for value in (*TOO_LARGE, *LOOSE, True)]
    for value in (*TOO_LARGE, *LOOSE, *inside):
        with pytest.raises(NotAllowed):
            known.read(value)


@pytest.mark.parametrize("game", GAMES)
def test_a_value_of_another_type_that_is_equal_is_refused(game: str) -> None:
    """`1.0` and `true` are equal to 1, and were recorded as they came."""
    for known in GAMES[game].options:
        for allowed in known.form.values:
            if type(allowed) is int and True not in known.form.also:
                for loose in (float(allowed), *([True] if allowed == 1 else [])):
                    with pytest.raises(Refused, match=known.name):
                        read_setup(game, {known.name: loose})


def test_the_cases_of_the_review_are_refused() -> None:
    with pytest.raises(Refused, match="it can be a whole number from 1 to 100000"):
        read_setup("uth", {"payout_unit_cents": 10**16})
    for value in (1.0, True):
        with pytest.raises(Refused, match="five_card_table"):
            read_setup("pikit", {"five_card_table": value})
    with pytest.raises(Refused, match="multi_position"):
        read_setup("pikit", {"multi_position": 2.0})


@pytest.mark.parametrize(
    "form",
    [
        OptionForm(),
        OptionForm("whole", least=0),
        OptionForm("text"),
        OptionForm("amounts", keys=("ante",), least=1),
        OptionForm("rows"),
        OptionForm("choice"),
        OptionForm("of a new kind"),
    ],
)
def test_an_option_without_bounds_cannot_be_declared(form: OptionForm) -> None:
    with pytest.raises(AssertionError, match="needs"):
        option(0, read=lambda value: value, allowed="anything", form=form, help="It.")


def test_a_reader_that_lets_anything_through_is_bounded_all_the_same() -> None:
    form = OptionForm("of its own", least=0, most=9, longest=9)
    field = option(0, read=lambda value: value, allowed="anything", form=form, help="It.")
    read = field.metadata["option"].read
    assert read({"a": [1, "b", None, True]}) == {"a": [1, "b", None, True]}
    for value in (*TOO_LARGE, *LOOSE, {"a": [1.0]}):
        with pytest.raises(NotAllowed):
            read(value)


def test_data_within_data_are_bounded() -> None:
    deep: Any = []
    for _ in range(50):
        deep = [deep]
    for value in (deep, [10**16], {"a": "x" * 10**5}, {"x" * 10**5: 1}, [0] * (MOST_ENTRIES + 1)):
        with pytest.raises(ValueError, match="it h"):
            check_size(value)


def test_described_rounds_name_the_limit_that_they_pass() -> None:
    with pytest.raises(Malformed, match=r"above \$1,000,000"):
        read_amount(10**9, "It")
    with pytest.raises(Malformed, match="from 0 to 10000"):
        read_whole(10**9, "It")
    with pytest.raises(Malformed, match="100 are the most"):
        read_text("x" * 101, "It")
    with pytest.raises(Malformed, match="100 are the most"):
        read_list([1] * 101, "It")
    with pytest.raises(OddsError, match="10,000 to 1"):
        parse_odds("999999999 to 1")


def test_the_largest_numbers_are_the_codecs() -> None:
    assert MOST_LIMIT == LARGEST
