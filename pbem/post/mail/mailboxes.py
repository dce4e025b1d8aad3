"""Where mails come from. A box hands out mails, each with a name, and forgets none until told to."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from pbem.storage import disk, lock
from pbem.words.lazy_dataclass import dataclass

from ..errors import PostError, PostFault
from .mime import LARGEST, header, open_mail
from .settings import Box

MOST_AT_ONCE = 1000
FIRST_DAYS = 7
"""The first run over a mailbox looks at what is unread and at most this old. What has lain there longer was never
meant for the program; whoever had sent a move in it would have asked by now."""
Memory = dict[str, Any]
"""What the post remembers about one box between runs; plain JSON."""


@dataclass(frozen=True, slots=True)
class ArrivedMail:
    """A mail and its name in its box."""

    name: str
    raw: bytes

    @property
    def digest(self) -> str:
        return sha256(self.raw).hexdigest()


class Mailbox(Protocol):
    only_copy: bool
    """Whether a mail is lost if we do not keep it: nobody else has it."""

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        """New mails, oldest first. Nothing is marked yet."""

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        """Remember and mark what has been dealt with; called after the ledger is written, also if there was nothing.

        `left` were looked at and are not submissions: they stay unread, for the moderator.
        """

    def close(self) -> None: ...


def first_day(memory: Mapping[str, Any]) -> float:
    """The instant before which a box holds nothing for us, in seconds; settled by the first run."""
    return float(memory.get("since", time.time() - FIRST_DAYS * 86_400))


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
    """Every mail is a file; a mail that has been dealt with is in `cur` with the flag S.

    What was passed over keeps its place and its flags. What was looked at, or had been read before the first run, is
    remembered by its name: a flag alone says nothing, as the moderator's own mail program may have been faster.
    """

    only_copy = False

    def __init__(self, path: Path) -> None:
        self.path = path

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        since, known = first_day(memory), memory.get("known")
        found = [
            (unique, one)
            for unique, flags, one in self._files()
            if ("S" not in flags if known is None else unique not in known) and _changed(one) >= since
        ]
        for unique, path in sorted(found)[:MOST_AT_ONCE]:
            try:
                yield ArrivedMail(unique, _read(path))
            except FileNotFoundError:
                continue  # a mail program moved it; the next run finds it
            except OSError as error:
                raise PostError(PostFault.BOX, where=path, why=error.strerror or error) from None

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        since = memory.setdefault("since", first_day(memory))
        wanted = set(names)
        looked_at = {*memory.get("known", ()), *names, *left}
        there = set()
        for unique, flags, one in self._files():
            if unique in looked_at or ("known" not in memory and "S" in flags and _changed(one) >= since):
                there.add(unique)
            if unique in wanted and "S" not in flags:
                target = self.path / "cur" / f"{unique}:2,{''.join(sorted({*flags, 'S'}))}"
                try:
                    disk.step("rename", target)
                    os.replace(one, target)
                except OSError as error:
                    raise PostError(PostFault.BOX, where=one, why=error.strerror or error) from None
        memory["known"] = sorted(there)

    def _files(self) -> list[tuple[str, str, Path]]:
        """All mails: the part of the name that stays, the flags, the file."""
        found = []
        try:
            for folder in ("new", "cur"):
                for one in (self.path / folder).iterdir():
                    unique, _, flags = one.name.partition(":2,")
                    if not one.name.startswith(".") and one.is_file():
                        found.append((unique, flags, one))
        except OSError as error:
            raise PostError(PostFault.BOX, where=self.path, why=error.strerror or error) from None
        return found

    def close(self) -> None:
        pass


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0  # gone, or moved by a mail program: the next run finds it


class Mbox:
    """One file that others append to. We never write to it: we remember how far it was read."""

    only_copy = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._end: int | None = None
        """How far there was anything to read; None if not all of it was handed out."""

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        """What was appended since the last run. The first run begins with what is unread and recent.

        If the file is a different one by now (rotated, emptied, or written anew by a mail program), it is read from
        its beginning, but never what is older than the first run looked at.
        """
        try:
            with self.path.open("rb") as file:
                lock.share(file.fileno())
                start = int(memory.get("offset", 0))
                first = file.read(256)
                size = file.seek(0, os.SEEK_END)
                known = memory.get("first")
                if size < start or (known is not None and _print(first[: known[0]]) != known[1]):
                    start = 0
                file.seek(start)
                found = self._split(file, start)
                if start == 0:
                    since, unread = first_day(memory), "since" not in memory
                    found = (one for one in found if _new_in_mbox(one.raw, since, unread))
                handed_out = 0
                for one in islice(found, MOST_AT_ONCE):
                    handed_out += 1
                    yield one
                self._end = size if handed_out < MOST_AT_ONCE else None
        except FileNotFoundError:
            return
        except OSError as error:
            raise PostError(PostFault.BOX, where=self.path, why=error.strerror or error) from None

    def _split(self, file: Any, start: int) -> Iterator[ArrivedMail]:
        lines: list[bytes] = []
        size, at, blank = 0, start, True
        for line in file:
            if line.startswith(b"From ") and blank and lines:
                yield ArrivedMail(str(at), b"".join(lines[1:])[: LARGEST + 1])
                lines, size = [], 0
            # Anything beyond the largest allowed mail is skipped, so that no mail fills the memory.
            if size <= LARGEST:
                body = line[1:] if line.startswith((b">From ", b">>From ")) else line
                lines.append(body)
                size += len(body)
            at += len(line)
            blank = not line.strip(b"\r\n")
        if lines and lines[0].startswith(b"From "):
            yield ArrivedMail(str(at), b"".join(lines[1:])[: LARGEST + 1])

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        """A mail is named by the offset at which it ends."""
        ends = [int(name) for name in (*names, *left)] + ([] if self._end is None else [self._end])
        if not ends:
            return
        try:
            with self.path.open("rb") as file:
                first = file.read(min(256, max(ends)))
        except OSError as error:
            raise PostError(PostFault.BOX, where=self.path, why=error.strerror or error) from None
        memory.setdefault("since", first_day(memory))
        memory["offset"] = max(ends)
        memory["first"] = [len(first), _print(first)]

    def close(self) -> None:
        pass


def _new_in_mbox(raw: bytes, since: float, unread: bool) -> bool:
    """Whether a mail is recent, as far as its headers say, and also unread if that is asked for."""
    head = open_mail(raw[:65536]).headers
    try:
        recent = parsedate_to_datetime(header(head, "Date")).timestamp() >= since
    except (ValueError, TypeError, OverflowError):
        recent = True
    return recent and not (unread and "R" in header(head, "Status"))


def _print(data: bytes) -> str:
    return sha256(data).hexdigest()


class HandedOver:
    """Mails that are handed over in a call, as by `pbem receive`."""

    only_copy = True

    def __init__(self, mails: Sequence[bytes]) -> None:
        self._mails = mails

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        for at, raw in enumerate(self._mails):
            yield ArrivedMail(str(at), raw)

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        pass

    def close(self) -> None:
        pass
