"""The lab that serves any game: exact where every deal can be counted, and honest elsewhere."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card, Suit
from houseway.lab.exact.results import Analysis, as_data
from houseway.lab.generic import analysis, exact, lab_for
from houseway.lab.generic.terms import list_terms
from tests.lab import synthetic

Hands = Callable[[], Iterable[tuple[Any, Fraction]]]


def solve(plan: synthetic.Plan) -> Analysis:
    game = synthetic.build(plan)
    return lab_for(game).analyze(game.read_options({}), {})


def sign(own: int, dealer: int) -> int:
    return (own > dealer) - (own < dealer)


def best_high_card(worth: Callable[[Card], int]) -> Fraction:
    """One card against one, by plain loops: the best of -1, two antes and three."""
    total = 0
    for own in NEW_DECK:
        won = sum(sign(worth(own), worth(dealer)) for dealer in NEW_DECK if dealer != own)
        total += max(-51, 2 * won, 3 * won)
    return Fraction(total, 52 * 51)


def test_the_best_play_of_one_card_against_one() -> None:
    solved = solve(synthetic.HIGH_CARD)
    assert solved.main.ev == best_high_card(lambda card: int(card.rank))
    assert solved.deals == 52 * 51
    assert solved.compulsory == solved.main
    assert solved.estimated is None
    assert "exact" not in as_data(solved)


def test_actions_wagers_and_results_are_counted_over_all_deals() -> None:
    solved = solve(synthetic.HIGH_CARD)
    nets: Counter[Fraction] = Counter()
    actions: Counter[str] = Counter()
    for own in NEW_DECK:
        dealers = [card for card in NEW_DECK if card != own]
        won = sum(sign(own.rank, dealer.rank) for dealer in dealers)
        # Two antes or three are as good as each other only where nothing is won.
        action, antes = (
            ("fold", 0) if 2 * won < -51 else ("raise", 2) if won <= 0 else ("raise_2", 3)
        )
        actions[action] += 51
        for dealer in dealers:
            nets[Fraction(antes * sign(own.rank, dealer.rank) if antes else -1)] += 1
    assert dict(solved.main.nets) == dict(nets)
    assert solved.main.actions == {name: Fraction(n, 52 * 51) for name, n in actions.items()}
    staked = {"fold": 1, "raise": 2, "raise_2": 3}
    wagered = sum(staked[name] * count for name, count in actions.items())
    assert solved.main.average_wager == Fraction(wagered, 52 * 51)


def test_a_side_wager_is_priced_by_its_rows() -> None:
    bonus = solve(synthetic.HIGH_CARD).side["bonus"]
    assert bonus.ev == Fraction(4 * 7 + 4, 52) + Fraction(4 * 5, 52 * 2) - Fraction(40, 52)
    assert bonus.hit == Fraction(12, 52)
    counts = {outcome.key: Fraction(outcome.count, 52 * 51) for outcome in bonus.outcomes}
    assert counts == {
        "ace": Fraction(1, 13),
        "king": Fraction(1, 13),
        "queen": Fraction(1, 13),
        "nothing": Fraction(10, 13),
    }


def with_board(card: Card, board: Card) -> int:
    return card.rank + 100 * (card.rank is board.rank) + 20 * (card.suit is board.suit)


def test_later_decisions_see_the_board_and_earlier_ones_do_not() -> None:
    total = 0
    for own in NEW_DECK:
        early = late = 0
        for board in (card for card in NEW_DECK if card != own):
            dealers = [card for card in NEW_DECK if card not in {own, board}]
            won = sum(sign(with_board(own, board), with_board(card, board)) for card in dealers)
            early += 3 * won
            late += max(2 * won, -50)
        total += max(early, late)
    solved = solve(synthetic.STREETS)
    assert solved.main.ev == Fraction(total, 52 * 51 * 50)
    assert solved.deals == 52 * 51 * 50


def test_a_player_who_may_not_look_decides_once_for_all_cards() -> None:
    unseen = solve(synthetic.UNSEEN)
    assert unseen.main.ev == 0
    assert unseen.main.actions == {"raise": 1}
    assert unseen.side["bonus"] == solve(synthetic.HIGH_CARD).side["bonus"]


def test_a_hand_that_the_dealer_turns_up_is_seen() -> None:
    assert solve(synthetic.REVEALED).main == solve(synthetic.HIGH_CARD).main


def test_suits_that_are_not_alike_are_noticed_and_counted_singly() -> None:
    solved = solve(synthetic.HEARTS)
    total = 0
    for own in NEW_DECK:
        value = own.rank + 3 * (own.suit is Suit.HEARTS)
        won = sum(sign(value, dealer.rank) for dealer in NEW_DECK if dealer != own)
        total += max(-51, 2 * won, 3 * won)
    assert solved.main.ev == Fraction(total, 52 * 51)
    assert any("suits are not alike" in note for note in solved.notes)


def test_where_the_order_of_cards_matters_the_figures_are_estimates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "ROUNDS", 500)
    solved = solve(synthetic.ORDERED)
    assert solved.estimated is not None
    assert any("order" in note for note in solved.notes)


def test_a_hand_is_split_in_the_best_way() -> None:
    total = 0
    for own in combinations(NEW_DECK, 2):
        times = 3 if own[0].suit is own[1].suit else 2
        values = [
            front.rank * (front.rank % 2) + times * back.rank for front, back in (own, own[::-1])
        ]
        rest = [card for card in NEW_DECK if card not in own]
        dealers = Counter(a.rank + b.rank for a, b in combinations(rest, 2))
        plays = [2 * sum(n * sign(v, 2 * d) for d, n in dealers.items()) for v in values]
        total += max(*plays, -dealers.total())
    assert solve(synthetic.SPLIT).main.ev == Fraction(total, 1326 * 1225)


def test_cards_that_are_picked_unseen_are_any_of_them_alike() -> None:
    total = Fraction()
    for own in combinations(NEW_DECK, 2):
        rest = [card for card in NEW_DECK if card not in own]
        dealers = Counter(int(max(a.rank, b.rank)) for a, b in combinations(rest, 2))
        for picked in own:
            won = sum(count * sign(picked.rank, rank) for rank, count in dealers.items())
            total += Fraction(max(2 * won, -1225), 2)
    solved = solve(synthetic.PICK)
    assert solved.main.ev == total / (1326 * 1225)
    assert set(solved.main.actions) == {"raise", "fold"}


def test_a_bet_on_a_side_wager_is_part_of_what_must_be_bet() -> None:
    game = synthetic.build(synthetic.HIGH_CARD)
    with_bet = lab_for(game).analyze(game.read_options({}), {"bonus": Fraction(1, 2)})
    plain = solve(synthetic.HIGH_CARD)
    assert with_bet.main == plain.main
    assert with_bet.compulsory.ev == plain.main.ev + plain.side["bonus"].ev / 2


def test_too_many_deals_are_estimated_and_never_called_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "MOST_SETTLEMENTS", 10)
    monkeypatch.setattr(analysis, "ROUNDS", 4000)
    game = synthetic.build(synthetic.HIGH_CARD)
    solved = lab_for(game).analyze(game.read_options({}), {})
    data = as_data(solved)
    assert data["exact"] is False
    assert data["estimate"]["rounds"] == 4000
    assert data["estimate"]["strategy"] == "beginner"
    # The beginner of this game always raises twice: an even game.
    low, high = data["estimate"]["main"].values()
    assert low < 0 < high
    assert solved.notes[0].startswith("ESTIMATED, not exact: 4,000 random rounds (seed 1)")
    assert not solved.favours_players
    assert lab_for(game).strategy_names == ("beginner",)


def test_amounts_are_such_that_posted_odds_pay_whole_parts() -> None:
    game = synthetic.build(synthetic.HIGH_CARD)
    (terms,) = list_terms(game, game.read_options({}), {})
    assert terms.ante == 200  # 5 to 2 is posted
    assert terms.even


def test_payouts_that_are_cut_are_reported() -> None:
    def settle(hand: Any, dealer: Any, board: Any) -> synthetic.Results:
        results = synthetic.HIGH_CARD.settle(hand, dealer, board)
        return [(wager, stake, min(net, 150)) for wager, stake, net in results]

    solved = solve(replace(synthetic.HIGH_CARD, settle=settle))
    assert any("do not grow in step" in note for note in solved.notes)
