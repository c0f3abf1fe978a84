"""The results of a simulation, as data for programs and as rows for other tools."""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.lab.contract import load_extra
from houseway.lab.exact.results import show
from houseway.lab.simulation.plans import Block, Estimate, Plan, estimate, prepare
from houseway.lab.simulation.sessions import PERCENTILES, Sessions, percentile
from houseway.rulebook import Malformed

NO_PARQUET = (
    "Parquet needs the extra part parquet: pip install 'houseway[parquet]'; "
    "a file that ends in .csv needs none."
)


@dataclass(frozen=True)
class Simulated:
    """A simulation that has ended or was interrupted."""

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
        return estimate(prepare(self.plan).lines, self.plan.seats, self.total, name)

    @property
    def seat_rounds(self) -> int:
        return self.total.rounds * self.plan.seats

    def share(self, count: int) -> float:
        return count / self.seat_rounds

    def staked(self, name: str) -> float:
        """What is staked on a line in a round, on average, in antes."""
        lines = prepare(self.plan).lines
        return self.total.stakes[lines.names.index(name)] / self.seat_rounds / lines.unit


def as_data(simulation: Simulated, options: Mapping[str, Any]) -> dict[str, Any]:
    """A simulation as `houseway simulate --json` gives it; exact values as `"p/q"`."""
    plan, ready = simulation.plan, prepare(simulation.plan)
    exact = ready.model.exact
    actions = zip(ready.model.actions, simulation.total.actions, strict=True)
    data: dict[str, Any] = {
        "game": plan.game,
        "options": dict(options),
        "seats": plan.seats,
        "rounds": simulation.total.rounds,
        "seed": plan.seed,
        "strategy": plan.strategy,
        "bets": {wager: show(antes) for wager, antes in plan.bets},
        "blocks": simulation.blocks,
        "block_rounds": plan.block_rounds,
        "ev": _estimate_data(simulation.ev, exact.ev if exact else None),
        "exact": show(exact.ev) if exact else None,
        "per_wager": _wagers_data(simulation, exact.wagers if exact else {}),
        "actions": {action: simulation.share(count) for action, count in actions},
        "distribution": {
            show(Fraction(net, ready.lines.unit)): simulation.share(count)
            for net, count in sorted(simulation.total.nets.items())
        },
        "notes": notes(plan),
        "seconds": simulation.seconds,
        "interrupted": simulation.interrupted,
    }
    if simulation.sessions:
        data["sessions"] = sessions_data(simulation.sessions)
    return data


def notes(plan: Plan) -> list[str]:
    """What the figures leave out."""
    limits = "Every wager is paid at its odds: payout limits and rounding are left out."
    return [limits, *prepare(plan).model.notes]


def _estimate_data(estimate: Estimate, exact: Fraction | None) -> dict[str, Any]:
    data = {"mean": estimate.mean, "error": estimate.error}
    data |= {"low": estimate.low, "high": estimate.high}
    if exact is not None:
        data["errors_from_exact"] = estimate.errors_from(exact)
    return data


def _wagers_data(simulation: Simulated, exact: Mapping[str, Fraction]) -> dict[str, Any]:
    return {
        name: {
            "ev": _estimate_data(simulation.of(name), exact.get(name)),
            "staked": simulation.staked(name),
            "hit": simulation.share(simulation.total.hits[place]),
            "exact": show(exact[name]) if name in exact else None,
        }
        for place, name in enumerate(prepare(simulation.plan).model.wagers)
    }


def sessions_data(sessions: Sessions) -> dict[str, Any]:
    data: dict[str, Any] = {
        "rounds": sessions.visit.rounds,
        "sessions": sessions.visit.sessions,
        "house_win": {
            "mean": math.fsum(sessions.wins) / len(sessions.wins),
            **{f"p{at:g}": percentile(sessions.wins, at) for at in PERCENTILES},
        },
    }
    if sessions.visit.bankroll is not None:
        data["bankroll"] = show(sessions.visit.bankroll)
        data["ruined"] = sessions.share_ruined
        data["paths"] = [
            {"round": mark, **{f"p{at:g}": percentile(path, at) for at in PERCENTILES}}
            for mark, path in zip(sessions.marks, sessions.paths, strict=True)
        ]
    return data


# --- a row for every block


def block_row(plan: Plan, number: int, block: Block) -> dict[str, int | str]:
    """A block as whole numbers with names; nets and stakes are in parts of an ante."""
    ready = prepare(plan)
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
        for module in ("pyarrow", "pyarrow.parquet"):
            load_extra(module, NO_PARQUET)


def write_rows(path: Path, rows: Sequence[Mapping[str, int | str]]) -> None:
    if path.suffix == ".parquet":
        table = load_extra("pyarrow", NO_PARQUET).Table.from_pylist([dict(row) for row in rows])
        load_extra("pyarrow.parquet", NO_PARQUET).write_table(table, path)
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
