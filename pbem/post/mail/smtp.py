"""Mails that go out by SMTP."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import PostError, PostFault
from .conversation import Conversation
from .imap import tls_context
from .outbox import WAIT, Hopeless, Lost
from .settings import Account


class _CountedLines:
    """What a server says, for the client of Python's library, which would read any number of lines."""

    def __init__(self, file: Any, conversation: Conversation) -> None:
        self.file, self.conversation = file, conversation

    def readline(self, most: int) -> bytes:
        line: bytes = self.file.readline(most)
        self.conversation.count(len(line))
        return line

    def close(self) -> None:
        self.file.close()


class _Bounded(smtplib.SMTP):
    """A client that reads no more, and no longer, than its conversation allows."""

    def __init__(self, conversation: Conversation, *where: Any, **named: Any) -> None:
        self.conversation = conversation
        conversation.socket = lambda: self.sock
        super().__init__(*where, **named)

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = _CountedLines(self.sock.makefile("rb"), self.conversation)
        return super().getreply()


class _BoundedTls(_Bounded, smtplib.SMTP_SSL):
    pass


class Smtp:
    def __init__(self, smtp: smtplib.SMTP, conversation: Conversation, where: str) -> None:
        self.smtp, self.conversation, self.where = smtp, conversation, where

    def send(self, path: Path, sender: str, to: str) -> None:
        try:
            with self.conversation.exchange():
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
        except smtplib.SMTPServerDisconnected as error:
            raise Lost(PostFault.SEND, where=self.where, why=error) from None
        except (smtplib.SMTPException, ValueError) as error:
            raise PostError(PostFault.SEND, where=self.where, why=error) from None
        except OSError as error:
            raise Lost(PostFault.SEND, where=self.where, why=error) from None


@contextmanager
def connected(account: Account) -> Iterator[Smtp]:
    conversation = Conversation()
    try:
        with conversation.exchange():
            smtp = _client(account, conversation)
    except (smtplib.SMTPException, OSError) as error:
        raise PostError(PostFault.CONNECT, where=account.place, why=error) from None
    try:
        _login(smtp, conversation, account)
        yield Smtp(smtp, conversation, account.place)
    finally:
        try:
            with conversation.exchange():
                smtp.quit()
        except (smtplib.SMTPException, OSError):
            smtp.close()


def _client(account: Account, conversation: Conversation) -> smtplib.SMTP:
    if account.tls == "tls":
        return _BoundedTls(conversation, account.host, account.port, timeout=WAIT, context=tls_context(account))
    smtp = _Bounded(conversation, account.host, account.port, timeout=WAIT)
    if account.tls == "starttls":
        smtp.starttls(context=tls_context(account))
    return smtp


def _login(smtp: smtplib.SMTP, conversation: Conversation, account: Account) -> None:
    if not account.user:
        return
    secret = account.open_secret()
    try:
        with conversation.exchange():
            smtp.ehlo_or_helo_if_needed()
            if account.by_token:
                said = f"user={account.user}\1auth=Bearer {secret}\1\1"
                smtp.auth("XOAUTH2", lambda challenge=None: "" if challenge else said)
            else:
                smtp.login(account.user, secret)
    except (smtplib.SMTPException, OSError, ValueError) as error:
        why = str(error).replace(secret, "…") if secret else str(error)
        raise PostError(PostFault.LOGIN, where=account.place, why=why) from None
