"""Described rounds and deals in, plain answers out: what `settle`, `deal` and the API speak.

A document names its game and its options (`config`). A round is described whole, or as a
single `attempt`; the answer is results with clauses, or a refusal. A deal has its method, the
seats that bet, and the deck from the top; `deck_rest` counts further cards below those named,
`cut` the cards taken off the top before dealing, `face_up` the cards that lie face up in the
deck; the answer says where each card goes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card, repeats, show_cards
from houseway.games.contract import Game
from houseway.games.dealing import DEALER, Dealt, DeckTooShort, Method, deal
from houseway.games.fields import (
    Fields,
    either,
    read_cards,
    read_choice,
    read_list,
    read_whole,
    show,
)
from houseway.games.handling import check_cut
from houseway.games.results import HandResult, Settlement
from houseway.games.rounds import REMARKS, Round
from houseway.rulebook import HousewayError, Malformed, Refusal, Refused


@dataclass(frozen=True)
class Answer:
    """What became of one document: settled, allowed (an attempt), or refused."""

    id: Any
    game: Game[Any, Any] | None = None
    options: Any = None
    round: Round[Any] | None = None
    settlement: Settlement | None = None
    refused: HousewayError | None = None

    def as_data(self) -> dict[str, Any]:
        """The answer as JSON data, in the form of the public contract."""
        if self.refused is not None:
            return _refusal_as_data(self.id, self.refused)
        if self.settlement is None:
            return {"id": self.id, "allowed": True}
        return {"id": self.id, "hands": [hand_as_data(hand) for hand in self.settlement.hands]}


def _refusal_as_data(document_id: Any, refused: HousewayError) -> dict[str, Any]:
    message = {"clauses": list(refused.clauses), "message": str(refused)}
    return {"id": document_id, "refused": message}


def hand_as_data(hand: HandResult) -> dict[str, Any]:
    return {
        "seat": hand.seat,
        "net": {result.wager: result.net for result in hand.results},
        "outcome": {result.wager: result.outcome.value for result in hand.results},
        "total": hand.total,
        "clauses": {result.wager: list(result.clauses) for result in hand.results},
    }


def settle_document(document: object, games: Mapping[str, Game[Any, Any]]) -> Answer:
    """Settles one described round, or gives the reason for its refusal."""
    name = document.get("id") if isinstance(document, Mapping) else None
    try:
        fields = Fields(document, "The round")
        fields.take("id", None)
        game = read_game(fields, games)
        if fields.has("attempt"):
            return _try_attempt(name, game, fields)
        options = game.read_options(fields.take("config", {}))
        round_ = game.read_round(fields)
        return Answer(name, game, options, round_, game.settle(options, round_))
    except HousewayError as refused:
        return Answer(name, refused=refused)


def read_game(fields: Fields, games: Mapping[str, Game[Any, Any]]) -> Game[Any, Any]:
    game = fields.take("game")
    if not isinstance(game, str) or game not in games:
        raise Malformed(f"There is no game {show(game)}; the games are {either(list(games))}.")
    return games[game]


def _try_attempt(name: Any, game: Game[Any, Any], fields: Fields) -> Answer:
    """A single act, described without the round around it: refused, or allowed."""
    described = fields.take("attempt")
    attempt = Fields(described, "The attempt")
    if not described:
        raise Malformed("The attempt is empty: say what is tried.")
    fields.finish(REMARKS)
    options = game.read_options(attempt.take("config", {}))
    refusals = tuple(game.check_attempt(options, attempt))
    attempt.finish()
    if refusals:
        raise Refused(refusals)
    return Answer(name, game, options)


@dataclass(frozen=True)
class DealAnswer:
    """What became of one described deal."""

    id: Any
    dealt: Dealt | None = None
    stub_size: int = 0
    refused: HousewayError | None = None

    def as_data(self) -> dict[str, Any]:
        if self.refused is not None:
            return _refusal_as_data(self.id, self.refused)
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
    """Deals one described deck, or gives the reason for its refusal."""
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
    fields.finish(REMARKS)
    refusals = [*_check_seats(game, options.seats, seats), *_check_deck(game, deck, rest)]
    if cut is not None:
        refusals += check_cut(game.handling, read_whole(cut, "The cut"))
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
    repeated = show_cards(repeats(deck))
    if repeated:
        yield Refusal(game.handling.one_deck, f"{repeated} twice", "a deck has each once")
    if len(deck) + rest > 52:
        tried = f"A deck of {len(deck) + rest} cards"
        yield Refusal(game.handling.one_deck, tried, "there are 52")


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
