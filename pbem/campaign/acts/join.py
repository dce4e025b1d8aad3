"""`join`: a seat signs the genesis. The last one starts play, which goes on until the table waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.orders.lines import rows

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SignedFile
from . import entry_file
from .entry_kind import EntryKind
from .shapes import FILE, FOLLOWED, Entry, named, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    _once(match, entry, seat)
    return match.join(seat, entry_file.opened(entry, known))


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n, seat = entry["n"], match.seat_of(entry)
    move = checker.moves.get(n)
    orders = [row.lower() for row in rows(move.orders)] if move is not None else []
    if move is None or move.after != match.digest or orders != ["join"]:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-join"))
    _once(match, entry, seat)
    return match.join(seat, SignedFile.of(entry["file"]))


def _once(match: Match, entry: Entry, seat: int) -> None:
    if seat in match.seats.joined:
        right = phrase("joined-before", player=entry["player"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("join"), right=right)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.joins", {"name": entry["player"]})]


JOIN = EntryKind("join", {"player": text, "file": FILE}, _replay, _verify, _told, {**FOLLOWED, "sealed": text})
