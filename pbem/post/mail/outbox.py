"""How mails go out: SMTP, a sendmail program, or a folder that something else empties."""

from __future__ import annotations

import os
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pbem.storage import disk

from ..errors import PostError, PostFault
from .imap import tls_context
from .settings import Account, Sender

_WAIT = 60


class Hopeless(PostError):
    """This mail will never be accepted: there is no such address. `why` is what the server said."""

    why = ""


class Channel(Protocol):
    def send(self, path: Path, sender: str, to: str) -> None:
        """Hand over the mail in a file; the file may be gone afterwards."""


@contextmanager
def opened(sender: Sender) -> Iterator[Channel]:
    if sender.kind == "smtp":
        assert sender.account is not None
        with _smtp(sender.account) as channel:
            yield channel
    elif sender.kind == "sendmail":
        yield Program(sender.command)
    else:
        assert sender.path is not None
        yield Outbox(sender.path)


class Outbox:
    """Mails as files. A rename is atomic, so none is lost and none is there twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, path: Path, sender: str, to: str) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            disk.step("rename", path)
            os.replace(path, self.folder / path.name)
        except OSError as error:
            raise PostError(PostFault.SEND, where=self.folder, why=error.strerror or error) from None


class Program:
    """`sendmail -i -f from -- to`, as every mail server installs it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command

    def send(self, path: Path, sender: str, to: str) -> None:
        where = self.command[0]
        # Programs of this name expect the system's line endings.
        data = path.read_bytes().replace(b"\r\n", b"\n")
        try:
            done = subprocess.run(
                [*self.command, "-i", "-f", sender, "--", to],
                input=data,
                capture_output=True,
                timeout=_WAIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PostError(PostFault.SEND, where=where, why=error) from None
        if done.returncode:
            why = done.stderr.decode("utf-8", "replace").strip() or f"it ended with {done.returncode}"
            raise PostError(PostFault.SEND, where=where, why=why)


class Smtp:
    def __init__(self, smtp: smtplib.SMTP, where: str) -> None:
        self.smtp, self.where = smtp, where

    def send(self, path: Path, sender: str, to: str) -> None:
        try:
            self.smtp.sendmail(sender, [to], path.read_bytes())
        except smtplib.SMTPRecipientsRefused as error:
            code, said = error.recipients[to]
            answer = f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
            kind = Hopeless if code >= 500 else PostError
            refused = kind(PostFault.SEND, where=self.where, why=f"{to}: {answer}")
            if isinstance(refused, Hopeless):
                refused.why = answer
            raise refused from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise PostError(PostFault.SEND, where=self.where, why=error) from None


@contextmanager
def _smtp(account: Account) -> Iterator[Smtp]:
    try:
        if account.tls == "tls":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                account.host, account.port, timeout=_WAIT, context=tls_context(account)
            )
        else:
            smtp = smtplib.SMTP(account.host, account.port, timeout=_WAIT)
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
