"""Compiled loops of 5 Card Hi-Lo."""
