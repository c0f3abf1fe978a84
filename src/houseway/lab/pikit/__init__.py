"""Pik-it poker in the lab."""

from itertools import combinations
from typing import Any

from houseway.cards import Card, rank_three
from houseway.games.pikit.decisions import PikitHand
from houseway.games.pikit.options import PikitOptions
from houseway.games.script import Task
from houseway.lab.contract import Choose, Exposures, LabGame, later
from houseway.lab.pikit import words

_analyze = later("houseway.lab.pikit.solver:analyze_pikit")
_exposures = later("houseway.lab.pikit.exposure:pikit_exposures")
_list_designs = later("houseway.lab.pikit.design:list_designs")
_playbook = later("houseway.lab.pikit.strategies:playbook")


def _answer(
    choose: Choose, options: PikitOptions, hand: PikitHand, board: tuple[Card, ...], task: Task
) -> Any:
    """Strategies decide; the pick is the first three cards or, where one may look, the best."""
    if task.stage != "pick":
        return choose("decision", hand.cards, board)
    places = (1, 2, 3)
    if options.three_card_pick == "seen":
        places = max(combinations(range(1, 6), 3), key=lambda pick: _paid(options, hand, pick))
    return list(places)


def _paid(options: PikitOptions, hand: PikitHand, places: tuple[int, int, int]) -> Any:
    kind = rank_three([hand.cards[place - 1] for place in places]).category.key
    odds = options.three_card.odds(kind)
    return -1 if odds is None else odds.ratio


LAB = LabGame(
    game_id="pikit",
    analyze=lambda options, _bets: _analyze(options),
    advise=later("houseway.lab.pikit.advice:advise"),
    model=later("houseway.lab.pikit.simulation:pikit_model"),
    strategy_names=("optimal", "simple", "beginner", "easy", "better"),
    playbook=lambda options, _bets: _playbook(options),
    exposures=Exposures(
        tuple(words.EXPOSURES),
        lambda options, names, sample, _bets: _exposures(options, names, **sample.settings()),
        words.EXPOSURES_NOTE,
    ),
    designs=lambda options: tuple(_list_designs(options)),
    names=words.WORDS,
    side_names=words.side_names,
    warm=later("houseway.lab.pikit.advice:warm"),
    answer=_answer,
)
