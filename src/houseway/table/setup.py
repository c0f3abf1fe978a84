"""What a table is made of: its game, its options, its equipment, and what runs by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.games.dealing import Method
from houseway.games.options import Option, choice, flag, read_options, whole
from houseway.rulebook import Citation, Refusal, Refused, see


@dataclass(frozen=True)
class Equipment:
    """The physical table: decks, how they are shuffled, how they are dealt."""

    method: str = Method.MANUAL_SHOE.value
    shuffle: str = "manual"
    decks: int = 1
    shuffler_counts: bool = False
    """Whether the shuffler counts the deck and says whether 52 cards are there."""
    cover_all_mode: bool = False
    """Whether the shuffler is set to its Cover All mode."""
    preshuffled: bool = False
    """Whether decks arrive shuffled, by the route that skips the spread and the wash."""

    @property
    def devices(self) -> frozenset[str]:
        """The devices that this way of shuffling and dealing needs on the table."""
        shuffler = {"shuffler"} if self.by_device else set()
        shoe = {"automated_shoe"} if self.dealing is Method.AUTOMATED_SHOE else set()
        return frozenset(shuffler | shoe)

    @property
    def dealing(self) -> Method:
        return Method(self.method)

    @property
    def by_device(self) -> bool:
        return self.shuffle == "automated"


EQUIPMENT_OPTIONS = (
    Option("method", help="How cards leave the deck.", **choice(*(m.value for m in Method))),
    Option("shuffle", help="Who shuffles.", **choice("manual", "automated")),
    Option("decks", help="Decks at the table.", **whole(1, 1, 2)),
    Option("shuffler_counts", help="The shuffler counts the deck.", **flag(default=False)),
    Option("cover_all_mode", help="The shuffler's Cover All mode.", **flag(default=False)),
    Option("preshuffled", help="Decks arrive shuffled.", **flag(default=False)),
)
BACKS = ("red", "blue")


@dataclass(frozen=True)
class Setup:
    """One table: everything that is fixed before it opens."""

    game: Game[Any, Any]
    options: Any
    equipment: Equipment
    automation: frozenset[str] = frozenset()
    """The acts that happen by themselves; with none, each is a person's."""

    @property
    def counts_spared(self) -> bool:
        """Whether a counting shuffler spares this table the count of the stub (P21, U36, H27)."""
        by_method = self.game.handling.by(self.equipment.dealing)
        return self.equipment.shuffler_counts and bool(by_method.counting_shuffler_exempts)


def read_setup(
    game_id: str, config: Mapping[str, Any], automation: frozenset[str] = frozenset()
) -> Setup:
    """A table from a configuration that mixes the game's options and the equipment's."""
    game = GAMES[game_id]
    names = {option.name for option in EQUIPMENT_OPTIONS}
    equipment = read_options(
        Equipment, EQUIPMENT_OPTIONS, {k: v for k, v in config.items() if k in names}
    )
    options = game.read_options({k: v for k, v in config.items() if k not in names})
    setup = Setup(game, options, equipment, automation)
    refusals = check_setup(setup)
    if refusals:
        raise Refused(refusals)
    return setup


def check_setup(setup: Setup) -> list[Refusal]:
    """Every refusal of a combination of game, options and equipment."""
    equipment, handling = setup.equipment, setup.game.handling
    found: list[Refusal] = []

    def refuse(clauses: Citation, tried: str, because: str) -> None:
        found.append(Refusal(clauses, tried, because))

    if equipment.decks == 2 and not equipment.by_device:
        refuse(handling.second_deck, "Two decks", "a second deck needs an automated shuffler")
    if equipment.dealing is Method.HAND and not equipment.by_device:
        because = "cards dealt from the hand are shuffled by a device"
        refuse(handling.hand_needs_shuffler, "Dealing from the hand", because)
    if getattr(setup.options, "cover_all", False) and not _in_cover_all_mode(equipment):
        because = "the shuffler must be set to its Cover All mode"
        refuse(see("uth.13.d"), "Offering Cover All", because)
    interval = setup.options.stub_count_interval
    if equipment.decks == 2 and interval % 2 == 0 and not setup.counts_spared:
        because = "with two decks in turn it would count the same one every time"
        refuse(handling.by(equipment.dealing).count, f"A count every {interval} rounds", because)
    return found


def _in_cover_all_mode(equipment: Equipment) -> bool:
    return equipment.by_device and equipment.cover_all_mode
