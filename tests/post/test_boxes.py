"""Maildir and mbox, the sendmail program, and settings that say everything that is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.post.errors import PostError, PostFault
from pbem.post.mail import outbox
from pbem.post.mail.mailboxes import Maildir, Mbox
from pbem.post.mail.settings import Sender, parse
from tests.post.kit import SETTINGS


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
        "`address`", "Mars/Base", "`color`", "`digest_hour`", "`site`", "in the clear", "password_command", "`pop3`",
        "one of them is enough", "`port`", "carrier_pigeon", "'Anna'", "`players: ben` needs", "language: fr",
        "mail: often", "hidden: maybe",
    ):  # fmt: skip
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
