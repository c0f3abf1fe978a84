"""The next state after each event. Replay is `evolve` over the log."""

from collections.abc import Callable
from typing import Any, get_args

from houseway.cards import Card
from houseway.chips import post
from houseway.games.dealing import DEALER
from houseway.games.procedure import Act
from houseway.games.rounds import Hand
from houseway.games.script import Task, task_of
from houseway.table import events
from houseway.table.agenda import list_round_tasks, list_settlement_tasks
from houseway.table.preparation import (
    BESIDE_SHOE,
    ON_HAND,
    PREPARATION_RULES,
    PREPARATION_STEPS,
    apply_preparation,
    carry_options,
    move_cover,
    pop_task,
    put_in_rack,
)
from houseway.table.state import (
    Phase,
    RoundState,
    TableState,
    assert_cards_conserved,
    assert_covered,
    assert_money_conserved,
    replace_fast,
)

# Events that put the whole deck in another order or place. A single card that is
# dealt is the top of the stock and arrives whole, which `_deal_cards` asserts.
DECK_MOVES = {
    events.DecksReceived,
    events.DeckShuffled,
    events.DeckCut,
    events.IrregularityFound,
    events.RoundClosed,
}


ChipMove = events.ChipsBought | events.ChipsMoved | events.InventoryMoved | events.BoxEmptied


def evolve(state: TableState, event: events.Event) -> TableState:
    """The state after an event; cards and chips are conserved by every one of them."""
    after = _RULES[type(event)](state, event)
    if after.balances is not state.balances:
        assert_money_conserved(after)
        assert_covered(after, getattr(event, "moves", ()))
    if type(event) in DECK_MOVES:
        assert_cards_conserved(after)
    return after


def _apply_step(state: TableState, event: events.StepDone) -> TableState:
    if event.act in PREPARATION_STEPS:
        return apply_preparation(state, event)
    round_ = _mark_done(state.current_round, event.act, event.seat, None)
    if event.act == Act.EXPOSE:
        round_ = replace_fast(round_, left_exposed=event.seat or DEALER)
    return replace_fast(state, agenda=pop_task(state, event.act, event.seat), round=round_)


def _mark_done(round_: RoundState, act: str, seat: int | None, wager: str | None) -> RoundState:
    return replace_fast(round_, done=round_.done | {(act, seat, wager)})


def _seat_player(state: TableState, event: events.PlayerSat) -> TableState:
    return replace_fast(state, seats={**state.seats, event.seat: event.player})


def _free_seat(state: TableState, event: events.PlayerLeft) -> TableState:
    seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}
    left = replace_fast(_without_coupon(state, event.seat), seats=seats)
    if seats or state.phase not in {Phase.BETTING, Phase.PREPARING}:
        return left
    # Nobody is left: the cards are spread, and the next player looks at them (39.6(e)).
    spread = Task("spread_idle", state.setup.game.handling.idle)
    if spread in left.agenda or any(task.act == "look" for task in left.agenda):
        return left
    return replace_fast(left, phase=Phase.PREPARING, agenda=(*left.agenda, spread))


def _without_coupon(state: TableState, seat: int) -> TableState:
    """A coupon leaves with the ante it stood beside."""
    if seat not in state.coupons:
        return state
    coupons = {other: face for other, face in state.coupons.items() if other != seat}
    return replace_fast(state, coupons=coupons, serials=_without_serial(state, seat))


def _without_serial(state: TableState, seat: int) -> dict[int, str]:
    return {other: serial for other, serial in state.serials.items() if other != seat}


def _place_wager(state: TableState, event: events.WagerPlaced) -> TableState:
    placed = {**state.bets.get(event.seat, {}), event.wager: event.cents}
    bets = {**state.bets, event.seat: placed}
    return replace_fast(state, bets=bets, balances=post(state.balances, event.moves))


def _take_wager_back(state: TableState, event: events.WagerTakenBack) -> TableState:
    left = {wager: c for wager, c in state.bets[event.seat].items() if wager != event.wager}
    bets = {**state.bets, event.seat: left}
    bets = {seat: placed for seat, placed in bets.items() if placed}
    if event.wager == "ante":
        state = _without_coupon(state, event.seat)
    return replace_fast(state, bets=bets, balances=post(state.balances, event.moves))


def _close_bets(state: TableState, event: events.BetsClosed) -> TableState:
    script, options = state.setup.game.script, state.setup.options
    hands: dict[int, Hand[Any]] = {}
    for seat, placed in sorted(state.bets.items()):
        coupons = {"ante": state.coupons[seat]} if seat in state.coupons else {}
        hands[seat] = Hand(seat, state.seats[seat], dict(placed), (), script.no_actions, coupons)
    round_ = RoundState(event.round, hands)
    state = carry_options(state, script.bets_closed(options, tuple(hands.values())))
    agenda = list_round_tasks(state, round_)
    return replace_fast(state, phase=Phase.ROUND, round=round_, bets={}, coupons={}, agenda=agenda)


def _place_coupon(state: TableState, event: events.CouponPlaced) -> TableState:
    state = replace_fast(state, balances=post(state.balances, event.moves))
    if not event.face:
        return _without_coupon(state, event.seat)
    serials = _without_serial(state, event.seat)
    if event.serial:
        serials[event.seat] = event.serial
    return replace_fast(state, coupons={**state.coupons, event.seat: event.face}, serials=serials)


def _move_chips(state: TableState, event: ChipMove) -> TableState:
    return replace_fast(state, balances=post(state.balances, event.moves))


def _deal_cards(state: TableState, event: events.CardsDealt) -> TableState:
    round_, task = state.round, state.agenda[0]
    assert round_ is not None
    stock = state.stock[len(event.cards) :]
    assert state.stock[: len(event.cards)] == event.cards, "cards come from the top"
    round_ = _put_cards(round_, event.place, event.cards)
    if event.place == "burned":
        state = put_in_rack(state, "burned", event.cards)
    elif event.covered and ON_HAND not in state.kit.cover:
        state = replace_fast(state, kit=move_cover(state.kit, -1, ON_HAND))
    if task.act == "deal_stack" and task.seat == DEALER and state.setup.game.board:
        # The board is dealt from the hand: the remaining cards leave the shoe (UTH 9(d)).
        state = replace_fast(state, kit=replace_fast(state.kit, holding="hand"))
    agenda, rack, skips = state.agenda, state.rack, state.skips_dealer
    if event.whole:
        agenda = pop_task(state, task.act, task.seat)
    else:  # a card taken from a stub that is racked already
        rack = tuple((owner, _take_from_stub(cards, event.cards, owner)) for owner, cards in rack)
    if skips and not event.cards:
        skips -= 1
    return replace_fast(
        state, stock=stock, round=round_, rack=rack, agenda=agenda, skips_dealer=skips, drawn=0
    )


def _take_from_stub(
    cards: tuple[Card, ...], taken: tuple[Card, ...], owner: str
) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in taken) if owner == "stub" else cards


def _put_cards(round_: RoundState, place: str, cards: tuple[Card, ...]) -> RoundState:
    if place.isdigit():
        hand = round_.hands[int(place)]
        dealt = hand.with_cards(hand.cards + cards)
        return replace_fast(round_, hands={**round_.hands, hand.seat: dealt})
    if place == "dealer":
        return replace_fast(round_, dealer=round_.dealer + cards)
    if place == "burned":
        return replace_fast(round_, burned=round_.burned + cards)
    return replace_fast(round_, community=round_.community + cards)


def _set_card_aside(state: TableState, event: events.FaceUpCardFound) -> TableState:
    round_ = replace_fast(
        state.current_round, set_aside=(*state.current_round.set_aside, event.card)
    )
    assert state.stock[0] == event.card, "cards come from the top"
    # It may come from a stub that is racked already, for a dealer who completes a short hand.
    rack = tuple(
        (owner, _take_from_stub(cards, (event.card,), owner)) for owner, cards in state.rack
    )
    state = put_in_rack(replace_fast(state, rack=rack), "set aside", (event.card,))
    return replace_fast(
        state, stock=state.stock[1:], round=round_, face_up=state.face_up - {event.card}, drawn=0
    )


def _apply_choice(state: TableState, event: events.Chosen) -> TableState:
    round_, script = state.current_round, state.setup.game.script
    agenda = state.agenda
    question = ("decide", event.seat, event.stage)
    place = next(n for n, t in enumerate(agenda) if (t.act, t.seat, t.stage) == question)
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
    return replace_fast(
        state, round=replace_fast(round_, hands=hands), agenda=agenda, balances=balances
    )


def _reveal_hand(state: TableState, event: events.HandRevealed) -> TableState:
    round_, agenda = state.current_round, pop_task(state, "reveal", event.seat)
    if event.seat is None:
        kit = state.kit
        if ON_HAND in kit.cover:
            kit = move_cover(kit, -1, BESIDE_SHOE)
        shown = replace_fast(round_, dealer_revealed=True)
        return _begin_settlement(replace_fast(state, round=shown, kit=kit))
    shown = replace_fast(round_, revealed=round_.revealed | {event.seat})
    if round_.settlement is None:  # the game's own reveal before the decision
        hand, script = round_.hands[event.seat], state.setup.game.script
        hand = hand.with_actions(script.shown(hand))
        shown = replace_fast(shown, hands={**round_.hands, event.seat: hand})
        task = Task("reveal", event.clauses, seat=event.seat)
        agenda = (*map(task_of, script.at_once(state.setup.options, hand, task)), *agenda)
    return replace_fast(state, round=shown, agenda=agenda)


def _begin_settlement(state: TableState) -> TableState:
    """The dealer's hand is revealed, or the round is void: every wager can be settled."""
    game, round_ = state.setup.game, state.current_round
    settlement = game.resolve(state.setup.options, round_.described())
    settled = replace_fast(round_, settlement=settlement)
    return replace_fast(state, round=settled, agenda=tuple(list_settlement_tasks(state, settled)))


def _settle_wager(state: TableState, event: events.MoneyMoved) -> TableState:
    round_ = state.round
    assert round_ is not None
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
        round_ = _mark_done(round_, event.act, event.seat, event.wager)
    return replace_fast(
        state,
        round=replace_fast(round_, moved=moved),
        balances=post(state.balances, event.moves),
        agenda=pop_task(state, event.act, event.seat, event.wager),
    )


def _rack_cards(state: TableState, event: events.CardsRacked) -> TableState:
    seat = int(event.owner) if event.owner.isdigit() else None
    state = put_in_rack(state, event.owner, event.cards)
    if event.owner == "stub":
        count = state.rounds_since_count + 1
        agenda = pop_task(state, "rack_stub")
        return replace_fast(state, agenda=agenda, rounds_since_count=count, drawn=0)
    round_ = _mark_done(state.current_round, Act.RACK, seat, None)
    return replace_fast(state, round=round_, agenda=pop_task(state, Act.RACK, seat))


def _count_stub(state: TableState, _event: events.StubCounted) -> TableState:
    state = put_in_rack(state, "stub", state.stock)
    agenda = pop_task(state, "count_stub")
    return replace_fast(state, agenda=agenda, rounds_since_count=0, drawn=0)


def _apply_irregularity(state: TableState, event: events.IrregularityFound) -> TableState:
    earlier = state.current_round.irregularity
    round_ = replace_fast(state.current_round, irregularity=event.irregularity.after(earlier))
    state = replace_fast(state, round=round_)
    ruling = state.ruling
    if not ruling.all_void:
        struck = tuple(
            task
            for task in state.agenda
            if not (task.act in {"decide", "reveal"} and task.seat in ruling.void_seats)
        )
        return replace_fast(state, agenda=struck)
    survives = any(ruling.surviving & hand.wagers.keys() for hand in round_.hands.values())
    board = [task for task in state.agenda if task.act in {"burn", "deal_community"}]
    if survives and board:  # the rest of the board is dealt for wagers that survive
        return replace_fast(state, agenda=(*board, Task("reveal", event.clauses)))
    return _begin_settlement(state)


def _draw_in_error(state: TableState, _event: events.CardDrawnInError) -> TableState:
    return replace_fast(state, drawn=1)


def _look_at_hand(state: TableState, event: events.HandLookedAt) -> TableState:
    round_ = state.current_round
    return replace_fast(state, round=replace_fast(round_, looked=round_.looked | {event.seat}))


def _record(
    state: TableState, _event: events.BreachReported | events.InventoryCounted
) -> TableState:
    """A breach or a count is only recorded; people decide what follows (P32, U48, H41)."""
    return state


_RULES: dict[type, Callable[[TableState, Any], TableState]] = {
    **PREPARATION_RULES,
    events.StepDone: _apply_step,
    events.PlayerSat: _seat_player,
    events.PlayerLeft: _free_seat,
    **dict.fromkeys(get_args(ChipMove), _move_chips),
    events.WagerPlaced: _place_wager,
    events.WagerTakenBack: _take_wager_back,
    events.CouponPlaced: _place_coupon,
    events.InventoryCounted: _record,
    events.CardDrawnInError: _draw_in_error,
    events.HandLookedAt: _look_at_hand,
    events.BreachReported: _record,
    events.BetsClosed: _close_bets,
    events.CardsDealt: _deal_cards,
    events.FaceUpCardFound: _set_card_aside,
    events.Chosen: _apply_choice,
    events.HandRevealed: _reveal_hand,
    events.MoneyMoved: _settle_wager,
    events.CardsRacked: _rack_cards,
    events.StubCounted: _count_stub,
    events.IrregularityFound: _apply_irregularity,
}
