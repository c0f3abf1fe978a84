"""From one state to the next: what each event changes. Replay is this, over the log."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from houseway.cards import Card
from houseway.chips import post
from houseway.games.dealing import DEALER
from houseway.games.procedure import Act
from houseway.games.rounds import Hand
from houseway.games.script import Task, task_of
from houseway.table import events
from houseway.table.agenda import board_tasks, round_tasks, settlement_tasks
from houseway.table.preparing import (
    BESIDE_THE_SHOE,
    ON_THE_HAND,
    PREPARES,
    closed,
    cover_moved,
    deck_cut,
    deck_removed,
    deck_shuffled,
    decks_received,
    device_removed,
    fault_happened,
    into_rack,
    method_changed,
    popped,
    recut_ordered,
    round_closed,
    shuffler_jammed,
    shuffler_reported,
    spread_idle,
    step_of_preparation,
)
from houseway.table.state import (
    Phase,
    RoundState,
    TableState,
    assert_cards_conserved,
    assert_money_conserved,
    assert_paid_from_what_is_there,
    but,
)

# Events that put the whole deck in another order or place. A single card that is
# dealt is the top of the stock and arrives whole, which `_cards_dealt` asserts.
MOVES_THE_DECK = {
    events.DecksReceived,
    events.DeckShuffled,
    events.DeckCut,
    events.IrregularityFound,
    events.RoundClosed,
}


MovesChips = events.ChipsMoved | events.InventoryMoved | events.BoxEmptied


def evolve(state: TableState, event: events.Event) -> TableState:
    """The state after an event; cards and chips are conserved by every one of them."""
    after = _RULES[type(event)](state, event)
    if after.balances is not state.balances:
        assert_money_conserved(after)
        assert_paid_from_what_is_there(after, getattr(event, "moves", ()))
    if type(event) in MOVES_THE_DECK:
        assert_cards_conserved(after)
    return after


def _round(state: TableState) -> RoundState:
    assert state.round is not None, "no round is in play"
    return state.round


def _step_done(state: TableState, event: events.StepDone) -> TableState:
    if event.act in PREPARES:
        return step_of_preparation(state, event)
    if event.act == "spread_idle":
        return spread_idle(state)
    if event.act == "close":
        return closed(state)
    round_ = _mark(_round(state), event.act, event.seat, None)
    if event.act == Act.EXPOSE:
        round_ = but(round_, left_exposed=event.seat or DEALER)
    return but(state, agenda=popped(state, event.act, event.seat), round=round_)


def _mark(round_: RoundState, act: str, seat: int | None, wager: str | None) -> RoundState:
    return but(round_, done=round_.done | {(act, seat, wager)})


def _player_sat(state: TableState, event: events.PlayerSat) -> TableState:
    return but(state, seats={**state.seats, event.seat: event.player})


def _player_left(state: TableState, event: events.PlayerLeft) -> TableState:
    seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}
    left = but(_without_coupon(state, event.seat), seats=seats)
    if seats or state.phase not in {Phase.BETTING, Phase.PREPARING}:
        return left
    # Nobody is left: the cards are spread, and looked at by whoever comes (39.6(e)).
    spread = Task("spread_idle", state.setup.game.handling.idle)
    if spread in left.agenda or any(task.act == "look" for task in left.agenda):
        return left
    return but(left, phase=Phase.PREPARING, agenda=(*left.agenda, spread))


def _without_coupon(state: TableState, seat: int) -> TableState:
    """A coupon leaves with the ante it stood beside."""
    if seat not in state.coupons:
        return state
    coupons = {other: face for other, face in state.coupons.items() if other != seat}
    return but(state, coupons=coupons, serials=_without_serial(state, seat))


def _without_serial(state: TableState, seat: int) -> dict[int, str]:
    return {other: serial for other, serial in state.serials.items() if other != seat}


def _chips_bought(state: TableState, event: events.ChipsBought) -> TableState:
    return but(state, balances=post(state.balances, event.moves))


def _wager_placed(state: TableState, event: events.WagerPlaced) -> TableState:
    placed = {**state.bets.get(event.seat, {}), event.wager: event.cents}
    bets = {**state.bets, event.seat: placed}
    return but(state, bets=bets, balances=post(state.balances, event.moves))


def _wager_taken_back(state: TableState, event: events.WagerTakenBack) -> TableState:
    left = {wager: c for wager, c in state.bets[event.seat].items() if wager != event.wager}
    bets = {**state.bets, event.seat: left}
    bets = {seat: placed for seat, placed in bets.items() if placed}
    if event.wager == "ante":
        state = _without_coupon(state, event.seat)
    return but(state, bets=bets, balances=post(state.balances, event.moves))


def _bets_closed(state: TableState, event: events.BetsClosed) -> TableState:
    actions = state.setup.game.script.no_actions
    hands = {
        seat: Hand(seat, state.seats[seat], dict(placed), (), actions, _coupon(state, seat))
        for seat, placed in sorted(state.bets.items())
    }
    round_ = RoundState(event.round, hands)
    options = state.setup.options
    carried = state.setup.game.script.bets_closed(options, tuple(hands.values()))
    if carried is not options:
        state = but(state, setup=replace(state.setup, options=carried))
    agenda = round_tasks(state, round_)
    return but(state, phase=Phase.ROUND, round=round_, bets={}, coupons={}, agenda=agenda)


def _coupon(state: TableState, seat: int) -> dict[str, int]:
    return {"ante": state.coupons[seat]} if seat in state.coupons else {}


def _coupon_placed(state: TableState, event: events.CouponPlaced) -> TableState:
    state = but(state, balances=post(state.balances, event.moves))
    if not event.face:
        return _without_coupon(state, event.seat)
    serials = _without_serial(state, event.seat)
    if event.serial:
        serials[event.seat] = event.serial
    return but(state, coupons={**state.coupons, event.seat: event.face}, serials=serials)


def _chips_moved(state: TableState, event: MovesChips) -> TableState:
    return but(state, balances=post(state.balances, event.moves))


def _cards_dealt(state: TableState, event: events.CardsDealt) -> TableState:
    round_, task = _round(state), state.agenda[0]
    stock = state.stock[len(event.cards) :]
    assert state.stock[: len(event.cards)] == event.cards, "cards come from the top"
    round_ = _put(round_, event.place, event.cards)
    if event.place == "burned":
        state = into_rack(state, "burned", event.cards)
    elif event.covered and ON_THE_HAND not in state.kit.cover:
        state = but(state, kit=cover_moved(state.kit, -1, ON_THE_HAND))
    if task.act == "deal_stack" and task.seat == DEALER and state.setup.game.board:
        # The board is dealt from the hand: the remaining cards leave the shoe (UTH 9(d)).
        state = but(state, kit=but(state.kit, holding="hand"))
    agenda, rack, skips = state.agenda, state.rack, state.skips_dealer
    if event.whole:
        agenda = popped(state, task.act, task.seat)
    else:  # a card taken from a stub that is racked already
        rack = tuple((owner, _without(cards, event.cards, owner)) for owner, cards in rack)
    if skips and not event.cards:
        skips -= 1
    return but(
        state, stock=stock, round=round_, rack=rack, agenda=agenda, skips_dealer=skips, drawn=0
    )


def _without(cards: tuple[Card, ...], taken: tuple[Card, ...], owner: str) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in taken) if owner == "stub" else cards


def _put(round_: RoundState, place: str, cards: tuple[Card, ...]) -> RoundState:
    if place.isdigit():
        hand = round_.hands[int(place)]
        dealt = hand.with_cards(hand.cards + cards)
        return but(round_, hands={**round_.hands, hand.seat: dealt})
    if place == "dealer":
        return but(round_, dealer=round_.dealer + cards)
    if place == "burned":
        return but(round_, burned=round_.burned + cards)
    return but(round_, community=round_.community + cards)


def _face_up_card_found(state: TableState, event: events.FaceUpCardFound) -> TableState:
    round_ = but(_round(state), set_aside=(*_round(state).set_aside, event.card))
    assert state.stock[0] == event.card, "cards come from the top"
    # It may come from a stub that is racked already, for a dealer who completes his hand.
    rack = tuple((owner, _without(cards, (event.card,), owner)) for owner, cards in state.rack)
    state = into_rack(but(state, rack=rack), "set aside", (event.card,))
    return but(
        state, stock=state.stock[1:], round=round_, face_up=state.face_up - {event.card}, drawn=0
    )


def _chosen(state: TableState, event: events.Chosen) -> TableState:
    round_, script = _round(state), state.setup.game.script
    agenda = state.agenda
    asked = ("decide", event.seat, event.stage)
    place = next(n for n, t in enumerate(agenda) if (t.act, t.seat, t.stage) == asked)
    task = agenda[place]
    hand = round_.hands[event.seat]
    hand = hand.with_actions(script.choose(hand, task, event.choice))
    rest = agenda[:place] + agenda[place + 1 :]
    if script.decided(hand):
        rest = tuple(t for t in rest if t.act != "decide" or t.seat != event.seat)
    at_once = script.at_once(state.setup.options, hand, task)
    agenda = (*map(task_of, at_once), *rest)
    hands = {**round_.hands, event.seat: hand}
    balances = post(state.balances, event.moves)
    return but(state, round=but(round_, hands=hands), agenda=agenda, balances=balances)


def _hand_revealed(state: TableState, event: events.HandRevealed) -> TableState:
    round_, agenda = _round(state), popped(state, "reveal", event.seat)
    if event.seat is None:
        kit = state.kit
        if ON_THE_HAND in kit.cover:
            kit = cover_moved(kit, -1, BESIDE_THE_SHOE)
        shown = but(round_, dealer_revealed=True)
        return _begin_settlement(but(state, round=shown, kit=kit))
    shown = but(round_, revealed=round_.revealed | {event.seat})
    if round_.settlement is None:  # the game's own reveal before the decision
        hand, script = round_.hands[event.seat], state.setup.game.script
        hand = hand.with_actions(script.shown(hand))
        shown = but(shown, hands={**round_.hands, event.seat: hand})
        task = Task("reveal", event.clauses, seat=event.seat)
        agenda = (*map(task_of, script.at_once(state.setup.options, hand, task)), *agenda)
    return but(state, round=shown, agenda=agenda)


def _begin_settlement(state: TableState) -> TableState:
    """The dealer has shown, or the round is void: what each wager comes to is known."""
    game, round_ = state.setup.game, _round(state)
    settlement = game.resolve(state.setup.options, round_.described())
    settled = but(round_, settlement=settlement)
    return but(state, round=settled, agenda=settlement_tasks(state, settled))


def _money_moved(state: TableState, event: events.MoneyMoved) -> TableState:
    round_ = _round(state)
    player = f"rack:{round_.hands[event.seat].player}"
    gained = 0
    for move in event.moves:
        if move.target == player:
            gained += move.cents
        elif move.source == player:
            gained -= move.cents
    place = (event.seat, event.wager)
    # A coupon is worth its face on paper; only what it wins is money.
    coupon = event.wager == "match_play"
    stake = 0 if coupon else state.balances.get(f"spot:{event.seat}:{event.wager}", 0)
    moved = {**round_.moved, place: round_.moved.get(place, 0) + gained - stake}
    if coupon:
        round_ = _mark(round_, event.act, event.seat, event.wager)
    return but(
        state,
        round=but(round_, moved=moved),
        balances=post(state.balances, event.moves),
        agenda=popped(state, event.act, event.seat, event.wager),
    )


def _cards_racked(state: TableState, event: events.CardsRacked) -> TableState:
    seat = int(event.owner) if event.owner.isdigit() else None
    state = into_rack(state, event.owner, event.cards)
    if event.owner == "stub":
        count = state.rounds_since_count + 1
        agenda = popped(state, "rack_stub")
        return but(state, agenda=agenda, rounds_since_count=count, drawn=0)
    round_ = _mark(_round(state), Act.RACK, seat, None)
    return but(state, round=round_, agenda=popped(state, Act.RACK, seat))


def _stub_counted(state: TableState, _event: events.StubCounted) -> TableState:
    state = into_rack(state, "stub", state.stock)
    agenda = popped(state, "count_stub")
    return but(state, agenda=agenda, rounds_since_count=0, drawn=0)


def _irregularity_found(state: TableState, event: events.IrregularityFound) -> TableState:
    earlier = _round(state).irregularity
    round_ = but(_round(state), irregularity=event.irregularity.after(earlier))
    state = but(state, round=round_)
    ruling = state.ruling
    if not ruling.all_void:
        struck = tuple(
            task
            for task in state.agenda
            if not (task.act in {"decide", "reveal"} and task.seat in ruling.void_seats)
        )
        return but(state, agenda=struck)
    board = board_tasks(state) if ruling.trips_survive and _trips(round_) else ()
    if board:
        return but(state, agenda=(*board, Task("reveal", event.clauses)))
    return _begin_settlement(state)


def _card_drawn_in_error(state: TableState, _event: events.CardDrawnInError) -> TableState:
    return but(state, drawn=1)


def _hand_looked_at(state: TableState, event: events.HandLookedAt) -> TableState:
    round_ = _round(state)
    return but(state, round=but(round_, looked=round_.looked | {event.seat}))


def _breach_reported(state: TableState, _event: events.BreachReported) -> TableState:
    """It is on record; what follows is for people to decide (P32, U48, H41)."""
    return state


def _trips(round_: RoundState) -> bool:
    return any("trips" in hand.wagers for hand in round_.hands.values())


_RULES: dict[type, Callable[[TableState, Any], TableState]] = {
    events.DecksReceived: decks_received,
    events.StepDone: _step_done,
    events.DeckShuffled: deck_shuffled,
    events.DeckCut: deck_cut,
    events.RecutOrdered: recut_ordered,
    events.PlayerSat: _player_sat,
    events.PlayerLeft: _player_left,
    events.ChipsBought: _chips_bought,
    events.WagerPlaced: _wager_placed,
    events.WagerTakenBack: _wager_taken_back,
    events.CouponPlaced: _coupon_placed,
    events.ChipsMoved: _chips_moved,
    events.InventoryMoved: _chips_moved,
    events.InventoryCounted: lambda state, _: state,
    events.BoxEmptied: _chips_moved,
    events.ShufflerJammed: shuffler_jammed,
    events.ShufflerReported: shuffler_reported,
    events.CardDrawnInError: _card_drawn_in_error,
    events.HandLookedAt: _hand_looked_at,
    events.BreachReported: _breach_reported,
    events.BetsClosed: _bets_closed,
    events.CardsDealt: _cards_dealt,
    events.FaceUpCardFound: _face_up_card_found,
    events.Chosen: _chosen,
    events.HandRevealed: _hand_revealed,
    events.MoneyMoved: _money_moved,
    events.CardsRacked: _cards_racked,
    events.StubCounted: _stub_counted,
    events.IrregularityFound: _irregularity_found,
    events.RoundClosed: round_closed,
    events.DeviceRemoved: device_removed,
    events.MethodChanged: method_changed,
    events.DeckRemoved: deck_removed,
    events.FaultHappened: fault_happened,
}
