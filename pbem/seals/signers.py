"""The table of who signs for which seat, in the syntax of ssh's allowed_signers files.

One line per player, so that plain `ssh-keygen -Y verify -f allowed_signers` can audit a game:

    anna namespaces="pbem" ssh-ed25519 AAAA… anna@home

A player who wants files sealed to a key other than the signing key has the `age1…` recipient
as the last word of the line; ssh takes it for part of the comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.seals.keys import PublicKey, parse_public
from pbem.seals.recipients import Recipient, parse_age
from pbem.storage.ids import is_player
from pbem.words.lazy_dataclass import dataclass

from .errors import Message, SealError, SealFault, phrase

MOVES = "pbem"
MODERATOR = "pbem-moderator"

_BIGGEST = 256 * 1024
_LINE = re.compile(r"(?P<name>\S+)[ \t]+(?:(?P<options>\S+)[ \t]+)??(?P<key>(?:sk-)?(?:ssh|ecdsa)-.*)")
_OPTION = re.compile(r'(?P<name>[a-z-]+)(?:="(?P<value>[^"]*)")?')


@dataclass(frozen=True, slots=True)
class Signer:
    """A player, the key that signs for them, and where their sealed files go if not to that key."""

    handle: str
    key: PublicKey
    age: str | None = None

    @property
    def recipient(self) -> Recipient:
        return self.age if self.age is not None else self.key


def parse_signers(text: str, where: str = "allowed_signers", namespace: str = MOVES) -> dict[str, Signer]:
    """All lines, by player. The first wrong line is reported with its number."""
    if len(text) > _BIGGEST:
        raise SealError(SealFault.SIGNERS_SIZE, where=where, right=_BIGGEST)
    signers: dict[str, Signer] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip(" \t") or line.startswith("#"):
            continue
        place = phrase("line-of", where=where, line=number)
        signer = _parse_line(line, place, namespace)
        if signer.handle in signers:
            raise SealError(SealFault.SIGNERS_TWICE, where=place, found=signer.handle)
        signers[signer.handle] = signer
    return signers


def _parse_line(line: str, where: Message, namespace: str) -> Signer:
    parts = _LINE.fullmatch(line.strip(" \t"))
    if parts is None or not line.replace("\t", " ").isprintable():
        raise SealError(SealFault.SIGNERS_LINE, where=where)
    if not is_player(parts["name"]):
        raise SealError(SealFault.SIGNERS_NAME, where=where, found=parts["name"])
    _check_options(parts["options"] or "", where, namespace)
    key = parse_public(parts["key"], where)
    age = None
    words = key.comment.split()
    if words and words[-1].startswith("age1"):
        age = parse_age(words[-1], where)
        key = PublicKey(key.raw, " ".join(words[:-1]))
    return Signer(parts["name"], key, age)


def _check_options(options: str, where: Message, namespace: str) -> None:
    # An option we do not know could mean "not this key": it must never be ignored.
    found = None
    at = 0
    while at < len(options):
        option = _OPTION.match(options, at)
        if option is None or options[option.end() : option.end() + 1] not in ("", ","):
            raise SealError(SealFault.SIGNERS_LINE, where=where)
        if option["name"] != "namespaces" or found is not None:
            raise SealError(SealFault.SIGNERS_OPTION, where=where, found=option["name"])
        found = option["value"] or ""
        at = option.end() + 1
    if found != namespace:
        raise SealError(SealFault.SIGNERS_NAMESPACE, where=where, found=found or phrase("any"), right=namespace)


def write_signers(signers: Iterable[Signer], namespace: str = MOVES) -> str:
    """The file's text, one line per player in the given order."""
    return "".join(f"{signer_line(signer, namespace)}\n" for signer in signers)


def signer_line(signer: Signer, namespace: str = MOVES) -> str:
    if not is_player(signer.handle):
        raise SealError(SealFault.SIGNERS_NAME, where=phrase("this-line"), found=signer.handle)
    # A comment is untrusted text: a line break in it would start a new line.
    comment = " ".join("".join(c if c.isprintable() else " " for c in signer.key.comment).split())
    key = PublicKey(signer.key.raw).line
    words = [signer.handle, f'namespaces="{namespace}"', key, comment, signer.age or ""]
    return " ".join(word for word in words if word)
