"""Every command of `houseway`: its name, and the sentence that help shows.

A command is imported when it runs, so that help answers at once. It is a function that
typer reads, in a module below this package.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from houseway.cli.bets import WagerCommand

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
TAKE_WAGERS = {"advise", "exposure", "sheet", "strategy"}
"""The commands at which `--WAGER ANTES` is an option."""
FUNCTIONS = {"import": "import_log", "list": "list_people", "test": "run_tests"}
"""The functions that have another name than their command, because Python uses that name."""

LAB = {
    "analyze": "Calculate the exact mathematics of every wager, over all deals and with the best "
    "play.",
    "advise": "List the exact value of every choice for the cards a player sees, best first.",
    "strategy": "Show strategies that a player can remember, their exact cost, and charts.",
    "exposure": "Calculate what it is worth to see a dealer's card, a dead card, or other hands.",
    "simulate": "Simulate rounds of all seats and wagers, beside the exact figures; a seed repeats "
    "them.",
    "sheet": "Write the math report of a game as PDF, HTML or JSON: every wager, its odds and "
    "edge.",
}
ROUND = {
    "settle": "Settle described rounds: the outcome of every wager, its money, and its clauses.",
    "deal": "Deal described decks: which card goes where, with burns and face-up cards.",
}
RULEBOOK = {
    "rules": "Show clauses: what each says, the code that implements it, the tests that prove it.",
    "games": "List the installed games.",
}
TABLE = {
    "options": "List what a licensee may choose at a game, with defaults and clauses.",
    "layout": "Draw the layout of a table, as SVG or PDF, with every area its text demands.",
    "sign": "Print the notices and odds that a table with these options must post.",
    "selftest": "Run random tables with faults and wrong commands, and check every card and cent.",
    "play": "Play in the terminal, at a table with an automated dealer.",
}
ROUNDS = {
    "search": "Find rounds; seat, player, wager, outcome, clause and amounts are of one wager.",
    "replay": "Step through a round, event by event, with clauses; Enter continues, q leaves.",
    "evidence": "Write the evidence sheet of a round: FILE.html, FILE.pdf or FILE.json.",
    "verify": "Check the chain: find any changed, missing, inserted or reordered event.",
    "export": "Write the record of a table as JSON lines.",
    "import": "Import an exported table into a record, after its chain and events are checked.",
    "proof": "Write the proof of a round's cards; check it with `houseway fairness verify`.",
    "checkpoint": "Sign the present end of a table's record, to be kept elsewhere.",
    "key": "Create a key for signing checkpoints, and print its public half.",
}
HOUSE = {
    "accounts": "Show what a table or the house won, its theoretical win, and whether the counts "
    "agree.",
    "backup": "Write the whole store into one file while the house runs, and check the file.",
    "restore": "Restore a backup into an empty store of either kind, after every chain is checked.",
    "verify": "Check every record and the books beside them: people, chips at the cage, coupons.",
}
PEOPLE = {
    "add": "Add a person; the password is prompted for, or read from HOUSEWAY_PASSWORD.",
    "list": "List the people known, except guests.",
}
FAIRNESS = {
    "test": "Run a battery of tests on shuffled decks; exit status 1 if they are not fair.",
    "bits": "Write raw bytes of the stream, for test batteries written by others.",
    "verify": "Check proofs of rounds: commitment, cards, cuts and the order of the deal.",
    "verifier": "Write the verifier as one file that needs nothing but Python.",
    "shuffle": "Shuffle one deck and show its order, its seed and its commitment, for study.",
}


class LazyCommand(TyperCommand):
    """The name and the summary of a command; the command itself is imported on use."""

    def __init__(self, name: str, module: str, summary: str) -> None:
        super().__init__(name, help=summary)
        self.module = f"{__package__}.{module}"

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """Hands over to the real command, which parses its arguments and then runs."""
        return self.load().make_context(*arguments, **more)

    def load(self) -> TyperCommand:
        name = str(self.name)
        run = getattr(import_module(self.module), FUNCTIONS.get(name, name))
        declared = typer.Typer(add_completion=False)
        cls = WagerCommand if name in TAKE_WAGERS else TyperCommand
        declared.command(name, cls=cls, help=self.help)(run)
        command = get_command(declared)
        assert isinstance(command, TyperCommand)
        return command


def list_commands(module: str, summaries: Mapping[str, str]) -> list[LazyCommand]:
    """Commands of a module; `{}` in its name stands for the command, which has its own module."""
    return [LazyCommand(name, module.format(name), words) for name, words in summaries.items()]


def group(name: str, summary: str, *members: TyperCommand | TyperGroup) -> TyperGroup:
    """Commands under a common name."""
    return TyperGroup(
        name=name,
        help=summary,
        commands={member.name or "": member for member in members},
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
    )


app = group(
    "houseway",
    "The regulation of casino table games as running, provable software.",
    *list_commands("lab.{}", LAB),
    *list_commands("table.{}", ROUND),
    *list_commands("{}", RULEBOOK),
    *list_commands("table.{}", TABLE),
    LazyCommand("serve", "serve", "Run the house, for browsers and programs, until Ctrl-C."),
    group(
        "rounds",
        "The record: find, replay, prove and verify rounds.",
        *list_commands("rounds", ROUNDS),
    ),
    group(
        "house",
        "Look after a house: accounts, people, backups.",
        *list_commands("house", HOUSE),
        group("people", "The people known to the house.", *list_commands("people", PEOPLE)),
    ),
    group(
        "fairness",
        "Test the shuffle, write its bytes, look at one deck.",
        *list_commands("fairness", FAIRNESS),
    ),
    LazyCommand("version", "version", "Print the version."),
)
