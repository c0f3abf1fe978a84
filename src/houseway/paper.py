"""PDF pages: a typst template with the files it reads, laid out by a wheel that needs no system."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from houseway.rulebook import Malformed


def typeset(template: str, files: Mapping[str, str], *, instead: str) -> bytes:
    """The PDF of a template. It reads its files as data, so nothing in them is taken as markup.

    `instead` names the form that can be written without typst.
    """
    try:
        import typst  # noqa: PLC0415  # heavy, and only needed here
    except ImportError:
        raise Malformed(
            "Writing PDF needs the extra part pdf: pip install 'houseway[pdf]'. "
            f"{instead} works without it."
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        page = Path(folder) / "page.typ"
        page.write_text(template, encoding="utf-8")
        pdf: bytes = typst.compile(str(page))
        return pdf
