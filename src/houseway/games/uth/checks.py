"""What may be wrong with a described round of Ultimate Texas Hold 'Em."""

from collections.abc import Iterator, Mapping

from houseway.chips import dollars
from houseway.games.attempts import (
    AttemptRules,
    check_wager_attempt,
    read_seats,
    read_stage,
)
from houseway.games.equipment import Equipment
from houseway.games.fields import Fields, read_choice, read_text
from houseway.games.irregularities import Ruling
from houseway.games.rounds import (
    check_cards_once,
    check_misdeal,
    check_number,
    check_payment,
    check_seats,
    seating,
)
from houseway.games.uth.decisions import (
    BY_NAME,
    MULTIPLES,
    UthHand,
    UthRound,
    check_actions,
    check_choice,
)
from houseway.games.uth.definition import WAGERING
from houseway.games.uth.irregularities import rule_on
from houseway.games.uth.options import UthOptions
from houseway.games.uth.progressive import PRICE_CENTS
from houseway.games.wagers import check_wagers
from houseway.rulebook import Refusal, cites, see


def check(options: UthOptions, round_: UthRound) -> Iterator[Refusal]:
    """Every refusal of the round: positions, wagers, cards and decisions."""
    ruling = rule_on(round_.irregularity)
    yield from check_seats(
        round_, options.seats, see("uth.7.d"), "Set the option seats for a larger table."
    )
    yield from check_cards_once(round_, see("uth.2.a"))
    yield from check_seating(options, *seating(round_))
    yield from check_misdeal(round_, 2, see("uth.15.d"))
    yield from _check_shared_cards(round_, ruling)
    for hand in round_.hands:
        yield from check_hand_wagers(options, hand.wagers)
        yield from check_payment(WAGERING, hand, accepted=options.match_play)
        yield from _check_hand(hand, ruling)


@cites("uth.6.a", "uth.6.b", "uth.6.c", "uth.13.a", "uth.14.a", "uth.14.b")
def check_hand_wagers(options: UthOptions, wagers: Mapping[str, int]) -> Iterator[Refusal]:
    """Refusals of the wagers at one position."""
    yield from check_wagers(WAGERING, options.posted, wagers)
    if "cover_all" in wagers and not options.cover_all:
        yield _refuse_unoffered("Cover All", "uth.13.d", "Set the option cover_all.")
    if "progressive" in wagers:
        yield from _check_progressive(options, wagers["progressive"])


def _refuse_unoffered(name: str, clause: str, instead: str) -> Refusal:
    return Refusal((clause,), f"A {name} wager", "this table does not offer it", instead)


@cites("uth.14.a", "uth.14.c")
def _check_progressive(options: UthOptions, amount: int) -> Iterator[Refusal]:
    if amount != PRICE_CENTS:
        yield Refusal(
            see("uth.14.a"),
            f"A progressive wager of {dollars(amount)}",
            f"it is {dollars(PRICE_CENTS)}, no more and no less",
        )
    if options.progressive is None:
        yield _refuse_unoffered(
            "progressive", "uth.14.c", "It needs the licensee's table: set the option progressive."
        )


@cites("uth.12")
def check_seating(
    _options: UthOptions, players: Mapping[int, str], _bets: Mapping[int, Mapping[str, int]]
) -> Iterator[Refusal]:
    """One position to a player."""
    for player in dict.fromkeys(players.values()):
        seats = [seat for seat, holder in players.items() if holder == player]
        if len(seats) > 1:
            yield refuse_second_position(player, seats)


def refuse_second_position(player: str, seats: list[int]) -> Refusal:
    return Refusal(
        see("uth.12"),
        f"Player {player} on seats {', '.join(map(str, seats))}",
        "a player may not wager on more than one position",
        "Take the wagers of all but one position back.",
    )


@cites("uth.13.d")
def check_equipment(options: UthOptions, equipment: Equipment) -> Iterator[Refusal]:
    """Cover All is offered only with an automated shuffler in its Cover All mode."""
    if options.cover_all and not (equipment.by_device and options.cover_all_mode):
        because = "the shuffler must be set to its Cover All mode"
        yield Refusal(see("uth.13.d"), "Offering Cover All", because)


@cites("uth.1.community_card", "uth.1.flop")
def _check_shared_cards(round_: UthRound, ruling: Ruling) -> Iterator[Refusal]:
    """The dealer's two cards and the five community cards, where they are needed to settle."""
    if ruling.dealer_stands:
        yield from check_number(round_.dealer, 2, "The dealer", see("uth.7.d", "uth.15.d"))
    surviving = any(ruling.surviving & hand.wagers.keys() for hand in round_.hands)
    if ruling.dealer_stands or surviving:
        community = see("uth.1.community_card", "uth.10.b", "uth.10.d")
        yield from check_number(round_.community, 5, "The board", community)
    elif len(round_.community) > 5:
        yield from check_number(round_.community, 5, "The board", see("uth.1.community_card"))


def _check_hand(hand: UthHand, ruling: Ruling) -> Iterator[Refusal]:
    void = ruling.voids(hand.seat)
    if not void or ruling.surviving & hand.wagers.keys():
        where = f"Seat {hand.seat}"
        yield from check_number(hand.cards, 2, where, see("uth.7.d", "uth.15.d"))
    yield from check_actions(hand.actions, f"Seat {hand.seat}", complete=not void)
    yield from _check_play(hand)


@cites("uth.10.a.1", "uth.10.c.1", "uth.10.e.1")
def _check_play(hand: UthHand) -> Iterator[Refusal]:
    """The play wager, if its amount is stated, is the multiple of the ante that was chosen."""
    placed = hand.actions.play_placed
    street = hand.actions.bet_on
    chosen = MULTIPLES[hand.actions.on(street) or ""] if street else 0
    if placed is not None and street and placed != chosen:
        yield Refusal(
            street.clauses + street.wager,
            f"Seat {hand.seat}: {placed}x on the play spot after choosing {chosen}x",
            "the play spot holds the multiple that was chosen",
        )
    if placed and hand.actions.folded:
        tried = f"Seat {hand.seat}: {placed}x on the play spot of a folded hand"
        yield Refusal(see("uth.1.fold"), tried, "a fold makes no play wager")
    play, ante = hand.wagers.get("play"), hand.wagers.get("ante", 0)
    due = ante * hand.actions.multiple
    if play is not None and play != due:
        yield Refusal(
            street.clauses + street.wager if street else see("uth.1.play_wager", "uth.6.d"),
            f"Seat {hand.seat}: a play wager of {dollars(play)}",
            f"the decisions described put {dollars(due)} on the play spot",
        )


def check_attempt(options: UthOptions, attempt: Fields) -> Iterator[Refusal]:
    """Refusals of one act: wagers, a decision at a street, or the positions of one player."""
    rules = AttemptRules(
        WAGERING,
        tuple(BY_NAME),
        lambda wagers: check_hand_wagers(options, wagers),
        _play_amounts,
        coupons=options.match_play,
    )
    stage = read_stage(attempt, rules)
    yield from check_wager_attempt(rules, attempt, stage)
    action = attempt.take("action", None)
    if action is not None:
        street = BY_NAME[read_choice(stage, "The stage of an action", tuple(BY_NAME))]
        yield from check_choice(street, read_text(action, "The action"))
    seats = read_seats(attempt, options.seats, see("uth.7.d"))
    if len(seats) > 1:
        yield refuse_second_position("A", seats)


@cites("uth.6.d", "uth.1.play_wager")
def _play_amounts(stage: str | None, _wager: str, ante: int) -> list[int]:
    """The multiples of the ante that a street offers; of every street where none is named."""
    streets = [BY_NAME[stage]] if stage in BY_NAME else list(BY_NAME.values()) if not stage else []
    return [ante * MULTIPLES[c] for street in streets for c in street.choices if c in MULTIPLES]
