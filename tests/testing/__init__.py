"""The conformance kit: every game passes it, and it finds what is broken."""
