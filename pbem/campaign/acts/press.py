"""`press`: what a player or the moderator says to everybody, or to some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file
from . import pressing as pressing
from .entry_kind import EntryKind
from .shapes import FILE, Entry, list_of, text, true

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    file = known.file(entry["n"], entry["file"])
    if file is None:
        return pressing.draft(match, _seat(match, entry, None), None, None, entry["at"], entry)
    move = entry_file.parsed(entry["n"], file)
    seat = _seat(match, entry, move.player)
    return pressing.draft(match, seat, pressing.read(match, move.orders), file, entry["at"], entry)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n, sealed = entry["n"], "to" in entry or "anonymous" in entry
    entry_file.sealed_as_needed(entry, sealed)
    for handle in entry.get("to", ()):
        match.seat_of({**entry, "player": handle})
    move = checker.moves.get(n)
    if move is None:
        return pressing.draft(match, _seat(match, entry, None), None, None, entry["at"], entry)
    seat = _seat(match, entry, move.player)
    try:
        press = pressing.read(match, move.orders)
        pressing.check(match, seat, press, entry["at"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    # What was open when follows from the position, which nobody else can compute before the end.
    if match.secret is not None and pressing.waits(match, press, move.after):
        raise entry_file.misplaced(entry, phrase("press-too-early"))
    if pressing.fields(match, seat, press) != {k: entry[k] for k in ("player", "to", "anonymous") if k in entry}:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-press"))
    return pressing.draft(match, seat, press, checker.known.file(n, entry["file"]), entry["at"], entry)


def _seat(match: Match, entry: Entry, player: str | None) -> int | None:
    """Whose it is, as the entry says, or as the file does where that is hidden; None: the moderator's, or not known."""
    if "player" in entry:
        return match.seat_of(entry)
    return match.seat(player) if "anonymous" in entry and player is not None else None


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    by = "anonymous" if "anonymous" in entry else "player" if "player" in entry else "moderator"
    return [(f"log.press_{by}", {"name": entry.get("player"), "who": ", ".join(entry.get("to", ()))})]


PRESS = EntryKind(
    "press", {"file": FILE}, _replay, _verify, _told, {"player": text, "to": list_of(text), "anonymous": true}
)
