"""The verifier against proofs that were tampered with."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from houseway.fairness.verify_round import exit_status
from tests.fairness.proof_writer import (
    METHODS,
    RANKS,
    SEED,
    SUITS,
    Deck,
    Json,
    sha,
    shuffled,
    verify,
    write,
    wrong,
)


def with_other_digit(digits: str, at: int) -> str:
    return digits[:at] + ("0" if digits[at] != "0" else "1") + digits[at + 1 :]


@pytest.mark.parametrize("reader", ["", "1"])
def test_every_digit_of_every_hash_and_salt_counts(reader: str) -> None:
    proof = write("uth", "hand", seats=(1,), face_up=(2,), reader=reader)
    for name in ("commitment", "seed") if not reader else ("commitment",):
        for at in range(64):
            assert wrong(proof | {name: with_other_digit(proof[name], at)})
    for entry in proof["leaving"]:
        for holder, key in digits_of(entry):
            before = holder[key]
            for at in range(len(before)):
                holder[key] = with_other_digit(before, at)
                assert "cards" in wrong(proof)
            holder[key] = before
    assert not wrong(proof)


def digits_of(entry: Json) -> Iterator[tuple[Any, Any]]:
    """Where the hex texts of an open card stand."""
    if "card" in entry:
        yield entry, "salt"
        yield from ((entry["path"], step) for step in range(len(entry["path"])))


def test_hex_in_another_spelling_is_not_read() -> None:
    proof = write("hilo", seats=(1,))
    spellings: list[Callable[[str], str]] = [
        str.upper,
        lambda text: text + "0",
        lambda text: text[2:],
    ]
    spellings += [
        lambda text: " " + text[1:],
        lambda text: text + "\n",
        lambda text: "g" + text[1:],
    ]
    for spell in spellings:
        for name in ("commitment", "seed"):
            assert exit_status(verify(proof | {name: spell(proof[name])})) == 2
        for holder, key in digits_of(proof["leaving"][0]):
            before, holder[key] = holder[key], spell(holder[key])
            assert exit_status(verify(proof)) == 2
            holder[key] = before


def test_every_card_counts() -> None:
    proof = write("hilo", seats=(1, 2), cuts=(33,), reader="1")
    for entry in (entry for entry in proof["leaving"] if "card" in entry):
        before = entry["card"]
        for other in (rank + suit for suit in SUITS for rank in RANKS):
            entry["card"] = other
            assert ("cards" in wrong(proof)) is (other != before)
        entry["card"] = before


def test_swapped_cards_are_found() -> None:
    """Alone, with their salts, with their paths, or place and all."""
    honest = write("pikit", seats=(1, 2), cuts=(19,), reader="1")
    spots = [k for k, entry in enumerate(honest["leaving"]) if "card" in entry]
    for first, second in pairwise(spots):
        for parts in (["card"], ["card", "salt"], ["salt"], ["path"], ["card", "salt", "path"]):
            proof = deepcopy(honest)
            a, b = proof["leaving"][first], proof["leaving"][second]
            for part in parts:
                a[part], b[part] = b[part], a[part]
            assert "cards" in wrong(proof)


def test_two_entries_in_the_wrong_order_are_found() -> None:
    for game in ("pikit", "uth", "hilo"):
        for method in METHODS:
            honest = write(game, method, seats=(1, 2), reader="1")
            for k in range(len(honest["leaving"]) - 1):
                proof = deepcopy(honest)
                pair = proof["leaving"][k : k + 2]
                proof["leaving"][k : k + 2] = pair[::-1]
                assert bool(wrong(proof)) is (pair[0] != pair[1])


def test_a_dropped_or_doubled_or_foreign_entry_is_found() -> None:
    for game in ("pikit", "uth", "hilo"):
        honest = write(game, seats=(1, 2, 6), face_up=(6,), reader="2")
        for k, entry in enumerate(honest["leaving"]):
            left = honest["leaving"]
            assert wrong(honest | {"leaving": left[:k] + left[k + 1 :]})
            assert wrong(honest | {"leaving": [*left[:k], entry, *left[k:]]})
            assert wrong(honest | {"leaving": [*left[:k], {"place": "burned"}, *left[k:]]})
            assert wrong(honest | {"leaving": [*left[:k], {"place": "set_aside"}, *left[k:]]})


def test_a_card_opened_twice_is_found_even_in_a_deck_that_holds_it_twice() -> None:
    order = shuffled(SEED, "T", 17)
    order[8] = order[3]
    proof = write("pikit", "automated_shoe", seats=(1, 2), reader="1", table="T", order=order)
    assert not wrong(proof)
    proof["leaving"][8] |= Deck("T", 17, order).open(8)
    assert wrong(proof) == {"no card twice"}


def test_a_deck_that_is_not_of_the_seed_is_found() -> None:
    order = shuffled(SEED, "T", 17)
    order[0], order[1] = order[1], order[0]
    assert wrong(write("uth", table="T", order=order)) == {"shuffle", "whole deck"}
    order = shuffled(SEED, "T", 17)
    order[50], order[51] = order[51], order[50]
    assert wrong(write("uth", table="T", order=order)) == {"whole deck"}


def test_salts_that_are_not_of_the_seed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order is the seed's, and every card opens: only the salts were chosen freely."""
    monkeypatch.setattr(Deck, "salts_of", lambda self, table, shuffle: bytes(52 * 16))
    assert wrong(write("uth")) == {"shuffle", "whole deck"}


def test_a_commitment_to_a_tree_of_another_shape_opens_nothing() -> None:
    """A house that could choose the shape could open any card under one commitment."""
    stub = sha(b"whatever")
    for cuts, index in ((), 0), ((30, 21), 51):  # the leaf farthest left, and farthest right
        proof = write("hilo", seats=(1,), cuts=cuts, reader="1")
        entry, start = proof["leaving"][0], Deck(proof["table"], 17).leaves[index]
        proof["leaving"] = [entry] + [{"place": later["place"]} for later in proof["leaving"][1:]]
        assert not wrong(proof)
        for path in ([], [stub], [stub] * 3, [stub] * 5, [stub] * 7, [stub] * 50):
            for first in (b"", start):
                now = first
                for step in path:
                    now = sha(b"\x01", *((step, now) if index else (now, step)))
                entry["path"] = [step.hex() for step in path]
                assert "cards" in wrong(proof | {"commitment": (now or stub).hex()})


def test_a_closed_card_is_found_where_the_seed_is_given() -> None:
    proof = write("hilo")
    proof["leaving"][4] = {"place": "1"}
    assert wrong(proof) >= {"all open"}


def test_cuts_out_of_bounds_or_shifted_are_found() -> None:
    proof = write("uth", cuts=(25, 12), reader="1")
    for cut in (0, 1, 9, 52, 53, 10**9):
        assert "cuts" in wrong(proof | {"cuts": [cut]})
        assert wrong(write("uth", cuts=(cut,), reader="1")) == {"cuts"}
    for cuts in ([], [25], [12], [26, 12], [25, 11], [25, 12, 30], [37 + 1]):
        assert "cards" in wrong(proof | {"cuts": cuts})


OTHER_VALUES: list[Json] = [
    {"kind": "houseway-round"},
    {"v": 2},
    {"v": 0},
    {"v": True},
    {"v": 1.0},
    {"game": "hilo"},
    {"game": "pikit"},
    {"game": "poker"},
    {"table": "Tisch Sud 3"},
    {"table": ""},
    {"table": "a\x00b"},
    {"table": "\ud800"},
    {"round": -1},
    {"round": "17"},
    {"shuffle": 16},
    {"shuffle": 0},
    {"shuffle": 2**63},
    {"method": "automated_shoe"},
    {"method": "wheel"},
    {"dealer_stack": "later"},
    {"seats": []},
    {"seats": [1, 3]},
    {"seats": [1, 3, 5, 6]},
    {"seats": [1, 3, 6]},
    {"seats": [3, 1, 5]},
    {"seats": [1, 3, 3]},
    {"seats": [0, 1, 3]},
    {"seats": [1, 3, 22]},
    {"void": 0},
    {"irregular": "no"},
    {"seed": bytes(32).hex()},
    {"seed": None},
    {"leaving": []},
    {"more": 1},
]


@pytest.mark.parametrize("change", OTHER_VALUES, ids=str)
@pytest.mark.parametrize("reader", ["", "3"])
def test_every_field_counts(change: Json, reader: str) -> None:
    assert exit_status(verify(write("uth", reader=reader) | change)) != 0


def test_impossible_names_and_numbers_are_not_read() -> None:
    changes: list[Json] = [{"table": "a\x00b"}, {"table": "\udfff"}, {"shuffle": 2**63}]
    for change in [*changes, {"round": 2**63}, {"cuts": [2**63]}, {"v": 2**63}]:
        assert exit_status(verify(write("uth") | change)) == 2


def test_seats_rise_and_none_is_repeated() -> None:
    for seats in ((3, 1, 5), (1, 3, 3), ()):
        assert wrong(write("hilo", seats=seats)) == {"seats"}


def test_every_field_is_needed_and_has_its_type() -> None:
    proof = write("pikit", "automated_shoe") | {"dealer_stack": "deferred"}
    others: list[object] = [None, 1.5, "x", [], {}, [[]], [None], -1, [-1], [True], ["1"], 10**5000]
    for name in proof:
        without = {key: value for key, value in proof.items() if key != name}
        assert exit_status(verify(without)) == (0 if name in ("dealer_stack", "seed") else 2)
        for other in others:
            fits = name in ("cuts", "seats", "leaving") and other == []
            fits |= name == "table" and other == "x"
            # A device's deck has no cuts, so an empty list there is right.
            right = name == "cuts" and other == []
            assert exit_status(verify(proof | {name: other})) == (0 if right else 1 if fits else 2)


def test_every_part_of_a_card_is_needed_and_has_its_type() -> None:
    honest = write("pikit", seats=(1,))
    for name in ("place", "card", "salt", "path"):
        proof = deepcopy(honest)
        del proof["leaving"][0][name]
        assert exit_status(verify(proof)) == 2
        others: list[object] = [None, 1, "x", "01", [], [1], {}, "dealer ", "as", "10c", "0", "100"]
        for other in others:
            proof["leaving"][0][name] = other
            fits = name == "path" and other == []
            assert exit_status(verify(proof)) == (1 if fits else 2)
    proof = deepcopy(honest)
    proof["leaving"][0]["more"] = 1
    assert exit_status(verify(proof)) == 2
    assert exit_status(verify(honest | {"leaving": [{"place": "1"}] * 53})) == 2


def test_the_verifier_names_what_a_proof_cannot_show() -> None:
    """These changes pass: nothing in the commitment binds them. The findings state it."""
    proof = write("pikit", reader="3", cuts=(15, 20))
    changes: list[Json] = [{"round": 18}, {"game": "hilo"}, {"cuts": [20, 15]}, {"void": True}]
    for change in changes:
        assert exit_status(verify(proof | change)) == 0
    words = {finding.name: finding.words for finding in verify(proof)}
    assert "not game, round" in words["names"]
    assert proof["commitment"] in words["commitment"]
