"""Static files: read once, and cached by browsers for good.

Their addresses hold a digest of all of them, `/static/1f0c…/tables/table.css`, so that a new
release has new addresses. A script's import of its neighbour is relative and stays in its release.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter
from fastapi.responses import Response

from houseway.felt.svg import STYLE

router = APIRouter(include_in_schema=False)

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"
RELEASE = re.compile(r"[0-9a-f]{16}/")


@cache
def assets() -> dict[str, bytes]:
    """Every static file by its address, with the styles of felts that lie in a page."""
    package = files("houseway.web")
    content = dict(_static_files(package, ""))
    for folder in package.iterdir():
        if folder.is_dir():
            content |= _static_files(folder, f"{folder.name}/")
    scoped = re.sub(r"^([.\w])", r".felt-box \1", STYLE.strip(), flags=re.MULTILINE)
    return {**content, "felt.css": scoped.encode()}


def _static_files(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    """The files in a folder's `static`: shared ones at the top, a subject's under its name."""
    static = folder / "static"
    for entry in static.iterdir() if static.is_dir() else ():
        if entry.name.rpartition(".")[2] in TYPES:
            yield prefix + entry.name, entry.read_bytes()


@cache
def release() -> str:
    """A name for exactly these files."""
    digest = hashlib.sha256()
    for name, content in sorted(assets().items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def with_release(page: str) -> str:
    """A page that loads its files from the addresses of this release."""
    return page.replace('"/static/', f'"/static/{release()}/')


@router.get("/static/{path:path}")
def static_file(path: str) -> Response:
    """A file; only the address of this release may be cached for good."""
    of_release = RELEASE.match(path)
    name = path[of_release.end() :] if of_release else path
    content = assets().get(name)
    if content is None:
        return Response(status_code=404)
    is_current = of_release is not None and of_release[0] == f"{release()}/"
    headers = {"Cache-Control": FOR_GOOD if is_current else "no-cache"}
    return Response(content, media_type=TYPES[name.rpartition(".")[2]], headers=headers)
