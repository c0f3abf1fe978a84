"""`houseway simulate`: many rounds, their estimate beside what is exact."""

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TimeRemainingColumn

from houseway.cli.arguments import GameArgument, JsonOption, SetOption
from houseway.cli.bets import read_antes, read_bets
from houseway.cli.extras import extra
from houseway.cli.lab.estimates import show_estimates
from houseway.cli.output import print_json
from houseway.cli.screen import screen
from houseway.cli.selection import choose_game, parse_settings
from houseway.cli.status import INTERRUPTED
from houseway.games.contract import Game
from houseway.games.options import as_config
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.lab.simulation.plans import Block, Estimate, Plan
    from houseway.lab.simulation.results import Simulated
    from houseway.lab.simulation.sessions import Visit

ROUNDS, SLOW_ROUNDS = 1_000_000, 50_000
"""How many rounds are simulated by default, and how many where no compiled code plays them."""
MOST_ROUNDS = 10**12
MOST_WORKERS = 256


@dataclass(frozen=True)
class Request:
    """The simulation that a command line describes, besides the game and its options."""

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


def simulate(
    name: GameArgument,
    rounds: Annotated[
        int | None,
        typer.Option(help="How many; default a million, or with --precision as many as it needs."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Players at the table. Default: 1.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeats a run; drawn at random if left out.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes on this machine.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, instead of --workers.")
    ] = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    strategy: Annotated[
        str,
        typer.Option(
            help="optimal, one that `houseway strategy` names, or FILE.py:function of your own."
        ),
    ] = "optimal",
    precision: Annotated[
        float | None,
        typer.Option(metavar="ANTES", help="Stop once the 95% interval is no wider either side."),
    ] = None,
    bets: Annotated[
        list[str],
        typer.Option("--bet", metavar="WAGER[=ANTES]", help="An optional wager at every seat."),
    ] = [],  # noqa: B006
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A row a block, as .csv or .parquet.")
    ] = None,
    hours: Annotated[
        float | None, typer.Option(help="Simulate sessions of this many hours.")
    ] = None,
    per_hour: Annotated[int, typer.Option("--per-hour", help="Rounds an hour.")] = 40,
    sessions: Annotated[int, typer.Option(help="How many sessions.")] = 2000,
    ante: Annotated[
        int | None, typer.Option(metavar="CENTS", help="Show sessions in dollars.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="ANTES", help="Follow a player's money in sessions.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    game = choose_game(name)
    options = read_table(game, settings, seats)
    played = (rounds, seats, seed, workers, cluster, strategy, precision)
    request = Request(*played, bets, out, sessions, per_hour, hours, ante, bankroll)
    for problem in _list_problems(request):
        raise Malformed(problem)
    with extra("lab", "The simulation needs"):
        run = Run(plan_simulation(game, options, request), request, as_json=as_json)
    run.execute(game.name, options)


def read_table(game: Game[Any, Any], settings: Sequence[str], seats: int | None) -> Any:
    """The options; the table gets at least as many positions as are simulated."""
    config = parse_settings(settings)
    if seats is not None and "seats" not in config:
        default = game.read_options(config).seats
        config["seats"] = max(seats, default) if seats > 0 else default
    return game.read_options(config)


def _list_problems(request: Request) -> Iterator[str]:
    if request.workers is not None and request.cluster is not None:
        yield "Choose --workers or --cluster: blocks are played by one or the other."
    if request.workers is not None and not 1 <= request.workers <= MOST_WORKERS:
        yield f"Workers are 1 to {MOST_WORKERS}, not {request.workers}."
    if request.rounds is not None and request.rounds < 1:
        yield f"Rounds are 1 or more, not {request.rounds}."
    if request.precision is not None and not 0 < request.precision < float("inf"):
        yield "A precision is a number of antes above 0, as 0.001."
    if request.per_hour < 1:
        yield f"Rounds an hour are 1 or more, not {request.per_hour}."
    if request.hours is not None and not 0 < request.hours <= 1000:
        yield "Hours are more than 0 and at most 1000."
    if request.ante_cents is not None and not 1 <= request.ante_cents <= 10**9:
        yield "An ante is 1 cent or more."
    if request.hours is None and (request.bankroll is not None or request.ante_cents is not None):
        yield "Say how long with --hours: --bankroll and --ante are for sessions."


def plan_simulation(game: Game[Any, Any], options: Any, request: Request) -> "Plan":
    from houseway.lab.simulation.plans import make_plan, prepare  # noqa: PLC0415
    from houseway.lab.simulation.python_strategies import load_strategy  # noqa: PLC0415

    endless = request.precision is not None and request.rounds is None
    rounds = MOST_ROUNDS if endless else request.rounds or ROUNDS
    plan = make_plan(
        game.id,
        options,
        rounds,
        secrets.randbelow(1 << 32) if request.seed is None else request.seed,
        read_bets(request.bets),
        seats=1 if request.seats is None else request.seats,
        strategy=request.strategy,
    )
    if plan.from_file:
        load_strategy(request.strategy)
    if request.rounds is None and not endless and prepare(plan).model.make_play is None:
        return replace(plan, rounds=SLOW_ROUNDS)
    return plan


def _plan_visit(request: Request) -> "Visit | None":
    from houseway.lab.simulation.sessions import Visit  # noqa: PLC0415

    if request.hours is None:
        return None
    bankroll = None if request.bankroll is None else read_antes("--bankroll", request.bankroll)
    visit = Visit(max(1, round(request.per_hour * request.hours)), request.sessions, bankroll)
    visit.check()
    return visit


class Run:
    """A simulation in progress, and the rows it writes to a file."""

    def __init__(self, plan: "Plan", request: Request, *, as_json: bool) -> None:
        self.plan, self.request, self.as_json = plan, request, as_json
        self.rows: list[dict[str, int | str]] = []

    def execute(self, name: str, options: Any) -> None:
        """Simulates, writes the blocks where a file is named, and prints the results."""
        from houseway.lab.simulation import results, sessions  # noqa: PLC0415

        request = self.request
        visit = _plan_visit(request)
        if visit:
            sessions.check_plan(self.plan)
        if request.out:
            results.check_target(request.out)
        simulated = self._simulate(visit)
        if request.out:
            results.write_rows(request.out, self.rows)
        if self.as_json:
            data = results.as_data(simulated, as_config(options))
            if simulated.sessions and request.hours:
                data |= {"hours": request.hours, "per_hour": request.per_hour}
            print_json(data)
        else:
            show_estimates(screen(), name, simulated, request.ante_cents, request.per_hour)
        raise typer.Exit(INTERRUPTED if simulated.interrupted else 0)

    def _simulate(self, visit: "Visit | None") -> "Simulated":
        from houseway.lab.simulation.plans import run_block  # noqa: PLC0415
        from houseway.lab.simulation.results import Simulated  # noqa: PLC0415
        from houseway.lab.simulation.sessions import run_sessions  # noqa: PLC0415

        if self.plan.compiled and self.request.cluster is None and (self.request.workers or 1) == 1:
            run_block(replace(self.plan, rounds=1), 0)  # compiles before the clock starts
        start = time.perf_counter()
        total, blocks, interrupted = self._count()
        seconds = time.perf_counter() - start
        sessions = run_sessions(self.plan, visit) if visit and not interrupted else None
        return Simulated(self.plan, total, blocks, seconds, interrupted, sessions)

    def _count(self) -> "tuple[Block, int, bool]":
        from houseway.lab.simulation.plans import accumulate  # noqa: PLC0415
        from houseway.lab.simulation.results import block_row  # noqa: PLC0415

        total: Block | None = None
        blocks, interrupted = 0, False
        source = self._blocks()
        try:
            with self._progress() as progress:
                task = progress.add_task("", total=self.plan.rounds, estimate="")
                for block, total, estimate in accumulate(  # the last total is kept
                    self.plan, source, self.request.precision
                ):
                    if self.request.out:
                        self.rows.append(block_row(self.plan, blocks, block))
                    blocks += 1
                    progress.update(task, completed=total.rounds, estimate=_show_estimate(estimate))
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
        from houseway.lab.simulation import workers  # noqa: PLC0415

        if self.request.cluster is not None:
            return workers.play_on_cluster(self.plan, self.request.cluster)
        if (self.request.workers or 1) > 1:
            return workers.play_in_processes(self.plan, self.request.workers or 1)
        return workers.play_here(self.plan)

    def _progress(self) -> Progress:
        """A progress bar on standard error, shown only on a terminal."""
        console = Console(stderr=True)
        return Progress(
            "{task.completed:,.0f} rounds",
            BarColumn(),
            "{task.fields[estimate]}",
            TimeRemainingColumn(),
            console=console,
            disable=self.as_json or not console.is_terminal,
            transient=True,
        )


def _show_estimate(estimate: "Estimate") -> str:
    if estimate.error is None:
        return ""
    return f"{estimate.mean:+.5f} ± {estimate.half_width:.5f} antes"
