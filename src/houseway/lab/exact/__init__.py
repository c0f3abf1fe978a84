"""Exact mathematics: results, five-card counting, and the forms that all games share."""
