"""5 Card Hi-Lo, clause by clause: points, settings, and every wager."""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, FiveCard, Rank, Suit, parse_cards, rank_five, show_cards
from houseway.games import GAMES
from houseway.games.hilo.decisions import DECISIONS
from houseway.games.hilo.limits import payout_limit
from houseway.games.hilo.points import Setting, high_total, low_total, point_value, set_dealer
from houseway.games.procedure import Act, Step
from houseway.games.results import HandResult, Settlement
from tests.conftest import answer, first_hand, message_of, refused_by

HILO = GAMES["hilo"]
DEALER = "9s 8d 7c 6h 5s"  # 24 high, 11 low
WINNER = "Ks Qd Jc / 3h 2s"  # 30 high, 5 low


def hand(
    setting: str = WINNER, seat: int = 1, player: str = "A", ante: int = 1000, **more: Any
) -> dict[str, Any]:
    high, _, low = setting.partition(" / ")
    actions = {"decision": "play", "high": high.split(), "low": low.split()}
    cards = [*high.split(), *low.split()]
    wagers = {"ante": ante, **more.pop("wagers", {})}
    fields = {"seat": seat, "player": player, "wagers": wagers, "cards": cards}
    return {**fields, "actions": actions, **more}


def folded(setting: str = WINNER, **more: Any) -> dict[str, Any]:
    return {**hand(setting, **more), "actions": {"decision": "fold"}}


def game(
    *hands: dict[str, Any], dealer: str = DEALER, irregularity: Any = None, **config: Any
) -> dict[str, Any]:
    document = {"game": "hilo", "config": config, "dealer": dealer.split(), "hands": list(hands)}
    return {**document, "irregularity": irregularity} if irregularity else document


def settled(document: dict[str, Any]) -> Settlement:
    found = answer(document)
    assert found.settlement is not None, found.refused
    return found.settlement


def outcomes(result: HandResult) -> dict[str, str]:
    return {entry.wager: entry.outcome.value for entry in result.results}


def steps(document: dict[str, Any]) -> list[Step]:
    found = answer(document)
    assert found.settlement is not None, found.refused
    assert found.round is not None
    return list(HILO.running_order(found.options, found.round, found.settlement))


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
    found = []
    for low in combinations(cards, 2):
        aces_low = sum(card.rank is Rank.ACE for card in low)
        if aces_low == (1 if held == 4 else 0):
            high = tuple(card for card in cards if card not in low)
            found.append(Setting(high, low))
    return found


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
def test_settings_that_are_not_allowed(setting: str, clause: str) -> None:
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
    found = answer(document)
    assert found.round is not None, found.refused
    assert found.round.hands[0].actions.setting.points == points


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
        found = answer({"game": "hilo", "attempt": attempt})
        assert (found.refused is None) == allowed, (stage, amount)
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
    found = settled(document)
    assert outcomes(found.hand(2)) == {"ante": "win", "play": "win"}
    assert outcomes(found.hand(5)) == {"ante": "push", "play": "push"}
    assert "hilo.40.6.g" in found.hand(5).of("ante").clauses
    unequal = game(hand(seat=2), hand("Kd 4d 4c / 8c 2h", seat=5, ante=1500))
    assert refused_by(unequal) == ("hilo.40.6.g.1",)


@pytest.mark.clause("hilo.40.6.g")
def test_how_many_hands_and_what_may_be_done_with_them() -> None:
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
    found = answer({"game": "hilo", "attempt": attempt})
    assert (found.refused.clauses if found.refused else ()) == clauses


# --- ante and play


@pytest.mark.clause("hilo.40.10.d", "hilo.40.10.d.i", "hilo.40.10.d.ii", "hilo.40.10.d.iii")
@pytest.mark.clause("hilo.40.11.b", "hilo.40.1.push", "hilo.layout.c.2")
@pytest.mark.parametrize(
    ("setting", "outcome"),
    [
        # High above, equal, below the dealer's 24; low below, equal, above his 11.
        ("Ks Qd Jc / 3h 2s", "win"),
        ("Ks Qd Jc / 9h 2s", "push"),
        ("Ks Qd Jc / 9h 8s", "push"),
        ("Ks Td 4c / 3h 2s", "push"),
        ("Ks Td 4c / 9h 2s", "lose"),
        ("Ks Td 4c / 9h 8s", "lose"),
        ("Ks 4d 2c / 3h 3s", "push"),
        ("Ks 4d 2c / 9h 2s", "lose"),
        ("Ks 4d 2c / 9h 8s", "lose"),
    ],
)
def test_each_of_the_nine_comparisons(setting: str, outcome: str) -> None:
    result = first_hand(game(hand(setting)))
    net = {"win": 1000, "lose": -1000, "push": 0}[outcome]
    assert outcomes(result) == {"ante": outcome, "play": outcome}
    assert [entry.net for entry in result.results] == [net, net]


@pytest.mark.clause("hilo.40.10.a.1", "hilo.layout.c.4", "hilo.40.10.e")
def test_a_fold_forfeits_ante_and_tie_and_leaves_the_poker_bonus() -> None:
    wagers = {"tie": 500, "poker_bonus": 500}
    result = first_hand(game(folded("7h 7s Jc / 3h 2s", wagers=wagers)))
    assert outcomes(result) == {"ante": "forfeit", "tie": "forfeit", "poker_bonus": "win"}
    assert result.total == -1000 - 500 + 500


# --- tie


@pytest.mark.clause("hilo.40.11.c", "hilo.40.1.tie_bet", "hilo.40.10.e")
@pytest.mark.parametrize(
    ("setting", "odds"),
    [
        ("Ks Td 4c / 3h 2s", 4),  # high only
        ("Ks Qd Jc / 9h 2s", 4),  # low only
        ("Ks Td 4c / 9h 2s", 20),  # both: 20 and not 28
        ("Ks Qd Jc / 3h 2s", None),
    ],
)
def test_every_row_of_the_tie_bet(setting: str, odds: int | None) -> None:
    result = first_hand(game(hand(setting, wagers={"tie": 100})))
    assert result.of("tie").net == (-100 if odds is None else 100 * odds)


@pytest.mark.clause("hilo.40.1.tie_bet", "hilo.40.1.rank")
def test_equal_poker_rank_is_no_tie_by_itself() -> None:
    """Both sides hold nothing but a king-high hand of the same ranks, set unlike (H1)."""
    document = game(hand("9d 8h 5d / 7s 6c", wagers={"tie": 100}), dealer="9s 8d 7c 6h 5s")
    assert first_hand(document).of("tie").outcome == "lose"


# --- poker bonus and ante bonus

POKER_HANDS = {
    "royal_flush": "As Ks Qs / Js Ts",
    "straight_flush": "9h 8h 7h / Th Jh",
    "four_of_a_kind": "4s 4d 4c / 4h Ks",
    "full_house": "Kc Ks 4d / 4h 4s",
    "flush": "Ah Jh 9h / 4h 2h",
    "straight": "4s 3d 2s / Ah 5c",
    "three_of_a_kind": "Ks Kd Kh / 3c 2s",
    "two_pair": "Ks Kd 3h / 3c 2s",
    "sevens": "7h 7s Jc / 3h 2s",
    "sixes": "6s 6d Jc / 3h 2s",
    "fives": "5h 5d Jc / 3h 2s",
    "high_card": "Ks Qd Jc / 3h 2s",
}
POKER_BONUS = {
    1: (250, 50, 25, 15, 10, 8, 5, 3, 1, None, None, None),
    2: (500, 100, 40, 15, 8, 6, 4, 3, 1, 1, None, None),
}


@pytest.mark.clause("hilo.40.11.d", "hilo.40.5.d.9", "hilo.40.1.poker_bonus_bet", "hilo.40.10.e")
@pytest.mark.parametrize(("table", "row"), list(product([1, 2], range(12))))
def test_every_row_of_the_poker_bonus_played_and_folded(table: int, row: int) -> None:
    setting = list(POKER_HANDS.values())[row]
    odds = POKER_BONUS[table][row]
    for described in (hand, folded):
        document = game(
            described(setting, wagers={"poker_bonus": 100}),
            dealer="9s 8d 7c 6h Td",
            poker_bonus_table=table,
        )
        net = first_hand(document).of("poker_bonus").net
        assert net == (-100 if odds is None else 100 * odds)


@pytest.mark.clause("hilo.40.11.d")
def test_the_poker_bonus_is_exact_and_has_two_tables() -> None:
    assert refused_by(game(hand(), poker_bonus_table=3)) == ("hilo.40.11.d",)
    assert HILO.read_options({}).poker_bonus.at_least is False


@pytest.mark.clause("hilo.40.11.e", "hilo.40.10.f", "hilo.40.1.ante_bonus", "hilo.layout.c.5")
@pytest.mark.parametrize(
    ("setting", "odds"),
    [
        ("As Ad Ac / Ah 2s", 100),
        ("As Ad Ac / Ah 3s", 50),
        ("As Ad Ac / 9h 8s", 5),
        ("9d 8h Jc / Ah Ks", None),
        ("As Ad Jc / 9h 8s", None),
    ],
)
def test_every_row_of_the_ante_bonus(setting: str, odds: int | None) -> None:
    result = first_hand(game(hand(setting)))
    if odds is None:
        assert "ante_bonus" not in outcomes(result)
    else:
        assert result.of("ante_bonus").net == 1000 * odds
        assert result.of("ante_bonus").stake == 0


@pytest.mark.clause("hilo.40.10.f", "hilo.layout.c.5")
def test_a_losing_hand_of_three_aces_still_earns_the_ante_bonus() -> None:
    result = first_hand(game(hand("As Ad 2c / Ah Kd"), dealer="Ks Qs Js 2s 3s"))
    assert outcomes(result) == {"ante": "lose", "play": "lose", "ante_bonus": "win"}
    assert result.of("ante_bonus").net == 5000
    assert "ante_bonus" not in outcomes(first_hand(game(folded("As Ad 2c / Ah Kd"))))


@pytest.mark.clause("hilo.40.11.e")
def test_ante_bonus_rows_may_be_better_and_never_lower() -> None:
    better = game(hand("As Ad Ac / 9h 8s"), ante_bonus_rows={"three_aces": 6})
    assert first_hand(better).of("ante_bonus").net == 6000
    assert refused_by(game(hand(), ante_bonus_rows={"three_aces": 4})) == ("hilo.40.11.e",)
    assert refused_by(game(hand(), override={"four_aces": 40})) == ("hilo.40.11.e",)


# --- limit


@pytest.mark.clause("hilo.40.11.f")
def test_a_hand_wins_fifty_thousand_at_most_and_the_bonus_is_cut_first() -> None:
    result = first_hand(game(hand("As Ad Ac / Ah 2s", ante=60_000)))
    assert result.total == 5_000_000
    assert result.of("ante_bonus").net == 4_880_000
    two = [hand("As Ad Ac / Ah 2s", ante=60_000), hand("Kd Qs Js / 3c 2d", ante=60_000, seat=2)]
    assert settled(game(*two)).hand(2).total == 120_000


@pytest.mark.clause("hilo.40.11.f")
@pytest.mark.parametrize(
    ("minimum", "table", "limit"),
    [(10_000, 2, 5_200_000), (18_600, 1, 5_022_000), (18_500, 1, 5_000_000), (9_700, 2, 5_044_000)],
)
def test_the_limit_rises_with_the_minimum_wager(minimum: int, table: int, limit: int) -> None:
    minimums = dict.fromkeys(("ante", "tie", "poker_bonus"), minimum)
    options = HILO.read_options({"minimums": minimums, "poker_bonus_table": table})
    assert payout_limit(options) == limit


Ranks = tuple[Rank, ...]


def rank_multisets() -> list[Ranks]:
    """The 6,175 ways to hold five ranks."""
    found = combinations_with_replacement(Rank, 5)
    return [ranks for ranks in found if max(ranks.count(rank) for rank in ranks) <= 4]


def totals(high: Ranks, low: Ranks) -> tuple[int, int]:
    ace = Rank.ACE
    return (
        sum(11 if rank is ace else min(rank, 10) for rank in high),
        sum(1 if rank is ace else min(rank, 10) for rank in low),
    )


@cache
def joint_wins() -> frozenset[tuple[str, str, str]]:
    """Every (poker hand, ante bonus, result against the dealer) that one hand can have at once.

    Found by trying: each five ranks, each permitted setting, against dealer hands that
    the remaining cards can make. Suits matter only for flushes, which five different
    ranks can always make.
    """
    dealers: dict[tuple[int, int], list[Ranks]] = defaultdict(list)
    for ranks in rank_multisets():
        ordered = sorted(ranks, key=lambda rank: (rank is Rank.ACE, min(rank, 10)), reverse=True)
        dealers[totals(tuple(ordered[:3]), tuple(ordered[3:]))].append(ranks)
    found = set()
    for ranks in rank_multisets():
        results = set[str]()
        for low in set(combinations(ranks, 2)):
            high = Counter(ranks) - Counter(low)
            if low.count(Rank.ACE) < 2 and len(results) < 3:
                mine = totals(tuple(high.elements()), low)
                results |= results_against(mine, ranks, dealers)
        found |= {(poker, ante_bonus_of(ranks), one) for poker in pokers(ranks) for one in results}
    return frozenset(found)


def results_against(
    mine: tuple[int, int], ranks: Ranks, dealers: dict[tuple[int, int], list[Ranks]]
) -> set[str]:
    """Which of win, a tie of one part and a tie of both some dealer hand gives."""
    held = Counter(ranks)
    found = set()
    for his, hands in dealers.items():
        equal = (mine[0] == his[0]) + (mine[1] == his[1])
        won = mine[0] > his[0] and mine[1] < his[1]
        result = "both" if equal == 2 else "one" if equal else "win" if won else ""
        if result and result not in found:
            possible = any(
                all(held[rank] + hand.count(rank) <= 4 for rank in hand) for hand in hands
            )
            found |= {result} if possible else set()
    return found


def pokers(ranks: Ranks) -> list[str]:
    """The poker hands that these ranks can make, suited or not."""
    suits = list(Suit)
    mixed = rank_five([Card(rank, suits[n % 4]) for n, rank in enumerate(sorted(ranks))])
    suited = [Card(rank, Suit.SPADES) for rank in ranks]
    alone = [rank_five(suited)] if len(set(ranks)) == 5 else []
    return [rank.category.key for rank in (mixed, *alone)]


def ante_bonus_of(ranks: Ranks) -> str:
    held = ranks.count(Rank.ACE)
    if held == 4:
        return "four_aces_and_a_two" if Rank.TWO in ranks else "four_aces"
    return "three_aces" if held == 3 else ""


@pytest.mark.clause("hilo.40.11.f")
@settings(max_examples=25)
@given(
    *[st.integers(1, 10**6)] * 3,
    st.sampled_from([1, 2]),
    st.tuples(st.integers(100, 400), st.integers(50, 400), st.integers(5, 400)),
)
@example(10**6, 1, 10**6, 1, (100, 400, 5))
@example(10**6, 10**6, 1, 1, (100, 400, 5))
def test_the_minimum_wager_win_is_the_best_of_all_joint_wins(
    ante: int, tie: int, poker: int, table: int, better: tuple[int, int, int]
) -> None:
    """H17 found again by trying every hand against every dealer hand, with better rows too."""
    minimums = {"ante": ante, "tie": tie, "poker_bonus": poker}
    rows = dict(zip(("four_aces_and_a_two", "four_aces", "three_aces"), better, strict=True))
    config = {"minimums": minimums, "poker_bonus_table": table, "ante_bonus_rows": rows}
    options = HILO.read_options(config)
    bonus = {**rows, "": 0}
    won = {"win": 2 * ante, "both": 20 * tie, "one": 4 * tie}
    odds = {row.key: row.odds.win for row in options.poker_bonus.rows}
    best = max(
        odds.get(hand, 0) * poker + bonus[aces] * ante + won[result]
        for hand, aces, result in joint_wins()
    )
    assert payout_limit(options) == max(5_000_000, best)


# --- any hand at all


@pytest.mark.clause("hilo.40.10.d", "hilo.40.11.b", "hilo.40.1.round_of_play")
@given(st.permutations(NEW_DECK), st.permutations(range(5)), st.booleans())
def test_any_deal_settles_by_a_second_reading(
    deck: list[Card], order: list[int], play: bool
) -> None:
    """Every way of setting five cards, the points added up here, the totals compared here."""
    cards = [deck[n] for n in order]
    high, low = cards[:3], cards[3:]
    if sum(card.rank is Rank.ACE for card in low) > 1:
        return
    setting = f"{show_cards(high)} / {show_cards(low)}"
    wagers = {"tie": 100}
    described = hand(setting, wagers=wagers) if play else folded(setting, wagers=wagers)
    result = first_hand(game(described, dealer=show_cards(deck[5:10])))
    if not play:
        assert result.total == -1100
        return
    value = {r: min(int(r), 10) for r in Rank}
    mine = (
        sum(11 if c.rank is Rank.ACE else value[c.rank] for c in high),
        sum(1 if c.rank is Rank.ACE else value[c.rank] for c in low),
    )
    dealt = sorted((11 if c.rank is Rank.ACE else value[c.rank] for c in deck[5:10]), reverse=True)
    his = sum(dealt[:3]), sum(dealt[3:]) - (10 if dealt[3] == 11 else 0)
    better = (mine[0] > his[0]) + (mine[1] < his[1])
    ties = (mine[0] == his[0]) + (mine[1] == his[1])
    aces = sum(c.rank is Rank.ACE for c in cards)
    expected = (better - 1) * 2000 + {0: -100, 1: 400, 2: 2000}[ties]
    if aces == 3:
        expected += 5000
    if aces == 4:
        expected += 100_000 if any(c.rank is Rank.TWO for c in cards) else 50_000
    assert result.total == expected
    assert {"ante", "play", "tie"} <= set(outcomes(result))


# --- the order of settlement


@pytest.mark.clause("hilo.40.10.d", "hilo.40.10.e", "hilo.40.10.a.1")
def test_the_dealer_settles_from_the_right() -> None:
    document = game(
        hand(seat=1, wagers={"tie": 100}),
        folded("Kd 4d 4c / 8c 2h", seat=3, player="B", wagers={"poker_bonus": 100}),
        folded("Kc 4s 4h / 8h 2d", seat=4, player="C"),
        hand("Ah Ad Ac / Qh 9c", seat=6, player="D"),
    )
    found = [(step.act, step.seat, step.wager) for step in steps(document)]
    assert found == [
        (Act.COLLECT, 3, "ante"),
        (Act.TUCK, 3, None),
        (Act.COLLECT, 4, "ante"),
        (Act.RACK, 4, None),
        (Act.REVEAL, None, None),
        (Act.ANNOUNCE, None, None),
        (Act.REVEAL, 6, None),
        (Act.RETURN, 6, "ante"),
        (Act.RETURN, 6, "play"),
        (Act.PAY, 6, "ante_bonus"),
        (Act.RACK, 6, None),
        (Act.REVEAL, 3, None),
        (Act.COLLECT, 3, "poker_bonus"),
        (Act.RACK, 3, None),
        (Act.REVEAL, 1, None),
        (Act.PAY, 1, "ante"),
        (Act.PAY, 1, "play"),
        (Act.COLLECT, 1, "tie"),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]
    announced = next(step for step in steps(document) if step.act is Act.ANNOUNCE)
    assert announced.words == "9s 8d 7c / 6h 5s: 24 high, 11 low"


# --- void hands and rounds


@pytest.mark.parametrize(
    ("irregularity", "ante"),
    [
        ({"type": "face_up_cards", "count": 1}, "win"),
        ({"type": "face_up_cards", "count": 2}, "void"),
        ({"type": "card_drawn_in_error"}, "win"),
        ({"type": "incorrect_number_of_cards", "who": "player", "seat": 1}, "void"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 4}, "win"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 6}, "void"),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 3}, "void"),
        ({"type": "dealer_card_exposed"}, "void"),
        ({"type": "dealer_card_exposed", "stage": "after_dealer_reveal"}, "win"),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": False}, "win"),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": True}, "void"),
        ({"type": "stub_count", "cards_in_deck": 53}, "void"),
        ({"type": "shuffler_fault"}, "win"),
        ({"type": "shoe_fault"}, "void"),
    ],
)
def test_what_each_irregularity_does(irregularity: Any, ante: str) -> None:
    assert outcomes(first_hand(game(hand(), irregularity=irregularity)))["ante"] == ante


def test_an_exposed_dealer_card_may_be_played_on() -> None:
    exposed = {"type": "dealer_card_exposed", "stage": "before_dealer_reveal"}
    document = game(hand(), irregularity=exposed, exposed_dealer_card="continue")
    assert first_hand(document).total == 2000


def test_a_misdealt_hand_is_void_alone_and_must_be_described() -> None:
    misdeal = {"type": "incorrect_number_of_cards", "who": "player", "seat": 1}
    other = hand("Kd 4d 4c / 8c 2h", seat=2, player="B")
    found = settled(game(folded(wagers={"poker_bonus": 100}), other, irregularity=misdeal))
    assert set(outcomes(found.hand(1)).values()) == {"void"}
    assert outcomes(found.hand(2))["ante"] == "push"
    none = {"type": "incorrect_number_of_cards", "who": "dealer", "count": 5}
    assert "Calling 5 cards" in message_of(game(hand(), irregularity=none))
    missing = {**misdeal, "seat": 7}
    assert "no hand is described there" in message_of(game(hand(), irregularity=missing))


def test_a_licensee_may_keep_what_a_fold_forfeited_in_a_void_round() -> None:
    document = game(
        folded(wagers={"tie": 100, "poker_bonus": 100}),
        irregularity={"type": "dealer_card_exposed"},
        void_unwinds_settled=False,
    )
    kept = {"ante": "forfeit", "tie": "forfeit", "poker_bonus": "void"}
    assert outcomes(first_hand(document)) == kept


def test_a_round_void_during_the_deal_returns_a_described_fold_too() -> None:
    document = game(folded(), void_unwinds_settled=False)
    for irregularity in ({"type": "face_up_cards", "count": 2}, {"type": "shoe_fault"}):
        assert first_hand({**document, "irregularity": irregularity}).total == 0


@pytest.mark.clause("hilo.40.6.a")
def test_match_play_pays_its_face_on_a_win_and_not_on_the_ante_bonus() -> None:
    document = game(hand("As Ad Ac / Ah 2s", coupons={"ante": 1000}), match_play=True)
    result = first_hand(document)
    assert result.of("match_play").net == 1000
    assert result.of("ante_bonus").net == 100_000


@pytest.mark.clause("hilo.40.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in HILO.glossary for name in term.names}
    wagers = {wager.id for wager in HILO.wagering.wagers}
    assert wagers | set(DECISIONS) | {"high", "low", "push", "points"} <= defined
    assert {category.key for category in FiveCard} <= defined
    assert HILO.warnings(HILO.read_options({})) == ()


def test_the_cards_of_a_setting_are_read_as_cards() -> None:
    document = game(hand())
    document["hands"][0]["actions"]["high"] = ["Ks", "Qd", "11c"]
    assert "'11c' is not a card" in message_of(document)
