"""How to play: one minute for a newcomer to a game."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from houseway.games import find_games
from houseway.web.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}")
def how_to_play(request: Request, game_id: str) -> Response:
    """The goal of a game, a round step by step, what beats what, and what each spot is for."""
    game = find_games().get(game_id)
    if game is None:
        return RedirectResponse("/")
    words, wagers = game.how_to_play, game.wagering.wagers
    return render(
        request,
        "lobby/how_to_play.html",
        game=game,
        goal=words.goal,
        steps=words.steps,
        ranks=[(rank.name, rank.cards.split(), rank.words) for rank in words.ranks],
        spots=[(wager.name, words.spots[wager.id]) for wager in wagers if wager.id in words.spots],
    )
