"""What each act of procedure brings about: a card dealt, a stub counted, a wager paid.

Faults of the physical world come to light here, as a dealer would meet them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.chips import Move
from houseway.games.dealing import DEALER, Method
from houseway.games.irregularities import Irregularity, Kind
from houseway.games.procedure import Act
from houseway.games.script import MONEY_ACTS, Task
from houseway.rulebook import Citation
from houseway.table import events
from houseway.table.agenda import owed, place_of
from houseway.table.checking_steps import as_cards, read_shuffle
from houseway.table.state import TableState, completes, undiscovered_misdeals

NEEDS_DATA = {"receive", "shuffle", "cut", "decide"}
"""Acts that wait for something from outside, whatever is automated."""


def exposed_card(state: TableState, stage: str | None) -> Irregularity:
    """The stage decides at a game with a board; elsewhere it is before the reveal."""
    kind = Kind.DEALER_CARD_EXPOSED
    if not state.setup.game.board:
        return Irregularity(kind, stage="before_dealer_reveal")
    waiting = [task for task in state.agenda if task.act == "decide"]
    if not waiting:
        return Irregularity(kind, stage="after_all_acted")
    return Irregularity(kind, stage=stage or waiting[0].stage)


def exposed_now(state: TableState) -> Irregularity:
    """A card of the dealer's that is seen at this moment."""
    return exposed_card(state, state.agenda[0].stage if state.agenda else None)


def perform_task(state: TableState, task: Task, by: str, data: Any) -> Iterable[events.Event]:
    """The events of an act that is due; an act without a rule of its own is only recorded."""
    act = _ACTS.get(task.act)
    if act is not None:
        return act(state, task, by)
    if task.act == "load":
        return _load(state, task, by, data)
    if task.act in NEEDS_DATA:
        return _with_data(state, task, by, data)
    return (events.StepDone(task.clauses, by, task.act, task.seat, task.words),)


def _with_data(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """Acts that bring something from outside: decks, the order of a shuffle, a cut."""
    if task.act == "receive":
        decks = tuple(as_cards(deck, "A deck") for deck in data)
        yield events.DecksReceived(task.clauses, by, decks)
    elif task.act == "shuffle":
        yield from shuffled(state, task.clauses, by, state.in_use, data)
    elif task.act == "cut":
        yield events.DeckCut(task.clauses, by, data)
    else:
        yield events.StepDone(task.clauses, by, task.act, task.seat, task.words)


def shuffled(
    state: TableState, clauses: Citation, by: str, deck: int, data: Any
) -> Iterator[events.Event]:
    """A shuffle done; or a device that jams, or that counts and finds another number than 52."""
    handling, equipment = state.setup.game.handling, state.setup.equipment
    if equipment.by_device and "shuffler" in state.jammed:
        yield events.ShufflerJammed(handling.shuffler_fault, by, deck)
        return
    cards = state.counted(deck)
    if equipment.by_device and equipment.shuffler_counts:
        exempts = handling.by(equipment.dealing).counting_shuffler_exempts
        yield events.ShufflerReported(exempts or clauses, by, deck, cards)
        if cards != 52:
            yield events.DeckRemoved(exempts or handling.count_wrong, by, deck)
            return
    order, commitment = read_shuffle(data)
    yield events.DeckShuffled(clauses, by, deck, order, state.shuffles + 1, commitment)


def _load(state: TableState, task: Task, by: str, data: Any) -> Iterator[events.Event]:
    """Into the shoe, or into the hand that the dealer names; automation takes the left."""
    method = state.setup.equipment.dealing
    where = f"{data or 'left'} hand" if method is Method.HAND else method.value.replace("_", " ")
    yield events.StepDone(task.clauses, by, "load", words=where)


def _rack_stub(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    yield events.CardsRacked(task.clauses, by, "stub", state.stock)


def _rack(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    owner, cards = _racked(state, task)
    yield events.CardsRacked(task.clauses, by, owner, cards)


def _deal(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """The next card, or stack, from the top; what lies face up is set aside, a jam ends it."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    if task.act == "deal_stack" and "shoe" in state.jammed:
        yield events.IrregularityFound(handling.shoe_fault, by, Irregularity(Kind.SHOE_FAULT))
        return
    if state.skips_dealer and task.seat == DEALER:
        yield events.CardsDealt(task.clauses, by, "dealer", ())
        return
    wanted = state.setup.game.recipe.hand_size if task.act == "deal_stack" else 1
    taken: list[Card] = []
    stock, aside = list(state.stock), len(round_.set_aside)
    for _ in range(wanted):
        while stock and stock[0] in state.face_up:
            if taken:  # the cards above it in the stack are out already
                yield events.CardsDealt(task.clauses, by, place_of(task), tuple(taken), whole=False)
                taken = []
            yield events.FaceUpCardFound(handling.face_up, by, stock.pop(0))
            aside += 1
            if aside > 1 and not state.ruling.all_void:
                yield events.IrregularityFound(handling.face_up, by, _face_up(state, task, aside))
                return
        if not stock:  # cards are missing, or too many went out together
            yield from _ran_out(state, by)
            return
        taken.append(stock.pop(0))
        # A second card that comes along unseen goes to the hand; on the open table the
        # dealer sees it, and a card drawn in error is used as the next one.
        if taken[-1] in state.stuck and stock and task.seat is not None:
            taken.append(stock.pop(0))
    covered = task.seat == DEALER and state.setup.covers_dealer
    clauses = task.clauses + handling.covers if covered else task.clauses
    yield events.CardsDealt(clauses, by, place_of(task), tuple(taken), covered=covered)


def _ran_out(state: TableState, by: str) -> Iterator[events.Event]:
    """A deck that runs out in the deal is not complete, or was misdealt: the round is void."""
    clauses, cards = state.setup.game.handling.count_wrong, state.counted(state.in_use)
    if cards != 52:
        yield events.DeckRemoved(clauses, by, state.in_use)
    wrong = Irregularity(Kind.STUB_COUNT, cards_in_deck=cards, misdealt=cards == 52)
    yield events.IrregularityFound(clauses, by, wrong)


def draw_in_error(state: TableState, by: str, *, exposed: bool) -> Iterator[events.Event]:
    """Unexposed it is the next card that is due; seen, it counts as found face up (P27)."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    if not exposed:
        yield events.CardDrawnInError(handling.drawn_in_error, by)
        return
    yield events.FaceUpCardFound(handling.face_up, by, state.stock[state.drawn])
    aside = len(round_.set_aside) + 1
    if aside > 1 and not state.ruling.all_void:
        found = _face_up(state, state.agenda[0], aside)
        yield events.IrregularityFound(handling.face_up, by, found)


def _face_up(state: TableState, task: Task, count: int) -> Irregularity:
    dealing = task.act in {"deal", "deal_stack"}
    stage = "initial_deal" if dealing else "after_initial_deal"
    stage = stage if state.setup.game.board else "initial_deal"
    return Irregularity(Kind.FACE_UP_CARDS, count=count, stage=stage)


def found_misdealt(
    state: TableState, wrong: tuple[Irregularity, ...], by: str
) -> Iterator[events.Event]:
    """Wrong numbers of cards are found; a dealer who may takes the cards he lacks.

    The step that brought them to light is done anew: a hand may be void by now.
    """
    clauses = state.setup.game.handling.wrong_number
    for one in wrong:
        if not completes(state, one):
            yield events.IrregularityFound(clauses, by, one)
            if state.setup.game.rule_on(state.setup.options, one).all_void:
                return
            continue
        yield events.IrregularityFound(clauses, by, replace(one, correctable=True))
        yield from _complete(state, by, state.setup.game.recipe.hand_size - (one.count or 0))


def _complete(state: TableState, by: str, lacking: int) -> Iterator[events.Event]:
    """The dealer takes the cards he lacks from the top; one that lies face up is set aside."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    stock, aside = list(state.stock), len(round_.set_aside)
    for _ in range(lacking):
        while stock and stock[0] in state.face_up:
            yield events.FaceUpCardFound(handling.face_up, by, stock.pop(0))
            aside += 1
            if aside > 1:
                found = Irregularity(Kind.FACE_UP_CARDS, count=aside, stage=_late(state))
                yield events.IrregularityFound(handling.face_up, by, found)
                return
        if not stock:
            yield from _ran_out(state, by)
            return
        taken = (stock.pop(0),)
        yield events.CardsDealt(handling.wrong_number, by, "dealer", taken, whole=False)


def _late(state: TableState) -> str:
    return "after_initial_deal" if state.setup.game.board else "initial_deal"


def _count(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """The stub is counted; a wrong number, or a misdeal that it shows, voids the round."""
    handling, round_ = state.setup.game.handling, state.round
    assert round_ is not None
    cards = state.counted(state.in_use)
    wrong = bool(undiscovered_misdeals(state))
    yield events.StubCounted(task.clauses, by, cards)
    if cards == 52 and not wrong:
        return
    found = Irregularity(Kind.STUB_COUNT, cards_in_deck=cards, misdealt=wrong)
    if cards != 52:
        yield events.DeckRemoved(handling.count_wrong, by, state.in_use)
    yield events.IrregularityFound(handling.count_wrong, by, found)


def _reveal(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """Turning cards up shows how many there are: a misdeal is found here at the latest."""
    round_ = state.round
    assert round_ is not None
    wrong = undiscovered_misdeals(state)
    if wrong:
        yield from found_misdealt(state, wrong, by)
        return
    yield events.HandRevealed(task.clauses, by, task.seat)


def _settle(state: TableState, task: Task, by: str) -> Iterator[events.Event]:
    """Pays, collects, returns or puts right one wager."""
    round_ = state.round
    assert round_ is not None
    assert task.seat is not None
    assert task.wager is not None
    player = f"rack:{round_.hands[task.seat].player}"
    # The progressive has a fund of its own; all else is the table inventory's.
    house = "progressive" if task.wager == "progressive" else "inventory"
    if task.act == "correct":
        due = owed(round_, task.seat, task.wager)
        moves = tuple(_corrections(state, (player, house), due))
        if task.wager == "match_play":
            face = round_.hands[task.seat].coupons["ante"]
            moves = (*moves, Move("coupons", player.replace("rack:", "coupons:"), face))
    else:
        spot = f"spot:{task.seat}:{task.wager}"
        if task.wager == "match_play":
            moves = tuple(_coupon_moves(task, spot, state.balances.get(spot, 0), player))
            yield events.MoneyMoved(task.clauses, by, task.seat, task.wager, task.act, moves)
            return
        moves = tuple(_moves(task, spot, state.balances.get(spot, 0), (player, house)))
    yield events.MoneyMoved(task.clauses, by, task.seat, task.wager, task.act, moves)


def _coupon_moves(task: Task, spot: str, face: int, player: str) -> Iterator[Move]:
    """A coupon that won or lost stays with the house; one that did neither goes back."""
    owner = player.replace("rack:", "coupons:") if task.act == Act.RETURN else "coupons"
    if face:
        yield Move(spot, owner, face)
    if task.act == Act.PAY and task.cents:
        yield Move("inventory", player, task.cents)


def _corrections(state: TableState, ends: tuple[str, str], due: int) -> Iterator[Move]:
    """What a player is owed, or owes; what he no longer has in chips is a debt on record."""
    player, house = ends
    if due >= 0:
        if due:
            yield Move(house, player, due)
        return
    has = min(-due, state.balances.get(player, 0))
    if has:
        yield Move(player, house, has)
    if -due - has:
        yield Move(player.replace("rack:", "debt:"), house, -due - has)


def _moves(task: Task, spot: str, stake: int, ends: tuple[str, str]) -> Iterator[Move]:
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


def _racked(state: TableState, task: Task) -> tuple[str, tuple[Card, ...]]:
    round_ = state.round
    assert round_ is not None
    if task.seat is None:
        return "dealer", round_.dealer + round_.community
    return str(task.seat), round_.hands[task.seat].cards


_ACTS: dict[str, Callable[[TableState, Task, str], Iterator[events.Event]]] = {
    **dict.fromkeys(("deal", "deal_stack", "burn", "deal_community"), _deal),
    **dict.fromkeys((*MONEY_ACTS, "correct"), _settle),
    "rack_stub": _rack_stub,
    "count_stub": _count,
    "reveal": _reveal,
    "rack": _rack,
}
