"""Parts of a table's page besides the drawing: moves without cards, the coming acts, the tray."""

from typing import Any

from houseway.cards import Card, parse_cards
from houseway.games.results import Outcome, WagerResult
from houseway.games.script import By, Task
from houseway.table import Phase, read_setup
from houseway.table.state import RoundState, TableState, replace_fast
from houseway.table.views import DealerView, HandView, RoundView, TableView
from houseway.web.cards import discs
from houseway.web.console.troubles import list_troubles, quote_clauses
from houseway.web.tables.agenda import list_coming
from houseway.web.tables.betting import list_chips
from houseway.web.tables.felt import draw_table, felt_svg
from houseway.web.tables.motion import list_moves
from houseway.web.tables.on_felt import OnFelt, remaining_on_felt

UTH = read_setup("uth", {"minimums": {"ante": 500}})


def view_of(
    hands: dict[int, HandView] | None = None, dealer: int = 0, community: tuple[Card, ...] = ()
) -> TableView:
    now = RoundView(1, hands or {}, DealerView(dealer), community, (), 0, 52)
    return TableView("uth", Phase.ROUND, {}, {}, 0, (), round=now)


def hand_of(*cards: str) -> HandView:
    return HandView("Ann", {"ante": 500, "blind": 500}, 2, cards=parse_cards(cards) or None)


def dealt(place: str, count: int = 1, **cards: list[str]) -> dict[str, Any]:
    return {"type": "cards_dealt", "place": place, "count": count, **cards}


def test_moves_follow_the_events_and_name_places_and_no_cards() -> None:
    view = view_of({2: hand_of("As", "Kd"), 5: hand_of()}, dealer=2)
    news = [dealt(place) for place in ("2", "5", "dealer", "2", "5", "dealer")]
    listed = list_moves(view, news)
    order = ["seat-2:0", "seat-5:0", "dealer:0", "seat-2:1", "seat-5:1", "dealer:1"]
    assert [move["at"] for move in listed] == [*order, "seat-2"]
    # The own hand is turned up after the last card; the hand of another is not.
    assert listed[-1]["do"] == "turn"
    assert "As" not in str(listed)


def test_new_cards_of_the_board_follow_those_that_lie_there() -> None:
    view = view_of(community=parse_cards(["2c", "3c", "4c", "5c", "6c"]))
    news = [dealt("burned"), dealt("community", cards=["5c"]), dealt("community", cards=["6c"])]
    deals = [{"do": "deal", "at": "community:3"}, {"do": "deal", "at": "community:4"}]
    assert list_moves(view, news) == [{"do": "burn", "at": "discard"}, *deals]


def test_money_moves_in_the_order_of_settlement() -> None:
    news: list[dict[str, Any]] = [
        {"type": "hand_revealed", "seat": None},
        {"type": "money_moved", "act": "collect", "seat": 4, "wager": "ante", "moves": []},
        {"type": "money_moved", "act": "pay", "seat": 1, "wager": "trips", "moves": []},
    ]
    listed = [(move["do"], move["at"]) for move in list_moves(view_of(), news)]
    assert listed == [("turn", "dealer"), ("collect", "seat-4"), ("pay", "seat-1")]


def test_the_list_of_coming_acts_ends_where_a_hand_is_turned_up() -> None:
    """Nobody learns whether a hand that lies face down wins or loses before its cards are shown."""
    agenda = (
        Task("collect", ("uth.10.h.1",), seat=1, wager="ante"),
        Task("reveal", ("uth.10.h",), seat=2),
        Task("announce", ("uth.10.h",), seat=2, words="full house"),
        Task("pay", ("uth.11.b",), seat=2, wager="ante", cents=4_000),
    )
    hands = RoundState(1, {})
    state = replace_fast(
        TableState(UTH), agenda=agenda, round=hands, balances={"spot:1:ante": 1_500}
    )
    words = [act["words"] for act in list_coming(state)]
    assert words == ["Take $15 from seat 1, ante.", "Turn up the cards of seat 2."]


def test_a_decision_that_is_due_is_in_the_list() -> None:
    task = Task("decide", ("uth.10.a",), By.PLAYER, seat=3, stage="preflop")
    state = replace_fast(TableState(UTH), agenda=(task,), round=RoundState(1, {}))
    assert list_coming(state) == [{"words": "Seat 3 decides.", "clauses": ["uth.10.a"]}]


def test_the_felt_shows_only_the_cards_and_chips_that_still_lie_there() -> None:
    view = view_of({2: hand_of()}, dealer=2)
    round_ = replace_fast(RoundState(1, {}), moved={(2, "ante"): -500})
    rack: Any = (("stub", ()), ("2", ()))
    state = replace_fast(TableState(UTH), round=round_, rack=rack, balances={"spot:2:play": 2_000})
    felt = remaining_on_felt(view, state)
    assert felt.view.round is not None
    assert felt.view.round.undealt == 0  # the stub is in the rack
    shown = felt.view.round.hands[2]
    assert shown.wagers == {"play": 2_000}
    assert shown.count == 0
    assert felt.results[2] == (WagerResult("ante", 0, -500, Outcome.LOSE, ()),)
    drawn = draw_table(UTH, remaining_on_felt(view, state), "Ann")["live-seat-2"]
    assert "lost" in drawn
    assert "−$5" in drawn
    assert "$20" in drawn


def test_every_group_that_is_drawn_has_its_empty_place_on_the_felt() -> None:
    """A replay puts what lies there into the page before it is sent."""
    felt = felt_svg(UTH)
    for name in draw_table(UTH, OnFelt(view_of()), ""):
        assert felt.count(f'<g id="{name}"></g>') == 1


def test_a_stack_is_made_of_its_denominations() -> None:
    assert discs(3_600) == ["green", "red", "red", "white"]
    assert discs(50) == ["grey"]
    assert len(discs(99_999)) == 7


def test_the_tray_fits_the_limits_of_the_table() -> None:
    assert list_chips(UTH) == [100, 500, 2_500, 10_000, 50_000]
    low = read_setup("uth", {"minimums": {"ante": 500}, "maximums": {"ante": 2_500}})
    assert list_chips(low) == [100, 500, 2_500]
    high = read_setup("uth", {"minimums": {"ante": 10_000}})
    assert list_chips(high)[0] == 2_500


def test_every_trouble_has_its_own_games_clauses() -> None:
    for game in ("uth", "pikit", "hilo"):
        for trouble in list_troubles(read_setup(game, {"minimums": {"ante": 500}})):
            assert trouble.clauses
            for clause, summary in quote_clauses(trouble.clauses):
                assert clause.startswith(f"{game}.")
                assert summary
