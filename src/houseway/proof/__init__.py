"""From a clause to its proof: the code that carries it out, the tests that show it."""
