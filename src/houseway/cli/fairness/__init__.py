"""The shuffle at the command line: tests, bytes, proofs."""
