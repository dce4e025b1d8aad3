"""What all kinds of entries that bring a signed file have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.orders.errors import BadOrders
from pbem.orders.lines import rows

from .. import movefile as movefiles
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SignedFile, WrittenAt
from .shapes import Entry, named

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed
    from ..verify import LedgerChecker


def opened(entry: Entry, known: Unsealed) -> SignedFile:
    file = known.file(entry["n"], entry["file"])
    if file is None:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("never-opened"))
    return file


def parsed(n: int, file: SignedFile) -> movefiles.MoveFile:
    try:
        return movefiles.parse(file.payload)
    except movefiles.MoveFileError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None


def written(match: Match, n: int, move: movefiles.MoveFile, known: Unsealed) -> WrittenAt:
    assert known.number is not None
    after = match.number(move.after, known.number)
    if after is None:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("after-nothing"))
    return WrittenAt(after, move.written or "")


def begun(match: Match, entry: Entry) -> None:
    if match.table is None:
        raise CampaignError(
            CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=phrase("not-begun")
        )


def ordered_again(match: Match, entry: Entry, seat: int, file: SignedFile, known: Unsealed) -> EntryDraft:
    """Replay by a moderator without a checkpoint: orders given ahead must be put on the agendas again."""
    n = entry["n"]
    move = parsed(n, file)
    return match.move(seat, file, move.orders, move.window, written(match, n, move, known))


def ordered(checker: LedgerChecker, match: Match, entry: Entry, seat: int, file: SignedFile) -> EntryDraft:
    """What the file leads to by the rules; it must be one that counts here."""
    n = entry["n"]
    move, at = checker.moves[n], checker.written[n]
    try:
        if match.spent(seat, at, move.orders):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("written-before"))
        checker.in_turn(match, seat, n)
        made = match.move(seat, file, move.orders, move.window, at)
    except BadOrders as error:
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=phrase("orders-unread", refused=str(error))) from None
    if not made.counts and rows(move.orders):
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=phrase("none-legal"))
    return made


def sealed_as_needed(entry: Entry, sealed: bool) -> None:
    """Check that a file is sealed if it hides something, and open if it does not."""
    if sealed == ("payload" in entry["file"]):
        why = phrase("open-too-early" if sealed else "sealed-without-need")
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=why)
