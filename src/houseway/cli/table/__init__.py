"""A table at the command line: settle, deal, play, draw and test."""
