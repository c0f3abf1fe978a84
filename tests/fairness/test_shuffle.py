"""Chance, the stream and the shuffle: known answers, exactness, and what may not be there."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway.fairness
from houseway.cards import NEW_DECK, parse_cards
from houseway.fairness import (
    FairnessError,
    Stream,
    fresh_seed,
    shuffle_deck,
    shuffle_indices,
)

ROOM = Path(houseway.fairness.__file__).parent
COUNTING = bytes(range(32))

# Worked out once from the written form by a separate program.
KNOWN = [
    (
        COUNTING,
        "uth-1",
        1,
        "ce359bf7122617b355d4bab4e1714bd554f61f73f81cc3a4e3d275865d7cfaad69a90abc7af740da",
        "8h 5d Kh 9c Ad 4c Jc Jd Tc 8d Ks As Kd 5s 6c 4s 7s 6d 4d 6s 7c 2d 3s Ac Th 3c Js 6h 2c "
        "Ts 2h 2s Qc 5h 8c Qs Jh Qh 5c 4h 7h 8s 9s Kc 9h 9d Td Qd Ah 7d 3h 3d",
    ),
    (
        b"\xff" * 32,
        "Tisch Nº 7",
        17,
        "86840b8bff9b16b2c44ec8a3d6f76e10e6a9d5d03b21e00b938e0a53cdaeab9deefffe1be7e01140",
        "3c Ad As 6s Ac 2h 8s 5c Jc 6h 7d 4s 7h 2s Ts Qd 4d 7c 4c 9d Kh 5h Kd 6d 2c 9c 4h Th 5s "
        "2d Qh Qc 7s 8d Js 8h 9h 3s Td Ah 5d 9s Jh Tc 3d Ks Jd 3h Qs Kc 6c 8c",
    ),
    (
        bytes(32),
        "",
        123456789,
        "f050f3bed74ee42389e9a2e93a917a609a43c50d7e1facc59b6e9ea2ad72c1c9546d7f9a8afb00ed",
        "As Ac 8c Ah 8d Tc 6c 4d Jd Td 6s 5s 2s Kc 9c 5h 4h 9s 9h Kd Ks Qs Ad 2c Qc 3s 9d 8s 3c "
        "7d Ts 4c 6h 3h Kh 7h 2d 7c 5c 2h 8h 6d 7s Th 4s Jc Jh Qh 3d Qd 5d Js",
    ),
]


@pytest.mark.parametrize(("seed", "table", "number", "start", "order"), KNOWN)
def test_known_answers(seed: bytes, table: str, number: int, start: str, order: str) -> None:
    assert Stream(seed, "shuffle", table, number).read(40).hex() == start
    assert shuffle_deck(seed, table, number) == parse_cards(order.split())


def test_every_seed_is_fresh() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 100), max_size=8))
def test_reading_in_parts_is_reading_at_once(seed: bytes, parts: list[int]) -> None:
    whole = Stream(seed, "shuffle", "t", 1).read(sum(parts))
    stream = Stream(seed, "shuffle", "t", 1)
    assert b"".join(stream.read(part) for part in parts) == whole


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 256), max_size=60))
def test_numbers_are_masked_bytes_and_the_rest_is_thrown_away(seed: bytes, tops: list[int]) -> None:
    coming = iter(Stream(seed, "shuffle", "t", 1).read(4096))
    stream = Stream(seed, "shuffle", "t", 1)
    for n in tops:
        size = 1
        while size < n:
            size *= 2
        expected = 0
        if n > 1:
            expected = next(low for low in (byte & size - 1 for byte in coming) if low < n)
        assert stream.below(n) == expected
    assert stream.read(5) == bytes(next(coming) for _ in range(5))


def test_over_all_bytes_every_number_comes_equally_often() -> None:
    for n in range(2, 257):
        stream = Stream(COUNTING, "shuffle", "t", 1)
        stream._block = bytes(range(256))
        size = 1 << (n - 1).bit_length()
        drawn = Counter(stream.below(n) for _ in range(256 // size * n))
        assert drawn == dict.fromkeys(range(n), 256 // size)


@given(
    st.binary(min_size=32, max_size=32),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    st.integers(1, 2**53 - 1),
)
def test_a_shuffle_holds_every_card_once_and_can_be_repeated(
    seed: bytes, table: str, number: int
) -> None:
    deck = shuffle_deck(seed, table, number)
    assert set(deck) == set(NEW_DECK)
    assert len(deck) == 52
    assert deck == tuple(NEW_DECK[place] for place in shuffle_indices(seed, table, number))


def test_seed_purpose_table_and_number_each_give_another_stream() -> None:
    streams = [
        Stream(COUNTING, "shuffle", "t", 1),
        Stream(bytes(32), "shuffle", "t", 1),
        Stream(COUNTING, "salt", "t", 1),
        Stream(COUNTING, "shuffle", "u", 1),
        Stream(COUNTING, "shuffle", "t", 11),
        Stream(COUNTING, "shuffle", "t1", 1),
    ]
    assert len({stream.read(32) for stream in streams}) == len(streams)


@pytest.mark.parametrize(
    ("seed", "table", "number"),
    [
        (b"", "t", 1),
        (bytes(31), "t", 1),
        ("x" * 32, "t", 1),
        (bytes(32), "a\0b", 1),
        (bytes(32), "\ud800", 1),
        (bytes(32), 7, 1),
        (bytes(32), "t", 0),
        (bytes(32), "t", True),
        (bytes(32), "t", 1.0),
        (bytes(32), "t", 2**53),
    ],
)
def test_unusable_input_is_refused(seed: bytes, table: str, number: int) -> None:
    with pytest.raises(FairnessError):
        shuffle_deck(seed, table, number)


def test_numbers_and_bytes_out_of_range_are_refused() -> None:
    stream = Stream(COUNTING, "shuffle", "t", 1)
    for n in (-1, 0, 257):
        with pytest.raises(FairnessError):
            stream.below(n)
    with pytest.raises(FairnessError):
        stream.read(-1)


# --- what may not come near an outcome

OUTCOME_FILES = ("entropy.py", "stream.py", "shuffle.py", "commitment.py")


def list_forbidden(tree: ast.AST) -> list[str]:
    """Remainders, fractions, sorting and other generators, each with its line."""
    uses = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Mod | ast.Div):
            uses.append((node.lineno, type(node.op).__name__))
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            uses.append((node.lineno, "float"))
        if isinstance(node, ast.Name) and node.id in {"divmod", "float", "sorted", "random"}:
            uses.append((node.lineno, node.id))
        if isinstance(node, ast.Attribute) and node.attr in {"sort", "random"}:
            uses.append((node.lineno, node.attr))
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None), *(alias.name for alias in node.names)]
            uses += [(node.lineno, name) for name in names if name in {"random", "secrets"}]
    return [f"{line}: {what}" for line, what in uses]


@pytest.mark.parametrize("name", OUTCOME_FILES)
def test_no_remainder_fraction_sort_or_other_generator_near_an_outcome(name: str) -> None:
    tree = ast.parse((ROOM / name).read_text("utf-8"))
    assert not list_forbidden(tree)


@pytest.mark.parametrize(
    "code",
    [
        *("x % 2", "x %= 2", "x / 2", "x /= 2", "0.5", "divmod(x, 2)", "float(x)"),
        *("sorted(x)", "x.sort()", "x.random()", "random.Random()"),
        *("import random", "from random import choice", "import secrets"),
    ],
)
def test_every_forbidden_use_is_recognized(code: str) -> None:
    assert list_forbidden(ast.parse(code))
