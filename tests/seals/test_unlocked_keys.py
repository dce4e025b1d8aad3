"""Keys without a passphrase are read by ourselves: exactly those that the library would read, to the same secret."""

from __future__ import annotations

import base64

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_ssh_private_key

from pbem.seals.errors import SealError
from pbem.seals.keys import PrivateKey, parse_private

KEY = PrivateKey.from_seed(bytes(range(32)))
BODY = base64.b64decode("".join(KEY.pem().decode().split("\n")[1:-2]))


def pem(body: bytes) -> bytes:
    return b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + base64.encodebytes(body) + b"-----END OPENSSH PRIVATE KEY-----\n"


def library(data: bytes) -> bytes | None:
    try:
        key = load_ssh_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    public = base64.b64decode("".join(data.decode().split("\n")[1:-2]))[62:94]
    assert isinstance(key, Ed25519PrivateKey)
    return key.private_bytes_raw() if key.public_key().public_bytes_raw() == public else None


def ours(data: bytes) -> bytes | None:
    try:
        return parse_private(data).seed
    except SealError:
        return None


def test_every_changed_byte_is_judged_as_the_library_does() -> None:
    assert padded(0) == BODY
    assert ours(pem(padded(8))) == library(pem(padded(8))) == bytes(range(32))
    assert ours(pem(BODY)) == library(pem(BODY)) == bytes(range(32))
    read = 0
    for at in range(len(BODY)):
        for change in (1, 0x80, 0xFF):
            changed = pem(BODY[:at] + bytes([BODY[at] ^ change]) + BODY[at + 1 :])
            assert ours(changed) == library(changed), (at, change)
            read += ours(changed) is not None
    assert read < 10, "only what says nothing may differ: the comment and unused options"


def padded(more: int) -> bytes:
    """The same with more or fewer bytes of padding, and a length that says so."""
    inside = BODY[-136:-5] + bytes(range(1, 6 + more))
    return BODY[:-140] + len(inside).to_bytes(4, "big") + inside


OTHERS = {
    "longer": BODY + b"\0",
    "shorter": BODY[:-1],
    "a block less": BODY[:-8],
    "half": BODY[:100],
    "nothing": b"",
    "a byte too much": padded(1),
    "not padded": padded(-5),
}


@pytest.mark.parametrize("body", OTHERS.values(), ids=OTHERS)
def test_more_or_less_than_a_key_is_none(body: bytes) -> None:
    assert ours(pem(body)) is None
    assert library(pem(body)) is None
