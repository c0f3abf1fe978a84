"""Pay tables of 5 Card Hi-Lo to try out: the tie bet, the poker bonus, the ante bonus."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction

from houseway.games.hilo.options import HiloOptions
from houseway.games.hilo.paytables import ANTE_BONUS, TIE
from houseway.lab.contract import Rows
from houseway.lab.exact.pay_table_design import Design, design_of
from houseway.lab.hilo.solver import analyze_hilo, best_settings, line_as_set
from houseway.lab.hilo.words import side_names
from houseway.rulebook import cite


def list_designs(options: HiloOptions) -> Iterator[Design]:
    analysis, names = analyze_hilo(options), side_names(options)
    tie, poker = (analysis.side[names[wager]] for wager in ("tie", "poker_bonus"))
    yield design_of("tie", "the tie bet", (TIE, TIE), cite("hilo.40.11.c"), tie)
    table = options.poker_bonus
    unit = "the poker bonus bet"
    yield design_of("poker_bonus", unit, (table, table), cite("hilo.40.11.d"), poker)
    bonus = analysis.parts["ante_bonus"]
    tables = (options.ante_bonus, ANTE_BONUS)
    design = design_of("ante_bonus", "the ante", tables, cite("hilo.40.11.e"), bonus)
    yield replace(design, unpaid=Fraction(), base=analysis.main.ev - bonus.ev, plays=True)


def value_with(options: HiloOptions, design: Design, rows: Rows) -> Fraction:
    """The game with another ante bonus, and the play that is best for it."""
    tried = copy(options)
    # Reading the options would refuse what the text does; here it is only calculated.
    object.__setattr__(tried, "ante_bonus", design.table(rows))
    return line_as_set(tried, Fraction(), best_settings(tried, Fraction())).ev
