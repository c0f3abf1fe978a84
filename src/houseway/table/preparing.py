"""What happens to decks and equipment between rounds, event by event."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.games.dealing import Method
from houseway.games.script import Task
from houseway.table import events
from houseway.table.agenda import cut_tasks, look_and_mix, preparing_tasks, shuffle_tasks
from houseway.table.state import Kit, Phase, Seal, Shuffler, TableState, assert_cards_conserved, but

ON_THE_TABLE, BEFORE_THE_DECK = "table", "in front of the deck"
IN_THE_RACK, ON_THE_HAND, BESIDE_THE_SHOE = "discard rack", "dealer's hand", "beside the shoe"


def popped(state: TableState, act: str, seat: int | None = None, wager: str | None = None) -> Any:
    """The agenda without the first task of this kind; nearly always it is the first of all."""
    first = state.agenda[0]
    if first.act == act and first.seat == seat and first.wager == wager:
        return state.agenda[1:]
    for n, task in enumerate(state.agenda):
        if (task.act, task.seat, task.wager) == (act, seat, wager):
            return state.agenda[:n] + state.agenda[n + 1 :]
    raise AssertionError(f"{act} was not due")


def into_rack(state: TableState, owner: str, cards: tuple[Card, ...]) -> TableState:
    """Cards put in the discard rack on top of what lies there: one deck's only."""
    if not state.rack:
        state = but(state, rack_deck=state.in_use)
    assert state.rack_deck == state.in_use, "the discard rack holds cards of the other deck"
    return but(state, rack=(*state.rack, (owner, cards)))


def cover_moved(kit: Kit, which: int, place: str) -> Kit:
    """A cover card laid somewhere else: the first serves the cut, the last the dealer's hand."""
    cover = list(kit.cover)
    cover[which] = place
    return but(kit, cover=tuple(cover))


def _ready(state: TableState) -> TableState:
    """Bets open when nothing is left to prepare."""
    return state if state.agenda else but(state, phase=Phase.BETTING)


def decks_received(state: TableState, event: events.DecksReceived) -> TableState:
    """The first decks of a table, or new ones in the place of those that left it."""
    agenda = preparing_tasks(state)[1:] if state.phase is Phase.CLOSED else popped(state, "receive")
    arrived = iter(event.decks)
    decks = tuple(
        next(arrived) if not state.decks or n in state.retired else state.decks[n]
        for n in range(state.setup.equipment.decks)
    )
    comes_new = not state.decks or state.in_use in state.retired
    lost = tuple(entry for entry in state.lost if entry[0] not in state.retired)
    strays = tuple(deck for deck in state.strays if deck not in state.retired)
    cover = (ON_THE_TABLE,) * state.setup.equipment.cover_cards
    if state.rack_deck in state.retired:  # the old deck left the table with its cards
        state = but(state, rack=(), rack_deck=None)
    return but(
        state,
        phase=Phase.PREPARING,
        decks=decks,
        # A deck that stayed lies shuffled and ready; only one that is new lies as it came.
        stock=decks[state.in_use] if comes_new else state.stock,
        agenda=agenda,
        retired=frozenset(),
        received=state.retired or frozenset(range(len(decks))),
        lost=lost,
        strays=strays,
        kit=but(state.kit, cover=state.kit.cover or cover),
    )


def step_of_preparation(state: TableState, event: events.StepDone) -> TableState:
    """A step before the bets: the shoe, the shuffler, the cover card, the loading."""
    kit = _AFTER[event.act](state.kit) if event.act in _AFTER else state.kit
    if event.act == "lock":
        return but(state, kit=kit)
    if event.act == "start" and state.phase is not Phase.PREPARING:
        return but(state, kit=kit)
    done = but(state, agenda=popped(state, event.act, event.seat), kit=kit)
    if event.act == "inspect":
        done = but(done, inspected_by=event.by.partition(":")[2])
    if event.act == "insert":
        done = but(done, rack=(), rack_deck=None)
    if event.act == "load" and state.setup.equipment.dealing is Method.HAND:
        done = but(done, kit=but(kit, holding=event.words.partition(" ")[0]))
    return _ready(done)


_AFTER: dict[str, Callable[[Kit], Kit]] = {
    "secure": lambda kit: but(kit, secured=True),
    "lock": lambda kit: but(kit, secured=False),
    "insert": lambda kit: but(kit, shuffler=Shuffler.LOADED),
    "start": lambda kit: but(kit, shuffler=Shuffler.SHUFFLING),
    "place_cover": lambda kit: cover_moved(kit, 0, BEFORE_THE_DECK),
    "rack_cover": lambda kit: cover_moved(kit, 0, IN_THE_RACK),
    "load": lambda kit: but(kit, shuffler=Shuffler.IDLE),
}
PREPARES = frozenset(
    {*_AFTER, "inspect", "verify", "spread", "look", "wash", "stack"},
)


def spread_idle(state: TableState) -> TableState:
    """The cards of an idle table are spread; the next player's look comes before play."""
    kit = but(state.kit, holding="", shuffler=Shuffler.IDLE)
    idle = but(state, phase=Phase.PREPARING, kit=kit, waiting=(), waiting_seal=Seal())
    again = [look_and_mix(state.setup)] * state.setup.equipment.decks  # each deck by itself (P42)
    tasks = [task for tasks in again for task in tasks][1:]
    return but(idle, agenda=(*tasks, *preparing_tasks(idle)))


def closed(state: TableState) -> TableState:
    kit = Kit(secured=state.kit.secured)
    emptied = but(state, phase=Phase.CLOSED, agenda=(), stock=(), waiting=(), decks=())
    emptied = but(emptied, kit=kit, rack=(), rack_deck=None, retired=frozenset())
    emptied = but(emptied, lost=(), strays=())
    # What was wrong with the old decks and devices goes with them.
    sound = but(emptied, face_up=frozenset(), stuck=frozenset(), jammed=frozenset())
    return but(sound, skips_dealer=0, drawn=0, coupons={}, serials={})


def deck_shuffled(state: TableState, event: events.DeckShuffled) -> TableState:
    seal = Seal(event.number, event.commitment)
    counts = state.setup.equipment.shuffler_counts
    by_device = state.setup.equipment.by_device
    after = Shuffler.VERIFIED if counts else Shuffler.COMPLETE
    kit = but(state.kit, shuffler=after) if by_device else state.kit
    state = but(state, kit=kit, shuffles=state.shuffles + 1)
    if event.deck != state.in_use:
        return but(state, waiting=event.order, waiting_seal=seal)
    agenda = popped(state, "shuffle")
    rack = () if state.rack_deck == state.in_use else state.rack
    return but(state, stock=event.order, agenda=agenda, face_up=frozenset(), rack=rack, seal=seal)


def shuffler_reported(state: TableState, event: events.ShufflerReported) -> TableState:
    after = Shuffler.SHUFFLING if event.cards == 52 else Shuffler.MISCOUNT
    return but(state, kit=but(state.kit, shuffler=after))


def deck_cut(state: TableState, event: events.DeckCut) -> TableState:
    stock = state.stock[event.cards :] + state.stock[: event.cards]
    return but(state, stock=stock, agenda=popped(state, "cut"))


def recut_ordered(state: TableState, event: events.RecutOrdered) -> TableState:
    """The cover card is taken back from the rack for it (P20)."""
    rest = [task for task in state.agenda if task.act != "rack_cover"]
    if not rest:  # the deck is loaded already: it comes out, and goes back after the cut
        rest = [shuffle_tasks(state.setup)[-1]]
    again = cut_tasks(state.setup, event.clauses)
    return but(state, phase=Phase.PREPARING, agenda=(*again, *rest))


def shuffler_jammed(state: TableState, event: events.ShufflerJammed) -> TableState:
    """The device is cleared and started again; the shuffle is still due."""
    kit = but(state.kit, shuffler=Shuffler.JAM)
    agenda = state.agenda
    if event.deck == state.in_use:
        agenda = (Task("start", event.clauses), *agenda)
    return but(state, jammed=state.jammed - {"shuffler"}, kit=kit, agenda=agenda)


def round_closed(state: TableState, _event: events.RoundClosed) -> TableState:
    assert_cards_conserved(state)
    if not state.ruling.all_void:
        racked = [card for _, cards in state.rack for card in cards]
        assert sorted(racked) == sorted(state.cards()), "every card is racked, each once"
    assert not [account for account in state.balances if account.startswith("spot:")]
    two = state.setup.equipment.decks == 2
    in_use = (state.in_use + 1) % 2 if two else state.in_use
    stub_racked = any(owner == "stub" for owner, _ in state.rack)
    over = but(
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
        kit=but(state.kit, holding="", cover=(ON_THE_TABLE,) * len(state.kit.cover)),
    )
    over = _carried_on(over)
    agenda = preparing_tasks(over)
    stock = state.waiting or over.decks[in_use]
    seal = state.waiting_seal if state.waiting else Seal()
    return but(over, agenda=agenda, stock=stock, waiting=(), seal=seal, waiting_seal=Seal())


def _carried_on(over: TableState) -> TableState:
    """The table with what its game carries from one round to the next, such as a meter."""
    last, options = over.last_round, over.setup.options
    assert last is not None
    assert last.settlement is not None
    carried = over.setup.game.script.round_closed(options, last.described(), last.settlement)
    return over if carried is options else but(over, setup=replace(over.setup, options=carried))


def device_removed(state: TableState, event: events.DeviceRemoved) -> TableState:
    kit = but(state.kit, taken_off=state.kit.taken_off | {event.device})
    secured = kit.secured and event.device != "automated_shoe"
    return but(state, kit=but(kit, secured=secured))


def method_changed(state: TableState, event: events.MethodChanged) -> TableState:
    """The cards are shuffled anew, the new way; without a shuffler the deck in use stays."""
    equipment = state.setup.equipment.dealt_by(event.method, event.shuffle)
    setup = replace(state.setup, equipment=equipment)
    same_shoe = equipment.method == state.setup.equipment.method
    kit = Kit(state.kit.secured and same_shoe, cover=state.kit.cover)
    decks = state.decks
    changed = but(state, setup=setup, kit=kit, waiting=(), waiting_seal=Seal(), rack=())
    changed = but(changed, rack_deck=None, phase=Phase.PREPARING, stock=decks[state.in_use])
    if equipment.decks < len(decks):
        lost = tuple((0, card) for number, card in state.lost if number == state.in_use)
        strays = tuple(0 for number in state.strays if number == state.in_use)
        retired = frozenset({0} if state.in_use in state.retired else ())
        decks = (decks[state.in_use],)
        changed = but(changed, decks=decks, in_use=0, retired=retired, lost=lost, strays=strays)
    return but(changed, agenda=preparing_tasks(changed))


def deck_removed(state: TableState, event: events.DeckRemoved) -> TableState:
    """Before a round it is replaced at once; during one, when the round is over."""
    gone = but(state, retired=state.retired | {event.deck})
    if state.phase is not Phase.PREPARING:
        return gone
    return but(gone, agenda=preparing_tasks(gone))


def fault_happened(state: TableState, event: events.FaultHappened) -> TableState:
    card = frozenset({event.card} if event.card else ())
    if event.kind == "face_up":
        return but(state, face_up=state.face_up | card)
    if event.kind == "skip_dealer":
        return but(state, skips_dealer=state.skips_dealer + 1)
    if event.kind == "stuck":
        return but(state, stuck=state.stuck | card)
    if event.kind == "stray_card":
        return but(state, strays=(*state.strays, state.in_use))
    if event.kind == "lose_card":
        return _lose_card(state, event)
    device = _which_jams(state, event.kind)
    equipment = state.setup.equipment
    on_the_table = {"shuffler": equipment.by_device}
    on_the_table["shoe"] = equipment.dealing is Method.AUTOMATED_SHOE
    return but(state, jammed=state.jammed | {device}) if on_the_table[device] else state


def _which_jams(state: TableState, kind: str) -> str:
    """The device that is named; a plain jam is the shoe's in a round, else the shuffler's."""
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
    return but(state, decks=decks, stock=without(state.stock), lost=lost)
