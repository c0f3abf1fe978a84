"""Random tables: every option value and way of dealing, with faults and wrong commands."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from traceback import FrameSummary, extract_tb
from typing import Any

from houseway.games.contract import Game
from houseway.games.procedure import money_step
from houseway.games.results import HandResult, Outcome, Settlement, WagerResult
from houseway.games.rounds import Hand, Round
from houseway.games.script import MONEY_ACTS
from houseway.rulebook import HousewayError
from houseway.table.evolution import evolve
from houseway.table.snapshot import from_snapshot, to_snapshot
from houseway.table.state import TableState, assert_conserved, replace_fast
from houseway.table.trials import EQUIPMENT, Trial, random_round, random_trial
from houseway.table.wire import event_from_data, to_data
from houseway.testing.description import list_trials
from houseway.testing.observation import Observer
from houseway.testing.rulebook import check_citation

ROUNDS_A_TABLE = 2
COUPON = "match_play"


@dataclass(frozen=True)
class Table:
    """One random table of the plan: what is fixed of its configuration, and its seed."""

    fixed: dict[str, Any]
    seed: int

    def __str__(self) -> str:
        fixed = ", ".join(f"{name} = {value!r}" for name, value in self.fixed.items())
        return f"the table with {fixed or 'random options'} (seed {self.seed})"


def plan_tables(game: Game[Any, Any], seed: int, rounds: int) -> tuple[Table, ...]:
    """A table for every way of dealing and every option value, and more to reach `rounds`."""
    fixed = [dict(equipment) for equipment in EQUIPMENT]
    fixed += [{option.name: value} for option, value in list_trials(game)]
    fixed += [{}] * max(0, rounds // ROUNDS_A_TABLE - len(fixed))
    return tuple(Table(each, seed + number) for number, each in enumerate(fixed))


def check_tables(game: Game[Any, Any], plan: tuple[Table, ...]) -> Iterator[str]:
    """Problems that show while the tables are played; one that breaks down ends its table."""
    met_decision = False
    broken: set[str] = set()
    for table in plan:
        observer = Observer(game)
        try:
            _play(game, table, observer)
        except Exception as error:
            fault = _describe(error)
            if fault not in broken:
                observer.note(f"At {table} {fault}")
            broken.add(fault)
        yield from observer.problems
        met_decision |= observer.met_decision
    if not met_decision:
        yield "No player was ever asked for a decision; script.play lists none."


def _play(game: Game[Any, Any], table: Table, observer: Observer) -> None:
    # Chance must be repeatable here, which is what this generator is for.
    chance = random.Random(table.seed)  # noqa: S311
    trial = random_trial(game, chance, table.fixed, observer.carry_out)
    for _ in range(ROUNDS_A_TABLE):
        try:
            random_round(trial)
        finally:
            # A round that broke off before it was settled would only give misleading problems.
            if trial.last_round is not None and trial.last_round.settlement is not None:
                options, round_ = trial.state.setup.options, trial.last_round.described()
                observer.note(*check_settlement(game, options, round_))
    observer.note(*_check_replay(trial))
    trial.prepare()
    observer.note(*_check_snapshot(trial))


def _describe(error: Exception) -> str:
    if isinstance(error, HousewayError):
        return f"something that must be allowed was refused: {error}"
    words, frame = locate_fault(error)
    return f"play broke down in {frame.name} of {frame.filename}: {words}."


def locate_fault(error: Exception) -> tuple[str, FrameSummary]:
    """What an error of the program says, and where it arose."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error}".rstrip(": ."), frame


def check_settlement(game: Game[Any, Any], options: Any, round_: Round[Any]) -> Iterator[str]:
    """Problems of a round that was played: its checks, its citations, and its running order."""
    # A misdeal that nobody noticed is in the cards and not in what is known of the round.
    for refusal in game.check(options, round_) if _is_well_dealt(game, round_) else ():
        yield f"A round that was played is refused when it is described: {refusal}"
    settlement = game.resolve(options, round_)
    for hand, result in zip(round_.hands, settlement.hands, strict=True):
        yield from _check_results(game, options, hand, result)
    yield from _check_order(game, options, round_, settlement)


def _check_results(
    game: Game[Any, Any], options: Any, hand: Hand[Any], settled: HandResult
) -> Iterator[str]:
    """Every stake is settled once, as its outcome says, and on clauses that exist."""
    stakes = {**hand.wagers, **game.script.placed(options, hand)}
    results = {result.wager: result for result in settled.results}
    for wager in stakes.keys() - results.keys():
        yield f"Settlement leaves the wager {wager} unsettled."
    if len(results) < len(settled.results):
        yield "Settlement settles a wager twice."
    for result in settled.results:
        is_coupon, name = result.wager == COUPON, result.wager
        if not is_coupon and game.wagering.wager(name) is None:
            yield f"Settlement names the wager {name}, which the game does not have."
        if not is_coupon and result.stake != stakes.get(name, 0):
            yield f"Settlement takes the stake of {name} to be another than was placed."
        if result.net != _due(result):
            yield f"The net of {name} ({result.outcome.value}) is not what that outcome means."
        if not result.clauses:
            yield f"The result of {name} ({result.outcome.value}) cites no clause."
        yield from check_citation(game, f"The result of {name}", result.clauses)


def _due(result: WagerResult) -> int:
    """The net that an outcome implies; a win is whatever was won."""
    if result.outcome is Outcome.WIN:
        return max(result.net, 0)
    return -result.stake if result.outcome in {Outcome.LOSE, Outcome.FORFEIT} else 0


def _is_well_dealt(game: Game[Any, Any], round_: Round[Any]) -> bool:
    sizes = {len(cards) for cards in (round_.dealer, *(hand.cards for hand in round_.hands))}
    return sizes == {game.recipe.hand_size}


def _check_order(
    game: Game[Any, Any], options: Any, round_: Round[Any], settlement: Settlement
) -> Iterator[str]:
    """The running order carries out each result once, and nothing else."""
    steps = list(game.running_order(options, round_, settlement))
    for step in steps:
        yield from check_citation(game, "A step of the running order", step.clauses)
    moves = [money_step(hand.seat, result) for hand in settlement.hands for result in hand.results]
    due = Counter((step.act, step.seat, step.wager, step.cents) for step in moves)
    paid = [step for step in steps if step.act in MONEY_ACTS]
    done = Counter((step.act, step.seat, step.wager, step.cents) for step in paid)
    for act, _, wager, _ in due - done:
        yield f"The running order does not {act.value} {wager} as settlement says."
    for act, _, wager, _ in done - due:
        yield f"The running order would {act.value} {wager}, and settlement says otherwise."


def _check_replay(trial: Trial) -> Iterator[str]:
    """The log, written as JSON and read again, gives the same state."""
    state: TableState = trial.start
    for event in trial.log:
        state = evolve(state, event_from_data(to_data(event)))
        assert_conserved(state)
    if state != trial.state:
        yield "The log of a table does not give back its state when it is replayed."


def _check_snapshot(trial: Trial) -> Iterator[str]:
    """A table that is kept between rounds comes back as it was."""
    data = to_snapshot(trial.state)
    setup, expected = trial.start.setup, replace_fast(trial.state, last_round=None)
    if data is None or from_snapshot(setup, json.loads(json.dumps(data))) != expected:
        yield (
            "A table does not come back from its snapshot the same; script.carry and "
            "script.restore keep what the options carry from round to round."
        )
