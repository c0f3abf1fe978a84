"""The files of the client: read once, and kept by browsers for good.

Their addresses hold a digest of all of them, `/static/1f0c…/house.css`, so that a new release
has new addresses. A script's import of its neighbour is relative, and stays in its release.
"""

import hashlib
import re
from functools import cache
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.felt.svg import STYLE

router = APIRouter(include_in_schema=False)

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def assets() -> dict[str, bytes]:
    """Every file by name, with the styles of the layout for felts that lie in a page."""
    folder = files("houseway.web") / "static"
    found = {
        entry.name: entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.rpartition(".")[2] in TYPES
    }
    scoped = re.sub(r"^([.\w])", r".felt-box \1", STYLE.strip(), flags=re.MULTILINE)
    return {**found, "felt.css": scoped.encode()}


@cache
def release() -> str:
    """A name for these very files."""
    digest = hashlib.sha256()
    for name, content in sorted(assets().items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def with_release(page: str) -> str:
    """A page whose files are asked for at the addresses of this release."""
    return page.replace('"/static/', f'"/static/{release()}/')


@router.get("/static/{of_release}/{name}")
def lasting(of_release: str, name: str) -> Response:
    """A file at an address that never means another; one of another release is not kept."""
    kept = FOR_GOOD if of_release == release() else "no-cache"
    return _file(name, kept)


@router.get("/static/{name}")
def plain(name: str) -> Response:
    return _file(name, "no-cache")


def _file(name: str, kept: str) -> Response:
    content = assets().get(name)
    if content is None:
        return Response(status_code=404)
    kind = TYPES[name.rpartition(".")[2]]
    return Response(content, media_type=kind, headers={"Cache-Control": kept})
