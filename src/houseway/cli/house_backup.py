"""`houseway house backup` and `restore`: a whole store in one file, and back."""

from pathlib import Path

from houseway.cli.screen import screen
from houseway.rulebook import Malformed

try:
    from houseway.ledger.backup import back_up, restore
    from houseway.ledger.store import Ledger
except ImportError as error:
    missing = "The record needs the extra part ledger: pip install 'houseway[ledger]'."
    raise Malformed(missing) from error


def backup_command(db: str, output: Path) -> None:
    with Ledger(db, read_only=True) as ledger:
        told = back_up(ledger, output)
    screen().print(f"{output}: {told}. Every chain holds.")


def restore_command(source: Path, db: str) -> None:
    told = restore(source, db)
    screen().print(f"Restored {told}. Every chain holds.")
