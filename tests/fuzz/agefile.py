"""Age files whose every byte is decided here: the library draws lots, and would not write a hostile header.

Written from the specification (age-encryption.org/v1) with nothing of ours. What is sealed here with the recipient's
own stanza opens, whatever stanzas stand around it: the header's code is right.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pbem.seals.keys import PublicKey

_P = 2**255 - 19
_INTRO = b"age-encryption.org/v1"
_LABEL = _INTRO + b"/ssh-ed25519"
_CHUNK = 64 * 1024


def sealed(
    content: bytes,
    key: PublicKey,
    lots: bytes,
    before: Sequence[bytes] = (),
    after: Sequence[bytes] = (),
    armored: bool = False,
) -> bytes:
    """Sealed to an SSH key; `lots` is all its randomness, `before` and `after` are stanzas of the header."""
    file_key, nonce = _lot(lots, b"file key")[:16], _lot(lots, b"nonce")[:16]
    header = b"\n".join([_INTRO, *before, _stanza(file_key, key, _lot(lots, b"ephemeral")), *after, b"---"])
    mac = hmac.digest(_hkdf(file_key, b"", b"header"), header, "sha256")
    stream = _stream(content, _hkdf(file_key, nonce, b"payload"))
    whole = header + b" " + _b64(mac) + b"\n" + nonce + stream
    return armor(whole) if armored else whole


def armor(data: bytes) -> bytes:
    text = base64.b64encode(data)
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return b"\n".join([b"-----BEGIN AGE ENCRYPTED FILE-----", *lines, b"-----END AGE ENCRYPTED FILE-----", b""])


def stanza(kind: bytes, arguments: Sequence[bytes], body: bytes) -> bytes:
    """One of any kind: the body in lines of 64, the last of them shorter."""
    text = _b64(body)
    lines = [text[at : at + 64] for at in range(0, len(text) + 1, 64)]
    return b"\n".join([b" ".join([b"->", kind, *arguments]), *lines])


def _stanza(file_key: bytes, key: PublicKey, lot: bytes) -> bytes:
    ephemeral = X25519PrivateKey.from_private_bytes(lot)
    share = ephemeral.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    point = _montgomery(key.raw)
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(point))
    tweak = X25519PrivateKey.from_private_bytes(_hkdf(b"", key.blob, _LABEL))
    shared = tweak.exchange(X25519PublicKey.from_public_bytes(shared))
    body = ChaCha20Poly1305(_hkdf(shared, share + point, _LABEL)).encrypt(bytes(12), file_key, b"")
    return stanza(b"ssh-ed25519", (_b64(hashlib.sha256(key.blob).digest()[:4]), _b64(share)), body)


def _montgomery(raw: bytes) -> bytes:
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    return ((1 + y) * pow(1 - y, -1, _P) % _P).to_bytes(32, "little")


def _stream(content: bytes, key: bytes) -> bytes:
    chunks = [content[at : at + _CHUNK] for at in range(0, len(content), _CHUNK)] or [b""]
    cipher, last = ChaCha20Poly1305(key), len(chunks) - 1
    return b"".join(
        cipher.encrypt(at.to_bytes(11, "big") + bytes([at == last]), chunk, b"") for at, chunk in enumerate(chunks)
    )


def _hkdf(secret: bytes, salt: bytes, label: bytes) -> bytes:
    return hmac.digest(hmac.digest(salt or bytes(32), secret, "sha256"), label + b"\1", "sha256")


def _lot(lots: bytes, name: bytes) -> bytes:
    return hashlib.sha256(lots + b"/" + name).digest()


def _b64(data: bytes) -> bytes:
    return base64.b64encode(data).rstrip(b"=")
