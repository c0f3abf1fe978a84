"""What the exposures of the five-card games share: names, seeded deals, and estimates."""

import math
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from houseway.lab.exact.exposure import Estimate, Exposure
from houseway.rulebook import Malformed

Gains = NDArray[np.float64]


def hands_seen(name: str) -> int:
    """How many other players' hands an exposure shows."""
    if name == "other_hand":
        return 1
    start, _, number = name.rpartition("_")
    return int(number) if start == "other_hands" else 0


def choose_names(known: Sequence[str], names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """The exposures that were named, or all that the table has seats for."""
    if names is None:
        return tuple(name for name in known if hands_seen(name) < seats)
    for name in names:
        if name not in known:
            raise Malformed(f"There is no exposure {name!r}; known are {', '.join(known)}.")
        if hands_seen(name) >= seats:
            raise Malformed(f"{name} needs {hands_seen(name) + 1} seats; the table has {seats}.")
    return tuple(dict.fromkeys(names))


def keep_counted(
    chosen: Sequence[str], counted: Sequence[str], *, by_name: bool
) -> tuple[str, ...]:
    """Without a sample, the exposures that are counted; naming another is refused."""
    for name in chosen:
        if by_name and name not in counted:
            raise Malformed(
                f"{name} is too much to count and needs rounds; {', '.join(counted)} do not."
            )
    return tuple(name for name in chosen if name in counted)


def check_rounds(rounds: int, seed: int) -> None:
    """Refuses a sample that is too small for an error; 0 rounds mean to count instead."""
    if rounds < 2 and rounds:
        raise Malformed(f"An estimate needs 2 rounds or more, not {rounds}.")
    if seed < 0:
        raise Malformed(f"A seed is a whole number from 0, not {seed}.")


def generator(seed: int, name: str) -> Generator:
    """The random numbers of one exposure, the same whichever others are calculated."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def estimate(start: Fraction, gains: Gains, seed: int) -> Estimate:
    """An estimate from an exact mean and the gains above it in a sample of rounds."""
    error = float(gains.std(ddof=1)) / math.sqrt(len(gains))
    return Estimate(float(start) + float(gains.mean()), error, len(gains), seed)


def calculate_each(
    names: Sequence[str],
    says: Mapping[str, str],
    base: Fraction,
    calculate: Callable[[str], Fraction | Estimate],
) -> Iterator[Exposure]:
    """Calculates one exposure after another."""
    for name in names:
        began = time.perf_counter()
        ev = calculate(name)
        yield Exposure(name, says[name], ev, base, time.perf_counter() - began)
