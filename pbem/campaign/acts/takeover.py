"""`takeover`: another person, or a bot, plays a seat from here on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.recipients import parse_age
from pbem.table import Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from ..running.submission import new_key
from . import entry_file, seat_keys
from .entry_kind import EntryKind
from .shapes import Entry, either, number, one_of, text

if TYPE_CHECKING:
    from ..agreement.genesis import Seat
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

BOTS = ("bot", "random", "default", "empty")


def draft(match: Match, seat: int, new: Seat, by: str | int, at: str) -> EntryDraft:
    """What the old player announced or voted is over; what was ordered ahead stays until the new one clears it."""
    old = match.seats[seat]
    new = replace(new, handle=old.handle, key=PublicKey(new.key.raw))  # without a comment
    match.seats.taken(seat, new, stands_in=bool(new.bot) and isinstance(by, int))
    match.pace.back(seat, at)
    match.pace.answered(seat)
    match.seats.left(seat, match.n + 1)
    content: dict[str, Any] = {
        "kind": "takeover",
        "player": old.handle,
        "key": new.key.line,
        "name": new.name,
        "by": by,
    }
    if new.age:
        content["age"] = new.age
    if new.bot:
        content["bot"] = new.bot
    told = "table_takeover_bot" if new.bot else "table_takeover"
    before = old.name if old.name != new.name else ""  # whoever reads of it knows the seat by its new name
    return EntryDraft(content, [Note(told, {"player": seat, "person": new.name, "before": before})])


def _seat(entry: Entry) -> Seat:
    from ..agreement.genesis import Seat

    key, _ = new_key(entry["key"])
    if key.line != entry["key"]:
        raise CampaignError(CampaignFault.NEW_KEY, why=phrase("with-comment"))
    age = parse_age(entry["age"], phrase("recipient-of", player=entry["player"])) if "age" in entry else None
    return Seat(entry["player"], entry["name"], key, age, entry.get("bot"))


def seated(match: Match, entry: Entry) -> EntryDraft:
    """Whoever plays the seat after the entry."""
    try:
        return draft(match, match.seat_of(entry), _seat(entry), entry["by"], entry["at"])
    except (SealError, CampaignError) as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=error) from None


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    return seated(match, entry)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n, seat = entry["n"], match.seat_of(entry)
    try:
        new = _seat(entry)
    except (SealError, CampaignError) as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
    seat_keys.verify(match, seat, new.key, n)
    if entry["by"] != "moderator" and entry["by"] != match.seats.free[seat]:
        raise entry_file.misplaced(entry, phrase("seat-not-free", player=entry["player"], n=entry["by"]))
    return draft(match, seat, new, entry["by"], entry["at"])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    key = "log.takeover_bot" if "bot" in entry else "log.takeover"
    return [(key, {"name": entry["player"], "person": entry["name"]})]


TAKEOVER = EntryKind(
    "takeover",
    {
        "player": text,
        "key": text,
        "name": lambda v: text(v) and bool(v.strip()),
        "by": either(number, one_of("moderator")),
    },
    _replay,
    _verify,
    _told,
    {"age": text, "bot": one_of(*BOTS)},
)
