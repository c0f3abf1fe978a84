"""The lab at the command line: exact mathematics, advice, strategies, simulation, reports."""
