"""Rounds dealt at random and played by the game's own strategy for beginners."""

import random
from collections.abc import Callable
from typing import Any

from houseway.cards import NEW_DECK, Card
from houseway.games.forms import PickPlaces
from houseway.games.rounds import Hand, Round
from houseway.games.script import Task
from houseway.lab.contract import NO_DECISION
from houseway.lab.generic.exact import CHECKED, Tally
from houseway.lab.generic.terms import SEAT, Outcome, Terms
from houseway.lab.generic.walk import Position

Chooser = Callable[[Any, Hand[Any], tuple[Card, ...], Task], Any]


def play_out(
    terms: Terms, at: Position, board: tuple[Card, ...], choose: Chooser
) -> tuple[str, Hand[Any]]:
    """A hand through the decisions that are left: its last action, and the hand."""
    script, hand, action = terms.game.script, at.hand, at.action
    shown = sum(task.act == "deal_community" for task in terms.tasks[: at.task])
    for task in terms.tasks[at.task :]:
        shown += task.act == "deal_community"
        if task.act == "reveal" and task.seat == SEAT:
            hand = hand.with_actions(script.shown(hand))
        elif terms.asks(task) and not script.decided(hand):
            answer = choose(terms.options, hand, board[:shown], task)
            action = name_action(terms, hand, task, answer, action)
            hand = hand.with_actions(script.choose(hand, task, answer))
    return action, hand


def name_action(terms: Terms, hand: Hand[Any], task: Task, answer: Any, before: str) -> str:
    """What an answer is called; picked cards only where nothing else was chosen."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, dict):
        return str(answer["decision"])
    if before != NO_DECISION:
        return before
    offers = terms.game.script.offers(terms.options, hand, task)
    return next(offer.choice for offer in offers if isinstance(offer.form, PickPlaces))


def sample(terms: Terms, choose: Chooser, rounds: int, seed: int) -> Tally:
    """So many random rounds, the same ones for the same seed."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311  # repeatable
    needed = 2 * terms.game.recipe.hand_size + terms.board_size
    for number in range(rounds):
        cards = chance.sample(NEW_DECK, needed)
        tally[_play_round(terms, cards, choose, checked=number % CHECKED == 0)] += 1
    return tally


def _play_round(
    terms: Terms, cards: list[Card], choose: Chooser, *, checked: bool
) -> tuple[str, Outcome]:
    """A round with these cards: the player's, the dealer's, then the board."""
    size = terms.game.recipe.hand_size
    own, dealer, board = (
        tuple(cards[:size]),
        tuple(cards[size : 2 * size]),
        tuple(cards[2 * size :]),
    )
    start = Position(terms.hand.with_cards(own))
    action, hand = play_out(terms, start, board, choose)
    return action, terms.settle(Round((hand,), dealer, board), checked=checked)
