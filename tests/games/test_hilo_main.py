"""5 Card Hi-Lo, clause by clause: ante, play, tie and the bonuses."""

from itertools import product

import pytest

from tests.conftest import first_hand, refused_by
from tests.games.hilo_hands import HILO, folded, game, hand
from tests.games.settling import outcomes

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
