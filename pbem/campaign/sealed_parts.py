"""What an entry shows of its file and answers when it is written, and what it keeps sealed to the moderator."""

from __future__ import annotations

from typing import Any

from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import MOVE, pad, seal
from pbem.table.state_json import canonical

from .kinds import run_entry
from .records import EntryDraft, SignedFile

RUNS = ("run", "join")
"""Kinds of format 2 whose hidden answers are sealed separately from the file."""


def open_file(file: SignedFile) -> dict[str, str]:
    return {"digest": file.digest, **file.data()}


def file_now(deed: EntryDraft, file: SignedFile, moderator: Moderator) -> dict[str, str]:
    """The file as the ledger shows it now: open or sealed; in format 1 together with the answers still hidden."""
    if deed.veiled is None or deed.veiled.file is None:
        return open_file(file)
    orders = {} if deed.content["kind"] in RUNS else {"orders": _hidden_orders(deed)}
    return {"digest": file.digest, "sealed": _sealed({**file.data(), **orders}, moderator)}


def answers_now(deed: EntryDraft, moderator: Moderator) -> dict[str, str]:
    """The field `sealed` of an entry that hides answers separately from its file."""
    kind, inside = deed.content["kind"], dict[str, Any]()
    if kind == "served":
        inside = _hidden_orders(deed)
    elif kind in RUNS:
        inside = run_entry.sealed_answers(deed)
    return {"sealed": _sealed(inside, moderator)} if inside else {}


def _hidden_orders(deed: EntryDraft) -> dict[str, Any]:
    return {str(i): one.order for i, one in deed.veiled.hidden.items()} if deed.veiled else {}


def _sealed(inside: dict[str, Any], moderator: Moderator) -> str:
    return seal(pad(canonical(inside), 2 * MOVE), [moderator.public]).decode()
