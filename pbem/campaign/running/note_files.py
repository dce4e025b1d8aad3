"""Files that ask for notes which a hand leaves out for length.

The one order is `notes`, or `notes 57` for those up to entry 57. Its receipt brings them, the latest first, and nothing
is written into the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.orders.lines import rows
from pbem.words.message import Message

from ..errors import CampaignError, CampaignFault
from ..match.private_notes import LONGEST, indented, sort_of
from .happened import Happened, PastNote, every_note

if TYPE_CHECKING:
    from .receipts import Receipt
    from .submission import Submission
    from .writer import CampaignWriter

WORD = "notes"


def take(keeper: CampaignWriter, one: Submission, at: str) -> Receipt:
    match = keeper.match
    _, *given = rows(one.orders)[0].split()
    if len(given) > 1 or not all(text.isascii() and text.isdigit() and len(text) < 10 for text in given):
        raise CampaignError(CampaignFault.NOTES_FORM, found=rows(one.orders)[0])
    left = match.past.told[one.seat].left_out.values()
    last = int(given[0]) if given else max((each.last for each in left), default=-1)
    if keeper.every_note is None or keeper.every_note[0] != match.head:
        keeper.every_note = match.head, every_note(Happened(keeper.campaign, match, keeper.head))
    found = [(n, note) for n, note in _of_seat(keeper.every_note[1], one.seat, match.seats[one.seat].name) if n <= last]
    said, words = [Message("campaign", "receipt.notes" if found else "receipt.no-notes", {})], keeper.words
    size = 0
    for place, (n, note) in enumerate(found):
        if size > LONGEST and n != found[place - 1][0]:
            said.insert(1, Message("campaign", "receipt.more-notes", {"n": n}))
            break
        text = indented(note, note.names, words)
        size += len(text)
        said.append(Message("campaign", "receipt.note", {"n": n, "text": text}))
    receipt = keeper.receipt(one.file.digest, "answered", at, keeper.genesis.handles[one.seat], None, *said)
    keeper.answer(receipt)
    return receipt


def _of_seat(every: list[tuple[int, PastNote]], seat: int, name: str) -> Iterator[tuple[int, PastNote]]:
    """The latest first. A letter stays with whoever had the seat when it came."""
    for n, note in reversed(every):
        if note.seen_by is not None and note.visible(seat) and (sort_of(note) == "notes" or note.names[seat] == name):
            yield n, note
