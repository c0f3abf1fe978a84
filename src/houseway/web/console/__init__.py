"""The console of a table's staff."""
