"""What somebody asks of a table, in the words in which one person of the staff tells another."""

from collections.abc import Callable
from typing import Any

from houseway.table import commands
from houseway.table.wire import to_data
from houseway.web.live.cards import money

FAULTS = {
    "face_up": "A card lies face up",
    "stuck": "Two cards stick together",
    "skip_dealer": "The dealer forgets a card of his own",
    "lose_card": "A card is missing from the deck",
    "stray_card": "A card too many is in the deck",
    "jam": "The device in use jams",
    "shoe_jam": "The automated shoe jams",
    "shuffler_jam": "The shuffler jams",
}
"""What a supervisor may let go wrong at a table for training."""
BREACHES = {
    "cards_away_from_the_tray": "The cards were held away from the tray",
    "showed_cards": "A player showed cards to another",
    "touched_anothers_cards": "A player touched another's cards",
    "wrong_drawing_hand": "A card was drawn with the wrong hand",
}


def asked_words(command: commands.Command) -> str:
    """A command that waits for a second person, as what it says happened or is to be done."""
    teller = _TELLERS.get(type(command))
    found = teller(command) if teller else ""
    return found or _anything(command)


def _anything(command: commands.Command) -> str:
    data = to_data(command)
    said = [f"{key} {value}" for key, value in data.items() if key not in {"v", "type", "by"}]
    return ", ".join([data["type"], *said]).replace("_", " ").capitalize()


def _drawn(command: commands.DrawInError) -> str:
    return f"A card was drawn in error{' and seen' if command.exposed else ', unseen'}"


def _inventory(command: commands.MoveInventory) -> str:
    slip = f", slip {command.slip}" if command.slip else ""
    return f"{command.reason.capitalize()} of {money(command.cents)}{slip}"


_TELLERS: dict[type, Callable[[Any], str]] = {
    commands.ExposeDealerCard: lambda _: "A card of the dealer was seen",
    commands.DrawInError: _drawn,
    commands.Do: lambda one: "Send the decks back" if one.act == "reject" else "",
    commands.ReportBreach: lambda one: BREACHES.get(one.breach, ""),
    commands.RemoveDevice: lambda one: f"Take the {_plain(one.device)} off the table",
    commands.ChangeMethod: lambda one: (
        f"Change the dealing to {_plain(one.method)}, the shuffle to {one.shuffle}"
    ),
    commands.MoveInventory: _inventory,
    commands.CountInventory: lambda one: f"The container was counted: {money(one.cents)}",
    commands.EmptyBox: lambda one: f"Take the {_plain(one.box)} box, counted {money(one.cents)}",
    commands.CloseTable: lambda _: "Close the table",
}


def _plain(word: str) -> str:
    return word.replace("_", " ")
