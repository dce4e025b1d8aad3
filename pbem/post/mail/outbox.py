"""How mails go out: SMTP, a sendmail program, or a folder that something else empties."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pbem.storage import disk

from ..errors import PostError, PostFault
from .settings import Sender

WAIT = 60
"""Seconds for one mail."""


class Hopeless(PostError):
    """This mail will never be accepted: there is no such address. `why` is what the server said."""

    why = ""


class Lost(PostError):
    """There is nobody any more who would take this mail or another."""


class Channel(Protocol):
    def send(self, path: Path, sender: str, to: str) -> None:
        """Hand over the mail in a file; the file may be gone afterwards."""


@contextmanager
def opened(sender: Sender) -> Iterator[Channel]:
    if sender.kind == "smtp":
        from . import smtp  # with the libraries for secure connections, which an outbox does without

        assert sender.account is not None
        with smtp.connected(sender.account) as channel:
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
                timeout=WAIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Lost(PostFault.SEND, where=where, why=error) from None
        if done.returncode:
            why = done.stderr.decode("utf-8", "replace").strip() or f"it ended with {done.returncode}"
            raise PostError(PostFault.SEND, where=where, why=why)
