"""`houseway version`."""

from houseway import __version__
from houseway.cli.arguments import JsonOption
from houseway.cli.output import print_json, print_text


def version(as_json: JsonOption = False) -> None:
    if as_json:
        print_json({"version": __version__})
    else:
        print_text(f"houseway {__version__}")
