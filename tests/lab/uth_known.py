"""What plans for Ultimate Texas Hold 'Em bring over all deals, as it was once counted.

HOUSEWAY_LONG=1 counts it again; every run of the tests has the simulation end near it.
"""

from fractions import Fraction

from houseway.lab.uth.solver import DEALS

EVS = {
    "beginner": Fraction(-1_183_718_224_260, DEALS),
    "easy": Fraction(-727_175_901_336, DEALS),
    "classic": Fraction(-667_995_232_608, DEALS),
    "better": Fraction(-631_966_749_228, DEALS),
}
