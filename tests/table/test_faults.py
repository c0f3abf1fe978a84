"""Faults of the physical world, discovered as a dealer would discover them."""

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
    finish_round,
    list_irregularities,
    list_racks,
    open_table,
    perform_until,
    start_round,
)


@pytest.mark.clause("pikit.39.12.a", "uth.15.b", "hilo.40.12.a")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [1, 2])
def test_the_deal_discovers_face_up_cards(game: str, cards: int) -> None:
    table = open_table(game)
    before = start_round(table)
    for card in table.state.stock[2 : 2 + cards]:
        table.submit(Happen(WORLD, "face_up", card))
    finish_round(table)
    assert len(list_irregularities(table)) == cards - 1
    if cards == 2:
        assert list_racks(table) == before
    assert table.state.phase is Phase.PREPARING
    assert due(table.state)[0].act == "shuffle"
    assert table.state.rack, "the cards stay in the rack until they are shuffled"


@pytest.mark.parametrize("game", GAMES)
def test_a_face_up_card_inside_a_stack_is_set_aside_and_replaced(game: str) -> None:
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
    """The fourth card is the dealer's: every hand after that receives the wrong card."""
    table = open_table(game)
    before = start_round(table)
    table.submit(Happen(WORLD, "stuck", table.state.stock[0]))
    finish_round(table)
    (irregularity,) = list_irregularities(table)
    assert irregularity.who == "player"
    assert irregularity.seat == 1
    after = list_racks(table)
    assert after["A"] == before["A"]
    if game == "pikit":
        assert after == before


@pytest.mark.clause("uth.15.d", "hilo.40.12.d", "pikit.39.12.c")
@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_forgets_a_card_takes_it_where_the_text_allows(game: str) -> None:
    table = open_table(game)
    before = start_round(table)
    table.submit(Happen(WORLD, "skip_dealer"))
    while due(table.state)[0].act not in {"decide", "reveal"}:
        table.perform()
    size = GAMES[game].recipe.hand_size
    assert table.last_round is not None
    assert len(table.last_round.dealer) == size - 1
    finish_round(table)
    (irregularity,) = list_irregularities(table)
    assert irregularity.who == "dealer"
    completed = game != "pikit"
    assert len(table.last_round.dealer) == (size if completed else size - 1)
    assert (list_racks(table) == before) is not completed


@pytest.mark.clause("pikit.39.12.f", "uth.15.f", "hilo.40.12.f")
@pytest.mark.parametrize("game", GAMES)
def test_a_jammed_shoe_voids_the_round(game: str) -> None:
    table = open_table(game, method="automated_shoe")
    before = start_round(table)
    table.perform()
    table.submit(Happen(WORLD, "jam"))
    finish_round(table)
    assert list_racks(table) == before


@pytest.mark.clause("pikit.39.12.d", "uth.15.a")
@pytest.mark.parametrize("game", GAMES)
def test_an_exposed_dealer_card_voids_the_round_and_unwinds_it(game: str) -> None:
    """Every earlier payment, collection and forfeit is undone; at UTH trips are settled."""
    for seed in range(20):
        table = open_table(game, seed)
        before = start_round(table)
        perform_until(table, "decide")
        table.perform()
        if due(table.state)[0].act == "decide":
            table.perform()
        stakes = sum(table.state.balances.get(f"spot:{s}:trips", 0) for s in (1, 2, 3))
        table.submit(ExposeDealerCard(DEALER))
        finish_round(table)
        if game != "uth" or not stakes:
            assert list_racks(table) == before, seed


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_the_count_discovers_a_stray_card_and_the_deck_leaves(game: str) -> None:
    table = open_table(game, stub_count_interval=1)
    table.prepare()
    table.submit(Happen(WORLD, "stray_card"))
    before = list_racks(table)
    table.bet_at_random()
    table.play_round()
    assert list_racks(table) == before
    assert [i.cards_in_deck for i in list_irregularities(table)] == [53]
    table.prepare()
    assert table.state.count_deck(table.state.in_use) == 52
    table.bet_at_random()
    table.play_round()
    assert len(list_irregularities(table)) == 1


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_the_count_discovers_a_missing_card_and_the_deck_leaves(game: str) -> None:
    table = open_table(game, stub_count_interval=1)
    table.prepare()
    state = table.state
    table.submit(Happen(WORLD, "lose_card", state.stock[-1]))
    before = list_racks(table)
    table.bet_at_random()
    table.play_round()
    assert list_racks(table) == before
    assert [i.cards_in_deck for i in list_irregularities(table)] == [51]
    assert due(table.state)[0].act == "receive"
