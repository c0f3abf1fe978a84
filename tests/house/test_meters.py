"""A progressive's meter: conserved to the cent, and never lowered but by a listed cause."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.cards import NEW_DECK
from houseway.games.irregularities import Irregularity, Kind
from houseway.games.meters import LOWERS, Cause
from houseway.games.options import NotAllowed
from houseway.games.rounds import Hand, Round
from houseway.games.uth.decisions import UthActions
from houseway.games.uth.meter import (
    changes_with_bets,
    changes_with_round,
    meter_after_bets,
    meter_after_round,
)
from houseway.games.uth.options import UthOptions
from houseway.games.uth.progressive import PRICE_CENTS, read_progressive
from houseway.games.uth.settlement import resolve
from houseway.house.meters import meter_of
from houseway.ledger.recorded_table import Opening, RecordedTable, create_table
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table.commands import Actor, Bet, Do, ExposeDealerCard, Happen, Role
from houseway.table.setup import ALL_ACTS
from houseway.table.trials import DEALER, Trial
from tests.ledger.helpers import now, without_waiting

PRIZES = {
    "pair": {"meter_percent": 7},
    "two_pair": {"cents": 900},
    "three_of_a_kind": {"meter_percent": 33},
    "straight": {"meter_percent": 100},
    "flush": {"meter_percent": 100},
    "full_house": {"cents": 50_000},
}
"""Prizes for hands that are common, so that there is a winner in most rounds."""


def draw_any_terms(chance: Random) -> dict[str, Any]:
    contribution = chance.choice([0, 1, 77, 250, 500])
    return {
        "table": PRIZES,
        "meter_cents": chance.choice([0, 1, 999, 1_000_003]),
        "start_cents": chance.choice([0, 1_000, 25_013]),
        "contribution_cents": contribution,
        "reserve_cents": chance.choice([0, 13, PRICE_CENTS - contribution]) % 500,
        "cards": chance.choice(["best_of_seven", "hole_and_flop"]),
        "stake_returned": chance.choice([True, False]),
    }


def draw_terms(chance: Random) -> dict[str, Any]:
    while True:
        terms = draw_any_terms(chance)
        if terms["contribution_cents"] + terms["reserve_cents"] <= PRICE_CENTS:
            return terms


def random_round(chance: Random) -> Round[UthActions]:
    """Any deal, with a few progressive wagers, folds, and now and then something void."""
    cards = chance.sample(NEW_DECK, 52)
    seats = range(1, chance.randint(2, 7))
    hands = []
    for seat in seats:
        wagers = {"ante": 500, "blind": 500, "trips": 500}
        if chance.randint(0, 3):
            wagers["progressive"] = PRICE_CENTS
        folded = chance.randint(0, 2) == 0
        actions = UthActions("check", "check", "fold") if folded else UthActions("4x")
        dealt = tuple(cards[2 * seat : 2 * seat + 2])
        hands.append(Hand(seat, f"P{seat}", wagers, dealt, actions))
    irregularity = None
    if chance.randint(1, 10) == 1:
        irregularity = Irregularity(Kind.SHUFFLER_FAULT)
    elif chance.randint(1, 10) == 1:
        seat = chance.choice(list(seats))
        irregularity = Irregularity(
            Kind.INCORRECT_NUMBER_OF_CARDS, who="player", seat=seat, count=3
        )
    return Round(tuple(hands), tuple(cards[:2]), tuple(cards[-5:]), irregularity)


@pytest.mark.parametrize("seed", range(3))
def test_meter_and_fund_are_conserved_over_many_rounds(seed: int) -> None:
    """Every cent of the fund is the meter's, a prize's or a stake's; over 3,000 rounds."""
    print(f"seed {seed}")
    chance, causes, shared_prizes = Random(seed), Counter[Cause](), 0
    for _ in range(10):
        terms = draw_terms(chance)
        unit = chance.choice([1, 25])
        options = UthOptions(progressive=read_progressive(terms), payout_unit_cents=unit)
        assert options.progressive is not None
        fund = house = 0
        start = meter = options.progressive.meter_cents
        for _ in range(100):
            round_ = random_round(chance)
            changes = list(changes_with_bets(options, round_.hands))
            options = meter_after_bets(options, round_.hands)
            settlement = resolve(options, round_)
            changes += changes_with_round(options, round_)
            options = meter_after_round(options, round_, settlement)
            for change in changes:
                causes[change.cause] += 1
                meter += change.cents
                assert (change.cents < 0) == (change.cause in LOWERS)
            shared_prizes += sum(change.cause is Cause.PRIZE for change in changes) > 1
            assert options.progressive is not None
            assert meter == options.progressive.meter_cents >= 0, "nothing else moves it"
            won = [
                result
                for hand in settlement.hands
                for result in hand.results
                if result.wager == "progressive"
            ]
            fund -= sum(result.net for result in won)
            house += house_share(terms, won, changes)
        assert fund == (meter - start) + house
    print(causes, shared_prizes)
    assert set(causes) == set(Cause)
    assert shared_prizes > 50, "several winners at once"


def house_share(terms: dict[str, Any], won: list[Any], changes: list[Any]) -> int:
    """The part of a round for the house and its reserve, by the prizes and not by the meter."""
    share: int = 0
    for result in won:
        if result.outcome.value == "void":
            continue
        share += PRICE_CENTS - terms["contribution_cents"]
        if result.outcome.value == "win":
            is_kept = not terms["stake_returned"]
            share -= result.net + (PRICE_CENTS if is_kept else 0)  # the prize
            share -= 0 if is_kept else PRICE_CENTS  # the stake that was returned
    share += sum(-change.cents for change in changes if change.cause is Cause.PRIZE)
    resets = sum(change.cents for change in changes if change.cause is Cause.RESET)
    return share - int(resets)


def test_a_reset_stands_when_another_wager_of_the_round_is_void() -> None:
    """The part of a void wager is taken back first; the winner's reset comes last."""
    terms: dict[str, Any] = {"table": {"pair": {"meter_percent": 100}}, "meter_cents": 5_000}
    terms |= {"start_cents": 1_000, "contribution_cents": 100}
    options = UthOptions(progressive=read_progressive(terms))
    wagers = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}
    cards = [next(c for c in NEW_DECK if str(c) == name) for name in "As Ad Kc 7d 2h 9s Jc".split()]
    board = [next(c for c in NEW_DECK if str(c) == name) for name in "3c 5d 8h Tc Qd".split()]
    hands = (
        Hand(1, "A", wagers, tuple(cards[:2]), UthActions("4x")),
        Hand(2, "B", wagers, tuple(cards[2:5]), UthActions()),
    )
    irregularity = Irregularity(Kind.INCORRECT_NUMBER_OF_CARDS, who="player", seat=2, count=3)
    round_ = Round(hands, tuple(cards[5:]), tuple(board), irregularity)
    options = meter_after_bets(options, hands)
    assert options.progressive is not None
    assert options.progressive.meter_cents == 5_200
    after = meter_after_round(options, round_, resolve(options, round_))
    assert after.progressive is not None
    assert after.progressive.meter_cents == 1_000
    changes = [(change.cause.value, change.cents) for change in changes_with_round(options, round_)]
    assert changes == [("void", -100), ("prize", -5_200), ("reset", 1_100)]


def test_meter_and_reserve_take_no_more_than_the_wager() -> None:
    terms = {"table": PRIZES, "meter_cents": 1, "contribution_cents": 400}
    assert read_progressive({**terms, "reserve_cents": 100}) is not None
    with pytest.raises(NotAllowed, match="more than the 500 cents"):
        read_progressive({**terms, "reserve_cents": 101})


# --- on record


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield ledger


def open_with_players(
    ledger: Ledger, terms: dict[str, Any], chance: Random
) -> tuple[RecordedTable, Trial]:
    acts = tuple(sorted(ALL_ACTS))
    table = create_table(ledger, "t", Opening("uth", {"progressive": terms}, acts), now)
    trial = Trial(table.state.setup, chance, carry_out=table.carry_out)
    trial.seat("P1", "P2", "P3")
    return table, trial


def bet(trial: Trial, chance: Random) -> None:
    trial.prepare()
    for seat, name in trial.state.seats.items():
        wagers = {"ante": 500, "blind": 500, "trips": 500}
        if chance.randint(0, 3):
            wagers["progressive"] = PRICE_CENTS
        for wager, cents in wagers.items():
            trial.submit(Bet(Actor(Role.PLAYER, name), seat, wager, cents))


def play(trial: Trial, chance: Random) -> None:
    bet(trial, chance)
    if chance.randint(1, 5) == 1:
        card = chance.choice(trial.state.stock[:9])
        trial.submit(Happen(Actor(Role.SYSTEM, "world"), "stuck", card))
    trial.submit(Do(DEALER, "no_more_bets"))
    number = trial.state.rounds
    if chance.randint(1, 5) == 1:
        trial.submit(ExposeDealerCard(DEALER))
    while trial.state.rounds == number:
        trial.perform()


@pytest.mark.parametrize("seed", range(3))
def test_every_change_is_on_record_with_its_cause(ledger: Ledger, seed: int) -> None:
    print(f"seed {seed}")
    chance = Random(f"meter {seed}")
    terms = draw_terms(chance) | {"contribution_cents": 150, "reserve_cents": 60}
    _, trial = open_with_players(ledger, terms, chance)
    meters = []
    for _ in range(12):
        play(trial, chance)
        meters.append(trial.state.setup.options.progressive.meter_cents)
    record = meter_of(ledger, "t")
    assert record.agrees
    assert record.shares.conserved
    assert record.meter == meters[-1]
    assert record.shares.balance == trial.state.balances.get("progressive", 0)
    ends = {change.round: change.meter for change in record.changes}
    expected = terms["meter_cents"]
    for number, meter in enumerate(meters, 1):
        expected = ends.get(number, expected)
        assert expected == meter, f"after round {number}"
    before = terms["meter_cents"]
    for change in record.changes:
        assert change.meter - before == change.cents != 0
        assert (change.cents < 0) == (change.cause in LOWERS)
        before = change.meter
    assert record.by_cause[Cause.PRIZE] < 0


def test_the_meter_in_the_middle_of_a_round(ledger: Ledger) -> None:
    """A wager is in the meter at once, and in the fund when the round is over."""
    chance = Random(4)
    terms = draw_terms(chance) | {"contribution_cents": 100, "reserve_cents": 50}
    _, trial = open_with_players(ledger, terms, chance)
    play(trial, chance)
    before = meter_of(ledger, "t")
    bet(trial, chance)
    trial.submit(Do(DEALER, "no_more_bets"))
    assert trial.state.round is not None
    placed = sum("progressive" in hand.wagers for hand in trial.state.round.hands.values())
    during = meter_of(ledger, "t")
    assert placed
    assert during.meter == before.meter + 100 * placed
    assert during.agrees
    assert during.shares == before.shares
    assert during.shares.conserved


def test_the_reserve_sets_the_meter_again_and_the_house_the_rest(ledger: Ledger) -> None:
    terms: dict[str, Any] = {
        "table": {"pair": {"meter_percent": 100}, "two_pair": {"meter_percent": 60}}
    }
    terms |= {"meter_cents": 10_000, "start_cents": 5_000, "contribution_cents": 100}
    terms |= {"reserve_cents": 200, "stake_returned": False}
    chance = Random(8)
    _, trial = open_with_players(ledger, terms, chance)
    for _ in range(6):
        play(trial, chance)
    record = meter_of(ledger, "t")
    reserve = house = lacked = 0
    for number in range(1, 7):
        changes = [change for change in record.changes if change.round == number]
        grown = sum(
            change.cents for change in changes if change.cause in {Cause.CONTRIBUTION, Cause.VOID}
        )
        reserve, house = reserve + 2 * grown, house + 2 * grown  # 100, 200 and 200 of each wager
        for change in changes:
            if change.cause is Cause.RESET:
                from_reserve = min(reserve, change.cents)
                reserve, lacked = reserve - from_reserve, lacked + change.cents - from_reserve
    assert record.by_cause[Cause.RESET] >= 5_000
    assert lacked
    assert (record.shares.reserve, record.shares.house) == (reserve, house - lacked)
    assert record.shares.conserved


def test_a_table_without_a_progressive_has_no_meter(ledger: Ledger) -> None:
    create_table(ledger, "h", Opening("hilo", {}), now)
    with pytest.raises(Malformed, match="no meter"):
        meter_of(ledger, "h")
