"""Sealed files: age, so that the plain `age` program opens what pbem wrote, and vice versa.

A sealed hand is one JSON object with the text for people first (`documents.py`), padded with one line of blanks to
a size class: its length reveals nothing, and it stays readable when `age -d` prints it. The size of the
sealed file depends only on the size class and the kind of recipients.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

from pbem.seals.keys import PrivateKey
from pbem.seals.recipients import Recipient, is_weak, no_panic, recipient_text
from pbem.words.lazy_dataclass import dataclass

from .errors import Message, SealError, SealFault, phrase

ARMOR = b"-----BEGIN AGE ENCRYPTED FILE-----"
ARMOR_END = b"-----END AGE ENCRYPTED FILE-----"
BINARY = b"age-encryption.org/v1\n"
HAND = 4096
"""Smallest size class of a sealed hand: most hands of most games fit, and so look alike."""
MOVE = 1024
"""Smallest size class of a sealed move."""

_BIGGEST = 16 * 1024 * 1024
# The library reads a header in quadratic time. One for a single recipient has some 400 bytes.
_LONGEST_HEADER = 4096
_MOST_STANZAS = 16
_MARK = b"pbem/content-mark/1\0"
# age puts a stanza of random length into each header (so that nobody relies on its form). This
# many bytes are set aside for it; it took 13 to 181 in 60,000 files.
_GREASE = 256


def size_class(length: int, smallest: int) -> int:
    """The padded size: `smallest`, or that doubled until the content fits."""
    size = smallest
    while size < length:
        size *= 2
    return size


def pad(data: bytes, smallest: int = HAND) -> bytes:
    """Add one line of blanks at the end, up to the size class. JSON and move files read the same with it."""
    missing = size_class(len(data), smallest) - len(data)
    return data + b" " * (missing - 1) + b"\n" * (missing > 0)


def seal(data: bytes, recipients: Sequence[Recipient]) -> bytes:
    """An armored age file that each of the recipients can open; equal sizes in, equal sizes out."""
    size = _armored(_plain_size(len(data), recipients) + _GREASE)
    while True:
        sealed = _encrypt(data, recipients, armored=True)
        # Blank lines after the armor are no part of it; age allows for 1,023 bytes of them.
        if len(sealed) <= size:
            return sealed.ljust(size, b"\n")


def seal_binary(data: bytes, recipients: Sequence[Recipient]) -> bytes:
    """The same without armor, for what travels inside a move block."""
    return _encrypt(data, recipients, armored=False)


def try_out(recipient: Recipient, where: str | Message) -> None:
    """Do a trial seal: a key that nothing can be sealed to must not get a seat, or no run could go on."""
    if isinstance(recipient, str) and is_weak(recipient):
        raise SealError(SealFault.RECIPIENT_WEAK, where=where)
    try:
        _encrypt(b"", [recipient], armored=False)
    except SealError:
        fault = SealFault.RECIPIENT if isinstance(recipient, str) else SealFault.KEY_OFF_CURVE
        raise SealError(fault, where=where) from None


def _encrypt(data: bytes, recipients: Sequence[Recipient], armored: bool) -> bytes:
    import pyrage

    if not recipients:
        raise SealError(SealFault.NO_RECIPIENT)
    targets = []
    for recipient in recipients:
        text = recipient_text(recipient)
        kind = pyrage.x25519 if isinstance(recipient, str) else pyrage.ssh
        try:
            targets.append(kind.Recipient.from_str(text))
        except pyrage.RecipientError:
            raise SealError(SealFault.RECIPIENT, where=text) from None
    refused = SealError(SealFault.RECIPIENT, where=", ".join(map(recipient_text, recipients)))
    try:
        with no_panic(refused):
            return bytes(pyrage.encrypt(data, targets, armored=armored))
    except pyrage.EncryptError:
        raise refused from None


def _plain_size(length: int, recipients: Sequence[Recipient]) -> int:
    """Size of a binary age file without the stanza of random length."""
    stanzas = sum(98 if isinstance(recipient, str) else 110 for recipient in recipients)
    chunks = max(1, -(-length // 65536))
    return len(BINARY) + stanzas + 48 + 16 + length + 16 * chunks


def _armored(length: int) -> int:
    text = -(-length // 3) * 4
    return len(ARMOR) + 1 + text + -(-text // 64) + len(ARMOR_END) + 1


def is_sealed(data: bytes) -> bool:
    return data.startswith(BINARY) or data.lstrip(b" \t\r\n").startswith(ARMOR)


@dataclass(frozen=True, slots=True)
class AgeKey:
    """A separate age key (`AGE-SECRET-KEY-1…`), for players who do not open with their ssh key."""

    secret: str

    def __repr__(self) -> str:
        return "AgeKey(…)"


def unseal(data: bytes, key: PrivateKey | AgeKey) -> bytes:
    """Open a sealed file, armored or not."""
    import pyrage

    if len(data) > _BIGGEST:
        raise SealError(SealFault.SEALED_SIZE, right=_BIGGEST)
    if not is_sealed(data):
        raise SealError(SealFault.SEALED_ABSENT)
    if not data.startswith(BINARY):
        data = data.strip(b" \t\r\n") + b"\n"
    _check_header(data if data.startswith(BINARY) else _first_bytes(data))
    try:
        if isinstance(key, AgeKey):
            name: str | Message = phrase("you-gave")
            identity = pyrage.x25519.Identity.from_str(key.secret.strip())
        else:
            # pyrage does not support passphrases: the key is unlocked by now, and is handed over in memory.
            name = key.public.fingerprint
            identity = pyrage.ssh.Identity.from_buffer(key.pem())
    except pyrage.IdentityError:
        raise SealError(SealFault.KEY_UNREADABLE, where=phrase("age-key")) from None
    try:
        with no_panic(SealError(SealFault.SEALED_DAMAGED)):
            return bytes(pyrage.decrypt(data, [identity]))
    except pyrage.DecryptError as error:
        if "No matching keys" in str(error):
            raise SealError(SealFault.SEALED_OTHER_KEY, found=name) from None
        raise SealError(SealFault.SEALED_DAMAGED) from None


def _first_bytes(armored: bytes) -> bytes:
    """The bytes at the start of the armor, as many as a header may have."""
    most = _LONGEST_HEADER // 3 * 4 + 4
    # A line of armor has 64 characters and a line end of one or two.
    lines = armored[len(ARMOR) : len(ARMOR) + 2 * most].split(ARMOR_END)[0].split()
    text = b"".join(lines)[:most]
    try:
        return base64.b64decode(text[: len(text) // 4 * 4])
    except ValueError:
        raise SealError(SealFault.SEALED_DAMAGED) from None


def _check_header(data: bytes) -> None:
    """Refuse anything that costs more to examine than any legitimate file."""
    end = data.find(b"\n---", 0, _LONGEST_HEADER)
    if end < 0 or data.count(b"\n->", 0, end) > _MOST_STANZAS:
        long = len(data) >= _LONGEST_HEADER or end >= 0
        raise SealError(SealFault.SEALED_HEADER if long else SealFault.SEALED_DAMAGED, right=_MOST_STANZAS)


def content_mark(mark_key: bytes, name: str, plain: bytes, recipients: Sequence[Recipient]) -> str:
    """A mark that changes exactly when a sealed file must be rewritten.

    Sealing is randomised, so the files cannot be compared, and a bare hash would let anybody try
    all hands. The name keeps two players' equal hands from having equal marks.
    """
    mac = hmac.new(mark_key, _MARK, hashlib.sha256)
    for part in (name.encode(), *(recipient_text(r).encode() for r in recipients), plain):
        mac.update(len(part).to_bytes(8, "big") + part)
    return mac.hexdigest()
