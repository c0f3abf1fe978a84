"""The proof of a round's cards, for a player or for an auditor, from the record.

A player's proof opens the cards that the player was entitled to see when the round closed, and
no others. Before a round is closed there is no proof: the rest of the deck is unknown.
"""

from typing import Any

from houseway.cards import Card
from houseway.fairness import Deal, FairnessError, RoundFacts, auditor_proof, player_proof
from houseway.games.dealing import DEALER, Method, recipients
from houseway.games.irregularities import Kind
from houseway.ledger.errors import RecordError
from houseway.ledger.recorded_table import event_of
from houseway.ledger.replay import Moment, cards_leaving, round_moments, round_span
from houseway.ledger.store import Ledger
from houseway.table import TableState
from houseway.table.events import DeckCut, DeckShuffled, FaceUpCardFound, IrregularityFound
from houseway.table.views import RoundView, view


def round_proof(
    ledger: Ledger, table: str, number: int, *, player: str | None = None
) -> dict[str, Any]:
    """The proof that a player may have, or with no player the auditor's."""
    moments = round_moments(ledger, table, number)
    try:
        facts = _collect_facts(ledger, table, number, moments, player)
        return player_proof(facts) if player is not None else auditor_proof(facts)
    except FairnessError as error:
        raise RecordError(f"Round {number} of table {table} cannot be proved: {error}") from None


def _collect_facts(
    ledger: Ledger, table: str, number: int, moments: list[Moment], player: str | None
) -> RoundFacts:
    before, last = moments[0].before, moments[-1].before
    shuffle = before.seal.number
    seed = ledger.seed_of(table, shuffle)
    if seed is None:
        words = f"The deck of round {number} at table {table} was not shuffled by this house"
        raise RecordError(f"{words}, or its seed is not in this record.")
    leaving = cards_leaving(moments)
    assert last.round is not None
    game, equipment = before.setup.game, before.setup.equipment
    return RoundFacts(
        game=game.id,
        deal=Deal(
            hand_size=game.recipe.hand_size,
            streets=game.recipe.streets,
            most_seats=game.most_seats,
            completes_late=game.recipe.completes_late,
        ),
        table=table,
        round=number,
        shuffle=shuffle,
        method=equipment.method,
        cuts=cuts_before(ledger, table, number, shuffle),
        seats=tuple(last.round.hands),
        leaving=tuple(place for place, _ in leaving),
        dealt=tuple(card for _, card in leaving),
        visible=_find_visible(last, leaving, player),
        seed=seed,
        dealer_stack=_time_dealer_stack(before),
        void=last.ruling.all_void,
        irregular=_is_irregular(moments, leaving),
    )


def _time_dealer_stack(state: TableState) -> str | None:
    """When an automated shoe deals the dealer's stack: at once, or after all decisions."""
    if state.setup.equipment.method != Method.AUTOMATED_SHOE:
        return None
    waits = state.setup.game.script.dealer_waits(state.setup.options)
    return "deferred" if waits else "immediate"


def cuts_before(ledger: Ledger, table: str, number: int, shuffle: int) -> tuple[int, ...]:
    """The cuts made since the shuffle: read back from the round's beginning."""
    first = round_span(ledger, table, number).first_seq
    reach = 400  # a shuffle lies shortly before its round; look further only if it does not
    while True:
        start = max(first - reach, 1)
        cuts: list[int] = []
        is_shuffle_met = False
        for record in ledger.records(table, start, first):
            event = event_of(record)
            if isinstance(event, DeckShuffled) and event.number == shuffle:
                cuts, is_shuffle_met = [], True
            elif isinstance(event, DeckCut):
                cuts.append(event.cards)
        if is_shuffle_met or start == 1:
            return tuple(cuts)
        reach *= 8


def _find_visible(
    state: TableState, leaving: list[tuple[str, Card]], player: str | None
) -> frozenset[int]:
    """Positions in `leaving` of the cards that a player could see when the round closed."""
    if player is None:
        return frozenset()
    assert state.round is not None
    if player not in {hand.player for hand in state.round.hands.values()}:
        raise RecordError(f"{player} did not play in this round.")
    round_ = view(state, "player", player).round
    visible = _cards_in(round_) if round_ is not None else frozenset()
    return frozenset(n for n, (_, card) in enumerate(leaving) if card in visible)


def _cards_in(round_: RoundView) -> frozenset[Card]:
    """The cards that a view of a round names."""
    piles = [round_.community, round_.set_aside, round_.dealer.cards or ()]
    for hand in round_.hands.values():
        piles += [hand.cards or (), hand.shown or ()]
    return frozenset(card for cards in piles for card in cards)


def _is_irregular(moments: list[Moment], leaving: list[tuple[str, Card]]) -> bool:
    """Whether what is on record explains an order of the deal that is not the text's.

    A misdeal does; a card exposed or found face up does where the deal left its order:
    a board completed before all hands were out, a card drawn in error after the last one.
    """
    kinds = {
        moment.event.irregularity.kind
        for moment in moments
        if isinstance(moment.event, IrregularityFound)
    }
    if kinds & {Kind.INCORRECT_NUMBER_OF_CARDS, Kind.STUB_COUNT}:
        return True
    face_up = any(isinstance(moment.event, FaceUpCardFound) for moment in moments)
    return bool(kinds or face_up) and _is_out_of_order(moments[-1].before, leaving)


def _is_out_of_order(state: TableState, leaving: list[tuple[str, Card]]) -> bool:
    assert state.round is not None
    recipe, method = state.setup.game.recipe, Method(state.setup.equipment.method)
    seats = [*sorted(state.round.hands), DEALER]
    order = ["dealer" if n == DEALER else str(n) for n in recipients(recipe, method, seats)]
    for street in recipe.streets:
        order += ["burned", *["community"] * street]
    dealt = [place for place, _ in leaving if place != "set_aside"]
    aside_at_the_end = bool(leaving) and leaving[-1][0] == "set_aside"
    return dealt != order[: len(dealt)] or (len(dealt) == len(order) and aside_at_the_end)
