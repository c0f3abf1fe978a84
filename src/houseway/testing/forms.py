"""Whether a player can answer: offers, their forms, and the choices made for absent players."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card
from houseway.games.contract import Game
from houseway.games.forms import Offer, PickPlaces, describe_answer, list_answers
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.rulebook import HousewayError
from houseway.testing.rulebook import unknown

NO_ANSWER = "no such choice"


@dataclass(frozen=True)
class Decision:
    """A decision that a player has to make, and everything that it depends on."""

    game: Game[Any, Any]
    options: Any
    hand: Hand[Any]
    board: tuple[Card, ...]
    task: Task

    def check(self) -> Iterator[str]:
        """Problems of the decision."""
        stage, script = self.task.stage, self.game.script
        offers = script.offers(self.options, self.hand, self.task)
        if not offers:
            yield f"At the decision {stage} nothing is offered."
        for offer in offers:
            yield from self._check_offer(offer)
        if self._accepts(NO_ANSWER):
            yield f"At the decision {stage} the answer {NO_ANSWER!r} is accepted."
        simple = self.game.beginner(self.options, self.hand, self.board, self.task)
        if not self._accepts(simple):
            yield f"At the decision {stage}, beginner chooses {simple!r}, which is refused."
        yield from self._check_timeout()
        if self.hand.actions == script.no_actions and script.open_cards(self.hand):
            yield "script.open_cards turns up cards of a hand that has not chosen anything."

    def _check_timeout(self) -> Iterator[str]:
        """The choice for an absent player; it may fold a hand that its player may not fold."""
        answer = self.game.script.timeout(self.hand, self.task)
        words = f"At the decision {self.task.stage}, script.timeout gives {answer!r}"
        try:
            self.game.script.choose(self.hand, self.task, answer)
        except HousewayError as error:
            yield f"{words}: {error}"
            return
        if answer != "fold" and not self._accepts(answer):
            yield f"{words}, which is refused."

    def _check_offer(self, offer: Offer) -> Iterator[str]:
        name = f"offer {offer.choice} at the decision {self.task.stage}"
        if offer.wager is not None and self.game.wagering.wager(offer.wager) is None:
            yield f"The {name} puts down {offer.wager}, and there is no such wager."
        expected = {offer.wager: offer.cents} if offer.wager is not None and offer.cents else {}
        answers = list(list_answers(offer, self.hand.cards))
        if not answers:
            yield f"There is no way to answer the {name}."
        for answer in answers:
            if not self._accepts(answer):
                yield f"The answer {describe_answer(answer)!r} to the {name} is refused."
                continue
            if not describe_answer(answer).strip():
                yield f"An answer to the {name} has no words."
            added = self._count_added(answer)
            if added != expected:
                costs = f"says that it costs {expected or 'nothing'}"
                yield f"The {name} {costs}, and script.placed puts down {added or 'nothing'}."
        if isinstance(offer.form, PickPlaces):
            count = offer.form.count
            if self._accepts(list(range(1, count + 2))):
                yield f"To the {name}, {count + 1} places are accepted where {count} are picked."

    def _count_added(self, answer: Any) -> dict[str, int]:
        """What an answer puts down, in cents by wager."""
        script = self.game.script
        after = self.hand.with_actions(script.choose(self.hand, self.task, answer))
        before, placed = (script.placed(self.options, hand) for hand in (self.hand, after))
        added = {wager: cents - before.get(wager, 0) for wager, cents in placed.items()}
        return {wager: cents for wager, cents in added.items() if cents}

    def _accepts(self, answer: Any) -> bool:
        """Whether the game takes an answer; a refusal must name clauses that exist."""
        check = self.game.script.check_choice
        try:
            refusals = list(check(self.options, self.hand, self.task, answer))
        except HousewayError:
            return False
        clauses = [clause for refusal in refusals for clause in refusal.clauses]
        for clause in unknown(self.game, clauses):
            raise AssertionError(f"a refused choice cites {clause}, and there is no such clause")
        return not refusals
