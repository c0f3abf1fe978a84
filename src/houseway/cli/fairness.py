"""`houseway fairness`: test the shuffle, hand out its bytes, look at one deck."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from houseway.cards import show_cards
from houseway.cli.layout import write_whole
from houseway.cli.output import ReaderGone, say
from houseway.cli.screen import bold, dim, plain, screen
from houseway.fairness import FairnessError, Stream, commit, fresh_seed
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.fairness.battery import Report

CHUNK = 1 << 16
_TO_PEOPLE_ONLY_BELOW = 1e-99
"""Below this a p-value is only shown as a bound: its digits mean nothing to anybody."""


def battery_command(source: str, decks: int, *, as_json: bool) -> int:
    """Runs the battery on a source of decks; the exit status is 1 if it fails."""
    with refusing():
        report = _run(source, decks)
    if as_json:
        say(json.dumps(report_as_data(source, report)))
    else:
        _show(source, report)
    return 0 if report.passed else 1


def bits_command(count: int, seed: str | None, output: Path | None) -> None:
    """Raw bytes of the stream, for batteries made by others; without end if `count` is 0."""
    with refusing():
        stream = Stream(read_seed(seed), "bits", "", 1)
    if output is not None:
        if count == 0:
            raise Malformed("A file needs an end: say how many with --bytes.")
        with output.open("wb") as file:
            _pour(stream, count, file)
        return
    if sys.stdout.isatty():
        raise Malformed("Raw bytes are not for a terminal; send them to a program, or use -o FILE.")
    try:
        _pour(stream, count, sys.stdout.buffer)
    except BrokenPipeError:
        raise ReaderGone from None


def shuffle_command(table: str, number: int, seed: str | None, *, as_json: bool) -> None:
    """One deck, its seed and its commitment: for study, since the seed tells everything."""
    with refusing():
        sealed = commit(table, number, read_seed(seed))
    if as_json:
        found = {
            "table": table,
            "shuffle": number,
            "seed": sealed.seed.hex(),
            "order": [str(card) for card in sealed.order],
            "commitment": sealed.commitment.root,
        }
        say(json.dumps(found))
        return
    console = screen()
    console.print(bold(f"Table {plain(table)}, shuffle {number}"))
    for start in range(0, len(sealed.order), 13):
        console.print(f"  {show_cards(sealed.order[start : start + 13])}")
    console.print(Text("commitment ") + bold(sealed.commitment.root), soft_wrap=True)
    console.print(dim(f"seed       {sealed.seed.hex()}"), soft_wrap=True)


def verifier_command(output: Path | None) -> None:
    """The verifier's own source, to be read and run by whoever doubts."""
    source = files("houseway.fairness").joinpath("verify_round.py").read_text(encoding="utf-8")
    if output is None:
        say(source, end="")
        return
    write_whole(output, source.encode("utf-8"))
    screen().print(f"The verifier is in {plain(output)}: python {plain(output)} PROOF.json")


def read_seed(text: str | None) -> bytes:
    """A seed from its 64 hex digits; a fresh one where none is given."""
    if text is None:
        return fresh_seed()
    # Python would let blanks pass between the digits.
    if len(text) != 64 or any(digit not in "0123456789abcdefABCDEF" for digit in text):
        raise Malformed("A seed is 64 hex digits.")
    return bytes.fromhex(text)


def report_as_data(source: str, report: "Report") -> dict[str, Any]:
    return {
        "source": source,
        "decks": report.decks,
        "passed": report.passed,
        "family_wise": report.family_wise,
        "tests": [
            {
                "name": outcome.name,
                "statistic": outcome.statistic,
                "p": outcome.p,
                "adjusted_p": adjusted,
                "failed": outcome.name in report.failed,
            }
            for outcome, adjusted in zip(report.outcomes, report.adjusted, strict=True)
        ],
    }


@contextmanager
def refusing() -> Iterator[None]:
    """What the fairness room cannot use is the user's to mend."""
    try:
        yield
    except FairnessError as error:
        raise Malformed(str(error)) from None


def _run(source: str, decks: int) -> "Report":
    try:
        # numpy is heavy, and only the battery needs it.
        from houseway.fairness.battery import run_battery  # noqa: PLC0415
    except ImportError:
        raise Malformed(
            "The battery needs the extra part lab: pip install 'houseway[lab]'."
        ) from None
    from houseway.fairness.sources import decks_from  # noqa: PLC0415

    people = Console(stderr=True)
    columns = (TextColumn("decks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not people.is_terminal
    with Progress(*columns, console=people, disable=hidden, transient=True) as progress:
        bar = progress.add_task("decks", total=decks)
        return run_battery(decks_from(source), decks, lambda taken: progress.advance(bar, taken))


def _show(source: str, report: "Report") -> None:
    console = screen()
    console.print(bold(f"{report.decks:,} decks from {plain(source)}"))
    table = Table(pad_edge=False, box=None, header_style="bold")
    table.add_column("Test")
    for column in ("Found", "Fair", "p", "p of all"):
        table.add_column(column, justify="right", no_wrap=True)
    for outcome, adjusted in zip(report.outcomes, report.adjusted, strict=True):
        style = "bold red" if outcome.name in report.failed else ""
        found = f"{outcome.statistic:,.1f}"
        cells = (outcome.words, found, outcome.expected, show_p(outcome.p), show_p(adjusted))
        table.add_row(*cells, style=style)
    console.print(table)
    if report.passed:
        console.print(Text("Passed: nothing here that chance would not do.", style="bold green"))
        return
    caught = ", ".join(o.words.lower() for o in report.outcomes if o.name in report.failed)
    console.print(Text(f"Failed by: {caught}.", style="bold red"))
    console.print(f"A fair source fails in one of {round(1 / report.family_wise):,} runs.")


def show_p(p: float) -> str:
    if p < _TO_PEOPLE_ONLY_BELOW:
        return "<1e-99"
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.0e}"


def _pour(stream: Stream, count: int, file: BinaryIO) -> None:
    left = count
    while count == 0 or left > 0:
        size = CHUNK if count == 0 else min(CHUNK, left)
        file.write(stream.read(size))
        left -= size
    file.flush()
