"""The order of hands, clause by clause: one ranking serves all three games."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    NEW_DECK,
    Card,
    FiveCard,
    FiveCardRank,
    Suit,
    ThreeCard,
    ThreeCardRank,
    best_five,
    best_three,
    parse_cards,
    rank_best_five,
    rank_five,
    rank_three,
    show_best_five,
    show_cards,
    wraps_round_the_ace,
)


def five(text: str) -> FiveCardRank:
    return rank_five(parse_cards(text.split()))


def three(text: str) -> ThreeCardRank:
    return rank_three(parse_cards(text.split()))


FIVE_IN_ORDER = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Ks Qs Js Ts 9s"),
    ("four_of_a_kind", "As Ad Ah Ac 2s"),
    ("full_house", "As Ad Ah Kc Ks"),
    ("flush", "As Ks Qs Js 9s"),
    ("straight", "As Kd Qs Js Ts"),
    ("three_of_a_kind", "As Ad Ah Kc Qs"),
    ("two_pair", "As Ad Kh Kc Qs"),
    ("pair", "As Ad Kh Qc Js"),
    ("high_card", "As Kd Qh Jc 9s"),
]
THREE_IN_ORDER = [
    ("royal_flush", "As Ks Qs"),
    ("straight_flush", "Ks Qs Js"),
    ("three_of_a_kind", "2s 2d 2h"),
    ("straight", "As Kd Qs"),
    ("flush", "As Ks Js"),
    ("pair", "As Ad Kh"),
    ("high_card", "As Kd Jh"),
]


@pytest.mark.clause("pikit.39.4.b", "uth.5.b", "uth.1.rank", "hilo.40.5.d", "hilo.40.1.rank")
def test_five_card_categories_stand_in_the_order_listed() -> None:
    ranks = [five(cards) for _, cards in FIVE_IN_ORDER]
    assert [rank.category.key for rank in ranks] == [key for key, _ in FIVE_IN_ORDER]
    assert all(higher > lower for higher, lower in pairwise(ranks))


@pytest.mark.clause("pikit.39.4.c")
def test_three_card_categories_stand_in_an_order_of_their_own() -> None:
    ranks = [three(cards) for _, cards in THREE_IN_ORDER]
    assert [rank.category.key for rank in ranks] == [key for key, _ in THREE_IN_ORDER]
    assert all(higher > lower for higher, lower in pairwise(ranks))


BEATS_FIVE = [
    # A royal flush beats a king-high straight flush.
    pytest.param(
        "As Ks Qs Js Ts",
        "Kh Qh Jh Th 9h",
        marks=pytest.mark.clause("pikit.39.4.b.1", "uth.5.b.1", "hilo.40.5.d.1"),
    ),
    pytest.param(
        "Kh Qh Jh Th 9h",
        "6s 5s 4s 3s 2s",
        marks=pytest.mark.clause("pikit.39.4.b.2", "uth.5.b.2", "hilo.40.5.d.2"),
    ),
    pytest.param(
        "6s 5s 4s 3s 2s",
        "5h 4h 3h 2h Ah",
        marks=pytest.mark.clause("pikit.39.4.b.2", "uth.5.b.2", "pikit.39.4.a", "uth.5.a"),
    ),
    pytest.param(
        "As Ad Ah Ac 2s",
        "Ks Kd Kh Kc Qs",
        marks=pytest.mark.clause("pikit.39.4.b.3", "uth.5.b.3", "hilo.40.5.d.3"),
    ),
    pytest.param("3s 3d 3h 3c 4s", "2s 2d 2h 2c As", marks=pytest.mark.clause("pikit.39.4.b.3")),
    pytest.param("7s 7d 7h 7c As", "7s 7d 7h 7c Ks", marks=pytest.mark.clause("uth.5.b.3")),
    pytest.param(
        "3s 3d 3h Kc Ks",
        "2s 2d 2h Ac As",
        marks=pytest.mark.clause("pikit.39.4.b.4", "uth.5.b.4", "hilo.40.5.d.4"),
    ),
    pytest.param("Ks Kd Kh 5c 5s", "5s 5d 5h Kc Ks", marks=pytest.mark.clause("uth.5.b.4")),
    pytest.param("2s 2d 2h 4c 4s", "2s 2d 2h 3c 3s", marks=pytest.mark.clause("pikit.39.4.b.4")),
    pytest.param(
        "As Ks Qs Js 9s",
        "Ah Kh Qh Jh 8h",
        marks=pytest.mark.clause("pikit.39.4.b.5", "uth.5.b.5", "hilo.40.5.d.5"),
    ),
    pytest.param("8s 5s 4s 3s 2s", "7h 5h 4h 3h 2h", marks=pytest.mark.clause("uth.5.b.5")),
    pytest.param(
        "6s 5d 4s 3s 2s",
        "5h 4d 3h 2h Ah",
        marks=pytest.mark.clause("pikit.39.4.b.6", "uth.5.b.6", "pikit.39.4.a", "uth.5.a"),
    ),
    pytest.param("As Kd Qs Js Ts", "Kh Qd Jh Th 9h", marks=pytest.mark.clause("pikit.39.4.b.6")),
    pytest.param(
        "8s 8d 8h 3c 2s",
        "7s 7d 7h Ac Ks",
        marks=pytest.mark.clause("pikit.39.4.b.7", "uth.5.b.7", "hilo.40.5.d.7"),
    ),
    pytest.param(
        "As Ad 2h 2c 3s",
        "Ks Kd Qh Qc Js",
        marks=pytest.mark.clause("pikit.39.4.b.8", "uth.5.b.8", "hilo.40.5.d.8"),
    ),
    pytest.param("As Ad 3h 3c 7s", "Ah Ac 2h 2c Ks", marks=pytest.mark.clause("pikit.39.4.b.8")),
    pytest.param(
        "4s 4d 5h 3c 2s",
        "3s 3d Ah Kc Qs",
        marks=pytest.mark.clause("pikit.39.4.b.9", "uth.5.b.9", "hilo.40.5.d.9"),
    ),
    pytest.param("5s 5d Kh Qc 9s", "3s 3d Ah Kc Qs", marks=pytest.mark.clause("uth.5.b.9")),
    # Equal pairs are split by the first kicker that differs, and so on down.
    pytest.param(
        "Ks Kd 9h 4c 2s", "Kh Kc 8h 7c 6s", marks=pytest.mark.clause("pikit.39.4.d", "uth.5.c")
    ),
    pytest.param("Ks Kd 9h 8c 4s", "Kh Kc 9s 8d 3s", marks=pytest.mark.clause("pikit.39.4.d")),
    pytest.param("As Kd 9h 8c 4s", "Ah Kc 9s 8d 3s", marks=pytest.mark.clause("pikit.39.4.a")),
]


@pytest.mark.parametrize(("higher", "lower"), BEATS_FIVE)
def test_five_card_hand_beats_another(higher: str, lower: str) -> None:
    assert five(higher) > five(lower)


BEATS_THREE = [
    pytest.param("As Ks Qs", "Kh Qh Jh", marks=pytest.mark.clause("pikit.39.4.c.1")),
    pytest.param("Ks Qs Js", "4h 3h 2h", marks=pytest.mark.clause("pikit.39.4.c.2")),
    pytest.param(
        "4s 3s 2s", "3h 2h Ah", marks=pytest.mark.clause("pikit.39.4.c.2", "pikit.39.4.a")
    ),
    pytest.param("2s 2d 2h", "As Kd Qs", marks=pytest.mark.clause("pikit.39.4.c.3")),
    pytest.param("3s 3d 3h", "2s 2d 2h", marks=pytest.mark.clause("pikit.39.4.c.3")),
    pytest.param(
        "4s 3d 2s", "3h 2d Ah", marks=pytest.mark.clause("pikit.39.4.c.4", "pikit.39.4.a")
    ),
    pytest.param("As Kd Qs", "Kh Qd Jh", marks=pytest.mark.clause("pikit.39.4.c.4")),
    pytest.param("3h 2d Ah", "As Ks Js", marks=pytest.mark.clause("pikit.39.4.c.5")),
    pytest.param("7s 5s 2s", "As Ad Kh", marks=pytest.mark.clause("pikit.39.4.c.5")),
    pytest.param("4s 4d Jh", "As Kd 9h", marks=pytest.mark.clause("pikit.39.4.c.6")),
    pytest.param("4s 4d Jh", "3s 3d Ah", marks=pytest.mark.clause("pikit.39.4.c.6")),
]


@pytest.mark.parametrize(("higher", "lower"), BEATS_THREE)
def test_three_card_hand_beats_another(higher: str, lower: str) -> None:
    assert three(higher) > three(lower)


@pytest.mark.clause("pikit.39.4.b.6", "uth.5.b.6", "hilo.40.5.d.6", "pikit.39.4.c.4")
def test_no_straight_runs_through_the_ace() -> None:
    assert five("Qs Kd As 2s 3s").category is FiveCard.HIGH_CARD
    assert five("Kd As 2s 3s 4s").category is FiveCard.HIGH_CARD
    assert three("Ks Ad 2s").category is ThreeCard.HIGH_CARD
    assert wraps_round_the_ace(parse_cards("Qs Kd As 2s 3s".split()))
    assert wraps_round_the_ace(parse_cards("Ks Ad 2s".split()), length=3)
    assert not wraps_round_the_ace(parse_cards("Ks Ad 2s 4d 5d".split()))
    assert not wraps_round_the_ace(parse_cards("Qs Jd Ts 9d 8d".split()))


@pytest.mark.clause("pikit.39.4.b.5", "uth.5.b.5", "hilo.40.5.d.5")
def test_five_suited_cards_in_sequence_are_no_flush() -> None:
    assert five("9s 8s 7s 6s 5s").category is FiveCard.STRAIGHT_FLUSH
    assert five("9s 8s 7s 6s 4s").category is FiveCard.FLUSH


@pytest.mark.clause("hilo.40.5.d.2", "hilo.40.5.d.6")
def test_the_wheel_is_a_straight_and_suited_a_straight_flush() -> None:
    assert five("As 2s 3s 4s 5s").category is FiveCard.STRAIGHT_FLUSH
    assert five("As 2d 3s 4s 5s").category is FiveCard.STRAIGHT


DECK = st.permutations(NEW_DECK)


@pytest.mark.clause("pikit.39.4.a", "uth.1.suit", "hilo.40.1.suit", "pikit.39.4.d", "uth.5.c")
@given(DECK, st.permutations(list(Suit)))
def test_suits_never_break_a_tie(deck: list[Card], suits: list[Suit]) -> None:
    """Renaming the suits of a hand changes nothing about its rank."""
    renamed = dict(zip(Suit, suits, strict=True))
    hand = deck[:5]
    other = [Card(card.rank, renamed[card.suit]) for card in hand]
    assert rank_five(hand) == rank_five(other)
    assert best_three(hand)[0] == best_three(other)[0]


@pytest.mark.clause("uth.1.hand", "uth.1.community_card")
@given(DECK)
def test_the_best_five_of_seven_is_the_best_of_all_twenty_one(deck: list[Card]) -> None:
    rank, cards = best_five(deck[:7])
    assert rank_best_five(deck[:7]) == rank == rank_five(cards)
    assert show_best_five(deck[:7]) == (rank, cards)
    assert rank_best_five(deck[:6]) == best_five(deck[:6])[0]
    assert rank_best_five(deck[:5]) == rank_five(deck[:5])


@given(DECK)
def test_the_order_of_cards_does_not_matter(deck: list[Card]) -> None:
    assert rank_five(deck[:5]) == rank_five(deck[4::-1])
    assert best_three(deck[:5])[0] == best_three(deck[4::-1])[0]
    assert set(best_three(deck[:5])[1]) == set(best_three(deck[4::-1])[1])


def test_among_equal_choices_the_shown_cards_follow_a_fixed_rule() -> None:
    """Highest ranks, then spades, hearts, diamonds, clubs (P37)."""
    _, cards = best_three(parse_cards("Kc Ks Kd 2h 9h".split()))
    assert show_cards(cards) == "Ks Kd Kc"
    _, cards = best_three(parse_cards("Kc Qs Js Jh Jd".split()))
    assert show_cards(cards) == "Js Jh Jd"


def test_ranks_of_different_kinds_cannot_be_compared() -> None:
    with pytest.raises(TypeError):
        _ = five("As Ks Qs Js Ts") > three("As Ks Qs")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("5s 4s 3s 2s As", "five-high straight flush"),
        ("6s 6d 6h 6c Ks", "four sixes"),
        ("6s 6d 6h Kc Ks", "full house, sixes over kings"),
        ("As Ks Qs Js 9s", "ace-high flush"),
        ("As Kd Qs Js Ts", "ace-high straight"),
        ("8s 8d 8h 3c 2s", "three eights"),
        ("As Ad 2h 2c 3s", "two pair, aces and twos"),
        ("4s 4d 5h 3c 2s", "pair of fours"),
        ("As Kd Qh Jc 9s", "ace high"),
    ],
)
def test_a_hand_is_announced_in_words(cards: str, words: str) -> None:
    assert str(five(cards)) == words


def test_a_three_card_hand_is_announced_in_words() -> None:
    assert str(three("Ks Kd 2h")) == "pair of kings"
