"""The house's books against its record: sound while people play, and every change found."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.games import GAMES
from houseway.house.offices import Office, Person
from houseway.ledger.schema import clause_sets, coupons, events, people, results, rounds, wallet
from houseway.ledger.seals import key_file
from houseway.ledger.store import HOUSE, Ledger
from houseway.ledger.verify_books import all_faults
from tests.cli.program import houseway
from tests.house.helpers import build_stand, open_table
from tests.ledger.test_backup import playing

FLO = Person("Flo", Office.FLOORPERSON)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house with an entry of every kind in its books, and a table of the terminal."""
    path = str(tmp_path_factory.mktemp("sound") / "house.db")
    assert houseway("play", "hilo", "--db", path, text="10\n\n\nfold\nq\n").returncode == 0
    with Ledger(path) as ledger:
        stand = build_stand(ledger)
        for game in GAMES:
            table = open_table(stand, game, game, match_play=True)
            ann, *_ = stand.seated(game, f"{game}-A", f"{game}-B")
            stand.bet_all(table)
            stand.house.coupons.issue(FLO, 300, serial=f"C-{game.upper()}")
            stand.house.place_coupon(ann, game, 1, f"C-{game.upper()}", "lay")
            table.say_ready(ann.name)
            table.say_ready(f"{game}-B")
            stand.decide_all(table, Random(3))
            stand.tell(ann, game, type="cash_out", cents=10_000)
        stand.house.people.change("test", "uth-B", office=Office.DEALER)
        stand.house.wallets.give("test", "uth-A", -500, "test")
    return path


def faults(path: str) -> dict[str, list[str]]:
    with Ledger(path, read_only=True) as ledger:
        return {
            part: faults_of_part
            for part, faults_of_part in all_faults(ledger).items()
            if faults_of_part
        }


def test_a_house_is_sound_also_while_people_play(sound: str, tmp_path: Path) -> None:
    assert faults(sound) == {}
    assert houseway("house", "verify", "--db", sound).returncode == 0
    path = str(tmp_path / "playing.db")
    with Ledger(path) as ledger:
        stand = build_stand(ledger)
        for game in GAMES:
            open_table(stand, game, game)
            stand.seated(game, f"{game}-A", f"{game}-B")
        with playing(stand):
            for turn in range(5):
                stand.player(f"late-{turn}")
                assert not any(all_faults(ledger).values())


Change = Callable[[sa.Connection], Any]
CHANGES: dict[str, tuple[Change, str, str]] = {
    "an office": (
        lambda c: c.execute(
            people.update().where(people.c.name == "uth-B").values(office="auditor")
        ),
        "people",
        "uth-B is in the books as auditor, and was made dealer",
    ),
    "somebody new": (
        lambda c: c.execute(
            people.insert().values(
                name="Eve",
                known_as="eve",
                office="administrator",
                since=1,
                failures=0,
                locked_until=0,
                generation=0,
            )
        ),
        "people",
        "Eve is in the books as administrator, and nobody added them",
    ),
    "somebody gone": (
        lambda c: c.execute(people.delete().where(people.c.name == "hilo-A")),
        "people",
        "hilo-A was added, and is not in the books",
    ),
    "a move": (
        lambda c: c.execute(
            wallet.update().where(wallet.c.person == "uth-A", wallet.c.number == 1).values(cents=7)
        ),
        "chips at the cage",
        "uth-A's move 1 does not follow the one before it",
    ),
    "a purse": (
        lambda c: c.execute(
            wallet.update()
            .where(wallet.c.person == "pikit-A")
            .values(
                cents=sa.case((wallet.c.number == 0, wallet.c.cents + 100), else_=wallet.c.cents),
                balance=wallet.c.balance + 100,
            )
        ),
        "chips at the cage",
        "pikit-A has $",
    ),
    "a coupon made usable": (
        lambda c: c.execute(
            coupons.delete().where(coupons.c.serial == "C-UTH", coupons.c.number > 0)
        ),
        "coupons",
        "coupon C-UTH was laid down at table uth; the books say otherwise",
    ),
    "a face": (
        lambda c: c.execute(
            coupons.update().where(coupons.c.serial == "C-HILO").values(face=90_000)
        ),
        "coupons",
        "coupon C-HILO is in the books for $900",
    ),
    "a coupon that nobody issued": (
        lambda c: c.execute(
            coupons.insert().values(serial="FAKE", number=0, at=1, state="issued", face=1)
        ),
        "coupons",
        "coupon FAKE is in the books, and nobody issued it",
    ),
    "the result of a wager": (
        lambda c: c.execute(
            results.update().where(results.c.player == "uth-A").values(net=results.c.net + 100)
        ),
        "index of rounds",
        "table uth, round 1, seat 1, ante: net is ",
    ),
    "a round hidden": (
        lambda c: c.execute(rounds.delete().where(rounds.c.table_id == "pikit")),
        "index of rounds",
        "table pikit, round 1 is on record, and not in the index",
    ),
    "a round that nobody played": (
        lambda c: c.execute(
            rounds.insert().values(
                table_id="hilo",
                round=7,
                game="hilo",
                first_seq=1,
                last_seq=2,
                began=1,
                ended=2,
                void=False,
            )
        ),
        "index of rounds",
        "table hilo, round 7 is in the index, and not on record",
    ),
    "a clause that a result cites": (
        lambda c: c.execute(clause_sets.delete().where(clause_sets.c.clause.like("uth.%"))),
        "index of rounds",
        "is on record, and not in the index",
    ),
    "a clause that no result cites": (
        lambda c: c.execute(
            clause_sets.insert().from_select(
                ["digest", "clause"], sa.select(clause_sets.c.digest, sa.literal("x.1")).distinct()
            )
        ),
        "index of rounds",
        ", x.1 is in the index, and not on record",
    ),
    "the house's own record": (
        lambda c: c.execute(
            events.update()
            .where(events.c.table_id == HOUSE, events.c.seq == 1)
            .values(body=sa.func.replace(events.c.body, "player", "auditor"))
        ),
        HOUSE,
        "",
    ),
}


@pytest.fixture
def copy(sound: str, tmp_path: Path) -> str:
    path = tmp_path / "copy.db"
    with Ledger(sound, read_only=True) as ledger:
        source = str(ledger.engine.url.database)
    path.write_bytes(Path(source).read_bytes())
    key_file(str(path)).write_bytes(key_file(source).read_bytes())
    return str(path)


@contextmanager
def behind_its_back(path: str) -> Iterator[sa.Connection]:
    """A connection to the store without the triggers that guard it."""
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        for trigger in connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).all():
            connection.exec_driver_sql(f"DROP TRIGGER {trigger.name}")
        yield connection
    engine.dispose()


@pytest.mark.parametrize("target", CHANGES)
def test_a_change_in_the_books_is_found_and_named(copy: str, target: str) -> None:
    change, part, words = CHANGES[target]
    with behind_its_back(copy) as connection:
        assert change(connection).rowcount > 0
    faults_by_part = faults(copy)
    assert any(words in fault for fault in faults_by_part[part]), faults_by_part
    process = houseway("house", "verify", "--db", copy)
    assert process.returncode == 1
    assert "not as it should be" in process.stdout


@pytest.mark.parametrize("body", ["{", '{"v": 1, "type": "round_closed"}', '{"v": 1, "type": "x"}'])
def test_a_table_whose_record_was_changed_is_set_aside_and_named(copy: str, body: str) -> None:
    with behind_its_back(copy) as connection:
        wrong = events.c.table_id == "pikit", events.c.seq == 5
        connection.execute(events.update().where(*wrong).values(body=body))
        connection.exec_driver_sql("DELETE FROM snapshots")
    with Ledger(copy) as ledger:
        house = build_stand(ledger).house
        house.recover()
        assert set(house.floor.out_of_service) == {"pikit"}
        assert set(house.tables) == {"hilo", "uth"}
    assert "pikit" in faults(copy)
