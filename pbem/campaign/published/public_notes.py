"""The public file of what happened: for each entry the notes that everybody may read, so that logs need no secret.

One line per entry, in order. It follows from the ledger: whoever has the secret can write it again, and after the end
of a game anybody can. A run appends to it only if it is still as the moderator signed it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.table import Note
from pbem.table.state_json import canonical, to_json

from ...storage import disk
from ...storage.errors import StorageError
from ..campaign import NOTES, Campaign
from ..errors import CampaignError, CampaignFault, phrase
from . import public_files

if TYPE_CHECKING:
    from ..running.happened import NewEntry

_LARGEST = 256 * 1024 * 1024


def _line(n: int, notes: Iterable[Note]) -> bytes:
    told = [{"key": note.key, "values": to_json(note.values)} for note in notes if note.visible(None)]
    return canonical({"n": n, "notes": told}) + b"\n"


def written(campaign: Campaign, last: int, entries: Sequence[NewEntry]) -> bytes:
    """The file up to entry `last`, of which a run has just written the entries."""
    before = _signed(campaign)
    first = entries[0].step.n if entries else last + 1
    if before is None or before.count(b"\n") != first:
        return b"".join(_line(entry["n"], deed.notes) for _, entry, deed in campaign.replay())
    return before + b"".join(_line(one.step.n, one.notes) for one in entries)


def read(campaign: Campaign) -> list[list[Note]] | None:
    """By entry, what everybody may read of it; None where only the orders are known, as nobody wrote more."""
    data = _signed(campaign)
    if data is not None:
        try:
            lines = [json.loads(line) for line in data.splitlines()]
            found = [[Note(note["key"], note["values"]) for note in line["notes"]] for line in lines]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise CampaignError(CampaignFault.PUBLIC_FILE, where=NOTES, why=phrase("not-readable")) from None
        if len(found) == campaign.head.n + 1:
            return found
    if campaign.ledger.head()[1]["kind"] != "end" and campaign.moderator is None:
        return None
    return [[note for note in deed.notes if note.visible(None)] for _, _, deed in campaign.replay()]


def _signed(campaign: Campaign) -> bytes | None:
    """The file, if the moderator's manifest vouches for it."""
    try:
        data = disk.read(campaign.folder / NOTES, _LARGEST)
        listed = public_files.manifest(campaign.folder, campaign.id, campaign.moderators[-1])
    except StorageError:
        return None
    good = listed is not None and listed["files"].get(NOTES) == sha256(data).hexdigest()
    return data if good else None
