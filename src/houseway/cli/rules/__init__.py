"""The rulebook at the command line."""
