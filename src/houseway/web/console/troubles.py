"""What may go wrong at a table, and what its dealer does then, step by step.

Each trouble has the clauses of its own game. Some are reported; others the table meets by
itself at the step that brings them to light, and then the prompts lead on.
"""

from dataclasses import dataclass
from typing import Any

from houseway.games import all_clauses
from houseway.games.handling import Handling
from houseway.rulebook import Citation
from houseway.table import Setup, commands

LEAVE = "Stop, and leave every card and every chip where it lies."
CALL = "Call a floorperson: a second person confirms the report on a screen of their own."
REPORT = "Report it below."
FOLLOW = "Do the steps that the console then names, one by one, in their order."
NOTHING = "There is nothing to report: the table finds it at the step that shows it."


@dataclass(frozen=True)
class Trouble:
    """One thing that may go wrong."""

    id: str
    words: str
    clauses: Citation
    steps: tuple[str, ...]
    kind: type | None = None
    """The command that reports it; None where the table meets it by itself."""
    data: dict[str, Any] | None = None
    device: str | None = None
    """The device that it happens with; a table without it does not know this trouble."""


def list_troubles(setup: Setup) -> list[Trouble]:
    """Every trouble that the text of this table's game knows; those that need a report first."""
    handling, devices = setup.game.handling, {None, *setup.equipment.devices}
    met = [trouble for trouble in _list_met(handling) if trouble.device in devices]
    return [*_list_reported(handling), *met]


def _list_reported(handling: Handling) -> list[Trouble]:
    return [
        Trouble(
            "exposed",
            "A card of the dealer was seen",
            handling.dealer_exposed,
            (LEAVE, CALL, REPORT, FOLLOW),
            commands.ExposeDealerCard,
            {"type": "expose_dealer_card"},
        ),
        Trouble(
            "drawn",
            "A card was drawn in error, unseen",
            handling.drawn_in_error,
            (
                "Keep the card face down where it is.",
                "Report it below: it is the next card that is due.",
                "Deal it at the next step, and go on.",
            ),
            commands.DrawInError,
            {"type": "draw_in_error"},
        ),
        Trouble(
            "drawn-seen",
            "A card was drawn in error and seen",
            handling.face_up,
            (LEAVE, "Put the card aside, face up, for all to see.", CALL, REPORT, FOLLOW),
            commands.DrawInError,
            {"type": "draw_in_error", "exposed": True},
        ),
        Trouble(
            "reject",
            "The decks are not right: send them back",
            handling.receive,
            ("Show the decks to a floorperson.", CALL, REPORT, FOLLOW),
            commands.Do,
            {"type": "do", "act": "reject"},
        ),
    ]


def _list_met(handling: Handling) -> list[Trouble]:
    return [
        Trouble(
            "face-up",
            "A card lies face up in the deck",
            handling.face_up,
            ("Deal on with the next step.", NOTHING, FOLLOW),
        ),
        Trouble(
            "number",
            "Somebody has the wrong number of cards",
            handling.wrong_number,
            (LEAVE, "Go on to the step that turns the cards up.", NOTHING, FOLLOW),
        ),
        Trouble(
            "count",
            "The count of the stub is wrong",
            handling.count_wrong,
            ("Count the stub at its step, and look for a misdeal.", NOTHING, FOLLOW),
        ),
        Trouble(
            "shuffler",
            "The shuffler jams",
            handling.shuffler_fault,
            ("Take the cards out of the device.", NOTHING, "Shuffle anew at the next step."),
            device="shuffler",
        ),
        Trouble(
            "shoe",
            "The automated shoe jams",
            handling.shoe_fault,
            (LEAVE, NOTHING, FOLLOW),
            device="automated_shoe",
        ),
    ]


def quote_clauses(cited: Citation) -> list[tuple[str, str]]:
    """Each clause with its summary."""
    return [(clause, all_clauses()[clause].summary) for clause in cited]
