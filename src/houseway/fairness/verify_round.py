"""Checks the proof of a round. Needs Python 3.11 or newer, and nothing else.

    python verify_round.py PROOF.json        (- reads standard input)

The house shuffles a deck and publishes one number, the commitment, before the
first card leaves it. After the round it hands out a proof. This program checks
that every card the proof opens lay in the committed deck at the very place from
which it left, and that the cards left in the order of the deal that the proof names.
It prints that deal, and compares it with those of the games that it knows.

It shares no line with the program that makes the proofs. The file may hold one
proof, or one a line. Exit status: 0 all that could be checked is right,
1 something is wrong, 2 a proof cannot be read.
"""

import hashlib
import hmac
import itertools
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from houseway.fairness.proof_form import (
    NEW_DECK,
    RECIPES,
    Proof,
    Recipe,
    Unreadable,
    read_proof,
)


@dataclass(frozen=True)
class Finding:
    """The outcome of one check."""

    name: str
    outcome: Literal["ok", "WRONG", "not checked"]
    words: str


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
    return next(drawn for byte in source if (drawn := byte & mask) < limit)


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


def check_recipe(proof: Proof, recipes: Mapping[str, Recipe]) -> Finding:
    known = recipes.get(proof.game)
    if known is None:
        words = f"{proof.recipe}; this program does not know {proof.game}: compare its regulation"
        return Finding("deal", "not checked", words)
    faults = [] if known.same_deal(proof.recipe) else [f"{proof.recipe}; {proof.game} has {known}"]
    return judged("deal", faults, str(proof.recipe))


def check_seats(proof: Proof) -> Finding:
    most, seats = proof.recipe.most_seats, proof.seats
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
    """Where the deal sends the cards: seats in turn, then the dealer, then the board."""
    hands, size = [*map(str, proof.seats), "dealer"], proof.recipe.hand_size
    if proof.method == "automated_shoe":
        dealt = [place for place in hands for _ in range(size)]  # a whole stack to each
    else:
        dealt = hands * size  # one card at a time
    for street in proof.recipe.streets:
        dealt += ["burned", *["community"] * street]
    return dealt


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
    yield judged("order", faults, "every card went where the deal sends it")
    yield judged("number", [words] if wrong else [], words + "; void" * proof.void)


def check_face_up(proof: Proof) -> Finding:
    spots = [k for k, entry in enumerate(proof.leaving) if entry.place == "set_aside"]
    words = f"{len(spots)} set aside" + "; void" * proof.void
    if len(spots) < 2 or proof.void:
        return Finding("face-up cards", "ok", words)
    if proof.recipe.completes_late and spots[1] > proof.recipe.hand_size * (len(proof.seats) + 1):
        # All hands are out, so the board is completed for wagers that do not need them.
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


def verify(document: object, recipes: Mapping[str, Recipe] = RECIPES) -> list[Finding]:
    """All findings about one proof, given as the value of its JSON text."""
    try:
        proof = read_proof(document, recipes)
    except Unreadable as why:
        return [Finding("form", "WRONG", str(why))]
    findings = [Finding("form", "ok", f"{proof.game}, {proof.method}"), check_seats(proof)]
    findings += [check_recipe(proof, recipes), check_cuts(proof), *check_cards(proof)]
    if findings[1].outcome == "ok":  # without the seats there is no order to check
        findings += [*check_deal(proof), check_face_up(proof)]
    findings += check_seed(proof)
    before = f"compare it with the one shown before the first card: {proof.commitment.hex()}"
    findings.append(Finding("commitment", "not checked", before))
    names = "the commitment binds table, shuffle and cards, not game, round or who sat where"
    findings.append(Finding("names", "not checked", names))
    return findings


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuses a name that stands twice: two readers could take different values."""
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return fields


def verify_text(json_text: str, recipes: Mapping[str, Recipe] = RECIPES) -> list[Finding]:
    """All findings about one proof, given as its JSON text."""
    try:
        document: object = json.loads(json_text, object_pairs_hook=once)
    except (ValueError, RecursionError) as why:  # RecursionError: lists in lists in lists
        return [Finding("form", "WRONG", f"this cannot be read as JSON: {str(why)!a}")]
    return verify(document, recipes)


def verify_bytes(data: bytes, recipes: Mapping[str, Recipe] = RECIPES) -> list[list[Finding]]:
    """The findings about each proof of a file: it holds one, or one a line."""
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        return [[Finding("form", "WRONG", "this is not UTF-8 text")]]
    lines = [line for line in whole.split("\n") if line.strip()]
    by_line = bool(lines) and lines[0].rstrip().endswith("}")
    return [verify_text(each, recipes) for each in (lines if by_line else [whole])]


def exit_status(findings: list[Finding]) -> int:
    """0: all that could be checked is right, 1: something is wrong, 2: it cannot be read."""
    wrong = [finding.name for finding in findings if finding.outcome == "WRONG"]
    return 2 if "form" in wrong else 1 if wrong else 0


def main(arguments: list[str], recipes: Mapping[str, Recipe] = RECIPES) -> int:
    if len(arguments) != 1:
        print("usage: python verify_round.py PROOF.json   (- reads standard input)")
        return 2
    try:
        with open(0 if arguments[0] == "-" else arguments[0], "rb") as file:
            proofs = verify_bytes(file.read(), recipes)
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
