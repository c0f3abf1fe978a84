"""Whether a player can answer: offers, their forms, and the choices made for absent players."""

from collections.abc import Iterator
from typing import Any

from houseway.cards import Card
from houseway.games.contract import Game
from houseway.games.forms import Offer, PickPlaces, describe_answer, list_answers
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.rulebook import HousewayError
from houseway.testing.rulebook import unknown

NO_ANSWER = "no such choice"


def check_decision(
    game: Game[Any, Any], options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task
) -> Iterator[str]:
    """Problems of one decision that a player has to make."""
    stage, script = task.stage, game.script
    offers = script.offers(options, hand, task)
    if not offers:
        yield f"At the decision {stage} nothing is offered."
    for offer in offers:
        yield from _check_offer(game, options, hand, task, offer)
    if accepts(game, options, hand, task, NO_ANSWER):
        yield f"At the decision {stage} the answer {NO_ANSWER!r} is accepted."
    simple = game.beginner(options, hand, board, task)
    if not accepts(game, options, hand, task, simple):
        yield f"At the decision {stage}, beginner chooses {simple!r}, which is refused."
    yield from _check_timeout(game, options, hand, task)
    if hand.actions == script.no_actions and script.open_cards(hand):
        yield "script.open_cards turns up cards of a hand that has not chosen anything."


def _check_timeout(
    game: Game[Any, Any], options: Any, hand: Hand[Any], task: Task
) -> Iterator[str]:
    """The choice for an absent player; it may fold a hand that its player may not fold."""
    answer = game.script.timeout(hand, task)
    try:
        game.script.choose(hand, task, answer)
    except HousewayError as error:
        yield f"At the decision {task.stage}, script.timeout gives {answer!r}: {error}"
        return
    if answer != "fold" and not accepts(game, options, hand, task, answer):
        yield f"At the decision {task.stage}, script.timeout gives {answer!r}, which is refused."


def _check_offer(
    game: Game[Any, Any], options: Any, hand: Hand[Any], task: Task, offer: Offer
) -> Iterator[str]:
    where = f"the offer {offer.choice} at the decision {task.stage}"
    if offer.wager is not None and game.wagering.wager(offer.wager) is None:
        yield f"{where} puts down {offer.wager}, and there is no such wager.".capitalize()
    answers = list(list_answers(offer, hand.cards))
    if not answers:
        yield f"There is no way to answer {where}."
    for answer in answers:
        if not accepts(game, options, hand, task, answer):
            yield f"The answer {describe_answer(answer)!r} to {where} is refused."
            continue
        if not describe_answer(answer).strip():
            yield f"An answer to {where} has no words."
        yield from _check_cost(game, options, hand, task, offer, answer)
    form = offer.form
    if isinstance(form, PickPlaces):
        too_many = list(range(1, form.count + 2))
        if accepts(game, options, hand, task, too_many):
            yield f"To {where}, {form.count + 1} places are accepted where {form.count} are picked."


def _check_cost(  # noqa: PLR0913, PLR0917  # a decision is made of these
    game: Game[Any, Any],
    options: Any,
    hand: Hand[Any],
    task: Task,
    offer: Offer,
    answer: Any,
) -> Iterator[str]:
    """What an answer puts down is what its offer says."""
    script = game.script
    after = hand.with_actions(script.choose(hand, task, answer))
    before, placed = script.placed(options, hand), script.placed(options, after)
    added = {
        wager: cents - before.get(wager, 0)
        for wager, cents in placed.items()
        if cents != before.get(wager, 0)
    }
    expected = {offer.wager: offer.cents} if offer.wager is not None and offer.cents else {}
    if added != expected:
        yield (
            f"The offer {offer.choice} at the decision {task.stage} says that it costs "
            f"{expected or 'nothing'}, and script.placed puts down {added or 'nothing'}."
        )


def accepts(game: Game[Any, Any], options: Any, hand: Hand[Any], task: Task, answer: Any) -> bool:
    """Whether the game takes an answer; a refusal must name clauses that exist."""
    try:
        refusals = list(game.script.check_choice(options, hand, task, answer))
    except HousewayError:
        return False
    strangers = [clause for refusal in refusals for clause in unknown(game, refusal.clauses)]
    assert not strangers, f"a refused choice cites {strangers[0]}, and there is no such clause"
    return not refusals
