"""The socket of a table's page: the felt and the panel out, only what changed; presses in.

out  {"type": "page", "seq": 812, "set": {"live-seat-3": "<g>..."}, "say": ["No more bets."],
      "moves": [{"do": "deal", "at": "seat-3:0"}]}                 in the order it happened
in   what the API's socket takes, and
     {"type": "chip", "id": "...", "seat": 3, "wager": "ante", "cents": 500}   0 takes back
     {"type": "repeat", "id": "..."}                                      the last bets again
     {"type": "advice", "mode": "live"}                                   off, after or live
"""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket
from pydantic import Field

from houseway.chips import MOST_BET
from houseway.games.bounds import Count, Word
from houseway.house.house import House
from houseway.house.offices import STAFF, Office, Person
from houseway.house.table_service import Update
from houseway.rulebook import Malformed
from houseway.table import TableState
from houseway.table.narration import narrate_aloud
from houseway.web.api.socket_messages import SenderId
from houseway.web.cards import speak_cards
from houseway.web.console.panel import Approvals, draw_console, draw_sight
from houseway.web.services import services_of
from houseway.web.tables.advice import AdviceMessage, Advisor
from houseway.web.tables.motion import list_moves
from houseway.web.tables.page import draw_for
from houseway.web.tables.past_rounds import PastRounds
from houseway.web.tables.scene import scene_for
from houseway.web.tables.socket import Handlers, Listener, watch_with

router = APIRouter()
ANSWER_SHOWN_FOR = 10 * 60 * 1_000_000
"""How long, in microseconds, people see that their request was turned down."""


class Page:
    """One page of a table: it is sent only what changes."""

    def __init__(self, house: House, advisor: Advisor, past: PastRounds) -> None:
        self._house, self._advisor, self._past = house, advisor, past
        self._shown: dict[str, str] = {}

    def draw(self, update: Update, person: Person, news: list[dict[str, Any]]) -> dict[str, Any]:
        scene = scene_for(update, person)
        past = self._past.draw(scene.view, person, update.seq)
        parts = {**draw_for(update, person), **past, "console": self._console(update, person)}
        changed = {key: text for key, text in parts.items() if self._shown.get(key) != text}
        self._shown = parts
        self._advisor.update(scene, person.name, news)
        spoken = [speak_cards(words) for event in news if (words := narrate_aloud(event))]
        message = {"type": "page", "seq": update.seq, "set": changed, "say": spoken}
        return {**message, "moves": list_moves(scene.view, news)}

    def _console(self, update: Update, person: Person) -> str:
        if person.office not in STAFF | {Office.AUDITOR}:
            return ""
        requests = self._house.approvals
        answered = requests.last_of(person, update.table)
        if answered is not None and answered.at < self._house.clock() - ANSWER_SHOWN_FOR:
            answered = None
        approvals = Approvals(requests.pending(update.table), answered)
        if person.office is Office.AUDITOR:
            return draw_sight(scene_for(update, person), person, approvals)
        training = self._house.look(update.table).settings.training
        return draw_console(
            scene_for(update, person), person, approvals, update.state, training=training
        )


@dataclass(frozen=True)
class ChipMessage:
    """Chips onto a wager, and onto those that must equal it; none takes them back."""

    id: SenderId
    seat: Count
    wager: Word
    cents: Annotated[int, Field(ge=0, le=MOST_BET)]


@dataclass(frozen=True)
class RepeatMessage:
    """The bets that this person made before the last deal, made again."""

    id: SenderId


async def place_chips(listener: Listener, message: ChipMessage) -> None:
    await (_add_chips if message.cents else _take_back)(listener, message)
    await listener.acknowledge(message.id)


async def _add_chips(listener: Listener, message: ChipMessage) -> None:
    seat, wager = message.seat, message.wager
    state = (await listener.current()).state
    amount = state.bets.get(seat, {}).get(wager, 0) + message.cents
    bet = {"type": "bet", "seat": seat, "wager": wager, "cents": amount}
    await listener.submit(bet, f"{message.id}-{wager}")
    # Read again: a message that is repeated finds its first bet placed, and must not raise it.
    state = (await listener.current()).state
    placed = state.bets.get(seat, {})
    for equal in _equal_wagers(state, wager):
        if wager in placed and placed.get(equal) != placed[wager]:
            bet = {"type": "bet", "seat": seat, "wager": equal, "cents": placed[wager]}
            await listener.submit(bet, f"{message.id}-{equal}")


async def _take_back(listener: Listener, message: ChipMessage) -> None:
    state = (await listener.current()).state
    for wager in (message.wager, *_equal_wagers(state, message.wager)):
        if wager in state.bets.get(message.seat, {}):
            command = {"type": "take_back", "seat": message.seat, "wager": wager}
            await listener.submit(command, f"{message.id}-{wager}")


def _equal_wagers(state: TableState, wager: str) -> list[str]:
    """The wagers that must be as large as this one."""
    return [other.id for other in state.setup.game.wagering.wagers if other.equals == wager]


async def repeat_bets(listener: Listener, message: RepeatMessage) -> None:
    state = (await listener.current()).state
    if state.last_round is None:
        raise Malformed("There is no round before this one.")
    before = {wager.id for wager in state.setup.game.wagering.before_the_deal}
    for seat, hand in sorted(state.last_round.hands.items()):
        if hand.player == listener.box.person.name and state.seats.get(seat) == hand.player:
            for wager, cents in hand.wagers.items():
                if wager in before:
                    bet = {"type": "bet", "seat": seat, "wager": wager, "cents": cents}
                    await listener.submit(bet, f"{message.id}-{seat}-{wager}")
    await listener.acknowledge(message.id)


@router.websocket("/tables/{name}/live")
async def live(socket: WebSocket, name: str) -> None:
    """One page at one table."""
    advisor = Advisor(socket, name)
    past = PastRounds(socket, name)
    page = Page(services_of(socket).house, advisor, past)
    handlers: Handlers = {
        ChipMessage: place_chips,
        RepeatMessage: repeat_bets,
        AdviceMessage: advisor.set_mode,
    }
    try:
        await watch_with(socket, name, page.draw, handlers)
    finally:
        advisor.close()
        past.close()
