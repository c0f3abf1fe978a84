"""`houseway fairness bits`: raw bytes of the shuffle's stream."""

import sys
from typing import Annotated, BinaryIO

import typer

from houseway.cli.arguments import OutputOption, SeedOption
from houseway.cli.fairness.seeds import read_seed, refuse_unusable
from houseway.cli.output import ReaderGone
from houseway.fairness import Stream
from houseway.rulebook import Malformed

CHUNK = 1 << 16


def bits(
    count: Annotated[
        int, typer.Option("--bytes", min=0, metavar="N", help="How many; 0 means without end.")
    ] = 1 << 20,
    seed: SeedOption = None,
    output: OutputOption = None,
) -> None:
    with refuse_unusable():
        stream = Stream(read_seed(seed), "bits", "", 1)
    if output is not None:
        if count == 0:
            raise Malformed("A file needs an end: say how many bytes with --bytes.")
        with output.open("wb") as file:
            _copy(stream, count, file)
        return
    if sys.stdout.isatty():
        raise Malformed("Raw bytes are not for a terminal; send them to a program, or use -o FILE.")
    try:
        _copy(stream, count, sys.stdout.buffer)
    except BrokenPipeError:
        raise ReaderGone from None


def _copy(stream: Stream, count: int, file: BinaryIO) -> None:
    left = count
    while count == 0 or left > 0:
        size = CHUNK if count == 0 else min(CHUNK, left)
        file.write(stream.read(size))
        left -= size
    file.flush()
