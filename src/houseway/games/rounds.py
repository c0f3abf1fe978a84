"""A described round: what was bet, dealt and decided, before it is settled.

The parts all games share are read and checked here; a game adds its own
actions. Cards are checked against one another, because a deck holds each once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from houseway.cards import Card, repeats, show_cards
from houseway.games.fields import (
    Fields,
    read_amount,
    read_cards,
    read_choice,
    read_list,
    read_text,
    read_whole,
    show,
)
from houseway.games.irregularities import Irregularity, Kind, read_irregularity
from houseway.games.wagers import Tender, WageringRules, check_coupons, check_tender
from houseway.rulebook import Citation, Malformed, Refusal

Actions = TypeVar("Actions")

# The remarks that a described round and its hands may carry.
REMARKS = (
    "title",
    "note",
    "clauses",
    "ambiguities",
    "readings",
    "expect",
    "dealer_points",
)
HAND_REMARKS = ("expect", "note", "player_points")

MOST_HANDS = 26


@dataclass(frozen=True, slots=True)
class Hand(Generic[Actions]):
    """One hand at one position: its wagers, its cards, and what the player did."""

    seat: int
    player: str
    wagers: Mapping[str, int]
    cards: tuple[Card, ...]
    actions: Actions
    coupons: Mapping[str, int] = field(default_factory=dict)
    tender: Mapping[str, Tender] = field(default_factory=dict)
    declared: str | None = None
    """What the player says the hand is worth; recorded, and never used."""

    def with_cards(self, cards: tuple[Card, ...]) -> "Hand[Actions]":
        """The hand with other cards. Written out, because a table makes one for every card."""
        return Hand(self.seat, self.player, self.wagers, cards, self.actions, self.coupons)

    def with_actions(self, actions: Actions) -> "Hand[Actions]":
        return Hand(self.seat, self.player, self.wagers, self.cards, actions, self.coupons)


@dataclass(frozen=True, slots=True)
class Round(Generic[Actions]):
    """One round of play as it is described for settlement."""

    hands: tuple[Hand[Actions], ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    irregularity: Irregularity | None = None

    def cards(self) -> Iterator[Card]:
        yield from self.dealer
        yield from self.community
        for hand in self.hands:
            yield from hand.cards

    def from_the_right(self) -> tuple[Hand[Actions], ...]:
        """The hands in settlement order: the highest seat is farthest to the dealer's right."""
        return tuple(sorted(self.hands, key=lambda hand: -hand.seat))

    def from_the_left(self) -> tuple[Hand[Actions], ...]:
        return tuple(sorted(self.hands, key=lambda hand: hand.seat))


def read_round(
    fields: Fields, read_actions: Callable[[Fields, str], Actions], *, board: bool = False
) -> Round[Actions]:
    """A round from its description, once id, game and options have been taken."""
    irregularity = read_irregularity(fields.take("irregularity", None))
    dealer = read_cards(fields.take("dealer", ()), "The dealer's cards")
    community = read_cards(fields.take("community", ()), "The community cards") if board else ()
    described = read_list(fields.take("hands"), "hands")
    if len(described) > MOST_HANDS:
        raise Malformed(f"{len(described)} hands are more than one deck can serve.")
    hands = tuple(_read_hand(entry, n, read_actions) for n, entry in enumerate(described, 1))
    fields.finish(REMARKS)
    return Round(hands, dealer, community, irregularity)


def _read_hand(
    entry: object, n: int, read_actions: Callable[[Fields, str], Actions]
) -> Hand[Actions]:
    fields = Fields(entry, f"Hand {n}")
    seat = read_whole(fields.take("seat"), f"Hand {n}: the seat", least=1)
    where = f"Seat {seat}"
    fields.where = where
    wagers = read_wagers(fields.take("wagers"), where)
    hand = Hand(
        seat=seat,
        player=read_text(fields.take("player", f"seat {seat}"), f"{where}: the player"),
        wagers=wagers,
        cards=read_cards(fields.take("cards", ()), f"{where}: the cards"),
        actions=read_actions(fields, where),
        coupons=read_wagers(fields.take("coupons", {}), f"{where}, coupons"),
        tender=read_tender(fields.take("tender", {}), wagers, where),
        declared=fields.take("declared", None),
    )
    fields.finish(HAND_REMARKS)
    return hand


def read_wagers(value: object, where: str) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise Malformed(f"{where}: wagers must be an object of amounts, not {show(value)}.")
    return {
        str(name): read_amount(cents, f"{where}: the {name} wager") for name, cents in value.items()
    }


def read_tender(value: object, wagers: Mapping[str, Any], where: str) -> dict[str, Tender]:
    """What the wagers are made with: one word for all, or one for each."""
    named = dict.fromkeys(wagers, value) if isinstance(value, str) else value
    if not isinstance(named, Mapping):
        raise Malformed(f"{where}: tender must be a word or an object, not {show(value)}.")
    kinds = [kind.value for kind in Tender]
    return {
        wager: Tender(read_choice(kind, f"{where}: tender", kinds)) for wager, kind in named.items()
    }


def check_seats(
    round_: Round[Any], seats: int, deck_allows: Citation, of_seats: str
) -> Iterator[Refusal]:
    """Refusals of positions: none, outside the table, or used twice."""
    if not round_.hands:
        yield Refusal((), "A round without hands", "somebody must have placed a wager")
    taken: set[int] = set()
    for hand in round_.hands:
        if hand.seat > seats:
            yield Refusal(
                deck_allows,
                f"A hand at seat {hand.seat}",
                f"this table has {seats} player positions",
                of_seats,
            )
        if hand.seat in taken:
            yield Refusal((), f"Two hands at seat {hand.seat}", "a position has one hand")
        taken.add(hand.seat)


def check_cards_once(round_: Round[Any], one_deck: Citation) -> Iterator[Refusal]:
    """Refusals of cards that are in two places."""
    repeated = show_cards(repeats(round_.cards()))
    if repeated:
        tried = f"{repeated} in more than one place"
        yield Refusal(one_deck, tried, "one deck holds each card once")


def check_number(
    cards: Sequence[Card], number: int, whose: str, clauses: Citation
) -> Iterator[Refusal]:
    """Refusal of a hand with the wrong number of cards that no irregularity explains."""
    if len(cards) != number:
        yield Refusal(
            clauses,
            f"{whose} with {len(cards)} cards",
            f"there must be {number}",
            "If the cards were misdealt, describe the irregularity.",
        )


def check_payment(rules: WageringRules, hand: Hand[Any], *, accepted: bool) -> Iterator[Refusal]:
    """Refusals of what a hand's wagers are made with: chips, plaques, an accepted coupon."""
    yield from check_coupons(rules, hand.wagers, hand.coupons, hand.tender, accepted=accepted)
    yield from check_tender(rules, hand.tender, coupons=accepted)


def check_misdeal(round_: Round[Any], number: int, clauses: Citation) -> Iterator[Refusal]:
    """Refusals of a misdeal that is none: the right number of cards, or nobody's hand."""
    irregularity = round_.irregularity
    if irregularity is None or irregularity.kind is not Kind.INCORRECT_NUMBER_OF_CARDS:
        return
    if irregularity.count == number:
        tried = f"Calling {number} cards an incorrect number"
        yield Refusal(clauses, tried, f"a hand has {number} cards")
    seats = {hand.seat for hand in round_.hands}
    if irregularity.who == "player" and irregularity.seat not in seats:
        tried = f"A misdeal at seat {irregularity.seat}"
        yield Refusal(clauses, tried, "no hand is described there")


def hands_by_player(round_: Round[Actions]) -> Mapping[str, list[Hand[Actions]]]:
    """Each player's hands, in the order they were dealt."""
    owned: dict[str, list[Hand[Actions]]] = {}
    for hand in round_.from_the_left():
        owned.setdefault(hand.player, []).append(hand)
    return owned


def players_with_several_hands(round_: Round[Any]) -> frozenset[str]:
    players = [hand.player for hand in round_.hands]
    return frozenset(player for player in players if players.count(player) > 1)


def seating(
    round_: Round[Any],
) -> tuple[dict[int, str], dict[int, Mapping[str, int]]]:
    """Who bets at which position, and what."""
    players = {hand.seat: hand.player for hand in round_.hands}
    return players, {hand.seat: hand.wagers for hand in round_.hands}
