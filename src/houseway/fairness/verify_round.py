"""Checks the proof of a round. Needs Python 3.11 or newer, and nothing else.

    python verify_round.py PROOF.json        (- reads standard input)

The house shuffles a deck and publishes one number, the commitment, before the
first card leaves it. After the round it hands out a proof. This program checks
that every card the proof opens lay in the committed deck at the very place from
which it left, and that the cards left in the order the game's regulation gives.

It shares no line with the program that makes the proofs. The file may hold one
proof, or one a line. Exit status: 0 all that could be checked is right,
1 something is wrong, 2 a proof cannot be read.
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

# The new deck: clubs, diamonds, hearts, spades; two up to ace.
NEW_DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
HAND_SIZE = {"pikit": 5, "uth": 2, "hilo": 5}
MOST_SEATS = {"pikit": 9, "uth": 21, "hilo": 7}
# Ultimate Texas Hold 'Em, section 10(b) and (d): burn, three cards; burn, two cards.
BOARD = ["burned", *["community"] * 3, "burned", *["community"] * 2]

# The texts a proof may hold. A table's name has no NUL and no half of a surrogate pair.
TABLE = "[^\0\ud800-\udfff]*"
PLACE = "[1-9][0-9]?|dealer|burned|community|set_aside"

T = TypeVar("T")


@dataclass(frozen=True)
class Finding:
    """What one check found."""

    name: str
    outcome: Literal["ok", "WRONG", "not checked"]
    words: str


@dataclass(frozen=True)
class Leaving:
    """One card that left the deck. Without card, salt and path it is closed to the reader."""

    place: str
    card: str = ""
    salt: bytes = b""
    path: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Proof:
    """A proof whose form is right. What it says may still be false."""

    game: str
    table: str
    shuffle: int
    method: str
    commitment: bytes
    cuts: list[int]
    seats: list[int]
    void: bool
    irregular: bool
    leaving: list[Leaving]
    seed: bytes | None

    def opened(self) -> list[tuple[int, Leaving]]:
        """The open cards, each with its index in the shuffled deck before the cuts."""
        shift = sum(self.cuts)  # a cut of c cards brings index c to the top
        return [((k + shift) % 52, entry) for k, entry in enumerate(self.leaving) if entry.card]


# --- Reading: from JSON to a Proof ---


class Unreadable(Exception):
    """The document does not have the form of a round's proof."""


def typed(value: object, kind: type[T], name: str) -> T:
    # To Python, true is also a number. To a proof it is not.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Unreadable(f"{name} is not of the type {kind.__name__}")
    return value


def number(value: object, least: int, name: str) -> int:
    if not least <= (found := typed(value, int, name)) < 2**63:
        raise Unreadable(f"{name} is out of range")
    return found


def text(value: object, pattern: str, name: str) -> str:
    if not re.fullmatch(pattern, found := typed(value, str, name)):
        raise Unreadable(f"{name} is not as it must be")
    return found


def from_hex(value: object, size: int, name: str) -> bytes:
    return bytes.fromhex(text(value, f"[0-9a-f]{{{2 * size}}}", name))


def record(value: object, needed: str, optional: str, name: str) -> dict[str, object]:
    """An object with all the fields it needs and none unknown."""
    found: dict[str, object] = typed(value, dict, name)
    if missing := sorted(set(needed.split()) - found.keys()):
        raise Unreadable(f"{name} lacks {', '.join(missing)}")
    if found.keys() - set(needed.split()) - set(optional.split()):
        raise Unreadable(f"{name} has a field that form 1 does not know")
    return found


def read_leaving(value: object, name: str) -> Leaving:
    closed = isinstance(value, dict) and len(value) == 1
    found = record(value, "place" if closed else "place card salt path", "", name)
    place = text(found["place"], PLACE, f"the place of {name}")
    if closed:
        return Leaving(place)
    card = text(found["card"], "|".join(NEW_DECK), name)
    salt = from_hex(found["salt"], 16, f"the salt of {name}")
    path = typed(found["path"], list, f"the path of {name}")
    return Leaving(place, card, salt, tuple(from_hex(step, 32, f"{name}: path") for step in path))


def read_proof(document: object) -> Proof:
    found = typed(document, dict, "the document")
    text(found.get("kind"), "houseway-round-proof", "kind")
    if number(found.get("v"), 0, "v") != 1:
        raise Unreadable("this program reads version 1 only")
    needed = "kind v game table round shuffle method commitment cuts seats void irregular leaving"
    found = record(document, needed, "dealer_stack seed", "the document")
    number(found["round"], 0, "round")
    game = text(found["game"], "pikit|uth|hilo", "game")
    method = text(found["method"], "manual_shoe|hand|automated_shoe", "method")
    if "dealer_stack" in found:
        # The dealer's stack is the last either way, so the order does not depend on it.
        text(found["dealer_stack"], "immediate|deferred", "dealer_stack")
        text(f"{game} {method}", "pikit automated_shoe", "a game with dealer_stack")
    if len(leaving := typed(found["leaving"], list, "leaving")) > 52:
        raise Unreadable("more than 52 cards leave the deck")
    return Proof(
        game=game,
        table=text(found["table"], TABLE, "table"),
        shuffle=number(found["shuffle"], 1, "shuffle"),
        method=method,
        commitment=from_hex(found["commitment"], 32, "commitment"),
        cuts=[number(cut, 0, "a cut") for cut in typed(found["cuts"], list, "cuts")],
        seats=[number(seat, 0, "a seat") for seat in typed(found["seats"], list, "seats")],
        void=typed(found["void"], bool, "void"),
        irregular=typed(found["irregular"], bool, "irregular"),
        leaving=[read_leaving(entry, f"card {k}") for k, entry in enumerate(leaving, 1)],
        seed=from_hex(found["seed"], 32, "seed") if "seed" in found else None,
    )


# --- The commitment: a hash tree over the 52 cards; and the shuffle itself ---


def leaf(proof: Proof, index: int, card: str, salt: bytes) -> bytes:
    name = f"houseway/deck/1\0{proof.table}\0{proof.shuffle}"
    context = hashlib.sha256(name.encode()).digest()
    return hashlib.sha256(b"\0" + context + bytes([index]) + card.encode() + salt).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def split(count: int) -> int:
    """The largest power of two smaller than count: so many leaves are on the left."""
    return 1 << ((count - 1).bit_length() - 1)


def root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    left = split(len(leaves))
    return node(root(leaves[:left]), root(leaves[left:]))


def climb(start: bytes, index: int, path: tuple[bytes, ...], count: int = 52) -> bytes:
    """The root over the leaf at index, by its siblings; the last is just under the root.

    Nothing if the path is too long or too short: else a house could commit to a tree
    of another shape, and open any card at all.
    """
    if count == 1 or not path:
        return start if count == 1 and not path else b""
    left = split(count)
    if index < left:
        low = climb(start, index, path[:-1], left)
        return low and node(low, path[-1])
    low = climb(start, index - left, path[:-1], count - left)
    return low and node(path[-1], low)


def stream(seed: bytes, purpose: str, proof: Proof) -> Iterator[int]:
    """The bytes that a seed gives for one purpose, without end."""
    name = f"houseway/fair/1\0{purpose}\0{proof.table}\0{proof.shuffle}"
    key = hmac.digest(seed, name.encode(), "sha256")
    for block in itertools.count():
        yield from hmac.digest(key, block.to_bytes(8, "big"), "sha256")


def below(limit: int, source: Iterator[int]) -> int:
    """A number under limit, each equally likely: what is too large is thrown away."""
    mask = (1 << (limit - 1).bit_length()) - 1
    return next(found for byte in source if (found := byte & mask) < limit)


def shuffled(seed: bytes, proof: Proof) -> list[str]:
    deck, source = list(NEW_DECK), stream(seed, "shuffle", proof)
    for i in range(51, 0, -1):
        j = below(i + 1, source)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


# --- The checks ---


def judged(name: str, faults: list[str], right: str) -> Finding:
    """Wrong, with the first faults; or right."""
    words = "; ".join(faults[:3]) + "; and more" * (len(faults) > 3)
    return Finding(name, "WRONG" if faults else "ok", words or right)


def check_seats(proof: Proof) -> Finding:
    most, seats = MOST_SEATS[proof.game], proof.seats
    faults = [f"there is no seat {seat}" for seat in seats if not 1 <= seat <= most]
    if not seats or seats != sorted(set(seats)):
        faults.append("the seats are not a list that rises from the dealer's left")
    return judged("seats", faults, f"{len(seats)} in play, at most {most} can be")


def check_cuts(proof: Proof) -> Finding:
    faults = [f"a cut of {cut} cards, not 10 to 51" for cut in proof.cuts if not 10 <= cut <= 51]
    if proof.cuts and proof.method == "hand":
        # Dealing from the hand takes a device's shuffle, and after that nobody cuts.
        faults.append("a deck dealt from the hand is not cut")
    return judged("cuts", faults, f"{len(proof.cuts)} cut(s), each of 10 to 51 cards")


def check_cards(proof: Proof) -> Iterator[Finding]:
    cards, faults = [entry.card for _, entry in proof.opened()], []
    for index, entry in proof.opened():
        start = leaf(proof, index, entry.card, entry.salt)
        if climb(start, index, entry.path) != proof.commitment:
            faults.append(f"{entry.card} is not at index {index} of the committed deck")
    if cards:
        words = f"{len(cards)} of {len(proof.leaving)} are open; all lay where they left the deck"
        yield judged("cards", faults, words)
    else:
        yield Finding("cards", "not checked", "no card is open to you")
    twice = [f"{card} left the deck twice" for card in NEW_DECK if cards.count(card) > 1]
    yield judged("no card twice", twice, f"{len(cards)} open cards are all different")


def deal_order(proof: Proof) -> list[str]:
    """Where the regulation sends the cards: Pik-it 39.7 to 39.9, Ultimate Texas Hold 'Em
    sections 7 to 10, 5 card hi-lo 40.7 to 40.9. Seats come in turn, then the dealer."""
    hands, size = [*map(str, proof.seats), "dealer"], HAND_SIZE[proof.game]
    if proof.method == "automated_shoe":
        dealt = [place for place in hands for _ in range(size)]  # a whole stack to each
    else:
        dealt = hands * size  # one card at a time
    return dealt + BOARD if proof.game == "uth" else dealt


def check_deal(proof: Proof) -> Iterator[Finding]:
    expected = deal_order(proof)
    # A card found face up is set aside, and the next one takes its place.
    dealt = [entry.place for entry in proof.leaving if entry.place != "set_aside"]
    pairs = enumerate(zip(dealt, expected, strict=False), 1)
    faults = [f"deal {k} went to {had}, not to {due}" for k, (had, due) in pairs if had != due]
    if len(dealt) == len(expected) and proof.leaving[-1].place == "set_aside":
        faults.append("a card was set aside after the deal was complete")
    words = f"{len(dealt)} cards were dealt, {len(expected)} are the full deal"
    wrong = len(dealt) > len(expected) or (len(dealt) < len(expected) and not proof.void)
    if proof.irregular:
        yield Finding("order", "not checked", f"a misdeal is on record; {words}")
        return
    yield judged("order", faults, "every card went where the regulation sends it")
    yield judged("number", [words] if wrong else [], words + "; void" * proof.void)


def check_face_up(proof: Proof) -> Finding:
    spots = [k for k, entry in enumerate(proof.leaving) if entry.place == "set_aside"]
    words = f"{len(spots)} set aside" + "; void" * proof.void
    if len(spots) < 2 or proof.void:
        return Finding("face-up cards", "ok", words)
    if proof.game == "uth" and spots[1] > 2 * (len(proof.seats) + 1):
        # Section 15(b): all have their two cards, so the board is dealt on for the trips.
        words += "; the hands are void, and a proof does not show how wagers were settled"
        return Finding("face-up cards", "not checked", words)
    return Finding("face-up cards", "WRONG", f"{words}; the second makes the round void")


def check_seed(proof: Proof) -> Iterator[Finding]:
    if proof.seed is None:
        yield Finding("whole deck", "not checked", "this needs the seed, which only an auditor has")
        return
    deck, source = shuffled(proof.seed, proof), stream(proof.seed, "salt", proof)
    salts = [bytes(itertools.islice(source, 16)) for _ in deck]
    faults = [] if sorted(deck) == sorted(NEW_DECK) else ["the seed's deck is not the 52 cards"]
    for index, entry in proof.opened():
        if entry.card != deck[index]:
            faults.append(f"{entry.card} left from index {index}, where {deck[index]} lay")
        if entry.salt != salts[index]:
            faults.append(f"the salt of {entry.card} is not the seed's")
    closed = [f"a card of {entry.place} is closed" for entry in proof.leaving if not entry.card]
    yield judged("all open", closed, "every card that left, as it must be with the seed")
    yield judged("shuffle", faults, "the seed gives the 52 cards, the open ones and their salts")
    top = root([leaf(proof, i, card, salts[i]) for i, card in enumerate(deck)])
    faults = [] if top == proof.commitment else ["the seed gives another commitment"]
    yield judged("whole deck", faults, "the seed's 52 cards and salts give the commitment")


def verify(document: object) -> list[Finding]:
    """All findings about one proof, given as the value of its JSON text."""
    try:
        proof = read_proof(document)
    except Unreadable as why:
        return [Finding("form", "WRONG", str(why))]
    findings = [Finding("form", "ok", f"{proof.game}, {proof.method}"), check_seats(proof)]
    findings += [check_cuts(proof), *check_cards(proof)]
    if findings[1].outcome == "ok":  # without the seats there is no order to check
        findings += [*check_deal(proof), check_face_up(proof)]
    findings += check_seed(proof)
    before = f"compare it with the one shown before the first card: {proof.commitment.hex()}"
    findings.append(Finding("commitment", "not checked", before))
    names = "the commitment binds table, shuffle and cards, not game, round or who sat where"
    findings.append(Finding("names", "not checked", names))
    return findings


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A name that stands twice is refused: two readers could take different values."""
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def verify_text(json_text: str) -> list[Finding]:
    """All findings about one proof, given as its JSON text."""
    try:
        document: object = json.loads(json_text, object_pairs_hook=once)
    except (ValueError, RecursionError) as why:  # RecursionError: lists in lists in lists
        return [Finding("form", "WRONG", f"this cannot be read as JSON: {str(why)!a}")]
    return verify(document)


def verify_bytes(data: bytes) -> list[list[Finding]]:
    """The findings about each proof of a file: it holds one, or one a line."""
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        return [[Finding("form", "WRONG", "this is not UTF-8 text")]]
    lines = [line for line in whole.split("\n") if line.strip()]
    by_line = bool(lines) and lines[0].rstrip().endswith("}")
    return [verify_text(line) for line in lines] if by_line else [verify_text(whole)]


def exit_status(findings: list[Finding]) -> int:
    """0: all that could be checked is right, 1: something is wrong, 2: it cannot be read."""
    wrong = [finding.name for finding in findings if finding.outcome == "WRONG"]
    return 2 if "form" in wrong else 1 if wrong else 0


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python verify_round.py PROOF.json   (- reads standard input)")
        return 2
    try:
        with open(0 if arguments[0] == "-" else arguments[0], "rb") as file:
            proofs = verify_bytes(file.read())
    except (OSError, ValueError) as why:  # ValueError: a file name that cannot be one
        print(f"The file cannot be read: {str(why)!a}")
        return 2
    verdicts = ("All that could be checked is right.", "Something is WRONG.", "Cannot be read.")
    for k, findings in enumerate(proofs, 1):
        print(f"Proof {k} of {len(proofs)}")
        for finding in findings:
            print(f"  {finding.outcome:11}  {finding.name}: {finding.words}")
        print(f"  {verdicts[exit_status(findings)]}")
    statuses = {exit_status(findings) for findings in proofs}
    return 1 if 1 in statuses else max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
