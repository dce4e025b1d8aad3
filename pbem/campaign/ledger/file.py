"""The ledger's file: `ledger.jsonl`, append-only, replaced as a whole at each append."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from ...storage import disk
from ...storage.errors import unusable
from ...words.lazy_dataclass import dataclass
from ..acts.shapes import Entry, named
from ..errors import CampaignError, CampaignFault, phrase
from .entries import LONGEST, NOTHING, digest_of, prev_of, read_line

NAME = "ledger.jsonl"
_TAIL = 64 * 1024
_LARGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry: its number, the digest of its line, and the size of the ledger."""

    n: int
    digest: str
    size: int


class Ledger:
    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def lines(self) -> Iterator[bytes]:
        """Every line without its line break; the last line must end with one too."""
        try:
            with self.path.open("rb") as file:
                n = 0
                while line := file.readline(LONGEST + 2):
                    if not line.endswith(b"\n"):
                        fault = CampaignFault.LINE_SIZE if len(line) > LONGEST else CampaignFault.LEDGER_END
                        raise CampaignError(fault, n=n, right=LONGEST)
                    yield line[:-1]
                    n += 1
        except OSError as error:
            raise unusable(self.path, "read", error) from None
        if n == 0:
            raise CampaignError(CampaignFault.LEDGER_EMPTY)

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Every entry with the digest of its line; checks the chain, and that times never run backwards."""
        earlier = ""
        for digest, entry in chained(self.lines()):
            n = entry["n"]
            if (entry["kind"] == "genesis") != (n == 0):
                raise CampaignError(
                    CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=phrase("genesis-first")
                )
            if entry["at"] < earlier:
                raise CampaignError(CampaignFault.LINE_TIME, n=n, found=entry["at"], before=n - 1, right=earlier)
            earlier = entry["at"]
            yield digest, entry

    def of_kind(self, kind: str) -> Iterator[Entry]:
        """The entries of a kind; the others are skipped unread, and the chain is not checked."""
        place = b'"kind":"%s"' % kind.encode()  # as in `holding`, no text written by a player can look like this
        data = disk.read(self.path, _LARGEST)
        at = data.find(place)
        while at >= 0:
            start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
            entry = read_line(data[start : end if end >= 0 else None], data.count(b"\n", 0, start))
            if entry["kind"] == kind:
                yield entry
            at = data.find(place, end) if end >= 0 else -1

    def unbroken(self) -> Iterator[tuple[int, bytes]]:
        """The lines with their numbers, unparsed, as far as each follows from the one before."""
        before = NOTHING
        for n, line in enumerate(self.lines()):
            if prev_of(line) != before:
                return
            before = digest_of(line)
            yield n, line

    def first(self) -> tuple[str, Entry]:
        for found in self.entries():
            return found
        raise CampaignError(CampaignFault.LEDGER_EMPTY)

    def head(self) -> tuple[Head, Entry]:
        """The last entry, read from the end of the file only: a long ledger costs no more than a short one."""
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                line = _last_line(file, size)
        except OSError as error:
            raise unusable(self.path, "read", error) from None
        if not line:
            raise CampaignError(CampaignFault.LEDGER_EMPTY)
        number = _own_number(line)
        entry = read_line(line, sum(1 for _ in self.lines()) - 1 if number is None else number)
        return Head(entry["n"], digest_of(line), size), entry

    def holding(self, file: str, after: str) -> Entry | None:
        """The entry that contains a file, by the file's digest; `after` is the entry that the file names.

        Only a later entry can contain it, so next to nothing is read for a fresh file. No text written by a player
        can look like this part of a line: its quotation marks would be escaped.
        """
        place = b'"file":{"digest":"%s"' % file.encode()
        for digest, line in self._backwards():
            if place in line:
                return read_line(line, _own_number(line) or 0)
            if digest == after:
                return None
        return None

    def last_of(self, player: str, most: int) -> Entry | None:
        """The last entry that contains a file of this player, if it is one of the last `most`."""
        place = b'"player":"%s"' % player.encode()
        for _, line in islice(self._backwards(), most):
            if place in line and b'"file":{' in line:
                entry = read_line(line, _own_number(line) or 0)
                if entry.get("player") == player and "file" in entry:
                    return entry
        return None

    def number(self, digest: str) -> int | None:
        """The number of an entry by its digest, usually a recent one."""
        return next((_own_number(line) for found, line in self._backwards() if found == digest), None)

    def _backwards(self) -> Iterator[tuple[str, bytes]]:
        """The lines with their digests, lazily, last one first; each must be the `prev` of the one after it."""
        later = b""
        for line in self._last_first():
            digest = digest_of(line)
            if later and prev_of(later) != digest:
                n = _own_number(later) or 0
                raise CampaignError(CampaignFault.LINE_PREV, n=n, before=n - 1)
            yield digest, line
            later = line

    def _last_first(self) -> Iterator[bytes]:
        """The lines without their line breaks, last one first."""
        try:
            with self.path.open("rb") as file:
                start, left = file.seek(0, os.SEEK_END), b""
                while start > 0:
                    end, start = start, max(0, start - _TAIL)
                    file.seek(start)
                    left, *lines = (file.read(end - start) + left).split(b"\n")
                    yield from (line for line in reversed(lines) if line)
                yield left
        except OSError as error:
            raise unusable(self.path, "read", error) from None

    def append(self, lines: Sequence[bytes], head: Head | None) -> Head:
        """Add lines after `head` (None: start a ledger), all of them or none."""
        size = head.size if head else 0
        data = b"".join(line + b"\n" for line in lines)
        disk.append_whole(self.path, data, size)
        return Head((head.n if head else -1) + len(lines), digest_of(lines[-1]), size + len(data))


def chained(lines: Iterable[bytes], first: int = 0, before: str = NOTHING) -> Iterator[tuple[str, Entry]]:
    """Lines from entry `first` on as entries with their digests; each must follow from the one before."""
    for n, line in enumerate(lines, first):
        entry = read_line(line, n)
        if entry["prev"] != before:
            raise CampaignError(CampaignFault.LINE_PREV, n=n, before=n - 1)
        before = digest_of(line)
        yield before, entry


def _last_line(file: BinaryIO, size: int) -> bytes:
    """Seek back in growing steps until the last line is whole."""
    step = _TAIL
    while True:
        start = max(0, size - step)
        file.seek(start)
        tail = file.read()
        if tail and not tail.endswith(b"\n"):
            raise CampaignError(CampaignFault.LEDGER_END, n=_own_number(tail.rpartition(b"\n")[2]))
        begins = tail.rfind(b"\n", 0, -1)
        if begins >= 0 or start == 0:
            return tail[begins + 1 : -1]
        step *= 4


def _own_number(line: bytes) -> int | None:
    """The number that a line gives itself; None if it cannot be read."""
    try:
        found = json.loads(line)["n"]
        return found if type(found) is int and found >= 0 else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
