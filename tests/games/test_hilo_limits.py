"""5 Card Hi-Lo: the limit of what is paid, and any hand at all."""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, Card, Rank, Suit, rank_five, show_cards
from houseway.games.hilo.settlement import payout_limit
from tests.conftest import first_hand
from tests.games.hilo_hands import HILO, folded, game, hand
from tests.games.settling import outcomes, settled

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
    multisets = combinations_with_replacement(Rank, 5)
    return [ranks for ranks in multisets if max(ranks.count(rank) for rank in ranks) <= 4]


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
    wins = set()
    for ranks in rank_multisets():
        results = set[str]()
        for low in set(combinations(ranks, 2)):
            high = Counter(ranks) - Counter(low)
            if low.count(Rank.ACE) < 2 and len(results) < 3:
                mine = totals(tuple(high.elements()), low)
                results |= results_against(mine, ranks, dealers)
        wins |= {
            (poker, ante_bonus_of(ranks), result) for poker in pokers(ranks) for result in results
        }
    return frozenset(wins)


def results_against(
    mine: tuple[int, int], ranks: Ranks, dealers: dict[tuple[int, int], list[Ranks]]
) -> set[str]:
    """Which of win, a tie of one part and a tie of both some dealer hand gives."""
    held = Counter(ranks)
    possible_results = set()
    for his, hands in dealers.items():
        equal = (mine[0] == his[0]) + (mine[1] == his[1])
        won = mine[0] > his[0] and mine[1] < his[1]
        result = "both" if equal == 2 else "one" if equal else "win" if won else ""
        if result and result not in possible_results:
            possible = any(
                all(held[rank] + hand.count(rank) <= 4 for rank in hand) for hand in hands
            )
            possible_results |= {result} if possible else set()
    return possible_results


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
