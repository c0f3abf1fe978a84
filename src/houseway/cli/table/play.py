"""`houseway play`: a table in the terminal for one person, with an automated dealer.

The player bets and decides; everything else is automated. The deck is shuffled with
randomness from the operating system.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from houseway.cards import Card, show_cards
from houseway.chips import dollars
from houseway.cli.arguments import GameArgument, SetOption
from houseway.cli.extras import extra
from houseway.cli.screen import bold, dim, plain, screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.cli.table.answers import ask_question, read_answer
from houseway.fairness import commit
from houseway.games.procedure import Act
from houseway.games.wagers import Wager
from houseway.ledger.times import now
from houseway.rulebook import HousewayError, Refused
from houseway.table import Phase, TableState, due, handle, read_setup
from houseway.table.commands import Actor, Bet, Choose, Command, Do, Role, TakeBack
from houseway.table.events import CardsRacked, Event, IrregularityFound, MoneyMoved
from houseway.table.setup import ALL_ACTS
from houseway.table.trials import DEALER, Trial
from houseway.table.views import RoundView, view

YOU = Actor(Role.PLAYER, "you")
SEAT = 1
LEAVE = {"q", "quit", "leave"}


class Left(Exception):
    """The player has left the table."""


def play(
    name: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    chips: Annotated[int, typer.Option(min=1, help="Dollars to buy in for.")] = 1000,
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Keep a record of every act; see houseway rounds."),
    ] = None,
) -> None:
    cents = chips * 100
    game, config = choose_game(name), parse_settings(settings)
    chance, setup = random.SystemRandom(), read_setup(game.id, config, ALL_ACTS)
    if db is None:
        _play_rounds(Trial(setup, chance, carry_out=shuffle_fairly), cents)
        return
    with extra("ledger", "Keeping a record needs"):
        from houseway.ledger.recorded_table import Opening, create_table  # noqa: PLC0415  # heavy
        from houseway.ledger.store import Ledger  # noqa: PLC0415

    with Ledger(db) as ledger:
        taken = set(ledger.tables())
        names = (f"{game.id}-{number}" for number in count(1))
        free = next(table for table in names if table not in taken)
        opening = Opening(game.id, config, tuple(sorted(ALL_ACTS)))
        recorded = create_table(ledger, free, opening, now)
        screen().print(dim(f"On record as table {free} in {plain(db)}."))
        _play_rounds(Trial(setup, chance, carry_out=recorded.carry_out), cents)


def shuffle_fairly(state: TableState, command: Command) -> tuple[tuple[Event, ...], TableState]:
    """Every shuffle is the house's own, from fresh entropy of the operating system."""
    if isinstance(command, Do) and command.act == "shuffle":
        sealed = commit("terminal", state.shuffles + 1)
        data = {"order": list(sealed.order), "commitment": sealed.commitment.root}
        command = replace(command, data=data)
    return handle(state, command)


def _play_rounds(table: Trial, chips: int) -> None:
    """Plays until the player leaves or has no chips."""
    game = table.state.setup.game
    table.seat(YOU.name, chips=chips)
    console = screen()
    console.print(bold(game.name) + Text(f". You have {dollars(chips)}. Type q to leave.\n"))
    try:
        while table.state.rack_of(YOU.name) > 0:
            _play_round(console, table)
        console.print("You have no chips left.")
    except Left:
        console.print(f"You leave with {dollars(table.state.rack_of(YOU.name))}.")


def _play_round(console: Console, table: Trial) -> None:
    table.prepare()
    before = table.state.rack_of(YOU.name)
    console.print(dim(f"The deck is shuffled; commitment {table.state.seal.commitment[:16]}..."))
    _bet(console, table)
    start = len(table.log)
    table.submit(Do(DEALER, "no_more_bets"))
    while table.state.round is not None:
        if table.state.phase is Phase.ROUND and due(table.state)[0].act == "decide":
            _show_cards(console, table)
            _decide(console, table)
        else:
            table.perform()
    _show_outcome(console, table.log[start:])
    rack = table.state.rack_of(YOU.name)
    gained = rack - before
    word = "won" if gained > 0 else "lost" if gained < 0 else "broke even with"
    rest = dim(f"  You have {dollars(rack)}.")
    console.print(bold(f"You {word} {dollars(abs(gained))}.") + rest)
    console.print()


def _ask(console: Console, question: str) -> str:
    """A line from the player; the end of input means that the player leaves."""
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
        _show_refusal(console, refused)
        for wager_id in tuple(table.state.bets.get(SEAT, {})):
            table.submit(TakeBack(YOU, SEAT, wager_id))


def _try_bets(console: Console, table: Trial, wagers: Sequence[Wager]) -> Refused | None:
    """Asks for each wager once; returns what is wrong with them, if anything is."""
    try:
        for wager in wagers:
            _place(console, table, wager)
    except Refused as refused:
        return refused
    game, options = table.state.setup.game, table.state.setup.options
    refusals = tuple(game.check_bets(options, table.state.bets[SEAT]))
    return Refused(refusals) if refusals else None


def _place(console: Console, table: Trial, wager: Wager) -> None:
    """Places one wager and those that must equal it; an optional wager may be left out."""
    if not wager.is_offered(table.state.setup.options):
        return
    cents = _ask_amount(console, wager)
    if cents is None:
        return
    wagers = table.state.setup.game.wagering.before_the_deal
    equal = [other.id for other in wagers if other.equals == wager.id]
    for name in (wager.id, *equal):
        table.submit(Bet(YOU, SEAT, name, cents))


def _ask_amount(console: Console, wager: Wager) -> int | None:
    """The amount of a wager in cents; None where an optional wager is left out."""
    left_out = "" if wager.required else ", Enter for none"
    price = wager.price_cents
    unit = "in dollars" if price is None else f"for {dollars(price)}, y to bet"
    while True:
        answer = _ask(console, f"{wager.name.capitalize()} {unit}{left_out}:")
        if not answer and not wager.required:
            return None
        if price is not None and answer.lower() in {"y", "yes"}:
            return price
        if answer.isdigit() and int(answer) > 0:
            return int(answer) * 100
        console.print("A whole number of dollars, please.")


def _round_view(table: Trial) -> RoundView:
    round_ = view(table.state, "player", YOU.name).round
    assert round_ is not None
    return round_


def _show_cards(console: Console, table: Trial) -> None:
    round_ = _round_view(table)
    hand = round_.hands[SEAT]
    cards = hand.cards or hand.shown
    own = show_cards(cards) if cards else " ".join(["??"] * hand.count)
    board = f"   board {show_cards(round_.community)}" if round_.community else ""
    console.print(f"Your cards {own}{board}")


def _decide(console: Console, table: Trial) -> None:
    """Asks until the rules accept the decision."""
    task = due(table.state)[0]
    assert table.state.round is not None
    hand = table.state.round.hands[SEAT]
    offers = table.state.setup.game.script.offers(table.state.setup.options, hand, task)
    names = [str(card) for card in _round_view(table).hands[SEAT].cards or ()]
    while True:
        answer = _ask(console, ask_question(offers))
        try:
            table.submit(Choose(YOU, SEAT, read_answer(offers, answer, names)))
        except HousewayError as error:
            _show_refusal(console, error)
        else:
            return


def _show_outcome(console: Console, log: Sequence[Event]) -> None:
    """Prints the outcome of each wager and the dealer's hand."""
    dealer: Sequence[Card] = ()
    for event in log:
        if isinstance(event, IrregularityFound):
            kind = event.irregularity.kind.value.replace("_", " ")
            console.print(Text(f"Irregularity: {kind} ({', '.join(event.clauses)})", style="red"))
        if isinstance(event, MoneyMoved):
            words = _words(event)
            console.print(Text(f"  {words:<42}") + dim(", ".join(event.clauses[:2])))
        if isinstance(event, CardsRacked) and event.owner == "dealer":
            dealer = event.cards
    if dealer:
        console.print(f"Dealer's cards and board: {show_cards(dealer)}")


def _words(event: MoneyMoved) -> str:
    wager = event.wager.replace("_", " ")
    to_you = sum(move.cents for move in event.moves if move.target == f"rack:{YOU.name}")
    acts = {
        Act.PAY: f"{wager} wins: {dollars(to_you)} with the stake",
        Act.COLLECT: f"{wager} loses",
    }
    return acts.get(Act(event.act), f"{wager} is returned: {dollars(to_you)}")


def _show_refusal(console: Console, refused: HousewayError) -> None:
    console.print(Text(f"  {plain(refused)}", style="red"))
