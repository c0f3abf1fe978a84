"""The floor: all tables, their accounts, and what waits for approval."""
