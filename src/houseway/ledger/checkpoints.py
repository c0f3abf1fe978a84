"""Signed checkpoints: where a table's record stood, in a few bytes that can be carried outside.

Anyone who holds one can show later that the record up to there was not written anew. The
key is Ed25519; its private half stays with the house, its public half goes with the
checkpoints.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from houseway.ledger.errors import RecordError, Unrecordable
from houseway.ledger.records import canonical
from houseway.ledger.schema import checkpoints
from houseway.ledger.store import Ledger

KIND = "houseway-checkpoint"
SIGNED = ("at", "hash", "key", "kind", "seq", "table", "v")


def new_key(path: Path) -> str:
    """Makes a key for the house in a file that only its owner may read; gives the public half."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RecordError(f"{path} exists already. A key is never overwritten.") from None
    except OSError as error:
        raise RecordError(f"The key cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "wb") as file:
        file.write(pem)
    return _public(key)


def read_key(path: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        raise RecordError(f"{path} holds no key that can be read.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise RecordError(f"{path} holds a key of another kind; Ed25519 is needed.")
    return key


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def checkpoint(ledger: Ledger, table: str, key: Ed25519PrivateKey, at: int) -> dict[str, Any]:
    """Signs where a table's record stands now, keeps the checkpoint, and gives it to carry away."""
    head = ledger.head(table)
    if head.seq < 0:
        raise RecordError(f"There is no table {table} on record.")
    statement: dict[str, Any] = {"kind": KIND, "v": 1, "table": table, "seq": head.seq}
    statement |= {"hash": head.hash, "at": max(at, head.at), "key": _public(key)}
    signed = {**statement, "signature": key.sign(canonical(statement).encode("utf-8")).hex()}
    row = {"table_id": table, "seq": head.seq, "body": canonical(signed)}
    # A second checkpoint at the same place adds nothing: the first stays.
    engine = ledger.engine.execution_options(writes=True)
    with suppress(sa.exc.IntegrityError), engine.begin() as connection:
        connection.execute(checkpoints.insert(), row)
    return signed


def kept_checkpoints(ledger: Ledger, table: str) -> list[dict[str, Any]]:
    query = sa.select(checkpoints.c.body).where(checkpoints.c.table_id == table)
    with ledger.reading() as connection:
        bodies = connection.scalars(query.order_by(checkpoints.c.seq))
        return [json.loads(body) for body in bodies]


def check_signature(stated: Any, key: str | None = None) -> str | None:
    """What is wrong with a checkpoint's signature, or None; `key` is whose it must be."""
    if not isinstance(stated, dict) or set(stated) != {*SIGNED, "signature"}:
        return "it is no checkpoint"
    if stated["kind"] != KIND or stated["v"] != 1:
        return "it has a form that this program does not read"
    if key is not None and stated["key"] != key:
        return "it was signed with another key"
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(stated["key"]))
        signed = canonical({name: stated[name] for name in SIGNED})
        public.verify(bytes.fromhex(stated["signature"]), signed.encode("utf-8"))
    except (InvalidSignature, Unrecordable, ValueError, TypeError):
        return "its signature is not right"
    return None
