"""Makes the ugly mails of this folder, each with what must be read in it.

    python -m tests.mails.make_mails

Everything is deterministic, except what is sealed: those files are made once and kept.
"""

from __future__ import annotations

import base64
import html
import io
import json
import quopri
import re
import sys
import textwrap
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from pathlib import Path

from pbem.campaign.movefile import MoveFile, write
from pbem.seals import sshsig
from pbem.seals.signed import SignedMove, clear_block, sealed_block, sign_move
from tests.seals.casekit import HEAD, key
from tests.seals.mutilations import MUTILATIONS

FOLDER = Path(__file__).parent
EXPECTED = FOLDER / "expected.json"


@dataclass(frozen=True)
class Ugly:
    """A mail and what must come of it.

    moves   `game/player`, with `!` before it where the signature must not hold
    faults  what cannot be read though it was meant to be a submission
    """

    name: str
    mail: bytes
    moves: tuple[str, ...] = ("duel-42/anna",)
    faults: tuple[str, ...] = ()
    writer: str = "person"
    orders: bool = True
    kept: bool = False
    """Made once: it holds something sealed."""

    def expected(self) -> dict[str, object]:
        return {
            "moves": list(self.moves),
            "faults": list(self.faults),
            "writer": self.writer,
            "orders": self.orders,
        }


def move(
    game: str = "duel-42", player: str = "anna", orders: str = "build baths", window: str | None = "turn 3"
) -> SignedMove:
    return sign_move(write(MoveFile(game, player, HEAD, orders, window)), key(player))


MOVE = move()
BLOCK = clear_block(MOVE)
YAML = MOVE.payload.decode()
SIGNATURE = MOVE.signature
BEN = clear_block(move("other-7", "ben", "take sphinx"))


def plain(
    body: str, subject: str = "my move", cte: str | None = None, charset: str = "utf-8", **headers: str
) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = "Anna Example <anna@players.example>"
    mail["To"] = "moderator@table.example"
    mail["Subject"] = subject
    mail["Message-ID"] = "<1234@players.example>"
    mail["Date"] = "Mon, 16 Nov 2026 10:00:00 +0100"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(body, charset=charset, cte=cte)
    return mail


def sent(mail: EmailMessage) -> bytes:
    """With one boundary for all runs: Python's own are random."""
    for at, part in enumerate(mail.walk()):
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            part.set_boundary(f"=====part{at}=====")
    return mail.as_bytes()


def raw(headers: str, body: bytes) -> bytes:
    head = "From: anna@players.example\nTo: moderator@table.example\nSubject: my move\n" + headers
    return head.replace("\n", "\r\n").encode("utf-8", "surrogateescape") + b"\r\n" + body


def attached(*files: tuple[str, bytes, str], body: str = "see attached") -> EmailMessage:
    mail = plain(body)
    for name, data, kind in files:
        main, _, sub = kind.partition("/")
        mail.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return mail


OCTETS = "application/octet-stream"


def bodies() -> Iterator[Ugly]:
    """The block in the text of the mail, mangled in every way we know."""
    hello = f"Hello,\n\nmy move for today:\n\n{BLOCK}\nRegards\nAnna\n"
    yield Ugly("plain", sent(plain(hello)))
    yield Ugly("quoted-printable", sent(plain(hello + "Grüße", cte="quoted-printable")))
    yield Ugly("base64", sent(plain(hello, cte="base64")))
    yield Ugly("eight-bit", sent(plain(hello + "Grüße\n", cte="8bit")))
    yield Ugly("crlf-inside-base64", sent(plain(hello.replace("\n", "\r\n"), cte="base64")))
    for name, change in MUTILATIONS.items():
        if name not in ("untouched", "CRLF", "HTML shown as text", "HTML escaped three times"):
            slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
            yield Ugly(f"text-{slug}", sent(plain(change(hello), cte="8bit")))
    yield Ugly("patch-of-a-block", sent(plain(_patch(("move.txt", BLOCK)), "[PATCH] my move")))
    yield Ugly("patch-of-a-pair", sent(plain(_patch(("m.yaml", YAML), ("m.yaml.sig", SIGNATURE)), "[PATCH] my move")))
    yield Ugly("patch-quoted", sent(plain(MUTILATIONS["quoted"](_patch(("move.txt", BLOCK))))))
    flowed = "\n".join(_flow(line) for line in hello.split("\n"))
    head = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8; format=flowed\n"
    yield Ugly("format-flowed", raw(head, flowed.encode()))
    yield Ugly("format-flowed-delsp", raw(head.replace("flowed\n", "flowed; delsp=yes\n"), flowed.encode()))
    yield Ugly("smart-quotes", sent(plain("“Hello” – here’s my „move“…\n\n" + MUTILATIONS["smart dashes"](BLOCK))))
    yield Ugly("decomposed-umlauts", sent(plain(unicodedata.normalize("NFD", f"Größe, Grüße\n\n{BLOCK}"))))
    yield Ugly(
        "reply-above-quote",
        sent(
            plain(
                f"{BLOCK}\n\nOn Monday the moderator wrote:\n> game: duel-42\n> orders: |\n>   # build baths\n",
                "Re: [duel-42] your turn",
            )
        ),
    )
    deep = BLOCK
    for _ in range(4):
        deep = "\n".join(textwrap.fill(f"> {line}", 66) for line in deep.split("\n"))
    yield Ugly("quoted-four-times", sent(plain(deep)))
    yield Ugly(
        "forwarded-inline",
        sent(plain(f"-------- Forwarded Message --------\nSubject: move\nFrom: ben@x.example\n\n{BLOCK}", "Fwd: move")),
    )
    yield Ugly("same-block-twice", sent(plain(f"{BLOCK}\n\n{BLOCK}")))
    yield Ugly("two-games", sent(plain(f"{BLOCK}\nand the other game:\n{BEN}")), ("duel-42/anna", "other-7/ben"))
    yield Ugly(
        "good-block-above-a-damaged-quote",
        sent(plain(f"{BLOCK}\nYou wrote:\n" + _quoted(BLOCK.replace("UEJN", "UEJX")))),
    )
    yield Ugly("no-subject-no-date", b"From: a@b.example\r\n\r\n" + BLOCK.encode())
    yield Ugly("no-headers-at-all", BLOCK.encode(), writer="person")
    yield Ugly("bare-line-feeds", sent(plain(hello)).replace(b"\r\n", b"\n"))
    yield Ugly("mbox-from-line", b"From anna@players.example Mon Nov 16 10:00:00 2026\n" + sent(plain(hello)))


def _patch(*files: tuple[str, str]) -> str:
    """As `git format-patch` writes new files."""
    diffs = []
    for name, text in files:
        lines = text.removesuffix("\n").split("\n")
        added = "".join(f"+{line}\n" for line in lines)
        diffs.append(
            f"diff --git a/inbox/{name} b/inbox/{name}\nnew file mode 100644\nindex 0000000..3b18e51\n"
            f"--- /dev/null\n+++ b/inbox/{name}\n@@ -0,0 +1,{len(lines)} @@\n{added}"
        )
    return f"My move for today.\n---\n 1 file changed\n create mode 100644\n\n{''.join(diffs)}-- \n2.39.5\n"


def _flow(line: str) -> str:
    return " \n".join(textwrap.wrap(line, 40, break_long_words=True)) if len(line) > 40 else line


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def charsets() -> Iterator[Ugly]:
    for charset in ("utf-16", "utf-7", "iso-2022-jp", "koi8-r", "cp500", "shift_jis", "gb18030", "utf-32"):
        data = base64.encodebytes(f"Hello\n\n{BLOCK}".encode(charset))
        head = f"MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n"
        yield Ugly(f"charset-{charset}", raw(head, data))
    for charset in ("x-unknown-9", "zlib_codec", "punycode", "undefined", "", "'utf-8'", "utf-8\x00nul"):
        head = f"MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\n"
        slug = re.sub(r"[^a-z0-9]+", "-", charset.lower()).strip("-") or "empty"
        yield Ugly(f"charset-name-{slug}", raw(head, f"Hall\xe4 \n\n{BLOCK}".encode("latin-1")))
    head = "MIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n"
    yield Ugly("charset-lies", raw(head, f"Größe\n\n{BLOCK}".encode("cp1252")))


def pages() -> Iterator[Ugly]:
    def page(source: str, cte: str = "quoted-printable") -> bytes:
        mail = plain("x")
        mail.set_content(source, subtype="html", cte=cte)
        return sent(mail)

    lines = html.escape(f"Hello\n\n{BLOCK}").split("\n")
    yield Ugly(
        "html-paragraphs",
        page(
            "<html><body>" + "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>\n" for line in lines) + "</body></html>"
        ),
    )
    yield Ugly(
        "html-divs-nbsp",
        page('<div dir="ltr">' + "".join(f"<div>{line.replace(' ', '&nbsp;')}</div>" for line in lines) + "</div>"),
    )
    yield Ugly("html-pre", page(f"<pre>{html.escape(BLOCK)}</pre>", "base64"))
    yield Ugly("html-one-line", page("<p>" + " ".join(lines) + "</p>"))
    spans = [f"<span style='color:#1F497D'>{line[:30]}</span><b>{line[30:]}</b><br>" for line in lines]
    yield Ugly("html-spans", page("<style>p { content: 'BEGIN PBEM MOVE' }</style><!-- note -->" + "".join(spans)))
    yield Ugly("html-entities", page(BLOCK.replace("+", "&#43;").replace("/", "&#x2F;").replace("\n", "<br>")))
    yield Ugly("html-cut-in-a-tag", page(f'<p>{BLOCK.replace(chr(10), "<br>")}</p><div class="unfinished'))
    both = plain(f"Hello\n\n{BLOCK}")
    both.add_alternative(f"<html><body><pre>{html.escape(BLOCK)}</pre></body></html>", subtype="html")
    yield Ugly("alternative", sent(both))
    worse = plain(BLOCK.replace("UEJN", "UEXN"))
    worse.add_alternative(f"<p>{html.escape(BLOCK)}</p>", subtype="html")
    yield Ugly("alternative-text-damaged", sent(worse))
    empty = plain("")
    empty.add_alternative(f"<p>{html.escape(BLOCK)}</p>", subtype="html")
    yield Ugly("alternative-text-empty", sent(empty))


def attachments() -> Iterator[Ugly]:
    pair = [("move.yaml", YAML.encode(), OCTETS), ("move.yaml.sig", SIGNATURE.encode(), OCTETS)]
    yield Ugly("pair", sent(attached(*pair)))
    yield Ugly("pair-signature-first", sent(attached(*reversed(pair))))
    yield Ugly("pair-renamed-txt", sent(attached(*((f"{name}.txt", data, "text/plain") for name, data, _ in pair))))
    yield Ugly("pair-crlf", sent(attached(*((name, data.replace(b"\n", b"\r\n"), OCTETS) for name, data, _ in pair))))
    yield Ugly(
        "pair-numbered",
        sent(attached(("move (1).yaml", pair[0][1], OCTETS), ("move.yaml (1).sig", pair[1][1], OCTETS))),
    )
    yield Ugly(
        "pair-other-names",
        sent(
            attached(
                ("orders.txt", pair[0][1], "text/plain"), ("signature.asc", pair[1][1], "application/pgp-signature")
            )
        ),
    )
    yield Ugly("pair-final-newline-lost", sent(attached(("move.yaml", pair[0][1].rstrip(b"\n"), OCTETS), pair[1])))
    other = move("other-7", "ben", "take sphinx")
    two = [
        ("a.yaml", YAML.encode(), OCTETS),
        ("b.yaml", other.payload, OCTETS),
        ("b.yaml.sig", other.signature.encode(), OCTETS),
        ("a.yaml.sig", SIGNATURE.encode(), OCTETS),
    ]
    yield Ugly("two-pairs", sent(attached(*two)), ("other-7/ben", "duel-42/anna"))
    yield Ugly(
        "pair-changed-text",
        sent(attached(("move.yaml", YAML.replace("baths", "walls").encode(), OCTETS), pair[1])),
        ("!duel-42/anna",),
    )
    yield Ugly("signature-without-file", sent(attached(pair[1])), (), ("signed-absent",))
    yield Ugly("file-without-signature", sent(attached(pair[0])), (), ())
    yield Ugly("joined-file", sent(attached(("move.signed", YAML.encode() + SIGNATURE.encode(), OCTETS))))
    yield Ugly("block-file", sent(attached(("move.txt", BLOCK.encode(), "text/plain"))))
    yield Ugly("block-file-utf16", sent(attached(("move.txt", BLOCK.encode("utf-16"), OCTETS))))
    yield Ugly("block-and-pair-the-same", sent(attached(*pair, body=BLOCK)))
    inline = plain("see below")
    inline.add_attachment(BLOCK, subtype="plain", filename="move.txt", disposition="inline", cte="quoted-printable")
    yield Ugly("block-file-inline", sent(inline))
    outer = plain("see attached", "Fwd: my move")
    outer.add_attachment(plain(f"Hello\n\n{BLOCK}"))
    yield Ugly("forwarded-as-message", sent(outer))
    twice = plain("again", "Fwd: Fwd: my move")
    twice.add_attachment(outer)
    yield Ugly("forwarded-twice", sent(twice))
    carried = plain("see attached", "Fwd: my move")
    carried.add_attachment(attached(*pair))
    yield Ugly("forwarded-pair", sent(carried))
    yield Ugly(
        "name-in-other-letters",
        sent(attached(("Zug für heute.yaml", pair[0][1], OCTETS), ("Zug für heute.yaml.sig", pair[1][1], OCTETS))),
    )
    yield Ugly(
        "name-climbs-folders",
        sent(attached(("../../etc/move.yaml", pair[0][1], OCTETS), ("..\\..\\move.yaml.sig", pair[1][1], OCTETS))),
    )
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("move.txt", (2026, 1, 1, 0, 0, 0)), b"0" * 3_000_000, zipfile.ZIP_DEFLATED)
    yield Ugly("zip-bomb", sent(attached(("move.zip", box.getvalue(), "application/zip"))), (), (), orders=False)
    yield Ugly("zip-beside-a-block", sent(attached(("move.zip", box.getvalue(), "application/zip"), body=BLOCK)))
    yield Ugly("loose-signed-text", sent(plain(YAML + SIGNATURE)))
    yield Ugly("loose-signed-text-quoted", sent(plain(_quoted(YAML + SIGNATURE))))
    yield Ugly(
        "loose-signed-text-rewrapped", sent(plain(YAML.replace("after: ", "after:\n") + SIGNATURE)), (), ("sig-text",)
    )


def broken() -> Iterator[Ugly]:
    hello = f"Hello\n\n{BLOCK}"
    yield Ugly("truncated-mail", sent(plain(hello))[:-200], (), ("block-truncated",))
    yield Ugly("truncated-base64", sent(plain(hello, cte="base64"))[:-300], (), ("block-truncated",))
    yield Ugly("damaged-block", sent(plain(hello.replace("UEJN", "UEXN"))), (), ("block-damaged",))
    yield Ugly(
        "line-lost",
        sent(plain("\n".join(line for n, line in enumerate(hello.split("\n")) if n != 5))),
        (),
        ("block-damaged",),
    )
    yield Ugly(
        "one-good-one-damaged", sent(plain(f"{BLOCK}\n{BEN.replace('UEJN', 'UEXN')}")), faults=("block-damaged",)
    )
    yield Ugly(
        "wrong-key",
        sent(plain(clear_block(SignedMove(MOVE.payload, sshsig.sign(key("mallory"), MOVE.payload, "pbem"))))),
        ("!duel-42/anna",),
    )
    yield Ugly(
        "wrong-namespace",
        sent(plain(clear_block(SignedMove(MOVE.payload, sshsig.sign(key("anna"), MOVE.payload, "file"))))),
        ("!duel-42/anna",),
    )
    both = plain(hello)
    both.add_alternative("<p>x</p>", subtype="html")
    mail = sent(both)
    yield Ugly("boundary-never-closed", mail[: mail.rindex(b"--=====part0=====--")])
    yield Ugly("boundary-not-declared", re.sub(rb'; boundary="[^"]*"', b"", mail))
    yield Ugly("boundary-wrong", mail.replace(b'boundary="=====part0====="', b'boundary="other"'))
    head = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
    yield Ugly("encoding-unknown", raw(head + "x-rot99\n", hello.encode()))
    yield Ugly("encoding-lies-base64", raw(head + "base64\n", hello.encode()))
    yield Ugly("encoding-twice", raw(head + "8bit\n", quopri.encodestring(hello.encode() + b"\n=3D fertig =C3=BC\n")))
    yield Ugly("content-type-nonsense", raw("MIME-Version: 1.0\nContent-Type: ;;;==\n", hello.encode()))
    yield Ugly("content-type-twice", raw("Content-Type: text/plain\nContent-Type: text/html\n", hello.encode()))
    yield Ugly("header-never-ends", raw("X-Long: " + "a" * 60000 + "\n", hello.encode()))
    yield Ugly(
        "header-not-ascii",
        b"From: \xe4nna <anna@players.example>\r\nSubject: =?utf-9?Q?=ZZ?= \xff\xfe\r\n\r\n" + hello.encode(),
    )
    yield Ugly("header-continues-at-once", b" continued\r\nFrom: anna@players.example\r\n\r\n" + hello.encode())
    yield Ugly("nul-bytes", sent(plain(hello)).replace(b"Hello", b"He\0llo\0"))
    yield Ugly(
        "uuencoded",
        raw(
            "MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n", _uu(hello.encode())
        ),
    )
    yield Ugly(
        "sentence-about-blocks",
        sent(plain("I do not see any BEGIN PBEM MOVE line in what I copied. What shall I do?")),
        (),
        (),
        orders=False,
    )
    yield Ugly("empty", b"", (), (), orders=False)
    yield Ugly("only-headers", b"From: anna@players.example\r\nSubject: move\r\n\r\n", (), (), orders=False)


def _uu(data: bytes) -> bytes:
    import binascii

    rows = [binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45)]
    return b"begin 644 move.txt\n" + b"".join(rows) + b"`\nend\n"


def unsigned() -> Iterator[Ugly]:
    """Mails without a signature, by people and by machines."""
    orders = "game: duel-42\nplayer: anna\norders: |\n  build baths\n"
    template = "On Monday the moderator wrote:\n" + _quoted(orders)
    yield Ugly("unsigned-orders", sent(plain(orders)), (), ())
    yield Ugly(
        "unsigned-reply",
        sent(plain(f"build baths please\n\n{template}", "Re: [duel-42] your turn: choose a card")),
        (),
        (),
    )
    yield Ugly("unsigned-chat", sent(plain("Shall we have lunch on Monday?", "lunch")), (), (), orders=False)
    away = plain(
        f"I am on holiday until Monday.\n\n{template}",
        "Automatic reply: [duel-42] your turn",
        Auto_Submitted="auto-replied",
    )
    yield Ugly("vacation", sent(away), (), (), "machine")
    yield Ugly("vacation-header-only", sent(plain(orders, Auto_Submitted="auto-replied; x=1")), (), (), "machine")
    yield Ugly("auto-submitted-no", sent(plain(orders, Auto_Submitted="no")), (), ())
    yield Ugly("bounce-failed-recipients", sent(plain(orders, X_Failed_Recipients="a@b.example")), (), (), "bounce")
    yield Ugly("list-unsubscribe", sent(plain(orders, List_Unsubscribe="<mailto:x@y.example>")), (), (), "list")
    for subject in (
        "Out of Office: [duel-42] your turn",
        "Abwesenheitsnotiz: [duel-42] your turn",
        "Auto: [duel-42] your turn",
    ):
        slug = subject.split(":")[0].lower().replace(" ", "-")
        yield Ugly(f"vacation-{slug}", sent(plain(f"back soon\n\n{template}", subject)), (), (), "machine")
    for language, subject, body in (
        ("english", "I am on vacation until Monday: away from my desk", "I will read your mail when I am back."),
        ("german", "Automatische Antwort: [duel-42] your turn", "Ich bin bis Montag nicht im Büro."),
        ("french", "Réponse automatique : [duel-42] your turn", "Je suis en congés jusqu'à lundi."),
        ("spanish", "Fuera de la oficina Re: [duel-42] your turn", "Estoy de vacaciones hasta el lunes."),
        ("italian", "Risposta automatica: [duel-42] your turn", "Sono in ferie fino a lunedì."),
        ("dutch", "Automatisch antwoord: [duel-42] your turn", "Ik ben tot maandag afwezig."),
        ("polish", "Odpowiedź automatyczna: [duel-42] your turn", "Jestem na urlopie do poniedziałku."),
        ("swedish", "Autosvar: [duel-42] your turn", "Jag är på semester till måndag."),
    ):
        yield Ugly(f"vacation-in-{language}", sent(plain(f"{body}\n\n{template}", subject)), (), (), "machine")
    yield Ugly("vacation-precedence", sent(plain(orders, Precedence="auto_reply")), (), (), "machine")
    yield Ugly("vacation-old-header", sent(plain(orders, X_Autoreply="yes")), (), (), "machine")
    yield Ugly(
        "no-reply-address",
        sent(plain(orders)).replace(b"anna@players.example>", b"noreply@players.example>"),
        (),
        (),
        "machine",
    )
    yield Ugly("bulk", sent(plain(orders, Precedence="bulk")), (), (), "machine")
    yield Ugly("list", sent(plain(orders, List_Id="<duels.lists.example>")), (), (), "list")
    yield Ugly(
        "list-with-a-block",
        sent(plain(f"{BLOCK}\n-- \nduels mailing list\nhttps://lists.example/", List_Id="<duels.lists.example>")),
        writer="list",
    )
    yield Ugly("bounce-null-sender", sent(plain(orders, Return_Path="<>")), (), (), "bounce")
    yield Ugly("bounce-report", sent(_report(orders)), (), (), "bounce")
    yield Ugly(
        "bounce-old",
        sent(
            plain(f"The following address failed:\n\n{template}", "Mail delivery failed: returning message to sender")
        ),
        (),
        (),
        "bounce",
    )
    yield Ugly("our-own-mail", sent(plain(orders, X_PBEM="1")), (), (), "ourselves")
    yield Ugly("two-senders", sent(plain(orders)).replace(b"From: Anna", b"From: ben@x.example, Anna"), (), ())


def _report(text: str) -> EmailMessage:
    mail = plain("Your mail could not be delivered.", "Undeliverable: [duel-42] your turn")
    mail.add_attachment(plain(text))
    mail.set_type("multipart/report")
    mail.set_param("report-type", "delivery-status")
    return mail


def sealed() -> Iterator[Ugly]:
    moderator = key("moderator")
    block = sealed_block(MOVE, [moderator.public])
    yield Ugly("sealed-block", sent(plain(f"Hello\n\n{block}")), kept=True)
    yield Ugly("sealed-block-quoted", sent(plain(_quoted(block))), kept=True)
    from pbem.seals.sealing import MOVE as SIZE
    from pbem.seals.sealing import pad, seal

    joined = pad(MOVE.payload + MOVE.signature.encode(), SIZE)
    armored = seal(joined, [moderator.public])
    yield Ugly("age-file", sent(attached(("move.age", armored, OCTETS))), kept=True)
    yield Ugly("age-text", sent(plain(f"Hello\n\n{armored.decode().rstrip()}\n\nbye\n")), kept=True)
    other = sealed_block(MOVE, [key("ben").public])
    yield Ugly("sealed-to-another-key", sent(plain(other)), (), ("sealed-other-key",), kept=True)


MAKERS: tuple[Callable[[], Iterator[Ugly]], ...] = (bodies, charsets, pages, attachments, broken, unsigned, sealed)


def all_mails() -> list[Ugly]:
    return [one for maker in MAKERS for one in maker()]


def main() -> None:
    mails = all_mails()
    for one in mails:
        path = FOLDER / f"{one.name}.eml"
        if not (one.kept and path.exists()):
            path.write_bytes(one.mail)
    expected = {one.name: one.expected() for one in sorted(mails, key=lambda one: one.name)}
    EXPECTED.write_text(json.dumps(expected, indent=1) + "\n")
    for path in FOLDER.glob("*.eml"):
        if path.stem not in expected:
            path.unlink()
    sys.stdout.write(f"{len(mails)} mails\n")


if __name__ == "__main__":
    main()
