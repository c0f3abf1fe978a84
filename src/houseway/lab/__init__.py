"""The lab: exact mathematics of every wager, from all deals and in whole numbers."""
