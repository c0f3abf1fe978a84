"""Equipment: decks, extra cards, shoes, shufflers, the rack, and what only people can see."""

from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games import GAMES
from houseway.games.dealing import Method
from houseway.rulebook import Malformed, Refused
from houseway.table import Phase, due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    CashOut,
    ChangeMethod,
    Choose,
    CloseTable,
    Do,
    DrawInError,
    Fault,
    Happen,
    LookAtHand,
    OrderRecut,
    RemoveDevice,
    ReportBreach,
    Role,
    Sit,
)
from houseway.table.events import BreachReported, DeckRemoved, StepDone
from houseway.table.preparing import into_rack
from houseway.table.prompts import handled_by, prompt
from houseway.table.state import Shuffler, but
from houseway.table.trial import DEALER, DEVICE, FLOOR, SUPERVISOR, Trial, replayed
from houseway.table.views import view
from tests.table.helpers import (
    WORLD,
    finish,
    irregularities,
    racks,
    shuffler,
    start_round,
    table,
    until,
)

TWO_DECKS: dict[str, Any] = {"shuffle": "automated", "method": "hand", "decks": 2}


@pytest.mark.clause("pikit.39.2.a", "uth.2.a", "hilo.40.2.a", "pikit.39.2.b.2", "uth.2.b.2")
@pytest.mark.clause("hilo.40.2.b.2", "pikit.39.2.c", "pikit.layout.e", "hilo.layout.d")
@pytest.mark.clause("pikit.39.7.a", "uth.7.a", "hilo.40.7.a", "uth.13.d")
@pytest.mark.parametrize(
    ("game", "config", "clause"),
    [
        ("pikit", {"cover_card": "red"}, "pikit.39.2.a"),
        ("pikit", {"cover_cards": 0}, "pikit.39.2.a"),
        ("pikit", {"cover_cards": 0, "method": "automated_shoe"}, "pikit.39.2.c"),
        ("uth", {"cover_cards": 1}, "uth.2.a"),
        ("uth", {"cover_card": "white"}, "uth.2.a"),
        ("uth", {"cover_card": "green", "back": "green"}, "uth.2.a"),
        ("hilo", {"cutting_card": "none"}, "hilo.40.2.a"),
        ("hilo", {"cutting_card": "red"}, "hilo.40.2.a"),
        *[
            (game, {**TWO_DECKS, "second_back": "red"}, clause)
            for game, clause in (
                ("pikit", "pikit.39.2.b.2"),
                ("uth", "uth.2.b.2"),
                ("hilo", "hilo.40.2.b.2"),
            )
        ],
        ("pikit", {"shoe_side": "none"}, "pikit.39.7.a"),
        ("uth", {"shoe_side": "none"}, "uth.7.a"),
        ("hilo", {"shoe_side": "none"}, "hilo.40.7.a"),
        ("pikit", {"drop_box": "none"}, "pikit.layout.e"),
        ("hilo", {"tip_box": "right"}, "hilo.layout.d"),
        ("uth", {"cover_all": True, "shuffle": "automated"}, "uth.13.d"),
    ],
)
def test_equipment_that_the_text_does_not_allow(game: str, config: Any, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        read_setup(game, config)
    assert clause in refused.value.clauses


@pytest.mark.clause("hilo.shoes.c", "uth.13.d")
def test_a_shuffler_goes_with_either_shoe_or_the_hand() -> None:
    for method in Method:
        read_setup("hilo", {"shuffle": "automated", "method": method.value})
    mode = {"cover_all": True, "shuffle": "automated", "cover_all_mode": True}
    assert read_setup("uth", mode).equipment.cover_all_mode
    assert read_setup("pikit", {"cover_cards": 2, "approval": "P-17"}).equipment.approval == "P-17"


@pytest.mark.clause("pikit.39.6.c.1.i", "pikit.39.6.c.1.iv", "uth.4.c.1.i", "uth.4.c.1.iv")
@pytest.mark.clause("hilo.40.4.c.1.i", "hilo.40.4.c.1.iv", "pikit.39.6.c.2", "uth.4.c.2")
@pytest.mark.clause("hilo.40.4.c.2")
@pytest.mark.parametrize("game", GAMES)
def test_the_cover_card_in_the_cut(game: str) -> None:
    found = table(game)
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "shuffle")
    found.perform(list(NEW_DECK))
    with pytest.raises(Refused, match="Next: place cover"):
        found.tell(Do(DEALER, "cut", data=20))
    found.perform()
    assert found.state.kit.cover[0] == "in front of the deck"
    found.perform(20)
    found.perform()
    assert found.state.kit.cover[0] == "discard rack"
    if game == "uth":
        assert found.state.kit.cover == ("discard rack", "table")
    for act in ("shuffle", "cut", "deal", "insert"):  # from the cut the only way on is the deal
        with pytest.raises(Refused, match="Next: load"):
            found.tell(Do(DEALER, act, data=20))
    found.tell(OrderRecut(SUPERVISOR, "too few cards"))
    assert [task.act for task in found.state.agenda] == ["place_cover", "cut", "rack_cover", "load"]
    found.perform()
    found.perform(30)
    found.perform()
    found.perform("left")
    assert found.state.phase is Phase.BETTING


@pytest.mark.clause("pikit.39.2.c", "pikit.39.9.c", "pikit.39.10.d", "uth.7.d.2", "uth.10.f")
@pytest.mark.parametrize(
    ("game", "method", "covered"),
    [
        ("pikit", "automated_shoe", True),
        ("pikit", "manual_shoe", False),
        ("uth", "manual_shoe", True),
        ("uth", "automated_shoe", True),
        ("hilo", "automated_shoe", False),
    ],
)
def test_the_dealers_cards_lie_under_a_cover_card(game: str, method: str, covered: bool) -> None:
    found = table(game, method=method)
    start_round(found)
    until(found, "decide")
    assert (found.state.kit.cover[-1] == "dealer's hand") is covered
    while due(found.state)[0].act != "reveal" or due(found.state)[0].seat is not None:
        found.perform()
    words = prompt(found.state, due(found.state)[0])
    assert ("cover card beside the shoe" in words) is covered
    found.perform()
    assert (found.state.kit.cover[-1] == "beside the shoe") is covered


@pytest.mark.clause("hilo.shoes.b")
def test_a_shoe_is_secured_and_locked_away() -> None:
    found = table("hilo")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "secure")
    with pytest.raises(Refused) as refused:
        found.tell(Do(DEALER, "load"))
    assert refused.value.clauses == ("hilo.shoes.b",)
    found.prepare()
    assert found.state.kit.secured
    found.bet_at_random()
    found.play_round()
    assert found.state.kit.secured
    assert "secure" not in [task.act for task in found.state.agenda]
    made = found.tell(CloseTable(DEALER))
    assert [event.act for event in made if isinstance(event, StepDone)] == ["lock", "close"]
    assert not found.state.kit.secured


@pytest.mark.clause("pikit.39.7.a", "pikit.39.9.b.1", "uth.7.a", "uth.9.b.1", "hilo.40.7.a")
@pytest.mark.clause("hilo.40.9.b.1")
@pytest.mark.parametrize("by", [DEALER, DEVICE])
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_the_deck_is_loaded_by_dealer_or_shuffler(game: str, method: str, by: Actor) -> None:
    found = table(game, method=method, shuffle="automated")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "shuffle")
    found.perform(list(NEW_DECK))
    (loaded,) = found.tell(Do(by, "load"))
    assert isinstance(loaded, StepDone)
    assert (loaded.words, loaded.by) == (method.replace("_", " "), str(by))
    assert loaded.clauses[0] in GAMES[game].handling.by(Method(method)).loaded


@pytest.mark.clause("pikit.39.8.b.2", "pikit.39.8.b.2.i", "uth.8.b.2", "uth.8.b.2.i")
@pytest.mark.clause("hilo.40.8.b.2", "hilo.40.8.b.2.i")
@pytest.mark.parametrize("game", GAMES)
def test_the_hand_that_holds_the_deck_is_chosen_once_a_round(game: str) -> None:
    found = table(game, shuffle="automated", method="hand")
    for hand in ("left", "right"):
        while due(found.state)[0].act != "load":
            found.perform([list(NEW_DECK)] if due(found.state)[0].act == "receive" else NEW_DECK)
        with pytest.raises(Malformed, match="left or right"):
            found.tell(Do(DEALER, "load", data="both"))
        found.tell(Do(DEALER, "load", data=hand))
        assert found.state.kit.holding == hand
        found.bet_at_random()
        found.tell(Do(DEALER, "no_more_bets"))
        with pytest.raises(Refused) as refused:
            found.tell(Do(DEALER, "load", data="right"))
        assert refused.value.clauses == GAMES[game].handling.same_hand
        finish(found)
        assert not found.state.kit.holding


@pytest.mark.clause("pikit.39.8.b.2.ii", "uth.8.b.2.ii", "hilo.40.8.b.2.ii", "uth.7.c")
@pytest.mark.clause("hilo.40.7.c", "hilo.40.8.b.4", "pikit.39.3.f", "hilo.40.6.d")
@pytest.mark.parametrize("game", GAMES)
def test_prompts_say_what_only_hands_can_do_and_breaches_are_logged(game: str) -> None:
    by_hand = table(game, shuffle="automated", method="hand")
    start_round(by_hand)
    task = due(by_hand.state)[0]
    assert "over the chip tray" in prompt(by_hand.state, task)
    drawn = GAMES[game].handling.hand.drawn
    assert handled_by(by_hand.state, task) == drawn
    seen = view(by_hand.state, "dealer", "Dana")["due"][0]
    assert "over the chip tray" in seen["prompt"]
    assert set(drawn) <= set(seen["clauses"])
    assert "prompt" not in view(by_hand.state, "player", "A")["due"][0]
    for side, far in (("left", "right"), ("right", "left")):
        shoe = table(game, shoe_side=side)
        start_round(shoe)
        words = prompt(shoe.state, due(shoe.state)[0])
        assert f"with the {side} hand, nearest the shoe, and placing it with the {far}" in words
    (logged,) = by_hand.tell(ReportBreach(FLOOR, "cards_away_from_the_tray", words="twice"))
    assert isinstance(logged, BreachReported)
    assert logged.clauses == GAMES[game].handling.breaches["cards_away_from_the_tray"]
    with pytest.raises(Malformed):
        by_hand.tell(ReportBreach(FLOOR, "whistling"))
    with pytest.raises(Refused, match="nobody sits there"):
        by_hand.tell(ReportBreach(FLOOR, "cards_away_from_the_tray", seat=6))


@pytest.mark.clause("pikit.39.3.f", "hilo.40.6.d", "uth.10.a")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_acts_on_anothers_cards(game: str) -> None:
    found = table(game)
    start_round(found)
    until(found, "decide")
    seat = due(found.state)[0].seat or 0
    other = "C" if seat == 1 else "A"
    with pytest.raises(Refused) as refused:
        found.tell(Choose(Actor(Role.PLAYER, other), seat, "fold"))
    assert refused.value.clauses[0] in GAMES[game].handling.own_cards
    with pytest.raises(Refused, match="the hand is"):
        found.tell(LookAtHand(Actor(Role.PLAYER, other), seat))


# --- the shuffler


@pytest.mark.parametrize("game", GAMES)
def test_the_shuffler_goes_through_its_states(game: str) -> None:
    found = table(game, shuffle="automated", method="hand")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    until(found, "insert")
    states = [found.state.kit.shuffler]
    for data in (None, None, list(NEW_DECK), "left"):
        found.perform(data)
        states.append(found.state.kit.shuffler)
    idle, loaded, shuffling, complete, again = states
    assert (idle, loaded, shuffling) == (Shuffler.IDLE, Shuffler.LOADED, Shuffler.SHUFFLING)
    assert (complete, again) == (Shuffler.COMPLETE, Shuffler.IDLE)


@pytest.mark.clause("pikit.39.7.f", "hilo.40.9.f")
@pytest.mark.parametrize("fault", ["lose_card", "stray_card"])
@pytest.mark.parametrize("game", ["pikit", "hilo"])
def test_a_counting_shuffler_spares_the_count_and_finds_a_wrong_one(
    game: str, fault: Fault
) -> None:
    config: dict[str, Any] = {"shuffle": "automated", "method": "automated_shoe"}
    config["shuffler_counts"] = True
    found = table(game, **config)
    for _ in range(7):
        found.prepare()
        found.bet_at_random()
        found.play_round()
    acts = [type(event).__name__ for event in found.log]
    assert "StubCounted" not in acts
    assert acts.count("ShufflerReported") == 7
    until(found, "shuffle")
    card = found.state.stock[7] if fault == "lose_card" else None
    found.tell(Happen(WORLD, fault, card))
    made = found.perform_all(found.state.stock)
    assert [type(event).__name__ for event in made] == ["ShufflerReported", "DeckRemoved"]
    assert isinstance(made[1], DeckRemoved)
    assert GAMES[game].handling.automated_shoe.counting_shuffler_exempts == made[1].clauses
    assert due(found.state)[0].act == "receive"
    found.prepare()
    assert len(found.state.stock) == 52
    found.bet_at_random()
    found.play_round()
    assert not list(irregularities(found))
    assert replayed(found) == found.state


@pytest.mark.clause("pikit.39.2.b.5", "uth.2.b.5", "hilo.40.2.b.5")
@pytest.mark.parametrize("game", GAMES)
def test_the_rack_holds_one_decks_cards_only(game: str) -> None:
    found = table(game, **TWO_DECKS)
    start_round(found)
    finish(found)
    assert found.state.rack
    assert found.state.rack_deck == 0
    assert found.state.in_use == 1
    with pytest.raises(AssertionError, match="cards of the other deck"):
        into_rack(found.state, "burned", found.state.stock[:1])
    until(found, "insert")
    with pytest.raises(Refused) as refused:
        found.tell(Do(DEALER, "no_more_bets"))
    assert "Next: insert" in str(refused.value)
    assert GAMES[game].handling.one_deck_in_rack[0] in due(found.state)[0].clauses
    found.perform()
    assert not found.state.rack


@pytest.mark.clause("pikit.39.2.b.3", "uth.2.b.3", "hilo.40.2.b.3", "pikit.39.12.e")
@pytest.mark.parametrize("game", GAMES)
def test_the_other_deck_is_shuffled_jams_and_is_miscounted_beside_the_round(game: str) -> None:
    """A fault of the idle deck leaves the round alone; a retired deck is replaced before play."""
    found = table(game, **TWO_DECKS, shuffler_counts=True)
    start_round(found)
    other = list(NEW_DECK)
    found.tell(Happen(WORLD, "jam"))
    found.tell(Do(DEVICE, "shuffle", data=other))
    assert shuffler(found) is Shuffler.JAM
    with pytest.raises(Refused, match="jam, not shuffling"):
        found.tell(Do(DEVICE, "shuffle", data=other))
    found.tell(Do(DEALER, "start"))
    found.tell(Do(DEVICE, "shuffle", data={"order": [str(c) for c in other], "commitment": "c0"}))
    assert shuffler(found) is Shuffler.VERIFIED
    assert found.state.waiting_seal.commitment == "c0"
    with pytest.raises(Refused, match="verified, not shuffling"):
        found.tell(Do(DEVICE, "shuffle", data=other))
    finish(found)
    assert not list(irregularities(found))
    assert found.state.seal.commitment == "c0"
    found.prepare()
    found.bet_at_random()
    found.tell(Do(DEALER, "no_more_bets"))
    short = but(found.state, decks=(NEW_DECK[:51], found.state.decks[1]), lost=((0, NEW_DECK[51]),))
    found.state = short
    made = found.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK[:51])))
    assert [type(event).__name__ for event in made] == ["ShufflerReported", "DeckRemoved"]
    finish(found)
    assert not list(irregularities(found))
    assert due(found.state)[0].act == "receive"
    found.prepare()
    assert [len(deck) for deck in found.state.decks] == [52, 52]
    assert found.state.in_use == 0


@pytest.mark.parametrize("game", GAMES)
def test_two_decks_go_on_as_one_when_the_shuffler_leaves(game: str) -> None:
    found = table(game, shuffle="automated", method="manual_shoe", decks=2)
    start_round(found)
    finish(found)
    found.tell(RemoveDevice(DEALER, "shuffler"))
    found.tell(ChangeMethod(SUPERVISOR, "manual_shoe", "manual"))
    found.prepare()
    assert len(found.state.decks) == 1
    found.bet_at_random()
    found.play_round()
    assert replayed(found) == found.state


def test_an_idle_table_waits_for_the_shuffler() -> None:
    found = Trial(read_setup("uth", TWO_DECKS), Random(0))
    found.tell(Sit(Actor(Role.PLAYER, "A"), 1))
    found.prepare()
    found.state = but(found.state, seats={})
    with pytest.raises(Refused, match="at work on the other deck"):
        found.tell(Do(DEALER, "spread_idle"))
    found.tell(Do(DEVICE, "shuffle", data=list(NEW_DECK)))
    found.tell(Do(DEALER, "spread_idle"))
    assert due(found.state)[0].act == "look"


def test_inspection_and_verification_are_two_people() -> None:
    found = table("pikit")
    found.tell(Do(DEALER, "receive", data=[list(NEW_DECK)]))
    found.tell(Do(Actor(Role.DEALER, "Kim"), "inspect"))
    with pytest.raises(Refused, match="a second person verifies it"):
        found.tell(Do(Actor(Role.FLOORPERSON, "Kim"), "verify"))
    found.tell(Do(FLOOR, "verify"))


# --- a card drawn in error


@pytest.mark.clause("pikit.39.12.b", "uth.15.c", "hilo.40.12.c")
@pytest.mark.parametrize("game", GAMES)
def test_a_card_drawn_in_error_is_the_next_card(game: str) -> None:
    plain, found = table(game, seed=5), table(game, seed=5)
    for one in (plain, found):
        start_round(one)
        one.perform()
    found.tell(DrawInError(DEALER))
    assert found.state.drawn == 1
    assert view(found.state, "dealer", "Dana")["equipment"]["cards_drawn_in_error"] == 1
    with pytest.raises(Refused, match="the next card that is due"):
        found.tell(DrawInError(DEALER))
    for one in (plain, found):
        one.perform()
    assert found.state.drawn == 0
    assert found.state.round == plain.state.round
    assert found.state.stock == plain.state.stock


@pytest.mark.parametrize("game", GAMES)
def test_a_card_drawn_in_error_and_seen_counts_as_face_up(game: str) -> None:
    """P27: the first is set aside; a second one ends the round."""
    found = table(game)
    before = start_round(found)
    top = found.state.stock[0]
    found.tell(DrawInError(DEALER, exposed=True))
    assert found.state.round is not None
    assert found.state.round.set_aside == (top,)
    found.tell(DrawInError(DEALER, exposed=True))
    finish(found)
    assert racks(found) == before
    with pytest.raises(Refused, match="no cards are being dealt"):
        found.tell(DrawInError(DEALER))


# --- looking, several hands, offers, the clock


@pytest.mark.clause("hilo.40.6.g.2", "hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")
def test_additional_hands_are_bet_unseen_and_set_after_that() -> None:
    found = Trial(read_setup("hilo", {"max_hands_per_player": 3}), Random(4))
    alice = Actor(Role.PLAYER, "A")
    for seat in (1, 2, 3):
        found.tell(Sit(alice, seat))
    found.tell(BuyIn(alice, 10**6))
    found.prepare()
    for seat in (1, 2, 3):
        found.tell(Bet(alice, seat, "ante", 500))
    found.tell(Do(DEALER, "no_more_bets"))
    with pytest.raises(Refused, match="still being dealt"):
        found.tell(LookAtHand(alice, 1))
    until(found, "decide")
    assert [(task.seat, task.stage) for task in due(found.state)] == [(1, "election")]
    for seat, clause in ((2, "hilo.40.6.g.2.i"), (3, "hilo.40.6.g.2.ii")):
        with pytest.raises(Refused) as refused:
            found.tell(LookAtHand(alice, seat))
        assert clause in refused.value.clauses
    found.tell(LookAtHand(alice, 1))
    assert found.state.round is not None
    assert found.state.round.looked == {1}
    found.choose(1)
    until(found, "decide")
    assert [(task.seat, task.stage) for task in due(found.state)] == [(2, "bet"), (3, "bet")]
    hands = view(found.state, "player", "A")["round"]["hands"]
    assert ["cards" in hands[str(seat)] for seat in (1, 2, 3)] == [True, False, False]
    offered = view(found.state, "player", "A")["due"][0]["offers"]
    assert offered == [{"choice": "play", "wager": "play", "cents": 500}]
    with pytest.raises(Refused, match="before it is seen"):
        found.tell(Choose(alice, 2, "fold"))
    with pytest.raises(Refused, match="and set after that"):
        found.tell(Choose(alice, 2, {"high": ["As", "Ks", "Qs"], "low": ["2c", "3c"]}))
    found.tell(Choose(alice, 2, "play"))
    with pytest.raises(Refused) as refused:
        found.tell(LookAtHand(alice, 2))
    assert "hilo.40.6.g.2.ii" in refused.value.clauses
    found.tell(Choose(alice, 3, "play"))
    found.tell(LookAtHand(alice, 3))
    assert [task.stage for task in due(found.state)] == ["setting", "setting"]
    assert "cards" in view(found.state, "player", "A")["round"]["hands"]["3"]
    with pytest.raises(Refused, match="a fold comes before it"):
        found.tell(Choose(alice, 2, "fold"))
    clock = Actor(Role.SYSTEM, "clock")
    hand = found.state.round.hands[2]
    task = due(found.state)[0]
    found.tell(Choose(clock, 2, GAMES["hilo"].script.timeout(hand, task)))
    finish(found)
    assert replayed(found) == found.state


@pytest.mark.clause("pikit.39.10.a", "pikit.39.10.c.3")
def test_the_blind_pick_is_by_place_and_says_nothing_of_the_cards() -> None:
    found = table("pikit", play_5_multiple=2, play_3_multiple=1)
    found.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    carol = Actor(Role.PLAYER, "C")
    assert found.state.round is not None
    held = {str(card) for card in found.state.round.hands[3].cards}
    for pick in ([1, 2], [1, 1, 2], [0, 1, 2], [4, 5, 6], []):
        with pytest.raises(Refused) as refused:
            found.tell(Choose(carol, 3, pick))
        assert not any(card in str(refused.value) for card in held)
    with pytest.raises(Malformed, match="face down"):
        found.tell(Choose(carol, 3, sorted(held)[:3]))
    with pytest.raises(Refused, match="until the dealer turns them up"):
        found.tell(LookAtHand(carol, 3))
    assert "cards" not in view(found.state, "player", "C")["round"]["hands"]["3"]
    found.tell(Choose(carol, 3, [5, 1, 3]))
    cards = found.state.round.hands[3].cards
    shown = view(found.state, "spectator")["round"]["hands"]["3"]["shown"]
    assert shown == [str(cards[4]), str(cards[0]), str(cards[2])]
    for _ in range(40):
        if due(found.state)[0].stage == "play":
            break
        found.perform()
    player = {1: "A", 2: "B", 3: "C"}[due(found.state)[0].seat or 0]
    offers = view(found.state, "player", player)["due"][0]["offers"]
    assert [(offer["choice"], offer["cents"]) for offer in offers] == [
        ("play_3", 500),
        ("play_5", 1000),
        ("fold", 0),
    ]


def test_a_pick_after_looking_may_name_the_cards() -> None:
    found = table("pikit", three_card_pick="seen")
    found.prepare()
    for seat, player in enumerate("ABC", 1):
        for wager in ("ante", "five_card_bonus", "three_card_bonus"):
            found.tell(Bet(Actor(Role.PLAYER, player), seat, wager, 500))
    found.tell(Do(DEALER, "no_more_bets"))
    until(found, "decide")
    carol = Actor(Role.PLAYER, "C")
    found.tell(LookAtHand(carol, 3))
    mine = view(found.state, "player", "C")["round"]["hands"]["3"]["cards"]
    found.tell(Choose(carol, 3, mine[:3]))


@pytest.mark.parametrize("game", GAMES)
def test_a_supervisor_decides_only_where_that_is_adopted(game: str) -> None:
    for timeout, allowed in (("fold", Role.SYSTEM), ("supervisor", Role.SUPERVISOR)):
        found = table(game, timeout=timeout)
        start_round(found)
        until(found, "decide")
        task = due(found.state)[0]
        assert found.state.round is not None
        hand = found.state.round.hands[task.seat or 0]
        choice = GAMES[game].script.timeout(hand, task)
        for role in (Role.SYSTEM, Role.SUPERVISOR):
            command = Choose(Actor(role, "clock"), hand.seat, choice)
            if role is allowed:
                continue
            with pytest.raises(Refused):
                found.tell(command)
        if timeout == "fold":
            with pytest.raises(Refused, match="only the adopted choice"):
                found.tell(Choose(Actor(Role.SYSTEM, "clock"), hand.seat, "wave"))
        found.tell(Choose(Actor(allowed, "clock"), hand.seat, choice))


def test_chips_leave_the_table_through_the_cage() -> None:
    found = table("uth")
    alice = Actor(Role.PLAYER, "A")
    found.tell(CashOut(alice, 4_000_000))
    assert found.state.rack_of("A") == 6_000_000
    assert found.state.balances["cash:A"] == -6_000_000
    assert "cage" not in found.state.balances
    with pytest.raises(Refused, match=r"the player has .60,000 at this table"):
        found.tell(CashOut(alice, 6_000_001))


@pytest.mark.clause("uth.13.h.a", "uth.13.i")
def test_the_best_hand_is_left_exposed_for_cover_all() -> None:
    """At most one at a time, a straight or better, each better than the one before."""
    config: dict[str, Any] = {"cover_all": True, "cover_all_mode": True, "method": "hand"}
    config["shuffle"] = "automated"
    exposed = 0
    for seed in range(60):
        found = table("uth", seed, **config)
        start_round(found)
        assert view(found.state, "spectator")["hands_dealt"] == 4
        left: list[int | None] = []
        while found.state.round is not None:
            task = due(found.state)[0]
            if task.act == "leave_exposed":
                left.append(task.seat)
                found.perform()
                seen = view(found.state, "spectator")["round"]["left_exposed"]
                assert seen == (task.seat or "dealer")
                continue
            if task.act == "rack" and task.seat and task.seat in left[:-1]:
                assert "uth.13.i" in task.clauses
            found.perform()
        assert len(left) == len(set(left))
        exposed += len(left)
    assert exposed > 10
