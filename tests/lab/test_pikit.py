"""Pik-it solved: against all dealers, against settled rounds, and against known facts."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from houseway.cards import NEW_DECK, Card, ThreeCard, parse_cards
from houseway.chips import Odds
from houseway.games.options import as_config
from houseway.games.pikit.decisions import PikitActions
from houseway.games.pikit.options import PikitOptions
from houseway.games.pikit.paytables import three_card_table
from houseway.games.pikit.settlement import LOWEST_QUALIFYING, resolve
from houseway.games.rounds import Hand, Round
from houseway.lab.exact.five_cards import DEALS, HANDS, encode
from houseway.lab.exact.kernels.five_cards import DEALERS
from houseway.lab.exact.results import as_data
from houseway.lab.pikit.kernels.settlement import BESIDE_3, BESIDE_5, UNQUALIFIED, settle
from houseway.lab.pikit.solver import ACTIONS, analyze_pikit, count_deals, rules_of
from tests.lab.plain import all_hands
from tests.lab.solved import pikit_choices, row_of

VARIANTS = [
    PikitOptions(
        play_3_multiple=three,
        play_5_multiple=five,
        dealer_must_qualify=qualifier,
        nonqualifying_ante=ante,
    )
    for qualifier, ante in ((False, "lose"), (True, "lose"), (True, "push"))
    for three, five in product((1, 2), repeat=2)
]
# What ante and play are worth, in the order of the variants.
MAIN = """
5543476511/7910012110 25357457761/27685042385 922489563179/996661525860 17512419149/15820024220
126062626126/249165381465 86444188613/166110254310 14185499978/19166567805 1877695721/2516822035
128458643839/249165381465 86444188613/166110254310 186807517427/249165381465 1877695721/2516822035
""".split()
ANTE = 100
PAID_3 = {row.key: row.odds.win for row in three_card_table(1).rows}


def name_of(options: PikitOptions) -> str:
    qualifier = options.nonqualifying_ante if options.dealer_must_qualify else "none"
    return f"{options.play_3_multiple}x-{options.play_5_multiple}x-{qualifier}"


def settled(
    options: PikitOptions, cards: tuple[Card, ...], dealer: tuple[Card, ...], action: str
) -> dict[str, Fraction]:
    """The round as the game settles it: each wager's net, in antes."""
    wagers = {"ante": ANTE, "five_card_bonus": ANTE}
    hand = Hand(1, "Ada", wagers, cards, PikitActions(None, (action,)))
    results = resolve(options, Round((hand,), dealer)).hands[0].results
    return {result.wager: Fraction(result.net, ANTE) for result in results}


def main_net(nets: dict[str, Fraction]) -> Fraction:
    return sum(nets.values(), Fraction()) - nets["five_card_bonus"]


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_the_counts_are_all_deals_and_the_value_is_known(options: PikitOptions) -> None:
    dealt = count_deals()
    deals, _ = settle(dealt.known, dealt.hands.sets, dealt.hands.values, rules_of(options))
    assert deals.sum() == DEALS
    analysis = analyze_pikit(options)
    assert analysis.main.ev == Fraction(MAIN[VARIANTS.index(options)])
    assert sum(analysis.main.actions.values()) == 1
    assert sum(analysis.distribution.values()) == 1
    mean = sum(net * often for net, often in analysis.distribution.items())
    assert (
        mean == analysis.compulsory.ev == analysis.main.ev + analysis.side["five_card_bonus_1"].ev
    )


def test_player_and_dealer_may_change_places() -> None:
    """Whatever beats loses as often, five cards and three: a fault in the sweep would show."""
    dealt = count_deals()
    sets = dealt.hands.sets.astype(np.int64)
    for below in (0, 2):
        wins = dealt.known[:, below].astype(np.int64)
        losses = DEALERS - wins - dealt.known[:, below + 1]
        assert losses.min() >= 0
        assert (sets * wins).sum() == (sets * losses).sum()


def test_every_number_agrees_with_all_dealers_ranked_one_by_one() -> None:
    plain, dealt, random = all_hands(), count_deals(), Random(13)
    lowest = plain.five_ranks.index(LOWEST_QUALIFYING)
    for number in random.sample(range(len(plain.places)), 40):
        dealers = plain.dealers(plain.hand(number))
        assert len(dealers) == DEALERS
        fives, threes = plain.fives[dealers], plain.threes[dealers]
        assert dealt.known[row_of(plain.hand(number))].tolist() == [
            np.count_nonzero(fives < plain.fives[number]),
            np.count_nonzero(fives == plain.fives[number]),
            np.count_nonzero(threes < plain.threes[number]),
            np.count_nonzero(threes == plain.threes[number]),
            np.count_nonzero(fives < lowest),
        ]


def test_values_agree_with_all_dealers_settled_by_the_game() -> None:
    """Dealers who compare alike are settled alike, so a few of each kind are settled."""
    plain, random = all_hands(), Random(39)
    lowest = plain.five_ranks.index(LOWEST_QUALIFYING)
    for number in random.sample(range(len(plain.places)), 8):
        cards = plain.hand(number)
        dealers = plain.dealers(cards)
        alike = 9 * (plain.fives[dealers] >= lowest)
        alike += 3 * (np.sign(plain.fives[dealers] - plain.fives[number]) + 1)
        alike += np.sign(plain.threes[dealers] - plain.threes[number]) + 1
        for options in random.sample(VARIANTS, 4):
            totals = dict.fromkeys(ACTIONS, Fraction())
            for kind in np.unique(alike):
                members = dealers[alike == kind]
                for action in ACTIONS:
                    nets = {
                        main_net(settled(options, cards, plain.hand(members[n]), action))
                        for n in random.choices(range(len(members)), k=4)
                    }
                    assert len(nets) == 1
                    totals[action] += nets.pop() * len(members)
            worth = {action: total / DEALERS for action, total in totals.items()}
            choices = pikit_choices(options, cards)
            assert choices == worth
            assert next(iter(choices.values())) == max(worth.values())


@pytest.mark.parametrize("seed", [1, 2])
def test_random_rounds_net_what_the_solver_says(seed: int) -> None:
    """Each of 12,000 rounds by itself, and all of them within chance of the frequencies."""
    print(f"seed {seed}")
    random = Random(seed)
    options = random.choice(VARIANTS)
    analysis = analyze_pikit(options)
    counts: Counter[Fraction] = Counter()
    rounds = 12_000
    for _ in range(rounds):
        cards = random.sample(NEW_DECK, 10)
        player, dealer = tuple(cards[:5]), tuple(cards[5:])
        action = next(iter(pikit_choices(options, player)))
        nets = settled(options, player, dealer, action)
        assert main_net(nets) == own_net(options, player, dealer, action), cards
        counts[sum(nets.values(), Fraction())] += 1
    assert set(counts) <= set(analysis.distribution)
    for net, often in analysis.distribution.items():
        spread = (rounds * float(often) * (1 - float(often))) ** 0.5
        assert abs(counts[net] - rounds * often) < 5 * spread + 3, net


def own_net(
    options: PikitOptions, player: tuple[Card, ...], dealer: tuple[Card, ...], action: str
) -> Fraction:
    """The net by the values that the solver compared."""
    dealt = count_deals()
    own, other = row_of(player), row_of(dealer)
    if action == "fold":
        return Fraction(-1)
    values = dealt.threes if action == "play_3" else dealt.hands.values
    sign = int(values[own] > values[other]) - int(values[own] < values[other])
    low = dealt.hands.values[other] < encode(LOWEST_QUALIFYING)
    if action == "play_5" and options.dealer_must_qualify and low:
        return Fraction(max(sign, 0) if options.nonqualifying_ante == "push" else sign)
    return Fraction(sign * (1 + options.multiple(action)))


def test_without_a_qualifier_a_double_play_wager_favours_the_player() -> None:
    """By 15 to 34 % of the ante, all that must be bet taken together."""
    evs = {
        (three, five): analyze_pikit(
            PikitOptions(play_3_multiple=three, play_5_multiple=five)
        ).compulsory.ev
        for three, five in product((1, 2), repeat=2)
    }
    assert evs.pop((1, 1)) < 0
    assert sorted(round(100 * ev) for ev in evs.values()) == [15, 16, 34]
    for options in VARIANTS[4:]:
        assert analyze_pikit(options).compulsory.ev < 0, "a qualifier keeps it for the house"


@pytest.mark.clause("pikit.39.11.c")
def test_the_three_card_bonus_pays_more_after_a_look() -> None:
    side = analyze_pikit(PikitOptions()).side
    blind = [side[f"three_card_bonus_{n}"].ev for n in (1, 2, 3)]
    assert blind == [Fraction(-242, 5525), Fraction(-232, 5525), Fraction(-16, 425)]
    after_looking = [side[f"three_card_bonus_{n}_seen"].ev for n in (1, 2, 3)]
    assert [f"{float(ev):.2f}" for ev in after_looking] == ["4.01", "4.02", "3.86"]


def test_a_player_who_looks_picks_what_pays_most() -> None:
    """A licensee may pay a flush more than a straight, which ranks above it."""
    better = analyze_pikit(PikitOptions(three_card_rows={"flush": Odds(30)})).side
    plain = analyze_pikit(PikitOptions()).side
    gained = 0
    for kinds, count in count_deals().picks.items():
        before = max(PAID_3.get(kind.key, -1) for kind in kinds)
        gained += count * max(30 - before, 0) if ThreeCard.FLUSH in kinds else 0
    more = better["three_card_bonus_1_seen"].ev - plain["three_card_bonus_1_seen"].ev
    assert more == Fraction(gained, HANDS) > 0
    assert better["three_card_bonus_2"] == plain["three_card_bonus_2"]
    assert better["three_card_bonus_1"].ev == plain["three_card_bonus_1"].ev + 27 * Fraction(
        1096, 22100
    )


def test_better_rows_move_only_what_they_pay() -> None:
    better = PikitOptions(five_card_table=2, five_card_rows={"flush": Odds(13, 2)})
    bettered, plain = analyze_pikit(better), analyze_pikit(PikitOptions())
    assert bettered.main == plain.main
    assert bettered.side["five_card_bonus_1"] == plain.side["five_card_bonus_1"]
    gained = Fraction(1, 2) * Fraction(5108, 2598960)
    assert bettered.compulsory.ev == bettered.main.ev + Fraction(-9879, 12740) + gained
    assert any("five_card_bonus_2" in note for note in bettered.notes)


@pytest.mark.clause("pikit.39.10.f")
def test_a_lost_ante_that_pushes_saves_one_ante_against_each_non_qualifier() -> None:
    """P5, for the lowest hand: every non-qualifier but those beside it would take the ante."""
    lose = PikitOptions(dealer_must_qualify=True)
    push = replace(lose, nonqualifying_ante="push")
    cards = parse_cards("7s 5d 4c 3h 2s".split())
    dealt = count_deals()
    known = dealt.known[row_of(cards)]
    worth = [pikit_choices(options, cards)["play_5"] for options in (lose, push)]
    assert known[0] == 0
    assert worth[1] - worth[0] == Fraction(int(known[UNQUALIFIED] - known[BESIDE_5]), DEALERS)


def test_about_56_percent_of_dealers_qualify() -> None:
    dealt = count_deals()
    low = (dealt.hands.sets.astype(np.int64) * dealt.known[:, UNQUALIFIED]).sum()
    assert 1 - Fraction(int(low), DEALS) == Fraction(205, 364)


def test_a_royal_flush_is_beaten_by_none_and_tied_by_few() -> None:
    royal = parse_cards("As Ks Qs Js Ts".split())
    dealt = count_deals()
    known = dealt.known[row_of(royal)]
    # Ace, king and queen of another suit come with any two of 44 cards.
    assert (known[BESIDE_5], known[BESIDE_3]) == (3, 3 * 946)
    assert next(iter(pikit_choices(PikitOptions(), royal))) == "play_5"


def test_an_analysis_can_be_written_as_data() -> None:
    options = PikitOptions(three_card_pick="seen", three_card_rows={"pair": Odds(2)})
    data = as_data(analyze_pikit(options))
    assert data["game"] == "pikit"
    assert data["options"] == as_config(options)
    assert list(data["main"]["actions"]) == ["fold", "play_3", "play_5"]
    assert {"five_card_bonus_1", "five_card_bonus_2", "three_card_bonus_3"} < set(data["side"])
    assert len(data["notes"]) == 2
