"""Pik-it, clause by clause: what each rule of wagers and settlement does."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    NEW_DECK,
    Card,
    FiveCard,
    ThreeCard,
    best_three,
    parse_cards,
    rank_five,
    rank_three,
    show_cards,
)
from houseway.games import GAMES
from houseway.games.pikit.decisions import DECISIONS
from houseway.games.pikit.settlement import qualifies
from houseway.games.procedure import Act, Step
from houseway.games.results import HandResult
from tests.conftest import answer, first_hand, message_of, refused_by

PIKIT = GAMES["pikit"]
DEALER = "Ks Kd Tc 5h 3s"
ACES = "Ah Ad 7c 6h 2s"


def hand(
    cards: str = ACES,
    decision: Any = "play_5",
    seat: int = 1,
    ante: int = 1000,
    pick: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    wagers = {"ante": ante, "five_card_bonus": ante}
    actions: dict[str, Any] = {"decision": decision}
    if pick:
        wagers["three_card_bonus"] = 500
        actions["select_3"] = pick.split()
    fields = {"seat": seat, "player": f"P{seat}", "wagers": wagers, "cards": cards.split()}
    return {**fields, "actions": actions, **more}


def game(*hands: dict[str, Any], dealer: str = DEALER, **config: Any) -> dict[str, Any]:
    return {"game": "pikit", "config": config, "dealer": dealer.split(), "hands": list(hands)}


def settle(cards: str, decision: str, dealer: str = DEALER, **config: Any) -> HandResult:
    return first_hand(game(hand(cards, decision), dealer=dealer, **config))


def outcomes(result: HandResult) -> dict[str, str]:
    return {entry.wager: entry.outcome.value for entry in result.results}


def steps(document: dict[str, Any]) -> list[Step]:
    found = answer(document)
    assert found.settlement is not None, found.refused
    assert found.round is not None
    return list(PIKIT.running_order(found.options, found.round, found.settlement))


# --- wagers


@pytest.mark.clause("pikit.39.3.a", "pikit.39.1.5_card_bonus_wager", "pikit.39.1.ante_wager")
@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": 1000},
        {"five_card_bonus": 1000},
        {"three_card_bonus": 1000},
        {"ante": 1000, "five_card_bonus": 999},
        {"ante": 1000, "five_card_bonus": 1001},
        {},
    ],
)
def test_a_player_needs_an_ante_and_an_equal_5_card_bonus(wagers: dict[str, int]) -> None:
    document = game({**hand(), "wagers": wagers})
    assert "pikit.39.3.a" in refused_by(document)


@pytest.mark.clause("pikit.39.3.a")
def test_wagers_lie_within_the_posted_limits() -> None:
    limits: dict[str, Any] = {
        "minimums": {"ante": 1000, "three_card_bonus": 500},
        "maximums": {"ante": 5000, "three_card_bonus": 500},
    }
    assert first_hand(game(hand(ante=1000, pick="Ah Ad 7c"), **limits)).total
    assert "minimum is $10" in message_of(game(hand(ante=999), **limits))
    assert "maximum is $50" in message_of(game(hand(ante=5001), **limits))
    document = game(hand(pick="Ah Ad 7c"), **limits)
    document["hands"][0]["wagers"]["three_card_bonus"] = 501
    assert refused_by(document) == ("pikit.39.3.a",)


@pytest.mark.clause("pikit.39.3.a", "pikit.39.1.3_card_bonus_wager")
@pytest.mark.parametrize("wager", ["ante", "five_card_bonus", "three_card_bonus"])
def test_no_wager_changes_after_no_more_bets(wager: str) -> None:
    attempt = {"stage": "decision", "wagers": {wager: 500}}
    clauses = refused_by({"game": "pikit", "attempt": attempt})
    assert clauses[0] == "pikit.39.3.a"


@pytest.mark.clause("pikit.39.3.b", "pikit.39.1.fold")
def test_exactly_one_election_is_made() -> None:
    assert refused_by(game(hand(decision=["play_3", "play_5"]))) == ("pikit.39.3.b",)
    assert "pikit.39.3.b" in refused_by(game(hand(decision=None)))
    document = game(hand())
    document["hands"][0]["actions"]["decision"] = "raise"
    assert "is not a decision" in message_of(document)


@pytest.mark.clause("pikit.39.1.fold", "pikit.39.3.b")
@pytest.mark.parametrize("decision", ["fold", "play_3", "play_5"])
def test_a_decision_belongs_to_the_decision_step(decision: str) -> None:
    def attempt(stage: str) -> dict[str, Any]:
        return {"game": "pikit", "attempt": {"stage": stage, "decision": decision}}

    assert answer(attempt("decision")).refused is None
    for early in ("betting", "after_no_more_bets", "pick"):
        assert refused_by(attempt(early)) == ("pikit.39.3.b", "pikit.39.1.fold")
    assert "stages betting" in message_of(attempt("lunch"))


@pytest.mark.clause("pikit.39.1.fold")
def test_a_fold_places_no_play_wager() -> None:
    assert set(outcomes(settle(ACES, "fold"))) == {"five_card_bonus", "ante"}


@pytest.mark.clause("pikit.39.3.b")
def test_a_play_wager_at_another_time_or_amount_is_refused() -> None:
    def refused(stage: str, amount: int) -> bool:
        attempt = {"stage": stage, "ante": 1000, "wagers": {"play_5": amount}}
        config = {"play_5_multiple": 2}
        return (
            answer({"game": "pikit", "attempt": {**attempt, "config": config}}).refused is not None
        )

    assert not refused("decision", 2000)
    assert refused("decision", 1000)
    assert refused("betting", 2000)
    assert refused("pick", 2000)


@pytest.mark.clause("pikit.39.3.b", "pikit.39.1.play_3_wager", "pikit.39.1.play_5_wager")
@pytest.mark.parametrize(("play", "multiple"), list(product(["play_3", "play_5"], [1, 2])))
def test_a_play_wager_is_the_multiple_the_licensee_fixed(play: str, multiple: int) -> None:
    config = {f"{play}_multiple": multiple}
    result = settle("As Ac Kh Kc 2d", play, dealer="Qs 9d 7c 5h 3s", **config)
    assert result.of(play).stake == result.of(play).net == 1000 * multiple
    document = game(hand("As Ac Kh Kc 2d", play), dealer="Qs 9d 7c 5h 3s", **config)
    document["hands"][0]["wagers"][play] = 1000 * multiple
    assert first_hand(document).of(play).stake == 1000 * multiple
    document["hands"][0]["wagers"][play] = 1000 * multiple + 1
    assert "pikit.39.3.b" in refused_by(document)


@pytest.mark.clause("pikit.layout.b.1.iv", "pikit.layout.b.1.v")
@pytest.mark.parametrize(("play", "other"), [("play_3", "play_5"), ("play_5", "play_3")])
def test_an_election_puts_chips_on_its_own_spot_alone(play: str, other: str) -> None:
    assert play in outcomes(settle(ACES, play))
    assert other not in outcomes(settle(ACES, play))
    document = game(hand(decision=play))
    document["hands"][0]["wagers"][other] = 1000
    assert refused_by(document) == ("pikit.39.3.b",)


@pytest.mark.clause("pikit.39.3.c")
def test_only_chips_plaques_and_accepted_coupons_are_taken() -> None:
    for tender in ("chips", "plaque"):
        assert first_hand(game(hand(tender=tender))).total == 1000
    for tender in ("cash", "verbal", "match_play"):
        assert refused_by(game(hand(tender={"ante": tender}))) == ("pikit.39.3.c",)
    coupon = hand(tender={"ante": "match_play"}, coupons={"ante": 1000})
    assert first_hand(game(coupon, match_play=True)).total == 1000 + 1000
    faceless = game(hand(tender={"ante": "match_play"}), match_play=True)
    assert "without a face" in message_of(faceless)
    attempt = {"wagers": {"ante": 500, "five_card_bonus": 500}, "tender": "verbal"}
    assert refused_by({"game": "pikit", "attempt": attempt}) == ("pikit.39.3.c",)


@pytest.mark.clause("pikit.39.3.c")
def test_match_play_doubles_a_winning_ante_and_never_costs_more() -> None:
    def coupon(cards: str, decision: str = "play_5", **config: Any) -> HandResult:
        document = game(hand(cards, decision, coupons={"ante": 800}), match_play=True, **config)
        return first_hand(document)

    assert coupon(ACES).of("match_play").net == 800
    assert outcomes(coupon("Qs Qd 7c 6h 2s"))["match_play"] == "consumed"
    assert outcomes(coupon(ACES, "fold"))["match_play"] == "consumed"
    assert outcomes(coupon("Kh Kc Th 5d 3h"))["match_play"] == "push"
    void = game(hand(coupons={"ante": 800}), match_play=True)
    void["irregularity"] = {"type": "shoe_fault"}
    assert outcomes(first_hand(void))["match_play"] == "void"


@pytest.mark.clause("pikit.39.3.c")
def test_coupons_are_refused_where_they_do_not_belong() -> None:
    assert refused_by(game(hand(coupons={"ante": 1000}))) == ("pikit.39.3.c",)
    above = game(hand(coupons={"ante": 1001}), match_play=True)
    assert "above the chips" in message_of(above)
    other = game(hand(coupons={"five_card_bonus": 500}), match_play=True)
    assert "ante only" in message_of(other)


@pytest.mark.clause("pikit.39.3.e")
@pytest.mark.parametrize(
    ("seats", "option", "allowed"),
    [
        ([3, 4], True, True),
        ([3, 4, 5], True, True),
        ([3, 5], True, False),
        ([2, 3, 4, 5], True, False),
        ([3, 4, 5], 2, False),
        ([3, 4], 2, True),
        ([3, 4], False, False),
        ([3, 4], "on", True),
        ([3, 4], "off", False),
    ],
)
def test_one_player_on_several_positions(seats: list[int], option: Any, allowed: bool) -> None:
    attempt = {"config": {"multi_position": option}, "seats": seats}
    found = answer({"game": "pikit", "attempt": attempt})
    assert (found.refused is None) == allowed
    if found.refused:
        assert found.refused.clauses == ("pikit.39.3.e",)


# --- the 3 card bonus and the 5 card bonus

FIVE_CARD = {
    1: {
        "royal_flush": 1000,
        "straight_flush": 250,
        "four_of_a_kind": 50,
        "full_house": 10,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 2,
        "two_pair": 1,
        "pair": None,
        "high_card": None,
    },
    2: {
        "royal_flush": 750,
        "straight_flush": 250,
        "four_of_a_kind": 50,
        "full_house": 10,
        "flush": 6,
        "straight": 4,
        "three_of_a_kind": 2,
        "two_pair": 1,
        "pair": None,
        "high_card": None,
    },
}
FIVE_HANDS = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9s 8s 7s 6s 5s",
    "four_of_a_kind": "6s 6d 6h 6c Ks",
    "full_house": "6s 6d 6h Kc Ks",
    "flush": "As Js 8s 5s 2s",
    "straight": "9s 8d 7s 6s 5s",
    "three_of_a_kind": "6s 6d 6h Kc Qs",
    "two_pair": "6s 6d Kh Kc Qs",
    "pair": "Ks Kd 9h 4c 2s",
    "high_card": "As Kd 9h 4c 2s",
}
THREE_CARD = {
    1: (200, 40, 30, 6, 3, 1, None),
    2: (100, 50, 30, 6, 3, 1, None),
    3: (80, 35, 25, 6, 4, 1, None),
}
THREE_HANDS = ("As Ks Qs", "8s 7s 6s", "6s 6d 6h", "8s 7d 6s", "Ks 8s 2s", "6s 6d Kh", "Ks 8d 2s")
FAR_DEALER = "2h 2d 3h 9c Jc"


@pytest.mark.clause("pikit.39.11.b", "pikit.39.10.c.2")
@pytest.mark.parametrize(("table", "category"), list(product([1, 2], FIVE_HANDS)))
def test_every_row_of_the_5_card_bonus(table: int, category: str) -> None:
    result = settle(FIVE_HANDS[category], "fold", FAR_DEALER, five_card_table=table)
    odds = FIVE_CARD[table][category]
    assert result.of("five_card_bonus").net == (-1000 if odds is None else 1000 * odds)


@pytest.mark.clause("pikit.39.11.c", "pikit.39.10.b")
@pytest.mark.parametrize(("table", "row"), list(product([1, 2, 3], range(7))))
def test_every_row_of_the_3_card_bonus(table: int, row: int) -> None:
    picked = THREE_HANDS[row]
    cards = f"{picked} Qh 4d"
    document = game(hand(cards, "fold", pick=picked), dealer=FAR_DEALER, three_card_table=table)
    odds = THREE_CARD[table][row]
    assert first_hand(document).of("three_card_bonus").net == (-500 if odds is None else 500 * odds)


@pytest.mark.clause("pikit.39.11.b", "pikit.39.11.c")
def test_rows_may_be_better_than_the_table_and_never_lower() -> None:
    better = settle(FIVE_HANDS["flush"], "fold", FAR_DEALER, five_card_rows={"flush": 9})
    assert better.of("five_card_bonus").net == 9000
    assert refused_by(game(hand(), five_card_rows={"flush": 7})) == ("pikit.39.11.b",)
    assert refused_by(game(hand(), three_card_rows={"flush": "5 to 2"})) == ("pikit.39.11.c",)
    lower: dict[str, Any] = {"five_card_table": 1, "override": {"flush": 7}}
    assert refused_by(game(hand(), **lower)) == ("pikit.39.11.b",)
    lower = {"three_card_table": 3, "override": {"flush": 3}}
    assert refused_by(game(hand(), **lower)) == ("pikit.39.11.c",)
    unclear: dict[str, Any] = {
        "five_card_table": 1,
        "three_card_table": 1,
        "override": {"flush": 9},
    }
    assert refused_by(game(hand(), **unclear)) == ("pikit.39.11.b", "pikit.39.11.c")


@pytest.mark.clause("pikit.39.10.b", "pikit.39.1.3_card_bonus_wager")
def test_the_3_card_bonus_is_settled_on_the_players_pick_alone() -> None:
    """Another three of the five would pay; the pick does not, and that is what counts."""
    document = game(hand("Qs Qd Qh 7c 2d", "fold", pick="Qs 7c 2d"))
    assert first_hand(document).of("three_card_bonus").outcome == "lose"


@pytest.mark.clause("pikit.39.10.b")
@pytest.mark.parametrize("pick", ["Qs 7c", "Qs 7c Kh", "Qs Qs 7c", "Qs Qd Qh 7c"])
def test_the_pick_is_three_of_the_players_own_cards(pick: str) -> None:
    document = game(hand("Qs Qd Qh 7c 2d", "fold", pick=pick))
    assert "pikit.39.10.b" in refused_by(document)


@pytest.mark.clause("pikit.39.10.b")
def test_only_a_3_card_bonus_bettor_picks_and_he_must() -> None:
    document = game(hand())
    document["hands"][0]["actions"]["select_3"] = ["Ah", "Ad", "7c"]
    assert "pikit.39.10.b" in refused_by(document)
    document = game(hand(pick="Ah Ad 7c"))
    del document["hands"][0]["actions"]["select_3"]
    assert "pikit.39.10.b" in refused_by(document)


@pytest.mark.clause("pikit.39.10.c.2", "pikit.39.10.c.4", "pikit.39.3.b")
def test_a_fold_forfeits_the_ante_and_leaves_the_bonuses() -> None:
    folded = first_hand(game(hand("Qs Qd Qh 7c 7d", "fold", pick="Qs Qd Qh")))
    played = first_hand(game(hand("Qs Qd Qh 7c 7d", "play_5", pick="Qs Qd Qh")))
    assert folded.of("ante").net == -1000
    assert folded.of("ante").outcome == "forfeit"
    for bonus in ("five_card_bonus", "three_card_bonus"):
        assert folded.of(bonus) == played.of(bonus)


# --- against the dealer


@pytest.mark.clause("pikit.39.1.hand", "pikit.39.1.play_3_wager", "pikit.39.1.ante_wager")
def test_the_ante_follows_the_hand_that_was_elected() -> None:
    """Three-card hands with play 3, five-card hands with play 5, even where they disagree (P4)."""
    cards, dealer = "9s 8d 7h 4c 2d", "Ks Kd Tc 5h 3s"
    three, five = settle(cards, "play_3", dealer), settle(cards, "play_5", dealer)
    assert (three.of("ante").outcome, three.of("play_3").outcome) == ("win", "win")
    assert (five.of("ante").outcome, five.of("play_5").outcome) == ("lose", "lose")
    assert "pikit.39.1.hand" in three.of("ante").clauses


@pytest.mark.clause("pikit.39.4.d")
def test_a_tie_is_a_push() -> None:
    for play in ("play_3", "play_5"):
        result = settle("Kh Kc Ts 5d 3h", play)
        assert outcomes(result)["ante"] == outcomes(result)[play] == "push"
        assert result.of("ante").net == result.of(play).net == 0


@pytest.mark.clause("pikit.39.1.qualifying_hand")
@pytest.mark.parametrize(
    ("cards", "qualified"),
    [
        ("As Kd 4h 3c 2s", True),
        ("As Qd Jh Tc 9s", False),
        ("2s 2d 4h 5c 7s", True),
        ("As 2d 3h 4c 5s", True),
        ("Ks Qd Jh 9c 8s", False),
        ("As Kd Qh Jc 9s", True),
    ],
)
def test_the_dealer_qualifies_with_ace_king(cards: str, qualified: bool) -> None:
    assert qualifies(rank_five(parse_cards(cards.split()))) is qualified


NON_QUALIFIER = "As Qd Jc Th 8s"


@pytest.mark.clause("pikit.39.10.f", "pikit.39.11.a")
@pytest.mark.parametrize(
    ("cards", "option", "ante"),
    [
        ("5s 5d 7c 8h 2s", "lose", "win"),
        ("Ks Td 7c 6h 2s", "lose", "lose"),
        ("Ah Qh Jd Tc 8d", "lose", "push"),
        ("Ks Td 7c 6h 2s", "push", "push"),
        ("5s 5d 7c 8h 2s", "push", "win"),
    ],
)
def test_play_5_is_void_against_a_non_qualifier(cards: str, option: str, ante: str) -> None:
    result = settle(
        cards, "play_5", NON_QUALIFIER, dealer_must_qualify=True, nonqualifying_ante=option
    )
    assert outcomes(result)["ante"] == ante
    assert outcomes(result)["play_5"] == "void"
    assert result.of("play_5").net == 0


@pytest.mark.clause("pikit.layout.d.2.ii", "pikit.39.1.qualifying_hand")
@given(st.permutations(NEW_DECK), st.sampled_from(["lose", "push"]))
def test_qualification_has_no_bearing_on_play_3(deck: list[Card], ante: str) -> None:
    cards, dealer = show_cards(deck[:5]), show_cards(deck[5:10])
    with_rule = settle(cards, "play_3", dealer, dealer_must_qualify=True, nonqualifying_ante=ante)
    without = settle(cards, "play_3", dealer)
    assert outcomes(with_rule) == outcomes(without)
    assert with_rule.total == without.total


@pytest.mark.clause("pikit.39.4.e")
def test_what_a_player_declares_decides_nothing() -> None:
    declared = first_hand(game(hand("Qs Jd 9c 4h 3d", declared="royal flush")))
    silent = first_hand(game(hand("Qs Jd 9c 4h 3d")))
    assert outcomes(declared) == outcomes(silent)
    assert declared.total == silent.total
    assert "pikit.39.4.e" in declared.of("five_card_bonus").clauses


@pytest.mark.clause("pikit.39.11.a", "pikit.39.4.d")
@given(st.permutations(NEW_DECK), st.sampled_from(["play_3", "play_5"]))
def test_any_hand_settles_by_comparison_and_to_the_cent(deck: list[Card], play: str) -> None:
    """A second way: compare the ranks here, and add up what the odds say."""
    cards, dealer = deck[:5], deck[5:10]
    result = settle(show_cards(cards), play, show_cards(dealer), play_5_multiple=2)
    if play == "play_3":
        three, dealers_three = best_three(cards)[0], best_three(dealer)[0]
        mine = (int(three.category), *three.tiebreak)
        his = (int(dealers_three.category), *dealers_three.tiebreak)
    else:
        mine = (int(rank_five(cards).category), *rank_five(cards).tiebreak)
        his = (int(rank_five(dealer).category), *rank_five(dealer).tiebreak)
    sign = (mine > his) - (mine < his)
    play_stake = 1000 if play == "play_3" else 2000
    odds = FIVE_CARD[1][rank_five(cards).category.key]
    bonus = -1000 if odds is None else 1000 * odds
    assert result.total == sign * (1000 + play_stake) + bonus


@pytest.mark.clause("pikit.39.1.hand", "pikit.39.10.e.1.i")
@given(st.permutations(NEW_DECK))
def test_the_best_three_of_five_is_the_best_of_all_ten(deck: list[Card]) -> None:
    cards = deck[:5]
    rank, chosen = best_three(cards)
    assert rank == rank_three(chosen)
    assert set(chosen) <= set(cards)
    pairs = [(a, b) for a in range(5) for b in range(a)]
    left_out = [[c for n, c in enumerate(cards) if n not in pair] for pair in pairs]
    assert rank == max(rank_three(three) for three in left_out)


# --- the order of settlement


def two_players(**config: Any) -> dict[str, Any]:
    """Seat 1 loses with play 5, seat 2 wins with play 3, seat 4 folds, seat 5 wins."""
    return game(
        hand("Qs Qd 9c 5d 2h", "play_5", seat=1),
        hand("9s 8d 7h 4c 2d", "play_3", seat=2, pick="9s 8d 7h"),
        hand("Jh 6d 4h 3h 2c", "fold", seat=4, pick="Jh 6d 4h"),
        hand("Ah Ad 7c 6h 2s", "play_5", seat=5),
        **config,
    )


@pytest.mark.clause("pikit.39.10.b", "pikit.39.10.c.2")
def test_bonuses_come_first_and_from_the_right() -> None:
    order = steps(two_players())
    three = [step.seat for step in order if step.wager == "three_card_bonus"]
    five = [step.seat for step in order if step.wager == "five_card_bonus"]
    assert (three, five) == ([4, 2], [5, 4, 2, 1])
    last_bonus = max(n for n, step in enumerate(order) if step.wager == "five_card_bonus")
    dealer = min(n for n, step in enumerate(order) if step.seat is None)
    assert last_bonus < dealer


@pytest.mark.clause("pikit.39.10.c.4")
def test_a_folded_hand_is_collected_and_racked_at_once() -> None:
    order = steps(two_players())
    place = next(n for n, s in enumerate(order) if s.seat == 4 and s.wager == "ante")
    assert order[place].act is Act.COLLECT
    assert (order[place + 1].act, order[place + 1].seat) == (Act.RACK, 4)


@pytest.mark.clause("pikit.39.10.e", "pikit.39.10.e.1", "pikit.39.10.e.1.i", "pikit.39.10.e.1.ii")
@pytest.mark.clause("pikit.39.10.e.1.iii", "pikit.39.10.e.1.iv")
def test_procedure_1_goes_step_by_step_for_all() -> None:
    order = steps(two_players(settlement_procedure=1))
    shown = max(n for n, step in enumerate(order) if step.seat is None and step.act is Act.ANNOUNCE)
    rest = [(step.act, step.seat, step.wager) for step in order[shown + 1 :]]
    assert rest == [
        (Act.ANNOUNCE, 5, None),
        (Act.ANNOUNCE, 2, None),
        (Act.ANNOUNCE, 1, None),
        (Act.COLLECT, 1, "ante"),
        (Act.COLLECT, 1, "play_5"),
        (Act.PAY, 5, "ante"),
        (Act.PAY, 5, "play_5"),
        (Act.PAY, 2, "ante"),
        (Act.PAY, 2, "play_3"),
        (Act.RACK, 5, None),
        (Act.RACK, 2, None),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]
    words = {step.seat: step.words for step in order[shown + 1 :] if step.act is Act.ANNOUNCE}
    assert words[2] == "three-card hand: nine-high straight"
    assert words[1] == "five-card hand: pair of queens"


@pytest.mark.clause("pikit.39.10.e", "pikit.39.10.e.2", "pikit.39.10.e.2.i", "pikit.39.10.e.2.ii")
@pytest.mark.clause("pikit.39.10.e.2.iii")
def test_procedure_2_goes_player_by_player() -> None:
    order = steps(two_players(settlement_procedure=2))
    shown = max(n for n, step in enumerate(order) if step.seat is None and step.act is Act.ANNOUNCE)
    rest = [(step.act, step.seat, step.wager) for step in order[shown + 1 :]]
    assert rest == [
        (Act.ANNOUNCE, 5, None),
        (Act.PAY, 5, "ante"),
        (Act.PAY, 5, "play_5"),
        (Act.RACK, 5, None),
        (Act.ANNOUNCE, 2, None),
        (Act.PAY, 2, "ante"),
        (Act.PAY, 2, "play_3"),
        (Act.RACK, 2, None),
        (Act.ANNOUNCE, 1, None),
        (Act.COLLECT, 1, "ante"),
        (Act.COLLECT, 1, "play_5"),
        (Act.RACK, 1, None),
        (Act.RACK, None, None),
    ]


@pytest.mark.clause("pikit.39.10.e")
def test_both_procedures_come_to_the_same_money_and_no_third_exists() -> None:
    first, second = (answer(two_players(settlement_procedure=n)).settlement for n in (1, 2))
    assert first is not None
    assert second is not None
    assert [h.total for h in first.hands] == [h.total for h in second.hands]
    assert refused_by(two_players(settlement_procedure=3)) == ("pikit.39.10.e",)


@pytest.mark.clause("pikit.39.10.f")
def test_the_dealer_announces_no_qualify() -> None:
    document = game(hand("5s 5d 7c 8h 2s"), dealer=NON_QUALIFIER, dealer_must_qualify=True)
    assert "No qualify" in [step.words for step in steps(document)]
    assert "No qualify" not in [step.words for step in steps(game(hand()))]


# --- void rounds


@pytest.mark.clause("pikit.39.1.round_of_play")
@given(st.permutations(NEW_DECK), st.sampled_from(["play_3", "play_5", "fold"]), st.booleans())
def test_a_round_closes_with_every_wager_settled_once(
    deck: list[Card], decision: str, void: bool
) -> None:
    cards = show_cards(deck[:5])
    document = game(hand(cards, decision, pick=show_cards(deck[:3])), dealer=show_cards(deck[5:10]))
    if void:
        document["irregularity"] = {"type": "shoe_fault"}
    placed = {"ante", "five_card_bonus", "three_card_bonus"} | ({decision} - {"fold"})
    assert set(outcomes(first_hand(document))) == placed


def test_a_licensee_may_hold_settled_bets_final_in_a_void_round() -> None:
    """Option void_unwinds_settled (P24): bonuses and forfeits stand, the rest is returned."""
    hands = [
        hand("Qs Qd Qh 7c 7d", "fold", seat=1, pick="Qs Qd Qh"),
        hand("Ah Ad 6c 4h 2s", "play_5", seat=2),
    ]
    document = game(*hands, void_unwinds_settled=False)
    document["irregularity"] = {"type": "dealer_card_exposed"}
    settlement = answer(document).settlement
    assert settlement is not None
    assert outcomes(settlement.hand(1)) == {
        "three_card_bonus": "win",
        "five_card_bonus": "win",
        "ante": "forfeit",
    }
    assert outcomes(settlement.hand(2)) == {
        "five_card_bonus": "lose",
        "ante": "void",
        "play_5": "void",
    }


def test_nothing_is_settled_yet_while_cards_are_dealt() -> None:
    """Whatever the licensee holds final, a round void during the deal returns everything."""
    document = game(hand("Qs Qd Qh 7c 7d", "fold"), void_unwinds_settled=False)
    for irregularity in ({"type": "face_up_cards", "count": 2}, {"type": "shoe_fault"}):
        assert first_hand({**document, "irregularity": irregularity}).total == 0
    document["config"]["dealer_stack"] = "deferred"
    late = first_hand({**document, "irregularity": {"type": "shoe_fault"}})
    assert outcomes(late) == {"five_card_bonus": "win", "ante": "forfeit"}


def test_a_misdeal_that_is_none_is_refused() -> None:
    misdeal = {"type": "incorrect_number_of_cards", "who": "player", "seat": 5, "count": 5}
    message = message_of({**game(hand()), "irregularity": misdeal})
    assert "Calling 5 cards an incorrect number" in message
    assert "A misdeal at seat 5" in message


@pytest.mark.parametrize(
    ("irregularity", "void"),
    [
        ({"type": "face_up_cards", "count": 1}, False),
        ({"type": "face_up_cards", "count": 2}, True),
        ({"type": "card_drawn_in_error"}, False),
        ({"type": "incorrect_number_of_cards", "who": "dealer", "count": 6}, True),
        ({"type": "incorrect_number_of_cards", "who": "player", "seat": 1}, True),
        ({"type": "dealer_card_exposed"}, True),
        ({"type": "dealer_card_exposed", "stage": "after_dealer_reveal"}, False),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": False}, False),
        ({"type": "stub_count", "cards_in_deck": 52, "misdealt": True}, True),
        ({"type": "stub_count", "cards_in_deck": 51}, True),
        ({"type": "shuffler_fault"}, False),
        ({"type": "shoe_fault"}, True),
    ],
)
def test_what_each_irregularity_does_to_the_round(irregularity: Any, void: bool) -> None:
    document = {**game(hand()), "irregularity": irregularity}
    result = first_hand(document)
    assert (result.of("ante").outcome == "void") is void
    assert (result.total == 0) is void


# --- the words of the game


@pytest.mark.clause("pikit.39.1")
def test_every_name_the_engine_uses_is_a_defined_term() -> None:
    defined = {name for term in PIKIT.glossary for name in term.names}
    wagers = {wager.id for wager in PIKIT.wagering.wagers}
    ranks = {category.key for kind in (FiveCard, ThreeCard) for category in kind}
    assert wagers | set(DECISIONS) | ranks | {"hand", "qualifies", "stub"} <= defined
    assert all(term.clauses[-1].startswith("pikit.39.1") for term in PIKIT.glossary)


def test_configurations_that_cost_the_house_are_warned_of() -> None:
    def warnings(**config: Any) -> tuple[str, ...]:
        return PIKIT.warnings(PIKIT.read_options(config))

    assert warnings() == ()
    assert "4.01 times" in warnings(three_card_pick="seen")[0]
    assert "favours the player" in warnings(play_5_multiple=2)[0]
    assert warnings(play_5_multiple=2, dealer_must_qualify=True) == ()
