"""The lab's contract: every game fills it in, cheaply, and what a game lacks is said plainly."""

import ast
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway.lab
from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.lab import contract
from houseway.lab.contract import Situation, find_exposures, find_playbook, lab_of
from houseway.lab.reports.report import build_report
from houseway.lab.simulation.plans import make_plan
from houseway.rulebook import Malformed

BUILT_IN = ("uth", "pikit", "hilo")
ROOM = Path(houseway.lab.__file__).parent


def test_finding_a_lab_loads_no_compiled_code() -> None:
    """House and web look up names in processes that must stay light."""
    program = (
        "import sys; from houseway.games import GAMES; from houseway.lab.contract import lab_of\n"
        "for game in GAMES.values(): game.lab and lab_of(game).side_names(game.read_options({}))\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.strip() == b"[]"


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_every_named_strategy_can_be_planned(game_id: str) -> None:
    game = GAMES[game_id]
    options = game.read_options({})
    names = lab_of(game).strategy_names
    assert names[0] == "optimal"
    for name in names:
        plan = make_plan(game_id, options, 1, 0, {}, strategy=name)
        assert plan.compiled
        assert not plan.from_file


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_side_wagers_are_found_in_the_analysis(game_id: str) -> None:
    game = GAMES[game_id]
    options = game.read_options({})
    analysis = contract.analyze(game, options)
    for side in lab_of(game).side_names(options).values():
        assert side in analysis.side


def test_a_stage_without_a_value_has_no_choices() -> None:
    cards = NEW_DECK[:5]
    pikit, hilo = (GAMES[game_id].read_options({}) for game_id in ("pikit", "hilo"))
    assert contract.advise(Situation("pikit", pikit, cards, stage="pick")) == ()
    assert contract.advise(Situation("hilo", hilo, cards, stage="bet")) == ()
    setting = contract.advise(Situation("hilo", hilo, cards, stage="setting"))
    election = contract.advise(Situation("hilo", hilo, cards, stage="election"))
    assert {choice.action for choice in setting} == {"play"}
    assert len(election) == len(setting) + 1


def report_on(game: Game[Any, Any]) -> object:
    return build_report(game, game.read_options({}), date="")


def simulate(game: Game[Any, Any]) -> object:
    return make_plan(game.id, game.read_options({}), 1, 0, {})


@pytest.mark.parametrize(
    ("part", "use", "words"),
    [
        ("playbook", lambda game: find_playbook(game, game.read_options({})), "compact strategies"),
        ("exposures", find_exposures, "no exposures"),
        ("names", report_on, "math report"),
        ("model", simulate, "no simulation"),
    ],
)
def test_a_missing_part_of_a_game_is_named_plainly(
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    use: Callable[[Game[Any, Any]], object],
    words: str,
) -> None:
    game = GAMES["hilo"]
    changes: dict[str, Any] = {part: None}
    without = replace(lab_of(game), **changes)
    for module in ("contract", "reports.report", "simulation.plans"):
        monkeypatch.setattr(f"houseway.lab.{module}.lab_of", lambda _game: without)
    with pytest.raises(Malformed, match=f"5 Card Hi-Lo has no .*{words.removeprefix('no ')}"):
        use(game)


def test_bets_that_change_no_choice_are_refused() -> None:
    uth = GAMES["uth"]
    with pytest.raises(Malformed, match="A tie bet is one of 5 Card Hi-Lo"):
        contract.check_bets(uth, {"tie": Fraction(1)})
    with pytest.raises(Malformed, match="A side bet changes no choice"):
        contract.check_bets(uth, {"side": Fraction(1)})
    contract.check_bets(uth, {"tie": Fraction()})


@pytest.mark.parametrize("path", sorted(ROOM.rglob("kernels/*.py")), ids=lambda path: path.stem)
def test_kernels_import_cards_chips_and_kernels_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway"):
            module = node.module or ""
            assert ".kernels" in module or module in ("houseway.cards", "houseway.chips"), module
