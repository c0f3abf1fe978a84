"""Whether a game says what people need to read: its wagers, its lobby entry, how it is played."""

from collections.abc import Iterator
from typing import Any

from houseway.cards import CardError, parse_cards
from houseway.games.contract import Game
from houseway.games.wagers import Moment


def check_wagers(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the list of wagers."""
    wagers = {wager.id: wager for wager in game.wagering.wagers}
    if "ante" not in wagers or not wagers["ante"].required:
        yield "There is no required wager called ante; all figures are given in antes."
    elif not wagers["ante"].main:
        yield "The ante is not marked as a wager of the main game (main=True)."
    names = {option.name for option in game.options}
    for wager in wagers.values():
        if not wager.name or not wager.clauses:
            yield f"The wager {wager.id} needs a name and the clauses that define it."
        for other in filter(None, (*wager.needs, wager.equals)):
            if other not in wagers:
                yield f"The wager {wager.id} refers to {other}, and there is no such wager."
        if wager.option is not None and wager.option not in names:
            yield f"The wager {wager.id} depends on the option {wager.option}, which is missing."
    for term in game.glossary:
        if not term.clauses:
            yield f"The term {term.word} of the glossary cites no clause."


def check_words(game: Game[Any, Any]) -> Iterator[str]:
    """Problems of the lobby entry and of the page that explains the game."""
    for part, words in (
        ("name", game.name),
        ("pitch.where", game.pitch.where),
        ("pitch.play", game.pitch.play),
        ("how_to_play.goal", game.how_to_play.goal),
    ):
        if not words.strip():
            yield f"{part} is empty; a newcomer reads it first."
    if not game.how_to_play.steps:
        yield "how_to_play.steps is empty; say what happens in a round, step by step."
    yield from _check_spots(game)
    for rank in game.how_to_play.ranks:
        try:
            parse_cards(rank.cards.split())
        except CardError as error:
            yield f"The example of {rank.name} in how_to_play.ranks is not made of cards: {error}"


def _check_spots(game: Game[Any, Any]) -> Iterator[str]:
    spots = game.how_to_play.spots
    wagers = {wager.id: wager for wager in game.wagering.wagers}
    for wager_id, wager in wagers.items():
        if not spots.get(wager_id, "").strip():
            kind = "award" if wager.moment is Moment.NEVER else "wager"
            yield f"how_to_play.spots does not say what the {kind} {wager_id} is for."
    for wager_id in spots:
        if wager_id not in wagers:
            yield f"how_to_play.spots explains {wager_id}, and there is no such wager."
