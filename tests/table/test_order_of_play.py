"""The order of play: the decisions, the hands that are kept, and the racking of cards."""

import pytest

from houseway.games import GAMES
from houseway.table import due
from houseway.table.commands import (
    Actor,
    Bet,
    Choose,
    Do,
    Role,
)
from houseway.table.events import CardsRacked
from houseway.table.trials import (
    DEALER,
)
from tests.table.helpers import (
    finish_round,
    list_irregularities,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.clause("uth.10.a", "uth.10.c", "uth.10.e", "uth.10.b", "uth.10.d", "uth.10.f")
@pytest.mark.clause("pikit.39.10.a", "pikit.39.10.c", "pikit.39.10.c.1", "pikit.39.10.c.3")
@pytest.mark.clause("pikit.39.10.d", "hilo.40.10.a", "hilo.40.10.c")
def test_each_game_plays_in_its_own_order() -> None:
    def list_order(game: str) -> list[tuple[str, int | None, str | None]]:
        table = open_table(game, seed=9)
        start_round(table)
        played = [task for task in table.state.agenda if not task.act.startswith("deal_s")]
        return [(t.act, t.seat, t.stage) for t in played if t.act != "deal"]

    uth = list_order("uth")
    streets = [(seat, stage) for act, seat, stage in uth if act == "decide"]
    assert streets == [(n, s) for s in ("preflop", "flop", "river") for n in (1, 2, 3)]
    acts = [act for act, _, _ in uth]
    assert acts[3:7] == ["burn", "deal_community", "deal_community", "deal_community"]
    assert acts[10:13] == ["burn", "deal_community", "deal_community"]
    assert acts[-2:] == ["rack_stub", "reveal"]
    pikit = [(act, seat) for act, seat, stage in list_order("pikit") if stage != "pick"]
    assert pikit == [
        ("rack_stub", None),
        ("reveal", 3),
        ("decide", 3),
        ("reveal", 2),
        ("decide", 2),
        ("reveal", 1),
        ("decide", 1),
        ("reveal", None),
    ]
    picks = [seat or 0 for _, seat, stage in list_order("pikit") if stage == "pick"]
    assert picks == sorted(picks, reverse=True)
    hilo = open_table("hilo")
    start_round(hilo)
    perform_until(hilo, "decide")
    assert [task.seat for task in due(hilo.state)] == [1, 2, 3]
    hilo.choose(3)
    perform_until(hilo, "decide")
    assert [task.seat for task in due(hilo.state)] == [1, 2]


@pytest.mark.clause("uth.10.a.2", "uth.10.c.2", "uth.10.a.1")
def test_a_player_who_checks_decides_again_and_a_player_who_bets_does_not() -> None:
    table = open_table("uth")
    start_round(table)
    questions: list[tuple[int, str]] = []
    while table.state.round is not None:
        task = due(table.state)[0]
        if task.act != "decide":
            table.perform()
            continue
        seat, stage = task.seat or 0, task.stage or ""
        questions.append((seat, stage))
        # Seat 1 bets at once, seat 2 after the flop, seat 3 checks to the end.
        choice = {(1, "preflop"): "4x", (2, "flop"): "2x", (3, "river"): "1x"}
        player = Actor(Role.PLAYER, table.state.seats[seat])
        table.submit(Choose(player, seat, choice.get((seat, stage), "check")))
    assert questions == [
        *[(1, "preflop"), (2, "preflop"), (3, "preflop")],
        *[(2, "flop"), (3, "flop")],
        (3, "river"),
    ]


@pytest.mark.clause("hilo.40.10.b", "uth.10.e.2.i", "uth.10.e.2.ii")
@pytest.mark.parametrize(("game", "kept_by"), [("hilo", "poker_bonus"), ("uth", "trips")])
def test_a_folded_hand_is_kept_for_its_bonus_or_racked_at_once(game: str, kept_by: str) -> None:
    table = open_table(game)
    table.prepare()
    for seat, player in enumerate("ABC", 1):
        wagers = ["ante", "blind"] if game == "uth" else ["ante"]
        for wager in [*wagers, kept_by] if seat == 1 else wagers:
            table.submit(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    table.submit(Do(DEALER, "no_more_bets"))
    while table.state.round is not None and not table.state.round.dealer_revealed:
        task = due(table.state)[0]
        if task.act == "decide":
            owner = Actor(Role.PLAYER, table.state.seats[task.seat or 0])
            last = task.stage in {"river", "election"}
            table.submit(Choose(owner, task.seat or 0, "fold" if last else "check"))
        else:
            table.perform()
    assert table.state.round is not None
    assert ("tuck", 1, None) in table.state.round.done
    racked = [owner for owner, _ in table.state.rack]
    assert "1" not in racked
    assert {"2", "3"} <= set(racked)
    assert not table.state.round.revealed
    finish_round(table)
    assert [e.owner for e in table.log if isinstance(e, CardsRacked)][-2:] == ["1", "dealer"]


@pytest.mark.clause("pikit.39.9.c.1", "pikit.39.9.c.2")
@pytest.mark.parametrize("stack", ["immediate", "deferred"])
def test_the_dealers_stack_comes_at_once_or_after_the_decisions(stack: str) -> None:
    table = open_table("pikit", method="automated_shoe", dealer_stack=stack)
    start_round(table)
    acts = [(task.act, task.seat) for task in table.state.agenda if task.act != "reveal"]
    own, last = (
        acts.index(("deal_stack", 0)),
        max(n for n, a in enumerate(acts) if a[0] == "decide"),
    )
    assert (own > last) is (stack == "deferred")
    finish_round(table)
    assert not list_irregularities(table)


@pytest.mark.clause("uth.10.i")
@pytest.mark.clause("pikit.39.10.g", "hilo.40.10.g")
@pytest.mark.parametrize("game", GAMES)
def test_the_rack_is_in_the_order_cards_were_picked_up(game: str) -> None:
    table = open_table(game)
    table.prepare()
    table.bet_at_random()
    start = len(table.log)
    table.play_round()
    owners = [event.owner for event in table.log[start:] if isinstance(event, CardsRacked)]
    assert owners[0] in {"stub", "1", "2", "3"}
    assert owners[-1] == "dealer"
    assert sorted(owners) == ["1", "2", "3", "dealer", "stub"]
