"""SSH signatures (OpenSSH's PROTOCOL.sshsig), ed25519 only.

What `sign` writes equals the output of `ssh-keygen -Y sign` byte for byte. `verify` takes what
ssh-keygen takes, and nothing that has a second spelling: a signature feeds the dice, so nobody
may be able to turn one valid signature into another.
"""

from __future__ import annotations

import base64
import hashlib

from pbem.seals.keys import KIND, PrivateKey, PublicKey, public_raw
from pbem.words.lazy_dataclass import dataclass

from .errors import SealError, SealFault, phrase
from .wire import Short, WireReader, columns, strict_base64, string

BEGIN = "-----BEGIN SSH SIGNATURE-----"
END = "-----END SSH SIGNATURE-----"

_MAGIC = b"SSHSIG"
_VERSION = b"\0\0\0\1"
_HASHES = {b"sha512": hashlib.sha512, b"sha256": hashlib.sha256}
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Signature:
    """A parsed signature. Only `check` says whether it is good."""

    key: PublicKey
    namespace: str
    hash: str
    raw: bytes
    """The 64 bytes of the Ed25519 signature: these are mixed into the fair chance."""
    blob: bytes


def sign(key: PrivateKey, message: bytes, namespace: str) -> str:
    """The armored signature, as `ssh-keygen -Y sign -n NAMESPACE` would write it."""
    space, name = namespace.encode(), b"sha512"
    raw = key.sign(_signed(space, name, message))
    blob = (
        _MAGIC
        + _VERSION
        + string(key.public.blob)
        + string(space)
        + string(b"")
        + string(name)
        + string(string(KIND.encode()) + string(raw))
    )
    return armor(blob)


def armor(blob: bytes) -> str:
    return "\n".join([BEGIN, *columns(base64.b64encode(blob).decode(), 70), END, ""])


def _signed(namespace: bytes, name: bytes, message: bytes) -> bytes:
    digest = _HASHES[name](message).digest()
    return _MAGIC + string(namespace) + string(b"") + string(name) + string(digest)


def dearmor(armored: str) -> bytes:
    """The bytes inside the armor. Blanks around lines and CRLF do no harm; anything else does."""
    lines = [line.strip(" \t\r") for line in armored.strip(" \t\r\n").split("\n")] if armored else []
    if len(lines) < 2 or lines[0] != BEGIN or lines[-1] != END:
        raise SealError(SealFault.SIG_ABSENT)
    body = "".join(lines[1:-1])
    blob = strict_base64(body) if len(body) <= _LONGEST else None
    if blob is None:
        raise SealError(SealFault.SIG_BASE64)
    return blob


def parse(armored: str) -> Signature:
    return parse_blob(dearmor(armored))


def parse_blob(blob: bytes) -> Signature:
    """Parse a signature; refuse anything but a plain ed25519 signature of version 1."""
    reader = WireReader(blob)
    try:
        if reader.take(6) != _MAGIC:
            raise SealError(SealFault.SIG_ABSENT)
        if reader.take(4) != _VERSION:
            raise SealError(SealFault.SIG_VERSION)
        public, namespace, reserved = reader.string(), reader.string(), reader.string()
        name, inner = reader.string(), WireReader(reader.string())
        kind, raw = inner.string(), inner.string()
        key_kind = WireReader(public).string()
    except Short:
        raise SealError(SealFault.SIG_TRUNCATED) from None
    if not reader.done or not inner.done:
        raise SealError(SealFault.SIG_TRAILING)
    for found in (key_kind, kind):
        if found != KIND.encode():
            raise SealError(SealFault.SIG_KEY_TYPE, found=found.decode("utf-8", "replace"))
    if reserved:
        raise SealError(SealFault.SIG_RESERVED)
    if name not in _HASHES:
        raise SealError(SealFault.SIG_HASH, found=name.decode("utf-8", "replace") or phrase("none"))
    if len(raw) != 64:
        raise SealError(SealFault.SIG_TRUNCATED if len(raw) < 64 else SealFault.SIG_TRAILING)
    key = PublicKey(public_raw(public, phrase("key-in-signature")))
    return Signature(key, namespace.decode("utf-8", "replace"), name.decode(), raw, blob)


def check(signature: Signature, message: bytes, namespace: str, key: PublicKey | None = None) -> None:
    """Raise unless this is a signature of this text, for this namespace, by this key (by default the one it names)."""
    from cryptography.exceptions import InvalidSignature

    if signature.namespace != namespace:
        raise SealError(SealFault.SIG_NAMESPACE, found=signature.namespace or phrase("nothing"), right=namespace)
    if key is not None and signature.key != key:
        raise SealError(SealFault.SIG_KEY, found=signature.key.fingerprint, right=key.fingerprint)
    try:
        signature.key.verifier().verify(signature.raw, _signed(namespace.encode(), signature.hash.encode(), message))
    except InvalidSignature:
        raise SealError(SealFault.SIG_TEXT) from None


def verify(armored: str, message: bytes, namespace: str, key: PublicKey | None = None) -> Signature:
    """Read and check in one go; without a key, the caller must check `.key` of the result."""
    signature = parse(armored)
    check(signature, message, namespace, key)
    return signature
