"""Receipts: what became of a file, for its sender. One per submission, signed by the moderator.

Anybody sees that a file came and what became of it. The lines, and why one was refused, are sealed
to the player: a refused order is a plan that others should not read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.seals import documents
from pbem.seals.documents import DocumentOwner
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.recipients import Recipient
from pbem.seals.sealing import HAND, pad, seal
from pbem.table import Words
from pbem.table.saying import note_text, refusal_text
from pbem.table.state_json import to_json
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message, put

from ...storage import disk
from ...storage.errors import StorageError
from ..campaign import RECEIPTS
from ..errors import phrase
from ..ledger.file import Head
from ..ledger.signed_json import check_signed, signed
from ..records import LineResult

_LARGEST = 64 * 1024
_NAME = 40


@dataclass(slots=True)
class Receipt:
    file: str
    """Digest of the signed file, or of the bytes that could not be read as one."""
    result: str
    """applied, stopped (a part was applied), held (until all have answered), cooling (until a slip can no longer be
    corrected), withdrawn, refused, replaced, duplicate or answered (it asked for notes)"""
    at: str
    player: str | None = None
    n: int | None = None
    """The entry it became."""
    message: str = ""
    """The message about it as a whole, in the campaign's language."""
    lines: list[dict[str, Any]] = field(default_factory=list)
    """By line: number, text, result (done, skipped, refused, unread, queued, kept), order, message, refused, and
    what came of it (told)."""
    fault: str | None = None
    """Why it was refused, for programs."""
    said: list[dict[str, Any]] = field(default_factory=list)
    """The sentences of the message, for readers of another language."""

    def told(self, language: str) -> list[str]:
        """The sentences of the message in a language."""
        return [Message.of(one).say(language) for one in self.said]

    @property
    def taken(self) -> bool:
        return self.result in ("applied", "stopped", "held", "cooling")

    def data(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "result": self.result,
            "at": self.at,
            "player": self.player,
            "n": self.n,
            "message": self.message,
            "lines": self.lines,
            "fault": self.fault,
            "said": self.said,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Receipt:
        return cls(**data)

    def text(self, language: str) -> str:
        """The receipt for people to read."""
        said = [self.message] if self.message else []
        for line in self.lines:
            said.append(f"{MARKS[line['result']]} {phrase('line', n=line['number'], text=line['text']).say(language)}")
            if line.get("order") and line["order"] != line["text"]:
                said.append(f"    {line['order']}")
            said += [f"    {row}" for row in str(line.get("message") or "").split("\n") if row]
        return "\n".join(said)


def said_of(key: str, /, **values: object) -> Message:
    """A sentence of a receipt."""
    return put("campaign", f"receipt.{key}", values)


MARKS = {"done": "✓", "skipped": "–", "refused": "✗", "unread": "·", "queued": "…", "kept": "∞"}


def line_data(result: LineResult, words: Words) -> dict[str, Any]:
    said = refusal_text(result.refused, words, result.text) if result.refused else None
    if result.why:
        said = words.say(f"dropped.{result.why}")
    if result.result == "done" and result.told:
        said = "\n".join(note_text(note, words) for note in result.told)
    return {
        "number": result.number,
        "text": result.text,
        "result": result.result,
        "order": result.order,
        "message": said,
        # For readers of a language other than the campaign's.
        "refused": to_json(result.refused.data()) if result.refused else None,
        "why": result.why or None,
        "told": [{"key": note.key, "values": to_json(note.values)} for note in result.told],
    }


def path_of(folder: Path, file: str) -> Path:
    return folder / RECEIPTS / f"{file[:_NAME]}.json"


def find(folder: Path, file: str) -> dict[str, Any] | None:
    """The public part of a receipt that was written before."""
    path = path_of(folder, file)
    if not path.is_file():
        return None
    try:
        found: dict[str, Any] = json.loads(disk.read(path, _LARGEST))
        return found if isinstance(found, dict) and found.get("file") == file else None
    except (StorageError, ValueError, RecursionError):
        return None


def write(
    folder: Path, receipt: Receipt, moderator: Moderator, readers: Sequence[Recipient], language: str, head: Head
) -> None:
    """Write the sealed part first: the public one names its digest, and shows that everything is written."""
    path = path_of(folder, receipt.file)
    # That a line after the answers was not legal, or that a file withdrew another, would reveal a plan to others.
    result = "applied" if receipt.result in ("stopped", "withdrawn") else receipt.result
    public: dict[str, Any] = {
        "file": receipt.file,
        "result": result,
        "at": receipt.at,
        "player": receipt.player,
        "n": receipt.n,
    }
    if not readers or receipt.player is None:
        public |= {"message": receipt.message, "said": receipt.said}
    else:
        of = DocumentOwner("receipt", folder.name, receipt.player, head.n, head.digest)
        plain = documents.write(of, receipt.text(language), receipt.data(), moderator)
        sealed = seal(pad(plain, HAND), list(readers))
        disk.write_whole(path.with_suffix(".age"), sealed)
        public["sealed"] = sha256(sealed).hexdigest()
    disk.write_whole(path, signed(public, moderator) + b"\n")


def check(path: Path, *moderators: PublicKey) -> Message | None:
    """What is wrong with a receipt's files, or None."""
    data = disk.read(path, _LARGEST)
    lines = [PublicKey(one.raw).line for one in moderators] if data.endswith(b"\n") else []
    found = next((one for line in lines if (one := check_signed(data.removesuffix(b"\n"), line)) is not None), None)
    if found is None or str(found.get("file"))[:_NAME] != path.stem:
        return phrase("no-seal")
    beside = path.with_suffix(".age")
    if "sealed" in found:
        if not beside.is_file():
            return phrase("beside-missing", name=beside.name)
        if sha256(disk.read(beside, 1 << 24)).hexdigest() != found["sealed"]:
            return phrase("beside-other", name=beside.name)
    return None
