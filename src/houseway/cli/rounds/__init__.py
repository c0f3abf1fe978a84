"""The record at the command line: search, replay, evidence, proofs and verification."""
