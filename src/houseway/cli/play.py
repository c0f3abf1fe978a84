"""`houseway play`: a table in the terminal for one person, with an automated dealer.

The player bets and decides; everything else happens by itself. Cards are shuffled
with the operating system's chance.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.cards import show_cards
from houseway.chips import dollars
from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.screen import bold, dim, plain, screen
from houseway.fairness import commit
from houseway.games.procedure import Act
from houseway.games.reading import either
from houseway.games.script import Offer
from houseway.games.wagers import Wager
from houseway.rulebook import HousewayError, Refused
from houseway.table import Phase, TableState, due, handle, read_setup
from houseway.table.commands import Actor, Bet, Choose, Command, Do, Role, TakeBack
from houseway.table.events import Event, IrregularityFound, MoneyMoved
from houseway.table.trial import ALL_ACTS, DEALER, Trial
from houseway.table.views import view

YOU = Actor(Role.PLAYER, "you")
SEAT = 1
LEAVE = {"q", "quit", "leave"}


class Left(Exception):
    """The player has left the table."""


def play_command(name: str, settings: Sequence[str], chips: int, db: str | None = None) -> None:
    """Rounds until the player leaves or has no chips; on record where a record is named."""
    game, config = choose_game(name), parse_settings(settings)
    chance, setup = random.SystemRandom(), read_setup(game.id, config, ALL_ACTS)
    if db is None:
        _play(Trial(setup, chance, carry_out=shuffle_fairly), chips)
        return
    from houseway.cli.recording import recorded  # noqa: PLC0415  # the record's parts are heavy

    with recorded(db, game.id, config) as kept:
        console = screen()
        console.print(dim(f"On record as table {kept.name} in {plain(db)}."))
        _play(Trial(setup, chance, carry_out=kept.carry_out), chips)


def shuffle_fairly(state: TableState, command: Command) -> tuple[tuple[Event, ...], TableState]:
    """Every shuffle is the house's own, from fresh entropy of the operating system."""
    if isinstance(command, Do) and command.act == "shuffle":
        sealed = commit("terminal", state.shuffles + 1)
        data = {"order": list(sealed.order), "commitment": sealed.commitment.root}
        command = replace(command, data=data)
    return handle(state, command)


def _play(table: Trial, chips: int) -> None:
    game = table.state.setup.game
    table.seat(YOU.name, chips=chips)
    console = screen()
    console.print(bold(game.name) + Text(f". You have {dollars(chips)}. Type q to leave.\n"))
    try:
        while table.state.rack_of(YOU.name) > 0:
            _round(console, table)
        console.print("You have no chips left.")
    except Left:
        console.print(f"You leave with {dollars(table.state.rack_of(YOU.name))}.")


def _round(console: Console, table: Trial) -> None:
    table.prepare()
    before = table.state.rack_of(YOU.name)
    console.print(dim(f"The deck is shuffled; commitment {table.state.seal.commitment[:16]}..."))
    _bet(console, table)
    seen = len(table.log)
    table.tell(Do(DEALER, "no_more_bets"))
    while table.state.round is not None:
        if table.state.phase is Phase.ROUND and due(table.state)[0].act == "decide":
            _show_cards(console, table)
            _decide(console, table)
        else:
            table.perform()
    _show_outcome(console, table.log[seen:])
    gained = table.state.rack_of(YOU.name) - before
    word = "won" if gained > 0 else "lost" if gained < 0 else "broke even with"
    console.print(bold(f"You {word} {dollars(abs(gained))}.") + dim(_rack(table)))
    console.print()


def _rack(table: Trial) -> str:
    return f"  You have {dollars(table.state.rack_of(YOU.name))}."


def _ask(console: Console, question: str) -> str:
    """A line from the player; the end of input is leaving."""
    try:
        answer = console.input(Text(f"{question} ", style="bold")).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Left from None
    if answer.lower() in LEAVE:
        raise Left
    return answer


def _bet(console: Console, table: Trial) -> None:
    """Asks for the wagers until they make a complete and accepted set."""
    game = table.state.setup.game
    wagers = [wager for wager in game.wagering.before_the_deal if wager.equals is None]
    while True:
        refused = _try_bets(console, table, wagers)
        if refused is None:
            return
        _tell(console, refused)
        for placed in tuple(table.state.bets.get(SEAT, {})):
            table.tell(TakeBack(YOU, SEAT, placed))


def _try_bets(console: Console, table: Trial, wagers: Sequence[Wager]) -> Refused | None:
    """Asks for each wager once; what is wrong with them, if anything is."""
    try:
        for wager in wagers:
            _bet_one(console, table, wager)
    except Refused as refused:
        return refused
    game, options = table.state.setup.game, table.state.setup.options
    refusals = tuple(game.check_bets(options, table.state.bets[SEAT]))
    return Refused(refusals) if refusals else None


def _bet_one(console: Console, table: Trial, wager: Wager) -> None:
    """One wager, and those that must equal it; an optional one may be left out."""
    game = table.state.setup.game
    offered = getattr(table.state.setup.options, wager.id, True)
    if not wager.required and offered in (False, None):
        return
    left_out = "" if wager.required else ", Enter for none"
    while True:
        answer = _ask(console, f"{wager.name.capitalize()} in dollars{left_out}:")
        if not answer and not wager.required:
            return
        if answer.isdigit() and int(answer) > 0:
            break
        console.print("A whole number of dollars, please.")
    equal = [other.id for other in game.wagering.before_the_deal if other.equals == wager.id]
    for name in (wager.id, *equal):
        table.tell(Bet(YOU, SEAT, name, int(answer) * 100))


def _show_cards(console: Console, table: Trial) -> None:
    seen = view(table.state, "player", YOU.name)["round"]
    hand = seen["hands"][str(SEAT)]
    cards = hand.get("cards") or hand.get("shown") or ["??"] * hand["count"]
    board = f"   board {' '.join(seen['community'])}" if seen["community"] else ""
    console.print(f"Your cards {' '.join(cards)}{board}")


QUESTIONS = {
    "pick": "Pick three of your five face-down cards, as 1 2 3:",
    "election": "fold, or three cards for the high hand (as Ks Qd 9c):",
}


def _decide(console: Console, table: Trial) -> None:
    """Asks until the rules accept the decision."""
    task = due(table.state)[0]
    assert table.state.round is not None
    stage, hand = task.stage or "", table.state.round.hands[SEAT]
    offers = table.state.setup.game.script.offers(table.state.setup.options, hand, task)
    while True:
        answer = _ask(console, QUESTIONS.get(stage) or _question(offers))
        try:
            table.tell(Choose(YOU, SEAT, _choice(stage, answer, hand.cards)))
        except HousewayError as error:
            _tell(console, error)
        else:
            return


def _question(offers: Sequence[Offer]) -> str:
    """The choices with what each costs: "check, 3x ($15) or 4x ($20)?"."""
    words = [f"{o.choice} ({dollars(o.cents)})" if o.cents else o.choice for o in offers]
    return f"{either(words)}?"


def _choice(stage: str, answer: str, cards: Sequence[Any]) -> Any:
    """What the player typed, as the table takes it."""
    names = [str(card) for card in cards]
    if stage == "pick":
        return [int(word) for word in answer.replace(",", " ").split() if word.isdecimal()]
    if stage == "election" and answer != "fold":
        high = answer.split()
        return {"high": high, "low": [name for name in names if name not in high]}
    return answer


def _show_outcome(console: Console, log: Sequence[Event]) -> None:
    """The dealer's hand and what became of each wager."""
    for event in log:
        if isinstance(event, IrregularityFound):
            kind = event.irregularity.kind.value.replace("_", " ")
            console.print(Text(f"Irregularity: {kind} ({', '.join(event.clauses)})", style="red"))
        if isinstance(event, MoneyMoved):
            words = _words(event)
            console.print(Text(f"  {words:<42}") + dim(", ".join(event.clauses[:2])))
    racked = {owner: cards for e in log for owner, cards in [_racked(e)] if owner}
    if "dealer" in racked:
        console.print(f"Dealer's cards and board: {show_cards(racked['dealer'])}")


def _racked(event: Event) -> tuple[str, Any]:
    return getattr(event, "owner", ""), getattr(event, "cards", ())


def _words(event: MoneyMoved) -> str:
    wager = event.wager.replace("_", " ")
    to_you = sum(move.cents for move in event.moves if move.target == f"rack:{YOU.name}")
    acts = {
        Act.PAY: f"{wager} wins: {dollars(to_you)} with the stake",
        Act.COLLECT: f"{wager} loses",
    }
    return acts.get(Act(event.act), f"{wager} is returned: {dollars(to_you)}")


def _tell(console: Console, refused: HousewayError) -> None:
    console.print(Text(f"  {plain(refused)}", style="red"))
