"""Described rounds and deals, dealt from a stacked deck and played through the table."""

from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK, Card, parse_cards
from houseway.games import GAMES
from houseway.games.dealing import DEALER as TO_DEALER
from houseway.games.dealing import Method
from houseway.games.script import deal_tasks
from houseway.table import due, read_setup
from houseway.table.commands import (
    Actor,
    Bet,
    BuyIn,
    Choose,
    Do,
    ExposeDealerCard,
    Fault,
    Happen,
    PlaceCoupon,
    Role,
    Sit,
)
from houseway.table.events import CardsRacked
from houseway.table.trials import (
    DEALER,
    Trial,
)
from tests.conftest import load_rounds
from tests.table.helpers import (
    DEVICE_SHUFFLE,
    WORLD,
    list_irregularities,
    list_racks,
)

PLAYABLE = [entry for game in GAMES for entry in load_rounds(game) if "irregularity" not in entry]


def stack_deck(entry: dict[str, Any], method: Method) -> list[Card]:
    """A deck that deals exactly the described cards."""
    game = GAMES[entry["game"]]
    held = {hand["seat"]: list(parse_cards(hand["cards"])) for hand in entry["hands"]}
    held[TO_DEALER] = list(parse_cards(entry["dealer"]))
    community = list(parse_cards(entry.get("community", ())))
    named = {*community, *(card for cards in held.values() for card in cards)}
    others = iter([card for card in NEW_DECK if card not in named])
    tasks = deal_tasks(game.recipe, game.handling, method, [s for s in held if s != TO_DEALER])
    deck = []
    for task in tasks:
        size = game.recipe.hand_size if task.act == "deal_stack" else 1
        deck += [held[task.seat or 0].pop(0) for _ in range(size)]
    for street in game.recipe.streets:
        deck += [next(others), *(community.pop(0) for _ in range(street))]
    return [*deck, *others]


def read_choice(hand: dict[str, Any], stage: str) -> Any:
    actions = hand["actions"]
    if stage == "pick":
        return [hand["cards"].index(card) + 1 for card in actions["select_3"]]
    if stage == "play":
        return actions["decision"]
    if stage == "election":
        fold = actions["decision"] == "fold"
        return "fold" if fold else {key: actions[key] for key in ("decision", "high", "low")}
    if stage == "bet":
        return actions["decision"]
    if stage == "setting":
        return {key: actions[key] for key in ("high", "low")}
    return actions[stage]


@pytest.mark.parametrize("entry", PLAYABLE, ids=[entry["id"] for entry in PLAYABLE])
def test_a_described_round_is_dealt_and_played_to_the_same_money(entry: dict[str, Any]) -> None:
    method = Method.HAND
    config = {**entry["config"], **DEVICE_SHUFFLE, "method": "hand", "cover_all_mode": True}
    table = Trial(read_setup(entry["game"], config), Random(0))
    for hand in entry["hands"]:
        player = Actor(Role.PLAYER, hand["player"])
        table.submit(Sit(player, hand["seat"]))
        table.submit(BuyIn(player, 10**10))
    table.prepare(stack_deck(entry, method))
    before = list_racks(table)
    for hand in entry["hands"]:
        for wager, cents in hand["wagers"].items():
            table.submit(Bet(Actor(Role.PLAYER, hand["player"]), hand["seat"], wager, cents))
        if "coupons" in hand:
            player = Actor(Role.PLAYER, hand["player"])
            table.submit(PlaceCoupon(player, hand["seat"], hand["coupons"]["ante"]))
    table.submit(Do(DEALER, "no_more_bets"))
    by_seat = {hand["seat"]: hand for hand in entry["hands"]}
    while table.state.round is not None:
        task = due(table.state)[0]
        if task.act == "decide":
            hand = by_seat[task.seat or 0]
            player = Actor(Role.PLAYER, hand["player"])
            table.submit(Choose(player, hand["seat"], read_choice(hand, task.stage or "")))
        else:
            table.perform()
    expected = dict.fromkeys(before, 0)
    for hand in entry["hands"]:
        expected[hand["player"]] += hand["expect"]["total"]
    assert {p: list_racks(table)[p] - before[p] for p in before} == expected


def test_every_described_round_is_played() -> None:
    assert len(PLAYABLE) + len(WRONG) + len(MISDEALT) == 175


# --- described rounds in which something goes wrong

BYSTANDER = {
    "seat": 2,
    "player": "B",
    "wagers": {"ante": 1000, "blind": 1000},
    "cards": ["9h", "8c"],
    "actions": {},
    "expect": {"total": 0},
}
"""In U091 a player has bet already when the card is exposed "at the first choice". So another
player has not, whom the description leaves out (U26)."""


def add_bystander(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "hands": [*entry["hands"], BYSTANDER]} if entry["id"] == "U091" else entry


WRONG = {
    entry["id"]: add_bystander(entry)
    for game in GAMES
    for entry in load_rounds(game)
    if entry.get("irregularity", {}).get("type")
    in {"dealer_card_exposed", "shoe_fault", "face_up_cards", "shuffler_fault"}
}


@pytest.mark.parametrize("entry", WRONG.values(), ids=list(WRONG))
def test_a_described_irregularity_happens_at_the_table(entry: dict[str, Any]) -> None:
    """The fault happens in the physical world; the money ends as described."""
    kind, count = entry["irregularity"]["type"], entry["irregularity"].get("count", 0)
    method = Method.AUTOMATED_SHOE if kind == "shoe_fault" else Method.HAND
    config = {**entry["config"], **DEVICE_SHUFFLE, "method": method.value, "cover_all_mode": True}
    table = Trial(read_setup(entry["game"], config), Random(0))
    for hand in entry["hands"]:
        player = Actor(Role.PLAYER, hand["player"])
        table.submit(Sit(player, hand["seat"]))
        table.submit(BuyIn(player, 10**8))
    order = stack_deck(entry, method)
    extra = order[-2:][:count] if kind == "face_up_cards" else []
    table.prepare([*extra, *(card for card in order if card not in extra)])
    before = list_racks(table)
    for hand in entry["hands"]:
        for wager, cents in hand["wagers"].items():
            table.submit(Bet(Actor(Role.PLAYER, hand["player"]), hand["seat"], wager, cents))
    for card in extra:
        table.submit(Happen(WORLD, "face_up", card))
    if kind == "shoe_fault":
        table.submit(Happen(WORLD, "shoe_jam"))
    table.submit(Do(DEALER, "no_more_bets"))
    play_as_described(table, entry, expose=kind == "dealer_card_exposed")
    expected = dict.fromkeys(before, 0)
    for hand in entry["hands"]:
        expected[hand["player"]] += hand["expect"]["total"]
    assert {p: list_racks(table)[p] - before[p] for p in before} == expected


def play_as_described(table: Trial, entry: dict[str, Any], *, expose: bool) -> None:
    """Makes the described decisions; when they run out, the dealer's card is exposed."""
    by_seat = {hand["seat"]: hand for hand in entry["hands"]}
    while table.state.round is not None:
        task = due(table.state)[0]
        hand = by_seat.get(task.seat or 0, {})
        decides = task.act == "decide" and (
            task.stage in {"pick", "play", "election"} or task.stage in hand["actions"]
        )
        over = (task.act == "decide" and not decides) or (
            task.act == "reveal" and task.seat is None
        )
        if over and expose and not list_irregularities(table):
            table.submit(ExposeDealerCard(DEALER))
        elif decides:
            player = Actor(Role.PLAYER, hand["player"])
            table.submit(Choose(player, hand["seat"], read_choice(hand, task.stage or "")))
        else:
            table.perform()


# --- described misdeals and counts

MISDEALT = {
    entry["id"]: entry
    for game in GAMES
    for entry in load_rounds(game)
    if entry.get("irregularity", {}).get("type") in {"incorrect_number_of_cards", "stub_count"}
}


def build_misdeal(entry: dict[str, Any]) -> tuple[list[Card], list[tuple[Fault, Card | None]]]:
    """The deck that misdeals as described, and the faults that make it do so."""
    game, wrong = GAMES[entry["game"]], entry["irregularity"]
    size = game.recipe.hand_size
    seat = TO_DEALER if wrong.get("who") == "dealer" else wrong.get("seat", -1)
    off = wrong.get("count", size) - size
    held = {hand["seat"]: list(parse_cards(hand["cards"]))[:size] for hand in entry["hands"]}
    held[TO_DEALER] = list(parse_cards(entry["dealer"]))
    community = list(parse_cards(entry.get("community", ())))
    named = {*community, *(card for cards in held.values() for card in cards)}
    spare = [card for card in NEW_DECK if card not in named]
    lacking = -off if off < 0 else 0
    faults: list[tuple[Fault, Card | None]] = [("skip_dealer", None)] * lacking
    deck: list[Card] = []
    skips = lacking
    for task in deal_tasks(game.recipe, game.handling, Method.HAND, [s for s in held if s]):
        if task.seat == TO_DEALER and skips:
            skips -= 1
            continue
        deck.append(held[task.seat or 0].pop(0))
        if task.seat == seat and off > 0:
            faults.append(("stuck", deck[-1]))
            deck.append(spare.pop(0))
            off -= 1
    deck += held[TO_DEALER]  # taken next by a dealer who may complete the hand
    for street in game.recipe.streets:
        deck += [spare.pop(0), *(community.pop(0) for _ in range(street))]
    deck += spare
    deck += [card for card in NEW_DECK if card not in deck]
    if wrong["type"] == "stub_count":
        short = wrong["cards_in_deck"] < 52
        faults.append(("lose_card", deck[-1]) if short else ("stray_card", None))
    return deck, faults


@pytest.mark.parametrize("entry", MISDEALT.values(), ids=list(MISDEALT))
def test_a_described_misdeal_happens_at_the_table(entry: dict[str, Any]) -> None:
    config = {**entry["config"], **DEVICE_SHUFFLE, "method": "hand", "stub_count_interval": 5}
    counted = entry["irregularity"]["type"] == "stub_count"
    if counted:
        config["stub_count_interval"] = 1
    table = Trial(read_setup(entry["game"], config), Random(0))
    for hand in entry["hands"]:
        table.submit(Sit(Actor(Role.PLAYER, hand["player"]), hand["seat"]))
        table.submit(BuyIn(Actor(Role.PLAYER, hand["player"]), 10**8))
    order, faults = build_misdeal(entry)
    table.prepare(order)
    before = list_racks(table)
    for hand in entry["hands"]:
        for wager, cents in hand["wagers"].items():
            table.submit(Bet(Actor(Role.PLAYER, hand["player"]), hand["seat"], wager, cents))
    for kind, card in faults:
        table.submit(Happen(WORLD, kind, card))
    table.submit(Do(DEALER, "no_more_bets"))
    play_as_described(table, entry, expose=False)
    kinds = [irregularity.kind.value for irregularity in list_irregularities(table)]
    assert kinds == [entry["irregularity"]["type"]]
    expected = dict.fromkeys(before, 0)
    for hand in entry["hands"]:
        expected[hand["player"]] += hand["expect"]["total"]
    assert {p: list_racks(table)[p] - before[p] for p in before} == expected


def test_every_described_irregularity_happens_at_the_table() -> None:
    described = [e["id"] for g in GAMES for e in load_rounds(g) if "irregularity" in e]
    assert {*described} == {*WRONG, *MISDEALT}


# --- described deals, through the table

DEALS = load_rounds("deals")


@pytest.mark.clause("pikit.39.7.c", "pikit.39.8.c", "pikit.39.9.c", "pikit.39.6.c.2")
@pytest.mark.clause("uth.7.d", "uth.7.d.1", "uth.7.d.2", "uth.7.d.3")
@pytest.mark.clause("uth.7.d.4", "uth.8.c", "uth.8.c.1", "uth.8.c.2")
@pytest.mark.clause("uth.8.c.3", "uth.8.c.4", "uth.9.c", "hilo.40.7.d")
@pytest.mark.clause("hilo.40.7.d.1", "hilo.40.7.d.2", "hilo.40.7.d.5", "hilo.40.8.c")
@pytest.mark.clause("hilo.40.8.c.1", "hilo.40.8.c.2", "hilo.40.8.c.5", "hilo.40.9.c")
@pytest.mark.clause("hilo.40.7.d.3", "hilo.40.7.d.4", "hilo.40.8.c.3", "hilo.40.8.c.4")
@pytest.mark.parametrize("entry", DEALS, ids=[entry["id"] for entry in DEALS])
def test_a_described_deal_is_dealt_by_the_table(entry: dict[str, Any]) -> None:
    shuffle = "automated" if entry["method"] == "hand" else "manual"
    config = {"method": entry["method"], "shuffle": shuffle}
    table = Trial(read_setup(entry["game"], config), Random(0))
    for seat in entry["seats"]:
        player = Actor(Role.PLAYER, f"P{seat}")
        table.submit(Sit(player, seat))
        table.submit(BuyIn(player, 10**6))
    named = parse_cards(entry["deck"])
    order = [*named, *(card for card in NEW_DECK if card not in named)]
    cut = entry.get("cut", 20)
    # A shuffle by hand is cut; put the order together so that the cut brings it about.
    uncut = order if "cut" in entry else [*order[-cut:], *order[:-cut]]
    table.prepare(uncut if shuffle == "manual" else order, cut)
    for card in parse_cards(entry.get("face_up", ())):
        table.submit(Happen(WORLD, "face_up", card))
    for seat in entry["seats"]:
        for wager in GAMES[entry["game"]].wagering.before_the_deal:
            if wager.required:
                table.submit(Bet(Actor(Role.PLAYER, f"P{seat}"), seat, wager.id, 500))
    table.submit(Do(DEALER, "no_more_bets"))
    last = table.state.round
    while table.state.round is not None and table.state.round.settlement is None:
        last = table.state.round
        table.perform()
    expected = entry["expect"]
    assert last is not None
    if expected.get("void"):
        assert list_irregularities(table)
        return
    hands = {str(seat): [str(card) for card in hand.cards] for seat, hand in last.hands.items()}
    assert {**hands, "dealer": [str(card) for card in last.dealer]} == expected["hands"]
    assert [str(card) for card in last.community] == expected.get("community", [])
    assert [str(card) for card in last.burned] == expected.get("burned", [])
    assert [str(card) for card in last.set_aside] == expected.get("set_aside", [])
    stub = [e for e in table.log if isinstance(e, CardsRacked) and e.owner == "stub"]
    assert len(stub[-1].cards) == expected["stub_size"]


def test_the_progressive_pays_from_a_fund_of_its_own() -> None:
    """U072: a full house wins $50; the table inventory moves only for the other wagers."""
    entry = next(entry for entry in load_rounds("uth") if entry["id"] == "U072")
    config = {**entry["config"], **DEVICE_SHUFFLE, "method": "hand"}
    table = Trial(read_setup("uth", config), Random(0))
    (hand,) = entry["hands"]
    player = Actor(Role.PLAYER, hand["player"])
    table.submit(Sit(player, 1))
    table.submit(BuyIn(player, 10**6))
    table.prepare(stack_deck(entry, Method.HAND))
    for wager, cents in hand["wagers"].items():
        table.submit(Bet(player, 1, wager, cents))
    table.submit(Do(DEALER, "no_more_bets"))
    play_as_described(table, entry, expose=False)
    won = hand["expect"]["net"]
    assert table.state.balances["progressive"] == -won["progressive"] == -5000
    others = sum(net for wager, net in won.items() if wager != "progressive")
    assert table.state.balances["inventory"] == -(10**6) - others
