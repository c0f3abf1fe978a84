"""Compiled loops that all simulations share."""
