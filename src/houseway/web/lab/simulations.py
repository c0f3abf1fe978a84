"""Simulations that people watch: block after block, each with the estimate so far.

One a person, of at most ten million rounds and half a minute. Blocks of several people's
simulations take turns.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from houseway.rulebook import HousewayError, Malformed
from houseway.web.lab.benches import Laboratory
from houseway.web.lab.models import Simulating, SimulationModel

MOST_SECONDS = 30.0
MOST_JOBS = 100


@dataclass
class Job:
    """One simulation: how far it is."""

    form: Simulating
    """What is played; the seed decides everything else."""
    id: str = field(default_factory=lambda: str(uuid4()))
    state: str = "starting"
    words: str = "Getting ready…"
    points: list[dict[str, Any]] = field(default_factory=list)
    exact: str | None = None
    errors: float | None = None
    began: float = 0.0
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "stopped", "failed"}

    def stop(self) -> None:
        if not self.is_over:
            self.end("stopped", "Stopped.")

    def end(self, state: str, words: str) -> None:
        self.state, self.words, self.ended = state, words, time.monotonic()

    @property
    def seconds(self) -> float:
        return (self.ended or time.monotonic()) - self.began if self.began else 0.0

    def as_model(self) -> SimulationModel:
        """What is asked for and how far it is; the model leaves out what is not for its reader."""
        values = {**vars(self.form), **vars(self), "seconds": round(self.seconds, 3)}
        return SimulationModel.model_validate(values)


class Simulations:
    """Everybody's simulation."""

    def __init__(self, lab: Laboratory) -> None:
        self._lab = lab
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    def start(self, person: str, form: Simulating) -> Job:
        before = self._jobs.pop(person, None)
        if before is not None:
            before.stop()
        job = self._jobs[person] = Job(form)
        while len(self._jobs) > MOST_JOBS:
            self._jobs.popitem(last=False)[1].stop()
        running = asyncio.create_task(self._run(job))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return job

    def of(self, person: str, job_id: str) -> Job:
        job = self._jobs.get(person)
        if job is None or job.id != job_id:
            raise Malformed("There is no such simulation of yours. Start another.")
        return job

    async def _run(self, job: Job) -> None:
        block, blocks, form = 0, 1, job.form.model_dump()
        try:
            while block < blocks and not job.is_over:
                estimate = await self._lab.chance.ask("simulate", job.id, form, block)
                block, blocks = block + 1, estimate["blocks"]
                self._note(job, estimate)
        except HousewayError as error:
            job.end("failed", str(error))
        if not job.is_over:
            job.end("done", "Done.")

    def _note(self, job: Job, estimate: dict[str, Any]) -> None:
        if job.is_over:
            return
        if not job.began:
            # Getting ready is not counted: it is done once for everybody.
            job.state, job.began = "running", time.monotonic()
        job.points.append({key: estimate[key] for key in ("rounds", "mean", "low", "high")})
        job.exact, job.errors = estimate["exact"], estimate["errors"]
        job.words = f"{estimate['rounds']:,} of {job.form.rounds:,} rounds."
        if job.seconds > MOST_SECONDS and estimate["rounds"] < job.form.rounds:
            job.end("stopped", f"Stopped after {MOST_SECONDS:.0f} seconds: {job.words}")
