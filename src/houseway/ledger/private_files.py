"""Files that only their owner may read: stores, backups, keys, exports.

Such a file has the mode 0600 from the first moment, whatever the umask: it is created so, and
not narrowed afterwards. SQLite gives the files beside a store (-wal, -shm, -journal) its mode.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600
BESIDE = ("", "-wal", "-shm", "-journal", ".lock", ".secret", ".key")
"""The endings of a store's own file and of the files beside it."""


def create_private(path: Path) -> None:
    """An empty file for its owner only, if there is none of that name and there can be one."""
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def write_private(path: Path, data: bytes) -> None:
    """A new file for its owner only; FileExistsError if there is one of that name.

    It is written beside its place first: no reader, and no power cut, meets half of it.
    """
    partial = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _give_name(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _give_name(partial: Path, path: Path) -> None:
    """Gives a written file its name, unless another file has it."""
    try:
        os.link(partial, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        partial.rename(path)


def narrow_store(store: Path) -> None:
    """Takes a store and the files beside it from everybody but their owner, and logs it."""
    log = logging.getLogger("houseway")
    for ending in BESIDE:
        path = Path(f"{store}{ending}")
        try:
            mode = path.stat().st_mode & 0o777
            if not mode & 0o077:
                continue
            path.chmod(OWNER_ONLY)
        except FileNotFoundError:
            continue
        except OSError as error:
            fields = {"file": str(path), "error": error.strerror}
            words = "other accounts may read a file of the store, and it cannot be narrowed"
            log.warning("%s: %s", words, path, extra={"fields": fields})
        else:
            fields = {"file": str(path), "was": f"{mode:04o}"}
            words = "other accounts could read a file of the store; now only its owner can"
            log.warning("%s: %s", words, path, extra={"fields": fields})
