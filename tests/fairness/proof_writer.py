"""A small writer of proofs, from the description of the form alone: proofs to tamper with."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

from houseway.fairness import verify_round
from houseway.fairness.verify_round import Finding
from houseway.ledger.recipes import deal_recipes

Json = dict[str, Any]
RECIPES = deal_recipes()
METHODS = ("manual_shoe", "hand", "automated_shoe")
SEED = bytes(range(32))
RANKS, SUITS = "2 3 4 5 6 7 8 9 T J Q K A".split(), "c d h s".split()


def verify(proof: object) -> list[Finding]:
    """By a verifier that knows the installed games."""
    return verify_round.verify(proof, RECIPES)


def verify_text(text: str) -> list[Finding]:
    return verify_round.verify_text(text, RECIPES)


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
        for place in [*seats, "dealer"]:
            for _ in range(cards):
                yield str(place)
    else:
        for _ in range(cards):
            for place in [*seats, "dealer"]:
                yield str(place)
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
    """A proof. A reader sees one hand, the board and what was set aside; an auditor sees all.

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


def in_form_2(proof: Json) -> Json:
    """The same proof in the form that names its deal."""
    recipe = RECIPES[proof["game"]]
    deal: Json = {"hand_size": recipe.hand_size, "streets": list(recipe.streets)}
    deal |= {"most_seats": recipe.most_seats, "completes_late": recipe.completes_late}
    return proof | {"v": 2, "deal": deal}


def outcomes(proof: object) -> dict[str, str]:
    return {finding.name: finding.outcome for finding in verify(proof)}


def wrong(proof: object) -> set[str]:
    return {name for name, outcome in outcomes(proof).items() if outcome == "WRONG"}
