"""The panel beside the felt: the cards in large, what this person may do now, how it ended.

Every button carries the command it sends. What may be done comes from the view and the
game's own definition; the page knows no rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.games.results import Outcome, WagerResult
from houseway.house.offices import PLAYERS, STAFF, Office, Person
from houseway.table import Phase, Setup
from houseway.table.views import LastRoundView, RoundView, TableView, TaskView
from houseway.web.cards import describe_net
from houseway.web.rendering import render_part
from houseway.web.tables.betting import BUY_INS, first_chip, list_chips, list_refusals, list_seats
from houseway.web.tables.decisions import label_offer, list_decisions
from houseway.web.tables.on_felt import with_backs
from houseway.web.tables.scene import Scene

PARTS = ("status", "hands", "controls", "outcome")
Calls = Mapping[int | None, str]
"""What the dealer called each hand of the last round, by seat; None is the dealer."""
NO_CALLS: Calls = {}


@dataclass(frozen=True)
class HandRow:
    """A hand in large; a card that is None lies face down."""

    label: str
    place: str
    cards: tuple[Card | None, ...]
    is_own: bool = False
    call: str = ""


def draw_panel(
    setup: Setup, scene: Scene, person: Person, due: str = "", calls: Calls = NO_CALLS
) -> dict[str, str]:
    """The parts of the panel, by the id of the element each goes into.

    `due` states the act that is due with its amount, where the prompt does not.
    """
    view, is_player = scene.view, person.office in PLAYERS
    own = [seat for seat, name in view.seats.items() if name == person.name] if is_player else []
    values: dict[str, Any] = {
        "phase": _describe_phase(scene),
        "turns": [task.seat for task in view.due if task.act == "decide"],
        "clocks": _list_clocks(scene, own),
        "commitment": view.commitment,
        "hands": list(_list_hands(setup, view, own, calls)),
        **_controls(setup, scene, person, own),
        "is_player": is_player,
        "steps": _list_steps(view, own, due),
        "ended": list(_list_results(setup, view, own)),
        "table": scene.table,
        "irregularities": _list_irregularities(view),
        "away": _describe_absence(setup, view, own),
    }
    return {part: render_part(f"tables/{part}.html", **values) for part in PARTS}


def _describe_phase(scene: Scene) -> str:
    view = scene.view
    if view.phase is Phase.BETTING:
        return "Place your bets"
    if view.round is not None:
        return f"Round {view.round.number}: no more bets"
    if view.phase is Phase.CLOSED:
        is_closed = scene.is_dealt_by_hand
        return "The table is closed" if is_closed else "The table waits for its first player"
    return "The cards are being made ready"


def _list_clocks(scene: Scene, own: Sequence[int]) -> list[dict[str, Any]]:
    """The clock that matters to this person: their own, or else the one that ends first."""
    clocks = []
    for key, ms in sorted(scene.clocks, key=lambda clock: clock[1]):
        seat = int(key[2]) if key[0] == "decide" else 0
        words = "Bets close in" if not seat else "Your time" if seat in own else f"Seat {seat}"
        seconds = -(-ms // 1000)
        is_own = seat in own or not seat
        clocks.append({"ms": ms, "seconds": seconds, "words": words, "own": is_own})
    return [clock for clock in clocks if clock["own"]][:1] or clocks[:1]


def _list_hands(
    setup: Setup, view: TableView, own: Sequence[int], calls: Calls
) -> Iterator[HandRow]:
    """The dealer's hand, the board and this person's own: in play, or of the last round."""
    if view.round is not None:
        yield from _list_hands_in_play(setup, view.round, own)
    elif view.last is not None and not view.bets:
        yield from _list_last_hands(setup, view.last, own, calls)


def _list_hands_in_play(setup: Setup, round_: RoundView, own: Sequence[int]) -> Iterator[HandRow]:
    yield HandRow("Dealer", "dealer", with_backs(round_.dealer.cards, round_.dealer.count))
    if setup.game.board:
        yield HandRow("Board", "community", round_.community)
    for seat in own:
        if seat in round_.hands:
            hand = round_.hands[seat]
            label = f"Your hand, seat {seat}" if len(own) > 1 else "Your hand"
            cards = with_backs(hand.cards or hand.shown, hand.count)
            picked = " ".join(map(str, hand.picked or ()))
            call = f"Picked: {picked}" if picked else ""
            yield HandRow(label, f"seat-{seat}", cards, is_own=True, call=call)


def _list_last_hands(
    setup: Setup, last: LastRoundView, own: Sequence[int], calls: Calls
) -> Iterator[HandRow]:
    if last.dealer:
        yield HandRow("Dealer", "dealer", last.dealer, call=calls.get(None, ""))
    if setup.game.board and last.community:
        yield HandRow("Board", "community", last.community)
    for seat in own:
        if seat in last.hands:
            shown = last.hands[seat].cards or last.hands[seat].shown or ()
            call = calls.get(seat, "")
            if shown or call:
                yield HandRow("Your hand", f"seat-{seat}", shown, is_own=True, call=call)


def _controls(setup: Setup, scene: Scene, person: Person, own: list[int]) -> dict[str, Any]:
    view = scene.view
    seats = range(1, setup.options.seats + 1)
    is_betting = view.phase is Phase.BETTING
    is_ready = person.name in scene.ready
    has_bet = bool(own and view.bets.get(own[0]))
    return {
        "own": own,
        "free": [seat for seat in seats if seat not in view.seats],
        "chips": view.chips,
        "is_guest": person.office is Office.GUEST,
        "buy_ins": BUY_INS,
        "first_buy": bool(own) and not view.chips and view.round is None and not has_bet,
        "decisions": list_decisions(setup.game, view),
        "label_offer": label_offer,
        "betting": list_seats(setup, view, own),
        "chip_values": list_chips(setup),
        "chip_first": first_chip(setup),
        "refusals": list_refusals(setup, view, own),
        "ready_label": _label_ready(scene, is_ready=is_ready),
        "may_deal": bool(view.bets) and not is_ready,
        "may_repeat": _has_bet_before(view, person.name),
        "may_close_bets": person.office in STAFF and is_betting and scene.is_dealt_by_hand,
    }


def _label_ready(scene: Scene, *, is_ready: bool) -> str:
    if is_ready:
        return f"Waiting for the {'dealer' if scene.is_dealt_by_hand else 'others'}"
    return "I have bet" if scene.is_dealt_by_hand else "Deal"


def _has_bet_before(view: TableView, name: str) -> bool:
    return view.last is not None and any(hand.player == name for hand in view.last.hands.values())


def _describe_absence(setup: Setup, view: TableView, own: Sequence[int]) -> str:
    """What happens to somebody's bets and clock while they are away."""
    if not own:
        return "The table goes on without this page."
    is_asked = any(task.offers is not None for task in view.due)
    if is_asked and setup.options.timeout == "supervisor":
        return "Your cards and bets stay where they are, and the table waits for your decision."
    if is_asked:
        return (
            "Your cards and bets stay where they are. Your clock runs on: if it runs out, the "
            "house checks for you where that is possible, and otherwise folds."
        )
    if view.round is not None:
        return "Your cards and bets stay where they are, and the round goes on."
    if any(seat in view.bets for seat in own):
        return "Your bets stay on the table: if the betting ends meanwhile, they are played."
    return "You have no bet on the table. Your seat and your chips are kept."


def _list_steps(view: TableView, own: Sequence[int], due: str) -> list[dict[str, Any]]:
    """The steps that are due and are this person's, each with its command."""
    return [
        {
            "act": task.act,
            "words": due or task.prompt,
            "is_amount": bool(due and task.wager),
            "label": f"Done: {task.act.replace('_', ' ')}",
            "command": _command(task),
            "clauses": task.clauses,
        }
        for task in view.due
        if task.prompt is not None and (task.act != "look" or own)
    ]


def _command(task: TaskView) -> dict[str, Any]:
    named = {"seat": task.seat, "wager": task.wager}
    known = {key: value for key, value in named.items() if value is not None}
    return {"type": "do", "act": task.act, **known}


def _list_results(setup: Setup, view: TableView, own: Sequence[int]) -> Iterator[dict[str, Any]]:
    """How this person's hands of the last round ended, wager by wager, with the odds paid."""
    last = view.last
    if last is None or view.round is not None:
        return
    names = {wager.id: wager.name for wager in setup.game.wagering.wagers}
    hands = [(seat, last.hands[seat]) for seat in own if seat in last.hands]
    for seat, hand in hands:
        net = sum(result.net for result in hand.results)
        total = f"you {describe_net(net)}" if net else "even"
        where = f", seat {seat}" if len(hands) > 1 else ""
        yield {
            "seat": seat,
            "number": last.number,
            "caption": f"Round {last.number}{where}: {total}",
            "results": [
                (result, names.get(result.wager, result.wager.replace("_", " ")), _odds_of(result))
                for result in hand.results
            ],
        }


def _odds_of(result: WagerResult) -> str:
    """What a wager was paid for each part of its stake."""
    if result.outcome is not Outcome.WIN or not result.stake or result.net <= 0:
        return ""
    paid = Fraction(result.net, result.stake)
    return f"{paid.numerator} to {paid.denominator}"


def _list_irregularities(view: TableView) -> str:
    kinds = (view.last.irregularities if view.last else None) or ()
    return ", ".join(kind.replace("_", " ") for kind in kinds)
