"""What a table is made of: its game, its options, its equipment, and what runs by itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.games import GAMES
from houseway.games.contract import Game
from houseway.games.dealing import Method
from houseway.games.handling import COVER_COLOURS
from houseway.games.options import Option, choice, flag, printed_text, read_options, whole
from houseway.games.reading import either
from houseway.rulebook import Refusal, Refused, cites, see


@dataclass(frozen=True)
class Equipment:
    """The physical table: decks, how they are shuffled, how they are dealt, what lies beside."""

    method: str = Method.MANUAL_SHOE.value
    shuffle: str = "manual"
    decks: int = 1
    shuffler_counts: bool = False
    """Whether the shuffler counts the deck and says whether 52 cards are there."""
    cover_all_mode: bool = False
    """Whether the shuffler is set to its Cover All mode."""
    preshuffled: bool = False
    """Whether decks arrive shuffled, by the route that skips the spread and the wash."""
    back: str = "red"
    second_back: str = "blue"
    """The back of the second deck, where there are two."""
    cover_cards: int = 1
    cover_card: str = "yellow"
    cutting_card: str = "none"
    """Its colour; a cutting card is on the list of one text only, and never used (H28)."""
    shoe_side: str = "left"
    """The approved place of the shoe, to the dealer's left or right."""
    drop_box: str = "right"
    tip_box: str = "left"
    approval: str = ""
    """The reference of the approval of this table, where the regulator gave one."""

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

    def dealt_by(self, method: str, shuffle: str) -> "Equipment":
        """Another way of dealing and shuffling; without a device only one deck stays (P35)."""
        decks = self.decks if shuffle == "automated" else 1
        return replace(self, method=method, shuffle=shuffle, decks=decks)

    @property
    def backs(self) -> tuple[str, ...]:
        """The back of each deck at the table."""
        return (self.back, self.second_back)[: self.decks]


BACKS = ("red", "blue", "green", "black", "purple")
SIDES = ("left", "right", "none")

EQUIPMENT_OPTIONS = (
    Option("method", help="How cards leave the deck.", **choice(*(m.value for m in Method))),
    Option("shuffle", help="Who shuffles.", **choice("manual", "automated")),
    Option("decks", help="Decks at the table.", **whole(1, 1, 2)),
    Option("shuffler_counts", help="The shuffler counts the deck.", **flag(default=False)),
    Option("cover_all_mode", help="The shuffler's Cover All mode.", **flag(default=False)),
    Option("preshuffled", help="Decks arrive shuffled.", **flag(default=False)),
    Option("back", help="The colour of the deck's backs.", **choice(*BACKS)),
    Option("second_back", help="The backs of the second deck.", **choice("blue", *BACKS)),
    Option("cover_cards", help="Cover cards at the table.", **whole(1, 0, 2)),
    Option("cover_card", help="The colour of a cover card.", **choice(*COVER_COLOURS, *BACKS[:2])),
    Option(
        "cutting_card",
        help="The colour of the cutting card.",
        entries=("H28",),
        **choice("none", *COVER_COLOURS, *BACKS[:2]),
    ),
    Option("shoe_side", help="Where the shoe stands, from the dealer.", **choice(*SIDES)),
    Option("drop_box", help="The drop box, from the dealer.", **choice("right", "left", "none")),
    Option("tip_box", help="The tip box, from the dealer.", **choice(*SIDES)),
    Option("approval", help="The approval of the table.", **printed_text()),
)


@dataclass(frozen=True)
class Setup:
    """One table: everything that is fixed before it opens."""

    game: Game[Any, Any]
    options: Any
    equipment: Equipment
    automation: frozenset[str] = frozenset()
    """The acts that happen by themselves; with none, each is a person's."""

    @property
    def covers_dealer(self) -> bool:
        """Whether the dealer's cards lie under a cover card."""
        return self.equipment.dealing in self.game.handling.covered

    @property
    def counts_spared(self) -> bool:
        """Whether a counting shuffler spares this table the count of the stub (P21, U36, H27)."""
        by_method = self.game.handling.by(self.equipment.dealing)
        counts = self.equipment.by_device and self.equipment.shuffler_counts
        return counts and bool(by_method.counting_shuffler_exempts)


def read_setup(
    game_id: str, config: Mapping[str, Any], automation: frozenset[str] = frozenset()
) -> Setup:
    """A table from a configuration that mixes the game's options and the equipment's."""
    game = GAMES[game_id]
    names = {option.name for option in EQUIPMENT_OPTIONS}
    given = {k: v for k, v in config.items() if k in names}
    equipment = read_options(Equipment, EQUIPMENT_OPTIONS, {**_demanded(game), **given})
    options = game.read_options({k: v for k, v in config.items() if k not in names})
    setup = Setup(game, options, equipment, automation)
    refusals = tuple(check_setup(setup))
    if refusals:
        raise Refused(refusals)
    return setup


def _demanded(game: Game[Any, Any]) -> dict[str, Any]:
    """What lies beside the deck unless the licensee says otherwise: what the text demands."""
    extra = game.handling.extra_cards
    return {"cover_cards": extra.cover, "cutting_card": "white" if extra.cutting else "none"}


def check_setup(setup: Setup) -> Iterator[Refusal]:
    """Every refusal of a combination of game, options and equipment."""
    yield from _check_devices(setup)
    yield from _check_backs_and_extra_cards(setup)
    yield from _check_places(setup)
    equipment, interval = setup.equipment, setup.options.stub_count_interval
    if equipment.decks == 2 and interval % 2 == 0 and not setup.counts_spared:
        because = "with two decks in turn it would count the same one every time"
        count = setup.game.handling.by(equipment.dealing).count
        yield Refusal(count, f"A count every {interval} rounds", because)


@cites("hilo.shoes.c", "uth.13.d")
def _check_devices(setup: Setup) -> Iterator[Refusal]:
    """A shuffler goes with either shoe or the hand; a second deck and the hand need one."""
    equipment, handling = setup.equipment, setup.game.handling
    if equipment.decks == 2 and not equipment.by_device:
        because = "a second deck needs an automated shuffler"
        yield Refusal(handling.second_deck, "Two decks", because)
    if equipment.dealing is Method.HAND and not equipment.by_device:
        because = "cards dealt from the hand are shuffled by a device"
        yield Refusal(handling.hand_needs_shuffler, "Dealing from the hand", because)
    if getattr(setup.options, "cover_all", False) and not _in_cover_all_mode(equipment):
        because = "the shuffler must be set to its Cover All mode"
        yield Refusal(see("uth.13.d"), "Offering Cover All", because)


def _check_backs_and_extra_cards(setup: Setup) -> Iterator[Refusal]:
    """Decks told apart by their backs, and cards without a face told apart from the decks."""
    equipment, handling = setup.equipment, setup.game.handling
    extra = handling.extra_cards
    if len(set(equipment.backs)) < len(equipment.backs):
        tried = f"Two decks with {equipment.back} backs"
        yield Refusal(handling.different_backs, tried, "their backs have different colours")
    if not extra.cover <= equipment.cover_cards <= extra.most:
        tried, needs = f"{equipment.cover_cards} cover cards", f"{extra.cover} to {extra.most}"
        needs = str(extra.cover) if extra.cover == extra.most else needs
        covers = handling.covers if equipment.dealing in handling.covered else ()
        yield Refusal(handling.one_deck + covers, tried, f"the table needs {needs}")
    if equipment.cover_card not in extra.colours:
        tried = f"A {equipment.cover_card} cover card"
        yield Refusal(handling.one_deck, tried, f"it may be {either(extra.colours)}")
    if extra.cutting and equipment.cutting_card == "none":
        yield Refusal(handling.one_deck, "No cutting card", "one is part of the equipment")
    for name in ("cover_card", "cutting_card"):
        colour = getattr(equipment, name)
        if colour in equipment.backs:
            tried = f"A {colour} {name.replace('_', ' ')} with {colour} backs"
            yield Refusal(handling.one_deck, tried, "it must stand out from the backs")


def _check_places(setup: Setup) -> Iterator[Refusal]:
    """A shoe stands where it was approved; drop box and tip box to either side of the dealer."""
    equipment, handling = setup.equipment, setup.game.handling
    if equipment.dealing is not Method.HAND and equipment.shoe_side == "none":
        permitted = handling.by(equipment.dealing).permitted
        yield Refusal(permitted, "A shoe without a place", "its place at the table is approved")
    sides = {equipment.drop_box, equipment.tip_box}
    if handling.boxes and sides != {"left", "right"}:
        tried = f"Drop box {equipment.drop_box}, tip box {equipment.tip_box}"
        yield Refusal(handling.boxes, tried, "one stands to each side of the dealer")


def _in_cover_all_mode(equipment: Equipment) -> bool:
    return equipment.by_device and equipment.cover_all_mode
