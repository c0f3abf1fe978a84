"""What may be wrong with a described round of 5 Card Hi-Lo."""

from collections.abc import Iterator, Mapping, Sequence

from houseway.chips import dollars
from houseway.games.attempts import (
    AttemptRules,
    check_wager_attempt,
    read_seats,
    read_stage,
)
from houseway.games.fields import (
    Fields,
    read_amount,
    read_cards,
    read_choice,
    read_list,
    read_whole,
    show,
)
from houseway.games.hilo.decisions import (
    DECISIONS,
    HiloHand,
    HiloRound,
    check_additional_fold,
    check_election,
    check_setting,
    check_view,
    read_setting,
)
from houseway.games.hilo.definition import WAGERING
from houseway.games.hilo.irregularities import rule_on
from houseway.games.hilo.options import HiloOptions
from houseway.games.irregularities import Ruling
from houseway.games.rounds import (
    check_cards_once,
    check_misdeal,
    check_number,
    check_payment,
    check_seats,
    hands_by_player,
    seating,
)
from houseway.games.wagers import check_wagers
from houseway.rulebook import Malformed, Refusal, cites, cites_part, see


def check(options: HiloOptions, round_: HiloRound) -> Iterator[Refusal]:
    """Every refusal of the round: positions, wagers, cards and decisions."""
    ruling = rule_on(options, round_.irregularity)
    yield from check_seats(
        round_, options.seats, see("hilo.layout.b.1"), "Seven positions are the most there may be."
    )
    yield from check_cards_once(round_, see("hilo.40.2.a"))
    yield from check_misdeal(round_, 5, see("hilo.40.12.d"))
    if ruling.dealer_stands:
        yield from check_number(
            round_.dealer, 5, "The dealer", see("hilo.40.1.hand", "hilo.40.12.d")
        )
    yield from check_seating(options, *seating(round_))
    yield from _check_additional(options, round_)
    for hand in round_.hands:
        yield from check_hand_wagers(options, hand.wagers)
        yield from check_payment(WAGERING, hand, accepted=options.match_play)
        yield from _check_hand(hand, ruling)


@cites("hilo.40.6.a", "hilo.40.6.b", "hilo.40.1.ante_bet", "hilo.40.1.play_bet")
def check_hand_wagers(options: HiloOptions, wagers: Mapping[str, int]) -> Iterator[Refusal]:
    """Refusals of the wagers at one position; a play bet, if stated, equals the ante."""
    yield from check_wagers(WAGERING, options.posted, wagers)
    if "play" in wagers and wagers["play"] != wagers.get("ante"):
        yield Refusal(
            see("hilo.40.1.play_bet", "hilo.40.6.c"),
            f"A play bet of {dollars(wagers['play'])}",
            f"it must equal the ante of {dollars(wagers.get('ante', 0))}",
        )


@cites("hilo.40.6.g", "hilo.40.6.g.1")
def check_seating(
    options: HiloOptions, players: Mapping[int, str], bets: Mapping[int, Mapping[str, int]]
) -> Iterator[Refusal]:
    """One player may play several hands, with equal antes."""
    for player in dict.fromkeys(players.values()):
        seats = [seat for seat, holder in players.items() if holder == player]
        if len(seats) > options.hands_allowed:
            yield Refusal(
                see("hilo.40.6.g"),
                f"Player {player} on {len(seats)} positions",
                f"this table allows {options.hands_allowed} to a player",
                "See the option max_hands_per_player.",
            )
        yield from check_equal_antes(player, [bets[seat].get("ante", 0) for seat in seats])


@cites_part("hilo.40.6.g.2")
def _check_additional(options: HiloOptions, round_: HiloRound) -> Iterator[Refusal]:
    """The additional hands of a player are bet unseen."""
    if not options.additional_hand_blind_fold:
        for hands in hands_by_player(round_).values():
            for hand in hands[1:]:
                yield from check_additional_fold(hand)


@cites("hilo.40.6.g.1")
def check_equal_antes(player: str, antes: Sequence[int]) -> Iterator[Refusal]:
    if len(set(antes)) > 1:
        yield Refusal(
            see("hilo.40.6.g.1"),
            f"Player {player} with antes of {' and '.join(map(dollars, antes))}",
            "the antes on all hands of one player must be equal",
            "Make them the same.",
        )


def _check_hand(hand: HiloHand, ruling: Ruling) -> Iterator[Refusal]:
    stands = not ruling.voids(hand.seat)
    if stands:
        where = f"Seat {hand.seat}"
        yield from check_number(hand.cards, 5, where, see("hilo.40.1.hand", "hilo.40.12.d"))
    yield from check_election(hand, complete=stands)
    if hand.actions.decision != "play" and "play" in hand.wagers:
        yield Refusal(
            see("hilo.40.1.play_bet", "hilo.40.10.a"),
            f"Seat {hand.seat}: a play bet",
            "the hand was not played",
        )


def check_attempt(options: HiloOptions, attempt: Fields) -> Iterator[Refusal]:
    """Refusals of one act: wagers, a decision, a setting, a look at a hand, or several hands."""
    rules = AttemptRules(
        WAGERING,
        ("decision",),
        lambda wagers: check_hand_wagers(options, wagers),
        _play_amounts,
        coupons=options.match_play,
    )
    stage = read_stage(attempt, rules)
    yield from check_wager_attempt(rules, attempt, stage)
    yield from _attempt_decision(attempt, stage)
    yield from _attempt_setting(attempt)
    yield from _attempt_view(attempt)
    yield from _attempt_hands(attempt)
    read_seats(attempt, options.seats, see("hilo.layout.b.1"))


@cites("hilo.40.6.c", "hilo.40.1.play_bet")
def _play_amounts(stage: str | None, _wager: str, ante: int) -> list[int]:
    return [ante] if stage in (None, "decision") else []


@cites("hilo.40.1.fold")
def _attempt_decision(attempt: Fields, stage: str | None) -> Iterator[Refusal]:
    """A fold or a play bet belongs to the decision; a hand with a play bet is not folded."""
    if not attempt.has("decision"):
        return
    decision = read_choice(attempt.take("decision"), "The decision", DECISIONS)
    if stage not in (None, "decision"):
        because = "players elect when all cards have been dealt"
        yield Refusal(see("hilo.40.1.fold"), f"{decision.capitalize()} at {stage}", because)
    placed = attempt.take("play_bet_placed") if attempt.has("play_bet_placed") else False
    if _read_flag(placed, "play_bet_placed") and decision == "fold":
        because = "the hand has a play bet; a fold comes before it"
        yield Refusal(see("hilo.40.1.fold"), "Folding after the play bet", because)


def _read_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(f"{name} must be true or false, not {show(value)}.")
    return value


def _attempt_hands(attempt: Fields) -> Iterator[Refusal]:
    antes = []
    for hand in read_list(attempt.take("hands", ()), "hands"):
        fields = Fields(hand, "A hand")
        antes.append(read_amount(fields.take("ante"), "The ante"))
        fields.finish()
    yield from check_equal_antes(str(attempt.take("player", "A")), antes)


def _attempt_setting(attempt: Fields) -> Iterator[Refusal]:
    cards = attempt.take("cards", None)
    setting = read_setting(attempt, "The attempt")
    if setting is not None:
        dealt = None if cards is None else read_cards(cards, "The cards")
        yield from check_setting(setting, dealt)


def _attempt_view(attempt: Fields) -> Iterator[Refusal]:
    if not attempt.has("action"):
        return
    read_choice(attempt.take("action"), "The action", ("view",))
    number = read_whole(attempt.take("hand"), "The hand", least=1)
    placed = Fields(attempt.take("play_placed"), "play_placed")
    names = {f"hand{n}": n for n in range(1, 8)}
    decided = {
        n: _read_flag(placed.take(name), name) for name, n in names.items() if placed.has(name)
    }
    placed.finish()
    yield from check_view(number, decided)
