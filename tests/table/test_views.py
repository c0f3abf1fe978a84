"""Views: each role sees only what it may see."""

from collections.abc import Mapping
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.codec import to_data
from houseway.games import GAMES
from houseway.table import due, evolve, read_setup
from houseway.table.commands import Actor, Bet, Do, ExposeDealerCard, Role
from houseway.table.event_views import PUBLIC_FIELDS, STAFF_FIELDS
from houseway.table.setup import ALL_ACTS
from houseway.table.trials import DEALER, Trial
from houseway.table.view_data import view_data
from houseway.table.views import HandView, view, view_whole
from houseway.table.wire import EVENTS
from tests.table.helpers import assert_no_news_leak, assert_no_view_leaks, played


def view_hands(table: Trial, role: str, name: str = "") -> Mapping[int, HandView]:
    """The hands of the round in play, in the view of a role or player."""
    round_ = view(table.state, role, name).round
    assert round_ is not None
    return round_.hands


@settings(max_examples=30)  # each is a whole table, looked at by everybody after every event
@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_no_view_names_a_hidden_card(game: str, seed: int) -> None:
    """After every event everybody sees the public cards, a player also the player's own."""
    table = played(game, seed)
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert_no_view_leaks(state)
        assert_no_news_leak(state, event)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_a_view_assembled_from_parts_is_the_whole_view(game: str, seed: int) -> None:
    table = played(game, seed)
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        for name in {*state.seats.values(), "nobody"}:
            assert view(state, "player", name) == view_whole(state, "player", name)
        for role in ("spectator", "dealer", "floorperson", "supervisor", "auditor"):
            assert view(state, role) == view_whole(state, role)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_data_written_in_parts_are_the_data_of_the_view(game: str, seed: int) -> None:
    table = played(game, seed)
    state = table.start
    for event in table.log:
        state = evolve(state, event)
        assert view_data(state, "player", "A") == to_data(view(state, "player", "A"))
        for role in ("dealer", "supervisor", "auditor", "record_reader"):
            assert view_data(state, role) == to_data(view(state, role))


def test_every_event_is_published_or_withheld_on_purpose() -> None:
    kept = {"fault_happened"}
    viewed = {*PUBLIC_FIELDS, *STAFF_FIELDS}
    assert {name for name, kind in EVENTS.items() if kind not in viewed} == kept


def test_players_see_their_own_cards_when_the_game_allows_it() -> None:
    for game, looks in (("uth", True), ("hilo", True), ("pikit", False)):
        table = Trial(read_setup(game, {}), Random(4))
        table.seat("A", "B")
        table.prepare()
        table.bet_at_random()
        table.submit(Do(DEALER, "no_more_bets"))
        table.perform()
        dealt = table.state.round
        assert dealt is not None
        assert view_hands(table, "player", "A")[1].cards is None
        while due(table.state)[0].act != "decide":
            if due(table.state)[0].act == "reveal":
                break
            table.perform()
        hands = view_hands(table, "player", "A")
        assert (hands[1].cards is not None) is looks
        assert hands[2].cards is None
        auditor = view(table.state, "auditor").round
        assert auditor is not None
        assert auditor.dealer.cards is None
        reader = view(table.state, "record_reader").round
        assert reader is not None
        assert table.state.round is not None
        assert reader.dealer.cards == table.state.round.dealer


def test_three_cards_turned_up_stay_public_when_the_round_is_void() -> None:
    """The pick of a 3 card bonus bettor was public before the round became void."""
    table = Trial(read_setup("pikit", {}, ALL_ACTS), Random(1))
    table.seat("A", "B")
    table.prepare()
    for player, seat in (("A", 1), ("B", 2)):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            table.submit(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    table.submit(Do(DEALER, "no_more_bets"))
    hands = view_hands(table, "spectator")
    while hands[1].shown is None:
        table.perform()
        hands = view_hands(table, "spectator")
    table.submit(ExposeDealerCard(DEALER))  # the automated dealer unwinds the round at once
    last = view(table.state, "spectator").last
    assert last is not None
    assert last.hands[1].shown == hands[1].shown
    assert_no_view_leaks(table.state)


def test_an_additional_hand_is_hidden_until_every_hand_is_decided() -> None:
    table = Trial(read_setup("hilo", {}), Random(5))
    alice = Actor(Role.PLAYER, "A")
    table.seat("A", "A")
    table.prepare()
    for seat in (1, 2):
        table.submit(Bet(alice, seat, "ante", 500))
    table.submit(Do(DEALER, "no_more_bets"))
    while due(table.state)[0].act != "decide":
        table.perform()
    hands = view_hands(table, "player", "A")
    assert hands[1].cards is not None
    assert hands[2].cards is None


def test_only_roles_that_watch_the_money_see_the_balances() -> None:
    table = played("uth", 2)
    assert view(table.state, "supervisor").balances == table.state.balances
    assert view(table.state, "player", "A").balances is None
    assert view(table.state, "player", "A").chips == table.state.rack_of("A")
    assert "balances" not in view_data(table.state, "player", "A")
