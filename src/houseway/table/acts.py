"""The events of each act of procedure: a card dealt, a stub counted, a wager paid.

Faults of the physical world are discovered here, as a dealer would discover them.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.chips import Move
from houseway.games.dealing import DEALER, Method
from houseway.games.irregularities import Irregularity, Kind
from houseway.games.procedure import Act
from houseway.games.script import MONEY_ACTS, Task
from houseway.table import events
from houseway.table.agenda import amount_owed, find_place
from houseway.table.state import Phase, TableState, can_complete, find_new_misdeals
from houseway.table.step_checks import read_card_list, read_shuffle

NEEDS_DATA = {"receive", "shuffle", "cut", "decide"}
"""Acts that need data from outside and are never automated."""


def describe_exposure(state: TableState) -> Irregularity:
    """The irregularity of a dealer's card that is seen at this moment."""
    decisions = (task.stage for task in state.agenda if task.act == "decide")
    stage = state.setup.game.script.exposed_at(next(decisions, None))
    return Irregularity(Kind.DEALER_CARD_EXPOSED, stage=stage)


def perform_task(state: TableState, task: Task, by: str, data: Any) -> Iterable[events.Event]:
    """The events of an act that is due; an act without a rule of its own is only recorded."""
    act = _ACTS.get(task.act)
    if act is not None:
        return act(state, task, by, data)
    return (events.StepDone(task.clauses, by, task.act, task.seat, task.words),)


def _receive(_state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    decks = tuple(read_card_list(deck, "A deck") for deck in data)
    yield events.DecksReceived(task.clauses, by, decks)


def _cut(_state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    yield events.DeckCut(task.clauses, by, data)


def _shuffle(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """A shuffle; or a device that jams, or that counts other than 52 cards.

    The device shuffles the other deck while the one in use is bet on or dealt.
    """
    deck = state.in_use if state.phase is Phase.PREPARING else (state.in_use + 1) % 2
    handling, equipment = state.setup.game.handling, state.setup.equipment
    if equipment.by_device and "shuffler" in state.jammed:
        yield events.ShufflerJammed(handling.shuffler_fault, by, deck)
        return
    cards = state.count_deck(deck)
    if equipment.by_device and equipment.shuffler_counts:
        exempts = handling.by(equipment.dealing).counting_shuffler_exempts
        yield events.ShufflerReported(exempts or task.clauses, by, deck, cards)
        if cards != 52:
            yield events.DeckRemoved(exempts or handling.count_wrong, by, deck)
            return
    order, commitment = read_shuffle(data)
    yield events.DeckShuffled(task.clauses, by, deck, order, state.shuffles + 1, commitment)


def _load(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """Into the shoe, or into the hand that the dealer names; automation takes the left."""
    method = state.setup.equipment.dealing
    where = f"{data or 'left'} hand" if method is Method.HAND else method.value.replace("_", " ")
    yield events.StepDone(task.clauses, by, "load", words=where)


def _rack_stub(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    yield events.CardsRacked(task.clauses, by, "stub", state.stock)


def _rack(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    round_ = state.current_round
    if task.seat is None:
        owner, cards = "dealer", round_.dealer + round_.community
    else:
        owner, cards = str(task.seat), round_.hands[task.seat].cards
    yield events.CardsRacked(task.clauses, by, owner, cards)


def _deal(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    """The next card, or stack, from the top; what lies face up is set aside, a jam ends it."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    if task.act == "deal_stack" and "shoe" in state.jammed:
        yield events.IrregularityFound(handling.shoe_fault, by, Irregularity(Kind.SHOE_FAULT))
        return
    if state.skips_dealer and task.seat == DEALER:
        yield events.CardsDealt(task.clauses, by, "dealer", ())
        return
    size = state.setup.game.recipe.hand_size if task.act == "deal_stack" else 1
    taken: list[Card] = []
    place, stock, aside = find_place(task), list(state.stock), list(round_.set_aside)
    for _ in range(size):
        if not stock or stock[0] in state.face_up:
            if stock and taken:  # the cards above it in the stack are out already
                yield events.CardsDealt(task.clauses, by, place, tuple(taken), whole=False)
                taken = []
            initial = task.act in {"deal", "deal_stack"}
            if not (yield from _clear_top(state, by, stock, aside, initial=initial)):
                return
        taken.append(stock.pop(0))
        # A second card that comes along unseen goes to the hand; on the open table the
        # dealer sees it, and a card drawn in error is used as the next one.
        if taken[-1] in state.stuck and stock and task.seat is not None:
            taken.append(stock.pop(0))
    covered = task.seat == DEALER and state.setup.covers_dealer
    clauses = task.clauses + handling.covers if covered else task.clauses
    yield events.CardsDealt(clauses, by, place, tuple(taken), covered=covered)


def _clear_top(
    state: TableState, by: str, stock: list[Card], aside: list[Card], *, initial: bool
) -> Generator[events.Event, None, bool]:
    """Moves cards that lie face up from the top to those set aside.

    Returns whether a card can be dealt now: not after a second face-up card, nor where cards
    are missing or too many went out together.
    """
    while stock and stock[0] in state.face_up:
        aside.append(stock.pop(0))
        yield from _set_aside(state, by, aside, initial=initial)
        if _is_irregular(state, aside):
            return False
    if not stock:
        yield from _report_count(state, by, misdealt=state.count_deck(state.in_use) == 52)
    return bool(stock)


def _set_aside(
    state: TableState, by: str, aside: list[Card], *, initial: bool
) -> Iterator[events.Event]:
    """The last card set aside was found face up; a second one is an irregularity."""
    clauses = state.setup.game.handling.face_up
    yield events.FaceUpCardFound(clauses, by, aside[-1])
    if _is_irregular(state, aside):
        stage = state.setup.game.script.face_up_at(initial)
        irregularity = Irregularity(Kind.FACE_UP_CARDS, count=len(aside), stage=stage)
        yield events.IrregularityFound(clauses, by, irregularity)


def _is_irregular(state: TableState, aside: list[Card]) -> bool:
    return len(aside) > 1 and not state.ruling.all_void


def _report_count(state: TableState, by: str, *, misdealt: bool) -> Iterator[events.Event]:
    """A count that voids the round; a deck that is not complete leaves the table."""
    clauses, cards = state.setup.game.handling.count_wrong, state.count_deck(state.in_use)
    if cards != 52:
        yield events.DeckRemoved(clauses, by, state.in_use)
    irregularity = Irregularity(Kind.STUB_COUNT, cards_in_deck=cards, misdealt=misdealt)
    yield events.IrregularityFound(clauses, by, irregularity)


def draw_in_error(state: TableState, by: str, *, exposed: bool) -> Iterator[events.Event]:
    """An unexposed card is dealt next; an exposed one counts as found face up (P27)."""
    if not exposed:
        yield events.CardDrawnInError(state.setup.game.handling.drawn_in_error, by)
        return
    aside = [*state.current_round.set_aside, state.stock[state.drawn]]
    initial = state.agenda[0].act in {"deal", "deal_stack"}
    yield from _set_aside(state, by, aside, initial=initial)


def report_misdeals(
    state: TableState, misdeals: tuple[Irregularity, ...], by: str
) -> Iterator[events.Event]:
    """Wrong numbers of cards are discovered; the dealer may complete a short hand.

    The step that discovered them is performed again: a hand may be void by now.
    """
    clauses = state.setup.game.handling.wrong_number
    for misdeal in misdeals:
        if not can_complete(state, misdeal):
            yield events.IrregularityFound(clauses, by, misdeal)
            if state.setup.game.rule_on(state.setup.options, misdeal).all_void:
                return
            continue
        yield events.IrregularityFound(clauses, by, replace(misdeal, correctable=True))
        yield from _complete(state, by, state.setup.game.recipe.hand_size - (misdeal.count or 0))


def _complete(state: TableState, by: str, lacking: int) -> Iterator[events.Event]:
    """The dealer draws the missing cards from the top; one that lies face up is set aside."""
    stock, aside = list(state.stock), list(state.current_round.set_aside)
    for _ in range(lacking):
        if not (yield from _clear_top(state, by, stock, aside, initial=False)):
            return
        clauses, taken = state.setup.game.handling.wrong_number, (stock.pop(0),)
        yield events.CardsDealt(clauses, by, "dealer", taken, whole=False)


def _count(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    """The stub is counted; a wrong number, or a misdeal that it shows, voids the round."""
    assert state.round is not None
    cards = state.count_deck(state.in_use)
    misdealt = bool(find_new_misdeals(state))
    yield events.StubCounted(task.clauses, by, cards)
    if cards != 52 or misdealt:
        yield from _report_count(state, by, misdealt=misdealt)


def _reveal(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    """Turning cards up shows how many there are: a misdeal is discovered here at the latest."""
    assert state.round is not None
    misdeals = find_new_misdeals(state)
    if misdeals:
        yield from report_misdeals(state, misdeals, by)
        return
    yield events.HandRevealed(task.clauses, by, task.seat)


def _settle(state: TableState, task: Task, by: str, _data: Any) -> Iterator[events.Event]:
    """Pays, collects, returns or puts right one wager."""
    assert state.round is not None
    assert task.seat is not None
    assert task.wager is not None
    hand = state.round.hands[task.seat]
    player, coupons = f"rack:{hand.player}", f"coupons:{hand.player}"
    wager = state.setup.game.wagering.wager(task.wager)
    house = wager.fund if wager is not None else "inventory"  # a coupon is no wager of the game
    spot = f"spot:{task.seat}:{task.wager}"
    stake = state.balances.get(spot, 0)
    if task.act == "correct":
        due = amount_owed(state.round, task.seat, task.wager)
        moves = tuple(_correction_moves(state, (player, house), due))
        if task.wager == "match_play":
            moves = (*moves, Move("coupons", coupons, hand.coupons["ante"]))
    elif task.wager == "match_play":
        moves = tuple(_coupon_moves(task, spot, stake, (player, coupons)))
    else:
        moves = tuple(_stake_moves(task, spot, stake, (player, house)))
    yield events.MoneyMoved(task.clauses, by, task.seat, task.wager, task.act, moves)


def _coupon_moves(task: Task, spot: str, face: int, ends: tuple[str, str]) -> Iterator[Move]:
    """A coupon that won or lost stays with the house; one that did neither goes back."""
    player, coupons = ends
    if face:
        yield Move(spot, coupons if task.act == Act.RETURN else "coupons", face)
    if task.act == Act.PAY and task.cents:
        yield Move("inventory", player, task.cents)


def _correction_moves(state: TableState, ends: tuple[str, str], due: int) -> Iterator[Move]:
    """Moves what a player is owed or owes; where the chips are gone, a debt is recorded."""
    player, house = ends
    if due >= 0:
        if due:
            yield Move(house, player, due)
        return
    paid = min(-due, state.balances.get(player, 0))
    if paid:
        yield Move(player, house, paid)
    if -due - paid:
        yield Move(player.replace("rack:", "debt:"), house, -due - paid)


def _stake_moves(task: Task, spot: str, stake: int, ends: tuple[str, str]) -> Iterator[Move]:
    """The stake goes home or to the house, and winnings come from the house.

    A prize may be less than a stake that is not returned: then only a part goes home.
    """
    player, house = ends
    kept = min(stake, -task.cents) if task.act == Act.PAY and task.cents < 0 else 0
    if stake - kept:
        yield Move(spot, house if task.act == Act.COLLECT else player, stake - kept)
    if kept:
        yield Move(spot, house, kept)
    if task.act == Act.PAY and task.cents > 0:
        yield Move(house, player, task.cents)


_ACTS: dict[str, Callable[[TableState, Task, str, Any], Iterator[events.Event]]] = {
    "receive": _receive,
    "shuffle": _shuffle,
    "cut": _cut,
    "load": _load,
    **dict.fromkeys(("deal", "deal_stack", "burn", "deal_community"), _deal),
    **dict.fromkeys((*MONEY_ACTS, "correct"), _settle),
    "rack_stub": _rack_stub,
    "count_stub": _count,
    "reveal": _reveal,
    "rack": _rack,
}
