"""Wagers: what may be bet, with what, how much, and together with what.

Each game lists its wagers as data; the checks here are the same for all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from houseway.chips import dollars
from houseway.games.fields import either, show, with_article
from houseway.rulebook import Citation, Malformed, Refusal, Refused, join


class Moment(StrEnum):
    """When a wager goes down."""

    BEFORE_THE_DEAL = "before the deal"
    AFTER_THE_DEAL = "after the deal"
    NEVER = "never"
    """It has no stake: an award, such as the ante bonus."""


class Tender(StrEnum):
    """What a wager is made with. Cash and the spoken word are not accepted."""

    CHIPS = "chips"
    PLAQUE = "plaque"
    MATCH_PLAY = "match_play"
    CASH = "cash"
    VERBAL = "verbal"


@dataclass(frozen=True)
class Wager:
    """One kind of wager, as the text defines it."""

    id: str
    name: str
    clauses: Citation
    moment: Moment = Moment.BEFORE_THE_DEAL
    required: bool = False
    equals: str | None = None
    """The wager whose amount this one must have."""
    needs: tuple[str, ...] = ()
    """The wagers that must be down for this one to be made."""
    needs_clauses: Citation = ()
    main: bool = False
    """Whether it belongs to the main game, whose figures are given in antes."""
    option: str | None = None
    """The option that must be set for the wager to be offered."""
    price_cents: int | None = None
    """The only amount it may have, where it has a fixed price."""
    fund: str = "inventory"
    """The account that wins and pays it."""
    by_hands: bool = False
    """Whether its odds depend on the number of hands dealt, the dealer's included."""

    def is_offered(self, options: object) -> bool:
        """Whether a table with these options takes the wager."""
        return self.option is None or bool(getattr(options, self.option))


@dataclass(frozen=True)
class WageringRules:
    """How a game takes wagers: its wagers and the clauses behind the common checks."""

    wagers: tuple[Wager, ...]
    posted_limits: Citation
    tender: Citation
    no_more_bets: Citation
    """No wager before the deal is made, raised or withdrawn after "No more bets"."""

    def wager(self, wager_id: str) -> Wager | None:
        return self._by_id.get(wager_id)

    @cached_property
    def main(self) -> frozenset[str]:
        """The wagers of the main game."""
        return frozenset(wager.id for wager in self.wagers if wager.main)

    @cached_property
    def before_the_deal(self) -> tuple[Wager, ...]:
        return tuple(w for w in self.wagers if w.moment is Moment.BEFORE_THE_DEAL)

    @cached_property
    def _by_id(self) -> Mapping[str, Wager]:
        return {wager.id: wager for wager in self.wagers}


@dataclass(frozen=True)
class Posted:
    """The posted minimum and maximum of each wager, and the smallest step between amounts."""

    minimums: Mapping[str, int]
    maximums: Mapping[str, int]
    increment: int = 1

    def check(self, clauses: Citation) -> None:
        """Refuses limits that no wager can meet."""
        for wager, most in self.maximums.items():
            least = self.minimums.get(wager, 1)
            if most < least:
                tried = f"A posted maximum of {dollars(most)} for {wager.replace('_', ' ')}"
                raise Refused([Refusal(clauses, tried, f"its minimum is {dollars(least)}")])


def check_wagers(
    rules: WageringRules, posted: Posted, wagers: Mapping[str, int]
) -> Iterator[Refusal]:
    """Every refusal of a set of wagers placed before the deal at one position."""
    for wager_id in wagers:
        _get_wager(rules, wager_id)
    for wager in rules.before_the_deal:
        amount = wagers.get(wager.id)
        if amount is None:
            if wager.required:
                yield _refuse_missing(rules, wager, wagers)
            continue
        yield from _check_company(rules, wager, wagers)
        yield from _check_posted(rules, posted, wager, amount)


def check_coupons(
    rules: WageringRules,
    wagers: Mapping[str, int],
    coupons: Mapping[str, int],
    tender: Mapping[str, Tender],
    *,
    accepted: bool,
) -> Iterator[Refusal]:
    """Refusals of match play coupons: only where accepted, on the ante, never above the chips."""
    if tender.get("ante") is Tender.MATCH_PLAY and "ante" not in coupons:
        because = "its face is needed to settle it"
        yield Refusal(rules.tender, "A match play coupon without a face", because, "Give coupons.")
    for wager, face in coupons.items():
        tried = f"A match play coupon of {dollars(face)} on the {wager}"
        if not accepted:
            yield Refusal(rules.tender, tried, "this table does not accept match play coupons")
        elif wager != "ante":
            yield Refusal(rules.tender, tried, "a coupon goes with the ante only")
        elif face > wagers.get("ante", 0):
            yield Refusal(
                rules.tender,
                tried,
                "its face is above the chips beside it",
                f"Put at least {dollars(face)} in chips on the ante.",
            )


def check_tender(
    rules: WageringRules, tender: Mapping[str, Tender], *, coupons: bool
) -> Iterator[Refusal]:
    """Refusals of wagers made with anything but chips, plaques or an accepted coupon."""
    for wager_id, kind in tender.items():
        wager = _get_wager(rules, wager_id)
        # A coupon only ever stands beside the ante (P29).
        accepted = ["chips", "plaque"] + (["match_play"] if coupons and wager_id == "ante" else [])
        if kind.value not in accepted:
            yield Refusal(
                rules.tender,
                f"{with_article(wager.name)} made with {kind.value.replace('_', ' ')}",
                f"it is made with {either(accepted)}",
                "Buy chips first and place them on the betting area.",
            )


def _get_wager(rules: WageringRules, wager_id: str) -> Wager:
    """The wager of that name; there are no others, and an award is not bet on."""
    wager = rules.wager(wager_id)
    if wager is None or wager.moment is Moment.NEVER:
        names = [wager.id for wager in rules.wagers if wager.moment is not Moment.NEVER]
        raise Malformed(f"There is no wager {show(wager_id)}; the wagers are {', '.join(names)}.")
    return wager


def check_early(rules: WageringRules, wagers: Iterable[str]) -> Iterator[Refusal]:
    """Refusals of wagers that are made only after the deal and are tried before it."""
    for wager_id in wagers:
        wager = _get_wager(rules, wager_id)
        if wager.moment is Moment.AFTER_THE_DEAL:
            yield Refusal(
                wager.clauses,
                f"{with_article(wager.name)} before the cards are dealt",
                "it is made when the player has his cards",
            )


def check_late(rules: WageringRules, wagers: Iterable[str]) -> Iterator[Refusal]:
    """Refusals of making, raising or withdrawing pre-deal wagers after "No more bets"."""
    for wager_id in wagers:
        wager = _get_wager(rules, wager_id)
        if wager.moment is Moment.BEFORE_THE_DEAL:
            yield Refusal(
                join(rules.no_more_bets, wager.clauses),
                f"Changing the {wager.name} after 'No more bets'",
                "it may not be made, increased or withdrawn once the call is made",
                "It can be placed before the next round.",
            )


def _name_wagers(rules: WageringRules, wagers: Iterable[str]) -> list[str]:
    """Wagers as people call them."""
    return [f"the {_get_wager(rules, wager_id).name}" for wager_id in wagers]


def _refuse_missing(rules: WageringRules, wager: Wager, wagers: Mapping[str, int]) -> Refusal:
    placed = " and ".join(_name_wagers(rules, wagers)) if wagers else "nothing"
    return Refusal(
        join(wager.clauses, wager.needs_clauses),
        f"Playing with {placed} and no {wager.name}",
        f"the {wager.name} is required to take part in the round",
        f"Place the {wager.name}, or take the other wagers back.",
    )


def _check_company(
    rules: WageringRules, wager: Wager, wagers: Mapping[str, int]
) -> Iterator[Refusal]:
    amount = wagers[wager.id]
    other = wagers.get(wager.equals) if wager.equals else None
    if other is not None and other != amount:
        with_other = f"{with_article(str(wager.equals)).lower()} of {dollars(other)}"
        yield Refusal(
            wager.clauses,
            f"{with_article(wager.name)} of {dollars(amount)} with {with_other}",
            f"the {wager.name} must equal the {wager.equals}",
            f"Make both {dollars(other)}.",
        )
    lacking = [name for name in wager.needs if name not in wagers]
    if lacking:
        yield Refusal(
            join(wager.needs_clauses, wager.clauses),
            f"{with_article(wager.name)} without {either(_name_wagers(rules, lacking))}",
            f"it may be made only together with {' and '.join(_name_wagers(rules, wager.needs))}",
            f"Place {' and '.join(_name_wagers(rules, lacking))} too.",
        )


def _check_posted(
    rules: WageringRules, posted: Posted, wager: Wager, amount: int
) -> Iterator[Refusal]:
    least, most = posted.minimums.get(wager.id, 1), posted.maximums.get(wager.id, amount)
    because = []
    if amount < least:
        because.append(f"the posted minimum is {dollars(least)}")
    if amount > most:
        because.append(f"the posted maximum is {dollars(most)}")
    if amount % posted.increment:
        because.append(f"amounts are in whole steps of {dollars(posted.increment)}")
    for reason in because:
        tried = f"{with_article(wager.name)} of {dollars(amount)}"
        yield Refusal(rules.posted_limits, tried, reason)
