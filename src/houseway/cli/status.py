"""The exit statuses of `houseway`."""

FAILED = 1
"""A check was carried out, and what it checked is not in order."""
REFUSED = 2
"""The rules, or the program, refuse the request; the reason is on standard error."""
FAULT = 70
"""The conventional exit status for a fault of the program itself."""
STORE_FAILED = 74
"""The conventional exit status for a failure of input or output: start the house again."""
INTERRUPTED = 130
"""The user pressed Ctrl-C."""
