"""The table at one moment: cards, chips, people, and the acts that are due."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from houseway.cards import Card
from houseway.chips import Move
from houseway.games.dealing import DEALER
from houseway.games.irregularities import Irregularity, Kind, Ruling
from houseway.games.results import Settlement
from houseway.games.rounds import Hand, Round
from houseway.games.script import Task
from houseway.table.setup import Setup


class Phase(StrEnum):
    """The phase that the table is in."""

    CLOSED = "closed"
    PREPARING = "preparing"
    """Opening, or shuffling between rounds: the agenda says which."""
    BETTING = "betting"
    ROUND = "round"


class Shuffler(StrEnum):
    """The state of the automated shuffler."""

    IDLE = "idle"
    LOADED = "loaded"
    """A deck is in it and waits for the start."""
    SHUFFLING = "shuffling"
    COMPLETE = "complete"
    """Shuffled; this device does not count."""
    VERIFIED = "verified"
    """Shuffled, counted, and 52 cards were there."""
    MISCOUNT = "miscount"
    JAM = "jam"


S = TypeVar("S")


def replace_fast(state: S, **changes: Any) -> S:
    """A copy of the state with some fields changed.

    `dataclasses.replace` builds the object field by field, and every event needs two or
    three; copying the dictionary is ten times as fast.
    """
    fields = state.__dict__.copy()
    known = len(fields)
    fields.update(changes)
    assert len(fields) == known, f"{changes} has a field that {type(state).__name__} has not"
    copy = object.__new__(state.__class__)
    object.__setattr__(copy, "__dict__", fields)
    return copy


@dataclass(frozen=True)
class Kit:
    """The equipment at one moment, besides the deck in use."""

    secured: bool = False
    """Whether the shoe is fixed to the table."""
    shuffler: Shuffler = Shuffler.IDLE
    cover: tuple[str, ...] = ()
    """Where each cover card lies."""
    holding: str = ""
    """The hand in which the dealer holds the deck for this round, left or right."""
    taken_off: frozenset[str] = frozenset()
    """Devices of this setup that have been removed from the table."""


@dataclass(frozen=True)
class Seal:
    """Which shuffle a deck comes from, and the commitment that was made to its order."""

    number: int = 0
    commitment: str = ""


@dataclass(frozen=True)
class RoundState:
    """The round in play."""

    number: int
    hands: Mapping[int, Hand[Any]]
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    revealed: frozenset[int] = frozenset()
    looked: frozenset[int] = frozenset()
    """Hands whose owner has looked at them."""
    left_exposed: int | None = None
    """The seat of the best hand so far, left on the table; 0 is the dealer's."""
    dealer_revealed: bool = False
    irregularity: Irregularity | None = None
    done: frozenset[tuple[str, int | None, str | None]] = frozenset()
    """Steps of the settlement that were performed and moved no money: act, seat, wager."""
    moved: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """The player's gain on each settled wager so far."""
    settlement: Settlement | None = None

    def described(self) -> Round[Any]:
        """The round as settlement takes it."""
        return Round(tuple(self.hands.values()), self.dealer, self.community, self.irregularity)


@dataclass(frozen=True)
class TableState:
    """The complete state of a table; `views` has the part that each role may see."""

    setup: Setup
    phase: Phase = Phase.CLOSED
    agenda: tuple[Task, ...] = ()
    decks: tuple[tuple[Card, ...], ...] = ()
    """The cards of each deck at the table."""
    in_use: int = 0
    stock: tuple[Card, ...] = ()
    """The undealt cards of the deck in use, the top first."""
    waiting: tuple[Card, ...] = ()
    """The other deck, shuffled and waiting for its round."""
    rack: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """The discard rack, in the order things were put there."""
    rack_deck: int | None = None
    """The deck whose cards lie in the rack; only one deck's may."""
    kit: Kit = Kit()
    seal: Seal = Seal()
    waiting_seal: Seal = Seal()
    shuffles: int = 0
    """Shuffles made at this table so far."""
    seats: Mapping[int, str] = field(default_factory=dict)
    bets: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    coupons: Mapping[int, int] = field(default_factory=dict)
    """The face of the match play coupon at each position."""
    serials: Mapping[int, str] = field(default_factory=dict)
    """The serial number of each coupon that has one, until its round is over."""
    round: RoundState | None = None
    last_round: RoundState | None = None
    """The previous round, as it was when it closed."""
    rounds: int = 0
    rounds_since_count: int = 0
    balances: Mapping[str, int] = field(default_factory=dict)
    face_up: frozenset[Card] = frozenset()
    stuck: frozenset[Card] = frozenset()
    """Cards that cling to the one below: both come out at once."""
    skips_dealer: int = 0
    """How many times the dealer will skip the dealer's own hand."""
    jammed: frozenset[str] = frozenset()
    """Devices that will jam when they are next used: shuffler, shoe."""
    drawn: int = 0
    """Cards drawn in error that lie unexposed, each to be used as the next card."""
    lost: tuple[tuple[int, Card], ...] = ()
    """Cards that are no longer in their deck, with its number; nobody knows until a count."""
    strays: tuple[int, ...] = ()
    """The deck's number for each card of another back that lies in it; only a count shows it."""
    retired: frozenset[int] = frozenset()
    """Decks that leave the table and are replaced before the next round."""
    received: frozenset[int] = frozenset()
    """The decks that arrived last, which are inspected and verified."""
    inspected_by: str = ""

    @property
    def current_round(self) -> RoundState:
        """The round in play, at a moment when there must be one."""
        assert self.round is not None, "no round is in play"
        return self.round

    @property
    def ruling(self) -> Ruling:
        game = self.setup.game
        irregularity = self.round.irregularity if self.round else None
        return game.rule_on(self.setup.options, irregularity)

    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck in use, by the hand or pile it belongs to this round.

        The discard rack is not counted: it records in which order these came to lie there.
        """
        if self.round is None:
            return self.stock
        piles = self.round
        held = self.stock + piles.dealer + piles.community + piles.burned + piles.set_aside
        for hand in piles.hands.values():
            held += hand.cards
        return held

    def count_deck(self, deck: int) -> int:
        """How many cards a count of this deck gives."""
        return len(self.decks[deck]) + self.strays.count(deck)

    def rack_of(self, player: str) -> int:
        return self.balances.get(f"rack:{player}", 0)

    def players_with_chips(self) -> list[str]:
        """Every player who has chips at the table, seated or not."""
        racks = (account for account, cents in self.balances.items() if cents)
        return sorted(rack.removeprefix("rack:") for rack in racks if rack.startswith("rack:"))


def assert_conserved(state: TableState) -> None:
    """Every card of the deck in use is somewhere exactly once, and all accounts add to zero."""
    assert_money_conserved(state)
    assert_cards_conserved(state)


def assert_money_conserved(state: TableState) -> None:
    assert sum(state.balances.values()) == 0, "money came from nowhere"


def assert_covered(state: TableState, moves: Iterable[Move]) -> None:
    """Chips leave a spot or a player's rack only as far as they lie there."""
    for move in moves:
        if move.source.startswith(("spot:", "rack:")):
            assert state.balances.get(move.source, 0) >= 0, f"{move.source} paid more than it has"


def assert_cards_conserved(state: TableState) -> None:
    for number, deck in enumerate(state.decks):
        gone = sum(n == number for n, _ in state.lost)
        assert len(deck) + gone <= 52, "a deck has grown"
    if state.stock or state.round:
        held, deck = state.cards(), state.decks[state.in_use]
        assert len(held) == len(deck), "cards were lost or found"
        assert set(held) == set(deck), "a card is in two places"


def list_misdeals(state: TableState, round_: RoundState) -> Iterator[Irregularity]:
    """Every hand with a wrong number of cards, the dealer's first."""
    size, kind = state.setup.game.recipe.hand_size, Kind.INCORRECT_NUMBER_OF_CARDS
    if len(round_.dealer) != size and not _dealer_waits(state):
        yield Irregularity(kind, who="dealer", count=len(round_.dealer))
    for hand in round_.hands.values():
        if len(hand.cards) != size:
            yield Irregularity(kind, who="player", seat=hand.seat, count=len(hand.cards))


def _is_dealt_right(state: TableState, round_: RoundState) -> bool:
    """Whether every hand has its cards: the quick check, made at every decision."""
    size = state.setup.game.recipe.hand_size
    if len(round_.dealer) != size:
        return False
    for hand in round_.hands.values():  # noqa: SIM110  # a generator costs three times as much
        if len(hand.cards) != size:
            return False
    return True


def _dealer_waits(state: TableState) -> bool:
    """Whether the dealer's stack is still in the shoe."""
    return any(task.act == "deal_stack" and task.seat == DEALER for task in state.agenda)


DEALS = frozenset({"deal", "deal_stack", "burn", "deal_community"})
"""Acts that take a card from the deck."""


def can_complete(state: TableState, misdeal: Irregularity) -> bool:
    """Whether the dealer may complete the dealer's own short hand."""
    script, before_burn = state.setup.game.script, not state.current_round.burned
    return misdeal.who == "dealer" and script.dealer_completes(misdeal.count or 0, before_burn)


def find_new_misdeals(state: TableState) -> tuple[Irregularity, ...]:
    """Misdeals that nobody has noticed yet; the next look at the cards discovers them."""
    if state.round is None or _is_dealt_right(state, state.round):
        return ()
    misdeals = tuple(list_misdeals(state, state.round))
    if not misdeals or state.ruling.all_void:
        return ()
    known = state.round.irregularity.everything() if state.round.irregularity else ()
    known_seats = {part.seat for part in known if part.kind is Kind.INCORRECT_NUMBER_OF_CARDS}
    return tuple(misdeal for misdeal in misdeals if misdeal.seat not in known_seats)
