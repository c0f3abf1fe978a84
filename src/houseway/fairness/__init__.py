"""The deck's commitment before the deal, and the proof of a round after it."""
