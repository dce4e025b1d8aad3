"""End to end with the real programs on loopback: dovecot, aiosmtpd, TLS, and mail clients from Python's library."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.ledger.verify import verify
from pbem.moderation.loop import moderate
from pbem.post.errors import PostError, PostFault
from pbem.post.mail import carrier as carriers
from pbem.post.mail.imap import DONE
from pbem.post.mail.mailboxes import ArrivedMail, open_box
from pbem.post.mail.settings import parse
from tests.post.kit import NOW, Desk, make_desk, text_of
from tests.post.servers import PASSWORDS, TOKEN, Client, Servers, servers
from tests.seals.programs import need

pytestmark = [need("dovecot", "openssl"), pytest.mark.slow]


@pytest.fixture(scope="module")
def loopback() -> Iterator[Servers]:
    with servers() as found:
        yield found


def settings_for(found: Servers, tls: str = "tls", secret: str = "password_env: PBEM_TEST_PASSWORD") -> str:
    return f"""
address: moderator@table.example
table: The Lantern Table
zone: Europe/Berlin
collect:
  - imap: 127.0.0.1
    port: {found.imaps if tls == "tls" else found.imap}
    tls: {tls}
    ca: {found.cert}
    user: moderator
    {secret}
send:
  smtp: 127.0.0.1
  port: {found.smtp}
  tls: starttls
  ca: {found.cert}
  user: moderator
  password_command: echo {PASSWORDS["moderator"]}
players:
  anna: {{address: anna@players.example, mail: mine}}
  ben: {{address: ben@players.example, language: de, mail: mine}}
"""


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORDS["moderator"])


def run(desk: Desk) -> int:
    with carriers.opened(desk.settings, desk.moderator, NOW) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW)
        assert carrier.failed == []
        return carrier.sent


@pytest.mark.slow
def test_a_duel_by_two_mail_clients_to_the_verified_end(loopback: Servers, tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings_for(loopback))
    clients = {name: Client(loopback, name) for name in ("anna", "ben")}
    desk.begin("duel-9")
    run(desk)
    over = set[str]()
    for _ in range(200):
        for name, client in clients.items():
            for mail in client.fetch():
                assert str(mail["Subject"]).startswith("[duel-9]")
                if "8<--" in text_of(mail):
                    client.send(desk.players[name].reply(mail))
                if "aus" in str(mail["Subject"]).split() or "over" in str(mail["Subject"]).split():
                    over.add(name)
        if over == {"anna", "ben"}:
            break
        run(desk)
    verdict = verify(desk.games / "duel-9")
    assert verdict.ok, verdict.message
    assert verdict.over


def inbox(loopback: Servers, tls: str = "tls", secret: str = "password_env: PBEM_TEST_PASSWORD") -> list[ArrivedMail]:
    box = open_box(parse(settings_for(loopback, tls, secret).encode()).boxes[0])
    try:
        return list(box.mails({}))
    finally:
        box.close()


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_imap_with_tls_and_starttls_and_a_password_or_a_token(loopback: Servers, tls: str) -> None:
    loopback.put("moderator", b"From: a@b.example\r\nSubject: new\r\n\r\nx\r\n")
    found = inbox(loopback, tls)
    assert b"Subject: new" in found[-1].raw
    assert [one.name for one in inbox(loopback, tls, f"token_command: echo {TOKEN}")] == [one.name for one in found]


def test_a_wrong_token_password_or_certificate_is_one_clear_message(loopback: Servers, tmp_path: Path) -> None:
    with pytest.raises(PostError) as refused:
        inbox(loopback, secret="token_command: echo wrong")
    assert refused.value.fault is PostFault.LOGIN
    with pytest.raises(PostError) as refused:
        inbox(loopback, secret="password_command: echo sesame")
    assert refused.value.fault is PostFault.LOGIN
    assert "sesame" not in str(refused.value)
    with pytest.raises(PostError) as refused:
        inbox(loopback, secret="password_command: 'false'")
    assert refused.value.fault is PostFault.SECRET
    with pytest.raises(PostError) as refused:
        inbox(loopback, secret="password_env: PBEM_NOT_SET")
    assert refused.value.fault is PostFault.SECRET
    untrusting = settings_for(loopback).replace(f"    ca: {loopback.cert}\n", "")
    with pytest.raises(PostError) as refused:
        list(open_box(parse(untrusting.encode()).boxes[0]).mails({}))
    assert refused.value.fault is PostFault.CONNECT
    assert "certificate" in str(refused.value).lower()


def flags(loopback: Servers) -> dict[str, bytes]:
    with imaplib.IMAP4_SSL("127.0.0.1", loopback.imaps, ssl_context=loopback.context) as imap:
        imap.login("moderator", PASSWORDS["moderator"])
        imap.select("INBOX", readonly=True)
        _, found = imap.uid("FETCH", "1:*", "(FLAGS)")
        listed = (line.split() for line in found if isinstance(line, bytes))
        return {line[2].decode(): b" ".join(line[4:]) for line in listed}


def test_uids_are_remembered_and_marked_and_another_uidvalidity_repeats_nothing(loopback: Servers) -> None:
    box = open_box(parse(settings_for(loopback).encode()).boxes[0])
    memory: dict[str, object] = {}
    found = list(box.mails(memory))
    assert all(b"Seen" not in flags(loopback)[one.name.split("/")[1]] for one in found), "looking marks nothing"
    box.done([one.name for one in found[:-1]], [found[-1].name], memory)
    marked = flags(loopback)
    assert all(b"Seen" in marked[one.name.split("/")[1]] for one in found[:-1])
    last = marked[found[-1].name.split("/")[1]]
    assert b"Seen" not in last
    assert DONE.encode() in last
    assert list(box.mails(memory)) == []
    assert list(box.mails({**memory, "validity": "1"})) == [], "the keyword on the server knows them"
    loopback.put("moderator", b"From: a@b.example\r\nSubject: later\r\n\r\nx\r\n")
    (new,) = box.mails(memory)
    assert b"Subject: later" in new.raw
    box.done([new.name], [], memory)
    box.close()


def test_a_huge_mail_is_fetched_only_in_its_first_part(loopback: Servers) -> None:
    from tests.post.test_reading import big

    loopback.put("moderator", big())
    box = open_box(parse(settings_for(loopback).encode()).boxes[0])
    found = list(box.mails({}))
    assert len(found[-1].raw) < 5_000_000
    box.done([one.name for one in found], [], {})
    box.close()


def test_smtp_takes_a_token_too(loopback: Servers, tmp_path: Path) -> None:
    password = f"password_command: echo {PASSWORDS['moderator']}"
    desk = make_desk(tmp_path, settings_for(loopback).replace(password, f"token_command: echo {TOKEN}"))
    desk.begin("duel-5")
    assert run(desk) == 2
    wrong = make_desk(tmp_path, settings_for(loopback).replace(password, "token_command: echo stale"))
    wrong.begin("duel-6")
    with carriers.opened(wrong.settings, wrong.moderator, NOW) as carrier:
        moderate([carrier], wrong.games, wrong.moderator, None, NOW)
        assert carrier.unsent is not None
        assert carrier.unsent.fault is PostFault.LOGIN
    assert run(desk) == 2, "what could not be sent goes with the next run"


def test_an_address_that_does_not_exist_holds_nothing_up(loopback: Servers, tmp_path: Path) -> None:
    text = settings_for(loopback).replace("anna@players.example", "nobody@players.example")
    desk = make_desk(tmp_path, text)
    desk.begin("duel-3")
    with carriers.opened(desk.settings, desk.moderator, NOW) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW)
        assert carrier.sent == 1
        assert "no such mailbox" in carrier.failed[0]
    assert run(desk) == 1, "the moderator is told"
    assert run(desk) == 0


@pytest.mark.slow
def test_two_hundred_mails_in_one_run(loopback: Servers, tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings_for(loopback))
    for client in (Client(loopback, "anna"), Client(loopback, "ben")):
        client.fetch()
    for n in range(100):
        desk.begin(f"duel-{n}")
    assert run(desk) == 200
    for name in ("anna", "ben"):
        client = Client(loopback, name)
        client.send(*(desk.players[name].reply(mail) for mail in client.fetch()))
    sent = run(desk)
    assert sent == 200, "a receipt for each, and for each second one the turn beside it in the same mail"
    begun = [(desk.games / f"duel-{n}" / "ledger.jsonl").read_text().count("\n") for n in range(100)]
    assert begun == [3] * 100
    assert run(desk) == 0
