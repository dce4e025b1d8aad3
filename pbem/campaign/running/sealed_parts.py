"""What an entry shows of its file and answers when it is written, and what it keeps sealed to the moderator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.seals.keys import PublicKey
from pbem.seals.sealing import MOVE, pad, seal
from pbem.table.state_json import canonical

from ..acts import run
from ..records import EntryDraft, SignedFile

RUNS = ("run", "join")
"""Kinds whose hidden answers are sealed."""


def open_file(file: SignedFile) -> dict[str, str]:
    return {"digest": file.digest, **file.data()}


def file_now(deed: EntryDraft, file: SignedFile, readers: Sequence[PublicKey]) -> dict[str, str]:
    """The file as the ledger shows it now: open or sealed."""
    if deed.veiled is None or deed.veiled.file is None:
        return open_file(file)
    return {"digest": file.digest, "sealed": _sealed(file.data(), readers)}


def answers_now(deed: EntryDraft, readers: Sequence[PublicKey]) -> dict[str, str]:
    """The field `sealed` of an entry that hides answers separately from its file."""
    inside: dict[str, Any] | list[Any] = deed.hidden
    if deed.content["kind"] in RUNS:
        inside = run.sealed_answers(deed)
    return {"sealed": _sealed(inside, readers)} if inside else {}


def _sealed(inside: dict[str, Any] | list[Any], readers: Sequence[PublicKey]) -> str:
    return seal(pad(canonical(inside), 2 * MOVE), list(readers)).decode()
