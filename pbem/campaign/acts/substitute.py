"""`substitute`: a player names somebody who may write moves for the seat and read its hand; or nobody any
more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.seals.keys import PublicKey
from pbem.table import Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from ..running.submission import new_key
from . import entry_file, seat_keys
from .entry_kind import EntryKind
from .shapes import FILE, Entry, text

if TYPE_CHECKING:
    from ..agreement.genesis import Substitute
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

NONE = "none"


def read(said: str) -> Substitute | None:
    """`ssh-ed25519 AAAA… [age1…]`, or `none`."""
    from ..agreement.genesis import Substitute

    if said.strip().lower() == NONE:
        return None
    key, age = new_key(said)
    return Substitute(key, age)


def check(match: Match, seat: int, new: Substitute | None) -> None:
    """Raise if that key cannot write for the seat: nobody else at the table may see its hand."""
    if new is not None:
        seat_keys.check(match, seat, new.key, match.seats[seat].keys)
    elif match.seats[seat].substitute is None:
        raise CampaignError(CampaignFault.NO_SUBSTITUTE, player=match.seats[seat].handle)


def draft(match: Match, seat: int, new: Substitute | None) -> EntryDraft:
    owner = match.seats.put(seat, replace(match.seats[seat], substitute=new))
    content: dict[str, Any] = {"kind": "substitute", "player": owner.handle}
    if new is not None:
        content["key"] = PublicKey(new.key.raw).line
        if new.age:
            content["age"] = new.age
    return EntryDraft(content, [Note("table_substitute" if new else "table_no_substitute", {"player": seat})])


def seated(match: Match, entry: Entry) -> EntryDraft:
    """Who may write for the seat after the entry."""
    try:
        new = read(f"{entry['key']} {entry.get('age', '')}") if "key" in entry else None
    except CampaignError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=error) from None
    return draft(match, match.seat_of(entry), new)


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    entry_file.taken_in(match, entry, match.seat_of(entry), known)
    return seated(match, entry)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    seat = match.seat_of(entry)
    said = entry_file.signed_line(checker, match, entry, seat, "substitute")
    try:
        new = read(said)
        check(match, seat, new)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    made = draft(match, seat, new)
    if any(entry.get(name) != made.content.get(name) for name in ("key", "age")):
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("other-key"))
    return made


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.substitute" if "key" in entry else "log.no_substitute", {"name": entry["player"]})]


SUBSTITUTE = EntryKind(
    "substitute", {"player": text, "file": FILE}, _replay, _verify, _told, {"key": text, "age": text}
)
