"""Ultimate Texas Hold 'Em: limits of what is paid, and any hand at all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, FiveCard, best_five, show_cards
from houseway.games.dealing import Method, deal
from houseway.games.results import HandResult
from houseway.games.uth.decisions import STREETS
from houseway.games.uth.settlement import main_limit, minimum_wager_win
from tests.conftest import first_hand
from tests.games.settling import outcomes
from tests.games.uth_hands import BLIND, FOLD, TRIPS, TRIPS_ROWS, UTH, game, hand

# --- limits


def royal(ante: int, **more: Any) -> HandResult:
    config = {"minimums": {"ante": 500, "trips": 500}, "cover_all": True, **more.pop("config", {})}
    wagers = {"ante": ante, "blind": ante, **more}
    lucky = {**hand("As Ks"), "wagers": wagers}
    return first_hand(game(lucky, board="Qs Js Ts 4d 2c", dealer="Jd 4c", **config))


@pytest.mark.clause("uth.11.e")
def test_the_four_main_wagers_win_fifty_thousand_at_most() -> None:
    assert royal(20_000).total == 5_000_000
    assert royal(20_000).of("play").outcome == "win"
    assert royal(20_000).of("play").net == 0
    # The dealer's jack and ten make a pair with the board, so the ante is in play too.
    assert royal(9_900).total == 9_900 * 505 == 4_999_500


@pytest.mark.clause("uth.11.e")
def test_the_limit_rises_with_the_minimum_wager() -> None:
    def limit(ante: int, trips: int, **config: Any) -> int:
        minimums = {"ante": ante, "trips": trips}
        return main_limit(UTH.read_options({"minimums": minimums, **config}))

    assert limit(10_000, 500) == 5_075_000
    assert limit(9_900, 500) == 5_024_500
    assert limit(9_800, 500) == 5_000_000
    assert limit(10_000, 500, trips_rows={"royal_flush": 100}) == 5_100_000
    # What a minimum bettor could win is paid up to the unit too.
    assert limit(10_001, 500, payout_unit_cents=100) == 10_100 + 40_100 + 5_000_500 + 25_000
    assert royal(20_000, config={"minimums": {"ante": 10_000, "trips": 500}}).total == 5_075_000


@pytest.mark.clause("uth.14.d", "uth.11.e")
def test_all_bets_win_seventy_five_thousand_at_most() -> None:
    result = royal(20_000, cover_all=20_000)
    assert result.total == 7_500_000
    assert result.of("cover_all").net == 2_500_000
    low = {"limits": {"all_bets_cents": 1_000_000}}
    assert royal(20_000, config=low).total == 1_000_000


@pytest.mark.clause("uth.14.d")
def test_a_table_whose_minimum_bettor_could_be_cut_brings_a_warning() -> None:
    options = UTH.read_options({"minimums": {"ante": 15_000, "trips": 500}})
    assert minimum_wager_win(options) > 7_500_000
    assert "uth.14.d" in UTH.warnings(options)[0]
    assert UTH.warnings(UTH.read_options({})) == ()


@pytest.mark.clause("uth.11.e")
@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(0, 10**8))
def test_a_cut_never_touches_stakes_and_never_exceeds_the_limits(
    ante: int, trips: int, limit: int
) -> None:
    config = {"limits": {"main_cents": limit}, "minimums": {}}
    whole = royal(ante, trips=trips, config={"limits": {"main_cents": 10**15}, "minimums": {}})
    cut = royal(ante, trips=trips, config=config)
    won = sum(r.net for r in cut.results)
    uncut = sum(r.net for r in whole.results)
    assert won == min(limit, 7_500_000, uncut)
    assert all(r.net >= 0 for r in cut.results)


# --- any hand at all


@pytest.mark.clause("uth.5.c", "uth.10.h.1", "uth.10.h.2", "uth.10.h.3", "uth.1.round_of_play")
@pytest.mark.clause("uth.1.rank")
@given(st.permutations(NEW_DECK), st.sampled_from([4, 3, 2, 1, 0]), st.booleans())
def test_any_deal_settles_by_a_second_reading_of_section_10(
    deck: list[Card], multiple: int, trips: bool
) -> None:
    """The money of a round, worked out here from the 21 five-card hands of each side."""
    cards, dealer, board = deck[:2], deck[2:4], deck[4:9]
    actions = {
        4: {"preflop": "4x"},
        3: {"preflop": "3x"},
        2: {"preflop": "check", "flop": "2x"},
        1: {"preflop": "check", "flop": "check", "river": "1x"},
        0: FOLD,
    }[multiple]
    document = game(
        hand(show_cards(cards), actions, wagers={"trips": 100} if trips else {}),
        board=show_cards(board),
        dealer=show_cards(dealer),
    )
    mine, his = best_five([*cards, *board])[0], best_five([*dealer, *board])[0]
    ante_in_play = his.category > FiveCard.HIGH_CARD
    if multiple == 0:
        expected = -2000
    elif mine == his:
        expected = 0
    elif mine < his:
        expected = -1000 * (ante_in_play + 1 + multiple)
    else:
        win, stake = BLIND.get(mine.category.key, (0, 1))
        expected = 1000 * (ante_in_play + multiple) + 1000 * win // stake
    if trips:
        odds = dict(zip(TRIPS_ROWS, TRIPS["A"], strict=True)).get(mine.category.key)
        expected += -100 if odds is None else 100 * odds
    result = first_hand(document)
    assert result.total == expected
    placed = {"ante", "blind"} | ({"play"} if multiple else set()) | ({"trips"} if trips else set())
    assert set(outcomes(result)) == placed


@pytest.mark.clause("uth.1.hand", "uth.1.community_card")
def test_a_hand_may_use_none_of_its_own_cards() -> None:
    result = first_hand(game(hand("2d 3c"), board="As Ks Qs Js 9s", dealer="4h 5h"))
    assert set(outcomes(result).values()) == {"push"}


# --- the deal that gives these hands their names


@pytest.mark.clause("uth.1.burn", "uth.1.flop", "uth.1.stub", "uth.1.community_card")
@given(st.permutations(NEW_DECK), st.sets(st.integers(1, 21), min_size=1), st.sampled_from(Method))
def test_burns_flop_board_and_stub(deck: list[Card], seats: set[int], method: Method) -> None:
    dealt = deal(UTH.recipe, method, sorted(seats), deck)
    out = 2 * (len(seats) + 1)
    assert dealt.burned == (deck[out], deck[out + 4])
    assert dealt.community[:3] == tuple(deck[out + 1 : out + 4])
    assert dealt.community[3:] == tuple(deck[out + 5 : out + 7])
    assert len(dealt.stub) == 52 - out - 5 - 2
    # A burned card lies in nobody's hand, the dealer's included, and not on the board.
    places = [*dealt.hands.values(), dealt.burned, dealt.community, dealt.stub, dealt.set_aside]
    assert sorted(card for place in places for card in place) == sorted(deck)
    assert not dealt.set_aside


@pytest.mark.clause("uth.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in UTH.glossary for name in term.names}
    wagers = {wager.id for wager in UTH.wagering.wagers}
    choices = {choice for street in STREETS for choice in street.choices}
    streets = {street.name for street in STREETS}
    ranks = {category.key for category in FiveCard}
    assert wagers | choices | streets | ranks <= defined
    assert all(term.clauses for term in UTH.glossary)
