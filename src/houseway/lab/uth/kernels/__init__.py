"""Compiled loops of Ultimate Texas Hold 'Em."""
