"""The accounts of a table: chips and results agree to the cent, and wrong counts are listed."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.games import GAMES
from houseway.house.accounting import TableAccounts, as_data, house_accounts, table_accounts
from houseway.house.books import HOUR
from houseway.house.edges import EdgeBook, Expectation, name_by_hands
from houseway.house.meters import meter_of
from houseway.house.tallies import band
from houseway.ledger.recorded_table import Opening, RecordedTable, create_table
from houseway.ledger.schema import results, rounds
from houseway.ledger.store import Ledger
from houseway.table.commands import (
    Actor,
    Box,
    BuyIn,
    CashOut,
    CountInventory,
    EmptyBox,
    InventoryMove,
    MoveInventory,
    Role,
    Tip,
)
from houseway.table.state import Phase
from houseway.table.trials import Trial, random_round
from tests.ledger.conftest import postgres, server  # noqa: F401  # a store of that kind
from tests.ledger.helpers import random_opening, without_waiting

FLO = Actor(Role.FLOORPERSON, "Flo")
START = 1_000 * HOUR


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as ledger:
        yield ledger


EDGES = EdgeBook()
WITHOUT_LAB = EdgeBook(solver=lambda *_: None)


class Shift:
    """A table on record that robots play at, with staff who bring and count chips."""

    def __init__(
        self,
        ledger: Ledger,
        name: str,
        opening: Opening,
        chance: Random,
        edges: EdgeBook = WITHOUT_LAB,
    ) -> None:
        self.edges = edges
        self.time, self.chance, self.ledger, self.name = START, chance, ledger, name
        self.table: RecordedTable = create_table(ledger, name, opening, self.clock)
        self.trial = Trial(self.table.state.setup, chance, carry_out=self.table.carry_out)
        self.kept: Counter[str] = Counter()

    def clock(self) -> int:
        self.time += self.chance.randint(0, HOUR // 400)
        return self.time

    @property
    def held(self) -> int:
        return self.table.state.balances.get("inventory", 0)

    def play(self, number: int) -> None:
        names = [f"P{n}" for n in range(1, self.chance.randint(2, 4))]
        self.trial.seat(*names, chips=1_000_000)
        self.kept["drop"] += 1_000_000 * len(names)
        for _ in range(number):
            random_round(self.trial)
            for name in names:
                self.act_as_player(Actor(Role.PLAYER, name))
            self.act_as_floor()

    def act_as_player(self, by: Actor) -> None:
        has = self.table.state.rack_of(by.name)
        cents = self.chance.randint(1, 5_000)
        act = self.chance.choice(["tip", "cash", "buy", "", ""])
        if act == "buy" or has < 200_000:
            self.trial.submit(BuyIn(by, 300_000 + cents))
            self.kept["drop"] += 300_000 + cents
        elif act == "tip":
            self.trial.submit(Tip(by, cents))
            self.kept["tips"] += cents
        elif act == "cash":
            self.trial.submit(CashOut(by, cents))
            self.kept["cash_outs"] += cents

    def act_as_floor(self) -> None:
        cents = self.chance.randint(1, 50_000)
        moves: list[InventoryMove] = ["fill", "credit", "opener"]
        boxes: list[Box] = ["drop", "tips"]
        act = self.chance.choice([*moves, "count", *boxes, ""])
        for move in moves:
            if act == move and (move != "credit" or self.held >= cents):
                self.trial.submit(MoveInventory(FLO, move, cents))
                self.kept[move] += cents
        for box in boxes:
            if act == box and self.table.state.phase is not Phase.ROUND:
                self.trial.submit(EmptyBox(FLO, box, self.table.state.balances.get(box, 0)))
        if act == "count" and self.held >= 0:
            self.trial.submit(CountInventory(FLO, self.held))

    def accounts(self, since: int | None = None, until: int | None = None) -> TableAccounts:
        return table_accounts(self.ledger, self.edges, self.name, since, until)

    def players_won(self) -> int:
        """The gain of all players, by the chips that they brought and have."""
        balances = self.table.state.balances
        chips = sum(cents for account, cents in balances.items() if account.startswith("rack:"))
        debts = sum(cents for account, cents in balances.items() if account.startswith("debt:"))
        return chips + debts + self.kept["cash_outs"] + self.kept["tips"] - self.kept["drop"]


def won_by_fund(accounts: TableAccounts) -> int:
    """The gain of a fund of its own, beside the container."""
    return accounts.fund.won if accounts.fund else 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_chips_and_results_agree_to_the_cent(ledger: Ledger, game: str, seed: int) -> None:
    print(f"game {game} seed {seed}")
    chance = Random(f"{game} {seed}")
    shift = Shift(ledger, "t", random_opening(game, chance), chance)
    shift.play(8)
    accounts = shift.accounts()
    assert accounts.difference == 0
    assert accounts.win == accounts.win_by_results == -shift.players_won() - won_by_fund(accounts)
    assert accounts.win_as_counted == accounts.win
    assert not [words for words in accounts.discrepancies if "owe" not in words]
    chips = accounts.chips
    kept = {"drop": chips.drop, "tips": chips.tips, "cash_outs": chips.cash_outs}
    kept |= {"fill": chips.fills, "credit": chips.credits, "opener": chips.opener}
    assert kept == {name: shift.kept[name] for name in kept}
    assert accounts.play.rounds == 8
    assert sum(line.play.win for line in accounts.by_hour) == accounts.play.win
    assert sum(line.drop for line in accounts.by_hour) == chips.drop
    assert sum(line.win for line in accounts.by_wager) == accounts.play.win
    assert (accounts.play.theoretical, accounts.play.band) == (None, None)


@pytest.mark.parametrize("game", GAMES)
def test_parts_of_a_day_make_the_day_wherever_it_is_cut(ledger: Ledger, game: str) -> None:
    """Also in the middle of a round, which is counted where it ends."""
    chance = Random(f"cut {game}")
    shift = Shift(ledger, "t", random_opening(game, chance), chance)
    shift.play(5)
    whole = shift.accounts()
    times = [record.at for record in ledger.records("t")]
    money_times = [
        record.at for record in ledger.records("t") if '"type":"money_moved"' in record.body
    ]
    # The shuffles are the house's own and differ from run to run; here a round is always in play.
    round_times = [
        record.at for record in ledger.records("t") if '"type":"bets_closed"' in record.body
    ]
    pending = set()
    cuts = [chance.choice(times) for _ in range(6)] + [
        chance.choice(money_times) + 1 for _ in range(6)
    ]
    cuts.append(chance.choice(round_times) + 1)
    for cut in [times[0], *cuts, times[-1] + 1]:
        before, after = shift.accounts(until=cut), shift.accounts(since=cut)
        assert (before.difference, after.difference) == (0, 0)
        assert times[before.last] < cut or before.last == 0, "up to the moment, without it"
        assert before.last == len(times) - 1 or times[before.last + 1] >= cut
        pending.add(before.in_play != 0)
        assert before.chips.inventory == after.chips.opening
        for name in ("win", "win_by_results", "in_play"):
            assert getattr(before, name) + getattr(after, name) == getattr(whole, name), name
        assert before.play.plus(after.play) == whole.play
        assert before.chips.drop + after.chips.drop == whole.chips.drop
        assert len(before.counts) + len(after.counts) == len(whole.counts)
    assert pending == {True, False}, "it was cut in a round and between two"


def test_a_wrong_count_is_a_discrepancy(ledger: Ledger) -> None:
    chance = Random(5)
    shift = Shift(ledger, "t", Opening("hilo", {}), chance)
    shift.trial.submit(MoveInventory(FLO, "opener", 10_000_000, "S-1"))
    shift.play(2)
    before = shift.accounts()
    shift.trial.submit(CountInventory(FLO, shift.held - 2_500))
    held = shift.table.state.balances["drop"]
    shift.trial.submit(EmptyBox(FLO, "drop", held + 100))
    accounts = shift.accounts()
    assert accounts.closer is not None
    assert accounts.closer.difference == -2_500
    assert accounts.difference == 0, "the record itself is in order"
    assert accounts.win == before.win
    assert accounts.win_as_counted == before.win - 2_500 + 100
    chips = accounts.chips
    closer = accounts.closer.counted + chips.credits + chips.drop + 100
    assert accounts.win_as_counted == closer - (chips.opener + chips.fills), "the usual form"
    short, more = accounts.discrepancies
    assert "$25 less" in short
    assert "floorperson:Flo" in short
    assert "$1 more" in more
    assert "drop box" in more


def test_a_changed_index_is_a_discrepancy(ledger: Ledger) -> None:
    shift = Shift(ledger, "t", Opening("hilo", {}), Random(5))
    shift.play(2)
    change = results.update().where(results.c.round == 1, results.c.seat == 1)
    with ledger.engine.execution_options(writes=True).begin() as connection:
        connection.execute(change.where(results.c.wager == "ante").values(net=results.c.net - 7))
    accounts = shift.accounts()
    assert accounts.difference == -7
    assert "differ by -$0.07" in accounts.discrepancies[0]


# --- the theoretical win


def compute_from_rows(ledger: Ledger, opening: Opening) -> tuple[Fraction, Fraction]:
    """Theoretical win and variance, wager by wager, straight from the rows."""
    expected = EDGES.expectations(opening.game, opening.config)
    assert expected is not None
    with ledger.engine.connect() as connection:
        rows = [row._mapping for row in connection.execute(sa.select(results))]
    hands: dict[int, set[int]] = {}
    for row in rows:
        hands.setdefault(row["round"], set()).add(row["seat"])
    win = variance = Fraction()
    for row in rows:
        wager, stake = row["wager"], row["stake"]
        if wager == "cover_all":
            wager = name_by_hands(wager, len(hands[row["round"]]) + 1)
        left_out = wager in GAMES[opening.game].wagering.main - {"ante"} or wager in {
            "match_play",
            "progressive",
        }
        if row["outcome"] == "void" or left_out:
            continue
        win -= expected[wager].ev * stake
        variance += expected[wager].variance * stake**2
    return win, variance


COVER = {"cover_all": True, "cover_all_mode": True, "shuffle": "automated", "method": "hand"}


@pytest.mark.parametrize(
    ("game", "config"),
    [("uth", COVER), ("pikit", {"match_play": True}), ("hilo", {"poker_bonus_table": 2})],
)
def test_the_theoretical_win_is_that_of_every_wager(
    ledger: Ledger, game: str, config: dict[str, Any]
) -> None:
    opening = Opening(game, config)
    shift = Shift(ledger, "t", opening, Random(3), EDGES)
    shift.play(6)
    play = shift.accounts().play
    assert (play.theoretical, play.variance) == compute_from_rows(ledger, opening)
    assert play.band is not None
    assert play.theoretical is not None
    assert play.band.low < play.theoretical < play.band.high
    with ledger.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(rounds)) == play.rounds


def test_the_edges_are_the_published_ones() -> None:
    """2.185% of the ante at Ultimate Texas Hold 'Em, 3.50% for trips by table A."""
    expectations = EDGES.expectations("uth", {"trips_table": "A"})
    assert expectations is not None
    assert f"{float(-expectations['ante'].ev):.4%}" == "2.1850%"
    for game in GAMES:
        expectations_of_game = EDGES.expectations(game, {})
        assert expectations_of_game is not None
        offered = {wager.id for wager in GAMES[game].wagering.before_the_deal}
        missing = offered - GAMES[game].wagering.main - set(expectations_of_game)
        assert missing <= {"progressive", "cover_all"}


def test_the_band_is_exact_and_goes_outward() -> None:
    interval = band(Fraction(1000), Fraction(100 * 100), 1_196)
    assert (interval.low, interval.high, interval.verdict) == (804, 1196, "within")
    assert band(Fraction(1000), Fraction(10_000), 1_197).verdict == "above"
    assert band(Fraction(1000), Fraction(10_000), 803).verdict == "below"
    huge = Fraction(10**30)
    assert band(Fraction(), huge, 0).high == 196 * 10**13


def test_luck_stays_within_the_band_most_of_the_time() -> None:
    """A wager of even money with no edge, thrown many times: the band holds about 95 of 100."""
    coin = Expectation(Fraction(), Fraction(1))
    chance, within = Random(11), 0
    for _ in range(400):
        win = sum(chance.choice((-500, 500)) for _ in range(100))
        interval = band(-coin.ev * 500 * 100, coin.variance * 500**2 * 100, win)
        within += interval.verdict == "within"
    assert 368 <= within <= 392


# --- the house


def test_the_house_is_the_sum_of_its_tables_by_pay_table(ledger: Ledger) -> None:
    chance = Random(2)
    configs = [("hilo", {}), ("hilo", {"poker_bonus_table": 2}), ("pikit", {}), ("hilo", {})]
    shifts = [
        Shift(ledger, f"t{n}", Opening(game, config), chance)
        for n, (game, config) in enumerate(configs)
    ]
    for shift in shifts:
        shift.play(2)
    accounts = house_accounts(ledger, WITHOUT_LAB)
    assert accounts.win == -sum(shift.players_won() for shift in shifts)
    assert accounts.drop == sum(shift.kept["drop"] for shift in shifts)
    assert accounts.hold == Fraction(accounts.win, accounts.drop)
    lines = {(line.game, str(line.options)): line for line in accounts.by_pay_table}
    assert lines["hilo", "{}"].tables == ("t0", "t3")
    assert lines["hilo", "{'poker_bonus_table': 2}"].tables == ("t1",)
    assert sum(line.win for line in lines.values()) == accounts.win
    assert sum(hour.play.rounds for hour in accounts.by_hour) == 8
    assert as_data(accounts)["tables"][0]["chips"]["drop"] == shifts[0].kept["drop"]


def test_a_house_without_tables_has_won_nothing(ledger: Ledger) -> None:
    accounts = house_accounts(ledger, WITHOUT_LAB)
    assert (accounts.win, accounts.drop, accounts.hold, accounts.play.rounds) == (0, 0, None, 0)


def test_the_same_accounts_on_postgresql(postgres: str) -> None:  # noqa: F811
    """One shift with Cover All and a progressive; sums there are not of Python's making."""
    offered = {"table": {"pair": {"meter_percent": 10}}, "meter_cents": 10_000}
    config = {**COVER, "progressive": {**offered, "contribution_cents": 100}}
    with Ledger(postgres) as ledger:
        shift = Shift(ledger, "t", Opening("uth", config), Random(9))
        shift.play(8)
        accounts = shift.accounts()
        assert accounts.difference == 0
        assert accounts.win == -shift.players_won() - won_by_fund(accounts)
        assert "cover_all" in {line.wager for line in accounts.by_wager}
        assert accounts.play == house_accounts(ledger, WITHOUT_LAB).play
        cut = shift.time - HOUR // 100
        parts = shift.accounts(until=cut), shift.accounts(since=cut)
        assert parts[0].play.plus(parts[1].play) == accounts.play
        meter = meter_of(ledger, "t")
        assert meter.agrees
        assert meter.shares.conserved
