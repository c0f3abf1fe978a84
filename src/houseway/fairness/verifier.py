"""The verifier as a program of one file, with the deals of known games written into it."""

import re
from collections.abc import Mapping
from importlib.resources import files

from houseway.fairness.proof_form import Recipe

EMPTY = "RECIPES: dict[str, Recipe] = {}\n"
IMPORT = re.compile(r"from houseway\.fairness\.proof_form import \(.*?\)\n", re.DOTALL)


def verifier_source(recipes: Mapping[str, Recipe]) -> str:
    """The text of the verifier; a copy that knows these games also reads old proofs of them."""
    form = _read("proof_form.py").partition('"""\n\n')[2]
    lines = "".join(f"    {game!r}: {recipe!r},\n" for game, recipe in sorted(recipes.items()))
    assert EMPTY in form
    form = form.replace(EMPTY, f"RECIPES: dict[str, Recipe] = {{\n{lines}}}\n")
    before, after = IMPORT.split(_read("verify_round.py"))
    return f"{before}{form}{after}"


def _read(name: str) -> str:
    return files("houseway.fairness").joinpath(name).read_text("utf-8")
