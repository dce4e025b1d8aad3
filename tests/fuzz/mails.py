"""Mails of a hostile hand: the ugly ones of tests/mails and fresh ones around hostile move files, made worse."""

from __future__ import annotations

import base64
import quopri
from functools import cache

from tests.mails.make_mails import FOLDER

from . import movefiles
from .dice import Dice, encoded, scrambled
from .movefiles import Scene

WORDS = movefiles.WORDS + tuple(
    word.encode("utf-8", "surrogatepass")
    for word in (
        "From: ",
        "To: ",
        "Subject: ",
        "Content-Type: ",
        "Content-Transfer-Encoding: ",
        "MIME-Version: 1.0\n",
        "\r\n\r\n",
        "\n\n",
        "; charset=",
        "; boundary=",
        "; name=",
        "; name*0*=utf-8''",
        "; filename=",
        "multipart/mixed",
        "text/html",
        "text/plain",
        "message/rfc822",
        "base64",
        "quoted-printable",
        "x-uuencode",
        "=?utf-8?b?",
        "=?utf-8?q?",
        "?=",
        "=?",
        "--",
        "----",
        "begin 644 x\n",
        "From anna Mon Jan  1\n",
        "<html>",
        "<pre>",
        "<!--",
        "<style>",
        "<script",
        "=20\n",
        "(",
        ")",
        ",",
        ";",
        "@",
        "<>",
        '"',
        "\\",
        ":",
        "[duel-42]",
        "game: duel-42\n",
        "orders: x\n",
        "[",
        "%00",
        "'",
    )
)

_WHERE = (
    "From",
    "From",
    "Subject",
    "Subject",
    "Return-Path",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Content-Type",
    "Content-Type",
    "Content-Disposition",
    "Content-Transfer-Encoding",
    "To",
    "Date",
    "Auto-Submitted",
    "Precedence",
    "List-Id",
    "Reply-To",
    "X-Failed-Recipients",
    "MIME-Version",
    "X-PBEM",
    "X",
    "",
    "é",
    "From ",
    "\0",
)
_READ = ("From", "Return-Path", "Subject", "References", "Message-ID", "Content-Type", "Content-Disposition")
_HEADERS = (
    "=?utf-8?b?A?=",
    "=?utf-8?b?QQ?=",
    "=?utf-8?q?=?=",
    "=?utf-8?q?=ZZ?=",
    "=?x-none?b?QUFB?=",
    "=??b?QUFB?=",
    "=?utf-8?x?a?=",
    "=?utf-16?b?2AA=?=",
    "=?punycode?q?a-b?=",
    "=?idna?q?xn--a?=",
    "=?unicode_escape?q?=5CU0011?=",
    "=?zlib?b?eJw=?=",
    "=?utf-8*de?b?A?=",
    "=?\0?q?a?=",
    "=?utf-8\0?q?a?=",
    "=?rot13?q?a?=",
    "=?undefined?q?a?=",
    "=?utf-7?q?+AAAA?=",
    "<>",
    "a@b",
    "<a@b.example>",
    "a@b.example, c@d.example",
    '"a" <a@b.example>',
    "a (b (c) d) <a@b.example>",
    "a@[127.0.0.1]",
    '"\\"" <a@b.example>',
    "group: a@b.example;",
    "<@x,@y:a@b.example>",
    "anna@players.example",
    "ANNA@PLAYERS.EXAMPLE",
    "moderator@table.example",
    "mailer-daemon@x.example",
    "a@b.example\r\nBcc: c@d.example",
    "é@b.example",
    "a\0@b.example",
    "text/plain",
    "text/html",
    "text/html; charset=utf-16",
    "text/plain; charset=",
    'text/plain; charset="',
    "text",
    "/",
    ";",
    "text/plain; charset*=utf-8''utf-8",
    "text/plain; charset*0=ut; charset*1=f-8",
    "text/plain; charset*9999999999=x",
    "text/plain; charset*x=y",
    "text/plain; charset*0*=x'y'%ff",
    "text/plain; charset=punycode",
    "text/plain; charset=idna",
    "text/plain; charset=unicode_escape",
    "text/plain; charset=rot13",
    "text/plain; charset=bz2",
    "text/plain; charset=hex",
    "text/plain; charset=utf-8\0",
    "text/plain; charset=\u0661",
    "text/plain; charset=" + "9" * 300,
    "text/plain; format=flowed",
    "text/plain; format=flowed; delsp=yes",
    "multipart/mixed",
    "multipart/mixed; boundary=",
    'multipart/mixed; boundary=""',
    "multipart/mixed; boundary=b",
    "multipart/digest; boundary=b",
    "multipart/report; boundary=b",
    "multipart/alternative; boundary*=u''b",
    "multipart/signed; boundary=b",
    "multipart/mixed; boundary=\u00e9",
    "multipart/mixed; boundary=(((",
    "message/rfc822",
    "message/delivery-status",
    "message/partial; id=x; number=1; total=2",
    "message/external-body",
    "application/octet-stream; name=x.yaml",
    "application/zip; name*0=a; name*1=.zip",
    "application/x-age; name*=iso-8859-1''%e4",
    'application/octet-stream; name="=?utf-8?b?A?="',
    "attachment; filename=../../x",
    "attachment; filename==?utf-8?b?A?=",
    "attachment; filename*=utf-8''%00",
    "inline; filename*0*=''%",
    "attachment; filename*=x'y",
    "attachment; filename*1*=x",
    "base64",
    "quoted-printable",
    "x-uuencode",
    "uuencode",
    "7bit",
    "binary",
    "8bit",
    "BASE64 ",
    "base64; x",
    "gzip",
    "\udcff",
    "auto-replied",
    "bulk",
    "list",
    "no",
    "[duel-42] move",
    "Re: [duel-42]",
    "[" * 40,
)
_UNITS = (
    "(",
    "(",
    "(",
    "(",
    ")",
    "<",
    ">",
    ",",
    ";",
    '"',
    "\\",
    "@",
    ":",
    "[",
    "]",
    "=?utf-8?q?a?= ",
    "=?utf-8?b?QQ==?=",
    "=?",
    " ",
    "\t",
    "a",
    "a,",
    "a@b.example, ",
    "<a@b.example>",
    "é",
    "\r\n ",
    "*",
    "; a=b",
    "; name*0=a",
    "; x*1*=y",
    "'",
    "%ff",
    "=",
    ".",
    "-",
    "<<>",
    "(\\",
    '"\\',
    "re: ",
    "=?utf-8?q??=",
)


@cache
def samples() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(FOLDER.glob("*.eml")))


@cache
def _donors() -> tuple[bytes, ...]:
    return tuple(one for one in samples() if len(one) < 8000)


def make(dice: Dice, scene: Scene) -> bytes:
    """One hostile mail."""
    raw = dice.choice(_donors() if dice.chance(0.98) else samples()) if dice.chance(0.45) else _fresh(dice, scene)
    if dice.chance(0.004):
        # Much of one thing in a header that is read: chance alone would come to it once in a million mails.
        head = f"{dice.choice(_READ)}: {dice.choice(_UNITS) * dice.choice((990, 5_000, 60_000, 200_000))}"
        raw = encoded(head[:1_000_000]) + b"\n" + raw
    if dice.chance(0.5):
        raw = _headers(dice, raw)
    if dice.chance(0.06):
        raw = _nested(dice, raw)
    if dice.chance(0.05):
        raw = _body(dice, raw)
    if dice.chance(0.4):
        raw = scrambled(dice, raw, WORDS, _donors())
    return raw


def _fresh(dice: Dice, scene: Scene) -> bytes:
    """A hostile upload as somebody would mail it: in the text, as a page, or as files."""
    upload = movefiles.make(dice, scene)
    head = "From: Anna <anna@players.example>\nTo: moderator@table.example\nSubject: move\nMIME-Version: 1.0\n"
    if dice.chance(0.3):
        head = f"From: s{dice.randrange(10**6)}@strangers.example\nSubject: hello\n"
    data = upload.data[:400_000]
    if upload.signature is None and dice.chance(0.6):
        return _part(dice, head, data, "")
    name = dice.choice(
        ("move.yaml", "orders.yaml", "move.age", "x.txt", "a(1).yaml", "../m.yaml", "é.yaml", "=?utf-8?b?A?=")
    )
    edge = dice.choice(("b", "=====part0=====", "x" * 70))
    whole = encoded(f'{head}Content-Type: multipart/mixed; boundary="{edge}"\n\n')
    parts = [_part(dice, "", b"see attached\n", ""), _part(dice, "", data, name)]
    if upload.signature is not None:
        parts.append(_part(dice, "", upload.signature, f"{name}{dice.choice(('.sig', '.sig', '.SIG.txt', '.asc'))}"))
    dice.shuffle(parts)
    for part in parts:
        whole += encoded(f"--{edge}\n") + part + b"\n"
    return whole + encoded(f"--{edge}--\n" if dice.chance(0.9) else "")


def _part(dice: Dice, head: str, data: bytes, name: str) -> bytes:
    kind = (
        "application/octet-stream"
        if name and dice.chance(0.6)
        else dice.choice(("text/plain", "text/plain", "text/html"))
    )
    if kind == "text/html":
        data = (
            b"<html><body><pre>"
            + data.replace(b"\n", dice.choice((b"\n", b"<br>", b"<br>\n")))
            + b"</pre></body></html>"
        )
    head += f"Content-Type: {kind}{dice.choice(('', '; charset=utf-8', '; charset=us-ascii', '; format=flowed'))}\n"
    if name:
        head += f'Content-Disposition: attachment; filename="{name}"\n'
    match dice.randrange(4):
        case 0:
            head, data = head + "Content-Transfer-Encoding: base64\n", base64.encodebytes(data)
        case 1:
            head, data = head + "Content-Transfer-Encoding: quoted-printable\n", quopri.encodestring(data)
    return encoded(head + "\n") + data


def _headers(dice: Dice, raw: bytes) -> bytes:
    """Headers that are more, less, double, broken, very long, or lie."""
    gap = b"\r\n\r\n" if b"\r\n\r\n" in raw else b"\n\n"
    head, _, body = raw.partition(gap)
    lines = head.split(gap[: len(gap) // 2])
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines) + 1)
        match dice.randrange(6):
            case 0 | 1:
                value = dice.choice(_HEADERS) + (dice.odd() if dice.chance(0.1) else "")
                name = dice.choice(_WHERE)
                if dice.chance(0.5):  # only the first of a name counts
                    lines = [line for line in lines if not line.lower().startswith(name.lower().encode("utf-8") + b":")]
                    at = 0
                lines.insert(at, encoded(f"{name}: {value}"))
            case 2:
                value = dice.choice(_HEADERS) + dice.choice(_UNITS) * dice.length()
                lines.insert(0, encoded(f"{dice.choice(_WHERE)}: {value}"))
            case 3 if len(lines) > 1:
                lines.pop(at % len(lines))
            case 4:
                lines.insert(at, lines[at % len(lines)])
            case _:
                words = " ".join(dice.choice(_HEADERS) for _ in range(min(dice.length(), 20_000)))
                lines.insert(0, encoded(f"{dice.choice(_WHERE)}: {words}"))
    return gap[: len(gap) // 2].join(lines) + gap + body


def _nested(dice: Dice, raw: bytes) -> bytes:
    """A mail in a mail in a mail, or very many parts."""
    depth = dice.choice((1, 2, 3, 30, 199, 200, 201, min(dice.length(), 20_000)))
    match dice.randrange(4):
        case 0:
            return b"Content-Type: message/rfc822\n\n" * depth + raw
        case 1:
            return (
                b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)) + raw
            )
        case 2:
            return (
                b"Content-Type: multipart/mixed; boundary=b\n\n"
                + (b"--b\nContent-Type: text/plain\n\nx\n") * depth
                + b"--b\n"
                + raw
            )
        case _:
            return b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * depth + raw + b"\n--b--\n"


def _body(dice: Dice, raw: bytes) -> bytes:
    """Much of something in the text."""
    unit = dice.choice(
        (
            "&#",
            "&#9",
            "9",
            "<",
            "<p ",
            "<!--",
            "<style",
            "&amp;",
            "&nbsp;",
            "BEGIN ",
            "BEGIN PBEM MOVE ",
            "END PBEM MOVE",
            "> ",
            "|",
            "\n",
            " \n",
            "\n>",
            "game: x\n",
            "game:\n",
            "orders:",
            "=\n",
            "=41",
            "-----BEGIN SSH SIGNATURE-----\n",
            "[a]",
            "\0",
            "é",
            "A" * 64 + "\n",
            "-----BEGIN AGE ENCRYPTED FILE-----\n",
            "-----BEGIN PBEM MOVE-----\n",
            "age-encryption.org/v1\n-> a\n\n",
            "-> a\n\n",
            "AB> ",
            "\t",
            "-- \n",
            "BEGIN&nbsp;",
            "BEGIN<b>",
            "begin 644 x\nM",
            "<" + "x" * 399,
            "game: duel-42\norders: x\n",
        )
    )
    much = unit * dice.choice((9, 300, 5000, 5000, dice.length(), 65_536 // len(unit)))
    if dice.chance(0.5):
        begin, end = b"-----BEGIN PBEM MOVE-----", b"-----END PBEM MOVE-----"
        return raw + b"\n" + begin + b"\n" + encoded(much) + b"\n" + end + b"\n"
    return raw + b"\n" + encoded(much)
