"""Mails that go out by SMTP."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import PostError, PostFault
from .imap import tls_context
from .outbox import WAIT, Hopeless
from .settings import Account


class Smtp:
    def __init__(self, smtp: smtplib.SMTP, where: str) -> None:
        self.smtp, self.where = smtp, where

    def send(self, path: Path, sender: str, to: str) -> None:
        try:
            self.smtp.sendmail(sender, [to], path.read_bytes())
        except smtplib.SMTPRecipientsRefused as error:
            code, said = error.recipients[to]
            answer = f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
            why = f"{to}: {answer}"
            if code < 500:
                raise PostError(PostFault.SEND, where=self.where, why=why) from None
            never = Hopeless(PostFault.SEND_NEVER, where=self.where, why=why)
            never.why = answer
            raise never from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise PostError(PostFault.SEND, where=self.where, why=error) from None


@contextmanager
def connected(account: Account) -> Iterator[Smtp]:
    try:
        if account.tls == "tls":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                account.host, account.port, timeout=WAIT, context=tls_context(account)
            )
        else:
            smtp = smtplib.SMTP(account.host, account.port, timeout=WAIT)
            if account.tls == "starttls":
                smtp.starttls(context=tls_context(account))
    except (smtplib.SMTPException, OSError) as error:
        raise PostError(PostFault.CONNECT, where=account.place, why=error) from None
    try:
        _login(smtp, account)
        yield Smtp(smtp, account.place)
    finally:
        try:
            smtp.quit()
        except (smtplib.SMTPException, OSError):
            smtp.close()


def _login(smtp: smtplib.SMTP, account: Account) -> None:
    if not account.user:
        return
    secret = account.open_secret()
    try:
        smtp.ehlo_or_helo_if_needed()
        if account.by_token:
            said = f"user={account.user}\1auth=Bearer {secret}\1\1"
            smtp.auth("XOAUTH2", lambda challenge=None: "" if challenge else said)
        else:
            smtp.login(account.user, secret)
    except (smtplib.SMTPException, OSError, ValueError) as error:
        why = str(error).replace(secret, "…") if secret else str(error)
        raise PostError(PostFault.LOGIN, where=account.place, why=why) from None
