"""Compiled loops of Pik-it poker."""
