"""The socket of a table's page: the felt and the panel out, only what changed; presses in.

out  {"type": "page", "seq": 812, "set": {"live-seat-3": "<g>..."}, "say": ["No more bets."],
      "moves": [{"do": "deal", "at": "seat-3:0"}]}                 in the order it happened
in   what the API's socket takes, and
     {"type": "chip", "id": "...", "seat": 3, "wager": "ante", "cents": 500}   0 takes back
     {"type": "repeat", "id": "..."}                                      the last bets again
     {"type": "advice", "mode": "live"}                                   off, after or live
"""

from typing import Any

from fastapi import APIRouter, WebSocket

from houseway.games.reading import Fields, read_whole
from houseway.house.house import House
from houseway.house.offices import STAFF, Person
from houseway.house.running import Update
from houseway.rulebook import Malformed
from houseway.table import TableState
from houseway.web.live.advising import Advisor
from houseway.web.live.console import Requested, draw_console
from houseway.web.live.drawing import draw_for
from houseway.web.live.motion import moves
from houseway.web.live.rounds import RoundsBefore
from houseway.web.live.saying import say
from houseway.web.sockets import Handler, Listener, watch_with

router = APIRouter()
TOLD_FOR = 10 * 60 * 1_000_000
"""How long, in microseconds, somebody is told that what they asked for was turned down."""


class Page:
    """What one page shows, so that only changes are sent."""

    def __init__(self, house: House, advisor: Advisor, past: RoundsBefore) -> None:
        self._house, self._advisor, self._past = house, advisor, past
        self._shown: dict[str, str] = {}

    def draw(self, update: Update, person: Person, news: list[dict[str, Any]]) -> dict[str, Any]:
        view = update.view(person)
        drawn = {**draw_for(update, person), **self._past.look(view, person, update.seq)}
        drawn["console"] = self._console(update, person)
        changed = {key: text for key, text in drawn.items() if self._shown.get(key) != text}
        self._shown = drawn
        self._advisor.look(view, person.name, update.seq, news)
        told = {"type": "page", "seq": update.seq, "set": changed, "say": say(news)}
        return {**told, "moves": moves(view, news)}

    def _console(self, update: Update, person: Person) -> str:
        if person.office not in STAFF:
            return ""
        waiting = self._house.requests.waiting(update.table)
        state, training = update.state, self._house.look(update.table).manner.training
        view = update.view(person)
        answered = self._house.requests.last_of(person, update.table)
        if answered is not None and answered.at < self._house.clock() - TOLD_FOR:
            answered = None
        asked = Requested(waiting, answered)
        return draw_console(view, person, asked, state, training=training)


async def chip(listener: Listener, fields: Fields, name: str | None) -> None:
    """Chips onto a wager, and onto those that must equal it; none takes them back."""
    seat, wager, cents = fields.take("seat"), fields.take("wager"), fields.take("cents")
    fields.finish()
    state = (await listener.look()).state
    seat, cents = read_whole(seat, "The seat"), read_whole(cents, "The chips")
    for command in _chip_commands(state, seat, str(wager), cents):
        await listener.tell(command, f"{name}-{command['wager']}")


def _chip_commands(state: TableState, seat: int, wager: str, cents: int) -> list[dict[str, Any]]:
    placed = state.bets.get(seat, {})
    together = [wager]
    together += [w.id for w in state.setup.game.wagering.wagers if w.equals == wager]
    if cents:
        amount = placed.get(wager, 0) + cents
        bet = {"type": "bet", "seat": seat, "cents": amount}
        return [{**bet, "wager": one} for one in together]
    return [{"type": "take_back", "seat": seat, "wager": w} for w in together if w in placed]


async def repeat(listener: Listener, fields: Fields, name: str | None) -> None:
    """The bets that this person made before the last deal, made again."""
    fields.finish()
    state = (await listener.look()).state
    if state.last_round is None:
        raise Malformed("There is no round before this one.")
    before = {wager.id for wager in state.setup.game.wagering.before_the_deal}
    for seat, hand in sorted(state.last_round.hands.items()):
        if hand.player == listener.box.person.name and state.seats.get(seat) == hand.player:
            for wager, cents in hand.wagers.items():
                if wager in before:
                    bet = {"type": "bet", "seat": seat, "wager": wager, "cents": cents}
                    await listener.tell(bet, f"{name}-{seat}-{wager}")


@router.websocket("/tables/{name}/live")
async def live(socket: WebSocket, name: str) -> None:
    """One page at one table."""
    advisor = Advisor(socket, name)
    past = RoundsBefore(socket, name)
    page = Page(socket.app.state.house, advisor, past)
    more: dict[str, Handler] = {"chip": chip, "repeat": repeat, "advice": advisor.set_mode}
    try:
        await watch_with(socket, name, page.draw, more)
    finally:
        advisor.close()
        past.close()
