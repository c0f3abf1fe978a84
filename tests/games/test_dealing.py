"""The order of the deal: which card goes where, for every method."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, parse_cards, show_cards
from houseway.games import GAMES
from houseway.games.dealing import DEALER, Method, deal
from tests.conftest import load_rounds

DEALS = load_rounds("deals")


def cut(deck: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    """The packet cut from the top goes below the rest."""
    return deck[cards:] + deck[:cards]


@pytest.mark.parametrize("entry", DEALS, ids=[entry["id"] for entry in DEALS])
def test_a_deck_is_dealt_as_described(entry: dict[str, Any]) -> None:
    named = parse_cards(entry["deck"])
    rest = tuple(card for card in NEW_DECK if card not in named) if "deck_rest" in entry else ()
    deck = cut(named + rest, entry.get("cut", 0))
    face_up = frozenset(parse_cards(entry.get("face_up", ())))
    dealt = deal(
        GAMES[entry["game"]].recipe, Method(entry["method"]), entry["seats"], deck, face_up
    )
    expected = entry["expect"]
    if expected.get("void"):
        assert set(entry["clauses"]) <= set(dealt.void)
        return
    hands = {"dealer" if s == DEALER else str(s): h for s, h in dealt.hands.items()}
    assert {seat: show_cards(cards).split() for seat, cards in hands.items()} == expected["hands"]
    assert show_cards(dealt.burned).split() == expected.get("burned", [])
    assert show_cards(dealt.community).split() == expected.get("community", [])
    assert show_cards(dealt.set_aside).split() == expected.get("set_aside", [])
    assert len(dealt.stub) == expected["stub_size"]


@pytest.mark.clause("pikit.39.1.stub", "hilo.40.1.stub", "uth.1.stub", "hilo.40.1.hand")
@given(
    st.sampled_from(list(GAMES)),
    st.permutations(NEW_DECK),
    st.integers(1, 7),
    st.sampled_from(Method),
    st.sampled_from([None, 0, 9, 30]),
)
def test_every_card_is_in_one_place_and_the_stub_is_the_rest(
    game: str, deck: list[Card], players: int, method: Method, face_up: int | None
) -> None:
    recipe = GAMES[game].recipe
    seats = range(1, players + 1)
    turned = frozenset() if face_up is None else frozenset({deck[face_up]})
    dealt = deal(recipe, method, seats, deck, turned)
    used = [card for held in dealt.hands.values() for card in held]
    everywhere = [*used, *dealt.burned, *dealt.community, *dealt.set_aside, *dealt.stub]
    assert sorted(everywhere) == sorted(NEW_DECK)
    assert all(len(held) == recipe.hand_size for held in dealt.hands.values())
    assert len(dealt.stub) == 52 - recipe.cards_used(players) - len(dealt.set_aside)
    assert dealt.dealer == dealt.hands[DEALER]
