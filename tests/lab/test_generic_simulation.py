"""Simulated rounds and reports of any game, played by its script and settled by its rules."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from rich.console import Console

from houseway.cards import Card
from houseway.cli.lab.analyze import show_analysis
from houseway.games import find_games, get_game, registry
from houseway.games.rounds import Hand
from houseway.games.script import Task
from houseway.lab.contract import Situation, advise, analyze, find_exposures, find_playbook, lab_of
from houseway.lab.generic import _installed, analysis, lab_for
from houseway.lab.generic.best_play import answer_offer, find_offer
from houseway.lab.generic.terms import list_terms, sample
from houseway.lab.reports.pages import to_html
from houseway.lab.reports.report import as_data, build_report
from houseway.lab.simulation import plans
from houseway.lab.simulation.plans import Block, Plan, estimate, make_plan, prepare, run_block
from houseway.lab.simulation.results import Simulated
from houseway.lab.simulation.results import as_data as simulation_data
from houseway.rulebook import Malformed
from tests.lab import synthetic


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Puts a small game among the installed ones."""

    def put(plan: synthetic.Plan) -> Any:
        game = synthetic.build(plan)
        games = MappingProxyType({**find_games(), game.id: game})
        monkeypatch.setattr(registry, "installed", lambda: registry.Installed(games, ()))
        _installed.cache_clear()
        return game

    yield put
    _installed.cache_clear()
    plans._prepare.cache_clear()


def play(plan: Plan) -> Block:
    blocks = [run_block(plan, block) for block in range(plan.blocks)]
    total = blocks[0]
    for block in blocks[1:]:
        total += block
    return total


@pytest.mark.parametrize("plan", [synthetic.HIGH_CARD, synthetic.STREETS, synthetic.UNSEEN])
def test_the_best_play_comes_to_what_was_counted(install: Any, plan: synthetic.Plan) -> None:
    game = install(plan)
    simulated = make_plan(game.id, game.read_options({}), 6000, 7, {"bonus": Fraction(1)}, seats=2)
    assert simulated.strategy == "optimal"
    total, ready = play(simulated), prepare(simulated)
    exact = ready.model.exact
    assert exact is not None
    for name, ev in {"main": exact.ev, **exact.wagers}.items():
        away = estimate(ready.lines, 2, total, name).errors_from(ev)
        assert away is None or abs(away) < 4, name
    for action, count in zip(ready.model.actions, total.actions, strict=True):
        often = exact.actions.get(action, Fraction())
        assert abs(count / 12000 - often) < 4 * math.sqrt(0.25 / 12000)
    assert sum(total.actions) == 12000


def test_a_split_is_played_in_the_suits_of_the_table(install: Any) -> None:
    game = install(synthetic.SPLIT)
    simulated = make_plan(game.id, game.read_options({}), 4000, 3, {})
    total, ready = play(simulated), prepare(simulated)
    assert ready.model.exact is not None
    away = estimate(ready.lines, 1, total, "main").errors_from(ready.model.exact.ev)
    assert away is not None
    assert abs(away) < 4


def test_the_same_seed_gives_the_same_sums(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    plans = [make_plan(game.id, game.read_options({}), 500, 5, {}) for _ in range(2)]
    assert play(plans[0]) == play(plans[1])
    assert play(plans[0]) != play(replace(plans[0], seed=6))


def test_beginners_are_simulated_without_an_exact_figure(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    plan = make_plan(game.id, game.read_options({}), 300, 5, {}, strategy="beginner")
    total = play(plan)
    data = simulation_data(Simulated(plan, total, 1, 1.0), {})
    assert data["exact"] is None
    assert data["actions"]["raise_2"] == 1.0


def test_a_game_without_a_known_best_play_is_simulated_as_beginners_play_it(
    install: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.lab.generic.exact.MOST_SETTLEMENTS", 10)
    game = install(synthetic.HIGH_CARD)
    assert make_plan(game.id, game.read_options({}), 300, 5, {}).strategy == "beginner"


def test_a_strategy_from_a_file_is_not_shown_cards_that_lie_face_down(
    install: Any, tmp_path: Path
) -> None:
    file = tmp_path / "strategy.py"
    file.write_text(
        "def choose(stage, cards, board):\n"
        "    if stage == 'pick':\n"
        "        assert cards == ()\n"
        "        return [1]\n"
        "    assert len(cards) == 2\n"
        "    return 'raise' if max(card.rank for card in cards) > 8 else 'fold'\n"
    )
    game = install(synthetic.PICK)
    options = game.read_options({})
    plan = make_plan(game.id, options, 300, 5, {}, strategy=f"{file}:choose")
    total = play(plan)
    model = prepare(plan).model
    actions = dict(zip(model.actions, total.actions, strict=True))
    assert actions["raise"] > actions["fold"] > 0
    assert sum(actions.values()) == 300


@pytest.mark.parametrize(("game_id", "rounds"), [("uth", 250), ("pikit", 400), ("hilo", 400)])
def test_rounds_of_the_built_in_games_come_to_their_exact_figures(
    game_id: str, rounds: int
) -> None:
    """Dealt and settled by the generic driver, decided by the solver's advice."""
    game = get_game(game_id)
    options = lab_of(game).unlimited(game.read_options({}))

    def choose(_options: Any, hand: Hand[Any], board: tuple[Card, ...], task: Task) -> Any:
        offers = game.script.offers(options, hand, task)
        if offers[0].form.kind == "pick_places":
            return game.beginner(options, hand, board, task)
        best = advise(Situation(game.id, options, hand.cards, board, stage=task.stage))[0]
        return answer_offer(find_offer(offers, best.action), list(best.groups.values()), hand)

    terms = list_terms(game, options, {})[0]
    tally = sample(replace(terms, game=replace(game, beginner=choose)), rounds, 11)
    solved = analysis.Solved((terms,), (tally,), None)
    ours, exact = analysis.describe(game.read_options({}), solved), analyze(game, options)
    sides = lab_of(game).side_names(options)
    pairs = [(ours.main, exact.main), (ours.compulsory, exact.compulsory)]
    pairs += [(ours.side[wager], exact.side[sides[wager]]) for wager in ours.side]  # type: ignore[misc]
    for estimated, known in pairs:
        error = math.sqrt(known.variance / rounds)
        assert abs(float(estimated.ev - known.ev)) < 4 * error


def test_the_report_speaks_in_the_words_of_the_game(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    report = build_report(game, game.read_options({}), date="today")
    data = as_data(report)
    assert data["wagers"]["main"]["title"] == "Ante and play bet"
    assert data["wagers"]["bonus"]["title"] == "Bonus bet"
    assert "estimate" not in data["exact"]
    bonus = next(wager for wager in report.wagers if wager.id == "bonus")
    assert [(row.words, row.pays) for row in bonus.rows] == [
        ("Ace", "7 to 1"),
        ("King", "5 to 2"),
        ("Queen", "1 to 1"),
        ("All else", "loses"),
    ]
    assert "Bonus bet" in to_html(report)


def test_an_estimated_report_is_marked_as_an_estimate(
    install: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.lab.generic.exact.MOST_SETTLEMENTS", 10)
    monkeypatch.setattr(analysis, "ROUNDS", 500)
    game = install(synthetic.HIGH_CARD)
    report = build_report(game, game.read_options({}), date="today")
    data = as_data(report)
    assert data["exact"]["estimate"]["rounds"] == 500
    assert data["notes"][0].startswith("ESTIMATED")
    assert "ESTIMATED, not exact: 500 random rounds" in to_html(report)


def test_the_terminal_never_calls_an_estimate_exact(
    install: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = install(synthetic.HIGH_CARD)
    assert "antes: exactly" in shown(game)
    monkeypatch.setattr("houseway.lab.generic.exact.MOST_SETTLEMENTS", 10)
    monkeypatch.setattr(analysis, "ROUNDS", 500)
    words = shown(install(synthetic.HIGH_CARD))
    assert "Synthetic: ESTIMATED from 500 random rounds, strategy beginner" in words
    assert "with 95% confidence" in words
    assert "exactly" not in words


def shown(game: Any) -> str:
    console = Console(file=StringIO(), width=200)
    show_analysis(console, game.name, lab_for(game).analyze(game.read_options({}), {}))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_pay_tables_can_be_designed_where_their_rows_can_be_told_apart(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    (design,) = lab_of(game).designs(game.read_options({}))
    assert design.wager == "bonus"
    assert design.keys == ("ace", "king", "queen")
    assert design.counts["ace"] * 13 == 52 * 51


def test_a_missing_part_is_named_plainly(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    with pytest.raises(Malformed, match="Synthetic has no compact strategies"):
        find_playbook(game, game.read_options({}))
    with pytest.raises(Malformed, match="Synthetic has no exposures"):
        find_exposures(game)


def test_a_game_that_cannot_be_played_still_has_a_record() -> None:
    def fail(*_arguments: Any) -> Any:
        raise RuntimeError("this plug-in is broken")

    game = replace(synthetic.build(synthetic.HIGH_CARD), beginner=fail)
    assert lab_for(game).strategy_names == ("beginner",)


def test_an_installed_game_keeps_what_was_solved(install: Any) -> None:
    game = install(synthetic.HIGH_CARD)
    options = game.read_options({})
    assert lab_for(game) is lab_for(game)
    assert lab_of(game).analyze(options, {}) is lab_of(game).analyze(options, {})
