"""Faults of the physical world, found as a dealer would find them."""

import pytest

from houseway.games import GAMES
from houseway.table import Phase, due
from houseway.table.commands import (
    ExposeDealerCard,
    Happen,
)
from houseway.table.trial import (
    DEALER,
)
from tests.table.helpers import (
    WORLD,
    finish,
    irregularities,
    racks,
    start_round,
    table,
    until,
)


@pytest.mark.clause("pikit.39.12.a", "uth.15.b", "hilo.40.12.a")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", [1, 2])
def test_face_up_cards_are_met_in_the_deal(game: str, cards: int) -> None:
    found = table(game)
    before = start_round(found)
    for card in found.state.stock[2 : 2 + cards]:
        found.tell(Happen(WORLD, "face_up", card))
    finish(found)
    assert len(list(irregularities(found))) == cards - 1
    if cards == 2:
        assert racks(found) == before
    assert found.state.phase is Phase.PREPARING
    assert due(found.state)[0].act == "shuffle"
    assert found.state.rack, "the cards stay in the rack until they are shuffled"


@pytest.mark.parametrize("game", GAMES)
def test_a_face_up_card_inside_a_stack_is_set_aside_and_the_stack_made_whole(game: str) -> None:
    found = table(game, method="automated_shoe")
    start_round(found)
    second = found.state.stock[1]
    found.tell(Happen(WORLD, "face_up", second))
    found.perform()
    assert found.state.round is not None
    size = GAMES[game].recipe.hand_size
    assert len(found.state.round.hands[1].cards) == size
    assert second not in found.state.round.hands[1].cards
    assert found.state.round.set_aside == (second,)


@pytest.mark.clause("pikit.39.12.c", "uth.15.d", "hilo.40.12.d")
@pytest.mark.parametrize("game", GAMES)
def test_two_cards_that_stick_together_are_a_misdeal(game: str) -> None:
    """The fourth card out belongs to the dealer: everyone after him is one card off."""
    found = table(game)
    before = start_round(found)
    found.tell(Happen(WORLD, "stuck", found.state.stock[0]))
    finish(found)
    (irregularity,) = irregularities(found)
    assert irregularity.who == "player"
    assert irregularity.seat == 1
    after = racks(found)
    assert after["A"] == before["A"]
    if game == "pikit":
        assert after == before


@pytest.mark.clause("uth.15.d", "hilo.40.12.d", "pikit.39.12.c")
@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_forgets_a_card_takes_it_where_the_text_lets_him(game: str) -> None:
    found = table(game)
    before = start_round(found)
    found.tell(Happen(WORLD, "skip_dealer"))
    while due(found.state)[0].act not in {"decide", "reveal"}:
        found.perform()
    size = GAMES[game].recipe.hand_size
    assert found.last_round is not None
    assert len(found.last_round.dealer) == size - 1
    finish(found)
    (irregularity,) = irregularities(found)
    assert irregularity.who == "dealer"
    completed = game != "pikit"
    assert len(found.last_round.dealer) == (size if completed else size - 1)
    assert (racks(found) == before) is not completed


@pytest.mark.clause("pikit.39.12.f", "uth.15.f", "hilo.40.12.f")
@pytest.mark.parametrize("game", GAMES)
def test_a_jammed_shoe_voids_the_round(game: str) -> None:
    found = table(game, method="automated_shoe")
    before = start_round(found)
    found.perform()
    found.tell(Happen(WORLD, "jam"))
    finish(found)
    assert racks(found) == before


@pytest.mark.clause("pikit.39.12.d", "uth.15.a")
@pytest.mark.parametrize("game", GAMES)
def test_an_exposed_dealer_card_voids_the_round_and_unwinds_it(game: str) -> None:
    """Whatever was paid, collected or forfeited before comes back; at UTH trips are settled."""
    for seed in range(20):
        found = table(game, seed)
        before = start_round(found)
        until(found, "decide")
        found.perform()
        if due(found.state)[0].act == "decide":
            found.perform()
        stakes = sum(found.state.balances.get(f"spot:{s}:trips", 0) for s in (1, 2, 3))
        found.tell(ExposeDealerCard(DEALER))
        finish(found)
        if game != "uth" or not stakes:
            assert racks(found) == before, seed


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_stray_card_is_found_by_the_count_and_leaves_with_the_deck(game: str) -> None:
    found = table(game, stub_count_interval=1)
    found.prepare()
    found.tell(Happen(WORLD, "stray_card"))
    before = racks(found)
    found.bet_at_random()
    found.play_round()
    assert racks(found) == before
    assert [i.cards_in_deck for i in irregularities(found)] == [53]
    found.prepare()
    assert found.state.counted(found.state.in_use) == 52
    found.bet_at_random()
    found.play_round()
    assert len(list(irregularities(found))) == 1


@pytest.mark.clause("pikit.39.7.e.2", "uth.7.f.2", "hilo.40.7.f.2")
@pytest.mark.parametrize("game", GAMES)
def test_a_missing_card_is_found_by_the_count_and_the_deck_removed(game: str) -> None:
    found = table(game, stub_count_interval=1)
    found.prepare()
    state = found.state
    found.tell(Happen(WORLD, "lose_card", state.stock[-1]))
    before = racks(found)
    found.bet_at_random()
    found.play_round()
    assert racks(found) == before
    assert [i.cards_in_deck for i in irregularities(found)] == [51]
    assert due(found.state)[0].act == "receive"
