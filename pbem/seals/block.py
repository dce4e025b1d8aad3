"""The move block: one signed move as text that survives what mail programs do to text.

    -----BEGIN PBEM MOVE-----
    base64, 64 characters per line
    -----END PBEM MOVE-----

The bytes inside: `PBM`, version 1, a kind, the parts, and the first four bytes of the SHA-256 of
all that. Kind `C` (clear) has two parts, the move file and the SSH signature's bytes. Kind `S`
(sealed) has one, a binary age file; opened, it is the move file followed by its armored signature.
Each part is preceded by its length, four bytes, the most significant first. The checksum is not
for security: it tells a damaged mail from a wrong signature.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
import re
from collections.abc import Iterator

from pbem.seals import sshsig
from pbem.words.lazy_dataclass import dataclass

from .errors import SealError, SealFault
from .wire import Short, WireReader, columns, string

BEGIN = "-----BEGIN PBEM MOVE-----"
END = "-----END PBEM MOVE-----"
LARGEST_PAYLOAD = 64 * 1024

_MAGIC = b"PBM"
_VERSION = 1
_CLEAR, _SEALED = b"C", b"S"
_CHECKSUM = 4
# A sealed move is padded to 128 KiB at most, and age adds some hundred bytes.
_LARGEST = 160 * 1024
_MOST_TEXT = 4 * 1024 * 1024
_MOST_BLOCKS = 64

# Between the words there may be whatever quoting and wrapping inserted. The repeats are bounded so
# that no text can make the search slow.
_GAP = r"(?:[\s>|*]|&(?:amp;){0,3}nbsp;|<[^<>]{0,40}>){1,24}"
_MARK = re.compile(rf"(BEGIN|END){_GAP}PBEM{_GAP}MOVE")
_DASH = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\ufe58\ufe63\uff0d")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]+")
_TAG = re.compile(r"<[^<>]{0,400}>")
# No character has a number that long, and Python refuses to parse very long ones.
_NO_CHARACTER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_ADDED = re.compile(r"(?m)^[ \t>|]*\+")
_INITIALS = re.compile(r"(?m)^[ \t]*\w{1,4}>")


@dataclass(frozen=True, slots=True)
class Block:
    """What a block holds: a signed move in the clear, or the bytes of a sealed one."""

    payload: bytes = b""
    signature: str = ""
    sealed: bytes | None = None


def write_clear(payload: bytes, signature: str) -> str:
    """The block of a signed move. The signature is the armored one."""
    blob = sshsig.dearmor(signature)
    return _write(_CLEAR + string(payload) + string(blob), len(payload))


def write_sealed(sealed: bytes) -> str:
    """The block of a signed move that was sealed to the moderator (a binary age file)."""
    return _write(_SEALED + string(sealed), 0)


def _write(rest: bytes, payload: int) -> str:
    body = _MAGIC + bytes([_VERSION]) + rest
    if payload > LARGEST_PAYLOAD or len(body) > _LARGEST:
        raise SealError(SealFault.BLOCK_SIZE, where=1)
    text = base64.b64encode(body + _checksum(body)).decode()
    return "\n".join([BEGIN, *columns(text, 64), END, ""])


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:_CHECKSUM]


def find_blocks(text: str) -> list[Block | SealError]:
    """Every block in a text, in order, each either read or with its fault.

    A text that contains the same block twice (a mail and its HTML copy) yields it once.
    """
    found: list[Block | SealError] = []
    seen: set[bytes] = set()
    for number, (inside, closed, armored) in enumerate(_candidates(text[:_MOST_TEXT]), 1):
        body = _restore(inside)
        if body is not None:
            if body not in seen:
                seen.add(body)
                found.append(_parse(body, number))
        elif len(inside) > 4 * _LARGEST:
            found.append(SealError(SealFault.BLOCK_SIZE, where=number))
        elif armored:
            # Without the dashes it may be a sentence about blocks rather than a block.
            fault = SealFault.BLOCK_DAMAGED if closed else SealFault.BLOCK_TRUNCATED
            found.append(SealError(fault, where=number))
        if len(found) == _MOST_BLOCKS:
            break
    return found


def read_block(text: str) -> Block:
    """The only block in a text."""
    found = find_blocks(text)
    if not found:
        raise SealError(SealFault.BLOCK_ABSENT)
    # A damaged copy beside a good one (a reply that quotes the mail) does no harm.
    good = [block for block in found if isinstance(block, Block)]
    if len(good) == 1:
        return good[0]
    if len(good) > 1:
        raise SealError(SealFault.BLOCK_SEVERAL, found=len(good))
    assert isinstance(found[0], SealError)
    raise found[0]


def _candidates(text: str) -> Iterator[tuple[str, bool, bool]]:
    """The text after each BEGIN, whether an END follows, and whether there are dashes around them."""
    marks = list(_MARK.finditer(text))
    for at, mark in enumerate(marks):
        if mark[1] != "BEGIN":
            continue
        following = marks[at + 1] if at + 1 < len(marks) else None
        end = following.start() if following else len(text)
        closed = following is not None and following[1] == "END"
        before, after = text[max(0, mark.start() - 8) : mark.start()], text[mark.end() : mark.end() + 8]
        armored = _dashed(before) and _dashed(after)
        yield text[mark.end() : end], closed, armored


def _dashed(near: str) -> bool:
    return any(c in _DASH for c in near)


def _restore(inside: str) -> bytes | None:
    """The bytes of a block, from whichever reading makes the checksum fit."""
    if len(inside) > 4 * _LARGEST:
        return None
    for reading in _readings(inside):
        text = _NOT_BASE64.sub("", reading)
        if len(text) % 4 == 1 or len(text) < 16:
            continue
        whole = base64.b64decode(text + "=" * (-len(text) % 4))
        body, checksum = whole[:-_CHECKSUM], whole[-_CHECKSUM:]
        if _checksum(body) == checksum:
            return body
    return None


def _readings(inside: str) -> Iterator[str]:
    """Ways to undo what happened in transit, the likeliest first; the checksum decides."""
    if "<" not in inside and "&" not in inside:
        yield inside
    else:
        # Where the source of a page was shown as text, the tags themselves are escaped.
        for _ in range(4):
            inside = unescaped(_TAG.sub("", inside))
            yield inside
    # When only the END line was lost, the words of a mail's signature follow the block.
    yield inside.split("\n-- ")[0].split("\n--\n")[0]
    if "=" in inside:
        yield quopri.decodestring(inside.encode("utf-8", "replace")).decode("utf-8", "replace")
    if "+" in inside:  # a patch that adds the file
        yield _ADDED.sub("", inside)
    if ">" in inside:
        yield _INITIALS.sub("", inside)


def unescaped(text: str) -> str:
    """Text out of HTML: `&amp;` is `&` again. References to no character become the replacement character."""
    import html

    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))


def _parse(body: bytes, number: int) -> Block | SealError:
    if not body.startswith(_MAGIC) or len(body) < 5:
        return SealError(SealFault.BLOCK_LAYOUT, where=number)
    if body[3] != _VERSION:
        return SealError(SealFault.BLOCK_VERSION, where=number, found=body[3])
    reader = WireReader(body[5:])
    try:
        if body[4:5] == _CLEAR:
            block = Block(reader.string(), sshsig.armor(reader.string()))
        elif body[4:5] == _SEALED:
            block = Block(sealed=reader.string())
        else:
            return SealError(SealFault.BLOCK_LAYOUT, where=number)
    except Short:
        return SealError(SealFault.BLOCK_LAYOUT, where=number)
    if not reader.done:
        return SealError(SealFault.BLOCK_LAYOUT, where=number)
    if len(block.payload) > LARGEST_PAYLOAD or len(body) > _LARGEST:
        return SealError(SealFault.BLOCK_SIZE, where=number)
    return block
