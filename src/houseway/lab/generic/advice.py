"""What each choice is worth to a player who knows some cards: counted, or else estimated.

Counted are all ways in which the cards that he does not know can lie, with the best play in
later decisions. Where those are too many, random ones are dealt instead, the same for every
choice, and later decisions are left to the game's strategy for beginners.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.games.contract import Game
from houseway.games.forms import list_answers
from houseway.games.rounds import Round
from houseway.lab.contract import Choice, Situation
from houseway.lab.exact.exposure import Estimate
from houseway.lab.generic.exact import Count, Enumeration, NotCounted, SuitsMatter
from houseway.lab.generic.suits import (
    ALL_EXCHANGES,
    NO_EXCHANGE,
    WHOLE_DECK,
    Group,
    cards_of,
    keep_fixed,
    numbers_of,
    without,
)
from houseway.lab.generic.terms import Terms, list_terms
from houseway.lab.generic.walk import Branch, Position, TooHidden, groups_in

MOST_SETTLEMENTS = 50_000
"""Advice is exact if that takes at most so many settlements: a few seconds."""
SAMPLED, SEED = 20_000, 1
"""Otherwise so many settlements are made, shared among the choices."""


def advise(game: Game[Any, Any], situation: Situation) -> list[Choice]:
    """Every choice of the decision that is due; none where the player does not see his cards."""
    terms = list_terms(game, situation.options, situation.bets, alone=True)[0]
    at = find_decision(terms, situation)
    if at is None:
        return []
    try:
        return _count(terms, at)
    except (NotCounted, TooHidden):
        return _estimate(terms, at)


# --- where the round stands


def find_decision(terms: Terms, situation: Situation) -> Position | None:
    """The decision that a situation is about, reached with as little bet as possible."""
    group = ALL_EXCHANGES
    for cards in (situation.cards, situation.board, situation.seen):
        group = keep_fixed(group, numbers_of(cards))
    start = Position(
        terms.seat.hand.with_cards(situation.cards),
        deck=without(WHOLE_DECK, numbers_of(situation.gone())),
        group=group,
        own=numbers_of(situation.cards),
        streets=(numbers_of(situation.board),) if situation.board else (),
    )
    return next(_reach(Count(terms), start, situation), None)


def _reach(steps: Count, at: Position, situation: Situation) -> Iterator[Position]:
    """Positions at the decision that is due, by every way that leads there."""
    at, due = steps.advance(at)
    if at.task == len(steps.seat.tasks) or due > len(situation.board):
        return
    task = steps.seat.tasks[at.task]
    if due == len(situation.board) and situation.stage in {None, task.stage} and steps.sees(at):
        actions = at.hand.actions if situation.actions is None else situation.actions
        hand = at.hand.with_actions(actions)
        yield replace(at, hand=hand, answers=(), start=(at.task, actions))
    offers = sorted(steps.list_offers(at), key=lambda offer: offer.cents)
    for offer in offers:
        for answer in list_answers(offer, at.hand.cards):
            yield from _reach(steps, steps.answer(at, offer, answer), situation)


# --- counted


def _count(terms: Terms, at: Position) -> list[Choice]:
    settlements = sum(branch.value for branch in Count(terms).list_branches(at))
    if settlements > MOST_SETTLEMENTS:
        raise NotCounted
    try:
        return _value(terms, at, ALL_EXCHANGES)
    except SuitsMatter:
        return _value(terms, replace(at, group=NO_EXCHANGE), NO_EXCHANGE)


def _value(terms: Terms, at: Position, exchanges: Group) -> list[Choice]:
    enumeration, choices = Enumeration(terms, exchanges), []
    for branch in enumeration.list_branches(at):
        ev = terms.in_antes(enumeration.worth(branch.value)) / sum(branch.value.values())
        choices.append(_choice(terms, at, branch, ev))
    return choices


def _choice(
    terms: Terms, at: Position, branch: Branch[Any], ev: Fraction, estimate: Estimate | None = None
) -> Choice:
    groups = groups_in(branch.offer, branch.answer, at.hand)
    antes = math.ceil(Fraction(branch.offer.cents, terms.ante))
    return Choice(branch.offer.choice, ev, antes, groups, estimate)


# --- estimated


def _estimate(terms: Terms, at: Position) -> list[Choice]:
    steps = Count(terms)
    answers = [
        (offer, answer)
        for offer in steps.list_offers(at)
        for answer in list_answers(offer, at.hand.cards)
    ]
    after = [steps.answer(at, offer, answer) for offer, answer in answers]
    rounds = max(2, SAMPLED // len(answers))
    chance = random.Random(SEED)  # noqa: S311  # repeatable
    size, missing = terms.game.recipe.hand_size, terms.board_size - len(at.board)
    worths: list[list[int]] = [[] for _ in answers]
    for _ in range(rounds):
        cards = cards_of(chance.sample(at.deck, size + missing))
        board = cards_of(at.board) + cards[size:]
        for moment, worth in zip(after, worths, strict=True):
            beginner = terms.game.beginner
            _, hand = terms.seat.play(moment.hand, board, beginner, moment.task, moment.action)
            worth.append(terms.worth(terms.settle(Round((hand,), cards[:size], board))))
    return [
        _choice(terms, at, Branch(offer, answer, None), *_summarize(terms, worth))
        for (offer, answer), worth in zip(answers, worths, strict=True)
    ]


def _summarize(terms: Terms, worth: Sequence[int]) -> tuple[Fraction, Estimate]:
    rounds, total = len(worth), sum(worth)
    mean = terms.in_antes(Fraction(total, rounds))
    spread = Fraction(
        rounds * sum(value * value for value in worth) - total * total, rounds * rounds
    )
    error = math.sqrt(terms.in_antes(1) ** 2 * spread / (rounds - 1))
    return mean, Estimate(float(mean), error, rounds, SEED)
