"""Cards: fifty-two of them, written and read the same way, and nothing else accepted."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, CardError, Rank, Suit, parse_card, parse_cards, repeats


@pytest.mark.clause("pikit.39.1.suit", "uth.1.suit", "hilo.40.1.suit")
def test_a_deck_has_thirteen_ranks_in_exactly_four_suits() -> None:
    assert len(NEW_DECK) == len(set(NEW_DECK)) == 52
    assert [suit.name for suit in Suit] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    assert all(sum(card.suit is suit for card in NEW_DECK) == 13 for suit in Suit)


def test_a_new_deck_is_suit_by_suit_and_in_sequence() -> None:
    for start in range(0, 52, 13):
        suit = NEW_DECK[start : start + 13]
        assert len({card.suit for card in suit}) == 1
        assert [card.rank for card in suit] == sorted(Rank)


def test_every_card_is_read_back_from_its_name() -> None:
    assert [parse_card(str(card)) for card in NEW_DECK] == list(NEW_DECK)
    assert str(NEW_DECK[0]) == "2c"
    assert repr(parse_card("Td")) == "Card(Td)"


@given(st.text() | st.integers() | st.none() | st.lists(st.text()))
def test_anything_but_the_name_of_a_card_is_refused(text: object) -> None:
    assume(text not in [str(card) for card in NEW_DECK])
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize("text", ["as", "AS", "10s", "1s", "Xs", "A", "", "A s", "As ", "Ax"])
def test_near_misses_are_refused(text: str) -> None:
    with pytest.raises(CardError, match="23456789TJQKA"):
        parse_card(text)


def test_a_repeated_card_is_refused_by_name() -> None:
    with pytest.raises(CardError, match=r"^Kd given more than once"):
        parse_cards(["Kd", "As", "Kd"])
    assert parse_cards(["Kd", "As"]) == (parse_card("Kd"), parse_card("As"))
    assert repeats(parse_cards(["2c", "3c"]) * 2) == parse_cards(["2c", "3c"])
