"""The panel beside the felt: the cards in large, what this person may do now, how it ended.

Every button carries the command it sends. What may be done comes from the view and the
game's own definition; the page knows no rules.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from houseway.cards import Card, parse_cards
from houseway.games.hilo.decisions import check_setting
from houseway.games.hilo.points import Setting
from houseway.games.uth.paytables import CATEGORIES
from houseway.games.uth.progressive import PRICE_CENTS
from houseway.house.offices import STAFF, Office, Person
from houseway.rulebook import Refusal
from houseway.table import Setup
from houseway.web.live.cards import card_words, discs, html_card, money, signed, with_suits

BUY_INS = (10_000, 50_000, 100_000)
CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
MOST_CHIPS = 5
NO_CALLS: Mapping[str, str] = {}
NONE: Mapping[str, Any] = {"hands": {}}
OUTCOMES = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "void": "void, returned",
    "forfeit": "folded",
    "consumed": "coupon used",
}


@cache
def templates() -> Environment:
    found = Environment(
        loader=PackageLoader("houseway.web", "templates"),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["money"] = money
    found.filters["signed"] = signed
    found.filters["chip_colour"] = lambda cents: discs(cents)[0]
    found.filters["words"] = _words
    found.filters["yes_no"] = lambda value: (
        ("no", "yes")[value] if isinstance(value, bool) else _words(value)
    )
    found.globals["card"] = lambda card, extra="": Markup(html_card(card, extra))  # noqa: S704
    found.filters["lower_first"] = lambda text: text[:1].lower() + text[1:]
    found.filters["upper_first"] = lambda text: text[:1].upper() + text[1:]
    found.filters["outcome"] = lambda one: OUTCOMES.get(one, one)
    found.filters["option_words"] = _option_words
    found.filters["tojson_attr"] = json.dumps
    found.filters["card_words"] = card_words
    found.filters["with_suits"] = with_suits
    found.filters["percent"] = lambda ratio: f"{100 * float(Fraction(ratio)):.2f} %"
    return found


def _words(value: object) -> str:
    return str(value).replace("_", " ")


def _option_words(name: str) -> str:
    """An option's name as a label, with its unit apart."""
    words = name.replace("_", " ")
    if words.endswith(" cents"):
        words = f"{words.removesuffix(' cents')}, in cents"
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Spot:
    """A wager that may be made before the deal."""

    id: str
    name: str
    required: bool
    equals: str | None
    cents: int
    least: int
    most: int | None
    equal: tuple[str, ...] = ()
    """Wagers that are made with it, of the same amount."""


def draw_panel(
    setup: Setup,
    view: Mapping[str, Any],
    person: Person,
    due: str = "",
    calls: Mapping[str, str] = NO_CALLS,
) -> dict[str, str]:
    """The parts of the panel, by the id of the element each goes into.

    What is due may be told in better words than the prompt has: with the amount to check.
    What the dealer called each hand of the last round stands below it.
    """
    me, player = person.name, person.office in {Office.GUEST, Office.PLAYER}
    mine = [int(seat) for seat, name in view["seats"].items() if name == me] if player else []
    chips = chips_for(setup)
    told: dict[str, Any] = {
        "view": view,
        "me": me,
        "mine": mine,
        "player": player,
        "staff": person.office in STAFF,
        "game": setup.game,
        "free": [s for s in range(1, setup.options.seats + 1) if str(s) not in view["seats"]],
        "wrong": [one for seat in mine for one in _wrong_bets(setup, view, seat)],
        "spots": {seat: _spots(setup, view, seat) for seat in mine},
        "decisions": [_decision(view, task) for task in view["due"] if "offers" in task],
        "steps": _steps(view, mine),
        "due": due,
        "buy_ins": BUY_INS,
        "coupons": setup.options.match_play,
        "meter": _meter(setup),
        "guest": person.office is Office.GUEST,
        "chip_values": chips,
        "chip_first": max((c for c in chips if c <= _least_ante(setup)), default=chips[0]),
        "clocks": _clocks(view, mine),
        "away": _away(setup, view, mine),
        "names": {wager.id: wager.name for wager in setup.game.wagering.wagers},
        "before": any(
            hand["player"] == me for hand in (view.get("last") or NONE)["hands"].values()
        ),
        "calls": calls,
        "ended": _ended(view, mine),
    }
    parts = ("status", "hands", "controls", "outcome")
    return {part: templates().get_template(f"live/{part}.html").render(told) for part in parts}


def _meter(setup: Setup) -> dict[str, Any] | None:
    """Where the progressive's meter stands, and what each hand takes of it."""
    found = getattr(setup.options, "progressive", None)
    if found is None:
        return None
    prizes = [
        (
            _words(hand).capitalize(),
            money(prize.cents) if prize.cents else f"{prize.meter_percent} %",
        )
        for hand, prize in sorted(
            found.table.items(), key=lambda entry: CATEGORIES.index(entry[0]), reverse=True
        )
    ]
    return {"cents": found.meter_cents, "prizes": prizes}


def _least_ante(setup: Setup) -> int:
    return int(setup.options.posted.minimums.get("ante", CHIPS[1]))


def chips_for(setup: Setup) -> list[int]:
    """The chips that fit the limits of a table: one below its minimum, and up from there."""
    most = max(setup.options.posted.maximums.values(), default=CHIPS[-1])
    below = [chip for chip in CHIPS if chip < _least_ante(setup)]
    first = below[-1] if below else CHIPS[0]
    return [chip for chip in CHIPS if chip >= first and chip <= max(most, first)][:MOST_CHIPS]


def _clocks(view: Mapping[str, Any], mine: Sequence[int]) -> list[dict[str, Any]]:
    """The clock that matters to this person: their own, or else the one that ends first."""
    found = []
    for clock in sorted(view["clocks"], key=lambda one: int(one["ms"])):
        seat = int(clock["for"][2]) if clock["for"][0] == "decide" else 0
        words = "Bets close in" if not seat else "Your time" if seat in mine else f"Seat {seat}"
        found.append({"ms": clock["ms"], "words": words, "mine": seat in mine or not seat})
    return [one for one in found if one["mine"]][:1] or found[:1]


def _away(setup: Setup, view: Mapping[str, Any], mine: Sequence[int]) -> str:
    """What happens to somebody's bets and clock while they are away."""
    if not mine:
        return "The table goes on without this page."
    due = [task for task in view["due"] if "offers" in task]
    if due and setup.options.timeout == "supervisor":
        return "Your cards and bets stay where they are, and the table waits for your decision."
    if due:
        return (
            "Your cards and bets stay where they are. Your clock runs on: if it runs out, the "
            "house checks for you where that is possible, and otherwise folds."
        )
    if view.get("round") is not None:
        return "Your cards and bets stay where they are, and the round goes on."
    if any(str(seat) in view["bets"] for seat in mine):
        return "Your bets stay on the table: if the betting ends meanwhile, they are played."
    return "You have no bet on the table. Your seat and your chips are kept."


def _spots(setup: Setup, view: Mapping[str, Any], seat: int) -> list[Spot]:
    """The wagers of this seat, with what lies there and the posted limits."""
    placed, options = view["bets"].get(str(seat), {}), setup.options
    posted = options.posted
    found = []
    for wager in setup.game.wagering.before_the_deal:
        offered = {"cover_all": "cover_all", "progressive": "progressive"}.get(wager.id)
        if offered and not getattr(options, offered, None):
            continue
        price = PRICE_CENTS if wager.id == "progressive" else None
        found.append(
            Spot(
                wager.id,
                wager.name,
                wager.required,
                wager.equals,
                placed.get(wager.id, 0),
                price or posted.minimums.get(wager.id, 1),
                price or posted.maximums.get(wager.id),
                tuple(w.name for w in setup.game.wagering.wagers if w.equals == wager.id),
            )
        )
    return found


def _wrong_bets(setup: Setup, view: Mapping[str, Any], seat: int) -> Iterator[Refusal]:
    """Why the bets as they lie would be handed back when the betting ends."""
    placed = view["bets"].get(str(seat))
    if placed and view["phase"] == "betting":
        yield from setup.game.check_bets(setup.options, placed)


def _decision(view: Mapping[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
    """A decision of this person's, with a command for each choice."""
    seat, stage = task["seat"], task.get("stage", "")
    # Pressed too late, or twice, it must not decide what comes next.
    round_ = view["round"]["number"]
    meant = {"type": "choose", "seat": seat, "stage": stage, "round": round_}
    hand = view["round"]["hands"][str(seat)]
    offers = [
        {**offer, "command": {**meant, "choice": offer["choice"]}}
        for offer in task["offers"]
        if offer["choice"] not in {"pick", "set"} and not _needs_setting(offer, stage)
    ]
    found = {
        "seat": seat,
        "stage": stage,
        "round": round_,
        "offers": offers,
        "clauses": task["clauses"],
    }
    found["pick"] = stage == "pick"
    found["count"] = hand["count"]
    sets = any(_needs_setting(offer, stage) or offer["choice"] == "set" for offer in task["offers"])
    if sets and "cards" in hand:
        found["settings"] = _settings(hand["cards"])
        found["cards"] = hand["cards"]
        found["play_cents"] = next((o["cents"] for o in task["offers"] if o["cents"]), 0)
    return found


def _needs_setting(offer: Mapping[str, Any], stage: str) -> bool:
    return bool(offer["choice"] == "play" and stage == "election")


def _settings(names: Sequence[str]) -> list[dict[str, Any]]:
    """Every way to set five cards that the text allows, with its totals."""
    cards = parse_cards(list(names))
    found = []
    for high in combinations(cards, 3):
        low = tuple(card for card in cards if card not in high)
        setting = Setting(high, low)
        if any(True for _ in check_setting(setting, cards)):
            continue
        points = setting.points
        told: dict[str, Any] = {"high": _names(high), "low": _names(low)}
        found.append({**told, "high_points": points[0], "low_points": points[1]})
    return found


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _steps(view: Mapping[str, Any], mine: Sequence[int]) -> list[dict[str, Any]]:
    """The steps that are due and are this person's, each with its command."""
    found = []
    for task in view["due"]:
        if "prompt" not in task or (task["act"] == "look" and not mine):
            continue
        command = {"type": "do", "act": task["act"]}
        command |= {key: task[key] for key in ("seat", "wager") if task.get(key) is not None}
        label = f"Done: {task['act'].replace('_', ' ')}"
        found.append({**task, "command": command, "label": label})
    return found


def _ended(view: Mapping[str, Any], mine: Sequence[int]) -> list[dict[str, Any]]:
    """How this person's hands of the last round ended, wager by wager, with the odds paid."""
    last = view.get("last")
    if last is None or view.get("round") is not None:
        return []
    found = []
    for seat in mine:
        if hand := last["hands"].get(str(seat)):
            results = [{**one, "odds": _odds(one)} for one in hand["results"]]
            found.append({"seat": seat, **hand, "results": results})
    return found


def _odds(one: Mapping[str, Any]) -> str:
    """What a wager was paid for each part of its stake."""
    if one["outcome"] != "win" or not one["stake"] or one["net"] <= 0:
        return ""
    paid = Fraction(one["net"], one["stake"])
    return f"{paid.numerator} to {paid.denominator}"
