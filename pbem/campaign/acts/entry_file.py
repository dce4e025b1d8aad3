"""What all kinds of entries that bring a signed file have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.orders.errors import BadOrders
from pbem.orders.lines import rows
from pbem.table.state_json import canonical
from pbem.words.message import Message

from .. import movefile as movefiles
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SignedFile, WrittenAt
from .shapes import Entry, named

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match
    from .act import Filed


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
        if at.after < match.ahead.restart:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("before-rollback", of=match.ahead.restart))
        if match.spent(seat, at, move.orders):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("written-before"))
        checker.in_turn(match, seat, n)
        made = match.move(seat, file, move.orders, move.window, at)
    except BadOrders as error:
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=phrase("orders-unread", refused=str(error))) from None
    if not made.counts and rows(move.orders):
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=phrase("none-legal"))
    return made


def signed_line(match: Match, entry: Entry, seat: int, filed: Filed, word: str) -> str:
    """What the one order of a file about a seat says after its word; the file must count here."""
    n = entry["n"]
    said = rows(filed.move.orders) if filed.move is not None else []
    first, _, rest = said[0].partition(" ") if len(said) == 1 else ("", "", "")
    if first.lower() != word:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-order", word=word))
    in_turn(match, seat, n, filed)
    return rest.strip()


def in_turn(match: Match, seat: int, n: int, filed: Filed) -> None:
    """A file counts only if no earlier entry has a file of the same seat that was written later."""
    if filed.written is not None and filed.written.before(match.ahead.newest[seat]):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("overtaken"))


def taken_in(match: Match, entry: Entry, seat: int, known: Unsealed) -> None:
    """On replay: a file about a seat makes what was written before it too old."""
    if "file" in entry:
        match.ahead.written(seat, written(match, entry["n"], parsed(entry["n"], opened(entry, known)), known))


def brief(value: Any) -> str:
    """A field of an entry, in a sentence about it."""
    text = canonical(value).decode()
    return text if len(text) <= 80 else text[:79] + "…"


def signed_by(entry: Entry) -> None:
    """Check that a player's decision comes with the player's file, and nobody else's does."""
    if (entry["by"] == "player") != ("file" in entry):
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("player-signs"))


def misplaced(entry: Entry, right: Message) -> CampaignError:
    return CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)


def sealed_as_needed(entry: Entry, sealed: bool) -> None:
    """Check that a file is sealed if it hides something, and open if it does not."""
    if sealed == ("payload" in entry["file"]):
        why = phrase("open-too-early" if sealed else "sealed-without-need")
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=why)


def verified(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    """A file with orders: what it does is done again, and it is sealed if it has to be."""
    if match.secret is None:
        return checker.unplayed(match, entry)
    seat = checker.in_play(match, entry)
    made = ordered(checker, match, entry, seat, opened(entry, checker.known))
    sealed_as_needed(entry, made.veiled is not None)
    return made
