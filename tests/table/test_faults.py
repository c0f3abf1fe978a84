"""Faults of the physical world, found as a dealer would find them."""

import pytest

from houseway.games import GAMES
from houseway.table import Phase, due
from houseway.table.commands import (
    ExposeDealerCard,
    Happen,
)
from houseway.table.trials import (
    DEALER,
)
from tests.table.helpers import (
    WORLD,
    finish,
    irregularities,
    open_table,
    racks,
    start_round,
    until,
)


@pytest.mark.clause("pikit.39.12.a", "uth.15.b", "hilo.40.12.a")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [1, 2])
def test_face_up_cards_are_met_in_the_deal(game: str, cards: int) -> None:
    table = open_table(game)
    before = start_round(table)
    for card in table.state.stock[2 : 2 + cards]:
        table.submit(Happen(WORLD, "face_up", card))
    finish(table)
    assert len(list(irregularities(table))) == cards - 1
    if cards == 2:
        assert racks(table) == before
    assert table.state.phase is Phase.PREPARING
    assert due(table.state)[0].act == "shuffle"
    assert table.state.rack, "the cards stay in the rack until they are shuffled"


@pytest.mark.parametrize("game", GAMES)
def test_a_face_up_card_inside_a_stack_is_set_aside_and_the_stack_made_whole(game: str) -> None:
    table = open_table(game, method="automated_shoe")
    start_round(table)
    second = table.state.stock[1]
    table.submit(Happen(WORLD, "face_up", second))
    table.perform()
    assert table.state.round is not None
    size = GAMES[game].recipe.hand_size
    assert len(table.state.round.hands[1].cards) == size
    assert second not in table.state.round.hands[1].cards
    assert table.state.round.set_aside == (second,)


@pytest.mark.clause("pikit.39.12.c", "uth.15.d", "hilo.40.12.d")
@pytest.mark.parametrize("game", GAMES)
def test_two_cards_that_stick_together_are_a_misdeal(game: str) -> None:
    """The fourth card out belongs to the dealer: everyone after him is one card off."""
    table = open_table(game)
    before = start_round(table)
    table.submit(Happen(WORLD, "stuck", table.state.stock[0]))
    finish(table)
    (irregularity,) = irregularities(table)
    assert irregularity.who == "player"
    assert irregularity.seat == 1
    after = racks(table)
    assert after["A"] == before["A"]
    if game == "pikit":
        assert after == before


@pytest.mark.clause("uth.15.d", "hilo.40.12.d", "pikit.39.12.c")
@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_forgets_a_card_takes_it_where_the_text_lets_him(game: str) -> None:
    table = open_table(game)
    before = start_round(table)
    table.submit(Happen(WORLD, "skip_dealer"))
    while due(table.state)[0].act not in {"decide", "reveal"}:
        table.perform()
    size = GAMES[game].recipe.hand_size
    assert table.last_round is not None
    assert len(table.last_round.dealer) == size - 1
    finish(table)
    (irregularity,) = irregularities(table)
    assert irregularity.who == "dealer"
    completed = game != "pikit"
    assert len(table.last_round.dealer) == (size if completed else size - 1)
    assert (racks(table) == before) is not completed


@pytest.mark.clause("pikit.39.12.f", "uth.15.f", "hilo.40.12.f")
@pytest.mark.parametrize("game", GAMES)
def test_a_jammed_shoe_voids_the_round(game: str) -> None:
    table = open_table(game, method="automated_shoe")
    before = start_round(table)
    table.perform()
    table.submit(Happen(WORLD, "jam"))
    finish(table)
    assert racks(table) == before


@pytest.mark.clause("pikit.39.12.d", "uth.15.a")
@pytest.mark.parametrize("game", GAMES)
def test_an_exposed_dealer_card_voids_the_round_and_unwinds_it(game: str) -> None:
    """Whatever was paid, collected or forfeited before comes back; at UTH trips are settled."""
    for seed in range(20):
        table = open_table(game, seed)
        before = start_round(table)
        until(table, "decide")
        table.perform()
        if due(table.state)[0].act == "decide":
            table.perform()
        stakes = sum(table.state.balances.get(f"spot:{s}:trips", 0) for s in (1, 2, 3))
        table.submit(ExposeDealerCard(DEALER))
        finish(table)
        if game != "uth" or not stakes:
            assert racks(table) == before, seed


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_stray_card_is_found_by_the_count_and_leaves_with_the_deck(game: str) -> None:
    table = open_table(game, stub_count_interval=1)
    table.prepare()
    table.submit(Happen(WORLD, "stray_card"))
    before = racks(table)
    table.bet_at_random()
    table.play_round()
    assert racks(table) == before
    assert [i.cards_in_deck for i in irregularities(table)] == [53]
    table.prepare()
    assert table.state.count_deck(table.state.in_use) == 52
    table.bet_at_random()
    table.play_round()
    assert len(list(irregularities(table))) == 1


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_missing_card_is_found_by_the_count_and_the_deck_removed(game: str) -> None:
    table = open_table(game, stub_count_interval=1)
    table.prepare()
    state = table.state
    table.submit(Happen(WORLD, "lose_card", state.stock[-1]))
    before = racks(table)
    table.bet_at_random()
    table.play_round()
    assert racks(table) == before
    assert [i.cards_in_deck for i in irregularities(table)] == [51]
    assert due(table.state)[0].act == "receive"
