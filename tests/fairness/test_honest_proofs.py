"""The verifier against honest proofs of every game, method and reader."""

import pytest

from houseway.fairness.verify_round import exit_status
from tests.conftest import load_rounds
from tests.fairness.proof_writer import (
    METHODS,
    RANKS,
    RECIPES,
    SUITS,
    Deck,
    Json,
    in_form_2,
    outcomes,
    verify,
    write,
    wrong,
)


@pytest.mark.parametrize("reader", ["", "3"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", ["pikit", "uth", "hilo"])
def test_honest_proofs_are_right(game: str, method: str, reader: str) -> None:
    all_cuts: list[tuple[int, ...]] = [(), (10,), (51,), (23, 31, 40)]
    for cuts in all_cuts if method != "hand" else [()]:
        for face_up in [(), (0,), (4,), (9,)]:
            proof = write(game, method, cuts=cuts, face_up=face_up, reader=reader)
            assert not wrong(proof), verify(proof)
            assert exit_status(verify(proof)) == 0
            assert ("shuffle" in outcomes(proof)) is (reader == "")


@pytest.mark.parametrize("entry", load_rounds("deals"), ids=lambda entry: str(entry["id"]))
def test_the_deals_of_the_regulation_are_right(entry: Json) -> None:
    """The project's worked deals: the hands they expect, in the order of the deck."""
    rest = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in entry["deck"]]
    order, expect = entry["deck"] + rest, entry["expect"]
    seats = tuple(entry["seats"])
    if expect.get("void"):
        spots = tuple(order.index(card) for card in entry["face_up"])
        proof = write(entry["game"], entry["method"], seats=seats, face_up=spots, order=order)
        assert wrong(proof) >= {"face-up cards"}
        assert not wrong(write(entry["game"], entry["method"], seats=seats, face_up=spots, stop=2))
        return
    places = {card: place for place, cards in expect["hands"].items() for card in cards}
    for place in ("burned", "community", "set_aside"):
        places |= dict.fromkeys(expect.get(place, []), place)
    cuts = [entry["cut"]] if "cut" in entry else []
    deck, turned = Deck("T", 17, order), order[sum(cuts) :] + order[: sum(cuts)]
    left = turned[: len(places)]
    proof = write(entry["game"], entry["method"], seats=seats, reader="1", table="T") | {
        "cuts": cuts,
        "commitment": deck.commitment,
        "leaving": [{"place": places[card]} | deck.open(order.index(card)) for card in left],
    }
    assert len(left) == 52 - expect["stub_size"]
    assert not wrong(proof), verify(proof)


def test_the_largest_tables_are_right() -> None:
    for game, most in (("pikit", 9), ("uth", 21), ("hilo", 7)):
        for method in METHODS:
            seats = tuple(range(1, most + 1))
            assert not wrong(write(game, method, seats=seats, face_up=(3,)))
            assert "seats" in wrong(write(game, method, seats=(1, most + 1)))


def test_a_void_round_may_stop_anywhere_and_no_other_may() -> None:
    for stop in range(20):
        proof = write("hilo", seats=(2, 4, 7), stop=stop, cuts=(11,))
        assert not wrong(proof), stop
        assert wrong(proof | {"void": False}) == {"number"}


def test_a_second_face_up_card_makes_the_round_void() -> None:
    for game in ("pikit", "uth", "hilo"):
        proof = write(game, face_up=(2, 5))
        assert wrong(proof) == {"face-up cards"}
        assert not wrong(proof | {"void": True})


def test_the_board_of_uth_is_dealt_on_when_the_second_face_up_card_comes_late() -> None:
    """Section 15(b): the trips are settled, so the deal is complete all the same."""
    for first, second in ((0, 9), (8, 9), (9, 12)):
        proof = write("uth", seats=(1, 2, 3), face_up=(first, second))
        assert outcomes(proof)["face-up cards"] == "not checked"
    assert wrong(write("uth", seats=(1, 2, 3), face_up=(0, 8))) == {"face-up cards"}


def test_nothing_is_set_aside_after_the_last_card() -> None:
    whole = len(write("pikit")["leaving"])
    assert wrong(write("pikit", face_up=(whole,))) == {"order"}
    assert not wrong(write("pikit", face_up=(whole - 1,)))


def test_the_order_of_a_misdeal_is_not_checked_but_its_cards_are() -> None:
    proof = write("pikit", reader="1") | {"irregular": True}
    proof["leaving"] = proof["leaving"][:-2]
    assert outcomes(proof)["order"] == "not checked"
    assert exit_status(verify(proof)) == 0
    proof["cuts"] = [12]
    assert wrong(proof) == {"cards"}


def test_the_dealers_stack_may_be_named_only_where_there_is_a_choice() -> None:
    for stack in ("immediate", "deferred"):
        for game in ("pikit", "uth", "hilo"):
            for method in METHODS:
                proof = write(game, method, reader="1") | {"dealer_stack": stack}
                allowed = (game, method) == ("pikit", "automated_shoe")
                assert exit_status(verify(proof)) == (0 if allowed else 2)


def test_a_deck_dealt_from_the_hand_is_not_cut() -> None:
    assert wrong(write("hilo", "hand", cuts=(20,))) == {"cuts"}


def test_the_cards_of_a_closed_proof_are_not_checked() -> None:
    proof = write("pikit", stop=3, reader="9")
    assert outcomes(proof)["cards"] == "not checked"


def test_the_numbers_of_a_known_deck() -> None:
    """Fixed here so that a change on either side, writer or verifier, fails."""
    deck = Deck("T1", 1)
    assert deck.order[:5] == ["6d", "8h", "9s", "9h", "7c"]
    assert deck.order[-3:] == ["2c", "Td", "4c"]
    assert deck.commitment == "b2b44c8200240c43d56c9dcf6417e307ba1d68df29ea8d69924eac37b805d295"


@pytest.mark.parametrize("game", RECIPES)
def test_a_proof_may_name_its_deal(game: str) -> None:
    for method in METHODS:
        for proof in (write(game, method), write(game, method, reader="3")):
            assert not wrong(in_form_2(proof))
            assert outcomes(in_form_2(proof)) == outcomes(proof)


@pytest.mark.parametrize("game", RECIPES)
def test_a_deal_that_is_not_the_games_is_wrong(game: str) -> None:
    proof = in_form_2(write(game))
    recipe = RECIPES[game]
    for name, value in (
        ("hand_size", recipe.hand_size + 1),
        ("streets", [*recipe.streets, 1]),
        ("most_seats", recipe.most_seats + 1),
        ("completes_late", not recipe.completes_late),
    ):
        assert "deal" in wrong(proof | {"deal": proof["deal"] | {name: value}}), name


def test_form_2_needs_a_deal_and_form_1_has_none() -> None:
    honest = write("hilo")
    deal = in_form_2(honest)["deal"]
    for proof in (honest | {"deal": deal}, honest | {"v": 2}):
        assert exit_status(verify(proof)) == 2
    bad: list[object] = [
        {},
        deal | {"more": 1},
        deal | {"hand_size": 0},
        deal | {"streets": [53]},
        5,
    ]
    for broken in bad:
        assert exit_status(verify(in_form_2(honest) | {"deal": broken})) == 2


def test_a_game_that_nobody_knows_is_checked_by_the_deal_that_it_names() -> None:
    proof = in_form_2(write("hilo")) | {"game": "new_game"}
    assert not wrong(proof)
    assert outcomes(proof)["deal"] == "not checked"
