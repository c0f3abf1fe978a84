"""The math report of a game: its data, words, plots and pages."""
