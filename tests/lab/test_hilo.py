"""5 Card Hi-Lo solved: against all dealers, against settled rounds, and against known facts."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.chips import Odds
from houseway.games.hilo.decisions import HiloActions, check_setting
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.points import Setting, aces, set_dealer
from houseway.games.hilo.settlement import resolve
from houseway.games.rounds import Hand, Round
from houseway.lab.exact.five_cards import DEALS, HANDS
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.results import as_data
from houseway.lab.hilo.solver import analyze_hilo, count_deals
from tests.lab.plain import dealers_by_rank, rank_hands, some_cards
from tests.lab.solved import HiloChoice, hilo_choices

OPTIONS = HiloOptions()
ANTE = 100


def settled(
    cards: tuple[Card, ...], dealer: tuple[Card, ...], choice: HiloChoice, tie: int = 0
) -> dict[str, Fraction]:
    """The round as the game settles it: each wager's net, in antes."""
    wagers = {"ante": ANTE, "poker_bonus": ANTE} | ({"tie": tie * ANTE} if tie else {})
    hand = Hand(1, "Ada", wagers, cards, HiloActions(choice.action, choice.setting))
    results = resolve(OPTIONS, Round((hand,), dealer)).hands[0].results
    return {result.wager: Fraction(result.net, ANTE) for result in results}


def without_poker_bonus(nets: dict[str, Fraction]) -> Fraction:
    return sum(nets.values(), Fraction()) - nets["poker_bonus"]


def test_the_counts_add_up_to_all_deals() -> None:
    dealt = count_deals()
    assert dealt.sets.sum() == HANDS
    for row, many in enumerate(dealt.many):
        assert 1 <= many <= 10
        assert (dealt.cells[row, :many].sum(axis=1) == DEALERS).all()
        assert (dealt.cells[row, many:] == 0).all()


def test_the_game_has_its_known_worth() -> None:
    analysis = analyze_hilo(OPTIONS)
    assert analysis.deals == DEALS
    assert analysis.main == analysis.compulsory
    assert analysis.main.ev == Fraction(-38421789247, 996661525860)
    assert analysis.main.actions["fold"] == Fraction(2887, 92820)
    assert sum(analysis.distribution.values()) == 1
    assert sum(net * often for net, often in analysis.distribution.items()) == analysis.main.ev
    assert analysis.main.average_wager == 2 - analysis.main.actions["fold"]
    assert analysis.side["tie"].ev == Fraction(-29293647833, 249165381465)
    assert analysis.side["poker_bonus_1"].ev == Fraction(-2341, 30940)
    assert analysis.side["poker_bonus_2"].ev == Fraction(-1203, 30940)


@pytest.mark.parametrize("tie", [0, 1])
def test_values_agree_with_all_dealers_settled_by_the_game(tie: int) -> None:
    """One dealer's hand of each 6,175 multisets of ranks is settled, for whatever it counts."""
    random = Random(40 + tie)
    hands = [tuple(random.sample(NEW_DECK, 5)) for _ in range(3)]
    for cards in (*hands, parse_cards("As Ah Ad 7c 3s".split())):
        choices = hilo_choices(OPTIONS, cards, tie)
        for choice in (choices[0], random.choice(choices[1:])):
            total, dealers = Fraction(), 0
            for dealer, ways in dealers_by_rank(cards):
                total += ways * without_poker_bonus(settled(cards, dealer, choice, tie))
                dealers += ways
            assert dealers == DEALERS
            assert choice.ev == total / DEALERS, (cards, choice)


def test_every_setting_faces_what_the_points_say() -> None:
    random, dealt = Random(7), count_deals()
    rows = {tuple(hand): row for row, hand in enumerate(dealt.hands.tolist())}
    for cards in (some_cards(random.choice(rank_hands())) for _ in range(15)):
        kinds = sorted(0 if card.rank == 14 else min(card.rank, 10) - 1 for card in cards)
        row = rows[tuple(kinds)]
        totals = dealt.totals[row, : dealt.many[row]].tolist()
        dealers = Counter[tuple[int, int]]()
        for dealer, ways in dealers_by_rank(cards):
            dealers[set_dealer(dealer).points] += ways
        assert sorted(map(tuple, totals)) == sorted(permitted(cards))
        for (high, low), counts in zip(totals, dealt.cells[row].tolist(), strict=False):
            expected = [0] * 9
            for (dealer_high, dealer_low), ways in dealers.items():
                column = int(np.sign(dealer_low - low)) + 1
                expected[3 * (int(np.sign(dealer_high - high)) + 1) + column] += ways
            assert counts == expected


def permitted(cards: tuple[Card, ...]) -> set[tuple[int, int]]:
    """The totals of every setting that the game does not refuse."""
    totals = set()
    for low in combinations(cards, 2):
        setting = Setting(tuple(card for card in cards if card not in low), low)
        if not any(check_setting(setting, cards)):
            totals.add(setting.points)
    return totals


@pytest.mark.parametrize(("seed", "tie"), [(1, 0), (2, 1)])
def test_random_rounds_net_what_the_solver_says(seed: int, tie: int) -> None:
    """Each of 6,000 rounds by itself, and all of them within chance of the frequencies."""
    print(f"seed {seed}")
    random = Random(seed)
    analysis = analyze_hilo(OPTIONS, tie)
    nets: Counter[Fraction] = Counter()
    rounds = 6_000
    for _ in range(rounds):
        cards = random.sample(NEW_DECK, 10)
        player, dealer = tuple(cards[:5]), tuple(cards[5:])
        choice = hilo_choices(OPTIONS, player, tie)[0]
        net = without_poker_bonus(settled(player, dealer, choice, tie))
        assert net == own_net(player, dealer, choice, tie), cards
        nets[net] += 1
    assert set(nets) <= set(analysis.distribution)
    for net, often in analysis.distribution.items():
        spread = (rounds * float(often) * (1 - float(often))) ** 0.5
        assert abs(nets[net] - rounds * often) < 5 * spread + 3, net


def own_net(
    player: tuple[Card, ...], dealer: tuple[Card, ...], choice: HiloChoice, tie: int
) -> int:
    """The net as the solver's cells have it."""
    if choice.setting is None:
        return -1 - tie
    (high, low), (dealer_high, dealer_low) = choice.setting.points, set_dealer(dealer).points
    main = {0: -2, 1: 0, 2: 2}[(high > dealer_high) + (low < dealer_low)]
    tied = (high == dealer_high) + (low == dealer_low)
    bonus = {3: 5, 4: 100 if any(card.rank == 2 for card in player) else 50}
    return main + tie * (-1, 4, 20)[tied] + bonus.get(aces(player), 0)


@pytest.mark.clause("hilo.40.10.c")
def test_no_permitted_dealer_setting_beats_the_sorted_one() -> None:
    """H9, on all 6,175 multisets of ranks: never more points high, never fewer low."""
    hands = rank_hands()
    assert len(hands) == 6175
    for cards in map(some_cards, hands):
        high, low = set_dealer(cards).points
        for rest in combinations(range(5), 2):
            lows = tuple(cards[n] for n in rest)
            setting = Setting(tuple(cards[n] for n in range(5) if n not in rest), lows)
            # The dealer's aces are all high, save the fourth.
            if aces(lows) == (aces(cards) == 4):
                assert setting.points[0] <= high, cards
                assert setting.points[1] >= low, cards


@pytest.mark.clause("hilo.40.5.b")
def test_only_permitted_settings_are_weighed() -> None:
    """H10: three aces are all high or one of them low; four leave no choice."""
    three = hilo_choices(OPTIONS, parse_cards("As Ah Ad 9c 2s".split()))
    four = hilo_choices(OPTIONS, parse_cards("As Ah Ad Ac 2s".split()))
    assert [choice.action for choice in four] == ["play", "fold"]
    assert len(three) == 4
    for choice in three + four:
        if choice.setting is not None:
            assert not list(check_setting(choice.setting, None))
    # Four aces and a two beat every dealer on both sides (H17).
    assert four[0].ev == 102


def test_a_tie_bet_set_as_the_dealer_sets() -> None:
    """H2 has 91.6 % and, if both parts equal paid 4, 4 and 20, 98.2 %: those were simulated."""
    tie = analyze_hilo(OPTIONS).side["tie_set_as_dealer"]
    assert 1 + tie.ev == Fraction(228110394574, 249165381465)
    assert abs(100 * (1 + tie.ev) - Fraction("91.6")) < Fraction("0.1")
    dealt = count_deals()
    both = int((dealt.sets * dealt.cells[:, 0, 4]).sum())
    more = 1 + tie.ev + 8 * Fraction(both, DEALS)
    assert abs(100 * more - Fraction("98.2")) < Fraction("0.1")


def test_a_tie_bet_can_change_the_setting() -> None:
    alone, jointly = analyze_hilo(OPTIONS), analyze_hilo(OPTIONS, Fraction(1, 2))
    assert jointly.main.ev < alone.main.ev
    assert jointly.side["tie"].ev > alone.side["tie"].ev
    together = jointly.main.ev + jointly.side["tie"].ev / 2
    assert jointly.compulsory.ev == together > alone.main.ev + alone.side["tie"].ev / 2
    assert jointly.compulsory.average_wager == jointly.main.average_wager + Fraction(1, 2)


def test_a_better_ante_bonus_is_worth_what_it_pays() -> None:
    better = replace(OPTIONS, ante_bonus_rows={"three_aces": Odds(11, 2)})
    gained = analyze_hilo(better).main.ev - analyze_hilo(OPTIONS).main.ev
    assert gained == Fraction(1, 2) * Fraction(comb(4, 3) * comb(48, 2), HANDS)


def test_the_poker_bonus_pays_pairs_from_its_lowest_up() -> None:
    """84,480 hands hold each pair; sevens to aces are eight, sixes to aces nine."""
    sides = analyze_hilo(OPTIONS).side
    two_pair_up = HANDS - 1302540 - 1098240
    assert sides["poker_bonus_1"].hit == Fraction(two_pair_up + 8 * 84480, HANDS)
    assert sides["poker_bonus_2"].hit == Fraction(two_pair_up + 9 * 84480, HANDS)


def test_an_analysis_can_be_written_as_data() -> None:
    data = as_data(analyze_hilo(OPTIONS, 1))
    assert data["game"] == "hilo"
    assert list(data["main"]["actions"]) == ["fold", "play"]
    assert {"tie", "poker_bonus_1", "poker_bonus_2"} < set(data["side"])
    assert any("tie bet of 1 antes" in note for note in data["notes"])
