"""Writing files completely or not at all."""

import os
import tempfile
from pathlib import Path

from houseway.rulebook import Malformed


def write_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """Writes a file beside its place first and then moves it there, so none is half written.

    A private one is for its owner only, from the first moment.
    """
    path = path.resolve()  # a link stays a link, and what it points to is written
    folder = path.parent
    if not folder.is_dir():
        raise Malformed(f"There is no folder {folder} to write {path.name} in.")
    if path.is_dir():
        raise Malformed(f"{path} is a folder; name a file.")
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if not private:
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
