"""Fair cards: fresh chance for every deck, a commitment before the deal, a proof after it.

The test battery lives in `battery`, which needs numpy and is loaded by itself.
"""

from houseway.fairness.commitment import Commitment, Opening, SealedDeck, commit
from houseway.fairness.entropy import fresh_seed
from houseway.fairness.errors import FairnessError
from houseway.fairness.proof import Deal, RoundFacts, after_cuts, auditor_proof, player_proof
from houseway.fairness.shuffle import shuffle_deck, shuffle_indices
from houseway.fairness.stream import Stream

__all__ = [
    "Commitment",
    "Deal",
    "FairnessError",
    "Opening",
    "RoundFacts",
    "SealedDeck",
    "Stream",
    "after_cuts",
    "auditor_proof",
    "commit",
    "fresh_seed",
    "player_proof",
    "shuffle_deck",
    "shuffle_indices",
]
