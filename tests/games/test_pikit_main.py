"""Pik-it, clause by clause: the bonuses, and hands against the dealer."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    NEW_DECK,
    Card,
    best_three,
    parse_cards,
    rank_five,
    rank_three,
    show_cards,
)
from houseway.games.pikit.settlement import qualifies
from tests.conftest import first_hand, refused_by
from tests.games.pikit_hands import NON_QUALIFIER, game, hand, settle
from tests.games.settling import outcomes

# --- the 3 card bonus and the 5 card bonus

FIVE_CARD = {
    1: {
        "royal_flush": 1000,
        "straight_flush": 250,
        "four_of_a_kind": 50,
        "full_house": 10,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 2,
        "two_pair": 1,
        "pair": None,
        "high_card": None,
    },
    2: {
        "royal_flush": 750,
        "straight_flush": 250,
        "four_of_a_kind": 50,
        "full_house": 10,
        "flush": 6,
        "straight": 4,
        "three_of_a_kind": 2,
        "two_pair": 1,
        "pair": None,
        "high_card": None,
    },
}
FIVE_HANDS = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9s 8s 7s 6s 5s",
    "four_of_a_kind": "6s 6d 6h 6c Ks",
    "full_house": "6s 6d 6h Kc Ks",
    "flush": "As Js 8s 5s 2s",
    "straight": "9s 8d 7s 6s 5s",
    "three_of_a_kind": "6s 6d 6h Kc Qs",
    "two_pair": "6s 6d Kh Kc Qs",
    "pair": "Ks Kd 9h 4c 2s",
    "high_card": "As Kd 9h 4c 2s",
}
THREE_CARD = {
    1: (200, 40, 30, 6, 3, 1, None),
    2: (100, 50, 30, 6, 3, 1, None),
    3: (80, 35, 25, 6, 4, 1, None),
}
THREE_HANDS = ("As Ks Qs", "8s 7s 6s", "6s 6d 6h", "8s 7d 6s", "Ks 8s 2s", "6s 6d Kh", "Ks 8d 2s")
FAR_DEALER = "2h 2d 3h 9c Jc"


@pytest.mark.clause("pikit.39.11.b", "pikit.39.10.c.2")
@pytest.mark.parametrize(("table", "category"), list(product([1, 2], FIVE_HANDS)))
def test_every_row_of_the_5_card_bonus(table: int, category: str) -> None:
    result = settle(FIVE_HANDS[category], "fold", FAR_DEALER, five_card_table=table)
    odds = FIVE_CARD[table][category]
    assert result.of("five_card_bonus").net == (-1000 if odds is None else 1000 * odds)


@pytest.mark.clause("pikit.39.11.c", "pikit.39.10.b")
@pytest.mark.parametrize(("table", "row"), list(product([1, 2, 3], range(7))))
def test_every_row_of_the_3_card_bonus(table: int, row: int) -> None:
    picked = THREE_HANDS[row]
    cards = f"{picked} Qh 4d"
    document = game(hand(cards, "fold", pick=picked), dealer=FAR_DEALER, three_card_table=table)
    odds = THREE_CARD[table][row]
    assert first_hand(document).of("three_card_bonus").net == (-500 if odds is None else 500 * odds)


@pytest.mark.clause("pikit.39.11.b", "pikit.39.11.c")
def test_rows_may_be_better_than_the_table_and_never_lower() -> None:
    better = settle(FIVE_HANDS["flush"], "fold", FAR_DEALER, five_card_rows={"flush": 9})
    assert better.of("five_card_bonus").net == 9000
    assert refused_by(game(hand(), five_card_rows={"flush": 7})) == ("pikit.39.11.b",)
    assert refused_by(game(hand(), three_card_rows={"flush": "5 to 2"})) == ("pikit.39.11.c",)
    lower: dict[str, Any] = {"five_card_table": 1, "override": {"flush": 7}}
    assert refused_by(game(hand(), **lower)) == ("pikit.39.11.b",)
    lower = {"three_card_table": 3, "override": {"flush": 3}}
    assert refused_by(game(hand(), **lower)) == ("pikit.39.11.c",)
    unclear: dict[str, Any] = {
        "five_card_table": 1,
        "three_card_table": 1,
        "override": {"flush": 9},
    }
    assert refused_by(game(hand(), **unclear)) == ("pikit.39.11.b", "pikit.39.11.c")


@pytest.mark.clause("pikit.39.10.b", "pikit.39.1.3_card_bonus_wager")
def test_the_3_card_bonus_is_settled_on_the_players_pick_alone() -> None:
    """Another three of the five would pay; the pick does not, and that is what counts."""
    document = game(hand("Qs Qd Qh 7c 2d", "fold", pick="Qs 7c 2d"))
    assert first_hand(document).of("three_card_bonus").outcome == "lose"


@pytest.mark.clause("pikit.39.10.b")
@pytest.mark.parametrize("pick", ["Qs 7c", "Qs 7c Kh", "Qs Qs 7c", "Qs Qd Qh 7c"])
def test_the_pick_is_three_of_the_players_own_cards(pick: str) -> None:
    document = game(hand("Qs Qd Qh 7c 2d", "fold", pick=pick))
    assert "pikit.39.10.b" in refused_by(document)


@pytest.mark.clause("pikit.39.10.b")
def test_only_a_3_card_bonus_bettor_picks_and_he_must() -> None:
    document = game(hand())
    document["hands"][0]["actions"]["select_3"] = ["Ah", "Ad", "7c"]
    assert "pikit.39.10.b" in refused_by(document)
    document = game(hand(pick="Ah Ad 7c"))
    del document["hands"][0]["actions"]["select_3"]
    assert "pikit.39.10.b" in refused_by(document)


@pytest.mark.clause("pikit.39.10.c.2", "pikit.39.10.c.4", "pikit.39.3.b")
def test_a_fold_forfeits_the_ante_and_leaves_the_bonuses() -> None:
    folded = first_hand(game(hand("Qs Qd Qh 7c 7d", "fold", pick="Qs Qd Qh")))
    played = first_hand(game(hand("Qs Qd Qh 7c 7d", "play_5", pick="Qs Qd Qh")))
    assert folded.of("ante").net == -1000
    assert folded.of("ante").outcome == "forfeit"
    for bonus in ("five_card_bonus", "three_card_bonus"):
        assert folded.of(bonus) == played.of(bonus)


# --- against the dealer


@pytest.mark.clause("pikit.39.1.hand", "pikit.39.1.play_3_wager", "pikit.39.1.ante_wager")
def test_the_ante_follows_the_hand_that_was_elected() -> None:
    """Three-card hands with play 3, five-card hands with play 5, even where they disagree (P4)."""
    cards, dealer = "9s 8d 7h 4c 2d", "Ks Kd Tc 5h 3s"
    three, five = settle(cards, "play_3", dealer), settle(cards, "play_5", dealer)
    assert (three.of("ante").outcome, three.of("play_3").outcome) == ("win", "win")
    assert (five.of("ante").outcome, five.of("play_5").outcome) == ("lose", "lose")
    assert "pikit.39.1.hand" in three.of("ante").clauses


@pytest.mark.clause("pikit.39.4.d")
def test_a_tie_is_a_push() -> None:
    for play in ("play_3", "play_5"):
        result = settle("Kh Kc Ts 5d 3h", play)
        assert outcomes(result)["ante"] == outcomes(result)[play] == "push"
        assert result.of("ante").net == result.of(play).net == 0


@pytest.mark.clause("pikit.39.1.qualifying_hand")
@pytest.mark.parametrize(
    ("cards", "qualified"),
    [
        ("As Kd 4h 3c 2s", True),
        ("As Qd Jh Tc 9s", False),
        ("2s 2d 4h 5c 7s", True),
        ("As 2d 3h 4c 5s", True),
        ("Ks Qd Jh 9c 8s", False),
        ("As Kd Qh Jc 9s", True),
    ],
)
def test_the_dealer_qualifies_with_ace_king(cards: str, qualified: bool) -> None:
    assert qualifies(rank_five(parse_cards(cards.split()))) is qualified


@pytest.mark.clause("pikit.39.10.f", "pikit.39.11.a")
@pytest.mark.parametrize(
    ("cards", "option", "ante"),
    [
        ("5s 5d 7c 8h 2s", "lose", "win"),
        ("Ks Td 7c 6h 2s", "lose", "lose"),
        ("Ah Qh Jd Tc 8d", "lose", "push"),
        ("Ks Td 7c 6h 2s", "push", "push"),
        ("5s 5d 7c 8h 2s", "push", "win"),
    ],
)
def test_play_5_is_void_against_a_non_qualifier(cards: str, option: str, ante: str) -> None:
    result = settle(
        cards, "play_5", NON_QUALIFIER, dealer_must_qualify=True, nonqualifying_ante=option
    )
    assert outcomes(result)["ante"] == ante
    assert outcomes(result)["play_5"] == "void"
    assert result.of("play_5").net == 0


@pytest.mark.clause("pikit.layout.d.2.ii", "pikit.39.1.qualifying_hand")
@given(st.permutations(NEW_DECK), st.sampled_from(["lose", "push"]))
def test_qualification_has_no_bearing_on_play_3(deck: list[Card], ante: str) -> None:
    cards, dealer = show_cards(deck[:5]), show_cards(deck[5:10])
    with_rule = settle(cards, "play_3", dealer, dealer_must_qualify=True, nonqualifying_ante=ante)
    without = settle(cards, "play_3", dealer)
    assert outcomes(with_rule) == outcomes(without)
    assert with_rule.total == without.total


@pytest.mark.clause("pikit.39.4.e")
def test_a_players_declaration_decides_nothing() -> None:
    declared = first_hand(game(hand("Qs Jd 9c 4h 3d", declared="royal flush")))
    silent = first_hand(game(hand("Qs Jd 9c 4h 3d")))
    assert outcomes(declared) == outcomes(silent)
    assert declared.total == silent.total
    assert "pikit.39.4.e" in declared.of("five_card_bonus").clauses


@pytest.mark.clause("pikit.39.11.a", "pikit.39.4.d")
@given(st.permutations(NEW_DECK), st.sampled_from(["play_3", "play_5"]))
def test_any_hand_settles_by_comparison_and_to_the_cent(deck: list[Card], play: str) -> None:
    """A second way: compare the ranks here, and add up what the odds say."""
    cards, dealer = deck[:5], deck[5:10]
    result = settle(show_cards(cards), play, show_cards(dealer), play_5_multiple=2)
    if play == "play_3":
        three, dealers_three = best_three(cards)[0], best_three(dealer)[0]
        mine = (int(three.category), *three.tiebreak)
        his = (int(dealers_three.category), *dealers_three.tiebreak)
    else:
        mine = (int(rank_five(cards).category), *rank_five(cards).tiebreak)
        his = (int(rank_five(dealer).category), *rank_five(dealer).tiebreak)
    sign = (mine > his) - (mine < his)
    play_stake = 1000 if play == "play_3" else 2000
    odds = FIVE_CARD[1][rank_five(cards).category.key]
    bonus = -1000 if odds is None else 1000 * odds
    assert result.total == sign * (1000 + play_stake) + bonus


@pytest.mark.clause("pikit.39.1.hand", "pikit.39.10.e.1.i")
@given(st.permutations(NEW_DECK))
def test_the_best_three_of_five_is_the_best_of_all_ten(deck: list[Card]) -> None:
    cards = deck[:5]
    rank, chosen = best_three(cards)
    assert rank == rank_three(chosen)
    assert set(chosen) <= set(cards)
    pairs = [(a, b) for a in range(5) for b in range(a)]
    left_out = [[c for n, c in enumerate(cards) if n not in pair] for pair in pairs]
    assert rank == max(rank_three(three) for three in left_out)
