"""Looking, picking and setting; several hands of the same player; decisions by a stand-in."""

from random import Random
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rulebook import Malformed, Refused
from houseway.table import due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    CashOut,
    Choose,
    Do,
    LookAtHand,
    Role,
    Sit,
)
from houseway.table.trials import DEALER, Trial, replay
from houseway.table.view_data import view_data
from tests.table.helpers import (
    finish_round,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.clause("hilo.40.6.g.2", "hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")
def test_additional_hands_are_bet_unseen_and_set_afterwards() -> None:
    table = Trial(read_setup("hilo", {"max_hands_per_player": 3}), Random(4))
    alice = Actor(Role.PLAYER, "A")
    for seat in (1, 2, 3):
        table.submit(Sit(alice, seat))
    table.submit(BuyIn(alice, 10**6))
    table.prepare()
    for seat in (1, 2, 3):
        table.submit(Bet(alice, seat, "ante", 500))
    table.submit(Do(DEALER, "no_more_bets"))
    with pytest.raises(Refused, match="still being dealt"):
        table.submit(LookAtHand(alice, 1))
    perform_until(table, "decide")
    assert [(task.seat, task.stage) for task in due(table.state)] == [(1, "election")]
    for seat, clause in ((2, "hilo.40.6.g.2.i"), (3, "hilo.40.6.g.2.ii")):
        with pytest.raises(Refused) as refused:
            table.submit(LookAtHand(alice, seat))
        assert clause in refused.value.clauses
    table.submit(LookAtHand(alice, 1))
    assert table.state.round is not None
    assert table.state.round.looked == {1}
    table.choose(1)
    perform_until(table, "decide")
    assert [(task.seat, task.stage) for task in due(table.state)] == [(2, "bet"), (3, "bet")]
    hands = view_data(table.state, "player", "A")["round"]["hands"]
    assert ["cards" in hands[str(seat)] for seat in (1, 2, 3)] == [True, False, False]
    offered = view_data(table.state, "player", "A")["due"][0]["offers"]
    (play,) = offered
    assert (play["choice"], play["wager"], play["cents"]) == ("play", "play", 500)
    assert play["form"] == {"kind": "button"}, "a hand that is bet unseen is not set yet"
    with pytest.raises(Refused, match="before it is seen"):
        table.submit(Choose(alice, 2, "fold"))
    with pytest.raises(Refused, match="and set after that"):
        table.submit(Choose(alice, 2, {"high": ["As", "Ks", "Qs"], "low": ["2c", "3c"]}))
    table.submit(Choose(alice, 2, "play"))
    with pytest.raises(Refused) as refused:
        table.submit(LookAtHand(alice, 2))
    assert "hilo.40.6.g.2.ii" in refused.value.clauses
    table.submit(Choose(alice, 3, "play"))
    table.submit(LookAtHand(alice, 3))
    assert [task.stage for task in due(table.state)] == ["setting", "setting"]
    assert "cards" in view_data(table.state, "player", "A")["round"]["hands"]["3"]
    with pytest.raises(Refused, match="a fold comes before it"):
        table.submit(Choose(alice, 2, "fold"))
    clock = Actor(Role.SYSTEM, "clock")
    hand = table.state.round.hands[2]
    task = due(table.state)[0]
    table.submit(Choose(clock, 2, GAMES["hilo"].script.timeout(hand, task)))
    finish_round(table)
    assert replay(table) == table.state


@pytest.mark.clause("pikit.39.10.a", "pikit.39.10.c.3")
def test_a_blind_pick_names_places_and_reveals_no_card() -> None:
    table = open_table("pikit", play_5_multiple=2, play_3_multiple=1)
    table.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            table.submit(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    carol = Actor(Role.PLAYER, "C")
    assert table.state.round is not None
    held = {str(card) for card in table.state.round.hands[3].cards}
    for pick in ([1, 2], [1, 1, 2], [0, 1, 2], [4, 5, 6], []):
        with pytest.raises(Refused) as refused:
            table.submit(Choose(carol, 3, pick))
        assert not any(card in str(refused.value) for card in held)
    with pytest.raises(Malformed, match="face down"):
        table.submit(Choose(carol, 3, sorted(held)[:3]))
    with pytest.raises(Refused, match="until the dealer turns them up"):
        table.submit(LookAtHand(carol, 3))
    assert "cards" not in view_data(table.state, "player", "C")["round"]["hands"]["3"]
    table.submit(Choose(carol, 3, [5, 1, 3]))
    cards = table.state.round.hands[3].cards
    shown = view_data(table.state, "spectator")["round"]["hands"]["3"]["shown"]
    assert shown == [str(cards[4]), str(cards[0]), str(cards[2])]
    for _ in range(40):
        if due(table.state)[0].stage == "play":
            break
        table.perform()
    player = {1: "A", 2: "B", 3: "C"}[due(table.state)[0].seat or 0]
    offers = view_data(table.state, "player", player)["due"][0]["offers"]
    assert [(offer["choice"], offer["cents"]) for offer in offers] == [
        ("play_3", 500),
        ("play_5", 1000),
        ("fold", 0),
    ]


def test_a_pick_after_looking_may_name_the_cards() -> None:
    table = open_table("pikit", three_card_pick="seen")
    table.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            table.submit(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    table.submit(Do(DEALER, "no_more_bets"))
    perform_until(table, "decide")
    carol = Actor(Role.PLAYER, "C")
    table.submit(LookAtHand(carol, 3))
    mine = view_data(table.state, "player", "C")["round"]["hands"]["3"]["cards"]
    table.submit(Choose(carol, 3, mine[:3]))


@pytest.mark.parametrize("game", GAMES)
def test_a_supervisor_decides_only_where_that_is_adopted(game: str) -> None:
    for timeout, allowed in (("fold", Role.SYSTEM), ("supervisor", Role.SUPERVISOR)):
        table = open_table(game, timeout=timeout)
        start_round(table)
        perform_until(table, "decide")
        task = due(table.state)[0]
        assert table.state.round is not None
        hand = table.state.round.hands[task.seat or 0]
        choice = GAMES[game].script.timeout(hand, task)
        for role in (Role.SYSTEM, Role.SUPERVISOR):
            command = Choose(Actor(role, "clock"), hand.seat, choice)
            if role is allowed:
                continue
            with pytest.raises(Refused):
                table.submit(command)
        if timeout == "fold":
            with pytest.raises(Refused, match="only the adopted choice"):
                table.submit(Choose(Actor(Role.SYSTEM, "clock"), hand.seat, "wave"))
        table.submit(Choose(Actor(allowed, "clock"), hand.seat, choice))


def test_chips_leave_the_table_through_the_cage() -> None:
    table = open_table("uth")
    alice = Actor(Role.PLAYER, "A")
    table.submit(CashOut(alice, 4_000_000))
    assert table.state.rack_of("A") == 6_000_000
    assert table.state.balances["cash:A"] == -6_000_000
    assert "cage" not in table.state.balances
    with pytest.raises(Refused, match=r"the player has .60,000 at this table"):
        table.submit(CashOut(alice, 6_000_001))


@pytest.mark.clause("uth.13.h.a", "uth.13.i")
def test_the_best_hand_is_left_exposed_for_cover_all() -> None:
    """At most one at a time, a straight or better, each better than the one before."""
    config: dict[str, Any] = {"cover_all": True, "cover_all_mode": True, "method": "hand"}
    config["shuffle"] = "automated"
    exposed = 0
    for seed in range(60):
        table = open_table("uth", seed, **config)
        start_round(table)
        assert view_data(table.state, "spectator")["hands_dealt"] == 4
        left: list[int | None] = []
        while table.state.round is not None:
            task = due(table.state)[0]
            if task.act == "leave_exposed":
                left.append(task.seat)
                table.perform()
                left_out = view_data(table.state, "spectator")["round"]["left_exposed"]
                assert left_out == (task.seat or "dealer")
                continue
            if task.act == "rack" and task.seat and task.seat in left[:-1]:
                assert "uth.13.i" in task.clauses
            table.perform()
        assert len(left) == len(set(left))
        exposed += len(left)
    assert exposed > 10
