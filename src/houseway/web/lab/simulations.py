"""Simulations that people watch: block after block, each with the estimate so far.

One a person, of at most ten million rounds and half a minute. Blocks of several people's
simulations take turns.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import uuid4

from houseway.rulebook import HousewayError, Malformed
from houseway.web.lab.benches import Laboratory

MOST_SECONDS = 30.0
MOST_JOBS = 100


@dataclass(frozen=True)
class Wanted:
    """What is to be played; the seed decides everything else."""

    game: str
    config: dict[str, Any]
    rounds: int
    seats: int
    seed: int


@dataclass
class Job:
    """One simulation: how far it is."""

    wanted: Wanted
    id: str = field(default_factory=lambda: str(uuid4()))
    state: str = "starting"
    words: str = "Getting ready…"
    points: list[dict[str, Any]] = field(default_factory=list)
    exact: str | None = None
    errors: float | None = None
    began: float = 0.0
    ended: float | None = None

    @property
    def over(self) -> bool:
        return self.state in {"done", "stopped", "failed"}

    def stop(self) -> None:
        if not self.over:
            self.end("stopped", "Stopped.")

    def end(self, state: str, words: str) -> None:
        self.state, self.words, self.ended = state, words, time.monotonic()

    @property
    def seconds(self) -> float:
        return (self.ended or time.monotonic()) - self.began if self.began else 0.0

    def as_data(self) -> dict[str, Any]:
        given = self.wanted
        return {
            "id": self.id,
            "state": self.state,
            "words": self.words,
            "rounds": given.rounds,
            "seed": given.seed,
            "seats": given.seats,
            "points": list(self.points),
            "exact": self.exact,
            "errors": self.errors,
            "seconds": round(self.seconds, 3),
        }


class Simulations:
    """Everybody's simulation."""

    def __init__(self, lab: Laboratory) -> None:
        self._lab = lab
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def start(self, person: str, wanted: Wanted) -> Job:
        before = self._jobs.pop(person, None)
        if before is not None:
            before.stop()
        job = self._jobs[person] = Job(wanted)
        while len(self._jobs) > MOST_JOBS:
            self._jobs.popitem(last=False)[1].stop()
        running = asyncio.create_task(self._run(job))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return job

    def of(self, person: str, job: str) -> Job:
        running = self._jobs.get(person)
        if running is None or running.id != job:
            raise Malformed("There is no such simulation of yours. Start another.")
        return running

    async def _run(self, job: Job) -> None:
        block, blocks = 0, 1
        try:
            while block < blocks and not job.over:
                estimate = await self._lab.chance.ask("simulate", job.id, asdict(job.wanted), block)
                block, blocks = block + 1, estimate["blocks"]
                self._note(job, estimate)
        except HousewayError as error:
            job.end("failed", str(error))
        if not job.over:
            job.end("done", "Done.")

    def _note(self, job: Job, estimate: dict[str, Any]) -> None:
        if job.over:
            return
        if not job.began:
            # Getting ready is not counted: it is done once for everybody.
            job.state, job.began = "running", time.monotonic()
        job.points.append({key: estimate[key] for key in ("rounds", "mean", "low", "high")})
        job.exact, job.errors = estimate["exact"], estimate["errors"]
        job.words = f"{estimate['rounds']:,} of {job.wanted.rounds:,} rounds."
        if job.seconds > MOST_SECONDS and estimate["rounds"] < job.wanted.rounds:
            job.end("stopped", f"Stopped after {MOST_SECONDS:.0f} seconds: {job.words}")
