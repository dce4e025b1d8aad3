"""Maildir and mbox, the sendmail program, and settings that say everything that is wrong with them."""

from __future__ import annotations

import imaplib
import os
import sys
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from pbem.post.errors import PostError, PostFault
from pbem.post.mail import outbox
from pbem.post.mail.mailboxes import Mailbox, Maildir, Mbox, open_box
from pbem.post.mail.settings import Sender, parse
from tests.post.kit import SETTINGS
from tests.post.servers import PASSWORDS, servers
from tests.post.test_loopback import settings_for
from tests.seals.programs import need


def mail(n: int) -> bytes:
    return f"From: a@b.example\nSubject: {n}\n\nFrom here on it is text\n>From an older mail\n".encode()


def maildir(root: Path) -> Path:
    for folder in ("new", "cur", "tmp"):
        (root / folder).mkdir(parents=True)
    return root


def test_a_maildir_is_marked_only_when_told_and_by_renaming(tmp_path: Path) -> None:
    root = maildir(tmp_path / "box")
    (root / "new" / "100.a").write_bytes(mail(1))
    (root / "cur" / "101.b:2,F").write_bytes(mail(2))
    (root / "cur" / "099.c:2,S").write_bytes(mail(3))
    box = Maildir(root)
    assert [one.name for one in box.mails({})] == ["100.a", "101.b"]
    assert [one.name for one in box.mails({})] == ["100.a", "101.b"]
    box.done(["100.a"], ["101.b"], {})
    assert sorted(path.name for path in (root / "cur").iterdir()) == ["099.c:2,S", "100.a:2,S", "101.b:2,F"]
    with pytest.raises(PostError) as fault:
        list(Maildir(tmp_path / "none").mails({}))
    assert fault.value.fault is PostFault.BOX


def mbox_of(*numbers: int) -> bytes:
    return b"".join(
        b"From a@b.example Mon Nov 16 10:00:00 2026\n" + mail(n).replace(b"\nFrom ", b"\n>From ") + b"\n"
        for n in numbers
    )


def test_an_mbox_is_read_on_from_where_it_was_and_anew_when_it_was_rotated(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    memory: dict[str, object] = {}
    assert list(Mbox(path).mails(memory)) == []
    path.write_bytes(mbox_of(1, 2))
    found = list(Mbox(path).mails(memory))
    assert [one.raw.split(b"\n")[1] for one in found] == [b"Subject: 1", b"Subject: 2"]
    assert b"\nFrom here on it is text\n" in found[0].raw
    assert len(list(Mbox(path).mails(memory))) == 2, "nothing is forgotten before it is done"
    Mbox(path).done([one.name for one in found], [], memory)
    assert list(Mbox(path).mails(memory)) == []
    path.write_bytes(mbox_of(1, 2, 3))
    (new,) = Mbox(path).mails(memory)
    assert b"Subject: 3" in new.raw
    Mbox(path).done([new.name], [], memory)
    path.write_bytes(mbox_of(7))
    assert [one.raw.split(b"\n")[1] for one in Mbox(path).mails(memory)] == [b"Subject: 7"]
    path.write_bytes(mbox_of(8, 9, 10, 11))
    assert len(list(Mbox(path).mails(memory))) == 4, "another file that is longer than the old one"


def test_a_sendmail_program_gets_the_mail_and_both_addresses(tmp_path: Path) -> None:
    program = tmp_path / "sendmail.py"
    program.write_text(
        "import sys, pathlib\n"
        f"out = pathlib.Path({str(tmp_path)!r})\n"
        "(out / 'args').write_text(' '.join(sys.argv[1:]))\n"
        "(out / 'mail').write_bytes(sys.stdin.buffer.read())\n"
        "sys.exit(75 if 'full@b.example' in sys.argv else 0)\n"
    )
    (tmp_path / "one.eml").write_bytes(b"Subject: x\r\n\r\ny\r\n")
    sender = Sender("sendmail", command=(sys.executable, str(program)))
    with outbox.opened(sender) as channel:
        channel.send(tmp_path / "one.eml", "m@table.example", "a@b.example")
        assert (tmp_path / "args").read_text() == "-i -f m@table.example -- a@b.example"
        assert (tmp_path / "mail").read_bytes() == b"Subject: x\n\ny\n"
        with pytest.raises(PostError) as fault:
            channel.send(tmp_path / "one.eml", "m@table.example", "full@b.example")
    assert fault.value.fault is PostFault.SEND
    with outbox.opened(Sender("sendmail", command=("/no/such/program",))) as channel, pytest.raises(PostError):
        channel.send(tmp_path / "one.eml", "m@table.example", "a@b.example")


def test_settings_with_many_faults_tell_all_of_them() -> None:
    text = """
address: nobody
zone: Mars/Base
color: red
digest_hour: 25
site: ftp://x
collect:
  - imap: mail.example.org
    tls: none
    password: hunter2
  - pop3: x
  - imap: 127.0.0.1
    password_env: A
    token_env: B
    port: 99999
send: {carrier_pigeon: yes}
players:
  Anna: {address: anna@example.org}
  ben: {address: nope, language: fr, mail: often, hidden: maybe}
"""
    with pytest.raises(PostError) as fault:
        parse(text.encode())
    said = str(fault.value)
    for part in (
        "`address`",
        "Mars/Base",
        "`color`",
        "`digest_hour`",
        "`site`",
        "in the clear",
        "password_command",
        "`pop3`",
        "one of them is enough",
        "`port`",
        "carrier_pigeon",
        "'Anna'",
        "`players: ben` needs",
        "language: fr",
        "mail: often",
        "hidden: maybe",
    ):
        assert part in said, part
    assert "hunter2" not in said


@pytest.mark.parametrize("text", [b"\xff", b"a: [", b"- 1", b"", b"address: [a]", b"players: 3", b"&a [*a]"])
def test_settings_that_are_no_settings_are_one_message(text: bytes) -> None:
    with pytest.raises(PostError) as fault:
        parse(text)
    assert fault.value.fault is PostFault.SETTINGS


def test_players_can_differ_from_game_to_game() -> None:
    settings = parse((SETTINGS + "games:\n  duel-7:\n    anna: {address: other@example.org}\n").encode())
    assert settings.reader("duel-7", "anna").address == "other@example.org"
    assert settings.reader("duel-8", "anna").address == "anna@players.example"
    assert settings.reader("duel-8", "carl").address is None


# ---- the first run, and mails that somebody else's program has read


def mail_of(days_ago: float, subject: str, status: str = "") -> bytes:
    date = formatdate(time.time() - days_ago * 86_400)
    read = f"Status: {status}\n" if status else ""
    return f"From a@b.example Mon Nov 16 10:00:00 2026\nDate: {date}\n{read}Subject: {subject}\n\nx\n\n".encode()


def looked(box: Mailbox, memory: dict[str, Any]) -> list[str]:
    """The subjects that a run finds; it has looked at all of them then."""
    found = list(box.mails(memory))
    box.done([], [one.name for one in found], memory)
    return [one.raw.split(b"Subject: ")[1].split(b"\n")[0].decode().strip() for one in found]


def test_a_first_run_that_finds_nothing_is_the_first_run_all_the_same(tmp_path: Path) -> None:
    """What comes later is looked at even if the moderator's own mail program has shown it before."""
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    maildir, memory = Maildir(tmp_path / "box"), dict[str, Any]()
    assert looked(maildir, memory) == []
    (tmp_path / "box" / "cur" / "1.test:2,S").write_bytes(b"Subject: read at once\n\nx\n")
    assert looked(maildir, memory) == ["read at once"]
    assert looked(maildir, memory) == []
    path = tmp_path / "mbox"
    path.write_bytes(b"")
    mbox, memory = Mbox(path), {}
    assert looked(mbox, memory) == []
    path.write_bytes(mail_of(0, "read at once", "RO"))
    assert looked(mbox, memory) == ["read at once"]
    assert looked(mbox, memory) == []


def test_what_the_first_run_over_a_maildir_left_out_is_left_out_for_ever(tmp_path: Path) -> None:
    box = tmp_path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "cur" / "1.test:2,S").write_bytes(b"Subject: read\n\nx\n")
    (box / "new" / "2.test").write_bytes(b"Subject: new\n\nx\n")
    (box / "new" / "3.test").write_bytes(b"Subject: years ago\n\nx\n")
    os.utime(box / "new" / "3.test", (1e9, 1e9))
    memory: dict[str, Any] = {}
    assert looked(Maildir(box), memory) == ["new"]
    # The moderator reads one and marks the other as unread.
    (box / "new" / "3.test").rename(box / "cur" / "3.test:2,S")
    (box / "cur" / "1.test:2,S").rename(box / "cur" / "1.test:2,")
    assert looked(Maildir(box), memory) == []


def test_what_the_first_run_over_an_mbox_left_out_is_left_out_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    old, read = mail_of(400, "years ago"), mail_of(0, "read", "RO")
    path.write_bytes(mail_of(0, "new") + old + read)
    memory: dict[str, Any] = {}
    assert looked(Mbox(path), memory) == ["new"]
    assert looked(Mbox(path), memory) == []
    # A mail program writes the whole file anew, without the first mail.
    path.write_bytes(old + read + mail_of(0, "later", "RO"))
    assert "years ago" not in looked(Mbox(path), memory)


@need("dovecot", "openssl")
def test_what_the_first_run_over_imap_left_out_is_left_out_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORDS["moderator"])
    with servers() as found, imaplib.IMAP4_SSL("127.0.0.1", found.imaps, ssl_context=found.context) as imap:
        imap.login("moderator", PASSWORDS["moderator"])

        def put(flags: str, days_ago: float, subject: str) -> None:
            when = imaplib.Time2Internaldate(time.time() - days_ago * 86_400)
            imap.append("INBOX", f"({flags})", when, f"Subject: {subject}\r\n\r\nx\r\n".encode())

        def run() -> list[str]:
            box = open_box(parse(settings_for(found).encode()).boxes[0])
            try:
                return looked(box, memory)
            finally:
                box.close()

        memory: dict[str, Any] = {}
        put("", 0, "new")
        put("\\Seen", 0, "read")
        put("", 400, "years ago")
        assert run() == ["welcome", "new"]
        assert run() == []
        put("\\Seen", 0, "read at once")
        assert run() == ["read at once"]
        assert run() == []
        imap.select("INBOX")
        imap.store("1:*", "+FLAGS", "\\Deleted")
        imap.expunge()
        memory.clear()
        assert run() == []
        put("\\Seen", 0, "read at once, the very first")
        assert run() == ["read at once, the very first"]
