"""No mail and no file costs more than its length allows, and none makes a reader fail.

No part of it is a clock: what is hostile is compared with half of it, and with a plain mail.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from pbem.campaign import movefile
from pbem.campaign.ledger import entries
from pbem.campaign.movefile import MoveFileError
from pbem.orders import agenda, conditions, lines
from pbem.orders.lines import LONGEST_LINE
from pbem.post.mail import auto_reply, mime, submissions
from pbem.post.mail.mime import LARGEST
from pbem.post.mail.submissions import read_mail
from pbem.seals import block, keys, sealing, signers
from pbem.seals.errors import SealError
from pbem.seals.signed import read_signed
from pbem.storage import ids
from pbem.table import reading as order_reading
from tests.growth import is_at_most, is_linear
from tests.seals.casekit import key

MOST = 6
"""How many times as much as a plain mail of the largest size anything may cost."""
MEASURED = 2_000_000
"""Where growth is looked at: half of this against the whole. Both are larger than what is read as text of one part."""
MODERATOR = key("moderator")

FROM = b"From: anna@players.example\r\n"
HEAD = FROM + b"To: moderator@table.example\r\nSubject: x\r\n"
TEXT = HEAD + b"Content-Type: text/plain\r\n\r\n"
HTML = HEAD + b"Content-Type: text/html\r\n\r\n"
PARTS = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
BEGIN = block.BEGIN.encode() + b"\n"
PART = 500_000
"""As much as one part may have to be read as text."""


def unseal(data: bytes) -> bytes:
    return sealing.unseal(data, MODERATOR)


def filled(head: bytes, unit: bytes, size: int = LARGEST) -> bytes:
    return (head + unit * (size // len(unit) + 1))[:size]


def nested(levels: int) -> bytes:
    return b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(levels))


def parts(each: bytes, size: int, count: int = 200) -> bytes:
    return PARTS + (b"--b\r\n" + filled(each, each[-16:], size) + b"\r\n") * count


MAILS: dict[str, Callable[[], bytes]] = {
    # parts
    "deep": lambda: HEAD + nested(60_000),
    "all lines deep inside": lambda: HEAD + nested(16) + b"\n" * 99_000,
    "all dashes deep inside": lambda: HEAD + nested(16) + (b"-" * 40 + b"\r\n") * 1_900,
    "long lines deep inside": lambda: HEAD + nested(16) + (b"a" * 40 + b"\n") * 99_000,
    "deep, one boundary": lambda: filled(HEAD, b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"),
    "mails in mails": lambda: filled(HEAD, b"Content-Type: message/rfc822\r\n\r\n"),
    "many parts": lambda: filled(PARTS, b"--b\r\n\r\nx\r\n"),
    "many empty parts": lambda: filled(PARTS, b"--b\n"),
    "a long boundary": lambda: HEAD + b'Content-Type: multipart/mixed; boundary="' + b"a" * 2_000_000 + b'"\r\n\r\n--a',
    "only boundaries": lambda: filled(HEAD + b'Content-Type: multipart/mixed; boundary="-"\r\n\r\n', b"-" * 70 + b"\n"),
    "many texts": lambda: parts(b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \n" * 6, 500_000, 8),
    "many pages": lambda: parts(b"Content-Type: text/html\r\n\r\n&" + b"a" * 31, 20_000),
    "many blocks": lambda: parts(b"Content-Type: text/html\r\n\r\n" + BEGIN + b"&lt;p&gt;<b>A=\n\n", 20_000),
    "many parameters of parts": lambda: parts(b"Content-Type: text/plain;;;;;;;;;;;;;;;;", 20_000),
    "signatures and files": lambda: (
        PARTS + b"--b\r\nContent-Disposition: attachment; filename=a.sig\r\n\r\n-----BEGIN SSH SIGNATURE-----\nAAAA\n"
        b"-----END SSH SIGNATURE-----\n\r\n"
        * 100
        + (b"--b\r\nContent-Disposition: attachment; filename=b\r\n\r\ngame" + b"\n" * 900 + b"\r\n") * 100
    ),
    # encodings
    "base64": lambda: filled(HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n", b"QUJD" * 19 + b"\r\n"),
    "quoted-printable": lambda: filled(HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n", b"=41", PART),
    "uuencode": lambda: filled(HEAD + b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x\n", b"M" + b"A" * 60),
    "utf-7": lambda: filled(HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n", b"+AAA", PART),
    "punycode": lambda: filled(HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n", b"a-", PART),
    "no charset": lambda: HEAD + b"Content-Type: text/plain; charset=zlib\r\n\r\nzz",
    # headers
    "many headers": lambda: filled(HEAD, b"X-A: b\r\n"),
    "short headers": lambda: filled(HEAD, b"a:\n"),
    "many senders": lambda: filled(b"", b"From: a@b\r\n"),
    "a folded header": lambda: filled(HEAD + b"X-A: b\r\n", b" x\r\n"),
    "a long header": lambda: filled(HEAD + b"X-A: ", b"x"),
    "a long subject": lambda: filled(FROM + b"Subject: ", b"x "),
    "encoded words": lambda: filled(FROM + b"Subject: ", b"=?utf-8?q?=41?= "),
    "folded encoded words": lambda: filled(FROM + b"Subject: ", b"=?utf-8?b?QQ==?=\r\n "),
    "a word that is no base64": lambda: FROM + b"Subject: =?utf-8?b?A?=\r\n\r\nx",
    "words that are no text": lambda: FROM + b"Subject: =?hex?q?zz?= =?zlib?b?AA==?= =?idna?q?a..a?=\r\n\r\nx",
    "a file name of words": lambda: filled(HEAD + b'Content-Disposition: x; filename="', b"=?utf-8?q?=41?= "),
    "comments in comments": lambda: b"From: " + b"(" * 200_000 + b"\r\nSubject: a\r\n\r\nx",
    "many comments": lambda: filled(b"From: ", b"()"),
    "many addresses": lambda: filled(b"From: ", b"a@b,"),
    "quotes in an address": lambda: filled(b"From: ", b'"\\'),
    "many parameters": lambda: filled(HEAD + b"Content-Type: text/plain", b"; a=b"),
    "split parameters": lambda: filled(HEAD + b"Content-Type: text/plain", b"; name*0*=b%41"),
    "a parameter of a huge number": lambda: HEAD + b"Content-Type: a/b; name*" + b"9" * 5000 + b"=b\r\n\r\nx",
    "nothing but semicolons": lambda: filled(HEAD + b"Content-Type: text/plain", b";"),
    "references": lambda: filled(HEAD + b"References: ", b"<aaaa"),
    # texts
    "line breaks": lambda: filled(TEXT, b"\n"),
    "line breaks in one part": lambda: filled(TEXT, b"\n", 99_000),
    "carriage returns": lambda: filled(TEXT, b"\r"),
    "quote marks": lambda: filled(TEXT, b"> "),
    "blanks": lambda: filled(TEXT, b" ", PART),
    "games": lambda: filled(TEXT, b"game:\n", PART),
    "a game and line breaks": lambda: filled(TEXT + b"game: a", b"\n"),
    "flowing lines": lambda: filled(HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n", b" \n", 190_000),
    "signatures": lambda: filled(TEXT + b"game: a\n", b"-----BEGIN SSH SIGNATURE-----" + b" " * 99, PART),
    "age files": lambda: filled(TEXT + b"game: a\n", b"-----BEGIN AGE ENCRYPTED FILE-----" + b" " * 999, PART),
    "not a mail": lambda: filled(b"", b"\xff\0"),
    "not a mail, escaped": lambda: filled(b"", b"=41"),
    # blocks and pages
    "blocks": lambda: filled(TEXT, BEGIN, PART),
    "blocks without end": lambda: filled(b"", BEGIN),
    "words of a block": lambda: filled(b"", b"BEGIN" + b"<>" * 24 + b"PBEM" + b"&amp;amp;amp;nbsp;" * 24),
    "a block of entities": lambda: filled(TEXT + BEGIN, b"&amp;", PART),
    "an entity of many digits": lambda: TEXT + BEGIN + b"&#" + b"9" * 5000 + b"\n-----END PBEM MOVE-----\n",
    "a block of tags": lambda: filled(TEXT + BEGIN, b"<a", PART),
    "a block of quotes": lambda: filled(TEXT + BEGIN, b"\n a>", PART),
    "a block on one line": lambda: filled(TEXT + BEGIN, b"A", PART),
    "a page of tags": lambda: filled(HTML, b"<a" + b" " * 1999, PART),
    "a page of comments": lambda: filled(HTML, b"<!--", PART),
    "a page of scripts": lambda: filled(HTML, b"<script", PART),
    "a page of entities": lambda: filled(HTML, b"&" + b"a" * 31, PART),
    "a page with one entity": lambda: filled(HTML + b"&#", b"9", PART),
}


def age(stanza: bytes, count: int) -> bytes:
    return b"age-encryption.org/v1\n" + stanza * count + b"--- AAAA\n" + bytes(100)


def armored(data: bytes) -> bytes:
    return sealing.ARMOR + b"\n" + base64.encodebytes(data) + sealing.ARMOR_END + b"\n"


GOOD_AGE = sealing.seal_binary(b"x", [MODERATOR.public])
FILES: dict[str, Callable[[], bytes]] = {
    "age stanzas": lambda: age(b"-> X25519 A\n\n", 300_000),
    "armored age stanzas": lambda: armored(age(b"-> X25519 A\n\n", 200_000)),
    "age arguments": lambda: age(b"-> " + b"a " * 2_000_000, 1),
    "armored age arguments": lambda: armored(age(b"-> " + b"a " * 1_000_000, 1)),
    "a long stanza": lambda: age(b"-> a\n" + (b"A" * 64 + b"\n") * 60_000, 1),
    "stanzas as far as is allowed": lambda: age(b"-> X25519 " + b"A" * 43 + b"\n" + b"A" * 43 + b"\n", 16),
    "a header as long as is allowed": lambda: age(b"-> " + b"a " * 1_950 + b"\n\n", 1),
    "armor of one line": lambda: filled(sealing.ARMOR + b"\n", b"A"),
    "armor of line breaks": lambda: filled(sealing.ARMOR + b"\n", b"\n"),
    "good age header, endless armor": lambda: filled(armored(GOOD_AGE)[:300], b"\r\n"),
    "good age header, endless file": lambda: filled(GOOD_AGE, b"x"),
    "nested maps": lambda: b"{" * 65_000,
    "nested keys": lambda: b"game: a\n{{{{{{{{{",
    "nine keys": lambda: b"{{{{{{{{{",
    "question marks": lambda: b"? " * 32_000,
    "nested lists": lambda: b"- " * 32_000,
    "brackets": lambda: b"[" * 65_000,
    "anchors": lambda: b"&a " * 20_000,
    "keys": lambda: b"a: b\n" * 13_000,
    "colons": lambda: b"{" + b":" * 60_000,
    "commas": lambda: b"{" + b"," * 60_000,
    "escapes": lambda: b'game: "' + b"\\U00110000" * 6_000 + b'"',
    "quotes": lambda: b'"' + b"\n" * 60_000 + b'"',
    "a long tag": lambda: b"!<" + b"a" * 65_000,
    "a version of many digits": lambda: b"%YAML " + b"9" * 60_000 + b".1\n---\na: b\n",
    "an indentation of many digits": lambda: b"orders: |" + b"9" * 60_000 + b"\n a\n",
    "a time of many digits": lambda: b"written: " + b"9" * 60_000,
    "signatures": lambda: filled(b"", b"-----BEGIN SSH SIGNATURE-----\n"),
    "a long signature": lambda: filled(b"game: a\n-----BEGIN SSH SIGNATURE-----\n", b"A\n"),
    **{f"mail: {name}": make for name, make in MAILS.items()},
}


def as_file(data: bytes) -> None:
    for read in (lambda: read_signed(data, None, unseal), lambda: read_signed(b"game: a\n", data)):
        with pytest.raises(SealError) as refused:
            read()
        assert str(refused.value)


def as_move(data: bytes) -> None:
    with pytest.raises(MoveFileError) as refused:
        movefile.parse(data)
    assert str(refused.value)


PLAIN = filled(TEXT, b"A line of words that anybody could have written to the table.\r\n")


def read(data: bytes) -> None:
    read_mail(data, unseal)


def refuse(data: bytes) -> None:
    """What a file meets, whether it is refused or not."""
    for parse in (lambda: read_signed(data, None, unseal), lambda: movefile.parse(data)):
        with suppress(SealError, MoveFileError):
            parse()


def bounded(work: Callable[[bytes], object], data: bytes) -> None:
    assert is_linear(work, data[:MEASURED], lambda: read(PLAIN[:MEASURED]))
    assert is_at_most(lambda: work(data), MOST, lambda: read(PLAIN))


@pytest.mark.slow
@pytest.mark.parametrize("name", MAILS)
def test_a_mail_within_the_budget(name: str) -> None:
    raw = MAILS[name]()
    assert len(raw) <= LARGEST + 1
    assert not read_mail(raw, unseal).moves
    bounded(read, raw)


@pytest.mark.parametrize("name", FILES)
def test_a_file_within_the_budget(name: str) -> None:
    data = FILES[name]()[:LARGEST]
    as_file(data)
    as_move(data)
    bounded(refuse, data)


# ---- patterns: twice the text may cost twice the time, not four times

FOREIGN = {
    "agenda": agenda,
    "block": block,
    "conditions": conditions,
    "entries": entries,
    "keys": keys,
    "lines": lines,
    "manners": auto_reply,
    "mime": mime,
    "movefile": movefile,
    "names": ids,
    "order_reading": order_reading,
    "reading": submissions,
    "signers": signers,
}
"""Rooms whose patterns meet what strangers write."""
PATTERNS = {
    f"{room}.{name}": found
    for room, module in FOREIGN.items()
    for name, found in vars(module).items()
    if isinstance(found, re.Pattern)
}
BOUNDS = {"lines": LONGEST_LINE, "conditions": LONGEST_LINE, "order_reading": LONGEST_LINE, "manners": 998}
"""What is cut to a length before a pattern sees it, and to which."""
ONLY_WHOLE = ("signers._LINE", "lines._STANDING", "lines._CLEAR", "lines._PREFIX")
"""Patterns that are never searched for, only held against a whole line or its beginning."""
SHORT = ("lines._QUOTED",)
"""Patterns that are searched for in lines that are cut before: these may grow, as they cost little at the end."""
UNITS = (
    "\n",
    " ",
    "\t",
    ">",
    "> ",
    "|",
    "\n>",
    " \n",
    "<",
    "<a",
    "<a ",
    "<>",
    "&#",
    "&#9",
    "9",
    "&amp;",
    "-",
    "a",
    "a-",
    "a.",
    "a@",
    "a@a.",
    "(",
    '"',
    "„",
    "«",
    "“",
    "or ",
    " or",
    "game:",
    "game: a",
    "\ngame: a ",
    "orders",
    "[a",
    "=",
    "=4",
    "BEGIN",
    "BEGIN ",
    "BEGIN PBEM",
    "BEGIN PBEM ",
    "-----BEGIN SSH SIGNATURE-----",
    "-----BEGIN SSH SIGNATURE-----\n",
    "-----BEGIN AGE ENCRYPTED FILE-----",
    "-----BEGIN AGE ENCRYPTED FILE-----A ",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "until a 1 on",
    "clear standing",
    "try",
    "if ",
    "always on ",
    "any ",
    "ssh-",
    "ssh-a ",
    'a="',
    'a="b",',
    ":",
    "re: ",
)


LINES = re.compile(r"[^\n]*\n")


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_takes_more_than_linear_time(name: str) -> None:
    pattern, most = PATTERNS[name], BOUNDS.get(name.partition(".")[0], LARGEST)
    size = min(20_000, most)
    plain = "a line of words\n" * (size // 4)
    for unit in UNITS:
        text = (unit * size)[:size]
        calls: list[Callable[[str], object]] = [pattern.fullmatch]
        if name not in ONLY_WHOLE:
            calls.append(lambda text: pattern.sub("", text))
        for call in calls:
            if name in SHORT:
                assert is_at_most(partial(call, text), 300, lambda: LINES.sub("", plain * 10)), unit
            else:
                assert is_linear(call, text, lambda: LINES.sub("", plain)), unit
