"""The proof of a round: one JSON document with which anybody can check its cards.

A player gets the cards that player may see, each opened; an auditor gets the seed,
and with it everything. The document is made from plain facts and names the recipe of
the deal, so that a verifier needs to know no game.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from houseway.cards import Card
from houseway.fairness.commitment import CARDS, SealedDeck, commit
from houseway.fairness.errors import FairnessError
from houseway.fairness.stream import LARGEST_SHUFFLE, check_deal, check_seed

KIND = "houseway-round-proof"
FORM = 2
METHODS = ("manual_shoe", "hand", "automated_shoe")
DEALER_STACKS = ("immediate", "deferred")
PLACES = ("dealer", "burned", "community", "set_aside")
FEWEST_CUT, MOST_CUT = 10, 51


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The recipe of a deal: cards to each hand, then community cards, each street after a burn."""

    hand_size: int
    streets: tuple[int, ...]
    most_seats: int
    completes_late: bool
    """Whether a deal that is void once the hands are out is completed all the same."""


@dataclass(frozen=True, kw_only=True)
class RoundFacts:
    """The facts of which the proof of a round is made.

    `leaving` names the place of every card that left the deck, in the order it
    left; `visible` holds the numbers of those, from 0, that the reader may see.
    Where `dealt` is given, the cards that left are compared with the seed's.
    """

    game: str
    deal: Deal
    table: str
    round: int
    shuffle: int
    method: str
    cuts: tuple[int, ...]
    seats: tuple[int, ...]
    leaving: tuple[str, ...]
    seed: bytes = field(repr=False)
    visible: frozenset[int] = frozenset()
    dealer_stack: str | None = None
    void: bool = False
    irregular: bool = False
    dealt: tuple[Card, ...] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_deal(self.table, self.shuffle)
        _check_round(self)
        _check_cards(self)


def player_proof(facts: RoundFacts) -> dict[str, Any]:
    """The document for a reader who may see only `facts.visible`; it holds no seed."""
    return _document(facts, facts.visible)


def auditor_proof(facts: RoundFacts) -> dict[str, Any]:
    """The document for an auditor: the seed, and every card that left the deck."""
    document = _document(facts, frozenset(range(len(facts.leaving))))
    return {**document, "seed": facts.seed.hex()}


def after_cuts(deck: Sequence[Any], cuts: Sequence[int]) -> list[Any]:
    """The deck after its cuts: each takes cards from the top and puts them below."""
    order = list(deck)
    for cut in cuts:
        order = order[cut:] + order[:cut]
    return order


def _document(facts: RoundFacts, opened: frozenset[int]) -> dict[str, Any]:
    sealed = commit(facts.table, facts.shuffle, facts.seed)
    indices = after_cuts(range(CARDS), facts.cuts)
    _check_dealt(facts, [sealed.order[index] for index in indices])
    stack = {} if facts.dealer_stack is None else {"dealer_stack": facts.dealer_stack}
    return {
        "kind": KIND,
        "v": FORM,
        "game": facts.game,
        "deal": asdict(facts.deal) | {"streets": list(facts.deal.streets)},
        "table": facts.table,
        "round": facts.round,
        "shuffle": facts.shuffle,
        "method": facts.method,
        **stack,
        "commitment": sealed.commitment.root,
        "cuts": list(facts.cuts),
        "seats": list(facts.seats),
        "void": facts.void,
        "irregular": facts.irregular,
        "leaving": [
            _entry(place, sealed, indices[k] if k in opened else None)
            for k, place in enumerate(facts.leaving)
        ],
    }


def _entry(place: str, sealed: SealedDeck, index: int | None) -> dict[str, Any]:
    if index is None:
        return {"place": place}
    opening = sealed.opening(index)
    return {
        "place": place,
        "card": str(opening.card),
        "salt": opening.salt.hex(),
        "path": [beside.hex() for beside in opening.path],
    }


def _check_round(facts: RoundFacts) -> None:
    if not re.fullmatch("[a-z][a-z0-9_]*", facts.game):
        raise FairnessError(f"{facts.game!r} is not the id of a game.")
    _check_deal(facts.deal)
    _check_one_of("method", facts.method, METHODS)
    if facts.dealer_stack is not None:
        _check_one_of("dealer_stack", facts.dealer_stack, DEALER_STACKS)
        if facts.method != "automated_shoe":
            raise FairnessError("Only an automated shoe has a dealer_stack.")
    if not _is_whole(facts.round, 1, LARGEST_SHUFFLE):
        raise FairnessError("Rounds are numbered from 1, in whole numbers.")
    if not all(_is_whole(cut, FEWEST_CUT, MOST_CUT) for cut in facts.cuts):
        raise FairnessError(f"A cut takes {FEWEST_CUT} to {MOST_CUT} cards.")
    seats_known = all(_is_whole(seat, 1, CARDS) for seat in facts.seats)
    if not seats_known or len(set(facts.seats)) != len(facts.seats):
        raise FairnessError("Seats are numbers from 1, each of them once.")
    if not all(isinstance(flag, bool) for flag in (facts.void, facts.irregular)):
        raise FairnessError("void and irregular are each true or false.")


def _check_deal(deal: Deal) -> None:
    sizes = (deal.hand_size, deal.most_seats, *deal.streets)
    if not all(_is_whole(size, 1, CARDS) for size in sizes):
        raise FairnessError("The sizes of a deal are whole numbers from 1 to 52.")


def _check_cards(facts: RoundFacts) -> None:
    if len(facts.leaving) > CARDS:
        raise FairnessError(f"No more than {CARDS} cards can leave a deck.")
    for place in facts.leaving:
        if place not in PLACES and not _is_seat(place):
            raise FairnessError(f"{place!r} is not a place: a seat's number, {', '.join(PLACES)}.")
    if not facts.visible <= frozenset(range(len(facts.leaving))):
        raise FairnessError("visible names a card that did not leave the deck.")
    if facts.dealt is not None and len(facts.dealt) != len(facts.leaving):
        raise FairnessError("dealt has a card for each place of leaving, no more and no less.")


def _check_dealt(facts: RoundFacts, order: Sequence[Card]) -> None:
    """Refuses a record whose cards are not those of the seed: there is nothing to prove."""
    for k, card in enumerate(facts.dealt or ()):
        if order[k] != card:
            raise FairnessError(f"Card {k + 1} that left the deck is not the one committed to.")


def _check_one_of(name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise FairnessError(f"{value!r} is not a {name}: {', '.join(allowed)}.")


def _is_whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_seat(place: str) -> bool:
    """A seat's number as it is written: no sign, no blank, no leading zero."""
    return place in map(str, range(1, CARDS + 1))
