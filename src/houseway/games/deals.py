"""Described deals in, where each card goes out: what `houseway deal` speaks.

A document names the game, the method, the seats that bet, and the deck from the
top; `deck_rest` counts further cards below those named, `cut` the cards taken
off the top before dealing, `face_up` the cards that lie face up in the deck.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card, repeats, show_cards
from houseway.games.contract import Game
from houseway.games.dealing import DEALER, Dealt, DeckTooShort, Method, deal
from houseway.games.documents import read_game
from houseway.games.fields import Fields, read_cards, read_choice, read_list, read_whole
from houseway.games.rounds import REMARKS
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused

CUT_LEAST, CUT_MOST = 10, 51


@dataclass(frozen=True)
class DealAnswer:
    """What became of one described deal."""

    id: Any
    dealt: Dealt | None = None
    stub_size: int = 0
    refused: HousewayError | None = None

    def as_data(self) -> dict[str, Any]:
        if self.refused is not None:
            clauses = list(self.refused.clauses)
            return {"id": self.id, "refused": {"clauses": clauses, "message": str(self.refused)}}
        assert self.dealt is not None
        void = {"void": True, "clauses": list(self.dealt.void)} if self.dealt.void else {}
        if void and not self.dealt.hands:
            return {"id": self.id, **void}
        hands = {
            "dealer" if seat == DEALER else str(seat): _names(cards)
            for seat, cards in self.dealt.hands.items()
        }
        return {
            "id": self.id,
            "hands": hands,
            "burned": _names(self.dealt.burned),
            "community": _names(self.dealt.community),
            "set_aside": _names(self.dealt.set_aside),
            "stub_size": self.stub_size,
            **void,
        }


def deal_document(document: object, games: Mapping[str, Game[Any, Any]]) -> DealAnswer:
    """Deals one described deck, or tells why it is refused."""
    name = document.get("id") if isinstance(document, Mapping) else None
    try:
        fields = Fields(document, "The deal")
        fields.take("id", None)
        return _deal(name, read_game(fields, games), fields)
    except HousewayError as refused:
        return DealAnswer(name, refused=refused)


def _deal(name: Any, game: Game[Any, Any], fields: Fields) -> DealAnswer:
    options = game.read_options(fields.take("config", {"seats": game.most_seats}))
    method = Method(read_choice(fields.take("method"), "The method", [m.value for m in Method]))
    seats = [
        read_whole(seat, "A seat", least=1) for seat in read_list(fields.take("seats"), "seats")
    ]
    deck = read_cards(fields.take("deck"), "The deck")
    rest = read_whole(fields.take("deck_rest", 0), "deck_rest")
    face_up = read_cards(fields.take("face_up", ()), "The face-up cards")
    cut = fields.take("cut", None)
    for remark in REMARKS:
        fields.take(remark, None)
    fields.finish()
    refusals = [*_check_seats(game, options.seats, seats), *_check_deck(game, deck, rest)]
    if cut is not None:
        refusals += check_cut(game, read_whole(cut, "The cut"))
    if refusals:
        raise Refused(refusals)
    if cut is not None and rest:
        raise Malformed("A deck that is cut must be named whole: leave deck_rest out.")
    if cut is not None:
        deck = deck[cut:] + deck[:cut]
    try:
        dealt = deal(game.recipe, method, seats, deck, frozenset(face_up))
    except DeckTooShort:
        raise Malformed("The cards named run out before the deal is done: name more.") from None
    return DealAnswer(name, dealt, len(dealt.stub) + rest)


def check_cut(game: Game[Any, Any], cards: int) -> Iterator[Refusal]:
    """At least ten cards come off the top, and some must be left to go on top of them (P19)."""
    tried = f"A cut of {cards} cards"
    if cards < CUT_LEAST:
        because = f"at least {CUT_LEAST} cards are taken from the top"
        yield Refusal(game.handling.cut_least, tried, because)
    elif cards > CUT_MOST:
        because = "the cards remaining go on top of those cut, so some must remain"
        yield Refusal(game.handling.cut_rest, tried, because)


def _check_seats(game: Game[Any, Any], most: int, seats: list[int]) -> Iterator[Refusal]:
    clauses = game.handling.manual_shoe.order
    if not seats:
        yield Refusal(clauses, "A deal to nobody", "cards go to players who have placed wagers")
    for seat in sorted(set(seats)):
        if seats.count(seat) > 1:
            yield Refusal((), f"Seat {seat} twice", "a position has one hand")
        if seat > most:
            yield Refusal(clauses, f"Dealing to seat {seat}", f"the table has {most} positions")


def _check_deck(game: Game[Any, Any], deck: tuple[Card, ...], rest: int) -> Iterator[Refusal]:
    again = repeats(deck)
    if again:
        yield Refusal(game.handling.one_deck, f"{show_cards(again)} twice", "a deck has each once")
    if len(deck) + rest > 52:
        tried = f"A deck of {len(deck) + rest} cards"
        yield Refusal(game.handling.one_deck, tried, "there are 52")


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
