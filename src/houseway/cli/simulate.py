"""`houseway simulate`: many rounds, their estimate beside what is exact."""

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from houseway.cli.choosing import choose_game, parse_settings
from houseway.cli.output import say
from houseway.cli.screen import screen
from houseway.cli.simulated import Shown
from houseway.games.contract import Game
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.sim_results import Simulated
    from houseway.lab.sim_sessions import Visit
    from houseway.lab.simulation import Block, Estimate, Plan

INTERRUPTED = 130
ROUNDS = 1_000_000
MOST_ROUNDS = 10**12
MOST_WORKERS = 256


@dataclass(frozen=True)
class Asked:
    """What the command line asks for, beside the game and its options."""

    rounds: int | None
    seats: int | None
    seed: int | None
    workers: int | None
    cluster: str | None
    strategy: str
    precision: float | None
    bets: Sequence[str]
    out: Path | None
    sessions: int
    per_hour: int
    hours: float | None
    ante_cents: int | None
    bankroll: str | None


def simulate_command(name: str, settings: Sequence[str], asked: Asked, *, as_json: bool) -> int:
    game = choose_game(name)
    options = read_table(game, settings, asked.seats)
    _check(asked)
    try:
        from houseway.lab import sim_results  # noqa: PLC0415
    except ImportError:
        raise Malformed(
            "The simulation needs the extra part lab: pip install 'houseway[lab]'."
        ) from None
    plan = plan_of(game, options, asked)
    visit = _visit(asked)
    if asked.out:
        sim_results.check_target(asked.out)
    run = Run(plan, asked, quiet=as_json)
    found = run.simulate(visit)
    if asked.out:
        sim_results.write_rows(asked.out, run.rows)
    if as_json:
        from houseway.games.options import as_config  # noqa: PLC0415

        data = sim_results.as_data(found, as_config(options))
        if found.sessions and asked.hours:
            data["hours"] = asked.hours
            data["per_hour"] = asked.per_hour
        say(json.dumps(data))
    else:
        shown = Shown(screen(), game.name, found)
        shown.everything(asked.ante_cents, asked.per_hour)
    return INTERRUPTED if found.interrupted else 0


def read_table(game: Game[Any, Any], settings: Sequence[str], seats: int | None) -> Any:
    """The options; a table has at least as many positions as are to be simulated."""
    config = parse_settings(settings)
    if seats is not None and "seats" not in config:
        default = game.read_options(config).seats
        config["seats"] = max(seats, default) if seats > 0 else default
    return game.read_options(config)


def _check(asked: Asked) -> None:
    for wrong in _wrong_with(asked):
        raise Malformed(wrong)


def _wrong_with(asked: Asked) -> Iterator[str]:
    if asked.workers is not None and asked.cluster is not None:
        yield "Choose --workers or --cluster: blocks are played by one or the other."
    if asked.workers is not None and not 1 <= asked.workers <= MOST_WORKERS:
        yield f"Workers are 1 to {MOST_WORKERS}, not {asked.workers}."
    if asked.rounds is not None and asked.rounds < 1:
        yield f"Rounds are 1 or more, not {asked.rounds}."
    if asked.precision is not None and not 0 < asked.precision < float("inf"):
        yield "A precision is a number of antes above 0, as 0.001."
    if asked.per_hour < 1:
        yield f"Rounds an hour are 1 or more, not {asked.per_hour}."
    if asked.hours is not None and not 0 < asked.hours <= 1000:
        yield "Hours are more than 0 and at most 1000."
    if asked.ante_cents is not None and not 1 <= asked.ante_cents <= 10**9:
        yield "An ante is 1 cent or more."
    if asked.hours is None and (asked.bankroll is not None or asked.ante_cents is not None):
        yield "Say how long with --hours: --bankroll and --ante are for sessions."


def plan_of(game: Game[Any, Any], options: Any, asked: Asked) -> "Plan":
    from houseway.lab.sim_slowly import SLOW_BLOCK_ROUNDS, load_strategy  # noqa: PLC0415
    from houseway.lab.simulation import BLOCK_ROUNDS, STRATEGIES, make_plan  # noqa: PLC0415

    endless = asked.precision is not None and asked.rounds is None
    rounds = MOST_ROUNDS if endless else asked.rounds or ROUNDS
    compiled = asked.strategy in STRATEGIES[game.id]
    plan = make_plan(
        game.id,
        options,
        rounds,
        secrets.randbelow(1 << 32) if asked.seed is None else asked.seed,
        dict(map(_read_bet, asked.bets)),
        seats=1 if asked.seats is None else asked.seats,
        strategy=asked.strategy,
        block_rounds=BLOCK_ROUNDS if compiled else SLOW_BLOCK_ROUNDS,
    )
    if not compiled:
        load_strategy(asked.strategy)
    return plan


def _read_bet(text: str) -> tuple[str, Fraction]:
    wager, equals, antes = text.partition("=")
    return wager, _read_antes(antes, f"--bet {text}") if equals else Fraction(1)


def _read_antes(text: str, where: str) -> Fraction:
    found = None
    with suppress(ValueError, ZeroDivisionError):
        found = Fraction(text)
    if found is None or len(text) > 20:
        raise Malformed(f"{where}: {text!r} is not a number of antes, as 1, 0.5 or 1/2.")
    return found


def _visit(asked: Asked) -> "Visit | None":
    from houseway.lab.sim_sessions import Visit  # noqa: PLC0415

    if asked.hours is None:
        return None
    bankroll = None if asked.bankroll is None else _read_antes(asked.bankroll, "--bankroll")
    visit = Visit(max(1, round(asked.per_hour * asked.hours)), asked.sessions, bankroll)
    visit.check()
    return visit


class Run:
    """A simulation under way: who plays, how far it is, and the rows for a file."""

    def __init__(self, plan: "Plan", asked: Asked, *, quiet: bool) -> None:
        self.plan, self.asked, self.quiet = plan, asked, quiet
        self.rows: list[dict[str, int | str]] = []

    def simulate(self, visit: "Visit | None") -> "Simulated":
        from houseway.lab.sim_results import Simulated  # noqa: PLC0415
        from houseway.lab.sim_sessions import run_sessions  # noqa: PLC0415

        self._get_ready()
        start = time.perf_counter()
        total, blocks, interrupted = self._count()
        seconds = time.perf_counter() - start
        sessions = run_sessions(self.plan, visit) if visit and not interrupted else None
        return Simulated(self.plan, total, blocks, seconds, interrupted, sessions)

    def _get_ready(self) -> None:
        """Before the clock starts: one round loads the strategy, if it is played here."""
        from houseway.lab.simulation import run_block  # noqa: PLC0415

        if self.plan.compiled and self.asked.cluster is None and (self.asked.workers or 1) == 1:
            run_block(replace(self.plan, rounds=1), 0)

    def _count(self) -> "tuple[Block, int, bool]":
        from houseway.lab.sim_results import block_row  # noqa: PLC0415
        from houseway.lab.simulation import until_precise  # noqa: PLC0415

        total: Block | None = None
        blocks, interrupted = 0, False
        source = self._blocks()
        try:
            with self._progress() as progress:
                task = progress.add_task("", total=self.plan.rounds, estimate="")
                for block, total, found in until_precise(  # the last one is kept
                    self.plan, source, self.asked.precision
                ):
                    if self.asked.out:
                        self.rows.append(block_row(self.plan, blocks, block))
                    blocks += 1
                    progress.update(task, completed=total.rounds, estimate=_so_far(found))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            close = getattr(source, "close", None)
            if close:
                close()
        if total is None:
            raise Malformed("Interrupted before the first block was counted.")
        return total, blocks, interrupted

    def _blocks(self) -> "Iterator[Block]":
        from houseway.lab import sim_workers  # noqa: PLC0415

        if self.asked.cluster is not None:
            return sim_workers.by_cluster(self.plan, self.asked.cluster)
        if (self.asked.workers or 1) > 1:
            return sim_workers.by_processes(self.plan, self.asked.workers or 1)
        return sim_workers.here(self.plan)

    def _progress(self) -> Progress:
        """On standard error, and only for somebody who looks on."""
        console = Console(stderr=True)
        columns: tuple[ProgressColumn, ...] = (
            TextColumn("{task.completed:,.0f} rounds"),
            BarColumn(),
            TextColumn("{task.fields[estimate]}"),
            TimeRemainingColumn(),
        )
        hidden = self.quiet or not console.is_terminal
        return Progress(*columns, console=console, disable=hidden, transient=True)


def _so_far(found: "Estimate") -> str:
    return "" if found.error is None else f"{found.mean:+.5f} ± {found.half_width:.5f} antes"
