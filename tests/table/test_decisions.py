"""Defects that an independent examiner reported: decisions, and looking at cards."""

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
from houseway.table.trials import DEALER, SUPERVISOR, Trial
from houseway.table.view_data import view_data
from tests.table.helpers import (
    WORLD,
    finish_round,
    list_irregularities,
    open_table,
    perform_until,
    start_round,
)
from tests.table.stacked import CLOCK, open_stacked, player

# --- decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_made_only_by_choosing(game: str) -> None:
    table = open_table(game)
    start_round(table)
    perform_until(table, "decide")
    seat = due(table.state)[0].seat
    for name in ("A", "B", "C", "stranger"):
        with pytest.raises(Refused, match="its player's own choice"):
            table.submit(Do(player(name), "decide", seat))


def test_a_choice_is_checked_even_if_the_dealer_completes_a_hand() -> None:
    """The choice that brings the dealer's short hand to light is a choice like any other."""
    table = open_stacked("hilo", "2c 3c 5d 6c 7d 8c 9s Tc Jh Qc Kc", {"ante": 500})
    table.submit(Happen(WORLD, "skip_dealer"))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    stolen = {"decision": "play", "high": ["As", "Ah", "Ad"], "low": ["2s", "2h"]}
    with pytest.raises(Refused, match="exactly the cards dealt"):
        table.submit(Choose(player("A"), 1, stolen))
    uth = open_stacked("uth", "2c 3c 5d 6c 7d 8c", {"ante": 500, "blind": 500}, chips=2000)
    uth.submit(Happen(WORLD, "skip_dealer"))
    uth.submit(Do(DEALER, "no_more_bets"))
    perform_until(uth, "decide")
    for choice in ("9x", "1x", "2x"):
        with pytest.raises(Refused, match="does not offer it"):
            uth.submit(Choose(player("A"), 1, choice))
    with pytest.raises(Malformed):
        uth.submit(Choose(player("A"), 1, ["4x"]))
    with pytest.raises(Refused, match="the player has chips for"):
        uth.submit(Choose(player("A"), 1, "4x"))
    with pytest.raises(Refused, match="only the adopted choice"):
        uth.submit(Choose(CLOCK, 1, "4x"))
    uth.submit(Choose(player("A"), 1, "check"))
    finish_round(uth)


def open_two_hands(**config: Any) -> Trial:
    table = Trial(read_setup("hilo", {"max_hands_per_player": 2, **config}), Random(2))
    for seat in (1, 2):
        table.submit(Sit(player("A"), seat))
    return table


def test_a_hand_that_is_bet_can_be_set_without_another_chip() -> None:
    table = open_two_hands()
    table.submit(BuyIn(player("A"), 2000))
    table.prepare()
    for seat in (1, 2):
        table.submit(Bet(player("A"), seat, "ante", 500))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    while table.state.agenda[0].stage != "setting":
        if table.state.agenda[0].stage == "election":
            hand = table.state.round.hands[1] if table.state.round else None
            assert hand is not None
            task = table.state.agenda[0]
            rest = GAMES["hilo"].beginner(table.state.setup.options, hand, (), task)
            chosen = (
                rest
                if rest != "fold"
                else GAMES["hilo"].script.timeout(hand, task._replace(stage="setting"))
            )
            table.submit(Choose(player("A"), 1, chosen))
        else:
            table.perform()
    assert table.state.rack_of("A") == 0
    table.perform()
    finish_round(table)


def test_a_pick_names_three_different_places() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    table = open_stacked("pikit", "2c 3c", wagers)
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    for pick in ([1, 2, 3, 3], [1, 2, 3, 9], [1, 2], [True, 2, 3]):
        with pytest.raises((Refused, Malformed)):
            table.submit(Choose(player("A"), 1, pick))


@pytest.mark.parametrize("game", GAMES)
def test_a_stand_in_for_a_player_learns_no_card(game: str) -> None:
    for timeout in ("fold", "supervisor"):
        table = open_table(game, timeout=timeout)
        start_round(table)
        perform_until(table, "decide")
        task = due(table.state)[0]
        assert table.state.round is not None
        held = {str(card) for card in table.state.round.hands[task.seat or 0].cards}
        for choice in ("wave", {"high": ["As"], "low": []}, [1, 2, 9], {"decision": "play"}):
            with pytest.raises((Refused, Malformed)) as refused:
                table.submit(Choose(SUPERVISOR, task.seat or 0, choice))
            assert not any(card in str(refused.value) for card in held), str(refused.value)


# --- looking


def test_a_void_first_hand_does_not_hide_the_others() -> None:
    table = open_two_hands()
    table.submit(BuyIn(player("A"), 10**6))
    table.prepare()
    for seat in (1, 2):
        table.submit(Bet(player("A"), seat, "ante", 500))
    table.submit(Happen(WORLD, "stuck", table.state.stock[0]))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 1, "fold"))  # the player sees how many cards there are
    assert [each.seat for each in list_irregularities(table)] == [1]
    while due(table.state)[0].stage != "setting":
        table.perform()
    table.submit(LookAtHand(player("A"), 2))
    assert "cards" in view_data(table.state, "player", "A")["round"]["hands"]["2"]


def test_a_hand_folded_unseen_stays_hidden() -> None:
    table = open_two_hands(additional_hand_blind_fold=True)
    table.submit(BuyIn(player("A"), 10**6))
    table.prepare()
    for seat in (1, 2):
        table.submit(Bet(player("A"), seat, "ante", 500))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 1, "fold"))
    perform_until(table, "decide")
    table.submit(Choose(player("A"), 2, "fold"))
    with pytest.raises(Refused, match="folded unseen"):
        table.submit(LookAtHand(player("A"), 2))
    assert "cards" not in view_data(table.state, "player", "A")["round"]["hands"]["2"]


def test_a_player_may_look_before_a_pick_while_the_dealers_stack_waits() -> None:
    wagers = {"ante": 500, "five_card_bonus": 500, "three_card_bonus": 500}
    more: dict[str, Any] = {
        "method": "automated_shoe",
        "dealer_stack": "deferred",
        "three_card_pick": "seen",
    }
    table = open_stacked("pikit", "2c 3c", wagers, **more)
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    table.submit(LookAtHand(player("A"), 1))
