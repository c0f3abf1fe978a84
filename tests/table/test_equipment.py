"""Equipment: decks, extra cards, shoes, shufflers, the rack, and what only people can see."""

from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.games.dealing import Method
from houseway.rulebook import Malformed, Refused
from houseway.table import Phase, due, read_setup
from houseway.table.commands import (
    Actor,
    Choose,
    CloseTable,
    Do,
    DrawInError,
    LookAtHand,
    OrderRecut,
    ReportBreach,
    Role,
)
from houseway.table.events import BreachReported, StepDone
from houseway.table.prompts import list_prompt_clauses, prompt
from houseway.table.trials import DEALER, DEVICE, FLOOR, SUPERVISOR
from houseway.table.view_data import view_data
from tests.table.helpers import (
    TWO_DECKS,
    finish_round,
    list_racks,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.clause("pikit.39.2.a", "uth.2.a", "hilo.40.2.a", "pikit.39.2.b.2", "uth.2.b.2")
@pytest.mark.clause("hilo.40.2.b.2", "pikit.39.2.c", "pikit.layout.e", "hilo.layout.d")
@pytest.mark.clause("pikit.39.7.a", "uth.7.a", "hilo.40.7.a", "uth.13.d")
@pytest.mark.parametrize(
    ("game", "config", "clause"),
    [
        ("pikit", {"cover_card": "red"}, "pikit.39.2.a"),
        ("pikit", {"cover_cards": 0}, "pikit.39.2.a"),
        ("pikit", {"cover_cards": 0, "method": "automated_shoe"}, "pikit.39.2.c"),
        ("uth", {"cover_cards": 1}, "uth.2.a"),
        ("uth", {"cover_card": "white"}, "uth.2.a"),
        ("uth", {"cover_card": "green", "back": "green"}, "uth.2.a"),
        ("hilo", {"cutting_card": "none"}, "hilo.40.2.a"),
        ("hilo", {"cutting_card": "red"}, "hilo.40.2.a"),
        *[
            (game, {**TWO_DECKS, "second_back": "red"}, clause)
            for game, clause in (
                ("pikit", "pikit.39.2.b.2"),
                ("uth", "uth.2.b.2"),
                ("hilo", "hilo.40.2.b.2"),
            )
        ],
        ("pikit", {"shoe_side": "none"}, "pikit.39.7.a"),
        ("uth", {"shoe_side": "none"}, "uth.7.a"),
        ("hilo", {"shoe_side": "none"}, "hilo.40.7.a"),
        ("pikit", {"drop_box": "none"}, "pikit.layout.e"),
        ("hilo", {"tip_box": "right"}, "hilo.layout.d"),
        ("uth", {"cover_all": True, "shuffle": "automated"}, "uth.13.d"),
    ],
)
def test_equipment_that_the_text_does_not_allow_is_refused(
    game: str, config: Any, clause: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_setup(game, config)
    assert clause in refused.value.clauses


@pytest.mark.clause("hilo.shoes.c", "uth.13.d")
def test_a_shuffler_goes_with_either_shoe_or_the_hand() -> None:
    for method in Method:
        read_setup("hilo", {"shuffle": "automated", "method": method.value})
    mode = {"cover_all": True, "shuffle": "automated", "cover_all_mode": True}
    assert read_setup("uth", mode).options.cover_all_mode
    assert read_setup("pikit", {"cover_cards": 2, "approval": "P-17"}).equipment.approval == "P-17"


@pytest.mark.clause("pikit.39.6.c.1.i", "pikit.39.6.c.1.iv", "uth.4.c.1.i", "uth.4.c.1.iv")
@pytest.mark.clause("hilo.40.4.c.1.i", "hilo.40.4.c.1.iv", "pikit.39.6.c.2", "uth.4.c.2")
@pytest.mark.clause("hilo.40.4.c.2")
@pytest.mark.parametrize("game", GAMES)
def test_the_cover_card_moves_with_the_cut(game: str) -> None:
    table = open_table(game)
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "shuffle")
    table.perform(list(NEW_DECK))
    with pytest.raises(Refused, match="Next: place cover"):
        table.submit(Do(DEALER, "cut", data=20))
    table.perform()
    assert table.state.kit.cover[0] == "in front of the deck"
    table.perform(20)
    table.perform()
    assert table.state.kit.cover[0] == "discard rack"
    if game == "uth":
        assert table.state.kit.cover == ("discard rack", "table")
    for act in ("shuffle", "cut", "deal", "insert"):  # from the cut the only way on is the deal
        with pytest.raises(Refused, match="Next: load"):
            table.submit(Do(DEALER, act, data=20))
    table.submit(OrderRecut(SUPERVISOR, "too few cards"))
    assert [task.act for task in table.state.agenda] == ["place_cover", "cut", "rack_cover", "load"]
    table.perform()
    table.perform(30)
    table.perform()
    table.perform("left")
    assert table.state.phase is Phase.BETTING


@pytest.mark.clause("pikit.39.2.c", "pikit.39.9.c", "pikit.39.10.d", "uth.7.d.2", "uth.10.f")
@pytest.mark.parametrize(
    ("game", "method", "covered"),
    [
        ("pikit", "automated_shoe", True),
        ("pikit", "manual_shoe", False),
        ("uth", "manual_shoe", True),
        ("uth", "automated_shoe", True),
        ("hilo", "automated_shoe", False),
    ],
)
def test_the_dealers_cards_lie_under_a_cover_card(game: str, method: str, covered: bool) -> None:
    table = open_table(game, method=method)
    start_round(table)
    perform_until(table, "decide")
    assert (table.state.kit.cover[-1] == "dealer's hand") is covered
    while due(table.state)[0].act != "reveal" or due(table.state)[0].seat is not None:
        table.perform()
    words = prompt(table.state, due(table.state)[0])
    assert ("cover card beside the shoe" in words) is covered
    table.perform()
    assert (table.state.kit.cover[-1] == "beside the shoe") is covered


@pytest.mark.clause("hilo.shoes.b")
def test_a_shoe_is_secured_and_locked_away() -> None:
    table = open_table("hilo")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "secure")
    with pytest.raises(Refused) as refused:
        table.submit(Do(DEALER, "load"))
    assert refused.value.clauses == ("hilo.shoes.b",)
    table.prepare()
    assert table.state.kit.secured
    table.bet_at_random()
    table.play_round()
    assert table.state.kit.secured
    assert "secure" not in [task.act for task in table.state.agenda]
    events = table.submit(CloseTable(DEALER))
    assert [event.act for event in events if isinstance(event, StepDone)] == ["lock", "close"]
    assert not table.state.kit.secured


@pytest.mark.clause("pikit.39.7.a", "pikit.39.9.b.1", "uth.7.a", "uth.9.b.1", "hilo.40.7.a")
@pytest.mark.clause("hilo.40.9.b.1")
@pytest.mark.parametrize("by", [DEALER, DEVICE])
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_the_deck_is_loaded_by_dealer_or_shuffler(game: str, method: str, by: Actor) -> None:
    table = open_table(game, method=method, shuffle="automated")
    table.submit(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    perform_until(table, "shuffle")
    table.perform(list(NEW_DECK))
    (loaded,) = table.submit(Do(by, "load"))
    assert isinstance(loaded, StepDone)
    assert (loaded.words, loaded.by) == (method.replace("_", " "), str(by))
    assert loaded.clauses[0] in GAMES[game].handling.by(Method(method)).loaded


@pytest.mark.clause("pikit.39.8.b.2", "pikit.39.8.b.2.i", "uth.8.b.2", "uth.8.b.2.i")
@pytest.mark.clause("hilo.40.8.b.2", "hilo.40.8.b.2.i")
@pytest.mark.parametrize("game", GAMES)
def test_the_hand_that_holds_the_deck_is_chosen_once_a_round(game: str) -> None:
    table = open_table(game, shuffle="automated", method="hand")
    for hand in ("left", "right"):
        while due(table.state)[0].act != "load":
            table.perform([list(NEW_DECK)] if due(table.state)[0].act == "receive" else NEW_DECK)
        with pytest.raises(Malformed, match="left or right"):
            table.submit(Do(DEALER, "load", data="both"))
        table.submit(Do(DEALER, "load", data=hand))
        assert table.state.kit.holding == hand
        table.bet_at_random()
        table.submit(Do(DEALER, "no_more_bets"))
        with pytest.raises(Refused) as refused:
            table.submit(Do(DEALER, "load", data="right"))
        assert refused.value.clauses == GAMES[game].handling.same_hand
        finish_round(table)
        assert not table.state.kit.holding


@pytest.mark.clause("pikit.39.8.b.2.ii", "uth.8.b.2.ii", "hilo.40.8.b.2.ii", "uth.7.c")
@pytest.mark.clause("hilo.40.7.c", "hilo.40.8.b.4", "pikit.39.3.f", "hilo.40.6.d")
@pytest.mark.parametrize("game", GAMES)
def test_prompts_describe_manual_work_and_breaches_are_recorded(game: str) -> None:
    by_hand = open_table(game, shuffle="automated", method="hand")
    start_round(by_hand)
    task = due(by_hand.state)[0]
    assert "over the chip tray" in prompt(by_hand.state, task)
    drawn = GAMES[game].handling.hand.drawn
    assert list_prompt_clauses(by_hand.state, task) == drawn
    task_data = view_data(by_hand.state, "dealer", "Dana")["due"][0]
    assert "over the chip tray" in task_data["prompt"]
    assert set(drawn) <= set(task_data["clauses"])
    assert "prompt" not in view_data(by_hand.state, "player", "A")["due"][0]
    for side, far in (("left", "right"), ("right", "left")):
        shoe = open_table(game, shoe_side=side)
        start_round(shoe)
        words = prompt(shoe.state, due(shoe.state)[0])
        assert f"with the {side} hand, nearest the shoe, and placing it with the {far}" in words
    (logged,) = by_hand.submit(ReportBreach(FLOOR, "cards_away_from_the_tray", words="twice"))
    assert isinstance(logged, BreachReported)
    assert logged.clauses == GAMES[game].handling.breaches["cards_away_from_the_tray"]
    with pytest.raises(Malformed):
        by_hand.submit(ReportBreach(FLOOR, "whistling"))
    with pytest.raises(Refused, match="nobody sits there"):
        by_hand.submit(ReportBreach(FLOOR, "cards_away_from_the_tray", seat=6))


@pytest.mark.clause("pikit.39.3.f", "hilo.40.6.d", "uth.10.a")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_acts_on_anothers_cards(game: str) -> None:
    table = open_table(game)
    start_round(table)
    perform_until(table, "decide")
    seat = due(table.state)[0].seat or 0
    other = "C" if seat == 1 else "A"
    with pytest.raises(Refused) as refused:
        table.submit(Choose(Actor(Role.PLAYER, other), seat, "fold"))
    assert refused.value.clauses[0] in GAMES[game].handling.own_cards
    with pytest.raises(Refused, match="the hand is"):
        table.submit(LookAtHand(Actor(Role.PLAYER, other), seat))


@pytest.mark.clause("pikit.39.12.b", "uth.15.c", "hilo.40.12.c")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_drawn_in_error_is_the_next_card(game: str) -> None:
    plain, table = open_table(game, seed=5), open_table(game, seed=5)
    for trial in (plain, table):
        start_round(trial)
        trial.perform()
    table.submit(DrawInError(DEALER))
    assert table.state.drawn == 1
    assert view_data(table.state, "dealer", "Dana")["equipment"]["cards_drawn_in_error"] == 1
    with pytest.raises(Refused, match="the next card that is due"):
        table.submit(DrawInError(DEALER))
    for trial in (plain, table):
        trial.perform()
    assert table.state.drawn == 0
    assert table.state.round == plain.state.round
    assert table.state.stock == plain.state.stock


@pytest.mark.parametrize("game", GAMES)
def test_an_exposed_card_drawn_in_error_counts_as_face_up(game: str) -> None:
    """P27: the first is set aside; a second one ends the round."""
    table = open_table(game)
    before = start_round(table)
    top = table.state.stock[0]
    table.submit(DrawInError(DEALER, exposed=True))
    assert table.state.round is not None
    assert table.state.round.set_aside == (top,)
    table.submit(DrawInError(DEALER, exposed=True))
    finish_round(table)
    assert list_racks(table) == before
    with pytest.raises(Refused, match="no cards are being dealt"):
        table.submit(DrawInError(DEALER))
