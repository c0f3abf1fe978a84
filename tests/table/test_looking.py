"""Looking, picking and setting; several hands of one player; who decides for whom."""

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
from houseway.table.trial import DEALER, Trial, replayed
from houseway.table.views import view
from tests.table.helpers import (
    finish,
    start_round,
    table,
    until,
)


@pytest.mark.clause("hilo.40.6.g.2", "hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")
def test_additional_hands_are_bet_unseen_and_set_after_that() -> None:
    found = Trial(read_setup("hilo", {"max_hands_per_player": 3}), Random(4))
    alice = Actor(Role.PLAYER, "A")
    for seat in (1, 2, 3):
        found.tell(Sit(alice, seat))
    found.tell(BuyIn(alice, 10**6))
    found.prepare()
    for seat in (1, 2, 3):
        found.tell(Bet(alice, seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    with pytest.raises(Refused, match="still being dealt"):
        found.tell(LookAtHand(alice, 1))
    until(found, "decide")
    assert [(task.seat, task.stage) for task in due(found.state)] == [(1, "election")]
    for seat, clause in ((2, "hilo.40.6.g.2.i"), (3, "hilo.40.6.g.2.ii")):
        with pytest.raises(Refused) as refused:
            found.tell(LookAtHand(alice, seat))
        assert clause in refused.value.clauses
    found.tell(LookAtHand(alice, 1))
    assert found.state.round is not None
    assert found.state.round.looked == {1}
    found.choose(1)
    until(found, "decide")
    assert [(task.seat, task.stage) for task in due(found.state)] == [(2, "bet"), (3, "bet")]
    hands = view(found.state, "player", "A")["round"]["hands"]
    assert ["cards" in hands[str(seat)] for seat in (1, 2, 3)] == [True, False, False]
    offered = view(found.state, "player", "A")["due"][0]["offers"]
    assert offered == [{"choice": "play", "wager": "play", "cents": 500}]
    with pytest.raises(Refused, match="before it is seen"):
        found.tell(Choose(alice, 2, "fold"))
    with pytest.raises(Refused, match="and set after that"):
        found.tell(Choose(alice, 2, {"high": ["As", "Ks", "Qs"], "low": ["2c", "3c"]}))
    found.tell(Choose(alice, 2, "play"))
    with pytest.raises(Refused) as refused:
        found.tell(LookAtHand(alice, 2))
    assert "hilo.40.6.g.2.ii" in refused.value.clauses
    found.tell(Choose(alice, 3, "play"))
    found.tell(LookAtHand(alice, 3))
    assert [task.stage for task in due(found.state)] == ["setting", "setting"]
    assert "cards" in view(found.state, "player", "A")["round"]["hands"]["3"]
    with pytest.raises(Refused, match="a fold comes before it"):
        found.tell(Choose(alice, 2, "fold"))
    clock = Actor(Role.SYSTEM, "clock")
    hand = found.state.round.hands[2]
    task = due(found.state)[0]
    found.tell(Choose(clock, 2, GAMES["hilo"].script.timeout(hand, task)))
    finish(found)
    assert replayed(found) == found.state


@pytest.mark.clause("pikit.39.10.a", "pikit.39.10.c.3")
def test_the_blind_pick_is_by_place_and_says_nothing_of_the_cards() -> None:
    found = table("pikit", play_5_multiple=2, play_3_multiple=1)
    found.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    carol = Actor(Role.PLAYER, "C")
    assert found.state.round is not None
    held = {str(card) for card in found.state.round.hands[3].cards}
    for pick in ([1, 2], [1, 1, 2], [0, 1, 2], [4, 5, 6], []):
        with pytest.raises(Refused) as refused:
            found.tell(Choose(carol, 3, pick))
        assert not any(card in str(refused.value) for card in held)
    with pytest.raises(Malformed, match="face down"):
        found.tell(Choose(carol, 3, sorted(held)[:3]))
    with pytest.raises(Refused, match="until the dealer turns them up"):
        found.tell(LookAtHand(carol, 3))
    assert "cards" not in view(found.state, "player", "C")["round"]["hands"]["3"]
    found.tell(Choose(carol, 3, [5, 1, 3]))
    cards = found.state.round.hands[3].cards
    shown = view(found.state, "spectator")["round"]["hands"]["3"]["shown"]
    assert shown == [str(cards[4]), str(cards[0]), str(cards[2])]
    for _ in range(40):
        if due(found.state)[0].stage == "play":
            break
        found.perform()
    player = {1: "A", 2: "B", 3: "C"}[due(found.state)[0].seat or 0]
    offers = view(found.state, "player", player)["due"][0]["offers"]
    assert [(offer["choice"], offer["cents"]) for offer in offers] == [
        ("play_3", 500),
        ("play_5", 1000),
        ("fold", 0),
    ]


def test_a_pick_after_looking_may_name_the_cards() -> None:
    found = table("pikit", three_card_pick="seen")
    found.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    carol = Actor(Role.PLAYER, "C")
    found.tell(LookAtHand(carol, 3))
    mine = view(found.state, "player", "C")["round"]["hands"]["3"]["cards"]
    found.tell(Choose(carol, 3, mine[:3]))


@pytest.mark.parametrize("game", GAMES)
def test_a_supervisor_decides_only_where_that_is_adopted(game: str) -> None:
    for timeout, allowed in (("fold", Role.SYSTEM), ("supervisor", Role.SUPERVISOR)):
        found = table(game, timeout=timeout)
        start_round(found)
        until(found, "decide")
        task = due(found.state)[0]
        assert found.state.round is not None
        hand = found.state.round.hands[task.seat or 0]
        choice = GAMES[game].script.timeout(hand, task)
        for role in (Role.SYSTEM, Role.SUPERVISOR):
            command = Choose(Actor(role, "clock"), hand.seat, choice)
            if role is allowed:
                continue
            with pytest.raises(Refused):
                found.tell(command)
        if timeout == "fold":
            with pytest.raises(Refused, match="only the adopted choice"):
                found.tell(Choose(Actor(Role.SYSTEM, "clock"), hand.seat, "wave"))
        found.tell(Choose(Actor(allowed, "clock"), hand.seat, choice))


def test_chips_leave_the_table_through_the_cage() -> None:
    found = table("uth")
    alice = Actor(Role.PLAYER, "A")
    found.tell(CashOut(alice, 4_000_000))
    assert found.state.rack_of("A") == 6_000_000
    assert found.state.balances["cash:A"] == -6_000_000
    assert "cage" not in found.state.balances
    with pytest.raises(Refused, match=r"the player has .60,000 at this table"):
        found.tell(CashOut(alice, 6_000_001))


@pytest.mark.clause("uth.13.h.a", "uth.13.i")
def test_the_best_hand_is_left_exposed_for_cover_all() -> None:
    """At most one at a time, a straight or better, each better than the one before."""
    config: dict[str, Any] = {"cover_all": True, "cover_all_mode": True, "method": "hand"}
    config["shuffle"] = "automated"
    exposed = 0
    for seed in range(60):
        found = table("uth", seed, **config)
        start_round(found)
        assert view(found.state, "spectator")["hands_dealt"] == 4
        left: list[int | None] = []
        while found.state.round is not None:
            task = due(found.state)[0]
            if task.act == "leave_exposed":
                left.append(task.seat)
                found.perform()
                seen = view(found.state, "spectator")["round"]["left_exposed"]
                assert seen == (task.seat or "dealer")
                continue
            if task.act == "rack" and task.seat and task.seat in left[:-1]:
                assert "uth.13.i" in task.clauses
            found.perform()
        assert len(left) == len(set(left))
        exposed += len(left)
    assert exposed > 10
