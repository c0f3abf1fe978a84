"""5 Card Hi-Lo in the lab."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.cards import Card, parse_cards
from houseway.games.fields import show
from houseway.games.hilo.decisions import HiloHand
from houseway.games.hilo.options import HiloOptions
from houseway.games.script import Task
from houseway.lab.contract import Bets, Choose, Exposures, LabGame, Sample, later
from houseway.lab.hilo import words
from houseway.rulebook import Malformed

NO_LIMIT = 10**15
_analyze = later("houseway.lab.hilo.solver:analyze_hilo")
_exposures = later("houseway.lab.hilo.exposure:hilo_exposures")
_list_designs = later("houseway.lab.hilo.design:list_designs")
_playbook = later("houseway.lab.hilo.strategies:playbook")


def tie_of(bets: Bets) -> Fraction:
    return bets.get("tie", Fraction())


def _find_exposures(
    options: HiloOptions, names: Sequence[str] | None, sample: Sample, bets: Bets
) -> Iterator[Any]:
    exposures: Iterator[Any] = _exposures(options, names, **sample.settings(), tie=tie_of(bets))
    return exposures


def _answer(
    choose: Choose, _options: HiloOptions, hand: HiloHand, board: tuple[Card, ...], _task: Task
) -> Any:
    """Strategies fold, or name the three cards of the high hand."""
    answer = choose("setting", hand.cards, board)
    if isinstance(answer, str) and answer == "fold":
        return "fold"
    try:
        high = parse_cards([str(card) for card in answer])
    except (TypeError, ValueError):
        instead = "say fold, or the three cards of the high hand"
        raise Malformed(f"The strategy answered {show(answer)} at setting; {instead}.") from None
    low = [card for card in hand.cards if card not in high]
    return {"decision": "play", "high": [*map(str, high)], "low": [*map(str, low)]}


LAB = LabGame(
    game_id="hilo",
    analyze=lambda options, bets: _analyze(options, tie_of(bets)),
    advise=later("houseway.lab.hilo.advice:advise"),
    model=later("houseway.lab.hilo.simulation:hilo_model"),
    strategy_names=("optimal", "simple", "beginner", "easy", "better"),
    playbook=lambda options, bets: _playbook(options, tie_of(bets)),
    exposures=Exposures(tuple(words.EXPOSURES), _find_exposures, words.EXPOSURES_NOTE),
    designs=lambda options: tuple(_list_designs(options)),
    best_play=later("houseway.lab.hilo.design:value_with"),
    names=words.WORDS,
    valued_with=("tie",),
    side_names=words.side_names,
    warm=later("houseway.lab.hilo.advice:warm"),
    unlimited=lambda options: replace(options, minimums={}, maximums={}, limit_cents=NO_LIMIT),
    answer=_answer,
)
