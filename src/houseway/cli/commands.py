"""Every command of `houseway`: its name, where it is, and what help says about it."""

from houseway.cli.bets import WagerCommand
from houseway.cli.lazy import command, group

ROUNDS = group(
    "rounds",
    "The record: find, replay, prove and verify rounds.",
    command(
        "search",
        "rounds.search:search",
        "Find rounds; seat, player, wager, outcome, clause and amounts are of one wager.",
    ),
    command(
        "replay",
        "rounds.replay:replay",
        "Step through a round, event by event, with clauses; Enter continues, q leaves.",
    ),
    command(
        "evidence",
        "rounds.evidence:evidence",
        "Write the evidence sheet of a round: FILE.html, FILE.pdf or FILE.json.",
    ),
    command(
        "verify",
        "rounds.verify:verify",
        "Check the chain: find any changed, missing, inserted or reordered event.",
    ),
    command("export", "rounds.transfer:export", "Write the record of a table as JSON lines."),
    command(
        "import",
        "rounds.transfer:import_log",
        "Import an exported table into a record, after its chain and events are checked.",
    ),
    command(
        "proof",
        "rounds.proof:proof",
        "Write the proof of a round's cards; check it with `houseway fairness verify`.",
    ),
    command(
        "checkpoint",
        "rounds.checkpoint:checkpoint",
        "Sign the present end of a table's record, to be kept elsewhere.",
    ),
    command(
        "key",
        "rounds.checkpoint:key",
        "Create a key for signing checkpoints, and print its public half.",
    ),
)

HOUSE = group(
    "house",
    "Look after a house: accounts, people, backups.",
    command(
        "accounts",
        "house.accounts:accounts",
        "Show what a table or the house won, its theoretical win, and whether the counts agree.",
    ),
    command(
        "backup",
        "house.backup:backup",
        "Write the whole store into one file while the house runs, and check the file.",
    ),
    command(
        "restore",
        "house.backup:restore",
        "Restore a backup into an empty store of either kind, after every chain is checked.",
    ),
    command(
        "verify",
        "house.verify:verify",
        "Check every record and the books beside them: people, chips at the cage, coupons.",
    ),
    group(
        "people",
        "The people known to the house.",
        command(
            "add",
            "house.people:add",
            "Add a person; the password is prompted for, or read from HOUSEWAY_PASSWORD.",
        ),
        command("list", "house.people:list_people", "List the people known, except guests."),
    ),
)

FAIRNESS = group(
    "fairness",
    "Test the shuffle, write its bytes, look at one deck.",
    command(
        "test",
        "fairness.battery:run_test",
        "Run a battery of tests on shuffled decks; exit status 1 if they are not fair.",
    ),
    command(
        "bits",
        "fairness.bits:bits",
        "Write raw bytes of the stream, for test batteries written by others.",
    ),
    command(
        "verify",
        "fairness.verify:verify",
        "Check proofs of rounds: commitment, cards, cuts and the order of the deal.",
    ),
    command(
        "verifier",
        "fairness.verify:verifier",
        "Write the verifier as one file that needs nothing but Python.",
    ),
    command(
        "shuffle",
        "fairness.shuffle:shuffle",
        "Shuffle one deck and show its order, its seed and its commitment, for study.",
    ),
)

app = group(
    "houseway",
    "The regulation of casino table games as running, provable software.",
    command(
        "analyze",
        "lab.analyze:analyze",
        "Calculate the exact mathematics of every wager, over all deals and with the best play.",
    ),
    command(
        "advise",
        "lab.advise:advise",
        "List the exact value of every choice for the cards a player sees, best first.",
        WagerCommand,
    ),
    command(
        "strategy",
        "lab.strategy:strategy",
        "Show strategies that a player can remember, their exact cost, and charts.",
        WagerCommand,
    ),
    command(
        "exposure",
        "lab.exposure:exposure",
        "Calculate what it is worth to see a dealer's card, a dead card, or other hands.",
        WagerCommand,
    ),
    command(
        "simulate",
        "lab.simulate:simulate",
        "Simulate rounds of all seats and wagers, beside the exact figures; a seed repeats them.",
    ),
    command(
        "sheet",
        "lab.sheet:sheet",
        "Write the math report of a game as PDF, HTML or JSON: every wager, its odds and edge.",
        WagerCommand,
    ),
    command(
        "settle",
        "table.settle:settle",
        "Settle described rounds: the outcome of every wager, its money, and its clauses.",
    ),
    command(
        "deal",
        "table.deal:deal",
        "Deal described decks: which card goes where, with burns and face-up cards.",
    ),
    command(
        "rules",
        "rules.rules:rules",
        "Show clauses: what each says, the code that implements it, the tests that prove it.",
    ),
    command("games", "rules.games:games", "List the installed games."),
    command(
        "options",
        "table.options:options",
        "List what a licensee may choose at a game, with defaults and clauses.",
    ),
    command(
        "layout",
        "table.layout:layout",
        "Draw the layout of a table, as SVG or PDF, with every area its text demands.",
    ),
    command(
        "sign",
        "table.sign:sign",
        "Print the notices and odds that a table with these options must post.",
    ),
    command(
        "selftest",
        "table.selftest:selftest",
        "Run random tables with faults and wrong commands, and check every card and cent.",
    ),
    command(
        "play", "table.play:play", "Play in the terminal, at a table with an automated dealer."
    ),
    command(
        "serve", "house.serve:serve", "Run the house, for browsers and programs, until Ctrl-C."
    ),
    ROUNDS,
    HOUSE,
    FAIRNESS,
    command("version", "version:version", "Print the version."),
)
