"""Simulated rounds: plans, strategies, workers, sessions and results."""
