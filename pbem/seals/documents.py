"""The content of a sealed hand or receipt: lines for people, data for programs, and the moderator's signature.

Anybody can seal to a player's public key, so the fact that a file opens says nothing about who wrote it. A document
therefore names the game, seat, kind and ledger head that it belongs to, and the moderator signs all of it:

    {"pbem": 2, "of": {…}, "text": [
    "a line for people"
    ],
    "data": {…},
    "sig": "…"}

The signature covers the bytes before the last `,` and line break; JSON escapes line breaks inside texts, so the place
is unambiguous, and a page finds it without writing canonical JSON. Documents of version 1 had no signature.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from typing import Any

from pbem.seals import sshsig
from pbem.seals.keys import PublicKey
from pbem.seals.signers import MODERATOR
from pbem.words.lazy_dataclass import dataclass

from .errors import SealError, SealFault
from .moderator_key import Moderator

KINDS = ("hand", "receipt")
_VERSION = "pbem"
_SIGNATURE = re.compile(rb',\n"sig": "([A-Za-z0-9+/]{86}==)"\}[ \n]*\Z')


@dataclass(frozen=True, slots=True)
class DocumentOwner:
    """Which game, seat and head a document belongs to."""

    kind: str
    game: str
    player: str
    n: int
    head: str
    """The digest of entry `n`, the last one when the document was written."""

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "game": self.game, "player": self.player, "n": self.n, "head": self.head}


@dataclass(frozen=True, slots=True)
class Document:
    """An opened document. Only `signed_by` says whose it is."""

    text: str
    data: Any
    of: DocumentOwner | None
    """None for a document of version 1."""
    body: bytes
    signature: bytes

    def signed_by(self, moderator: PublicKey) -> bool:
        if self.of is None:
            return False
        signature = sshsig.Signature(moderator, MODERATOR, "sha512", self.signature, b"")
        try:
            sshsig.check(signature, self.body, MODERATOR)
        except SealError:
            return False
        return True


def write(of: DocumentOwner, text: str, data: object, moderator: Moderator) -> bytes:
    """Each line of the text gets its own line, so that it is readable when opened by hand; the data stays compact, as
    a hand that outgrows its size class is twice as heavy in every page and mail.
    """
    lines = ",\n".join(json.dumps(line, ensure_ascii=False) for line in text.split("\n"))
    body = f'{{"{_VERSION}": 2, "of": {_dense(of.data())}, "text": [\n{lines}\n],\n"data": {_dense(data)}'.encode()
    signature = b64encode(sshsig.parse(moderator.sign(body)).raw)
    return body + b',\n"sig": "' + signature + b'"}\n'


def _dense(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read(plain: bytes) -> Document:
    """The document in unsealed bytes, whatever its version."""
    end = _SIGNATURE.search(plain, max(0, len(plain.rstrip(b" \n")) - 100))
    body, signature = (plain[: end.start()], b64decode(end[1])) if end else (plain, b"")
    try:
        whole = json.loads(body + b"}" if end else body)
        lines, version = whole["text"], whole[_VERSION]
        if not all(isinstance(line, str) for line in lines) or version not in (1, 2):
            raise ValueError
        return Document(
            "\n".join(lines), whole["data"], _belongs(whole["of"]) if version == 2 else None, body, signature
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SealError(SealFault.SEALED_DOCUMENT) from None


def _belongs(of: dict[str, Any]) -> DocumentOwner:
    found = DocumentOwner(**of)
    texts = (found.game, found.player, found.head)
    if found.kind not in KINDS or type(found.n) is not int or not all(isinstance(one, str) for one in texts):
        raise ValueError
    return found
