"""`houseway fairness`: the shuffle to test, its bytes, its proofs, and one deck to look at."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer
from rich.console import Console
from rich.text import Text

from houseway.cards import show_cards
from houseway.cli.arguments import JsonOption, OutputOption, SeedOption
from houseway.cli.extras import extra
from houseway.cli.files import write_file
from houseway.cli.output import ReaderGone, print_json, print_text
from houseway.cli.screen import bold, dim, number_table, plain, screen
from houseway.cli.status import FAILED
from houseway.fairness import FairnessError, Stream, commit, fresh_seed
from houseway.rulebook import Malformed

if TYPE_CHECKING:
    from houseway.fairness.battery import Report

SMALLEST_P = 1e-99
"""Below this a p-value is shown as a bound: its digits carry no information."""
CHUNK = 1 << 16


@contextmanager
def refuse_unusable() -> Iterator[None]:
    """Turns an input that the fairness room cannot use into a refusal."""
    try:
        yield
    except FairnessError as error:
        raise Malformed(str(error)) from None


def read_seed(text: str | None) -> bytes:
    """A seed from its 64 hex digits; a fresh one where there is no text."""
    if text is None:
        return fresh_seed()
    # Python would let blanks pass between the digits.
    if len(text) != 64 or any(digit not in "0123456789abcdefABCDEF" for digit in text):
        raise Malformed("A seed is 64 hex digits.")
    return bytes.fromhex(text)


def run_tests(
    decks: Annotated[int, typer.Option(min=1000, help="How many decks to test.")] = 100_000,
    source: Annotated[
        str,
        typer.Option(
            help="houseway, or a shuffle known to be bad: comparator, lcg, modulo, naive, none, "
            "overhand, riffle."
        ),
    ] = "houseway",
    as_json: JsonOption = False,
) -> None:
    with refuse_unusable():
        report = _run_battery(source, decks)
    if as_json:
        print_json(_as_data(source, report))
    else:
        _show_report(source, report)
    raise typer.Exit(0 if report.passed else FAILED)


def _run_battery(source: str, decks: int) -> "Report":
    from rich import progress as bars  # noqa: PLC0415  # only the battery takes time

    with extra("lab", "The battery needs"):  # numpy, which only the battery uses
        from houseway.fairness.battery import run_battery  # noqa: PLC0415
    from houseway.fairness.sources import decks_from  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (bars.BarColumn(), bars.MofNCompleteColumn(), bars.TimeRemainingColumn())
    with bars.Progress(
        "decks", *columns, console=console, disable=not console.is_terminal, transient=True
    ) as progress:
        bar = progress.add_task("decks", total=decks)
        return run_battery(decks_from(source), decks, lambda count: progress.advance(bar, count))


def _as_data(source: str, report: "Report") -> dict[str, Any]:
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


def _show_report(source: str, report: "Report") -> None:
    console = screen()
    console.print(bold(f"{report.decks:,} decks from {plain(source)}"))
    table = number_table("Test", "Found", "Fair", "p", "p of all")
    for outcome, adjusted in zip(report.outcomes, report.adjusted, strict=True):
        style = "bold red" if outcome.name in report.failed else ""
        statistic = f"{outcome.statistic:,.1f}"
        p_values = (_show_p(outcome.p), _show_p(adjusted))
        table.add_row(outcome.words, statistic, outcome.expected, *p_values, style=style)
    console.print(table)
    if report.passed:
        console.print(Text("Passed: nothing here that chance would not do.", style="bold green"))
        return
    failed = ", ".join(
        outcome.words.lower() for outcome in report.outcomes if outcome.name in report.failed
    )
    console.print(Text(f"Failed by: {failed}.", style="bold red"))
    console.print(f"A fair source fails in one of {round(1 / report.family_wise):,} runs.")


def _show_p(p: float) -> str:
    if p < SMALLEST_P:
        return "<1e-99"
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.0e}"


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


def verify(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="Proofs of rounds.")],
) -> None:
    from houseway.fairness.verify_round import main  # noqa: PLC0415
    from houseway.ledger.recipes import deal_recipes  # noqa: PLC0415

    raise typer.Exit(main([source], deal_recipes()))


def verifier(output: OutputOption = None) -> None:
    from houseway.fairness.verifier import verifier_source  # noqa: PLC0415
    from houseway.ledger.recipes import deal_recipes  # noqa: PLC0415

    source = verifier_source(deal_recipes())
    if output is None:
        print_text(source, end="")
        return
    write_file(output, source.encode("utf-8"))
    screen().print(f"The verifier is in {plain(output)}: python {plain(output)} PROOF.json")


def shuffle(
    table: Annotated[str, typer.Option(help="The name of the table.")],
    number: Annotated[int, typer.Option(help="The number of the shuffle, from 1.")],
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    with refuse_unusable():
        sealed = commit(table, number, read_seed(seed))
    if as_json:
        print_json(
            {
                "table": table,
                "shuffle": number,
                "seed": sealed.seed.hex(),
                "order": [str(card) for card in sealed.order],
                "commitment": sealed.commitment.root,
            }
        )
        return
    console = screen()
    console.print(bold(f"Table {plain(table)}, shuffle {number}"))
    for start in range(0, len(sealed.order), 13):
        console.print(f"  {show_cards(sealed.order[start : start + 13])}")
    console.print(Text("commitment ") + bold(sealed.commitment.root), soft_wrap=True)
    console.print(dim(f"seed       {sealed.seed.hex()}"), soft_wrap=True)
