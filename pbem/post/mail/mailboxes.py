"""Where mails come from. A box gives out mails with a name each, and forgets none before it is told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from pbem.storage import disk, lock

from ..errors import PostError, PostFault
from .mime import LARGEST
from .settings import Box

MOST_AT_ONCE = 1000
Memory = dict[str, Any]
"""What the post remembers of one box between runs; plain JSON."""


@dataclass(frozen=True, slots=True)
class ArrivedMail:
    """A mail and its name in its box."""

    name: str
    raw: bytes

    @property
    def digest(self) -> str:
        return sha256(self.raw).hexdigest()


class Mailbox(Protocol):
    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        """Mails that are new, oldest first. Nothing is marked yet."""

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        """Remember and mark what is dealt with; called after the ledger is written.

        `left` were looked at and are no submissions: they stay unread, for the moderator.
        """

    def close(self) -> None: ...


def open_box(box: Box) -> Mailbox:
    if box.kind == "imap":
        from .imap import ImapBox

        assert box.account is not None
        return ImapBox(box.account)
    assert box.path is not None
    return Maildir(box.path) if box.kind == "maildir" else Mbox(box.path)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


class Maildir:
    """Every mail is a file; a mail that is dealt with is in `cur` with the flag S."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        found = []
        try:
            for folder in ("new", "cur"):
                for one in (self.path / folder).iterdir():
                    unique, _, flags = one.name.partition(":2,")
                    if not one.name.startswith(".") and "S" not in flags and one.is_file():
                        found.append((unique, one))
        except OSError as error:
            raise PostError(PostFault.BOX, where=self.path, why=error.strerror or error) from None
        for unique, path in sorted(found)[:MOST_AT_ONCE]:
            try:
                yield ArrivedMail(unique, _read(path))
            except FileNotFoundError:
                continue  # a mail program moved it; the next run finds it
            except OSError as error:
                raise PostError(PostFault.BOX, where=path, why=error.strerror or error) from None

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        wanted = set(names)
        for folder in ("new", "cur"):
            for one in list((self.path / folder).iterdir()):
                unique, _, flags = one.name.partition(":2,")
                if unique in wanted and "S" not in flags:
                    target = self.path / "cur" / f"{unique}:2,{''.join(sorted({*flags, 'S'}))}"
                    try:
                        disk.step("rename", target)
                        os.replace(one, target)
                    except OSError as error:
                        raise PostError(PostFault.BOX, where=one, why=error.strerror or error) from None

    def close(self) -> None:
        pass


class Mbox:
    """One file that others append to. It is never written here: how far it was read is remembered."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        try:
            with self.path.open("rb") as file:
                lock.share(file.fileno())
                start = int(memory.get("offset", 0))
                first = file.read(256)
                size = file.seek(0, os.SEEK_END)
                known = memory.get("first")
                if size < start or (known is not None and _print(first[: known[0]]) != known[1]):
                    start = 0  # another file: it was rotated or emptied
                file.seek(start)
                yield from self._split(file, start)
        except FileNotFoundError:
            return
        except OSError as error:
            raise PostError(PostFault.BOX, where=self.path, why=error.strerror or error) from None

    def _split(self, file: Any, start: int) -> Iterator[ArrivedMail]:
        lines: list[bytes] = []
        size, count, at, blank = 0, 0, start, True
        for line in file:
            if line.startswith(b"From ") and blank and lines:
                yield ArrivedMail(str(at), b"".join(lines[1:])[: LARGEST + 1])
                count += 1
                if count == MOST_AT_ONCE:
                    return
                lines, size = [], 0
            # What is beyond the largest mail is passed over, so that no mail fills the memory.
            if size <= LARGEST:
                body = line[1:] if line.startswith((b">From ", b">>From ")) else line
                lines.append(body)
                size += len(body)
            at += len(line)
            blank = not line.strip(b"\r\n")
        if lines and lines[0].startswith(b"From "):
            yield ArrivedMail(str(at), b"".join(lines[1:])[: LARGEST + 1])

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        """The name of a mail is the place where it ends."""
        if not names and not left:
            return
        memory["offset"] = max(int(name) for name in (*names, *left))
        with self.path.open("rb") as file:
            first = file.read(min(256, memory["offset"]))
        memory["first"] = [len(first), _print(first)]

    def close(self) -> None:
        pass


def _print(data: bytes) -> str:
    return sha256(data).hexdigest()


class HandedOver:
    """Mails that are handed over in a call, as by `pbem receive`."""

    def __init__(self, mails: Sequence[bytes]) -> None:
        self._mails = mails

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        for at, raw in enumerate(self._mails):
            yield ArrivedMail(str(at), raw[: LARGEST + 1])

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        pass

    def close(self) -> None:
        pass
