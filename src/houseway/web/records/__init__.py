"""Records: finding a round, replaying it, and checking it."""
