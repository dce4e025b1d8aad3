"""`key`: from here on another key, perhaps another person, signs for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.seals.errors import SealError

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SignedFile
from ..running.submission import new_key
from . import entry_file, seat_keys
from .entry_kind import EntryKind
from .shapes import FILE, Entry, one_of, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    n, seat, written = entry["n"], match.seat_of(entry), None
    try:
        if "file" in entry:
            move = entry_file.parsed(n, SignedFile.of(entry["file"]))
            written = entry_file.written(match, n, move, known)
        return match.key(seat, entry["key"], entry.get("age"), entry.get("name"), entry["by"], written)
    except SealError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n, seat = entry["n"], match.seat_of(entry)
    if (entry["by"] == "player") != ("file" in entry):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("key-signed"))
    if entry["by"] == "player" and "name" in entry:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-other-name"))
    try:
        key, age = new_key(f"{entry['key']} {entry.get('age', '')}")
        if "file" in entry:
            ordered = checker.moves[n].orders.strip().split(None, 1) if n in checker.moves else []
            if len(ordered) != 2 or ordered[0].lower() != "key" or new_key(ordered[1]) != (key, age):
                raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-key"))
    except CampaignError as error:
        if error.fault is CampaignFault.LINE_FILE:
            raise
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
    seat_keys.verify(match, seat, key, n)
    if n in checker.written:
        checker.in_turn(match, seat, n)
    return match.key(seat, key.line, age, entry.get("name"), entry["by"], checker.written.get(n))


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [(f"log.key_by_{entry['by']}", {"name": entry["player"]})]


KEY = EntryKind(
    "key",
    {"player": text, "key": text, "by": one_of("player", "moderator")},
    _replay,
    _verify,
    _told,
    {"file": FILE, "age": text, "name": text},
)
