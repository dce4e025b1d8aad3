"""From the bytes of a mail to its texts and attachments, whatever state they are in.

Nothing here raises: a mail is a stranger's text. Nothing is unpacked either (no zip, no gzip), and
everything that takes Python's parser more than linear time is bounded: headers and their parameters,
lines, parts, parts within parts. A mail beyond these bounds is read as one plain text.
"""

from __future__ import annotations

import codecs
import email
import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.policy import Compat32
from itertools import count, islice

from pbem.seals.block import unescaped
from pbem.words.lazy_dataclass import dataclass

LARGEST = 4 * 1024 * 1024
_MOST_PARTS = 200
_LARGEST_PART = 512 * 1024
_MOST_TEXT = 1024 * 1024
"""How many bytes of a mail are read as text, all parts together."""
_MOST_LINES = 100_000
# Every line is compared with the boundary of each enclosing part, so few are allowed.
_MOST_NESTED = 16
_MOST_HEADERS = 5_000
_LONGEST_HEADER = 4096
_LONGEST_CONTENT = 1024
_MOST_PARAMETERS = 30
_BROKEN = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, MessageError)
"""What Python's parser raises for mails that it cannot make sense of."""
# Codecs that are not charsets, or that take quadratic time on a long text.
_NO_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"})
_ENCRYPTED = frozenset(
    {"multipart/encrypted", "application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
)
_PGP = "-----BEGIN PGP MESSAGE-----"
_NO_TEXT = ("image/", "audio/", "video/", "font/")
# In a part that is too long to be read as a whole, only what stands between and around these words is read.
_BLOCK_MARK = re.compile("PBEM|" + _PGP)
_MOST_MARKS = 256
_BESIDE = 256
_LONGEST_BLOCK = 640 * 1024
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15})[^<>]{0,2000}>")
_BLOCK_TAGS = frozenset({"p", "div", "br", "li", "tr", "pre", "blockquote", "h1", "h2", "h3", "table", "td", "hr"})


@dataclass(frozen=True, slots=True)
class Leaf:
    """One part of a mail that contains no further parts."""

    name: str
    """The file name, if it has one."""
    kind: str
    """Content type, lower case."""
    data: bytes
    texts: tuple[str, ...] = ()
    """Possible readings as text, the likeliest first."""
    alternative: int | None = None
    """Parts with the same number are forms of the same text: plain and HTML."""


@dataclass(slots=True)
class Opened:
    headers: Message
    leaves: list[Leaf] = field(default_factory=list)
    cut: bool = False
    """Not all of the mail was looked at, because it is too big."""
    encrypted: bool = False
    """A part of it can be read only with a key of another kind (OpenPGP, S/MIME)."""


class _Bounded(Compat32):
    """How Python's parser reads headers here: no further than a legitimate one is long, and not too many."""

    numbers: Iterator[int]
    nested: Iterator[int]

    def __init__(self) -> None:
        super().__init__()
        for name in ("numbers", "nested"):
            object.__setattr__(self, name, count())  # a policy forbids setting attributes

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        if next(self.numbers) >= _MOST_HEADERS:
            raise ValueError("more headers than any mail has")
        kept, size = [], 0
        for line in sourcelines:
            kept.append(line[:_LONGEST_HEADER])
            size += len(line)
            if size > _LONGEST_HEADER:
                break
        name, value = super().header_source_parse(kept)
        if name.lower().startswith("content-"):
            value = ";".join(value[:_LONGEST_CONTENT].split(";")[:_MOST_PARAMETERS])
            holds_parts = name.lower() == "content-type" and value.lstrip().lower().startswith(("multipart", "message"))
            if holds_parts and next(self.nested) >= _MOST_NESTED:
                raise ValueError("more parts within parts than any mail has")
        return name, value[:_LONGEST_HEADER]


def open_mail(raw: bytes) -> Opened:
    cut = len(raw) > LARGEST
    raw = raw[:LARGEST]
    try:
        _check_lines(raw)
        message = email.message_from_bytes(raw, policy=_Bounded())
        opened = Opened(message, [], cut)
        opened.leaves = list(_leaves(opened))
    except _BROKEN:
        # Too deep or too broken for Python's parser: take only the headers, and the rest as one text.
        opened = Opened(_headers(raw[:65536]), [], cut)
    if not any(leaf.texts for leaf in opened.leaves):
        text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
        opened.leaves.append(Leaf("", "text/plain", raw, (text, _unquoted_printable(text))))
    return opened


def _check_lines(raw: bytes) -> None:
    ends = raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")
    if ends > _MOST_LINES or raw.count(b"\n--") > 10 * _MOST_PARTS:
        raise ValueError("more lines or boundaries than any mail has")


def _headers(start: bytes) -> Message:
    message = Message()
    head, _, _ = start.replace(b"\r\n", b"\n").partition(b"\n\n")
    for line in head.decode("utf-8", "replace").split("\n")[:_MOST_PARTS]:
        name, colon, value = line.partition(":")
        if colon and name.isascii() and name.replace("-", "").isalnum():
            message[name] = value.strip()[:_LONGEST_HEADER]
    return message


def header(message: Message, name: str) -> str:
    """A header as one line of plain text; empty if it is missing or cannot be read."""
    try:
        found = message.get(name)
        if found is None:
            return ""
        text = str(make_header(decode_header(str(found))))
    except _BROKEN:
        text = str(message.get(name, ""))
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:998]


def _leaves(opened: Opened) -> Iterator[Leaf]:
    # A stack instead of `walk`: depth costs nothing, and the number of parts is bounded.
    stack: list[tuple[Message, int | None]] = [(opened.headers, None)]
    seen, left = 0, _MOST_TEXT
    while stack and seen < _MOST_PARTS:
        part, alternative = stack.pop()
        seen += 1
        payload = part.get_payload()
        kind = part.get_content_type().lower()
        opened.encrypted = opened.encrypted or kind in _ENCRYPTED
        if isinstance(payload, list):
            inner = seen if kind == "multipart/alternative" and alternative is None else alternative
            stack.extend((one, inner) for one in reversed(payload) if isinstance(one, Message))
        else:
            leaf = replace(_leaf(part), alternative=alternative)
            text = None if leaf.kind.startswith(_NO_TEXT) else _excerpt(_text(leaf.data, _parameter(part, "charset")))
            if text and len(text) > left:
                opened.cut = True
            elif text is not None:
                left -= len(text)
                leaf = replace(leaf, texts=tuple(dict.fromkeys(_readings(part, leaf.kind, text))))
            opened.encrypted = opened.encrypted or any(_PGP in text for text in leaf.texts[:1])
            yield leaf


def _leaf(part: Message) -> Leaf:
    return Leaf(_file_name(part), part.get_content_type().lower(), _decoded(part))


def _excerpt(text: str) -> str | None:
    """A text; of one that is too long only the places where blocks may be, or None if there is no such place."""
    if len(text) <= _LARGEST_PART:
        return text
    spans: list[tuple[int, int]] = []
    for mark in islice(_BLOCK_MARK.finditer(text), _MOST_MARKS):
        begin, end = max(0, mark.start() - _BESIDE), mark.end() + _BESIDE
        if spans and begin - spans[-1][1] <= _LONGEST_BLOCK:
            begin = spans.pop()[0]
        spans.append((begin, end))
    return "\n".join(text[begin:end] for begin, end in spans) or None


def _decoded(part: Message) -> bytes:
    try:
        found = part.get_payload(decode=True)
        return found if isinstance(found, bytes) else b""
    except _BROKEN:
        return str(part.get_payload()).encode("utf-8", "replace")


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename() or ""
        if "=?" in name:
            name = str(make_header(decode_header(name)))
    except _BROKEN:
        return ""
    # Only ever compared and shown, never used as a path.
    return "".join(c for c in name.replace("\\", "/").rpartition("/")[2] if c.isprintable())[:120]


def _readings(part: Message, kind: str, text: str) -> Iterator[str]:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if kind == "text/html" or text[:200].lstrip().lower().startswith(("<html", "<!doctype html", "<div", "<p>")):
        yield html_text(text)
    if _parameter(part, "format").lower() == "flowed":
        yield unflowed(text, _parameter(part, "delsp").lower() == "yes")
    yield text
    if re.search(r"=\n|=[0-9A-F]{2}", text):
        yield _unquoted_printable(text)


def _parameter(part: Message, name: str) -> str:
    try:
        found = part.get_param(name, "")
    except _BROKEN:
        return ""
    return str(found[2] if isinstance(found, tuple) else found or "")


def _text(data: bytes, charset: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-32" if data.startswith(b"\xff\xfe\0\0") else "utf-16", "replace")
    try:
        codec = codecs.lookup(charset.strip().strip("'\"")).name if charset.isascii() and charset else "utf-8"
        if codec.replace("-", "_") not in _NO_CHARSETS:
            return data.decode(codec)
    except (LookupError, ValueError, TypeError):
        pass
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _unquoted_printable(text: str) -> str:
    return quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def unflowed(text: str, delete_space: bool = False) -> str:
    """Lines of `format=flowed` joined again (RFC 3676)."""
    out: list[str] = []
    flows = False
    for line in text.split("\n"):
        line = line[1:] if line.startswith(" ") else line
        if out and not flows:
            out.append("\n")
        flows = line.endswith(" ") and (flows or line != "-- ")
        out.append(line[:-1] if flows and delete_space else line)
    return "".join(out)


def html_text(source: str) -> str:
    """What a reader of the page would see, roughly: no tags, blocks on lines of their own."""
    for begin, end in (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>")):
        source = _cut_out(source, begin, end)
    text = _TAG.sub(lambda tag: "\n" if tag[2].lower() in _BLOCK_TAGS else "", source)
    return unescaped(text).replace("\u00a0", " ")


def _cut_out(text: str, begin: str, end: str) -> str:
    """Removes what stands between two marks; in linear time, whatever the text is."""
    lower = text.lower()
    if len(lower) != len(text):  # a few letters change their length; then the offsets do not match
        lower = text
    kept, at = [], 0
    while (start := lower.find(begin, at)) >= 0:
        stop = lower.find(end, start)
        if stop < 0:
            break
        kept.append(text[at:start])
        at = stop + len(end)
    return "".join([*kept, text[at:]])
