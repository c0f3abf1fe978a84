"""A disk that fails, a full disk and a sudden end, at every write and every fsync of SQLite.

After each: the store opens, its chain holds, every acknowledged act is there once, no act
is half there, and the table replays. HOUSEWAY_LONG=1 tries every call, not a choice of them.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.ledger.store import Head, Ledger
from tests.ledger.helpers import assert_whole, go_on, open_or_create, robots
from tests.ledger.stopping import LONG, History, Writers, can_trace

ACTS = 20
CHOICE = {"pwrite64": (1, 2, 3, 40, 61, 75, 130, 200), "fdatasync": (1, 2, 5, 9, 16, 24)}
CHOICE |= {"write": (2, 11), "fsync": (1,)}
ERRORS = [f"error={kind}:when={{}}{more}" for kind in ("EIO", "ENOSPC") for more in ("", "+")]
FAULTS = [*ERRORS, "signal=KILL:when={}"]
CALLS = tuple(CHOICE)


@pytest.fixture(scope="module")
def writers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Writers]:
    if not can_trace():
        pytest.skip("strace is not installed, or may not trace: see tests/install_servers.py")
    writers = Writers(tmp_path_factory.mktemp("writers"))
    yield writers
    writers.close()


def numbers(call: str) -> Iterator[int]:
    return count(1) if LONG else iter(CHOICE[call])


def copied(source: Path, target: Path) -> str:
    """A store as a crash left it: the file, its log and its key, without what is only memory."""
    for end in ("", "-wal", ".key"):
        original, copy = Path(f"{source}{end}"), Path(f"{target}{end}")
        copy.unlink(missing_ok=True)
        if original.exists():
            shutil.copy(original, copy)
    Path(f"{target}-shm").unlink(missing_ok=True)
    return str(target)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_failing_call_loses_nothing_that_was_acknowledged(
    writers: Writers, tmp_path: Path, call: str, fault: str
) -> None:
    came_to_pass = 0
    for number in numbers(call):
        url, history = str(tmp_path / f"{number}.db"), History()
        _, happened = writers.run(url, history, ACTS, f"{call}:{fault.format(number)}")
        print(call, fault, number, happened, len(history.acknowledged))
        history.check(url)
        # The house opens again and goes on from there.
        code, _ = writers.run(url, history, 3)
        assert code == 0
        history.check(url)
        came_to_pass += happened
        if not happened:
            break
    print(f"{came_to_pass} faults")
    assert came_to_pass or call == "fsync"  # SQLite here uses fdatasync


@pytest.fixture(scope="module")
def torn(writers: Writers, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, History]:
    """A store whose writer was killed in the middle of its work."""
    folder, history = tmp_path_factory.mktemp("torn"), History()
    code, _ = writers.run(str(folder / "house.db"), history, 0, "fdatasync:signal=KILL:when=40")
    assert code == -9
    assert Path(f"{folder}/house.db-wal").stat().st_size
    return folder / "house.db", history


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", ["pwrite64", "fdatasync"])
def test_a_failing_call_while_a_store_is_opened_after_a_crash_loses_nothing(
    writers: Writers, tmp_path: Path, torn: tuple[Path, History], call: str, fault: str
) -> None:
    for number in count(1) if LONG else iter((1, 2, 4, 9)):
        history = History(dict(torn[1].tried), dict(torn[1].acknowledged))
        url = copied(torn[0], tmp_path / "house.db")
        _, happened = writers.run(url, history, 4, f"{call}:{fault.format(number)}", number)
        # The recovery of that one is stopped as well.
        writers.run(url, history, 2, f"{call}:{fault.format(number + 1)}", number + 1)
        history.check(url)
        code, _ = writers.run(url, history, 3)
        assert code == 0
        history.check(url)
        if not happened:
            break


# --- torn writes


class Tape(Ledger):
    """A store copied after each act, with how long its log was then."""

    def __init__(self, folder: Path, acts: int) -> None:
        self.folder = folder
        self.heads: list[Head] = []
        self.lengths: list[int] = []
        super().__init__(str(folder / "live.db"))
        trial = robots(open_or_create(self, "t"), 5)
        while len(self.heads) < acts:
            go_on(trial)
        self.close()

    def append(self, head: Head, bodies: Sequence[str], **more: Any) -> Head:
        new_head = super().append(head, bodies, **more)
        live = self.folder / "live.db"
        copied(live, self.folder / f"{len(self.heads)}.db")
        self.lengths.append(Path(f"{live}-wal").stat().st_size)
        self.heads.append(new_head)
        return new_head

    def check(self, act: int, log: bytes, name: str) -> bool:
        """A store with this log holds the act before; says whether it holds this one too."""
        target = self.folder / name
        url = copied(self.folder / f"{act}.db", target)
        Path(f"{target}-wal").write_bytes(log)
        with Ledger(url) as ledger:
            assert_whole(ledger, "t")
            head = ledger.head("t")
            assert head in {self.heads[act - 1], self.heads[act]}
            return head == self.heads[act]


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Tape:
    return Tape(tmp_path_factory.mktemp("tape"), 16)


def places(tape: Tape, act: int, chance: Random) -> list[int]:
    """Offsets in what the act added to the log: the edges of its frames, and some at random."""
    begin, end = tape.lengths[act - 1], tape.lengths[act]
    assert begin < end, "the log was begun anew"
    frames = [at + shift for at in range(begin, end, 4096 + 24) for shift in (0, 1, 8, 24, 25)]
    candidates = [*frames, end - 1, *(chance.randrange(begin, end) for _ in range(8))]
    inside = sorted({at for at in candidates if begin <= at < end})
    return inside if LONG else chance.sample(inside, 4)


@pytest.mark.parametrize("act", range(1, 16))
def test_a_log_with_a_torn_tail_holds_whole_acts(tape: Tape, act: int) -> None:
    chance = Random(act)
    log = (tape.folder / f"{act}.db-wal").read_bytes()
    assert tape.check(act, log, "whole.db")
    for at in places(tape, act, chance):
        assert not tape.check(act, log[:at], f"cut{at}.db")
        zeros = log[:at] + bytes(len(log) - at)
        assert not tape.check(act, zeros, f"zeros{at}.db")


@pytest.mark.parametrize("act", range(1, 16))
def test_a_log_with_a_garbled_tail_holds_whole_acts(tape: Tape, act: int) -> None:
    chance = Random(act)
    log = (tape.folder / f"{act}.db-wal").read_bytes()
    for at in places(tape, act, chance):
        wrong = bytes([log[at] ^ chance.randrange(1, 256)])
        assert not tape.check(act, log[:at] + wrong + log[at + 1 :], f"byte{at}.db")
        assert not tape.check(act, log[:at] + chance.randbytes(len(log) - at), f"noise{at}.db")
    for more in (1, 24, 4120, 9000):
        assert tape.check(act, log + chance.randbytes(more), f"more{more}.db")
