"""Money, odds, pay tables and limits."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.chips import (
    EVEN_MONEY,
    AmountError,
    Odds,
    OddsError,
    OddsWrittenWithFor,
    PayTableError,
    cut_to_limit,
    dollars,
    parse_odds,
    pay_table,
    states_odds_with_for,
    whole_cents,
)

CENTS = st.integers(0, 10**9)
ODDS = st.builds(Odds, st.integers(0, 1000), st.integers(1, 20))


@pytest.mark.parametrize(
    ("cents", "words"),
    [(0, "$0"), (1000, "$10"), (1250, "$12.50"), (-5, "-$0.05"), (5_000_000, "$50,000")],
)
def test_an_amount_is_shown_in_dollars(cents: int, words: str) -> None:
    assert dollars(cents) == words


@pytest.mark.parametrize("value", [1.0, "100", True, None, [], 0, -1])
def test_only_whole_positive_cents_are_an_amount(value: object) -> None:
    with pytest.raises(AmountError):
        whole_cents(value)
    assert whole_cents(0, least=0) == 0


@given(ODDS, CENTS, st.integers(1, 500))
def test_a_payout_is_never_short_and_never_a_unit_too_much(
    odds: Odds, stake: int, unit: int
) -> None:
    """The single rounding rule (U9): up to the unit, in the player's favour."""
    paid, owed = odds.payout(stake, unit), stake * odds.ratio
    assert paid % unit == 0
    assert owed <= paid < owed + unit
    assert isinstance(paid, int)


def test_three_to_two_on_odd_cents_rounds_up() -> None:
    assert Odds(3, 2).payout(500) == 750
    assert Odds(3, 2).payout(501) == 752
    assert Odds(3, 2).payout(501, unit=100) == 800


@given(ODDS)
def test_odds_are_read_back_from_their_words(odds: Odds) -> None:
    assert parse_odds(str(odds)) == odds
    assert parse_odds(odds) == odds


def test_odds_are_read_in_other_forms() -> None:
    assert parse_odds(8) == Odds(8)
    assert parse_odds(" 3 TO 2 ").ratio == Fraction(3, 2)
    assert Odds(1, 1) == EVEN_MONEY


@pytest.mark.parametrize("value", ["8", "8:1", "8 to", "8 to 0", "-1 to 1", 1.5, True, None, -3])
def test_other_values_are_not_odds(value: object) -> None:
    with pytest.raises(OddsError, match="is not odds"):
        parse_odds(value)


@pytest.mark.clause("uth.11.a", "hilo.40.11.a")
def test_odds_with_for_are_refused_and_detected_in_print() -> None:
    with pytest.raises(OddsWrittenWithFor, match="use 'to', as in '8 to 1'"):
        parse_odds("8 for 1")
    assert states_odds_with_for("Flush pays 8 FOR 1 today")
    assert not states_odds_with_for("Flush 8 to 1, for 2 players")


TABLE = pay_table("Test", {"flush": Odds(8), "straight": Odds(5)}, at_least=True)


def test_an_improved_table_pays_the_better_rows_and_keeps_the_rest() -> None:
    better = TABLE.improved({"flush": Odds(9)})
    assert (better.odds("flush"), better.odds("straight")) == (Odds(9), Odds(5))
    assert better.odds("pair") is None
    assert [row.words for row in better.rows] == ["Flush", "Straight"]
    assert TABLE.improved({}) is TABLE
    assert TABLE.improved({"flush": Odds(16, 2)}).odds("flush") == Odds(16, 2)


def test_a_lower_an_unknown_and_an_exact_row_are_refused() -> None:
    with pytest.raises(PayTableError, match="no less than 8 to 1, not 15 to 2"):
        TABLE.improved({"flush": Odds(15, 2)})
    with pytest.raises(PayTableError, match="no row 'pair'; its rows are flush, straight"):
        TABLE.improved({"pair": Odds(1)})
    with pytest.raises(PayTableError, match="exact"):
        pay_table("Exact", {"flush": Odds(8)}).improved({"flush": Odds(9)})


WINNINGS = st.dictionaries(st.sampled_from("abcdef"), CENTS)


@given(WINNINGS, CENTS)
def test_a_limit_pays_all_or_the_limit_and_cuts_the_last_first(
    winnings: dict[str, int], limit: int
) -> None:
    order = "abcd"
    paid = cut_to_limit(winnings, order, limit)
    limited = [wager for wager in order if wager in winnings]
    assert sum(paid[w] for w in limited) == min(limit, sum(winnings[w] for w in limited))
    assert all(paid[w] == winnings[w] for w in winnings if w not in order)
    # Once a wager is cut, every wager settled after it gets nothing.
    cut = [w for w in limited if paid[w] < winnings[w]]
    if cut:
        assert all(paid[w] == 0 for w in limited[limited.index(cut[0]) + 1 :])
