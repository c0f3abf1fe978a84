"""Proofs of rounds in which something went wrong: an honest house is not called a cheat."""

from houseway.ledger.proofs import round_proof
from houseway.ledger.recorded_table import Opening, create_table
from houseway.ledger.store import Ledger
from houseway.table.commands import Do, DrawInError, ExposeDealerCard
from houseway.table.trials import DEALER, Trial
from tests.fairness.proof_writer import verify
from tests.ledger.helpers import now, robots


def dealing(ledger: Ledger) -> Trial:
    """A round whose first card is about to be dealt."""
    trial = robots(create_table(ledger, "t", Opening("uth", {}), now), 1)
    trial.seat("A", "B")
    trial.prepare()
    trial.bet_at_random()
    trial.submit(Do(DEALER, "no_more_bets"))
    return trial


def assert_proved(ledger: Ledger, trial: Trial, *, irregular: bool = True) -> None:
    while trial.state.round is not None:
        trial.perform()
    for player in (None, "A", "B"):
        proof = round_proof(ledger, "t", 1, player=player)
        assert proof["irregular"] is irregular
        assert not [finding for finding in verify(proof) if finding.outcome == "WRONG"]


def test_a_round_with_a_dealers_card_exposed_early_is_proved(sqlite: str) -> None:
    """The hands are void, and the board is dealt from there."""
    with Ledger(sqlite) as ledger:
        trial = dealing(ledger)
        while trial.state.round and not trial.state.round.dealer:
            trial.perform()
        trial.submit(ExposeDealerCard(DEALER))
        assert_proved(ledger, trial)


def test_a_round_with_an_exposed_card_drawn_in_error_is_proved(sqlite: str) -> None:
    """It is set aside like a card found face up, and the next takes its place."""
    with Ledger(sqlite) as ledger:
        trial = dealing(ledger)
        while trial.state.round and len(trial.state.round.community) < 4:
            trial.perform()
        trial.submit(DrawInError(DEALER, exposed=True))
        assert_proved(ledger, trial, irregular=False)
