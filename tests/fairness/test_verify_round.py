"""The verifier against proofs from a small writer of this file's own, honest and tampered."""

import ast
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.fairness import verify_round
from houseway.fairness.verify_round import exit_status, verify, verify_bytes, verify_text
from tests.conftest import load_rounds

Json = dict[str, Any]
PROGRAM = Path(verify_round.__file__)
METHODS = ("manual_shoe", "hand", "automated_shoe")
SEED = bytes(range(32))
RANKS, SUITS = "2 3 4 5 6 7 8 9 T J Q K A".split(), "c d h s".split()


# --- The writer, from the description of the form alone ---


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def tape(seed: bytes, purpose: str, table: str, shuffle: int) -> bytes:
    """The first 4096 bytes of the stream: far more than any deck takes."""
    message = "houseway/fair/1\x00" + purpose + "\x00" + table + "\x00" + str(shuffle)
    key = hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()
    blocks = [hmac.new(key, n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(128)]
    return b"".join(blocks)


def shuffled(seed: bytes, table: str, shuffle: int) -> list[str]:
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    source = list(tape(seed, "shuffle", table, shuffle))
    for last in range(51, 0, -1):
        mask = 1
        while mask + 1 < last + 1:
            mask = 2 * mask + 1
        while (pick := source.pop(0) & mask) > last:
            pass
        deck[last], deck[pick] = deck[pick], deck[last]
    return deck


def halves(leaves: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    power = 1
    while 2 * power < len(leaves):
        power *= 2
    return leaves[:power], leaves[power:]


def top(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    left, right = halves(leaves)
    return sha(b"\x01", top(left), top(right))


def siblings(index: int, leaves: list[bytes]) -> list[str]:
    if len(leaves) == 1:
        return []
    left, right = halves(leaves)
    if index < len(left):
        return [*siblings(index, left), top(right).hex()]
    return [*siblings(index - len(left), right), top(left).hex()]


class Deck:
    """A committed deck: from a seed, or any order of 52 cards with any salts."""

    def __init__(self, table: str, shuffle: int, order: list[str] | None = None) -> None:
        self.order = order or shuffled(SEED, table, shuffle)
        salts = self.salts_of(table, shuffle)
        self.salts = [salts[16 * i : 16 * i + 16] for i in range(52)]
        context = sha(f"houseway/deck/1\x00{table}\x00{shuffle}".encode())
        self.leaves = [
            sha(b"\x00", context, bytes([i]), self.order[i].encode(), self.salts[i])
            for i in range(52)
        ]
        self.commitment = top(self.leaves).hex()

    def salts_of(self, table: str, shuffle: int) -> bytes:
        return tape(SEED, "salt", table, shuffle)

    def open(self, index: int) -> Json:
        path = siblings(index, self.leaves)
        return {"card": self.order[index], "salt": self.salts[index].hex(), "path": path}


def places_of(game: str, method: str, seats: list[int]) -> Iterator[str]:
    cards = 2 if game == "uth" else 5
    if method == "automated_shoe":
        for who in [*seats, "dealer"]:
            for _ in range(cards):
                yield str(who)
    else:
        for _ in range(cards):
            for who in [*seats, "dealer"]:
                yield str(who)
    if game == "uth":
        yield from "burned community community community burned community community".split()


def write(
    game: str = "pikit",
    method: str = "manual_shoe",
    *,
    seats: tuple[int, ...] = (1, 3, 5),
    cuts: tuple[int, ...] = (),
    face_up: tuple[int, ...] = (),
    reader: str = "",
    stop: int = 52,
    table: str = "Tisch Süd 3",
    order: list[str] | None = None,
) -> Json:
    """A proof. A reader sees his own cards, the board and what was set aside; an auditor all.

    The cards at the places `face_up`, counted as they leave, are set aside.
    """
    places = list(places_of(game, method, list(seats)))
    for spot in face_up:
        places.insert(spot, "set_aside")
    deck = Deck(table, 17, order)
    leaving: list[Json] = []
    for place in places[:stop]:
        entry: Json = {"place": place}
        if not reader or place in (reader, "community", "set_aside"):
            index = len(leaving)
            for cut in reversed(cuts):
                index = (index + cut) % 52
            entry |= deck.open(index)
        leaving.append(entry)
    proof: Json = {
        "kind": "houseway-round-proof",
        "v": 1,
        "game": game,
        "table": table,
        "round": 17,
        "shuffle": 17,
        "method": method,
        "commitment": deck.commitment,
        "cuts": list(cuts),
        "seats": list(seats),
        "void": stop < len(places),
        "irregular": False,
        "leaving": leaving,
    }
    return proof if reader else proof | {"seed": SEED.hex()}


# --- Honest proofs ---


def outcomes(proof: object) -> dict[str, str]:
    return {finding.name: finding.outcome for finding in verify(proof)}


def wrong(proof: object) -> set[str]:
    return {name for name, outcome in outcomes(proof).items() if outcome == "WRONG"}


@pytest.mark.parametrize("reader", ["", "3"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", ["pikit", "uth", "hilo"])
def test_honest_proofs_are_right(game: str, method: str, reader: str) -> None:
    all_cuts: list[tuple[int, ...]] = [(), (10,), (51,), (23, 31, 40)]
    for cuts in all_cuts if method != "hand" else [()]:
        for face_up in [(), (0,), (4,), (9,)]:
            proof = write(game, method, cuts=cuts, face_up=face_up, reader=reader)
            assert not wrong(proof), verify(proof)
            assert exit_status(verify(proof)) == 0
            assert ("shuffle" in outcomes(proof)) is (reader == "")


@pytest.mark.parametrize("entry", load_rounds("deals"), ids=lambda entry: str(entry["id"]))
def test_the_deals_of_the_regulation_are_right(entry: Json) -> None:
    """The project's worked deals: the hands they expect, in the order of the deck."""
    rest = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in entry["deck"]]
    order, expect = entry["deck"] + rest, entry["expect"]
    seats = tuple(entry["seats"])
    if expect.get("void"):
        spots = tuple(order.index(card) for card in entry["face_up"])
        proof = write(entry["game"], entry["method"], seats=seats, face_up=spots, order=order)
        assert wrong(proof) >= {"face-up cards"}
        assert not wrong(write(entry["game"], entry["method"], seats=seats, face_up=spots, stop=2))
        return
    found = {card: place for place, cards in expect["hands"].items() for card in cards}
    for place in ("burned", "community", "set_aside"):
        found |= dict.fromkeys(expect.get(place, []), place)
    cuts = [entry["cut"]] if "cut" in entry else []
    deck, turned = Deck("T", 17, order), order[sum(cuts) :] + order[: sum(cuts)]
    left = turned[: len(found)]
    proof = write(entry["game"], entry["method"], seats=seats, reader="1", table="T") | {
        "cuts": cuts,
        "commitment": deck.commitment,
        "leaving": [{"place": found[card]} | deck.open(order.index(card)) for card in left],
    }
    assert len(left) == 52 - expect["stub_size"]
    assert not wrong(proof), verify(proof)


def test_the_largest_tables_are_right() -> None:
    for game, most in (("pikit", 9), ("uth", 21), ("hilo", 7)):
        for method in METHODS:
            seats = tuple(range(1, most + 1))
            assert not wrong(write(game, method, seats=seats, face_up=(3,)))
            assert "seats" in wrong(write(game, method, seats=(1, most + 1)))


def test_a_void_round_may_stop_anywhere_and_no_other_may() -> None:
    for stop in range(20):
        proof = write("hilo", seats=(2, 4, 7), stop=stop, cuts=(11,))
        assert not wrong(proof), stop
        assert wrong(proof | {"void": False}) == {"number"}


def test_a_second_face_up_card_makes_the_round_void() -> None:
    for game in ("pikit", "uth", "hilo"):
        proof = write(game, face_up=(2, 5))
        assert wrong(proof) == {"face-up cards"}
        assert not wrong(proof | {"void": True})


def test_the_board_of_uth_is_dealt_on_when_the_second_face_up_card_comes_late() -> None:
    """Section 15(b): the trips are settled, so the deal is complete all the same."""
    for first, second in ((0, 9), (8, 9), (9, 12)):
        proof = write("uth", seats=(1, 2, 3), face_up=(first, second))
        assert outcomes(proof)["face-up cards"] == "not checked"
    assert wrong(write("uth", seats=(1, 2, 3), face_up=(0, 8))) == {"face-up cards"}


def test_nothing_is_set_aside_after_the_last_card() -> None:
    whole = len(write("pikit")["leaving"])
    assert wrong(write("pikit", face_up=(whole,))) == {"order"}
    assert not wrong(write("pikit", face_up=(whole - 1,)))


def test_the_order_of_a_misdeal_is_not_checked_but_its_cards_are() -> None:
    proof = write("pikit", reader="1") | {"irregular": True}
    proof["leaving"] = proof["leaving"][:-2]
    assert outcomes(proof)["order"] == "not checked"
    assert exit_status(verify(proof)) == 0
    proof["cuts"] = [12]
    assert wrong(proof) == {"cards"}


def test_the_dealers_stack_may_be_named_only_where_there_is_a_choice() -> None:
    for stack in ("immediate", "deferred"):
        for game in ("pikit", "uth", "hilo"):
            for method in METHODS:
                proof = write(game, method, reader="1") | {"dealer_stack": stack}
                allowed = (game, method) == ("pikit", "automated_shoe")
                assert exit_status(verify(proof)) == (0 if allowed else 2)


def test_a_deck_dealt_from_the_hand_is_not_cut() -> None:
    assert wrong(write("hilo", "hand", cuts=(20,))) == {"cuts"}


def test_a_proof_without_an_open_card_is_not_called_right() -> None:
    proof = write("pikit", stop=3, reader="9")
    assert outcomes(proof)["cards"] == "not checked"


def test_the_numbers_of_a_known_deck() -> None:
    """Fixed here so that a change on either side, writer or verifier, is seen."""
    deck = Deck("T1", 1)
    assert deck.order[:5] == ["6d", "8h", "9s", "9h", "7c"]
    assert deck.order[-3:] == ["2c", "Td", "4c"]
    assert deck.commitment == "b2b44c8200240c43d56c9dcf6417e307ba1d68df29ea8d69924eac37b805d295"


# --- Tampered proofs ---


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


def test_hex_of_another_look_is_not_read() -> None:
    proof = write("hilo", seats=(1,))
    looks: list[Callable[[str], str]] = [str.upper, lambda text: text + "0", lambda text: text[2:]]
    looks += [lambda text: " " + text[1:], lambda text: text + "\n", lambda text: "g" + text[1:]]
    for look in looks:
        for name in ("commitment", "seed"):
            assert exit_status(verify(proof | {name: look(proof[name])})) == 2
        for holder, key in digits_of(proof["leaving"][0]):
            before, holder[key] = holder[key], look(holder[key])
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
    for one, other in pairwise(spots):
        for parts in (["card"], ["card", "salt"], ["salt"], ["path"], ["card", "salt", "path"]):
            proof = deepcopy(honest)
            a, b = proof["leaving"][one], proof["leaving"][other]
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
        proof["leaving"] = [entry] + [{"place": one["place"]} for one in proof["leaving"][1:]]
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


def test_names_and_numbers_that_cannot_be_are_not_read() -> None:
    changes: list[Json] = [{"table": "a\x00b"}, {"table": "\udfff"}, {"shuffle": 2**63}]
    for change in [*changes, {"round": 2**63}, {"cuts": [2**63]}, {"v": 2**63}]:
        assert exit_status(verify(write("uth") | change)) == 2


def test_seats_rise_and_none_stands_twice() -> None:
    for seats in ((3, 1, 5), (1, 3, 3), ()):
        assert wrong(write("hilo", seats=seats)) == {"seats"}


def test_every_field_is_needed_and_has_its_type() -> None:
    proof = write("pikit", "automated_shoe") | {"dealer_stack": "deferred"}
    others: list[object] = [None, 1.5, "x", [], {}, [[]], [None], -1, [-1], [True], ["1"], 10**5000]
    for name in proof:
        without = {key: held for key, held in proof.items() if key != name}
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


def test_what_the_proof_alone_cannot_show_is_said() -> None:
    """These changes pass: nothing in the commitment binds them. The words say so."""
    proof = write("pikit", reader="3", cuts=(15, 20))
    changes: list[Json] = [{"round": 18}, {"game": "hilo"}, {"cuts": [20, 15]}, {"void": True}]
    for change in changes:
        assert exit_status(verify(proof | change)) == 0
    said = {finding.name: finding.words for finding in verify(proof)}
    assert "not game, round" in said["names"]
    assert proof["commitment"] in said["commitment"]


# --- Anything at all ---

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
HONEST = [write("uth", seats=(1, 2)), write("pikit", "automated_shoe", seats=(4,), reader="4")]


@settings(max_examples=150)
@given(ANY_JSON)
def test_no_document_raises(document: object) -> None:
    assert exit_status(verify(document)) == 2
    assert exit_status(verify_text(json.dumps(document))) == 2


@settings(max_examples=250)
@given(st.sampled_from(HONEST), st.data())
def test_no_change_of_a_proof_raises(honest: Json, data: st.DataObject) -> None:
    proof = deepcopy(honest)
    holder: Json = (
        proof if data.draw(st.booleans()) else data.draw(st.sampled_from(proof["leaving"]))
    )
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(ANY_JSON)
    assert exit_status(verify(proof)) in (0, 1, 2)


@settings(max_examples=100)
@given(st.binary())
def test_no_bytes_raise(data: bytes) -> None:
    assert {exit_status(findings) for findings in verify_bytes(data)} == {2}


# --- The program on its own ---


def test_it_imports_nothing_but_the_standard_library() -> None:
    for found in ast.walk(ast.parse(PROGRAM.read_text("utf-8"))):
        if isinstance(found, ast.Import):
            assert {alias.name for alias in found.names} <= sys.stdlib_module_names
        if isinstance(found, ast.ImportFrom):
            assert (found.module or "").split(".")[0] in sys.stdlib_module_names


def run(folder: Path, *arguments: str, data: bytes = b"") -> tuple[int, str]:
    """The file alone, in a folder of its own, without site packages or environment."""
    alone = folder / "verify_round.py"
    alone.write_bytes(PROGRAM.read_bytes())
    command = [sys.executable, "-I", "-S", str(alone), *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=folder)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode("ascii")


def test_it_runs_alone(tmp_path: Path) -> None:
    proof = write("uth", cuts=(30,), reader="3")
    (tmp_path / "proof.json").write_text(json.dumps(proof, indent=2), "utf-8")
    status, said = run(tmp_path, "proof.json")
    assert status == 0
    assert "ok           order" in said
    assert "not checked  whole deck" in said
    assert said.endswith("All that could be checked is right.\n")


def test_it_reads_one_proof_a_line(tmp_path: Path) -> None:
    good, bad = json.dumps(write("hilo")), json.dumps(write("hilo") | {"cuts": [12]})
    status, said = run(tmp_path, "-", data=f"{good}\n\n{good}\r\n".encode())
    assert status == 0
    assert said.count("All that could be checked is right.") == 2
    status, said = run(tmp_path, "-", data=f"{good}\n{bad}\n{{\n".encode())
    assert status == 1
    assert "Something is WRONG." in said
    assert "Cannot be read." in said


UNREADABLE = {
    "empty": b"",
    "not UTF-8": b"\xff\xfe{}",
    "not JSON": b"{]",
    "deep": b"[" * 200_000,
    "deep object": b'{"a":' * 200_000,
    "huge number": b'{"kind": "houseway-round-proof", "v": ' + b"9" * 100_000 + b"}",
    "large number": b'{"kind": "houseway-round-proof", "v": ' + b"9" * 4_000 + b"}",
    "infinite": b'{"kind": "houseway-round-proof", "v": 1e999}',
    "NaN": b"NaN",
    "version 2": b'{"kind": "houseway-round-proof", "v": 2}',
    "twice": b'{"kind": "x", "kind": "houseway-round-proof", "v": 1}',
    "NUL": b"\x00" * 1000,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_it_says_so_where_it_cannot_read(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, "-", data=UNREADABLE[name])
    assert status == 2
    assert said.endswith("Cannot be read.\n")


@pytest.mark.parametrize("arguments", [[], ["no such file \u00fc"], ["."], ["-", "-"]], ids=str)
def test_it_says_so_where_there_is_no_file(tmp_path: Path, arguments: list[str]) -> None:
    status, said = run(tmp_path, *arguments)
    assert status == 2
    assert said


def test_a_name_that_stands_twice_is_refused() -> None:
    """Else two readers of one proof could see two different cards."""
    honest = json.dumps(write("hilo"))
    assert exit_status(verify_text(honest)) == 0
    twice = honest[:-1] + ', "void": false}'
    assert exit_status(verify_text(twice)) == 2
