"""The setup of a table: its game, options, equipment, and automated acts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games import get_game
from houseway.games.contract import Game
from houseway.games.dealing import Method
from houseway.games.equipment import EQUIPMENT_OPTIONS, Equipment
from houseway.games.fields import either
from houseway.games.options import as_config, read_options
from houseway.rulebook import Refusal, Refused

ALL_ACTS = frozenset(
    {"inspect", "verify", "spread", "wash", "stack", "secure", "insert", "start", "load"}
    | {"place_cover", "rack_cover", "deal", "deal_stack", "burn", "deal_community"}
    | {"rack_stub", "count_stub", "reveal", "announce", "pay", "collect", "return"}
    | {"correct", "rack", "tuck", "leave_exposed", "look"}
)
"""Every act of the dealer that can be automated."""


@dataclass(frozen=True)
class Setup:
    """Everything about a table that is fixed before it opens."""

    game: Game[Any, Any]
    options: Any
    equipment: Equipment
    automation: frozenset[str] = frozenset()
    """The automated acts; people perform the others."""

    @property
    def config(self) -> dict[str, Any]:
        """The configuration as it was read, every option with its value; it gives this setup."""
        return {**as_config(self.options), **as_config(self.equipment)}

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
    """A table of an installed game, from one configuration of options and equipment."""
    return set_up(get_game(game_id), config, automation)


def set_up(
    game: Game[Any, Any], config: Mapping[str, Any], automation: frozenset[str] = frozenset()
) -> Setup:
    """A table of any game, from a configuration that mixes its options and the equipment's."""
    names = {option.name for option in EQUIPMENT_OPTIONS}
    extra = game.handling.extra_cards  # those that the rules demand are there by default
    defaults = {"cover_cards": extra.cover, "cutting_card": "white" if extra.cutting else "none"}
    chosen = {name: value for name, value in config.items() if name in names}
    equipment = read_options(Equipment, EQUIPMENT_OPTIONS, {**defaults, **chosen})
    options = game.read_options({name: v for name, v in config.items() if name not in names})
    setup = Setup(game, options, equipment, automation)
    refusals = tuple(check_setup(setup))
    if refusals:
        raise Refused(refusals)
    return setup


def check_setup(setup: Setup) -> Iterator[Refusal]:
    """Every refusal of a combination of game, options and equipment."""
    yield from _check_devices(setup)
    yield from _check_backs_and_extra_cards(setup)
    yield from _check_places(setup)
    yield from setup.game.check_equipment(setup.options, setup.equipment)
    equipment, interval = setup.equipment, setup.options.stub_count_interval
    if equipment.decks == 2 and interval % 2 == 0 and not setup.counts_spared:
        because = "with two decks in turn it would count the same one every time"
        count = setup.game.handling.by(equipment.dealing).count
        yield Refusal(count, f"A count every {interval} rounds", because)


def _check_devices(setup: Setup) -> Iterator[Refusal]:
    """A shuffler goes with either shoe or the hand; a second deck and the hand need one."""
    equipment, handling = setup.equipment, setup.game.handling
    if equipment.decks == 2 and not equipment.by_device:
        because = "a second deck needs an automated shuffler"
        yield Refusal(handling.second_deck + handling.shufflers, "Two decks", because)
    if equipment.dealing is Method.HAND and not equipment.by_device:
        because = "cards dealt from the hand are shuffled by a device"
        clauses = handling.hand_needs_shuffler + handling.shufflers
        yield Refusal(clauses, "Dealing from the hand", because)


def _check_backs_and_extra_cards(setup: Setup) -> Iterator[Refusal]:
    """Two decks have different backs, and extra cards a colour that no back has."""
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
