"""A player whom mails do not reach is shown to the moderator, and told once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.post.mail.bounces import failed
from tests.post.duel_by_mail import ANNA, BEN, begun
from tests.post.kit import NOW, SETTINGS, Desk, make_desk, text_of
from tests.post.test_commands import call
from tests.seals.casekit import key

REPORT = f"""Return-Path: <>
From: MAILER-DAEMON@mx.example
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
MIME-Version: 1.0

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {ANNA}
Action: ACTION
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 mailbox full

--b
Content-Type: message/rfc822

Subject: [duel-42] your turn
To: {ANNA}

Hello
--b--
"""
QMAIL = f"""Return-Path: <>
From: MAILER-DAEMON@old.example
Subject: failure notice

Hi. This is the qmail-send program at old.example.

<{BEN}>: user unknown

--- Below this line is a copy of the message.
"""


@pytest.fixture
def ready(tmp_path: Path) -> Desk:
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    (keys / "moderator").write_bytes(key("moderator").pem())
    (keys / "moderator").chmod(0o600)
    (keys / "post.yaml").write_text(SETTINGS.replace("outbox: outbox", f"outbox: {tmp_path / 'outbox'}"))
    return make_desk(tmp_path)


def test_a_bounce_is_noted_shown_by_status_and_mailed_to_the_moderator_once(ready: Desk) -> None:
    begun(ready)
    bounce = REPORT.replace("ACTION", "failed")
    ready.run(bounce.encode())
    (mail,) = ready.new_mails()["moderator@table.example"].mails
    assert mail["Subject"] == "mail to anna is bouncing"
    assert "mailbox full" in " ".join(text_of(mail).split())
    ready.run(bounce.replace("Sorry", "Sorry again").encode(), now="2026-11-17T10:00:00Z")
    assert ready.new_mails() == {}
    said = call("status", "--games", ready.games)
    assert (
        "mail to anna has been bouncing since Monday 16 November 2026, 10:00 (UTC): smtp; 552 5.2.2 mailbox full"
        in said
    )
    assert "ben come" not in said
    ready.run(ready.players["anna"].write("I am back\n", "hello"))
    assert "bouncing" not in call("status", "--games", ready.games)


def test_a_bounce_from_where_an_address_passes_mails_on_is_the_players(ready: Desk) -> None:
    boxes = begun(ready)
    mail = boxes[ANNA].last if ANNA in boxes else boxes[BEN].last
    to = str(mail["To"])
    elsewhere = REPORT.replace("ACTION", "failed").replace(f"rfc822; {ANNA}", "rfc822; a.b@provider.example")
    returned = elsewhere.split("Subject: [duel-42]")[0] + mail.as_string().replace("\r\n", "\n")
    assert failed(returned.encode(), {ANNA, BEN}) == {to: "smtp; 552 5.2.2 mailbox full"}
    # A mail of somebody else's that comes back names a player by chance.
    assert failed(elsewhere.encode(), {ANNA, BEN}) == {}
    assert failed(returned.replace("Action: failed", "Action: delayed").encode(), {ANNA, BEN}) == {}


def test_a_delay_or_a_bounce_about_somebody_else_is_no_bounce_of_a_player() -> None:
    assert failed(REPORT.replace("ACTION", "delayed").encode(), [ANNA, BEN]) == {}
    assert failed(REPORT.replace("ACTION", "failed").replace(ANNA, "x@y.example").encode(), [ANNA, BEN]) == {}
    assert failed(QMAIL.encode(), [ANNA, BEN]) == {BEN: "user unknown"}
    other = b"Return-Path: <>\nX-Failed-Recipients: anna@players.example, x@y.example\n\nNo.\n"
    assert failed(other, [ANNA, BEN]) == {ANNA: ""}


def test_an_address_that_the_server_refuses_at_once_is_noted_too(ready: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import smtplib

    from pbem.post.mail import outbox, smtp

    class Refusing:
        def sendmail(self, sender: str, to: list[str], data: bytes) -> None:
            if to == [ANNA]:
                raise smtplib.SMTPRecipientsRefused({ANNA: (550, b"5.1.1 no such mailbox")})

    def send(self: outbox.Outbox, path: Path, sender: str, to: str) -> None:
        smtp.Smtp(Refusing(), smtp.Conversation(), "mx.example").send(path, sender, to)
        real(self, path, sender, to)

    real = outbox.Outbox.send
    monkeypatch.setattr(outbox.Outbox, "send", send)
    ready.begin("duel-42")
    ready.run(now=NOW)
    assert (
        "mail to anna has been bouncing since Monday 16 November 2026, 10:00 (UTC): 550 5.1.1 no such mailbox"
        in call("status", "--games", ready.games)
    )
    ready.run(now="2026-11-16T11:00:00Z")
    assert "moderator@table.example" in ready.new_mails()


@pytest.mark.parametrize(("code", "stays"), [(450, True), (550, False)])
def test_only_what_stays_in_the_spool_is_said_to_stay(tmp_path: Path, code: int, stays: bool) -> None:
    import smtplib

    from pbem.post.errors import PostError
    from pbem.post.mail import smtp

    class Refusing:
        def sendmail(self, sender: str, to: list[str], data: bytes) -> None:
            raise smtplib.SMTPRecipientsRefused({ANNA: (code, b"no")})

    mail = tmp_path / "mail.eml"
    mail.write_bytes(b"Subject: x\n\nx\n")
    with pytest.raises(PostError) as caught:
        smtp.Smtp(Refusing(), smtp.Conversation(), "mx.example").send(mail, "moderator@table.example", ANNA)
    assert ("stays in the spool" in str(caught.value)) is stays
    assert ("not sent again" in str(caught.value)) is not stays
