"""The rulebook: every clause, how it was read, its code and its tests."""
