"""The form of a proof: from JSON to a `Proof`, or the reason why it cannot be read.

It is a part of the verifier, which needs nothing but Python; see `verify_round.py`.
"""

import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import TypeVar

# The new deck: clubs, diamonds, hearts, spades; two up to ace.
NEW_DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
# The texts a proof may hold. A table's name has no NUL and no half of a surrogate pair.
TABLE = "[^\0\ud800-\udfff]*"
PLACE = "[1-9][0-9]?|dealer|burned|community|set_aside"

T = TypeVar("T")


@dataclass(frozen=True)
class Recipe:
    """A deal: cards to each hand, then the streets of community cards, each after a burn."""

    hand_size: int
    streets: tuple[int, ...]
    most_seats: int
    completes_late: bool
    dealer_stack: bool = False  # whether form 1 names when the dealer's stack was dealt

    def same_deal(self, other: "Recipe") -> bool:
        return astuple(self)[:4] == astuple(other)[:4]

    def __str__(self) -> str:
        streets = f"; streets of {', '.join(map(str, self.streets))}" if self.streets else ""
        return f"{self.hand_size} cards to each hand{streets}; at most {self.most_seats} seats"


# The deals of the games that this copy of the program knows. A proof of form 1 names none.
RECIPES: dict[str, Recipe] = {}


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
    recipe: Recipe
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
    if not least <= (whole := typed(value, int, name)) < 2**63:
        raise Unreadable(f"{name} is out of range")
    return whole


def text(value: object, pattern: str, name: str) -> str:
    if not re.fullmatch(pattern, words := typed(value, str, name)):
        raise Unreadable(f"{name} is not as it must be")
    return words


def from_hex(value: object, size: int, name: str) -> bytes:
    return bytes.fromhex(text(value, f"[0-9a-f]{{{2 * size}}}", name))


def record(value: object, needed: str, optional: str, name: str) -> dict[str, object]:
    """An object with all the fields it needs and none unknown."""
    fields: dict[str, object] = typed(value, dict, name)
    if missing := sorted(set(needed.split()) - fields.keys()):
        raise Unreadable(f"{name} lacks {', '.join(missing)}")
    if fields.keys() - set(needed.split()) - set(optional.split()):
        raise Unreadable(f"{name} has a field that its form does not know")
    return fields


def read_leaving(value: object, name: str) -> Leaving:
    closed = isinstance(value, dict) and len(value) == 1
    fields = record(value, "place" if closed else "place card salt path", "", name)
    place = text(fields["place"], PLACE, f"the place of {name}")
    if closed:
        return Leaving(place)
    card = text(fields["card"], "|".join(NEW_DECK), name)
    salt = from_hex(fields["salt"], 16, f"the salt of {name}")
    path = typed(fields["path"], list, f"the path of {name}")
    return Leaving(place, card, salt, tuple(from_hex(step, 32, f"{name}: path") for step in path))


def read_recipe(value: object) -> Recipe:
    fields = record(value, "hand_size streets most_seats completes_late", "", "deal")
    streets = typed(fields["streets"], list, "streets")
    recipe = Recipe(
        hand_size=number(fields["hand_size"], 1, "hand_size"),
        streets=tuple(number(street, 1, "a street") for street in streets),
        most_seats=number(fields["most_seats"], 1, "most_seats"),
        completes_late=typed(fields["completes_late"], bool, "completes_late"),
    )
    if max(recipe.hand_size, recipe.most_seats, sum(recipe.streets), len(streets)) > 52:
        raise Unreadable("no deal is so large")
    return recipe


def read_game(fields: dict[str, object], recipes: Mapping[str, Recipe]) -> tuple[str, Recipe]:
    """The game and its deal: as the proof names it, or in form 1 as this program knows it."""
    game = text(fields["game"], "[a-z][a-z0-9_]*", "game")
    if fields["v"] == 2:
        return game, read_recipe(fields["deal"])
    if game not in recipes:
        raise Unreadable("form 1 names no deal, and this program does not know the game")
    return game, recipes[game]


def read_proof(document: object, recipes: Mapping[str, Recipe]) -> Proof:
    fields = typed(document, dict, "the document")
    text(fields.get("kind"), "houseway-round-proof", "kind")
    if (form := number(fields.get("v"), 0, "v")) not in (1, 2):
        raise Unreadable("this program reads versions 1 and 2 only")
    needed = "kind v game table round shuffle method commitment cuts seats void irregular leaving"
    needed += " deal" if form == 2 else ""
    fields = record(document, needed, "dealer_stack seed", "the document")
    number(fields["round"], 0, "round")
    game, recipe = read_game(fields, recipes)
    method = text(fields["method"], "manual_shoe|hand|automated_shoe", "method")
    if "dealer_stack" in fields:
        # The dealer's stack is the last either way, so the order does not depend on it.
        text(fields["dealer_stack"], "immediate|deferred", "dealer_stack")
        if method != "automated_shoe" or (form == 1 and not recipe.dealer_stack):
            raise Unreadable("dealer_stack is not for this game and method")
    if len(leaving := typed(fields["leaving"], list, "leaving")) > 52:
        raise Unreadable("more than 52 cards leave the deck")
    return Proof(
        game=game,
        recipe=recipe,
        table=text(fields["table"], TABLE, "table"),
        shuffle=number(fields["shuffle"], 1, "shuffle"),
        method=method,
        commitment=from_hex(fields["commitment"], 32, "commitment"),
        cuts=[number(cut, 0, "a cut") for cut in typed(fields["cuts"], list, "cuts")],
        seats=[number(seat, 0, "a seat") for seat in typed(fields["seats"], list, "seats")],
        void=typed(fields["void"], bool, "void"),
        irregular=typed(fields["irregular"], bool, "irregular"),
        leaving=[read_leaving(entry, f"card {k}") for k, entry in enumerate(leaving, 1)],
        seed=from_hex(fields["seed"], 32, "seed") if "seed" in fields else None,
    )
