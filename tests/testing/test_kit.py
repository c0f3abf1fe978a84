"""Every game keeps its contract, and a breakage is named in a plain sentence."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from highcard import GAME
from highcard.options import DuelOptions
from houseway.games import find_games
from houseway.games.contract import Game
from houseway.games.forms import Offer
from houseway.games.options import amounts, choice
from houseway.games.procedure import Act, Step
from houseway.games.results import Outcome, Settlement
from houseway.games.wagers import WageringRules
from houseway.testing import GameProblem, check_game, inspect_game
from houseway.testing.tables import plan_tables

SEED = 20


@pytest.mark.parametrize("game", [*find_games().values(), GAME], ids=lambda game: game.id)
def test_every_game_keeps_the_contract(game: Game[Any, Any]) -> None:
    report = check_game(game, rounds=0)
    assert report.is_ok
    assert str(report).startswith(f"{game.name}: no problems at")
    assert report.notes == ()


def test_the_seed_is_printed_and_repeats_the_run() -> None:
    first, second = (inspect_game(GAME, seed=SEED, rounds=0, lab=False) for _ in range(2))
    assert first == second
    assert f"seed {SEED}" in str(first)


def without_clause(game: Game[Any, Any], clause_id: str) -> Game[Any, Any]:
    text = game.rulebook
    clauses = tuple(clause for clause in text.clauses if clause.id != clause_id)
    return with_rulebook(game, clauses=clauses)


def with_rulebook(game: Game[Any, Any], **changes: Any) -> Game[Any, Any]:
    broken = replace(game)
    broken.__dict__["rulebook"] = replace(game.rulebook, **changes)
    return broken


def with_script(**changes: Any) -> Game[Any, Any]:
    return replace(GAME, script=replace(GAME.script, **changes))


@dataclass(frozen=True)
class Unexplained(DuelOptions):
    """Options of which one is not explained, and one takes a value that it refuses."""

    ties: str = choice("push", "dealer", help="", trials=("push", "player"))


def more_offers(options: Any, hand: Any, task: Any) -> tuple[Offer, ...]:
    return (*GAME.script.offers(options, hand, task), Offer("raise"))


def cheaper_play(_options: Any, hand: Any, _task: Any) -> tuple[Offer, ...]:
    return (Offer("play", "play", hand.wagers["ante"] // 2), Offer("fold"))


def settle_otherwise(change: Callable[[Any], Any]) -> Callable[[Any, Any], Settlement]:
    """The settlement with every result changed, or left out."""

    def resolve(options: Any, round_: Any) -> Settlement:
        return Settlement(
            tuple(
                replace(hand, results=tuple(filter(None, map(change, hand.results))))
                for hand in GAME.resolve(options, round_).hands
            )
        )

    return resolve


def loses_more(result: Any) -> Any:
    is_lost = result.outcome is Outcome.LOSE
    return replace(result, net=result.net - 100) if is_lost else result


def show_first(options: Any, round_: Any, settlement: Any) -> Iterator[Step]:
    """The dealer's card is announced before it is turned up."""
    words = " ".join(map(str, round_.dealer))
    yield Step(Act.ANNOUNCE, None, ("duel.4.c",), words=words)
    yield from GAME.running_order(options, round_, settlement)


def without_payments(options: Any, round_: Any, settlement: Any) -> Iterator[Step]:
    for step in GAME.running_order(options, round_, settlement):
        if step.wager != "crown":
            yield step


def printed_with(**changes: Any) -> Callable[[Any], Any]:
    return lambda options: replace(GAME.printed(options), **changes)


def fail(_options: Any, _round: Any) -> Settlement:
    return cast("Settlement", 1 // 0)


def plan_few(game: Game[Any, Any], seed: int, rounds: int) -> Any:
    """Fewer tables than usual: they are enough to show a breakage."""
    return plan_tables(game, seed, rounds)[:8]


POSITION = GAME.printed(DuelOptions()).position
WAGERING = GAME.wagering


@dataclass(frozen=True)
class Misspelt(DuelOptions):
    """Options with a limit for a wager that does not exist."""

    minimums: Mapping[str, int] = amounts("ante", "crwn", help="Posted minimum of each wager.")


BREAKAGES: dict[str, tuple[Callable[[], Game[Any, Any]], str]] = {
    "a limit is of no wager": (
        lambda: replace(GAME, options_type=Misspelt),
        "options: The option minimums names crwn, and no such wager is bet.",
    ),
    "the choice of an absent player is not offered": (
        lambda: with_script(timeout=lambda _hand, _task: "stay"),
        "script.timeout gives 'stay'",
    ),
    "the jurisdictions differ": (
        lambda: replace(GAME, jurisdiction="Elsewhere"),
        "rulebook: clauses.toml says 'Example', the game 'Elsewhere'.",
    ),
    "a clause is missing": (
        lambda: without_clause(GAME, "duel.4.d"),
        "rulebook: The option ties cites duel.4.d, and there is no such clause.",
    ),
    "code cites a clause that is missing": (
        lambda: without_clause(GAME, "duel.4.b"),
        "_fold cites duel.4.b, and there is no such clause.",
    ),
    "a reading names an option that is missing": (
        lambda: with_rulebook(
            GAME,
            readings=tuple(replace(r, options=("tie",)) for r in GAME.rulebook.readings),
        ),
        "rulebook: Reading D1 names the option tie, and there is no such option.",
    ),
    "an act rests on no clause": (
        lambda: replace(GAME, handling=replace(GAME.handling, cut=())),
        "handling: Handling.cut cites no clause; name the one that the act rests on.",
    ),
    "an option has no help": (
        lambda: replace(GAME, options_type=Unexplained),
        "options: The option ties has no help; say what a licensee chooses with it.",
    ),
    "an option refuses its own trial value": (
        lambda: replace(GAME, options_type=Unexplained),
        "options: The option ties does not take 'player', one of its own trial values.",
    ),
    "more hands than a deck can serve": (
        lambda: replace(GAME, most_seats=60),
        "options: most_seats = 60 hands take 61 cards from a deck of 52.",
    ),
    "nothing must be bet": (
        lambda: replace(GAME, wagering=replace(WAGERING, wagers=WAGERING.wagers[1:])),
        "wagers: There is no required wager called ante; all figures are given in antes.",
    ),
    "a wager is not explained": (
        lambda: replace(GAME, how_to_play=replace(GAME.how_to_play, spots={"ante": "x"})),
        "words: how_to_play.spots does not say what the wager crown is for.",
    ),
    "the lobby has nothing to say": (
        lambda: replace(GAME, pitch=replace(GAME.pitch, play="")),
        "words: pitch.play is empty; a newcomer reads it first.",
    ),
    "an area that the text demands is missing": (
        lambda: replace(GAME, printed=printed_with(position=POSITION[1:])),
        "layout and sign: The layout has no area for the wager crown.",
    ),
    "labels that cover each other": (
        lambda: replace(
            GAME,
            printed=printed_with(position=(*POSITION[:3], replace(POSITION[3], label="Card " * 9))),
        ),
        "overlaps the text 'Card Card",
    ),
    "a label that is too long": (
        lambda: replace(
            GAME,
            printed=printed_with(
                position=(replace(POSITION[0], label="Crown " * 9), *POSITION[1:])
            ),
        ),
        "is too small to read; shorten it.",
    ),
    "odds with the word for": (
        lambda: replace(GAME, printed=printed_with(extra_sign="Ace pays 5 for 1")),
        "odds are stated with 'to' or 'win' (duel.1.d)",
    ),
    "an offer whose answer is refused": (
        lambda: with_script(offers=more_offers),
        "table: The answer 'raise' to the offer raise at the decision decision is refused.",
    ),
    "an offer that says a wrong price": (
        lambda: with_script(offers=cheaper_play),
        "table: The offer play at the decision decision says that it costs {'play': ",
    ),
    "any answer is taken": (
        lambda: with_script(check_choice=lambda *_: iter(())),
        "table: At the decision decision the answer 'no such choice' is accepted.",
    ),
    "a beginner who may not do so": (
        lambda: replace(GAME, beginner=lambda *_: "raise"),
        "table: At the decision decision, beginner chooses 'raise', which is refused.",
    ),
    "cards turned up without a choice": (
        lambda: with_script(open_cards=lambda hand: hand.cards),
        "table: script.open_cards turns up cards of a hand that has not chosen anything.",
    ),
    "the dealer's card is announced too early": (
        lambda: replace(GAME, running_order=show_first),
        "table: The event StepDone shows a spectator cards that the spectator may not see yet.",
    ),
    "more is lost than was staked": (
        lambda: replace(GAME, resolve=settle_otherwise(loses_more)),
        "table: The net of ante (lose) is not what that outcome means.",
    ),
    "a wager is left unsettled": (
        lambda: replace(
            GAME, resolve=settle_otherwise(lambda r: None if r.wager == "crown" else r)
        ),
        "table: Settlement leaves the wager crown unsettled.",
    ),
    "a result without a clause": (
        lambda: replace(GAME, resolve=settle_otherwise(lambda r: replace(r, clauses=()))),
        "table: The result of ante (lose) cites no clause.",
    ),
    "a step that is left out": (
        lambda: replace(GAME, running_order=without_payments),
        "table: The running order does not collect crown as settlement says.",
    ),
    "something carried from round to round that is not kept": (
        lambda: with_script(
            round_closed=lambda options, *_: replace(options, sign=f"{options.sign}1")
        ),
        "table: A table does not come back from its snapshot the same; script.carry and ",
    ),
    "a program that fails": (
        lambda: replace(GAME, resolve=fail),
        "ZeroDivisionError: integer division or modulo by zero",
    ),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_named_in_a_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.testing.kit.plan_tables", plan_few)
    broken, sentence = BREAKAGES[name]
    report = inspect_game(broken(), seed=SEED, rounds=0, lab=False)
    assert any(sentence in str(problem) for problem in report.problems), str(report)


def test_everything_wrong_is_raised_at_once() -> None:
    broken = replace(
        GAME,
        pitch=replace(GAME.pitch, where="", play=""),
        wagering=WageringRules((), (), (), ()),
    )
    with pytest.raises(GameProblem) as raised:
        check_game(broken, seed=SEED, rounds=0, lab=False)
    words = str(raised.value)
    assert "pitch.where is empty" in words
    assert "pitch.play is empty" in words
    assert "There is no required wager called ante" in words
    assert f"seed {SEED}" in words


def test_a_lab_that_disagrees_with_settlement_is_named() -> None:
    """Hi-Lo with antes that win five times as much as its own lab believes."""
    hilo = find_games()["hilo"]

    def pay_more(options: Any, round_: Any) -> Settlement:
        settled = hilo.resolve(options, round_)
        return Settlement(
            tuple(
                replace(
                    hand,
                    results=tuple(
                        replace(r, net=5 * r.net) if r.outcome is Outcome.WIN else r
                        for r in hand.results
                    ),
                )
                for hand in settled.hands
            )
        )

    report = inspect_game(replace(hilo, resolve=pay_more), seed=SEED, rounds=0)
    lab = [str(problem) for problem in report.problems if problem.subject == "lab"]
    assert any("better than the best play of the analysis" in problem for problem in lab)
