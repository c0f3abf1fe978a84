"""What a simulation says: as data for programs, and as rows for other tools."""

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.lab.results import show
from houseway.lab.sim_sessions import PERCENTILES, Sessions, percentile
from houseway.lab.simulation import Block, Estimate, Plan, estimate, get_ready
from houseway.rulebook import Malformed


@dataclass(frozen=True)
class Simulated:
    """A simulation that has ended, for whatever reason."""

    plan: Plan
    total: Block
    blocks: int
    seconds: float
    interrupted: bool = False
    sessions: Sessions | None = None

    @property
    def ev(self) -> Estimate:
        return self.of("main")

    def of(self, name: str) -> Estimate:
        return estimate(get_ready(self.plan).lines, self.plan.seats, self.total, name)

    @property
    def seat_rounds(self) -> int:
        return self.total.rounds * self.plan.seats

    def share(self, count: int) -> float:
        return count / self.seat_rounds

    def staked(self, name: str) -> float:
        """What is staked on a line in a round, on average, in antes."""
        lines = get_ready(self.plan).lines
        return self.total.stakes[lines.names.index(name)] / self.seat_rounds / lines.unit


def as_data(found: Simulated, options: Mapping[str, Any]) -> dict[str, Any]:
    """A simulation as `houseway simulate --json` gives it; exact values as `"p/q"`."""
    plan, ready = found.plan, get_ready(found.plan)
    exact = ready.model.exact
    actions = zip(ready.model.actions, found.total.actions, strict=True)
    data: dict[str, Any] = {
        "game": plan.game,
        "options": dict(options),
        "seats": plan.seats,
        "rounds": found.total.rounds,
        "seed": plan.seed,
        "strategy": plan.strategy,
        "bets": {wager: show(antes) for wager, antes in plan.bets},
        "blocks": found.blocks,
        "block_rounds": plan.block_rounds,
        "ev": _estimate_data(found.ev, exact.ev if exact else None),
        "exact": show(exact.ev) if exact else None,
        "per_wager": _wagers_data(found, exact.wagers if exact else {}),
        "actions": {action: found.share(count) for action, count in actions},
        "distribution": {
            show(Fraction(net, ready.lines.unit)): found.share(count)
            for net, count in sorted(found.total.nets.items())
        },
        "notes": notes(plan),
        "seconds": found.seconds,
        "interrupted": found.interrupted,
    }
    if found.sessions:
        data["sessions"] = sessions_data(found.sessions)
    return data


def notes(plan: Plan) -> list[str]:
    """What the figures leave out."""
    found = ["Every wager is paid at its odds: payout limits and rounding are left out."]
    if plan.game == "uth" and (plan.options.cover_all or plan.options.progressive):
        found.append("Cover All and the progressive are not simulated.")
    return found


def _estimate_data(found: Estimate, exact: Fraction | None) -> dict[str, Any]:
    data = {"mean": found.mean, "error": found.error, "low": found.low, "high": found.high}
    if exact is not None:
        data["errors_from_exact"] = found.errors_from(exact)
    return data


def _wagers_data(found: Simulated, exact: Mapping[str, Fraction]) -> dict[str, Any]:
    ready = get_ready(found.plan)
    data = {}
    for place, name in enumerate(ready.model.wagers):
        data[name] = {
            "ev": _estimate_data(found.of(name), exact.get(name)),
            "staked": found.staked(name),
            "hit": found.share(found.total.hits[place]),
            "exact": show(exact[name]) if name in exact else None,
        }
    return data


def sessions_data(found: Sessions) -> dict[str, Any]:
    data: dict[str, Any] = {
        "rounds": found.visit.rounds,
        "sessions": found.visit.sessions,
        "house_win": {
            "mean": math.fsum(found.wins) / len(found.wins),
            **{f"p{at:g}": percentile(found.wins, at) for at in PERCENTILES},
        },
    }
    if found.visit.bankroll is not None:
        data["bankroll"] = show(found.visit.bankroll)
        data["ruined"] = found.share_ruined
        data["paths"] = [
            {"round": mark, **{f"p{at:g}": percentile(path, at) for at in PERCENTILES}}
            for mark, path in zip(found.marks, found.paths, strict=True)
        ]
    return data


# --- a row for every block


def block_row(plan: Plan, number: int, block: Block) -> dict[str, int | str]:
    """A block as whole numbers with names; nets and stakes are in parts of an ante."""
    ready = get_ready(plan)
    row: dict[str, int | str] = {
        "game": plan.game,
        "seed": str(plan.seed),
        "block": number,
        "rounds": block.rounds,
        "seats": plan.seats,
        "parts_to_an_ante": ready.lines.unit,
    }
    for line, name in enumerate(ready.lines.names):
        row[f"{name}_net"] = block.sums[line]
        row[f"{name}_squares"] = block.squares[line]
        row[f"{name}_staked"] = block.stakes[line]
        row[f"{name}_hits"] = block.hits[line]
    for action, count in zip(ready.model.actions, block.actions, strict=True):
        row[f"action_{action}"] = count
    return row


def check_target(path: Path) -> None:
    """Refuses a file that could not be written in the end, before anything is simulated."""
    if path.suffix not in {".csv", ".parquet"}:
        raise Malformed(f"{path.name}: results are written as .csv or .parquet.")
    if not path.absolute().parent.is_dir():
        raise Malformed(f"There is no folder {path.parent} to write {path.name} to.")
    if path.suffix == ".parquet":
        _load_parquet()


def write_rows(path: Path, rows: Sequence[Mapping[str, int | str]]) -> None:
    if path.suffix == ".parquet":
        arrow, parquet = _load_parquet()
        parquet.write_table(arrow.Table.from_pylist([dict(row) for row in rows]), path)
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        _write_csv(file, rows)


def _write_csv(file: Any, rows: Iterable[Mapping[str, int | str]]) -> None:
    listed = list(rows)
    writer = csv.DictWriter(file, list(listed[0]) if listed else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)


def _load_parquet() -> tuple[Any, Any]:
    try:
        import pyarrow as pa  # noqa: PLC0415  # an extra, and heavy
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise Malformed(
            "Parquet needs the extra part parquet: pip install 'houseway[parquet]'; "
            "a file that ends in .csv needs none."
        ) from None
    return pa, parquet
