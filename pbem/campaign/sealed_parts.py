"""What an entry shows of its file and answers when it is written, and what it keeps sealed to the moderator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.seals.keys import PublicKey
from pbem.seals.sealing import MOVE, pad, seal
from pbem.table.state_json import canonical

from .kinds import run_entry
from .records import EntryDraft, SignedFile

RUNS = ("run", "join")
"""Kinds of format 2 whose hidden answers are sealed separately from the file."""


def open_file(file: SignedFile) -> dict[str, str]:
    return {"digest": file.digest, **file.data()}


def file_now(deed: EntryDraft, file: SignedFile, readers: Sequence[PublicKey]) -> dict[str, str]:
    """The file as the ledger shows it now: open or sealed; in format 1 together with the answers still hidden."""
    if deed.veiled is None or deed.veiled.file is None:
        return open_file(file)
    orders = {} if deed.content["kind"] in RUNS else {"orders": _hidden_orders(deed)}
    return {"digest": file.digest, "sealed": _sealed({**file.data(), **orders}, readers)}


def answers_now(deed: EntryDraft, readers: Sequence[PublicKey]) -> dict[str, str]:
    """The field `sealed` of an entry that hides answers separately from its file."""
    kind, inside = deed.content["kind"], dict[str, Any]()
    if kind == "served":
        inside = _hidden_orders(deed)
    elif kind in RUNS:
        inside = run_entry.sealed_answers(deed)
    elif kind == "ruling":
        return {"sealed": _sealed(deed.hidden, readers)} if deed.hidden else {}
    return {"sealed": _sealed(inside, readers)} if inside else {}


def _hidden_orders(deed: EntryDraft) -> dict[str, Any]:
    return {str(i): one.order for i, one in deed.veiled.hidden.items()} if deed.veiled else {}


def _sealed(inside: dict[str, Any] | list[Any], readers: Sequence[PublicKey]) -> str:
    return seal(pad(canonical(inside), 2 * MOVE), list(readers)).decode()
