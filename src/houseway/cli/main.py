"""`houseway`: one program, one command a task.

Commands load what they need when they run, so that help answers at once. What a
user may be told ends in exit status 2; nothing ever ends in a traceback.
"""

import io
import json
import os
import sys
from typing import Annotated, Any

import typer

from houseway.cli.arguments import GameArgument, JsonOption, OutputOption, SetOption
from houseway.cli.house_app import app as house_app
from houseway.cli.lab_commands import COMMANDS
from houseway.cli.output import ReaderGone
from houseway.cli.rounds_app import app as rounds_app
from houseway.rulebook.refusal import HousewayError

# What typer raises for a command line it cannot read; its parents differ between versions.
UsageError: Any = typer.BadParameter.__mro__[1]

REFUSED = 2
INTERRUPTED = 130
FAULT = 70
"""The conventional exit status for a fault of the program itself."""

app = typer.Typer(
    name="houseway",
    help="The regulation of casino table games as running, provable software.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in COMMANDS:
    app.command()(_command)


@app.command()
def settle(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Described rounds; - reads standard input.")
    ],
    as_json: JsonOption = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show the dealer's steps in their order as well.")
    ] = False,
) -> None:
    """Settle described rounds: every wager's outcome, its money, and the clauses behind it."""
    from houseway.cli.settle import settle_command  # noqa: PLC0415

    raise typer.Exit(settle_command(source, as_json=as_json, steps=steps))


@app.command()
def deal(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Described deals; - reads standard input.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Deal described decks: which card goes where, by each method, with burns and face-up cards."""
    from houseway.cli.deal import deal_command  # noqa: PLC0415

    raise typer.Exit(deal_command(source, as_json=as_json))


@app.command()
def rules(
    subject: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|CLAUSE]", help="A game, a clause id, or a reading (P10)."),
    ] = None,
    as_json: JsonOption = False,
    only_open: Annotated[
        bool, typer.Option("--open", help="Count and list the clauses not yet implemented.")
    ] = False,
) -> None:
    """Show clauses: what each says, the code that implements it, the tests that prove it."""
    from houseway.cli.rules import rules_command  # noqa: PLC0415

    rules_command(subject, as_json=as_json, only_open=only_open)


@app.command()
def options(game: GameArgument, as_json: JsonOption = False) -> None:
    """List what a licensee may choose at a game, with defaults and clauses."""
    from houseway.cli.options import options_command  # noqa: PLC0415

    options_command(game, as_json=as_json)


@app.command()
def layout(
    game: GameArgument,
    output: OutputOption = None,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    seats: Annotated[int | None, typer.Option(help="Player positions.")] = None,
    licensee: Annotated[str | None, typer.Option(help="The name on the felt.")] = None,
    odds: Annotated[bool, typer.Option(help="Whether the odds are inscribed on the felt.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Draw the layout of a table, as SVG or PDF, with every area its text demands."""
    from houseway.cli.layout import layout_command  # noqa: PLC0415

    chosen = [*settings]
    chosen += [f"seats={seats}"] if seats is not None else []
    # A name is text even where it looks like a number.
    chosen += [f"licensee={json.dumps(licensee)}"] if licensee is not None else []
    layout_command(game, chosen, output, odds=odds, as_json=as_json)


@app.command()
def sign(
    game: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    odds: Annotated[bool, typer.Option(help="Whether the odds are posted on the sign.")] = True,
    hands: Annotated[
        int | None, typer.Option(help="Cover All: show the column for this many hands.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print the notices and odds that a table with these options must post."""
    from houseway.cli.sign import sign_command  # noqa: PLC0415

    sign_command(game, settings, odds=odds, hands=hands, as_json=as_json)


@app.command()
def selftest(
    seed: Annotated[int | None, typer.Option(help="Repeats a run; drawn anew if left out.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of each game.")] = 1000,
    as_json: JsonOption = False,
) -> None:
    """Run random tables with faults and wrong commands, checking every card and cent."""
    from houseway.cli.selftest import selftest_command  # noqa: PLC0415

    selftest_command(seed, rounds, as_json=as_json)


@app.command()
def play(
    game: GameArgument,
    settings: SetOption = [],  # noqa: B006  # typer copies it
    chips: Annotated[int, typer.Option(min=1, help="Dollars to buy in for.")] = 1000,
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Keep a record of every act; see houseway rounds."),
    ] = None,
) -> None:
    """Sit down at a table in the terminal, with an automated dealer."""
    from houseway.cli.play import play_command  # noqa: PLC0415

    play_command(game, settings, chips * 100, db)


@app.command()
def serve(
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="The record; houseway.db unless it is said."),
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port.")] = None,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="Settings in a TOML file.")
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Show it in a browser.")] = False,
) -> None:
    """Run the house, for browsers and programs, until Ctrl-C."""
    from houseway.cli.serve import serve_command  # noqa: PLC0415

    serve_command(config, {"db": db, "host": host, "port": port}, show=show)


app.add_typer(rounds_app, name="rounds")
app.add_typer(house_app, name="house")


fairness = typer.Typer(
    help="Test the shuffle, hand out its bytes, look at one deck.", no_args_is_help=True
)
app.add_typer(fairness, name="fairness")

SeedOption = Annotated[
    str | None, typer.Option(metavar="HEX", help="64 hex digits; drawn anew if left out.")
]


@fairness.command("test")
def fairness_test(
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
    """Run a battery of tests on shuffled decks; exit status 1 if they are not fair."""
    from houseway.cli.fairness import battery_command  # noqa: PLC0415

    raise typer.Exit(battery_command(source, decks, as_json=as_json))


@fairness.command("bits")
def fairness_bits(
    count: Annotated[
        int, typer.Option("--bytes", min=0, metavar="N", help="How many; 0 goes on without end.")
    ] = 1 << 20,
    seed: SeedOption = None,
    output: OutputOption = None,
) -> None:
    """Write raw bytes of the stream, for test batteries made by others."""
    from houseway.cli.fairness import bits_command  # noqa: PLC0415

    bits_command(count, seed, output)


@fairness.command("verify")
def fairness_verify(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="Proofs of rounds.")],
) -> None:
    """Check proofs of rounds: commitment, cards, cuts and the order of the deal."""
    from houseway.fairness.verify_round import main  # noqa: PLC0415

    raise typer.Exit(main([source]))


@fairness.command("verifier")
def fairness_verifier(output: OutputOption = None) -> None:
    """Write the verifier as one file that needs nothing but Python."""
    from houseway.cli.fairness import verifier_command  # noqa: PLC0415

    verifier_command(output)


@fairness.command("shuffle")
def fairness_shuffle(
    table: Annotated[str, typer.Option(help="The name of the table.")],
    number: Annotated[int, typer.Option(help="The number of the shuffle, from 1.")],
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Shuffle one deck and show its order, its seed and its commitment: for study."""
    from houseway.cli.fairness import shuffle_command  # noqa: PLC0415

    shuffle_command(table, number, seed, as_json=as_json)


@app.command()
def version(as_json: JsonOption = False) -> None:
    """Print the version."""
    from houseway import __version__  # noqa: PLC0415

    typer.echo(json.dumps({"version": __version__}) if as_json else f"houseway {__version__}")


def run() -> None:
    """The entry point: refusals to standard error with status 2, faults without a traceback."""
    if not __debug__:
        # Assertions guard cards and money; without them nothing here can be trusted.
        typer.echo("Refused. Houseway does not run with assertions off (python -O).", err=True)
        sys.exit(REFUSED)
    try:
        sys.exit(_run())
    except HousewayError as error:
        typer.echo(f"Refused. {error}", err=True)
        sys.exit(REFUSED)
    except ReaderGone:
        # Python flushes standard output once more at the end; give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        typer.echo(f"Refused. {error.strerror or error}{where}.", err=True)
        sys.exit(REFUSED)
    except Exception as fault:
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        typer.echo(
            f"A fault in Houseway ({type(fault).__name__}: {fault}). Please report it; "
            "HOUSEWAY_DEBUG=1 shows where it happened.",
            err=True,
        )
        sys.exit(FAULT)


def _run() -> int:
    """The command, without click's own handling of closed pipes; its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows few characters gets a substitute, not an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(standalone_mode=False)
    except UsageError as error:
        error.show()
        return REFUSED
    except typer.Abort:
        return INTERRUPTED
    return int(status or 0)
