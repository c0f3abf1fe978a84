"""Where the blocks are played: in this process, in others on this machine, or on a Dask cluster.

Blocks are handed out singly and their results taken in the order of the blocks. What a
worker had in hand when it died is handed out again; a block is counted once because only
its result is, and a block gives the same result wherever it is played.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Protocol

from houseway.lab.contract import load_extra
from houseway.lab.simulation.plans import Block, Plan, run_block
from houseway.rulebook import Malformed

MOST_WORKERS = 256
MOST_DEATHS = 3
"""So many times in a row the workers may die over the same block."""
AHEAD = 2
"""Blocks in hand for each worker, so that none waits for the next."""


class Pending(Protocol):
    """A result that is on its way."""

    def result(self) -> Block: ...


def play_here(plan: Plan) -> Iterator[Block]:
    """All blocks, one after the other, in this process."""
    return (run_block(plan, number) for number in range(plan.blocks))


def in_order(numbers: range, submit: Callable[[int], Pending], ahead: int) -> Iterator[Block]:
    """The blocks in their order, with some more under way behind the next one."""
    waiting: deque[Pending] = deque()
    for number in numbers:
        waiting.append(submit(number))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def play_in_processes(plan: Plan, workers: int) -> Iterator[Block]:
    """The blocks as processes on this machine play them."""
    done, deaths = 0, 0
    while done < plan.blocks:
        pool = new_pool(workers)
        submit: Callable[..., Pending] = pool.submit
        try:
            rest = range(done, plan.blocks)
            for block in in_order(rest, partial(submit, run_block, plan), AHEAD * workers):
                done, deaths = done + 1, 0
                yield block
        except BrokenProcessPool:
            # A pool does not outlive one of its processes: the blocks in hand start again.
            deaths += 1
            if deaths == MOST_DEATHS:
                raise Malformed(
                    f"The workers died {deaths} times over block {done}; is there memory enough?"
                ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def new_pool(workers: int) -> ProcessPoolExecutor:
    # Spawned, because a process with compiled code and threads does not fork well.
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=leave_interrupts)


def leave_interrupts() -> None:
    """An interrupt is for the process that counts: it lets the workers finish and stops them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_on_cluster(plan: Plan, address: str) -> Iterator[Block]:
    """The blocks as the workers of a Dask scheduler play them; they need this package too.

    Dask hands out again what a worker had when it died.
    """
    refusal = "A cluster needs the extra part cluster: pip install 'houseway[cluster]'."
    distributed = load_extra("distributed", refusal)
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Malformed(f"No Dask scheduler answers at {address}: {error}") from None
    with client:
        workers = len(client.scheduler_info()["workers"])
        if not workers:
            raise Malformed(f"The Dask scheduler at {address} has no workers.")
        submit = partial(client.submit, run_block, plan, pure=False, retries=2)
        yield from in_order(range(plan.blocks), submit, AHEAD * workers)
