"""What a math report calls things: each wager, its outcomes, its clauses, method and strategy."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway import chips
from houseway.chips import Odds, dollars
from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import ANTE_BONUS, TIE, poker_bonus_table
from houseway.games.pikit.options import PikitOptions
from houseway.games.uth.options import UthOptions
from houseway.lab.results import Outcome, ProgressiveCost, Side
from houseway.rulebook import Citation, see

IN_FORCE, PRINTED = "in force", "printed, not in force"
NOT_OFFERED, PART, COMPARED = "not offered here", "part of the main game", "for comparison"

AS_PRINTED = "_as_printed"
"""How a side wager is marked that is shown without the licensee's better rows."""


@dataclass(frozen=True)
class Named:
    """How a wager is headed."""

    title: str
    status: str
    unit: str
    """What its house edge is a part of."""
    space: str
    """What a combination is."""
    clauses: Citation


STRATEGY = {
    "uth": "The play that is best for ante, blind and play together, with nothing known but the "
    "player's own cards and the board: before the flop by starting hand, after the flop and "
    "after the last card by every card in sight. Of equal choices the smaller wager is made. "
    "Side wagers do not change it.",
    "pikit": "Fold, play 3 or play 5, whichever is worth most with the player's own five cards. "
    "Of equal choices the smaller wager is made. The bonuses do not depend on the choice. "
    "Cards at other positions are not used.",
    "hilo": "Fold, or play with the setting that is worth most against all the hands the dealer "
    "can hold, the ante bonus and any tie bet included. Of equal choices the player folds. Cards "
    "at other positions are not used.",
}

METHOD = {
    "uth": "Every one of the 27,813,810,024,000 ways to deal the player's two cards, the flop, "
    "the last two cards and the dealer's two cards is counted once; nothing is sampled. For "
    "each board the dealer's hands below and level with the player's are found by sorting, less "
    "those that share a card with his. Boards without a possible flush are counted by their "
    "ranks alone, the others by what is in that suit and what is not. The best choice is found "
    "backwards, from the last card to the first. Trips is counted over all starting hands and "
    "boards; Cover All over all boards and all ways to deal that many hands, by counting the "
    "sets of holes that share no card. All sums are whole numbers, all quotients exact.",
    "pikit": "Every one of the 3,986,646,103,440 ways to deal five cards to the player and five "
    "to the dealer is counted once; nothing is sampled. Hands that differ only in the names of "
    "suits are taken together. Dealers below and level with a hand, by five cards and by the "
    "best three, come from running totals in the order of hands, with those that share cards "
    "taken off by inclusion and exclusion. All sums are whole numbers, all quotients exact.",
    "hilo": "Every one of the 3,986,646,103,440 ways to deal five cards to the player and five "
    "to the dealer is counted once; nothing is sampled. Only points matter, so hands are taken "
    "together by points; for each and every permitted setting the dealer's hands are counted by "
    "whether his totals are below, level or above. The dealer sets by the rule. All sums are "
    "whole numbers, all quotients exact.",
}

_DEALS = {
    "uth": "deals: starting hand, flop, last two cards, dealer's hand",
    "pikit": "deals: the player's five cards and the dealer's",
    "hilo": "deals: the player's five cards and the dealer's",
}
_FIVE, _THREE = "hands of five cards", "hands of three cards"
_SEVEN = "starting hands with boards of five cards"
_MAIN = {
    "uth": "Ante, blind and play",
    "pikit": "Ante with play 3 or play 5",
    "hilo": "Ante, play and ante bonus",
}
_MAIN_CLAUSES = {
    "uth": see("uth.1.ante", "uth.1.blind", "uth.1.play_wager", "uth.10.g", "uth.11.b", "uth.11.c"),
    "pikit": see("pikit.39.1.ante_wager", "pikit.39.3.b", "pikit.39.10.e", "pikit.39.11.a"),
    "hilo": see("hilo.40.1.ante_bet", "hilo.40.1.play_bet", "hilo.40.10.d", "hilo.40.11.b")
    + see("hilo.40.11.e"),
}


def name_line(game: str, line: str, tie: Fraction) -> Named:
    """The main game, or with it whatever else is bet in every round."""
    title, clauses = _MAIN[game], _MAIN_CLAUSES[game]
    if line == "compulsory" and game == "pikit":
        title = "All that must be bet: ante, play and 5 card bonus"
        clauses += see("pikit.39.1.5_card_bonus_wager", "pikit.39.11.b")
    elif line == "compulsory":
        title += f", with a tie bet of {antes(tie)}"
        clauses += see("hilo.40.1.tie_bet", "hilo.40.11.c")
    return Named(title, IN_FORCE, "the ante", _DEALS[game], clauses)


def name_side(game: str, side: str, options: Any) -> Named:
    return _NAMERS[game](side, options)


def _name_uth(side: str, options: UthOptions) -> Named:
    wager, _, which = side.rpartition("_")
    if side == "blind":
        clauses = see("uth.1.blind", "uth.10.h.2", "uth.11.c")
        title = "The blind alone, with the strategy of this report"
        return Named(title, PART, "the blind", _DEALS["uth"], clauses)
    if side == "progressive":
        assert options.progressive is not None
        space = _FIVE if options.progressive.cards == "hole_and_flop" else _SEVEN
        clauses = see("uth.14.a", "uth.14.b", "uth.14.c")
        return Named("Progressive", IN_FORCE, "the progressive wager", space, clauses)
    if wager == "cover_all":
        offered = options.cover_all and int(which) <= options.seats + 1
        status = IN_FORCE if offered else NOT_OFFERED
        space = f"boards of five cards with {which} hands of two, the dealer's among them"
        title = f"Cover All, {which} hands"
        return Named(title, status, "the Cover All wager", space, see("uth.13.a", "uth.13.k"))
    clauses = see("uth.1.trips_wager", "uth.6.c", "uth.11.d")
    title, in_force = f"Trips, pay table {which}", which == options.trips_table
    if side == "trips":
        title = f"Trips, pay table {options.trips_table} with better rows"
        in_force = True
    elif options.trips_rows:
        in_force = False
    return Named(title, _printed(in_force), "the trips wager", _SEVEN, clauses)


def _name_pikit(side: str, options: PikitOptions) -> Named:
    name = side.removesuffix(AS_PRINTED)
    seen = name.endswith("_seen")
    wager, _, which = name.removesuffix("_seen").rpartition("_")
    fives = wager == "five_card_bonus"
    number = options.five_card_table if fives else options.three_card_table
    in_force = int(which) == number and name == side
    rows = options.five_card_rows if fives else options.three_card_rows
    better = ", with better rows" if in_force and rows else ""
    if fives:
        title = f"5 card bonus, pay table {which}{better}"
        clauses = see("pikit.39.1.5_card_bonus_wager", "pikit.39.11.b")
        return Named(title, _printed(in_force), "the 5 card bonus wager", _FIVE, clauses)
    how = "picked after looking" if seen else "picked unseen"
    title = f"3 card bonus, pay table {which}, {how}{better}"
    clauses = see("pikit.39.1.3_card_bonus_wager", "pikit.39.11.c")
    offered = options.three_card_pick == ("seen" if seen else "blind")
    status = _printed(in_force) if offered else NOT_OFFERED
    return Named(title, status, "the 3 card bonus wager", _FIVE if seen else _THREE, clauses)


def _name_hilo(side: str, options: HiloOptions) -> Named:
    deals = _DEALS["hilo"]
    if side == "ante_bonus":
        clauses = see("hilo.40.1.ante_bonus", "hilo.40.10.f", "hilo.40.11.e")
        return Named("The ante bonus alone (no stake)", PART, "the ante", deals, clauses)
    clauses = see("hilo.40.1.tie_bet", "hilo.40.10.a.1", "hilo.40.11.c")
    if side == "tie":
        title = "Tie bet, with the strategy of this report"
        return Named(title, IN_FORCE, "the tie bet", deals, clauses)
    if side == "tie_set_as_dealer":
        title = "Tie bet, of a player who never folds and sets as the dealer"
        return Named(title, COMPARED, "the tie bet", deals, clauses)
    number = int(side.rpartition("_")[2])
    in_force = number == options.poker_bonus_table
    clauses = see("hilo.40.1.poker_bonus_bet", "hilo.40.11.d")
    title = f"Poker bonus, pay table {number}"
    return Named(title, _printed(in_force), "the poker bonus bet", _FIVE, clauses)


_NAMERS: dict[str, Callable[[str, Any], Named]] = {
    "uth": _name_uth,
    "pikit": _name_pikit,
    "hilo": _name_hilo,
}


def _printed(in_force: bool) -> str:  # noqa: FBT001  # the one thing it tells
    return IN_FORCE if in_force else PRINTED


def shown_sides(sides: Mapping[str, Side], as_printed: Mapping[str, Side]) -> dict[str, Side]:
    """The side wagers a report shows: none twice, and the printed table beside a bettered one."""
    found: dict[str, Side] = {}
    for name, side in sides.items():
        if name == "trips" and side in found.values():
            continue
        found[name] = side
        if as_printed.get(name, side) != side:
            found[name + AS_PRINTED] = as_printed[name]
    return found


_WORDS = {
    "nothing": "All else",
    "push": "Push: a tie, or a win below a straight",
    "lose": "Lost to the dealer",
    "fold": "Folded",
}


def row_words(game: str, side: str, key: str) -> str:
    """An outcome as the pay table prints it."""
    if game == "hilo" and key not in _WORDS:
        tables = [TIE, ANTE_BONUS]
        tables += [poker_bonus_table(int(side[-1]))] if side.startswith("poker_bonus") else []
        printed = {row.key: row.words for table in tables for row in table.rows}
        return printed[key]
    return _WORDS.get(key) or chips.row_words(key)


def pays_words(options: Any, side: str, outcome: Outcome) -> str:
    """What an outcome pays, as the felt says it."""
    if side == "progressive" and outcome.key != "nothing":
        prize = options.progressive.table[outcome.key]
        paid = dollars(prize.amount(options.progressive.meter_cents, options.payout_unit_cents))
        return f"{prize.meter_percent}% of the meter: {paid}" if prize.meter_percent else paid
    if outcome.net > 0:
        return str(Odds(outcome.net.numerator, outcome.net.denominator))
    return "loses" if outcome.net else "pays nothing"


def net_words(net: Fraction) -> str:
    """A net result of the main game."""
    if not net:
        return "Nobody wins"
    return f"{'Player wins' if net > 0 else 'Player loses'} {antes(abs(net))}"


def antes(value: Fraction) -> str:
    return f"{amount(value)} {'ante' if value == 1 else 'antes'}"


def signed(net: Fraction) -> str:
    return minus(f"{'+' if net > 0 else '-' if net < 0 else ''}{amount(abs(net))}")


def amount(value: Fraction) -> str:
    """A number of antes: 3, 3.5, or 1/3 where decimals do not end soon."""
    if value * 100 == int(value * 100):
        return f"{float(value):,.2f}".rstrip("0").rstrip(".")
    return str(value)


def progressive_lines(cost: ProgressiveCost) -> Iterator[tuple[str, str]]:
    """The cost of a progressive and its break-even meter, for people."""
    price = dollars(cost.price_cents)
    for label, meter, ev in (
        ("With the meter as it stands", cost.meter_cents, cost.ev),
        ("With the meter at its start", cost.reset_cents, cost.ev_at_reset),
    ):
        yield label, f"{percent(-ev)} of the {price} wager, at {dollars(meter)}"
    gain = 100_000 * cost.ev_per_cent
    yield "Each $1,000 more on the meter", f"lowers that by {percent(gain)}"
    if cost.break_even_cents is None:
        yield "Break-even meter", "none: no prize is a share of the meter"
    else:
        yield "Break-even meter", dollars(cost.break_even_cents)


def percent(value: Fraction) -> str:
    return minus(f"{100 * float(value):.4f}%")


def minus(text: str) -> str:
    """With the sign that is meant, which is as wide as a plus."""
    return text.replace("-", "−")
