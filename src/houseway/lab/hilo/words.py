"""What the lab calls the wagers of 5 Card Hi-Lo, and the words of its math report."""

from fractions import Fraction

from houseway.games.hilo.options import MOST_SEATS, HiloOptions
from houseway.games.hilo.paytables import ANTE_BONUS, TIE, poker_bonus_table
from houseway.lab.contract import Bets
from houseway.lab.reports.words import (
    COMPARED,
    IN_FORCE,
    OUTCOMES,
    PART,
    Named,
    ReportWords,
    antes,
    printed,
)
from houseway.rulebook import see

STRATEGY = (
    "Fold, or play with the setting that is worth most against all the hands the dealer "
    "can hold, the ante bonus and any tie bet included. Of equal choices the player folds. Cards "
    "at other positions are not used."
)
METHOD = (
    "Every one of the 3,986,646,103,440 ways to deal five cards to the player and five "
    "to the dealer is counted once; nothing is sampled. Only points matter, so hands are taken "
    "together by points; for each and every permitted setting the dealer's hands are counted by "
    "whether his totals are below, level or above. The dealer sets by the rule. All sums are "
    "whole numbers, all quotients exact."
)
DEALS = "deals: the player's five cards and the dealer's"
FIVE = "hands of five cards"
EXPOSURES = {
    "burn_card": "One card that is out of play, such as one found face up (hilo.40.12.a).",
    "one_dealer_card": "One of the dealer's five cards, each as likely.",
    "two_dealer_cards": "Two of the dealer's five cards, each pair as likely.",
    "all_dealer_cards": "All five cards of the dealer.",
    "other_hand": "One other player's five cards, which nobody may tell (hilo.40.6.d).",
    **{
        f"other_hands_{hands}": f"The hands of {hands} other players (against hilo.40.6.d)."
        for hands in range(2, MOST_SEATS)
    },
}
"""What may be seen that should not be, and what it is in a sentence."""
EXPOSURES_NOTE = "Ante, play and ante bonus, with the tie bet if there is one."


def side_names(options: HiloOptions) -> dict[str, str]:
    """What `Analysis.side` calls each side wager as these options pay it."""
    return {"tie": "tie", "poker_bonus": f"poker_bonus_{options.poker_bonus_table}"}


def name_line(line: str, bets: Bets) -> Named:
    title = "Ante, play and ante bonus"
    clauses = see("hilo.40.1.ante_bet", "hilo.40.1.play_bet", "hilo.40.10.d", "hilo.40.11.b")
    clauses += see("hilo.40.11.e")
    if line == "compulsory":
        title += f", with a tie bet of {antes(bets.get('tie', Fraction()))}"
        clauses += see("hilo.40.1.tie_bet", "hilo.40.11.c")
    return Named(title, IN_FORCE, "the ante", DEALS, clauses)


def name_side(side: str, options: HiloOptions) -> Named:
    if side == "ante_bonus":
        clauses = see("hilo.40.1.ante_bonus", "hilo.40.10.f", "hilo.40.11.e")
        return Named("The ante bonus alone (no stake)", PART, "the ante", DEALS, clauses)
    clauses = see("hilo.40.1.tie_bet", "hilo.40.10.a.1", "hilo.40.11.c")
    if side == "tie":
        title = "Tie bet, with the strategy of this report"
        return Named(title, IN_FORCE, "the tie bet", DEALS, clauses, played=True)
    if side == "tie_set_as_dealer":
        title = "Tie bet, of a player who never folds and sets as the dealer"
        return Named(title, COMPARED, "the tie bet", DEALS, clauses)
    number = int(side.rpartition("_")[2])
    in_force = number == options.poker_bonus_table
    clauses = see("hilo.40.1.poker_bonus_bet", "hilo.40.11.d")
    title = f"Poker bonus, pay table {number}"
    return Named(title, printed(in_force=in_force), "the poker bonus bet", FIVE, clauses)


def row_words(side: str, key: str) -> str:
    """An outcome as the pay table prints it."""
    if key in OUTCOMES:
        return OUTCOMES[key]
    tables = [TIE, ANTE_BONUS]
    tables += [poker_bonus_table(int(side[-1]))] if side.startswith("poker_bonus") else []
    return {row.key: row.words for table in tables for row in table.rows}[key]


WORDS = ReportWords(
    strategy=STRATEGY,
    method=METHOD,
    name_line=name_line,
    name_side=name_side,
    row_words=row_words,
)
