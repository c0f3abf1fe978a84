"""What cannot be shuffled, committed to, proved or tested."""


class FairnessError(ValueError):
    """What was given cannot be used; the words are for people, and never tell a seed."""
