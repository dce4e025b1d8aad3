"""Players' and moderators' keys: OpenSSH ed25519, as `ssh-keygen -t ed25519` makes them."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from ..storage import disk
from ..words.lazy_dataclass import dataclass
from .errors import Message, SealError, SealFault, phrase
from .wire import Short, WireReader, columns, strict_base64, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KIND = "ssh-ed25519"
THIS_TEXT = phrase("this-text")
AskPassphrase = Callable[[str], str]
"""Takes the name of the key and returns its passphrase."""

_BIGGEST_FILE = 64 * 1024
_MAGIC = b"openssh-key-v1\0"
_PEM = re.compile(r"-----BEGIN OPENSSH PRIVATE KEY-----([^-]*)-----END OPENSSH PRIVATE KEY-----")
_PRIME = 2**255 - 19
# y coordinates of the points of order 1, 2, 4 and 8. A signature under such a "key" fits many
# texts, and a hand sealed to one can be opened by anybody.
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = frozenset({0, 1, _PRIME - 1, _Y8, _PRIME - _Y8})
_FOREIGN_PRIVATE = (
    ("PuTTY-User-Key-File", "PuTTY key"),
    ("AGE-SECRET-KEY-", "age key"),
    ("-----BEGIN PGP", "PGP key"),
    ("-----BEGIN RSA PRIVATE KEY-----", "PEM key"),
    ("-----BEGIN EC PRIVATE KEY-----", "PEM key"),
    ("-----BEGIN PRIVATE KEY-----", "PKCS#8 key"),
    ("-----BEGIN ENCRYPTED PRIVATE KEY-----", "PKCS#8 key"),
)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """32 bytes that say whose signature it is. The comment is not part of the identity."""

    raw: bytes
    comment: str = field(default="", compare=False)

    @property
    def blob(self) -> bytes:
        return string(KIND.encode()) + string(self.raw)

    @property
    def line(self) -> str:
        """The key as written in a `.pub` file, without a line end."""
        line = f"{KIND} {base64.b64encode(self.blob).decode()}"
        return f"{line} {self.comment}" if self.comment else line

    @property
    def fingerprint(self) -> str:
        return "SHA256:" + base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")

    def verifier(self) -> Ed25519PublicKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        return Ed25519PublicKey.from_public_bytes(self.raw)


class PrivateKey:
    """An unlocked key. It never shows its secret in a repr, a log or a traceback."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey, comment: str = "") -> None:
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes_raw(), comment)

    def __repr__(self) -> str:
        return f"PrivateKey({self.public.fingerprint})"

    @classmethod
    def from_seed(cls, seed: bytes, comment: str = "") -> PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.from_private_bytes(seed), comment)

    @property
    def seed(self) -> bytes:
        return self._key.private_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        return self._key.sign(data)

    def pem(self, passphrase: str | None = None) -> bytes:
        """The OpenSSH private key file; unencrypted unless there is a passphrase."""
        if not passphrase:
            return _unlocked_pem(self.seed, self.public)
        from cryptography.hazmat.primitives import serialization as ser

        lock = ser.BestAvailableEncryption(passphrase.encode())
        return self._key.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.OpenSSH, lock)


def generate(path: Path, comment: str = "", passphrase: str | None = None) -> PrivateKey:
    """Make a game key: `path` (readable by its owner only) and `path.pub`. Never overwrites."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public_path = path.with_name(path.name + ".pub")
    for taken in (path, public_path):
        if taken.exists() or taken.is_symlink():
            raise SealError(SealFault.FILE_EXISTS, where=taken)
    key = PrivateKey(Ed25519PrivateKey.generate(), " ".join(comment.split()))
    _write_new(path, key.pem(passphrase), 0o600)
    _write_new(public_path, f"{key.public.line}\n".encode(), 0o644)
    return key


def _write_new(path: Path, data: bytes, mode: int) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | disk.PLAIN, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise SealError(SealFault.FILE_EXISTS, where=path) from None
    except OSError as error:
        raise SealError(SealFault.FILE_UNWRITABLE, where=path, why=error.strerror or error) from None


def load_private(path: Path, ask: AskPassphrase | None = None) -> PrivateKey:
    return parse_private(_read(path), str(path), ask)


def load_public(path: Path) -> PublicKey:
    return parse_public(_decode(_read(path)), str(path))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_BIGGEST_FILE)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SealError(SealFault.FILE_UNREADABLE, where=path, why=why) from None


def _decode(data: bytes) -> str:
    # Text that is not UTF-8 is not a key; the replacement characters make every check below fail.
    return data.decode("utf-8", "replace")


def parse_public(text: str, where: str | Message = THIS_TEXT) -> PublicKey:
    """Read one line as in a `.pub` file: `ssh-ed25519 AAAA… comment`."""
    if "PRIVATE KEY-----" in text or text.startswith("AGE-SECRET-KEY-"):
        raise SealError(SealFault.KEY_IS_PRIVATE, where=where)
    lines = [line for line in text.splitlines() if line.strip()]
    words = lines[0].split(None, 2) if len(lines) == 1 else []
    if len(words) < 2:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    if words[0] != KIND:
        if re.fullmatch(r"(sk-)?(ssh|ecdsa)-[a-z0-9@.-]+", words[0]):
            raise SealError(SealFault.KEY_TYPE, where=where, found=words[0])
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    blob = strict_base64(words[1])
    if blob is None:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    comment = words[2].strip() if len(words) == 3 else ""
    return PublicKey(public_raw(blob, where), comment)


def public_raw(blob: bytes, where: str | Message) -> bytes:
    """The 32 bytes inside a public key blob, or what is wrong with it."""
    reader = WireReader(blob)
    try:
        kind, raw = reader.string(), reader.string()
    except Short:
        raise SealError(SealFault.KEY_UNREADABLE, where=where) from None
    if kind != KIND.encode():
        raise SealError(SealFault.KEY_TYPE, where=where, found=_decode(kind))
    if len(raw) != 32 or not reader.done:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= _PRIME or y in _SMALL_ORDER:
        raise SealError(SealFault.KEY_WEAK, where=where)
    return raw


def parse_private(data: bytes, where: str | Message = THIS_TEXT, ask: AskPassphrase | None = None) -> PrivateKey:
    """Read an OpenSSH private key file. Line ends do not matter: some systems keep a key on one line."""
    text = _decode(data)
    for mark, name in _FOREIGN_PRIVATE:
        if mark in text:
            raise SealError(SealFault.KEY_FORMAT, where=where, found=name)
    found = _PEM.search(text.replace("\\n", "\n"))
    if found is None:
        if re.match(r"\s*(sk-)?(ssh|ecdsa)-\S+ ", text):
            raise SealError(SealFault.KEY_IS_PUBLIC, where=where)
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    body = "".join(found[1].split())
    locked, raw, inside = _container(strict_base64(body), where)
    if not locked:
        return _unlocked(inside, raw, where)
    if ask is None:
        raise SealError(SealFault.PASSPHRASE_NEEDED, where=where)
    passphrase = ask(str(where)).encode("utf-8", "surrogateescape")
    if not passphrase:
        raise SealError(SealFault.PASSPHRASE_WRONG, where=where)
    return _unlock(body, passphrase, raw, where)


def _container(blob: bytes | None, where: str | Message) -> tuple[bool, bytes, bytes]:
    """Whether the key is locked, its public half, which is stored unencrypted, and the part that may be locked."""
    try:
        if blob is None:
            raise Short
        reader = WireReader(blob)
        magic = reader.take(len(_MAGIC))
        cipher, kdf, _options = reader.string(), reader.string(), reader.string()
        count, public, inside = reader.number(), reader.string(), reader.string()
    except Short:
        raise SealError(SealFault.KEY_UNREADABLE, where=where) from None
    locked = cipher != b"none"
    if magic != _MAGIC or count != 1 or (not locked and (kdf != b"none" or not reader.done)):
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    return locked, public_raw(public, where), inside


def _unlocked_pem(seed: bytes, public: PublicKey) -> bytes:
    """What `_unlocked` reads, as the file that OpenSSH would write."""
    inside = os.urandom(4) * 2 + string(KIND.encode()) + string(public.raw) + string(seed + public.raw) + string(b"")
    inside += bytes(range(1, 1 + -len(inside) % 8))
    head = _MAGIC + string(b"none") * 2 + string(b"") + (1).to_bytes(4, "big")
    return _armored(base64.b64encode(head + string(public.blob) + string(inside)).decode())


def _armored(body: str) -> bytes:
    name = "OPENSSH PRIVATE KEY"
    return "\n".join([f"-----BEGIN {name}-----", *columns(body, 70), f"-----END {name}-----", ""]).encode()


def _unlocked(inside: bytes, raw: bytes, where: str | Message) -> PrivateKey:
    """A key without a passphrase. (What reads locked keys takes long to import.)"""
    try:
        reader = WireReader(inside)
        check, again = reader.number(), reader.number()
        kind, public, secret, _comment = reader.string(), reader.string(), reader.string(), reader.string()
    except Short:
        raise SealError(SealFault.KEY_UNREADABLE, where=where) from None
    padding = bytes(range(1, len(reader.rest) + 1))
    sound = check == again and kind == KIND.encode() and reader.rest == padding and len(inside) % 8 == 0
    if not sound or public != raw or secret[32:] != raw or len(secret) != 64:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    key = PrivateKey.from_seed(secret[:32])
    if key.public.raw != raw:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    return key


def _unlock(body: str, passphrase: bytes, raw: bytes, where: str | Message) -> PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        key = load_ssh_private_key(_armored(body), passphrase)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise SealError(SealFault.PASSPHRASE_WRONG, where=where) from None
    if not isinstance(key, Ed25519PrivateKey) or key.public_key().public_bytes_raw() != raw:
        raise SealError(SealFault.KEY_UNREADABLE, where=where)
    return PrivateKey(key)
