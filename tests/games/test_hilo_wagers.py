"""5 Card Hi-Lo, clause by clause: points, settings, wagers and elections."""

from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, Rank, Suit, parse_cards
from houseway.games.hilo.points import Setting, high_total, low_total, point_value, set_dealer
from tests.conftest import answer, first_hand, message_of, refused_by
from tests.games.hilo_hands import folded, game, hand
from tests.games.settling import outcomes, settled

# --- points and settings


@pytest.mark.clause("hilo.40.5.a", "hilo.40.5.a.1", "hilo.40.5.a.2", "hilo.40.1.point_value")
@pytest.mark.clause("hilo.40.5.a.3", "hilo.40.5.a.3.i", "hilo.40.5.a.3.ii", "hilo.40.5.c")
def test_the_points_of_all_fifty_two_cards_in_both_hands() -> None:
    expected = {rank: int(rank) for rank in Rank if rank <= 10}
    expected |= dict.fromkeys((Rank.JACK, Rank.QUEEN, Rank.KING), 10)
    for card in NEW_DECK:
        assert point_value(card, high=True) == expected.get(card.rank, 11)
        assert point_value(card, high=False) == expected.get(card.rank, 1)


@pytest.mark.clause("hilo.40.1.point_total", "hilo.40.5.a.3.i", "hilo.40.5.a.3.ii")
@pytest.mark.parametrize(
    ("cards", "high"), [("Ks Qd Jc", 30), ("As Kd Qc", 31), ("As Ad Ac", 33), ("2s 3s 4s", 9)]
)
def test_totals_of_high_hands(cards: str, high: int) -> None:
    assert high_total(parse_cards(cards.split())) == high


@pytest.mark.clause("hilo.40.1.point_total", "hilo.40.5.a.3.ii")
@pytest.mark.parametrize(("cards", "low"), [("As 2d", 3), ("Ks Qd", 20), ("As Kd", 11)])
def test_totals_of_low_hands(cards: str, low: int) -> None:
    assert low_total(parse_cards(cards.split())) == low


@pytest.mark.clause("hilo.40.5.c", "hilo.40.1.suit")
@given(st.permutations(NEW_DECK), st.permutations(list(Suit)))
def test_suits_never_change_points_or_ties(deck: list[Card], suits: list[Suit]) -> None:
    renamed = dict(zip(Suit, suits, strict=True))
    cards = deck[:5]
    other = [Card(card.rank, renamed[card.suit]) for card in cards]
    assert set_dealer(cards).points == set_dealer(other).points


def permitted(cards: tuple[Card, ...]) -> list[Setting]:
    """Every setting the dealer may make: aces high, but one low of four (40.5(b))."""
    held = sum(card.rank is Rank.ACE for card in cards)
    allowed = []
    for low in combinations(cards, 2):
        aces_low = sum(card.rank is Rank.ACE for card in low)
        if aces_low == (1 if held == 4 else 0):
            high = tuple(card for card in cards if card not in low)
            allowed.append(Setting(high, low))
    return allowed


@pytest.mark.clause("hilo.40.5.b")
def test_the_dealers_setting_is_best_on_both_sides_for_every_multiset_of_ranks() -> None:
    """All 6,175 of them (H9), and aces always high but the fourth (H8)."""
    count = 0
    for ranks in combinations_with_replacement(Rank, 5):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        count += 1
        cards = tuple(Card(rank, list(Suit)[n % 4]) for n, rank in enumerate(ranks))
        chosen = set_dealer(cards)
        best = permitted(cards)
        assert chosen.points in [setting.points for setting in best]
        assert chosen.points[0] == max(setting.points[0] for setting in best)
        assert chosen.points[1] == min(setting.points[1] for setting in best)
    assert count == 6_175


@pytest.mark.clause("hilo.40.5.b", "hilo.40.1.high_hand", "hilo.40.1.low_hand", "hilo.40.10.d")
@pytest.mark.parametrize(
    ("setting", "clause"),
    [
        ("Ks Qd 9c / As Ad", "hilo.40.5.b"),
        ("As Ad Ac Ah / 9d", "hilo.40.1.high_hand"),
        ("As Ad Ac Ah / 9d", "hilo.40.1.low_hand"),
        ("As Ad Ac Ah / 9d", "hilo.40.5.b"),
        ("Ks Qd / 9c 4s 3d", "hilo.40.1.low_hand"),
        ("Ks Qd / 9c 4s 3d", "hilo.40.1.high_hand"),
    ],
)
def test_a_setting_against_the_rules_is_refused(setting: str, clause: str) -> None:
    assert clause in refused_by(game(hand(setting), dealer="9s 8d 7c 6h 5s"))


@pytest.mark.clause("hilo.40.5.b", "hilo.40.5.a.3")
@pytest.mark.parametrize(
    ("setting", "points"),
    [
        ("As Ad Kc / Ah 2s", (32, 3)),
        ("As Ad Ac / 3h 2s", (33, 5)),
        ("As Ad Ac / Ah 2s", (33, 3)),
        ("2s 3d 4c / Ah Kd", (9, 11)),
    ],
)
def test_a_player_may_play_one_ace_low(setting: str, points: tuple[int, int]) -> None:
    document = game(hand(setting), dealer="9s 8d 7c 6h 5s")
    response = answer(document)
    assert response.round is not None, response.refused
    assert response.round.hands[0].actions.setting.points == points


def test_a_setting_uses_exactly_the_cards_dealt() -> None:
    document = game(hand())
    document["hands"][0]["actions"]["low"] = ["3h", "4s"]
    assert "exactly the cards dealt" in message_of(document)
    document["hands"][0]["actions"]["low"] = ["3h", "3h"]
    assert "exactly the cards dealt" in message_of(document)


# --- wagers and elections


@pytest.mark.clause("hilo.40.1.ante_bet", "hilo.40.1.tie_bet", "hilo.40.1.poker_bonus_bet")
@pytest.mark.parametrize("wager", ["tie", "poker_bonus"])
def test_optional_bets_need_an_ante(wager: str) -> None:
    clauses = refused_by({"game": "hilo", "attempt": {"wagers": {wager: 500}}})
    assert "hilo.40.1.ante_bet" in clauses
    allowed = {"game": "hilo", "attempt": {"wagers": {"ante": 500, wager: 500}}}
    assert answer(allowed).refused is None


@pytest.mark.clause("hilo.40.6.a")
def test_only_chips_plaques_and_accepted_coupons_are_taken() -> None:
    for tender in ("chips", "plaque"):
        assert first_hand(game(hand(tender=tender))).total == 2000
    for tender in ("cash", "verbal", "match_play"):
        assert refused_by(game(hand(tender={"ante": tender}))) == ("hilo.40.6.a",)
    attempt = {"wagers": {"ante": 500}, "tender": "cash"}
    assert refused_by({"game": "hilo", "attempt": attempt}) == ("hilo.40.6.a",)


@pytest.mark.clause("hilo.40.6.b", "hilo.40.1.poker_bonus_bet", "hilo.40.1.tie_bet")
@pytest.mark.parametrize("wager", ["ante", "tie", "poker_bonus"])
def test_no_bet_changes_after_no_more_bets(wager: str) -> None:
    attempt = {"stage": "decision", "wagers": {wager: 500}}
    assert refused_by({"game": "hilo", "attempt": attempt})[0] == "hilo.40.6.b"


@pytest.mark.clause("hilo.40.6.b", "hilo.40.6.c", "hilo.40.1.play_bet", "hilo.layout.b.2.ii")
def test_the_play_bet_follows_the_deal_and_equals_the_ante() -> None:
    for stage, amount, allowed in (
        ("decision", 500, True),
        ("decision", 499, False),
        ("betting", 500, False),
        ("after_no_more_bets", 500, False),
    ):
        attempt = {"stage": stage, "ante": 500, "wagers": {"play": amount}}
        response = answer({"game": "hilo", "attempt": attempt})
        assert (response.refused is None) == allowed, (stage, amount)
    assert first_hand(game(hand())).of("play").stake == 1000
    assert first_hand(game(hand(wagers={"play": 1000}))).of("play").stake == 1000
    unequal = game(hand(wagers={"play": 999}))
    assert {"hilo.40.1.play_bet", "hilo.40.6.c"} <= set(refused_by(unequal))
    never_played = game({**folded(), "wagers": {"ante": 1000, "play": 1000}})
    assert "hilo.40.1.play_bet" in refused_by(never_played)


@pytest.mark.clause("hilo.40.1.fold", "hilo.40.1.hand")
def test_a_hand_of_five_is_played_and_set_or_folded() -> None:
    undecided = {**hand(), "actions": {}}
    assert "hilo.40.10.a" in refused_by(game(undecided))
    unset = {**hand(), "actions": {"decision": "play"}}
    assert "hilo.40.10.a.2" in refused_by(game(unset))
    both = {**hand()}
    both["actions"] = {**both["actions"], "decision": "fold"}
    assert "hilo.40.1.fold" in refused_by(game(both))
    short = {**hand(), "cards": ["Ks", "Qd", "Jc", "3h"]}
    assert "hilo.40.1.hand" in refused_by(game(short))


@pytest.mark.clause("hilo.40.1.fold")
def test_a_fold_comes_between_the_deal_and_the_play_bet() -> None:
    def attempt(stage: str, **more: Any) -> Any:
        fields = {"stage": stage, "decision": "fold", **more}
        return answer({"game": "hilo", "attempt": fields}).refused

    assert attempt("decision") is None
    assert attempt("betting").clauses == ("hilo.40.1.fold",)
    assert attempt("decision", play_bet_placed=True).clauses == ("hilo.40.1.fold",)
    assert "true or false" in str(attempt("decision", play_bet_placed="no"))


def test_attempts_are_understood_or_refused() -> None:
    for attempt, words in (
        ({}, "is empty"),
        ({"action": "dance"}, "it can be view"),
        ({"stage": "zzz"}, "the stages betting"),
        ({"seats": [99]}, "Betting at seat 99"),
        ({"hands": [{"ante": 5, "zzz": 1}]}, "unknown field: 'zzz'"),
        ({"action": "view", "hand": 2, "play_placed": {"hand1": "no"}}, "true or false"),
        ({"stage": "decision", "wagers": {"foo": 5}}, "no wager 'foo'"),
    ):
        assert words in message_of({"game": "hilo", "attempt": attempt})


@pytest.mark.clause("hilo.40.6.g", "hilo.40.6.g.1")
def test_several_hands_of_one_player_are_settled_each_by_itself() -> None:
    document = game(hand(seat=2), hand("Kd 4d 4c / 8c 2h", seat=5))
    settlement = settled(document)
    assert outcomes(settlement.hand(2)) == {"ante": "win", "play": "win"}
    assert outcomes(settlement.hand(5)) == {"ante": "push", "play": "push"}
    assert "hilo.40.6.g" in settlement.hand(5).of("ante").clauses
    unequal = game(hand(seat=2), hand("Kd 4d 4c / 8c 2h", seat=5, ante=1500))
    assert refused_by(unequal) == ("hilo.40.6.g.1",)


@pytest.mark.clause("hilo.40.6.g")
def test_the_number_and_the_play_of_several_hands_are_checked() -> None:
    three = [hand(seat=1), hand("Kd 4d 4c / 8c 2h", seat=2), hand("Kc 4s 4h / 8h 2d", seat=3)]
    assert len(settled(game(*three)).hands) == 3
    assert refused_by(game(*three, max_hands_per_player=2)) == ("hilo.40.6.g",)
    fold_second = [three[0], folded("Kd 4d 4c / 8c 2h", seat=2)]
    assert refused_by(game(*fold_second)) == ("hilo.40.6.g.2.ii",)
    assert settled(game(*fold_second, additional_hand_blind_fold=True)).hand(2).total == -1000
    fold_first = [folded(seat=1), hand("Kd 4d 4c / 8c 2h", seat=2)]
    assert settled(game(*fold_first)).hand(1).total == -1000
    assert "hilo.40.6.g" in refused_by(game(hand(), seats=3, max_hands_per_player=4))


@pytest.mark.parametrize(
    ("number", "placed", "clauses"),
    [
        (1, {"hand1": False, "hand2": False}, ()),
        (2, {"hand1": True, "hand2": True}, ()),
        (2, {"hand1": False, "hand2": True}, ("hilo.40.6.g.2.i",)),
        (3, {"hand1": True, "hand2": False, "hand3": True}, ("hilo.40.6.g.2.ii",)),
        (2, {"hand1": False, "hand2": False}, ("hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")),
    ],
)
def test_when_a_player_may_look_at_a_hand(number: int, placed: Any, clauses: Any) -> None:
    attempt = {"stage": "decision", "action": "view", "hand": number, "play_placed": placed}
    response = answer({"game": "hilo", "attempt": attempt})
    assert (response.refused.clauses if response.refused else ()) == clauses
