"""The lobby and the form that opens a table."""
