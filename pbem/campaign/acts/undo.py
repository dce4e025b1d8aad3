"""`undo`: a seat takes back its own last answers, up to the last thing that anybody could learn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, WrittenAt
from . import entry_file, going_back
from .entry_kind import EntryKind
from .shapes import FILE, PLACE, Entry, digest, named, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    entry_file.begun(match, entry)
    file = entry_file.opened(entry, known)
    move = entry_file.parsed(entry["n"], file)
    return _made(match, entry, move.orders, entry_file.written(match, entry["n"], move, known), known=known)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n = entry["n"]
    if "payload" not in entry["file"]:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("sealed-without-need"))
    if match.secret is None:
        _plausible(checker, match, entry)
        return checker.unplayed(match, entry)
    seat = checker.in_play(match, entry)
    checker.in_turn(match, seat, n)
    if match.stale(seat, checker.written[n]):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("written-before"))
    return _made(match, entry, checker.moves[n].orders, checker.written[n], known=checker.known)


def _made(match: Match, entry: Entry, orders: str, written: WrittenAt, known: Unsealed) -> EntryDraft:
    file = entry_file.opened(entry, known)
    try:
        return going_back.undo(match, match.seat_of(entry), file, going_back.wanted(orders), written)
    except CampaignError as error:
        raise _out_of_place(entry, error) from None


def _plausible(checker: LedgerChecker, match: Match, entry: Entry) -> None:
    """What anybody can check before the end: it was agreed to, and nobody else has answered since."""
    try:
        going_back.wanted(checker.moves[entry["n"]].orders)
        if not going_back.agreed(match):
            raise CampaignError(CampaignFault.UNDO, why=phrase("undo-not-agreed"))
    except CampaignError as error:
        raise _out_of_place(entry, error) from None
    to, answered = (entry["to"]["n"], entry["to"]["i"]), checker.answered
    if to not in answered:
        right = phrase("no-such-answer", n=to[0], i=to[1])
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("undo"), right=right)
    if any(player != entry["player"] for place, player in answered.items() if place >= to):
        right = phrase("undo-other-acted")
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("undo"), right=right)


def _out_of_place(entry: Entry, error: CampaignError) -> CampaignError:
    right = error.values.get("why", error.said)
    return CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("undo"), right=right)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.undo", {"name": entry["player"], "entry_number": entry["to"]["n"], "place": entry["to"]["i"] + 1})]


UNDO = EntryKind("undo", {"player": text, "file": FILE, "to": PLACE, "digest": digest}, _replay, _verify, _told)
