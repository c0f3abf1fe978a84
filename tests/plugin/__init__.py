"""High Card Duel, a game in a package of its own, and the proof that it needs nothing else."""
