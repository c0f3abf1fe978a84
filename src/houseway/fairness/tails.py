"""Tails: how likely a statistic is to lie this far out, by chance alone.

The regularised incomplete gamma function, as a series below its middle and as a
continued fraction above it, gives the tails of chi-square and of Poisson; the
system's own `erfc` gives the normal one.
"""

from math import erfc, exp, lgamma, log, sqrt

_SMALL = 1e-16
_TINY = 1e-300
_STEPS = 100_000


def gamma_tails(a: float, x: float) -> tuple[float, float]:
    """The lower and the upper part of the gamma distribution with shape a, split at x."""
    assert a > 0
    if x <= 0:
        return 0.0, 1.0
    # Whichever part is the smaller one is worked out, so that its digits count.
    if x < a + 1:
        lower = _series(a, x)
        return lower, 1.0 - lower
    upper = _fraction(a, x)
    return 1.0 - upper, upper


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """How likely a chi-square of so many degrees of freedom lies below, and above."""
    return gamma_tails(freedom / 2, statistic / 2)


def chi_square_p(statistic: float, freedom: int) -> float:
    """Two-sided: what fits too badly and what fits too well are both not chance."""
    return min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def normal_p(z: float) -> float:
    """Two-sided: how likely a standard normal lies at least this far from nought."""
    return erfc(abs(z) / sqrt(2))


def poisson_p(count: int, mean: float) -> float:
    """One-sided: how likely a Poisson of this mean is at least `count`."""
    return 1.0 if count <= 0 else gamma_tails(count, mean)[0]


def _series(a: float, x: float) -> float:
    """The lower part: x^a e^-x / Gamma(a + 1) times 1 + x/(a+1) + x^2/((a+1)(a+2)) + ..."""
    term = total = 1.0
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _SMALL:
            return total * exp(a * log(x) - x - lgamma(a + 1))
    raise ArithmeticError("the series does not end")


def _fraction(a: float, x: float) -> float:
    """The upper part: x^a e^-x / Gamma(a) times a continued fraction, by Lentz's method."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / (b or _TINY)
    total = d
    for n in range(1, _STEPS):
        factor = n * (a - n)
        b += 2
        d = 1 / ((factor * d + b) or _TINY)
        c = b + factor / c or _TINY
        total *= c * d
        if abs(c * d - 1) < 1e-15:
            return total * exp(a * log(x) - x - lgamma(a))
    raise ArithmeticError("the fraction does not end")
