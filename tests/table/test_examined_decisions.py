"""What an examiner who had not written the table found wrong: decisions, and looking at cards."""

from random import Random
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import due, read_setup
from houseway.table.commands import (
    Bet,
    BuyIn,
    Choose,
    Do,
    Happen,
    LookAtHand,
    Sit,
)
from houseway.table.trial import DEALER, SUPERVISOR, Trial
from houseway.table.views import view
from tests.table.examining import CLOCK, alone, player
from tests.table.helpers import WORLD, finish, irregularities, start_round, table, until

# --- decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_made_only_by_choosing(game: str) -> None:
    found = table(game)
    start_round(found)
    until(found, "decide")
    seat = due(found.state)[0].seat
    for who in ("A", "B", "C", "stranger"):
        with pytest.raises(Refused, match="its player's own choice"):
            found.tell(Do(player(who), "decide", seat))


def test_a_choice_is_checked_though_the_dealer_completes_his_hand() -> None:
    """The choice that brings the dealer's short hand to light is a choice like any other."""
    found = alone("hilo", "2c 3c 5d 6c 7d 8c 9s Tc Jh Qc Kc", {"ante": 500})
    found.tell(Happen(WORLD, "skip_dealer"))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    stolen = {"decision": "play", "high": ["As", "Ah", "Ad"], "low": ["2s", "2h"]}
    with pytest.raises(Refused, match="exactly the cards dealt"):
        found.tell(Choose(player("A"), 1, stolen))
    uth = alone("uth", "2c 3c 5d 6c 7d 8c", {"ante": 500, "blind": 500}, chips=2000)
    uth.tell(Happen(WORLD, "skip_dealer"))
    uth.tell(Do(DEALER, "no_more_bets"))
    until(uth, "decide")
    for choice in ("9x", "1x", "2x"):
        with pytest.raises(Refused, match="does not offer it"):
            uth.tell(Choose(player("A"), 1, choice))
    with pytest.raises(Malformed):
        uth.tell(Choose(player("A"), 1, ["4x"]))
    with pytest.raises(Refused, match="the player has chips for"):
        uth.tell(Choose(player("A"), 1, "4x"))
    with pytest.raises(Refused, match="only the adopted choice"):
        uth.tell(Choose(CLOCK, 1, "4x"))
    uth.tell(Choose(player("A"), 1, "check"))
    finish(uth)


def two_hands(**config: Any) -> Trial:
    found = Trial(read_setup("hilo", {"max_hands_per_player": 2, **config}), Random(2))
    for seat in (1, 2):
        found.tell(Sit(player("A"), seat))
    return found


def test_a_hand_that_is_bet_can_be_set_without_another_chip() -> None:
    found = two_hands()
    found.tell(BuyIn(player("A"), 2000))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    while found.state.agenda[0].stage != "setting":
        if found.state.agenda[0].stage == "election":
            hand = found.state.round.hands[1] if found.state.round else None
            assert hand is not None
            task = found.state.agenda[0]
            rest = GAMES["hilo"].simple(found.state.setup.options, hand, (), task)
            chosen = (
                rest
                if rest != "fold"
                else GAMES["hilo"].script.timeout(hand, task._replace(stage="setting"))
            )
            found.tell(Choose(player("A"), 1, chosen))
        else:
            found.perform()
    assert found.state.rack_of("A") == 0
    found.perform()
    finish(found)


def test_three_places_are_three() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    found = alone("pikit", "2c 3c", wagers)
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    for pick in ([1, 2, 3, 3], [1, 2, 3, 9], [1, 2], [True, 2, 3]):
        with pytest.raises((Refused, Malformed)):
            found.tell(Choose(player("A"), 1, pick))


@pytest.mark.parametrize("game", GAMES)
def test_who_decides_for_a_player_learns_no_card(game: str) -> None:
    for timeout in ("fold", "supervisor"):
        found = table(game, timeout=timeout)
        start_round(found)
        until(found, "decide")
        task = due(found.state)[0]
        assert found.state.round is not None
        held = {str(card) for card in found.state.round.hands[task.seat or 0].cards}
        for choice in ("wave", {"high": ["As"], "low": []}, [1, 2, 9], {"decision": "play"}):
            with pytest.raises((Refused, Malformed)) as refused:
                found.tell(Choose(SUPERVISOR, task.seat or 0, choice))
            assert not any(card in str(refused.value) for card in held), str(refused.value)


# --- looking


def test_a_void_first_hand_does_not_hide_the_others() -> None:
    found = two_hands()
    found.tell(BuyIn(player("A"), 10**6))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Happen(WORLD, "stuck", found.state.stock[0]))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "fold"))  # he sees how many cards there are
    assert [one.seat for one in irregularities(found)] == [1]
    while due(found.state)[0].stage != "setting":
        found.perform()
    found.tell(LookAtHand(player("A"), 2))
    assert "cards" in view(found.state, "player", "A")["round"]["hands"]["2"]


def test_a_hand_folded_unseen_is_not_seen_later() -> None:
    found = two_hands(additional_hand_blind_fold=True)
    found.tell(BuyIn(player("A"), 10**6))
    found.prepare()
    for seat in (1, 2):
        found.tell(Bet(player("A"), seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(Choose(player("A"), 1, "fold"))
    until(found, "decide")
    found.tell(Choose(player("A"), 2, "fold"))
    with pytest.raises(Refused, match="folded unseen"):
        found.tell(LookAtHand(player("A"), 2))
    assert "cards" not in view(found.state, "player", "A")["round"]["hands"]["2"]


def test_a_seen_pick_is_seen_though_the_dealers_stack_waits() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    more: dict[str, Any] = {
        "method": "automated_shoe",
        "dealer_stack": "deferred",
        "three_card_pick": "seen",
    }
    found = alone("pikit", "2c 3c", wagers, **more)
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    found.tell(LookAtHand(player("A"), 1))
