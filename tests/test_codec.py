"""The codec: data from types and back, strictly, with refusals that name the field."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import pytest

from houseway.cards import Card, parse_card, parse_cards
from houseway.chips import Odds
from houseway.codec import LARGEST, Sparse, TaggedUnion, from_data, schema_of, to_data
from houseway.rulebook import Malformed


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Pair(NamedTuple):
    name: str
    colour: Colour = Colour.RED


@dataclass(frozen=True, slots=True)
class Chip:
    colour: Colour
    cents: int

    def __post_init__(self) -> None:
        assert self.cents > 0, "a chip is worth something"


@dataclass(frozen=True)
class Tray:
    chips: tuple[Chip, ...]
    seats: Mapping[int, str]
    marks: frozenset[str] = frozenset()
    card: Card | None = None
    note: Any = None
    pairs: tuple[Pair, ...] = ()


TRAY = Tray(
    (Chip(Colour.BLUE, 500),),
    {2: "Ada"},
    frozenset("cab"),
    parse_card("As"),
    {"cards": parse_cards(["Td", "2c"])},
    (Pair("x", Colour.BLUE),),
)
DATA = {
    "chips": [{"colour": "blue", "cents": 500}],
    "seats": {"2": "Ada"},
    "marks": ["a", "b", "c"],
    "card": "As",
    "note": {"cards": ["Td", "2c"]},
    "pairs": [["x", "blue"]],
}


def test_a_value_is_written_by_the_names_of_its_fields() -> None:
    assert to_data(TRAY) == DATA
    assert to_data(TRAY, only={"card", "marks"}) == {"card": "As", "marks": ["a", "b", "c"]}


def test_a_value_is_read_back_as_its_own_types() -> None:
    tray = from_data(Tray, {**DATA, "note": 1}, "The tray")
    assert tray == Tray(TRAY.chips, TRAY.seats, TRAY.marks, TRAY.card, 1, TRAY.pairs)
    assert type(tray.pairs[0]) is Pair
    assert type(tray.chips[0].colour) is Colour


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"chips": 5}, "The tray's chips must be a list, not 5"),
        ({"chips": [7]}, "chips.0 must be an object with named fields"),
        ({"chips": [{"colour": "green", "cents": 1}]}, "colour is 'green'; it can be red or blue"),
        ({"chips": [{"colour": "red", "cents": "1"}]}, "chips.0.cents must be a whole number"),
        ({"chips": [{"colour": "red", "cents": 0}]}, "cannot be: .*a chip is worth something"),
        ({"chips": [{"colour": "red", "cents": LARGEST + 1}]}, "out of range"),
        ({"chips": [{"colour": "red"}]}, "The tray's chips.0 lacks cents"),
        ({"seats": []}, "seats must be an object"),
        ({"card": "zz"}, "card cannot be read: 'zz' is not a card"),
        ({"marks": [1]}, "must be text, not 1"),
        ({"extra": 1}, "The tray has an unknown field: 'extra'"),
    ],
)
def test_what_is_malformed_is_refused_by_the_name_of_its_field(
    change: dict[str, Any], words: str
) -> None:
    with pytest.raises(Malformed, match=words):
        from_data(Tray, {**DATA, **change}, "The tray")


def test_a_schema_says_what_is_read() -> None:
    schema = schema_of(Tray)
    assert schema["required"] == ["chips", "seats"]
    assert schema["additionalProperties"] is False
    cents = schema["$defs"]["Chip"]["properties"]["cents"]
    assert (cents["type"], cents["maximum"]) == ("integer", LARGEST)
    card = schema["properties"]["card"]["anyOf"][0]
    assert card == {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}


@dataclass(frozen=True)
class Posting:
    rows: Mapping[str, Odds]


def test_odds_are_written_as_people_state_them() -> None:
    posting = Posting({"flush": Odds(3, 2)})
    assert to_data(posting) == {"rows": {"flush": "3 to 2"}}
    assert from_data(Posting, to_data(posting), "The posting") == posting
    with pytest.raises(Malformed, match=r"rows.flush cannot be read: .*odds"):
        from_data(Posting, {"rows": {"flush": "3:2"}}, "The posting")


@dataclass(frozen=True)
class Shown(Sparse):
    count: int | None
    cards: tuple[Card, ...] | None = None
    inner: "Shown | None" = None


def test_a_sparse_record_leaves_out_what_is_none() -> None:
    assert to_data(Shown(3)) == {"count": 3}
    assert to_data(Shown(None)) == {"count": None}
    assert to_data(Shown(0, (), Shown(1))) == {"count": 0, "cards": [], "inner": {"count": 1}}


def test_records_of_several_kinds_are_told_apart_by_their_type() -> None:
    codec: TaggedUnion[Any] = TaggedUnion("thing", (Chip, Shown), version=3)
    data = codec.to_data(Chip(Colour.RED, 5))
    assert data == {"v": 3, "type": "chip", "colour": "red", "cents": 5}
    assert codec.from_data(data) == Chip(Colour.RED, 5)
    for wrong, words in (
        ({"v": 2, "type": "chip"}, "This thing has form 2; this program reads form 3"),
        ({"v": 3, "type": "coin"}, "The thing's type is 'coin'; it can be chip, shown"),
        ({"v": 3}, "The thing's type is None"),
        ([], "The thing must be an object"),
    ):
        with pytest.raises(Malformed, match=words):
            codec.from_data(wrong)
