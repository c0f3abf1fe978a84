"""Money in whole cents, and how an amount is read and shown.

A float never holds money here: amounts are integers from the first parse to the
last sum, and dollars appear only in what people read.
"""


class AmountError(ValueError):
    """What was given cannot be read as an amount of money."""


MOST_CENTS = 10**12
"""Ten billion dollars: no wager is larger, and a number beyond it is a slip of the hand."""


def whole_cents(value: object, *, least: int = 1) -> int:
    """`value` as cents: a whole number not below `least`."""
    # bool is an int to Python; True cents is a mistake, not one cent.
    if not isinstance(value, int) or isinstance(value, bool):
        raise AmountError(f"{value!r} is not a whole number of cents")
    if value < least:
        raise AmountError(f"{value} cents is below {least}")
    if value > MOST_CENTS:
        raise AmountError(f"an amount above {dollars(MOST_CENTS)} cannot be meant")
    return value


def dollars(cents: int) -> str:
    """An amount as people read it: $1,234.50, or $50 where there are no odd cents."""
    sign = "-" if cents < 0 else ""
    whole, odd = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{odd:02}" if odd else "")
