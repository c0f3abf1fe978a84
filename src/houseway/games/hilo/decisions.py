"""What a player decides at 5 Card Hi-Lo: fold, or play and set three cards high and two low."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.cards import Card, show_cards
from houseway.games.fields import Fields, read_cards, read_choice
from houseway.games.hilo.points import Setting, aces
from houseway.games.rounds import Hand, Round
from houseway.rulebook import Refusal, cites, cites_part, see

DECISIONS = ("play", "fold")


@dataclass(frozen=True, slots=True)
class HiloActions:
    """The election for one hand, and its setting if it is played."""

    decision: str | None = None
    setting: Setting | None = None

    @property
    def folded(self) -> bool:
        return self.decision == "fold"


HiloHand = Hand[HiloActions]
HiloRound = Round[HiloActions]


def read_actions(fields: Fields, where: str) -> HiloActions:
    """The `actions` of a described hand."""
    actions = Fields(fields.take("actions", {}), f"{where}, actions")
    decision = actions.take("decision", None)
    setting = read_setting(actions, where)
    actions.finish()
    if decision is not None:
        read_choice(decision, f"{where}: the decision", DECISIONS)
    return HiloActions(decision, setting)


def placed_after_the_deal(_options: object, hand: HiloHand) -> dict[str, int]:
    """The play bet of a hand that is played."""
    return {"play": hand.wagers["ante"]} if hand.actions.decision == "play" else {}


def read_setting(fields: Fields, where: str) -> Setting | None:
    if not fields.has("high") and not fields.has("low"):
        return None
    return Setting(
        read_cards(fields.take("high"), f"{where}: the high hand"),
        read_cards(fields.take("low"), f"{where}: the low hand"),
    )


@cites("hilo.40.1.fold", "hilo.40.6.c")
@cites_part("hilo.40.10.a", "hilo.40.10.a.2")
def check_election(hand: HiloHand, *, complete: bool) -> Iterator[Refusal]:
    """A played hand is set; a folded one is not; and each hand is one or the other."""
    actions, where = hand.actions, f"Seat {hand.seat}"
    if actions.decision is None and complete:
        yield Refusal(
            see("hilo.40.10.a"),
            f"{where}: no decision",
            "each player must fold or place a play bet before the round can be settled",
            "Choose play or fold.",
        )
    if actions.decision == "play" and actions.setting is None and complete:
        yield Refusal(
            see("hilo.40.10.a.2"),
            f"{where}: a play bet without a setting",
            "the player sets a high hand of three cards and a low hand of two",
            "Give high and low.",
        )
    if actions.folded and actions.setting is not None:
        yield Refusal(
            see("hilo.40.1.fold", "hilo.40.10.a.1"),
            f"{where}: a folded hand with a setting",
            "a fold discards the hand",
            "Leave high and low out, or play.",
        )
    if actions.setting is not None and complete:
        yield from check_setting(actions.setting, hand.cards, where)


@cites("hilo.40.1.high_hand", "hilo.40.1.low_hand")
@cites_part("hilo.40.5.b", "hilo.40.10.a.2")
def check_setting(
    setting: Setting, cards: tuple[Card, ...] | None, where: str = "The player"
) -> Iterator[Refusal]:
    """Three cards high and two low, together the five dealt, at most one ace low (H10)."""
    tried = f"{where}: {show_cards(setting.high)} high and {show_cards(setting.low)} low"
    if len(setting.high) != 3:
        yield Refusal(see("hilo.40.1.high_hand"), tried, "the high hand has three cards")
    if len(setting.low) != 2:
        yield Refusal(see("hilo.40.1.low_hand"), tried, "the low hand has two cards")
    if cards is not None and sorted(setting.high + setting.low) != sorted(cards):
        yield Refusal(
            see("hilo.40.10.a.2"),
            tried,
            f"the setting must use exactly the cards dealt, {show_cards(cards)}",
        )
    yield from _check_aces(setting, tried)


@cites("hilo.40.5.b")
def _check_aces(setting: Setting, tried: str) -> Iterator[Refusal]:
    held = aces(setting.high) + aces(setting.low)
    if aces(setting.low) > 1:
        because = "at most one ace may be played in the low hand"
        instead = "Put the other aces in the high hand, where each counts eleven."
        yield Refusal(see("hilo.40.5.b"), tried, because, instead)
    elif held == 4 and aces(setting.low) == 0:
        because = "with four aces exactly one is played low, as the high hand has three places"
        yield Refusal(see("hilo.40.5.b", "hilo.40.1.high_hand"), tried, because)


@cites_part("hilo.40.6.g.2", "hilo.40.6.g.2.i", "hilo.40.6.g.2.ii")
def check_view(number: int, decided: Mapping[int, bool]) -> Iterator[Refusal]:
    """When a player may look at one of his hands; `decided` names those that have a play bet.

    The first hand may be seen at once. The others only after the first is bet or
    folded and every additional hand is bet, so those are bet unseen (H5).
    """
    if number == 1:
        return
    tried = f"Viewing hand {number}"
    if not decided.get(1, False):
        yield Refusal(
            see("hilo.40.6.g.2.i"),
            tried,
            "the player's first hand is not yet bet on or folded",
            "Decide the first hand.",
        )
    waiting = [hand for hand, placed in sorted(decided.items()) if hand > 1 and not placed]
    if waiting:
        yield Refusal(
            see("hilo.40.6.g.2.ii"),
            tried,
            f"no play bet is down on hand {waiting[0]}",
            "Bet every additional hand before looking at any of them.",
        )


@cites_part("hilo.40.6.g.2.ii")
def check_additional_fold(hand: HiloHand) -> Iterator[Refusal]:
    """An additional hand is bet unseen, so it is never folded (H5)."""
    if hand.actions.folded:
        yield Refusal(
            see("hilo.40.6.g.2.ii"),
            f"Seat {hand.seat}: folding an additional hand",
            "a play bet goes on each additional hand before it is seen",
            "See the option additional_hand_blind_fold.",
        )
