"""How decks and equipment change between rounds, event by event."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.games.dealing import Method
from houseway.games.script import Task
from houseway.table import events
from houseway.table.agenda import (
    list_cut_tasks,
    list_look_tasks,
    list_preparation_tasks,
    make_load_task,
)
from houseway.table.state import (
    Kit,
    Phase,
    Seal,
    Shuffler,
    TableState,
    assert_cards_conserved,
    replace_fast,
)

ON_TABLE, BEFORE_DECK = "table", "in front of the deck"
IN_RACK, ON_HAND, BESIDE_SHOE = "discard rack", "dealer's hand", "beside the shoe"


def pop_task(
    state: TableState, act: str, seat: int | None = None, wager: str | None = None
) -> tuple[Task, ...]:
    """The agenda without the first task of this kind, which is nearly always at its head."""
    first = state.agenda[0]
    if first.act == act and first.seat == seat and first.wager == wager:
        return state.agenda[1:]
    for n, task in enumerate(state.agenda):
        if (task.act, task.seat, task.wager) == (act, seat, wager):
            return state.agenda[:n] + state.agenda[n + 1 :]
    raise AssertionError(f"{act} was not due")


def put_in_rack(state: TableState, owner: str, cards: tuple[Card, ...]) -> TableState:
    """Puts cards on top of the discard rack, which holds one deck's cards only."""
    if not state.rack:
        state = replace_fast(state, rack_deck=state.in_use)
    assert state.rack_deck == state.in_use, "the discard rack holds cards of the other deck"
    return replace_fast(state, rack=(*state.rack, (owner, cards)))


def move_cover(kit: Kit, which: int, place: str) -> Kit:
    """Moves a cover card: the first serves the cut, the last the dealer's hand."""
    cover = list(kit.cover)
    cover[which] = place
    return replace_fast(kit, cover=tuple(cover))


def _receive_decks(state: TableState, event: events.DecksReceived) -> TableState:
    """The first decks of a table, or new ones in the place of those that left it."""
    opens = state.phase is Phase.CLOSED
    agenda = list_preparation_tasks(state)[1:] if opens else pop_task(state, "receive")
    arrived = iter(event.decks)
    decks = tuple(
        next(arrived) if not state.decks or n in state.retired else state.decks[n]
        for n in range(state.setup.equipment.decks)
    )
    comes_new = not state.decks or state.in_use in state.retired
    lost = tuple(entry for entry in state.lost if entry[0] not in state.retired)
    strays = tuple(deck for deck in state.strays if deck not in state.retired)
    cover = (ON_TABLE,) * state.setup.equipment.cover_cards
    if state.rack_deck in state.retired:  # the old deck left the table with its cards
        state = replace_fast(state, rack=(), rack_deck=None)
    return replace_fast(
        state,
        phase=Phase.PREPARING,
        decks=decks,
        # A deck that stayed is shuffled and ready; a new one is in the order it arrived in.
        stock=decks[state.in_use] if comes_new else state.stock,
        agenda=agenda,
        retired=frozenset(),
        received=state.retired or frozenset(range(len(decks))),
        lost=lost,
        strays=strays,
        kit=replace_fast(state.kit, cover=state.kit.cover or cover),
    )


def apply_preparation(state: TableState, event: events.StepDone) -> TableState:
    """A step before the bets, or of an idle table: the shoe, the cover card, the loading."""
    if event.act == "spread_idle":
        return _spread_idle(state)
    if event.act == "close":
        return _close_table(state)
    kit = _AFTER[event.act](state.kit) if event.act in _AFTER else state.kit
    if event.act == "lock" or (event.act == "start" and state.phase is not Phase.PREPARING):
        return replace_fast(state, kit=kit)
    done = replace_fast(state, agenda=pop_task(state, event.act, event.seat), kit=kit)
    if event.act == "inspect":
        done = replace_fast(done, inspected_by=event.by.partition(":")[2])
    if event.act == "insert":
        done = replace_fast(done, rack=(), rack_deck=None)
    if event.act == "load" and state.setup.equipment.dealing is Method.HAND:
        done = replace_fast(done, kit=replace_fast(kit, holding=event.words.partition(" ")[0]))
    return done if done.agenda else replace_fast(done, phase=Phase.BETTING)


_AFTER: dict[str, Callable[[Kit], Kit]] = {
    "secure": lambda kit: replace_fast(kit, secured=True),
    "lock": lambda kit: replace_fast(kit, secured=False),
    "insert": lambda kit: replace_fast(kit, shuffler=Shuffler.LOADED),
    "start": lambda kit: replace_fast(kit, shuffler=Shuffler.SHUFFLING),
    "place_cover": lambda kit: move_cover(kit, 0, BEFORE_DECK),
    "rack_cover": lambda kit: move_cover(kit, 0, IN_RACK),
    "load": lambda kit: replace_fast(kit, shuffler=Shuffler.IDLE),
}
PREPARATION_STEPS = frozenset(
    {*_AFTER, "inspect", "verify", "spread", "look", "wash", "stack", "spread_idle", "close"}
)


def _spread_idle(state: TableState) -> TableState:
    """The cards of an idle table are spread; the next player's look comes before play."""
    kit = replace_fast(state.kit, holding="", shuffler=Shuffler.IDLE)
    idle = replace_fast(state, phase=Phase.PREPARING, kit=kit, waiting=(), waiting_seal=Seal())
    # Each deck by itself (P42); the first is spread already.
    look_tasks = (list_look_tasks(state.setup) * state.setup.equipment.decks)[1:]
    return replace_fast(idle, agenda=(*look_tasks, *list_preparation_tasks(idle)))


def _close_table(state: TableState) -> TableState:
    kit = Kit(secured=state.kit.secured)
    emptied = replace_fast(state, phase=Phase.CLOSED, agenda=(), stock=(), waiting=(), decks=())
    emptied = replace_fast(emptied, kit=kit, rack=(), rack_deck=None, retired=frozenset())
    emptied = replace_fast(emptied, lost=(), strays=())
    # Faults of the old decks and devices leave with them.
    sound = replace_fast(emptied, face_up=frozenset(), stuck=frozenset(), jammed=frozenset())
    return replace_fast(sound, skips_dealer=0, drawn=0, coupons={}, serials={})


def _shuffle_deck(state: TableState, event: events.DeckShuffled) -> TableState:
    seal = Seal(event.number, event.commitment)
    counts = state.setup.equipment.shuffler_counts
    by_device = state.setup.equipment.by_device
    after = Shuffler.VERIFIED if counts else Shuffler.COMPLETE
    kit = replace_fast(state.kit, shuffler=after) if by_device else state.kit
    state = replace_fast(state, kit=kit, shuffles=state.shuffles + 1)
    if event.deck != state.in_use:
        return replace_fast(state, waiting=event.order, waiting_seal=seal)
    agenda = pop_task(state, "shuffle")
    rack = () if state.rack_deck == state.in_use else state.rack
    return replace_fast(
        state, stock=event.order, agenda=agenda, face_up=frozenset(), rack=rack, seal=seal
    )


def _report_shuffler(state: TableState, event: events.ShufflerReported) -> TableState:
    after = Shuffler.SHUFFLING if event.cards == 52 else Shuffler.MISCOUNT
    return replace_fast(state, kit=replace_fast(state.kit, shuffler=after))


def _cut_deck(state: TableState, event: events.DeckCut) -> TableState:
    stock = state.stock[event.cards :] + state.stock[: event.cards]
    return replace_fast(state, stock=stock, agenda=pop_task(state, "cut"))


def _order_recut(state: TableState, event: events.RecutOrdered) -> TableState:
    """The cover card is taken back from the rack for it (P20)."""
    rest = [task for task in state.agenda if task.act != "rack_cover"]
    if not rest:  # the deck is loaded already: it comes out, and goes back after the cut
        rest = [make_load_task(state.setup)]
    again = list_cut_tasks(state.setup, event.clauses)
    return replace_fast(state, phase=Phase.PREPARING, agenda=(*again, *rest))


def _jam_shuffler(state: TableState, event: events.ShufflerJammed) -> TableState:
    """The device is cleared and started again; the shuffle is still due."""
    kit = replace_fast(state.kit, shuffler=Shuffler.JAM)
    agenda = state.agenda
    if event.deck == state.in_use:
        agenda = (Task("start", event.clauses), *agenda)
    return replace_fast(state, jammed=state.jammed - {"shuffler"}, kit=kit, agenda=agenda)


def _close_round(state: TableState, _event: events.RoundClosed) -> TableState:
    assert_cards_conserved(state)
    if not state.ruling.all_void:
        racked = [card for _, cards in state.rack for card in cards]
        assert sorted(racked) == sorted(state.cards()), "every card is racked, each once"
    assert not [account for account in state.balances if account.startswith("spot:")]
    in_use = (state.in_use + 1) % state.setup.equipment.decks
    stub_racked = any(owner == "stub" for owner, _ in state.rack)
    over = replace_fast(
        state,
        # A void round may end before the stub is racked; it counts towards the count (P21).
        rounds_since_count=state.rounds_since_count + (0 if stub_racked else 1),
        round=None,
        last_round=state.round,
        serials={},
        rounds=state.rounds + 1,
        stuck=frozenset(),
        face_up=frozenset(),
        jammed=state.jammed - {"shoe"},
        skips_dealer=0,
        drawn=0,
        phase=Phase.PREPARING,
        in_use=in_use,
        kit=replace_fast(state.kit, holding="", cover=(ON_TABLE,) * len(state.kit.cover)),
    )
    last, script = state.current_round, state.setup.game.script
    assert last.settlement is not None
    carried = script.round_closed(state.setup.options, last.described(), last.settlement)
    over = carry_options(over, carried)
    agenda = list_preparation_tasks(over)
    stock = state.waiting or over.decks[in_use]
    seal = state.waiting_seal if state.waiting else Seal()
    return replace_fast(
        over, agenda=agenda, stock=stock, waiting=(), seal=seal, waiting_seal=Seal()
    )


def carry_options(state: TableState, options: Any) -> TableState:
    """The table with the options that its game carries on, such as those of a meter."""
    if options is state.setup.options:
        return state
    return replace_fast(state, setup=replace(state.setup, options=options))


def _remove_device(state: TableState, event: events.DeviceRemoved) -> TableState:
    kit = replace_fast(state.kit, taken_off=state.kit.taken_off | {event.device})
    secured = kit.secured and event.device != "automated_shoe"
    return replace_fast(state, kit=replace_fast(kit, secured=secured))


def _change_method(state: TableState, event: events.MethodChanged) -> TableState:
    """The cards are shuffled again by the new method; without a shuffler one deck stays."""
    equipment = state.setup.equipment.dealt_by(event.method, event.shuffle)
    setup = replace(state.setup, equipment=equipment)
    same_shoe = equipment.method == state.setup.equipment.method
    kit = Kit(state.kit.secured and same_shoe, cover=state.kit.cover)
    decks = state.decks
    changed = replace_fast(state, setup=setup, kit=kit, waiting=(), waiting_seal=Seal(), rack=())
    changed = replace_fast(
        changed, rack_deck=None, phase=Phase.PREPARING, stock=decks[state.in_use]
    )
    if equipment.decks < len(decks):
        lost = tuple((0, card) for number, card in state.lost if number == state.in_use)
        strays = tuple(0 for number in state.strays if number == state.in_use)
        retired = frozenset({0} if state.in_use in state.retired else ())
        decks = (decks[state.in_use],)
        changed = replace_fast(
            changed, decks=decks, in_use=0, retired=retired, lost=lost, strays=strays
        )
    return replace_fast(changed, agenda=list_preparation_tasks(changed))


def _remove_deck(state: TableState, event: events.DeckRemoved) -> TableState:
    """Before a round it is replaced at once; during one, when the round is over."""
    gone = replace_fast(state, retired=state.retired | {event.deck})
    if state.phase is not Phase.PREPARING:
        return gone
    return replace_fast(gone, agenda=list_preparation_tasks(gone))


def _apply_fault(state: TableState, event: events.FaultHappened) -> TableState:
    card = frozenset({event.card} if event.card else ())
    if event.kind == "face_up":
        return replace_fast(state, face_up=state.face_up | card)
    if event.kind == "skip_dealer":
        return replace_fast(state, skips_dealer=state.skips_dealer + 1)
    if event.kind == "stuck":
        return replace_fast(state, stuck=state.stuck | card)
    if event.kind == "stray_card":
        return replace_fast(state, strays=(*state.strays, state.in_use))
    if event.kind == "lose_card":
        return _lose_card(state, event)
    device, equipment = _jammed_device(state, event.kind), state.setup.equipment
    by_shoe = equipment.dealing is Method.AUTOMATED_SHOE
    on_table = by_shoe if device == "shoe" else equipment.by_device
    return replace_fast(state, jammed=state.jammed | {device}) if on_table else state


def _jammed_device(state: TableState, kind: str) -> str:
    """The named device; a plain jam is the shoe's in a round, otherwise the shuffler's."""
    if kind != "jam":
        return kind.removesuffix("_jam")
    shoe = state.setup.equipment.dealing is Method.AUTOMATED_SHOE
    by_device = state.setup.equipment.by_device
    return "shoe" if shoe and (state.phase is Phase.ROUND or not by_device) else "shuffler"


def _lose_card(state: TableState, event: events.FaultHappened) -> TableState:
    assert event.card is not None

    def without(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in cards if card != event.card)

    decks = tuple(
        without(deck) if number == state.in_use else deck for number, deck in enumerate(state.decks)
    )
    lost = (*state.lost, (state.in_use, event.card))
    return replace_fast(state, decks=decks, stock=without(state.stock), lost=lost)


PREPARATION_RULES: dict[type, Callable[[TableState, Any], TableState]] = {
    events.DecksReceived: _receive_decks,
    events.DeckShuffled: _shuffle_deck,
    events.DeckCut: _cut_deck,
    events.RecutOrdered: _order_recut,
    events.ShufflerJammed: _jam_shuffler,
    events.ShufflerReported: _report_shuffler,
    events.RoundClosed: _close_round,
    events.DeviceRemoved: _remove_device,
    events.MethodChanged: _change_method,
    events.DeckRemoved: _remove_deck,
    events.FaultHappened: _apply_fault,
}
