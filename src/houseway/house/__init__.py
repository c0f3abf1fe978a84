"""The house: people with offices, tables that run, clocks, chips at the cage, recovery."""
