"""What a player may decide at Ultimate Texas Hold 'Em, street by street.

Before the flop: check, 3x or 4x. After the flop: check or 2x. After the last
two cards: 1x or fold. One play wager, at one of the three moments.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.games.fields import Fields, either, read_text, read_whole, show
from houseway.games.rounds import Hand, Round
from houseway.rulebook import Citation, Malformed, Refusal, cite, cites, cites_part, join, see


@dataclass(frozen=True)
class Street:
    """One moment of decision: what may be chosen, and the clauses that say so."""

    name: str
    when: str
    choices: tuple[str, ...]
    clauses: Citation
    wager: Citation
    """Where the play wager of this street goes."""


STREETS = (
    Street(
        "preflop", "before the flop", ("check", "3x", "4x"), see("uth.10.a"), cite("uth.10.a.1")
    ),
    Street("flop", "after the flop", ("check", "2x"), see("uth.10.c"), cite("uth.10.c.1")),
    Street("river", "after the last card", ("1x", "fold"), see("uth.10.e"), cite("uth.10.e.1")),
)
BY_NAME = {street.name: street for street in STREETS}
MULTIPLES = {"4x": 4, "3x": 3, "2x": 2, "1x": 1}


@dataclass(frozen=True, slots=True)
class UthActions:
    """What one player did on each street; None where he was not asked."""

    preflop: str | None = None
    flop: str | None = None
    river: str | None = None
    play_placed: int | None = None
    """In a void round: the multiple already on the play spot, where it is stated."""

    def on(self, street: Street) -> str | None:
        choice: str | None = getattr(self, street.name)
        return choice

    def with_choice(self, street: str, choice: str) -> "UthActions":
        choices = {name: choice if name == street else getattr(self, name) for name in BY_NAME}
        return UthActions(**choices, play_placed=self.play_placed)

    @property
    def folded(self) -> bool:
        return self.river == "fold"

    @property
    def bet_on(self) -> Street | None:
        """The street on which the play wager was made."""
        return next((street for street in STREETS if self.on(street) in MULTIPLES), None)

    @property
    def multiple(self) -> int:
        """How many antes lie on the play spot."""
        if self.play_placed is not None:
            return self.play_placed
        for choice in (self.preflop, self.flop, self.river):
            if choice in MULTIPLES:
                return MULTIPLES[choice]
        return 0


UthHand = Hand[UthActions]
UthRound = Round[UthActions]


def read_actions(fields: Fields, where: str) -> UthActions:
    """The `actions` and `play_placed` of a described hand."""
    actions = Fields(fields.take("actions", {}), f"{where}, actions")
    chosen = {street.name: actions.take(street.name, None) for street in STREETS}
    actions.finish()
    for name, choice in chosen.items():
        if choice is not None:
            read_text(choice, f"{where}: the {name} action")
    placed = fields.take("play_placed", None)
    if placed is not None and read_whole(placed, f"{where}: play_placed") > 4:
        raise Malformed(f"{where}: play_placed is {show(placed)}; it can be 0, 1, 2, 3 or 4.")
    return UthActions(**chosen, play_placed=placed)


def placed_after_the_deal(_options: object, hand: UthHand) -> dict[str, int]:
    """The play wager that a hand's decisions put down."""
    play = hand.wagers["ante"] * hand.actions.multiple
    return {"play": play} if play else {}


@cites("uth.1.play_wager", "uth.1.check", "uth.1.fold", "uth.6.d")
def check_actions(actions: UthActions, where: str, *, complete: bool) -> Iterator[Refusal]:
    """Refusals of a player's decisions, in the order he was asked.

    `complete` is False where the round ended before everyone had acted.
    """
    settled: str | None = None
    for street in STREETS:
        choice = actions.on(street)
        if settled:
            if choice is not None:
                yield _refuse_late_decision(street, choice, settled, where)
        elif choice is None:
            if complete:
                yield _refuse_no_decision(street, where)
            yield from _check_turn(street, actions, where)
            return
        else:
            yield from check_choice(street, choice, where)
        if choice in MULTIPLES:
            settled = f"the play wager was made {street.when}"


@cites_part("uth.10.a", "uth.10.c", "uth.10.e")
def check_choice(street: Street, choice: str, where: str = "The player") -> Iterator[Refusal]:
    """Refusal of a choice that the street does not offer."""
    if choice not in street.choices:
        folding = see("uth.1.fold") if choice == "fold" else ()
        yield Refusal(
            join(street.clauses, folding),
            f"{where}: {choice} {street.when}",
            "the text does not offer it at that moment",
            f"The choice {street.when} is {either(street.choices)}.",
        )


def _refuse_no_decision(street: Street, where: str) -> Refusal:
    return Refusal(
        street.clauses,
        f"{where}: no decision {street.when}",
        "every player must choose before the round can be settled",
        f"Choose {either(street.choices)}.",
    )


def _refuse_late_decision(street: Street, choice: str, settled: str, where: str) -> Refusal:
    return Refusal(
        join(street.clauses, see("uth.1.play_wager")),
        f"{where}: {choice} {street.when}",
        f"{settled}, and only players without one are asked again",
        "A hand has one play wager.",
    )


def _check_turn(missing: Street, actions: UthActions, where: str) -> Iterator[Refusal]:
    for street in STREETS[STREETS.index(missing) + 1 :]:
        if actions.on(street) is not None:
            yield Refusal(
                street.clauses,
                f"{where}: a decision {street.when} but none {missing.when}",
                "decisions are made street by street",
                f"Say what was done {missing.when}.",
            )
