"""What cannot be shuffled, committed to, proved or tested."""


class FairnessError(ValueError):
    """An input cannot be used; the message is for people, and never contains a seed."""
