"""High Card Duel keeps the contract of a game, and settles as its text says."""

from highcard import GAME
from houseway.games.documents import settle_document
from houseway.testing import check_game


def test_the_game_keeps_the_contract() -> None:
    print(check_game(GAME))


def test_the_higher_card_wins_ante_and_play() -> None:
    hand = {"seat": 1, "wagers": {"ante": 1000}, "cards": ["Kd"], "actions": {"decision": "play"}}
    document = {"game": "duel", "dealer": ["Qd"], "hands": [hand]}
    settlement = settle_document(document, {"duel": GAME}).settlement
    assert settlement is not None
    assert {result.wager: result.net for result in settlement.hands[0].results} == {
        "ante": 1000,
        "play": 500,
    }
