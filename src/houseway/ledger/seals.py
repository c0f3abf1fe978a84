"""Hidden cards at rest: sealed in the store until the round that used their deck is closed.

The seed of a shuffle, its order and every event that can name a card of it are sealed with a
key of that shuffle, which follows from the key of the store. The key of the store is kept
outside the store. When the round is closed, the key of its shuffle is written into the store:
from then on whoever reads the store can read the round. No row is ever rewritten for it.

    key of a shuffle = HMAC-SHA256(key of the store, label || table || 0 || number)
    sealed text      = "sealed " || number || " " || base64(nonce || AES-256-GCM(text))

Hashes are chained over the clear text, so that a log is verified without any key. A body that
names cards has few possible contents, and its hash is not secret: a salt in the body keeps
anybody from finding the cards by trying all of them.
"""

import base64
import hmac
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.ledger.errors import RecordError
from houseway.ledger.private_files import write_private

KEY_BYTES = 32
NONCE_BYTES = 12
SALT_BYTES = 16
SHUFFLE_LABEL = b"houseway/seal/1\0"
FINGERPRINT_LABEL = b"houseway/key/1"
SEALED = "sealed "
"""How sealed text begins; a body in clear is JSON and begins otherwise."""
VARIABLE = "HOUSEWAY_KEY"
HOW_TO_MAKE = "A key is 64 hexadecimal digits; `openssl rand -hex 32` makes one."


@dataclass(frozen=True)
class StoreKey:
    """The key of a store, from which the key of every shuffle follows."""

    secret: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """By this a store knows its key again. The key does not follow from it."""
        return hmac.digest(self.secret, FINGERPRINT_LABEL, "sha256").hex()

    @property
    def text(self) -> str:
        return self.secret.hex()

    def for_shuffle(self, table: str, number: int) -> bytes:
        return _derive(self.secret, table, number)


@lru_cache(maxsize=4096)
def _derive(secret: bytes, table: str, number: int) -> bytes:
    place = table.encode() + b"\0" + str(number).encode()
    return hmac.digest(secret, SHUFFLE_LABEL + place, "sha256")


def new_store_key() -> StoreKey:
    return StoreKey(os.urandom(KEY_BYTES))


def read_store_key(text: str, where: str) -> StoreKey:
    """The key that a text holds; `where` is where the text came from."""
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise RecordError(f"{where} holds no key of a store. {HOW_TO_MAKE}")
    return StoreKey(secret)


def key_file(store: str) -> Path:
    """Where the key of a SQLite store, or of a backup, is kept: beside it, by its real path."""
    return Path(f"{os.path.realpath(store)}.key")


def load_key(path: Path) -> StoreKey | None:
    """The key in a file, or None where there is no such file."""
    try:
        text = path.read_text("ascii")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise RecordError(f"The key of the store in {path} cannot be read: {error}.") from None
    return read_store_key(text, str(path))


def keep_key(path: Path, key: StoreKey) -> StoreKey:
    """Writes a key into a file for its owner only; gives the key that the file holds then."""
    try:
        write_private(path, f"{key.text}\n".encode())
    except FileExistsError:  # another process was first
        return load_key(path) or key
    except OSError as error:
        raise RecordError(
            f"The key of the store cannot be written to {path}: {error.strerror}."
        ) from None
    return key


def seal(key: bytes, number: int, place: str, text: str) -> str:
    """Text sealed with a shuffle's key, so that it can be opened at this place only."""
    nonce = os.urandom(NONCE_BYTES)
    sealed = AESGCM(key).encrypt(nonce, text.encode(), place.encode())
    return f"{SEALED}{number} {base64.b64encode(nonce + sealed).decode('ascii')}"


def sealed_number(text: str) -> int | None:
    """The shuffle whose key opens a text; None for one that is not sealed."""
    if not text.startswith(SEALED):
        return None
    number = text.removeprefix(SEALED).partition(" ")[0]
    return int(number) if number.isdecimal() and len(number) < 20 else None


def unseal(key: bytes, place: str, text: str) -> str | None:
    """The clear text, or None where this key does not open it or something in it was changed."""
    try:
        sealed = base64.b64decode(text.rpartition(" ")[2], validate=True)
        clear = AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        return None
    return clear.decode()


def fresh_salt() -> str:
    return os.urandom(SALT_BYTES).hex()
